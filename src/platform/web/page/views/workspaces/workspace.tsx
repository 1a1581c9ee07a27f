/** The files in one folder of a workspace, with upload, download and deletion. */
import { Fragment } from "preact";
import { useEffect } from "preact/hooks";
import { call, here } from "../../api/client.ts";
import type { FileInfo, WorkspaceView as Workspace, WorkspaceSize } from "../../api/v3.gen.ts";
import { fail, say } from "../../app/notices.tsx";
import { Action, Copy, LinkButton } from "../../components/action.tsx";
import { confirm } from "../../components/dialog.tsx";
import { counted, size, Time } from "../../components/format.tsx";
import { Head, Loaded } from "../../components/page.tsx";
import { type Column, Empty, List } from "../../components/table.tsx";
import { usePolled } from "../../hooks/polled.ts";
import { startDialog } from "../sessions/start.ts";
import { addressOfFile, filesBelow, folder, nameOf, removeFile } from "./files.ts";
import { Rename } from "./rename.tsx";
import { Picker, useDrops } from "./uploading.tsx";

/** A file, or a folder with a trailing slash. */
type Entry = FileInfo | { path: string };

/** A folder of a workspace; `prefix` is its path with a trailing slash, or empty. */
interface Place {
  id: string;
  prefix: string;
}

export function WorkspaceView({ id, prefix }: Place) {
  const path: [string] = [id];
  const polled = usePolled(async (pages) => {
    const [workspace, used, found] = await Promise.all([
      call("GET /v3/workspaces/{workspace_id}", { path }),
      call("GET /v3/workspaces/{workspace_id}/size", { path }),
      folder(id, prefix, pages),
    ]);
    const items: Entry[] = [...found.folders.map((one) => ({ path: one })), ...found.files];
    return { workspace, used, found: { items, hasMore: found.hasMore } };
  });
  const { reload, more } = polled;
  const isOver = useDrops(id, prefix);
  useEffect(() => {
    const uploaded = () => void reload().catch(fail);
    document.addEventListener("uploaded", uploaded);
    return () => document.removeEventListener("uploaded", uploaded);
  }, []);
  return (
    <Loaded of={polled}>
      {({ workspace, used, found }) => (
        <>
          <Head title={nameOf(workspace)} below={<Used size={used} />}>
            <LinkButton words="All workspaces" href="#/workspaces" />
            <Copy words="Copy id" text={id} of="of this workspace" />
            <Action words="Start a session" run={() => startDialog("", id)} />
            <Rename workspace={workspace} renamed={reload} />
            <Picker words="Upload a folder" isFolder kind="quiet" {...{ id, prefix }} />
            <Picker words="Upload files" {...{ id, prefix }} />
          </Head>
          <Trail workspace={workspace} prefix={prefix} />
          <section class={isOver ? "zone over" : "zone"} aria-label="Files">
            <List
              {...{ found, more }}
              columns={columns({ id, prefix }, reload)}
              keyOf={(entry) => entry.path}
              none={<NoFile id={id} prefix={prefix} />}
            />
          </section>
        </>
      )}
    </Loaded>
  );
}

function NoFile({ id, prefix }: Place) {
  const task = `'{"task": "Sort the invoices", "workspaceId": "${id}"}'`;
  return (
    <Empty
      what={prefix === "" ? "No file yet" : "This folder is empty"}
      command={`svc cloud v3 POST /sessions ${task}`}
    >
      Drop files or folders here, or use the buttons above. A session with this workspace can read them, and stores its
      results here:
    </Empty>
  );
}

function Used({ size: { sizeBytes, quotaBytes } }: { size: WorkspaceSize }) {
  if (quotaBytes === null) return <span class="soft">{size(sizeBytes)}</span>;
  const words = `${size(sizeBytes)} of ${size(quotaBytes)}`;
  const range = { min: 0, max: quotaBytes, high: quotaBytes * 0.9, optimum: 0, value: sizeBytes };
  return (
    <span class="soft">
      {words} <meter {...range} aria-label={`Used: ${words}`} />
    </span>
  );
}

/** Links to the folders above this one. */
function Trail({ workspace, prefix }: { workspace: Workspace; prefix: string }) {
  const names = ["", ...prefix.split("/").filter((name) => name !== "")];
  const folders = names.map((name, n) => ({ name: name || nameOf(workspace), path: pathOf(names.slice(1, n + 1)) }));
  return (
    <nav class="trail" aria-label="Folder">
      {names.length > 1 &&
        folders.map(({ name, path }, n) => (
          <Fragment key={path}>
            {n > 0 && <span aria-hidden="true"> / </span>}
            {n === folders.length - 1 ? (
              <span aria-current="page">{name}</span>
            ) : (
              <a href={hrefOf(workspace.id, path)}>{name}</a>
            )}
          </Fragment>
        ))}
    </nav>
  );
}

const pathOf = (names: readonly string[]) => names.map((name) => `${name}/`).join("");
const hrefOf = (id: string, path: string) => `#/workspaces/${id}${path && `/${encodeURIComponent(path)}`}`;

function columns({ id, prefix }: Place, reload: () => Promise<void>): Column<Entry>[] {
  const named = ({ path }: Entry) => path.slice(prefix.length);
  return [
    [
      "Name",
      (entry) => (
        <div class="task">{isFile(entry) ? named(entry) : <FolderLink {...{ id, prefix }} path={entry.path} />}</div>
      ),
    ],
    ["Size", (entry) => isFile(entry) && <span class="piece">{size(entry.size)}</span>],
    ["Changed", (entry) => isFile(entry) && <Time at={entry.lastModified} />],
    [
      "",
      (entry) => (
        <span class="buttons-row">
          {isFile(entry) && <Action words="Download" run={() => download(id, entry.path)} of={named(entry)} />}
          <Action
            words="Delete"
            kind="bad"
            run={() =>
              (isFile(entry) ? deleteFile : deleteFolder)({ id, path: entry.path, name: named(entry) }, reload)
            }
            of={named(entry)}
          />
        </span>
      ),
    ],
  ];
}

const isFile = (entry: Entry): entry is FileInfo => "size" in entry;

function FolderLink({ id, prefix, path }: Place & { path: string }) {
  const name = path.slice(prefix.length);
  return (
    <a href={hrefOf(id, path)} aria-label={`Folder ${name}`}>
      {name}
    </a>
  );
}

/** Reads the address on demand, because it is valid for one minute only. */
async function download(id: string, path: string): Promise<void> {
  const link = document.createElement("a");
  Object.assign(link, { href: here(await addressOfFile(id, path)), download: "" });
  link.click();
}

interface Deleted {
  id: string;
  path: string;
  name: string;
}

function deleteFile({ id, path, name }: Deleted, reload: () => Promise<void>): void {
  confirm(`Delete ${name}?`, "It will be deleted permanently.", "Delete", async () => {
    await removeFile(id, path);
    say("The file was deleted.");
    await reload();
  });
}

async function deleteFolder({ id, path }: Deleted, reload: () => Promise<void>): Promise<void> {
  const files = await filesBelow(id, path);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const consequence = `${counted(files.length, "file")} (${size(bytes)}) in it will be deleted permanently.`;
  confirm(`Delete the folder ${path}?`, consequence, "Delete", async () => {
    for (const file of files) await removeFile(id, file.path);
    say("The folder was deleted.");
    await reload();
  });
}
