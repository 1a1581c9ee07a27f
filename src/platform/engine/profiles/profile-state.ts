/**
 * Packs the state of a browser into bytes and unpacks it: cookies from the protocol, and the files of the user data folder in
 * which sites store data. Both are the same in headless shell and full Chrome on every system.
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { Network_Cookie } from "../../../cdp/protocol.gen.ts";
import { Failure } from "../../../errors.ts";

/** Folder of the default profile below the user data folder. */
const DIRECTORY = "Default";

/**
 * Folders of site data: localStorage, databases, workers with their caches, files, and the quota table, without which partitioned
 * storage is not found. Omitted: caches that Chrome rebuilds, data of the person (history, preferences, passwords), data of a tab
 * (sessionStorage), and the cookie database, which is encrypted by the system and lacks session cookies in the headless shell.
 */
const PARTS: readonly string[] = ["Local Storage", "IndexedDB", "Service Worker", "File System", "WebStorage"];

/** Locks and logs of databases, recreated at each start. */
const OMITTED = new Set(["LOCK", "LOG", "LOG.old"]);

/** Archive entry with the cookies and the format version. */
const CONTENTS = "contents.json";
const FORMAT = 1;

/** Larger states are not saved: they are packed in memory and loaded at each start. */
const MAX_STATE_BYTES = 300_000_000;

interface Contents {
  format: number;
  cookies: Network_Cookie[];
}

/** A validated state that is not written to a folder yet. */
export interface Unpacked {
  cookies: Network_Cookie[];
  /** By path below the user data folder. */
  files: Map<string, Uint8Array>;
}

/** Packs the state of an ended browser. Errors: `unsuitable` if it is too large, `io` if it cannot be read. */
export async function pack(userDataDir: string, cookies: Network_Cookie[], maxBytes = MAX_STATE_BYTES) {
  const found = PARTS.flatMap((part) => filesBelow(userDataDir, join(DIRECTORY, part)));
  const bytes = found.reduce((sum, { size }) => sum + size, 0);
  if (bytes > maxBytes)
    throw new Failure(
      "unsuitable",
      `the state of the browser is too large to save: ${megabytes(bytes)}, at most ${megabytes(maxBytes)}`,
    );
  const contents: Contents = { format: FORMAT, cookies };
  const entries: Record<string, Uint8Array | string> = { [CONTENTS]: JSON.stringify(contents) };
  for (const { path } of found) entries[nameOf(path)] = await readFile(join(userDataDir, path));
  return await Bun.zstdCompress(await new Bun.Archive(entries).bytes());
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Regular files below a path; links are not followed. */
function filesBelow(root: string, path: string): { path: string; size: number }[] {
  let entries: ReturnType<typeof list>;
  try {
    entries = list(join(root, path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    const below = join(path, entry.name);
    if (entry.isDirectory()) return filesBelow(root, below);
    if (!entry.isFile() || OMITTED.has(entry.name) || !isPart(nameOf(below))) return [];
    return [{ path: below, size: statSync(join(root, below)).size }];
  });
}

function list(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

/** Unpacks in memory. Errors: `bad_file` for damaged data, `conflict` for a newer format. */
export async function unpack(packed: Uint8Array): Promise<Unpacked> {
  let found: Map<string, Uint8Array>;
  let contents: Contents;
  try {
    const archive = new Bun.Archive(await Bun.zstdDecompress(packed));
    const files = await archive.files();
    found = new Map(await Promise.all([...files].map(async ([path, file]) => [path, await file.bytes()] as const)));
    contents = JSON.parse(new TextDecoder().decode(found.get(CONTENTS))) as Contents;
  } catch (error) {
    throw new Failure("bad_file", `it is damaged: ${(error as Error).message}`, undefined, { cause: error });
  }
  if (typeof contents?.format !== "number" || !(contents.format > FORMAT || Array.isArray(contents.cookies)))
    throw new Failure("bad_file", "it is damaged: the contents entry is invalid");
  if (contents.format > FORMAT) throw new Failure("conflict", "it was written by a newer version of svc");
  found.delete(CONTENTS);
  for (const path of found.keys())
    if (!isPart(path)) throw new Failure("bad_file", `it contains a file that is not allowed: ${path}`);
  return { cookies: contents.cookies, files: found };
}

/** The path in the archive, with slashes. */
function nameOf(path: string): string {
  return path.split(sep).join("/");
}

/** True for a path below one of `PARTS` that is safe on every system. */
function isPart(path: string): boolean {
  const [directory, part = "", ...rest] = path.split("/");
  if (directory !== DIRECTORY || !PARTS.includes(part) || rest.length === 0) return false;
  return rest.every((name) => name !== "" && name !== "." && name !== ".." && !/[\\:\0]/.test(name));
}

/** Writes the files into the folder of a browser that has not started. Removes them if that fails. */
export function place({ files }: Unpacked, userDataDir: string): void {
  try {
    for (const [path, bytes] of files) {
      const target = join(userDataDir, path);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      writeFileSync(target, bytes, { mode: 0o600, flag: "wx" });
    }
  } catch (error) {
    rmSync(join(userDataDir, DIRECTORY), { recursive: true, force: true });
    throw error;
  }
}
