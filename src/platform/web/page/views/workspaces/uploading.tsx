/** Brings files to a folder of a workspace, by buttons or dropped. Asks before it replaces any. */
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
    // The same files may be chosen again.
    currentTarget.value = "";
    bring(id, prefix, files).catch(fail);
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

/** Uploads files that are dropped anywhere on the page to a folder. Returns whether files are over the page. */
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
    // Without this the browser would open the file in place of this page.
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    dropped(event.dataTransfer)
      .then((picked) => bring(id, prefix, picked))
      .catch(fail);
  };
  document.addEventListener("dragenter", over, { signal });
  document.addEventListener("dragover", over, { signal });
  document.addEventListener("dragleave", ({ relatedTarget }) => setOver(relatedTarget !== null), { signal });
  document.addEventListener("drop", drop, { signal });
}

/** Names in a question; there may be many more. */
const MAX_NAMES = 5;

async function bring(id: string, prefix: string, picked: readonly Picked[]): Promise<void> {
  if (picked.length === 0) throw new Error("There is no file in what was dropped.");
  const taken = await replaced(id, prefix, picked);
  if (taken.length === 0) return upload(id, prefix, picked);
  const more = taken.length > MAX_NAMES ? ` and ${taken.length - MAX_NAMES} more` : "";
  const title = taken.length === 1 ? "Replace this file?" : `Replace ${counted(taken.length, "file")}?`;
  const consequence = (
    <>
      What is there now is lost for good: <span class="names">{`${taken.slice(0, MAX_NAMES).join(", ")}${more}`}</span>
    </>
  );
  confirm(title, consequence, "Replace", () => upload(id, prefix, picked));
}

/** Paths of the picked files that the workspace has already. */
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
