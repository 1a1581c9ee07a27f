import { flag, option, optionOr, positional, positionalOr, positionals, somePositionals } from "../../args.ts";
import type { Transfer } from "../../cloud/workspace-files.ts";
import { type Common, command } from "../../command.ts";
import { bool, integer, path, text } from "../../values.ts";
import { uuid } from "../../web-values.ts";
import { keyOptions } from "./cloud-api.ts";

/** Large files take a while. */
const TRANSFER_MS = 3_600_000;

const workspace = positional(uuid(), "Workspace, or a session to use its workspace");

const folderOf = "Folder in the workspace, such as in/";

/** A workspace as the platform sends it: `GET /v3/workspaces/{id}` documents the fields. */
interface Workspace {
  id: string;
  name?: string | null;
  [field: string]: unknown;
}

interface TransferContext {
  home: string;
  args: { id: string; apiKey: string | undefined };
  signal: AbortSignal;
  progress: Common<Record<string, never>>["progress"];
}

async function transferOf({ home, args, signal, progress }: TransferContext): Promise<Transfer> {
  const [{ openApi }, { workspaceOf }] = await Promise.all([
    import("../../cloud/api.ts"),
    import("../../cloud/workspace-files.ts"),
  ]);
  const api = openApi({ home, key: args.apiKey });
  return { api, workspaceId: await workspaceOf(api, args.id, signal), signal, tell: progress };
}

export const cloudWorkspaces = command({
  name: "cloud workspaces",
  group: "cloud",
  summary: "List your workspaces on the platform: file folders that outlive sessions",
  effect: "read",
  needs: "nothing",
  paged: true,
  args: { limit: optionOr(integer("n", { min: 1, max: 100 }), 20, "Maximum number of workspaces"), ...keyOptions },
  examples: ["cloud workspaces"],
  async run({ home, args, signal }) {
    const { openApi } = await import("../../cloud/api.ts");
    const api = openApi({ home, key: args.apiKey });
    const path = `/v3/workspaces?pageSize=${args.limit}`;
    const { json } = await api.request("GET", path, undefined, signal);
    const { items = [] } = (json ?? {}) as { items?: Workspace[] };
    return { workspaces: items };
  },
  text: ({ workspaces }) =>
    workspaces.length === 0
      ? "No workspaces. To create one: svc cloud workspaces create <name>"
      : workspaces.map(({ id, name }) => `${id}  ${name ?? ""}`.trimEnd()).join("\n"),
});

export const cloudWorkspacesCreate = command({
  name: "cloud workspaces create",
  group: "cloud",
  summary: "Create a workspace on the platform",
  effect: "write",
  needs: "nothing",
  pageless: true,
  args: { name: positionalOr(text("name", { nonEmpty: true }), undefined, "Name of the workspace"), ...keyOptions },
  examples: ["cloud workspaces create invoices"],
  async run({ home, args, signal }) {
    const { openApi } = await import("../../cloud/api.ts");
    const api = openApi({ home, key: args.apiKey });
    const { json } = await api.request("POST", "/v3/workspaces", { name: args.name }, signal);
    return json as Workspace;
  },
  text: ({ id }) => id,
});

export const cloudFiles = command({
  name: "cloud files",
  group: "cloud",
  summary: "List the files of a workspace or a session",
  effect: "read",
  needs: "nothing",
  paged: true,
  timeoutMs: 180_000,
  args: { id: workspace, folder: positionalOr(text("folder", { nonEmpty: true }), undefined, folderOf), ...keyOptions },
  examples: ["cloud files 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80"],
  async run(context) {
    const { listFiles } = await import("../../cloud/workspace-files.ts");
    const transfer = await transferOf(context);
    return { workspaceId: transfer.workspaceId, files: await listFiles(transfer, context.args.folder ?? "") };
  },
  text: ({ files }) =>
    files.length === 0
      ? "No files"
      : files
          .map(({ path, size, lastModified }) => `${String(size).padStart(12)}  ${lastModified}  ${path}`)
          .join("\n"),
});

export const cloudFilesDownload = command({
  name: "cloud files download",
  group: "cloud",
  summary: "Download files and folders from a workspace or a session",
  effect: "write",
  needs: "nothing",
  paged: true,
  talks: true,
  timeoutMs: TRANSFER_MS,
  args: {
    id: workspace,
    paths: positionals(
      text("path", { nonEmpty: true }),
      "Files and folders, as `svc cloud files` lists them; default everything",
    ),
    to: option(path("folder"), "Folder to write to; default the current folder"),
    force: flag(bool(), "Replace existing files"),
    ...keyOptions,
  },
  examples: [
    "cloud files download 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80 --to results",
    "cloud files download 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80 price.txt in/",
  ],
  async run(context) {
    const { download } = await import("../../cloud/workspace-files.ts");
    const { args, cwd } = context;
    const { paths, to: folder = cwd, force } = args;
    return { saved: await download(await transferOf(context), { paths, folder, force }) };
  },
  text: ({ saved }) => saved.join("\n") || "No files",
});

export const cloudFilesUpload = command({
  name: "cloud files upload",
  group: "cloud",
  summary: "Upload files and folders to a workspace or a session",
  effect: "write",
  needs: "nothing",
  pageless: true,
  talks: true,
  timeoutMs: TRANSFER_MS,
  args: {
    id: workspace,
    paths: somePositionals(path("path"), "Files and folders"),
    folder: option(text("folder", { nonEmpty: true }), folderOf),
    ...keyOptions,
  },
  examples: [
    "cloud files upload 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80 bill.pdf",
    "cloud files upload 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80 bills --folder in/",
  ],
  async run(context) {
    const { upload } = await import("../../cloud/workspace-files.ts");
    const { paths, folder = "" } = context.args;
    return { sent: await upload(await transferOf(context), { paths, prefix: folder }) };
  },
  text: ({ sent }) => sent.join("\n"),
});
