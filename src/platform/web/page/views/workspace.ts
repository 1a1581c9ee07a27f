/** The files in one folder of a workspace: files are dropped here, uploaded, downloaded and deleted. */
import { here } from "../address.ts";
import { confirm, copyButton } from "../dialog.ts";
import { button, h, redraw } from "../dom.ts";
import { counted, date, size } from "../format.ts";
import { List } from "../list.ts";
import { act, fail, say } from "../notices.ts";
import { empty } from "../table.ts";
import { viewSignal, watched } from "../view.ts";
import {
  addressOf,
  filesBelow,
  folder,
  named,
  removeFile,
  usedBy,
  type Workspace,
  type WorkspaceFile,
  workspace,
} from "../workspaces.ts";
import { startDialog } from "./sessions.ts";
import { pickers, takeDrops } from "./uploading.ts";
import { renameButton } from "./workspaces.ts";

/** A file, or a folder with a slash at its end. */
type Entry = WorkspaceFile | { path: string };

/** `prefix` is the folder, with a slash at its end, or empty. */
export async function workspaceView(id: string, prefix = ""): Promise<HTMLElement> {
  const heading = h("h1");
  const used = h("span", { className: "soft" });
  const rename = h("span");
  const path = h("nav", { className: "trail", "aria-label": "Folder" });
  const list: List<Entry> = listOf(id, prefix, () => draw());
  let shown = "";
  const draw = async () => {
    const [record, bytes] = await Promise.all([workspace(id), usedBy(id), list.draw()]);
    const now = JSON.stringify([record.name, bytes]);
    if (now === shown) return;
    shown = now;
    heading.textContent = named(record);
    redraw(used, ...quota(bytes));
    redraw(rename, renameButton(record, draw));
    redraw(path, ...trail(record, prefix));
  };
  await watched(draw);
  const signal = viewSignal();
  const zone = h("section", { className: "zone", "aria-label": "Files" }, list.element);
  takeDrops(zone, { id, prefix, signal });
  document.addEventListener("uploaded", () => void draw().catch(fail), { signal });
  const buttons = h(
    "span",
    { className: "buttons-row" },
    h("a", { className: "button quiet", href: "#/workspaces" }, "All workspaces"),
    copyButton("Copy id", "of this workspace", id),
    button(
      "Start a session",
      "quiet",
      act(() => startDialog("", id)),
    ),
    rename,
    ...pickers(id, prefix),
  );
  return h("div", {}, h("div", { className: "top" }, h("div", {}, heading, used), buttons), path, zone);
}

function listOf(id: string, prefix: string, draw: () => Promise<void>): List<Entry> {
  return new List<Entry>({
    load: async (pages) => {
      const { files, folders, hasMore } = await folder(id, prefix, pages);
      return { items: [...folders.map((path) => ({ path })), ...files], hasMore };
    },
    heads: ["Name", "Size", "Changed", ""],
    row: (entry) => ("size" in entry ? fileRow(id, prefix, entry, draw) : folderRow(id, prefix, entry.path, draw)),
    none: () =>
      empty(
        prefix === "" ? "No file yet" : "Nothing is in this folder",
        "Drop files or whole folders here, or use the buttons above. A session with this workspace finds them, and leaves here what it makes:",
        `svc cloud v3 POST /sessions '{"task": "Sort the invoices", "workspaceId": "${id}"}'`,
      ),
  });
}

function quota({ sizeBytes, quotaBytes }: { sizeBytes: number; quotaBytes: number | null }): Node[] {
  if (quotaBytes === null) return [h("span", {}, size(sizeBytes))];
  const words = `${size(sizeBytes)} of ${size(quotaBytes)}`;
  const high = quotaBytes * 0.9;
  return [
    h("span", {}, words, " "),
    h("meter", { min: 0, max: quotaBytes, high, optimum: 0, value: sizeBytes, "aria-label": `Used: ${words}` }),
  ];
}

/** The folders above this one, each a link. */
function trail(record: Workspace, prefix: string): Node[] {
  const names = prefix.split("/").filter((name) => name !== "");
  if (names.length === 0) return [];
  const links = ["", ...names].map((name, n) => {
    const words = name || named(record);
    return n === names.length
      ? h("span", { "aria-current": "page" }, words)
      : h("a", { href: addressIn(record.id, names.slice(0, n)) }, words);
  });
  return links.flatMap((link, n) => (n === 0 ? [link] : [h("span", { "aria-hidden": "true" }, " / "), link]));
}

function addressIn(id: string, names: readonly string[]): string {
  const prefix = names.map((name) => `${name}/`).join("");
  return `#/workspaces/${id}${prefix && `/${encodeURIComponent(prefix)}`}`;
}

function folderRow(id: string, prefix: string, path: string, draw: () => Promise<void>) {
  const name = path.slice(prefix.length);
  const address = `#/workspaces/${id}/${encodeURIComponent(path)}`;
  const remove = () => deleteFolder(id, path, draw);
  return [
    h("div", { className: "task" }, h("a", { href: address, "aria-label": `Folder ${name}` }, name)),
    "",
    "",
    button("Delete", "bad", act(remove), `Delete ${name}`),
  ];
}

function fileRow(id: string, prefix: string, file: WorkspaceFile, draw: () => Promise<void>) {
  const name = file.path.slice(prefix.length);
  const remove = () =>
    confirm(`Delete ${name}?`, "It is lost for good.", "Delete", async () => {
      await removeFile(id, file.path);
      say("The file was deleted.");
      await draw();
    });
  return [
    h("div", { className: "task" }, name),
    h("span", { className: "piece" }, size(file.size)),
    date(file.lastModified),
    h(
      "span",
      { className: "buttons-row" },
      button(
        "Download",
        "quiet",
        act(() => download(id, file.path)),
        `Download ${name}`,
      ),
      button("Delete", "bad", remove, `Delete ${name}`),
    ),
  ];
}

/** The address is asked for when it is needed, since it opens the file for a minute only. */
async function download(id: string, path: string): Promise<void> {
  h("a", { href: here(await addressOf(id, path)), download: "" }).click();
}

async function deleteFolder(id: string, path: string, draw: () => Promise<void>): Promise<void> {
  const files = await filesBelow(id, path);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const consequence = `${counted(files.length, "file")} (${size(bytes)}) in it are lost for good.`;
  confirm(`Delete the folder ${path}?`, consequence, "Delete", async () => {
    for (const file of files) await removeFile(id, file.path);
    say("The folder was deleted.");
    await draw();
  });
}
