/**
 * Large things by key: profiles, recordings, downloads. On disk here; `s3.ts` has them elsewhere. A key is a path of names
 * that we chose, with a slash between them; what it holds is written whole or not at all.
 */
import { constants, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { chmod, copyFile, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileFailure } from "../../../errors.ts";
import { privateFolder } from "../../../lib/atomic-file.ts";

/** Bytes from `start` up to, but not with, `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface ObjectInfo {
  key: string;
  bytes: number;
  modifiedAt: number;
}

/** Errors of all of them: `io`, with the reason; `not_found` for a path that is put and is not there. */
export interface Objects {
  /** Replaces what is there. A file is read piece by piece, and stays. */
  put(key: string, source: Uint8Array | { path: string }): Promise<void>;
  /** Undefined where there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  size(key: string): Promise<number | undefined>;
  /** A stream of the bytes, or of a part of them, for answers. Undefined where there is none. */
  stream(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** All whose key begins so, in no order. */
  list(prefix: string): Promise<ObjectInfo[]>;
  /** Does nothing where there is none. */
  remove(key: string): Promise<void>;
  /** An address at which anybody can fetch it for a time, named `filename`; undefined where only the server can give it. */
  link(key: string, how: { expiresMs: number; filename?: string | undefined }): string | undefined;
}

/** Throws for what is no key of ours. Names are not those of users: a way out of the folder would be a mistake here. */
export function checkKey(key: string): void {
  const isKey = key.length <= 800 && key.split("/").every((name) => /^[\w-][\w.-]{0,199}$/.test(name));
  if (!isKey) throw new Error(`no key of an object: ${key}`);
}

/** What is being written lies here until it is whole. No key begins so. */
const INCOMING = ".incoming";

/** Older than this in there: its writer is dead. */
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

/** Where a server keeps its objects by default. */
export function objectsFolder(home: string): string {
  return join(home, "server", "objects");
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR";
}

async function write(path: string, source: Uint8Array | { path: string }): Promise<void> {
  const isFile = !(source instanceof Uint8Array);
  // Within one file system that can, this only shares the blocks.
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

/** Each is lost only to a removal that comes between two calls to the system. */
const ATTEMPTS = 50;

/** Gives the file its name. Its folder may be taken away meanwhile, by a removal that found it empty. */
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

/** The name of a file is on the disk only when its folder is. */
async function syncFolder(path: string): Promise<void> {
  // Windows opens no folder, and does it by itself.
  if (process.platform === "win32") return;
  try {
    const folder = await open(path, "r");
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    // Removed meanwhile, with what was just written.
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

/** Takes the folders of a key away as far as they are empty. */
async function removeEmpty(folder: string, path: string): Promise<void> {
  for (let at = path; at !== "."; at = dirname(at)) {
    try {
      await rmdir(join(folder, at));
    } catch {
      return;
    }
  }
}

/** What a server that was killed had begun to write. */
function sweep(incoming: string): void {
  for (const name of readdirSync(incoming)) {
    const path = join(incoming, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) rmSync(path, { force: true });
  }
}
