/** Uploads files to a folder of a workspace, chosen or dropped. Asks before it replaces files. */
import { useEffect, useRef, useState } from "preact/hooks";
import { fail } from "../../app/notices.tsx";
import { confirm } from "../../components/dialog.tsx";
import { counted } from "../../components/format.tsx";
import { chosen, dropped, type Picked } from "../../uploads/picked.ts";
import { upload } from "../../uploads/queue.ts";
import { filesBelow } from "./files.ts";

interface PickerProps {
  words: string;
  kind?: "" | "quiet";
  isFolder?: boolean;
  id: string;
  prefix: string;
}

/** A button that chooses files, or a folder, to upload. */
export function Picker({ words, kind = "", isFolder = false, id, prefix }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const picked = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const files = chosen(currentTarget.files);
    // Allows the same files to be chosen again.
    currentTarget.value = "";
    uploadPicked(id, prefix, files).catch(fail);
  };
  const folder: object = { webkitdirectory: isFolder };
  return (
    <span>
      <input type="file" multiple hidden aria-label={words} ref={input} onChange={picked} {...folder} />
      <button type="button" class={kind} onClick={() => input.current?.click()}>
        {words}
      </button>
    </span>
  );
}

/** Uploads files that are dropped anywhere on the page. Returns whether files are dragged over the page. */
export function useDrops(id: string, prefix: string): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    takeDrops(id, prefix, setOver, gone.signal);
    return () => gone.abort();
  }, [id, prefix]);
  return isOver;
}

function takeDrops(id: string, prefix: string, setOver: (isOver: boolean) => void, signal: AbortSignal): void {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    // Otherwise the browser opens the file instead of this page.
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    dropped(event.dataTransfer)
      .then((picked) => uploadPicked(id, prefix, picked))
      .catch(fail);
  };
  document.addEventListener("dragenter", over, { signal });
  document.addEventListener("dragover", over, { signal });
  document.addEventListener("dragleave", ({ relatedTarget }) => setOver(relatedTarget !== null), { signal });
  document.addEventListener("drop", drop, { signal });
}

/** Number of file names in the confirmation. */
const MAX_NAMES = 5;

async function uploadPicked(id: string, prefix: string, picked: readonly Picked[]): Promise<void> {
  if (picked.length === 0) throw new Error("The dropped items contain no files.");
  const existing = await existingPaths(id, prefix, picked);
  if (existing.length === 0) return upload(id, prefix, picked);
  const more = existing.length > MAX_NAMES ? ` and ${existing.length - MAX_NAMES} more` : "";
  const title = existing.length === 1 ? "Replace this file?" : `Replace ${counted(existing.length, "file")}?`;
  const consequence = (
    <>
      The current content will be lost permanently:{" "}
      <span class="names">{`${existing.slice(0, MAX_NAMES).join(", ")}${more}`}</span>
    </>
  );
  confirm(title, consequence, "Replace", () => upload(id, prefix, picked));
}

/** Paths of the picked files that exist in the workspace already. */
async function existingPaths(id: string, prefix: string, picked: readonly Picked[]): Promise<string[]> {
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
