/** Files that hold secrets or are read by other processes: written whole or not at all, readable by their owner alone. */
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { Failure, fileFailure } from "../errors.ts";

let counter = 0;

/**
 * Writes beside the target and renames over it, so that a reader never sees half a file. Mode 0600 unless told. `durable`
 * waits for the disk: right for what a user would miss, too slow for what a restart writes anew.
 */
export function writeWhole(path: string, content: string | Uint8Array, { mode = 0o600, durable = true } = {}): void {
  const temporary = `${path}.${process.pid}.${counter++}.tmp`;
  try {
    const descriptor = openSync(temporary, "wx", mode);
    try {
      // The daemon's own mask would take away what a file for the user shall have.
      fchmodSync(descriptor, mode);
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      if (durable) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw fileFailure(error, `cannot write ${path}`);
  }
}

/** Reads a text file of UTF-8. Missing: `not_found`. */
export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw fileFailure(error, `cannot read ${path}`);
  }
}

/** The file's JSON object, or undefined when the file is missing or holds something else. For files of our own. */
export function readJson<T extends object>(path: string): T | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** A folder of ours: made with mode 0700, refused when it belongs to someone else. */
export function privateFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(path);
    const me = process.getuid?.();
    if (me !== undefined && uid !== me) {
      throw new Failure("io", `${path} belongs to another user`, "Set SVC_HOME to a folder of your own.");
    }
    if (process.platform !== "win32" && (mode & 0o077) !== 0) chmodSync(path, 0o700);
    return path;
  } catch (error) {
    if (error instanceof Failure) throw error;
    const failure = fileFailure(error, `cannot use the folder ${path}`);
    throw new Failure("io", failure.message, "Set SVC_HOME to a folder that you can write.", { cause: error });
  }
}

/** Makes the folder a file will be written to, for paths the user named. */
export function parentOf(path: string): void {
  const folder = dirname(path);
  try {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
  } catch (error) {
    throw fileFailure(error, `cannot write ${path}`);
  }
}
