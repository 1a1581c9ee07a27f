/**
 * What must be undone when the process that began it is killed: noted on disk before it can be lost, struck out when it is
 * done. Whoever comes next finds the notes of dead processes. Knows nothing of what they say.
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { privateFolder, readJson, writeWhole } from "./atomic-file.ts";
import { identify, isAlive, type ProcessId, startTime } from "./process.ts";

export interface Note<T> {
  readonly data: T;
  /** Forgets it: what it says was undone. */
  strike(): void;
}

interface Written<T> {
  owner: ProcessId;
  data: T;
}

function folderOf(home: string): string {
  return join(home, "undo");
}

/** Writes a note, owned by this process. `kind` is a word; `data` must be JSON and hold no secret. */
export function takeNote<T extends object>(home: string, kind: string, data: T): Note<T> {
  privateFolder(home);
  const path = join(privateFolder(folderOf(home)), `${kind}-${crypto.randomUUID()}.json`);
  const written: Written<T> = { owner: identify(process.pid), data };
  // Not waiting for the disk: what is between here and the note is what a kill would lose.
  writeWhole(path, JSON.stringify(written), { durable: false });
  return { data, strike: () => rmSync(path, { force: true }) };
}

/** The notes of a kind whose process is gone. */
export function abandonedNotes<T extends object>(home: string, kind: string): Note<T>[] {
  removeHalfWritten(home);
  return names(folderOf(home))
    .filter((name) => name.startsWith(`${kind}-`) && name.endsWith(".json"))
    .flatMap((name) => {
      const path = join(folderOf(home), name);
      const held = readJson<Written<T>>(path);
      if (!held?.data || isAlive(held.owner)) return [];
      return [{ data: held.data, strike: () => rmSync(path, { force: true }) }];
    });
}

/** A note on its way when its writer was killed; the name ends with the writer's PID and a number. */
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
