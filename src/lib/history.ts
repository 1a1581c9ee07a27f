/**
 * The history of a session on disk: one line of JSON a command, in a file of bounded size that its owner alone can read.
 * Knows no command: what must not be kept is left out before.
 */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileFailure } from "../errors.ts";
import { privateFolder } from "./atomic-file.ts";

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

/** The end of a history's file, held open: a command pays for one write. */
export class HistoryEnd {
  readonly #files: HistoryFiles;
  #descriptor: number | undefined;
  #size = 0;

  constructor(files: HistoryFiles) {
    this.#files = files;
  }

  /** Adds the entry. Throws `io` where it cannot be written. Where the home is gone there is nothing to keep it in. */
  append(entry: Entry): void {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    try {
      // Somebody may have removed the file, or moved it aside.
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
