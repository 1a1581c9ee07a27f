/**
 * The history of a session on disk: one line of JSON a command, in a file of bounded size that its owner alone can read.
 * Knows no command: what must not be kept is left out before.
 */
import { appendFileSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileFailure } from "../errors.ts";
import { privateFolder } from "./files.ts";

/** One command that was run. */
export interface Entry {
  /** When it ended, as an ISO 8601 time. */
  at: string;
  command: string;
  args: Record<string, unknown>;
  /** Keys of arguments that are not kept: secrets, and what is too long. */
  masked?: string[];
  ok: boolean;
  /** Of the failure. */
  code?: string;
  /** How long it took. */
  ms: number;
  /** The deadline, where it was not the command's own. */
  timeoutMs?: number;
}

/** A file larger than this is moved aside, and the one that lay there is gone: two of them at most. */
const ROTATE_BYTES = 1_000_000;

export interface HistoryFiles {
  folder: string;
  current: string;
  older: string;
}

export function historyFiles(home: string, session: string): HistoryFiles {
  const folder = join(home, "history");
  const current = join(folder, `${session}.jsonl`);
  return { folder, current, older: `${current}.1` };
}

/** Adds the entry at the end. Throws `io` where it cannot be written. */
export function appendEntry({ folder, current, older }: HistoryFiles, entry: Entry): void {
  const line = `${JSON.stringify(entry)}\n`;
  try {
    const size = statSync(current, { throwIfNoEntry: false })?.size;
    if (size === undefined) privateFolder(folder);
    else if (size + line.length > ROTATE_BYTES) renameSync(current, older);
    appendFileSync(current, line, { mode: 0o600 });
  } catch (error) {
    throw fileFailure(error, `cannot write ${current}`);
  }
}

/** All entries, the oldest first. A line that was cut off is left out. */
export function readEntries({ current, older }: HistoryFiles): Entry[] {
  return [older, current].flatMap((path) => readLines(path).flatMap(readEntry));
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw fileFailure(error, `cannot read ${path}`);
  }
}

function readEntry(line: string): Entry[] {
  try {
    const entry = JSON.parse(line) as Entry;
    return typeof entry?.command === "string" && typeof entry.args === "object" ? [entry] : [];
  } catch {
    return [];
  }
}

export function clearEntries({ current, older }: HistoryFiles): void {
  for (const path of [older, current]) {
    try {
      rmSync(path, { force: true });
    } catch (error) {
      throw fileFailure(error, `cannot remove ${path}`);
    }
  }
}
