/**
 * Object storage for profiles, recordings and downloads, on disk; `s3.ts` is the alternative. Keys are slash-separated paths that the
 * server chooses. Writes are atomic.
 */
import { constants, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { chmod, copyFile, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileFailure } from "../../../errors.ts";
import { privateFolder } from "../../../lib/atomic-file.ts";

/** Bytes from `start` (inclusive) to `end` (exclusive). */
export interface ByteRange {
  start: number;
  end: number;
}

export interface ObjectInfo {
  key: string;
  bytes: number;
  modifiedAt: number;
}

/** Errors of all methods: `io`; `put` also `not_found` for a missing source file. */
export interface Objects {
  /** Writes or replaces an object. A source file is streamed and stays in place. */
  put(key: string, source: Uint8Array | { path: string }): Promise<void>;
  /** Undefined for an unknown key. */
  get(key: string): Promise<Uint8Array | undefined>;
  size(key: string): Promise<number | undefined>;
  /** A stream of the bytes or a range of them. Undefined for an unknown key. */
  stream(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** All objects whose key starts with `prefix`, unordered. */
  list(prefix: string): Promise<ObjectInfo[]>;
  /** Does nothing for an unknown key. */
  remove(key: string): Promise<void>;
  /** A public URL that expires after `expiresMs`; undefined if only this server can serve the object. */
  link(key: string, how: { expiresMs: number; filename?: string | undefined }): string | undefined;
}

/** Throws for an invalid key. Keys never come from users, so this is an assertion against path traversal. */
export function checkKey(key: string): void {
  const isKey = key.length <= 800 && key.split("/").every((name) => /^[\w-][\w.-]{0,199}$/.test(name));
  if (!isKey) throw new Error(`invalid object key: ${key}`);
}

/** Folder for incomplete writes. No key starts with this name. */
const INCOMING = ".incoming";

/** Incomplete writes older than this belong to a crashed server. */
const ABANDONED_MS = 86_400_000;

export function diskObjects(folder: string): Objects {
  const incoming = join(privateFolder(folder), INCOMING);
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  sweep(incoming);
  const pathOf = (key: string): string => {
    checkKey(key);
    return join(folder, key);
  };
  const sizeOf = async (key: string): Promise<number | undefined> => {
    try {
      const found = await stat(pathOf(key));
      return found.isFile() ? found.size : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw fileFailure(error, `cannot read the object ${key}`);
    }
  };
  return {
    async put(key, source) {
      const path = pathOf(key);
      const temporary = join(incoming, crypto.randomUUID());
      try {
        await write(temporary, source);
        await moveTo(path, temporary);
      } catch (error) {
        await rm(temporary, { force: true });
        throw fileFailure(error, `cannot write the object ${key}`);
      }
    },
    async get(key) {
      if ((await sizeOf(key)) === undefined) return undefined;
      try {
        return await Bun.file(pathOf(key)).bytes();
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw fileFailure(error, `cannot read the object ${key}`);
      }
    },
    size: sizeOf,
    async stream(key, range) {
      if ((await sizeOf(key)) === undefined) return undefined;
      const file = Bun.file(pathOf(key));
      return (range ? file.slice(range.start, range.end) : file).stream();
    },
    list: (prefix) => listed(folder, prefix),
    async remove(key) {
      try {
        await rm(pathOf(key), { force: true });
      } catch (error) {
        throw fileFailure(error, `cannot remove the object ${key}`);
      }
      await removeEmpty(folder, dirname(key));
    },
    link: () => undefined,
  };
}

/** The default folder for objects. */
export function objectsFolder(home: string): string {
  return join(home, "server", "objects");
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR";
}

async function write(path: string, source: Uint8Array | { path: string }): Promise<void> {
  const isFile = !(source instanceof Uint8Array);
  // A reflink where the file system supports it.
  if (isFile) {
    await copyFile(source.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(path, 0o600);
  }
  const file = await open(path, isFile ? "r+" : "wx", 0o600);
  try {
    if (!isFile) await file.writeFile(source);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Attempts against a concurrent removal of the folder. */
const ATTEMPTS = 50;

/** Renames the file into place. A concurrent removal can delete its empty folder in between. */
async function moveTo(path: string, temporary: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(temporary, path);
      break;
    } catch (error) {
      if (attempt === ATTEMPTS || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  await syncFolder(dirname(path));
}

/** Makes a rename durable. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; it syncs them itself.
  if (process.platform === "win32") return;
  try {
    const folder = await open(path, "r");
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    // Removed in the meantime, together with the new file.
    if (!isMissing(error)) throw error;
  }
}

async function listed(folder: string, prefix: string): Promise<ObjectInfo[]> {
  const within = prefix.includes("/") ? prefix.slice(0, prefix.lastIndexOf("/")) : "";
  if (within !== "") checkKey(within);
  try {
    const names = await readdir(join(folder, within), { recursive: true });
    const keys = names
      .map((name) => [within, ...name.split(/[\\/]/)].filter(Boolean).join("/"))
      .filter((key) => key.startsWith(prefix) && !key.startsWith(INCOMING));
    const infos = await Promise.all(
      keys.map(async (key) => {
        const found = await stat(join(folder, key)).catch(() => undefined);
        return found?.isFile() ? [{ key, bytes: found.size, modifiedAt: Math.round(found.mtimeMs) }] : [];
      }),
    );
    return infos.flat();
  } catch (error) {
    if (isMissing(error)) return [];
    throw fileFailure(error, "cannot list the objects");
  }
}

/** Removes the empty parent folders of a key. */
async function removeEmpty(folder: string, path: string): Promise<void> {
  for (let at = path; at !== "."; at = dirname(at)) {
    try {
      await rmdir(join(folder, at));
    } catch {
      return;
    }
  }
}

/** Removes incomplete writes of crashed servers. */
function sweep(incoming: string): void {
  for (const name of readdirSync(incoming)) {
    const path = join(incoming, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) rmSync(path, { force: true });
  }
}
