/** Large things by key: profiles, recordings, downloads. On disk here; S3 by setting. */
import { rmSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { privateFolder, writeWhole } from "../../lib/files.ts";

export interface Objects {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  size(key: string): Promise<number | undefined>;
  /** A stream of the bytes, for answers. */
  stream(key: string): Promise<ReadableStream<Uint8Array> | undefined>;
  remove(key: string): Promise<void>;
  /** The keys that begin with it, in no order. */
  list(prefix: string): Promise<string[]>;
}

export function diskObjects(folder: string): Objects {
  privateFolder(folder);
  const pathOf = (key: string): string => {
    const path = resolve(folder, key);
    if (!path.startsWith(folder + sep)) throw new Error(`key outside the folder: ${key}`);
    return path;
  };
  return {
    async put(key, bytes) {
      privateFolder(dirname(pathOf(key)));
      writeWhole(pathOf(key), bytes);
    },
    async get(key) {
      const file = Bun.file(pathOf(key));
      return (await file.exists()) ? new Uint8Array(await file.arrayBuffer()) : undefined;
    },
    size: async (key) => statSync(pathOf(key), { throwIfNoEntry: false })?.size,
    async stream(key) {
      const file = Bun.file(pathOf(key));
      return (await file.exists()) ? file.stream() : undefined;
    },
    remove: async (key) => rmSync(pathOf(key), { force: true }),
    async list(prefix) {
      const keys: string[] = [];
      for await (const path of new Bun.Glob("**").scan({ cwd: folder, dot: true }))
        keys.push(path.split(sep).join("/"));
      return keys.filter((key) => key.startsWith(prefix));
    },
  };
}

/** Where a server keeps its objects by default. */
export function objectsFolder(home: string): string {
  return join(home, "server", "objects");
}
