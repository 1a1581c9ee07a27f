/**
 * Notes on disk about work that must be undone when this process is killed. The note is written before the work and
 * removed after it. A later process finds the notes of dead processes.
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { privateFolder, readJson, writeWhole } from "./atomic-file.ts";
import { identify, isAlive, type ProcessId, startTime } from "./process.ts";

export interface Note<T> {
  readonly data: T;
  /** Removes the note: its work was undone. */
  remove(): void;
}

interface Written<T> {
  owner: ProcessId;
  data: T;
}

function folderOf(home: string): string {
  return join(home, "undo");
}

/** Writes a note that this process owns. `kind` is a word; `data` must be JSON without secrets. */
export function takeNote<T extends object>(home: string, kind: string, data: T): Note<T> {
  privateFolder(home);
  const path = join(privateFolder(folderOf(home)), `${kind}-${crypto.randomUUID()}.json`);
  const written: Written<T> = { owner: identify(process.pid), data };
  // Not durable: only the death of this process matters, not that of the machine.
  writeWhole(path, JSON.stringify(written), { durable: false });
  return { data, remove: () => rmSync(path, { force: true }) };
}

/** The notes of a kind whose process is dead. */
export function abandonedNotes<T extends object>(home: string, kind: string): Note<T>[] {
  removeHalfWritten(home);
  return names(folderOf(home))
    .filter((name) => name.startsWith(`${kind}-`) && name.endsWith(".json"))
    .flatMap((name) => {
      const path = join(folderOf(home), name);
      const note = readJson<Written<T>>(path);
      if (!note?.data || isAlive(note.owner)) return [];
      return [{ data: note.data, remove: () => rmSync(path, { force: true }) }];
    });
}

/** Removes temporary files of writers that were killed. Their names end with the writer's PID and a number. */
function removeHalfWritten(home: string): void {
  for (const name of names(folderOf(home))) {
    const pid = /\.json\.(\d+)\.\d+\.tmp$/.exec(name)?.[1];
    if (pid !== undefined && startTime(Number(pid)) === undefined) rmSync(join(folderOf(home), name), { force: true });
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
