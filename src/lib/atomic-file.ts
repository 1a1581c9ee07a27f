/** Files that hold secrets or are read by other processes: written atomically, and readable by their owner only. */
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
 * Writes a temporary file beside the target and renames it, so that a reader never sees half a file. The mode is 0600
 * by default. `durable` waits for the disk: right for data that a user would miss, too slow for data that a restart
 * writes again. Links are realPath. A target that is not a regular file with one name (a device, a pipe, a hard link)
 * is written in place.
 */
export function writeWhole(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, durable = true }: { mode?: number; durable?: boolean } = {},
): void {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  let temporary: string | undefined;
  try {
    const target = realPath(path);
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

/** On a read-only file system the removal fails as well, but the error of the write says more. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The temporary file does not exist.
  }
}

/** Like `writeWhole`, for a path that the user named. Throws `io` when the file exists and `force` is not set. */
export function writeUnlessThere(
  path: string,
  content: string,
  { mode, force }: { mode: number; force: boolean },
): void {
  if (!force && lstatSync(path, { throwIfNoEntry: false }))
    throw new Failure("io", `${path} exists already`, "Give another path, or --force to replace the file.");
  writeWhole(path, content, { mode });
}

/** Resolves all links of the path. Returns the path itself when nothing exists there. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function writeNew(path: string, bytes: Uint8Array, mode: number, durable: boolean): void {
  const descriptor = openSync(path, "wx", mode);
  try {
    // The daemon's umask would remove permissions that a file for the user needs.
    fchmodSync(descriptor, mode);
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    if (durable) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a UTF-8 text file. Throws `not_found` when it does not exist. */
export function readText(path: string): string {
  return readBytes(path).toString("utf8");
}

/**
 * Reads a file. Throws `not_found` when it does not exist. Rejects pipes: reading one would block the process, and the
 * daemon would see another one.
 */
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

/** Reads a JSON object from a file of svc. Returns undefined when the file does not exist or holds something else. */
export function readJson<T extends object>(path: string): T | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** The hint when the home folder of svc cannot be used. */
export const OWN_HOME = "Set SVC_HOME to a folder that you can write to.";

export function isOfHome(path: string | undefined): boolean {
  const home = homeFolder();
  return path === home || path?.startsWith(`${home}${sep}`) === true;
}

/** A failure at a file in the home folder of svc. */
export function homeFailure(error: unknown, what: string): Failure {
  const { code, message } = fileFailure(error, what);
  return new Failure(code, message, OWN_HOME, { cause: error });
}

/** Lists the names in a folder of svc; none when it does not exist. Throws when it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw homeFailure(error, `cannot read ${folder}`);
  }
}

/** The mode bit of shared folders such as the temporary folder. */
const STICKY = 0o1000;

/**
 * Creates a folder of svc with mode 0700 and returns its path. Refuses a folder of another user, and shared folders of
 * the system (its root, the temporary folder), because mode 0700 would lock all other users out.
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

/** Checks that the parent folder of a path that the user named exists. */
export function parentOf(path: string): void {
  const folder = dirname(path);
  try {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
  } catch (error) {
    throw fileFailure(error, `cannot write ${path}`);
  }
}
