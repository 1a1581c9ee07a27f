/** Files that hold secrets or are read by other processes: written whole or not at all, readable by their owner alone. */
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { Failure, fileFailure } from "../errors.ts";
import { homeFolder } from "./paths.ts";

let counter = 0;

/**
 * Writes beside the target and renames over it, so that a reader never sees half a file. Mode 0600 unless told. `durable`
 * waits for the disk: right for what a user would miss, too slow for what a restart writes anew. A link is followed, and
 * what is no plain file of one name (a device, a pipe, a hard link) is written into, never replaced.
 */
export function writeWhole(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, durable = true }: { mode?: number; durable?: boolean } = {},
): void {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  let temporary: string | undefined;
  try {
    const target = followed(path);
    const there = statSync(target, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
    if (there && (!there.isFile() || there.nlink > 1)) {
      writeFileSync(target, bytes);
      return;
    }
    temporary = `${target}.${process.pid}.${counter++}.tmp`;
    writeNew(temporary, bytes, mode, durable);
    renameSync(temporary, target);
  } catch (error) {
    if (temporary !== undefined) removeQuietly(temporary);
    throw (isOfHome(path) ? homeFailure : fileFailure)(error, `cannot write ${path}`);
  }
}

/** On a file system that is read-only the removal fails like the write before it, which says more. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It was never made.
  }
}

/** As `writeWhole`, for a path that the user named: a file that is there is replaced only with `force`, else `io`. */
export function writeUnlessThere(
  path: string,
  content: string,
  { mode, force }: { mode: number; force: boolean },
): void {
  if (!force && lstatSync(path, { throwIfNoEntry: false }))
    throw new Failure("io", `${path} exists already`, "Give another path, or --force to replace the file.");
  writeWhole(path, content, { mode });
}

/** Where a path leads in the end; the path itself where nothing is yet. */
function followed(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function writeNew(path: string, bytes: Uint8Array, mode: number, durable: boolean): void {
  const descriptor = openSync(path, "wx", mode);
  try {
    // The daemon's own mask would take away what a file for the user shall have.
    fchmodSync(descriptor, mode);
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    if (durable) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a text file of UTF-8. Missing: `not_found`. */
export function readText(path: string): string {
  return readBytes(path).toString("utf8");
}

/** Reads a file whole. Missing: `not_found`. A pipe is none: it would hold up all else, and be another one in the daemon. */
export function readBytes(path: string): Buffer {
  try {
    const found = statSync(path);
    if (found.isFile() || found.isDirectory()) return readFileSync(path);
  } catch (error) {
    throw fileFailure(error, `cannot read ${path}`);
  }
  throw new Failure(
    "io",
    `cannot read ${path}: it is not a regular file`,
    "Write it to a file, or give it as - on standard input.",
  );
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

/** What to do where the folder of svc cannot be used. */
export const OWN_HOME = "Set SVC_HOME to a folder that you can write.";

export function isOfHome(path: string | undefined): boolean {
  const home = homeFolder();
  return path === home || path?.startsWith(`${home}${sep}`) === true;
}

/** A failure at a file of ours, in the folder of svc. */
export function homeFailure(error: unknown, what: string): Failure {
  const { code, message } = fileFailure(error, what);
  return new Failure(code, message, OWN_HOME, { cause: error });
}

/** Names in a folder of ours; none where it does not exist. One that cannot be read throws. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw homeFailure(error, `cannot read ${folder}`);
  }
}

/** The bit of folders in which everybody makes files, like the temporary one. */
const STICKY = 0o1000;

/**
 * A folder of ours: made with mode 0700, refused when it belongs to someone else. One of the whole system (its root, the
 * temporary folder) is refused as it is: to close it would shut out all others.
 */
export function privateFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(path);
    const me = process.getuid?.();
    if (me !== undefined && uid !== me) {
      throw new Failure("io", `${path} belongs to another user`, "Set SVC_HOME to a folder of your own.");
    }
    if ((mode & STICKY) !== 0 || dirname(resolve(path)) === resolve(path))
      throw new Failure("io", `${path} is a folder that all users share`, "Set SVC_HOME to a folder of your own.");
    if (process.platform !== "win32" && (mode & 0o077) !== 0) chmodSync(path, 0o700);
    return path;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure("io", fileFailure(error, `cannot use the folder ${path}`).message, OWN_HOME, { cause: error });
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
