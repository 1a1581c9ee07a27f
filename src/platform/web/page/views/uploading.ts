/** Brings files to a folder of a workspace: by buttons, or dropped. Asks before it replaces any. */
import { confirm } from "../dialog.ts";
import { h } from "../dom.ts";
import { counted } from "../format.ts";
import { fail } from "../notices.ts";
import { chosen, dropped, type Picked } from "../uploads/picked.ts";
import { upload } from "../uploads/queue.ts";
import { filesBelow } from "../workspaces.ts";

/** Buttons that choose files and folders. */
export function pickers(id: string, prefix: string): HTMLElement[] {
  return [picker("Upload a folder", "quiet", id, prefix), picker("Upload files", "", id, prefix)];
}

function picker(words: string, className: string, id: string, prefix: string): HTMLElement {
  const isFolder = words === "Upload a folder";
  const input = h("input", {
    type: "file",
    multiple: true,
    webkitdirectory: isFolder,
    hidden: true,
    "aria-label": words,
  });
  input.addEventListener("change", () => {
    const picked = chosen(input.files);
    // The same files may be chosen again.
    input.value = "";
    bring(id, prefix, picked).catch(fail);
  });
  return h("span", {}, input, h("button", { type: "button", className, onclick: () => input.click() }, words));
}

/** Files that are dropped anywhere on the page go to this folder, until `signal` is aborted. */
export function takeDrops(
  zone: HTMLElement,
  { id, prefix, signal }: { id: string; prefix: string; signal: AbortSignal },
): void {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;
  const show = (isOver: boolean) => zone.classList.toggle("over", isOver);
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    // Without this the browser would open the file in place of this page.
    event.preventDefault();
    show(true);
  };
  document.addEventListener("dragenter", over, { signal });
  document.addEventListener("dragover", over, { signal });
  document.addEventListener("dragleave", ({ relatedTarget }) => show(relatedTarget !== null), { signal });
  document.addEventListener(
    "drop",
    (event) => {
      show(false);
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      dropped(event.dataTransfer)
        .then((picked) => bring(id, prefix, picked))
        .catch(fail);
    },
    { signal },
  );
}

/** Names in a question; there may be many more. */
const MAX_NAMES = 5;

async function bring(id: string, prefix: string, picked: readonly Picked[]): Promise<void> {
  if (picked.length === 0) throw new Error("There is no file in what was dropped.");
  const taken = await replaced(id, prefix, picked);
  if (taken.length === 0) return upload(id, prefix, picked);
  const more = taken.length > MAX_NAMES ? ` and ${taken.length - MAX_NAMES} more` : "";
  const names = h("p", { className: "names" }, `${taken.slice(0, MAX_NAMES).join(", ")}${more}`);
  const title = taken.length === 1 ? "Replace this file?" : `Replace ${counted(taken.length, "file")}?`;
  confirm(title, ["What is there now is lost for good: ", names], "Replace", async () => upload(id, prefix, picked));
}

/** Files of the workspace that are there already under the path of one that comes. */
async function replaced(id: string, prefix: string, picked: readonly Picked[]): Promise<string[]> {
  const wanted = new Set(picked.map(({ path }) => `${prefix}${path}`));
  const folders = new Set(
    picked.flatMap(({ path }) => (path.includes("/") ? [path.slice(0, path.indexOf("/") + 1)] : [])),
  );
  const isLoose = picked.some(({ path }) => !path.includes("/"));
  const found = await Promise.all([
    ...(isLoose ? [filesBelow(id, prefix, true)] : []),
    ...[...folders].map((one) => filesBelow(id, `${prefix}${one}`)),
  ]);
  return found.flat().flatMap(({ path }) => (wanted.has(path) ? [path] : []));
}
