/**
 * The history of a session on disk: one line of JSON per command, in a file of limited size that only its owner can
 * read. Callers remove secrets first.
 */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileFailure } from "../errors.ts";
import { privateFolder } from "./atomic-file.ts";

/** One command that was executed. */
export interface Entry {
  /** When it ended, as an ISO 8601 time. */
  at: string;
  command: string;
  args: Record<string, unknown>;
  /** Keys of arguments that are not stored: secrets, and values that are too long. */
  masked?: string[];
  ok: boolean;
  /** Code of the failure. */
  code?: string;
  /** Duration in milliseconds. */
  ms: number;
  /** The deadline, when it differs from the command's default. */
  timeoutMs?: number;
}

/** A file larger than this is renamed and replaces the earlier renamed one, so that there are two at most. */
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

/** The end of a history file, kept open so that a command costs one write. */
export class HistoryEnd {
  readonly #files: HistoryFiles;
  #descriptor: number | undefined;
  #size = 0;

  constructor(files: HistoryFiles) {
    this.#files = files;
  }

  /** Appends the entry. Throws `io` when it cannot be written. Does nothing when the home folder is gone. */
  append(entry: Entry): void {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    try {
      // Another process may have removed or renamed the file.
      if (this.#descriptor !== undefined && fstatSync(this.#descriptor).nlink === 0) this.close();
      if (this.#descriptor !== undefined && this.#size + line.length > ROTATE_BYTES) this.#rotate();
      this.#descriptor ??= this.#open();
      if (this.#descriptor === undefined) return;
      this.#size += writeSync(this.#descriptor, line);
    } catch (error) {
      this.close();
      throw fileFailure(error, `cannot write ${this.#files.current}`);
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #open(): number | undefined {
    const { folder, current } = this.#files;
    if (!existsSync(dirname(folder))) return undefined;
    privateFolder(folder);
    const descriptor = openSync(current, "a", 0o600);
    this.#size = fstatSync(descriptor).size;
    return descriptor;
  }

  #rotate(): void {
    this.close();
    renameSync(this.#files.current, this.#files.older);
  }
}

/** Returns all entries, oldest first. Leaves out incomplete lines. */
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
