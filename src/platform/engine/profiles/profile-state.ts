/**
 * What a profile keeps of a browser, as bytes and back: its cookies, as the protocol tells them, and the files of its user
 * data folder in which sites keep things. Both say the same in the headless shell and in full Chrome, on every system. Knows
 * nothing of where the bytes go, and nothing of profiles.
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { Network_Cookie } from "../../../cdp/protocol.gen.ts";
import { Failure } from "../../../errors.ts";

/** The folder of the browser's own profile, below its user data folder. */
const DIRECTORY = "Default";

/**
 * Where sites keep things: localStorage; databases; workers with their caches; files; and the table of quotas, without
 * which a partitioned store is not found again. Left out is what is made anew (caches of the network, of code, of the GPU),
 * what belongs to the person (history, preferences, saved passwords), what belongs to a tab (sessionStorage), and the
 * cookies' own database: it is sealed by the system, and the headless shell leaves session cookies out of it.
 */
const PARTS: readonly string[] = ["Local Storage", "IndexedDB", "Service Worker", "File System", "WebStorage"];

/** Locks and logs of the databases: they are made anew at each start. */
const LEFT_OUT = new Set(["LOCK", "LOG", "LOG.old"]);

/** Entry of the archive that holds the cookies, and says in which form all is. */
const CONTENTS = "contents.json";
const FORMAT = 1;

/** Files of more than this are not kept: they are packed in memory, and loaded at each start. */
const MAX_STATE_BYTES = 300_000_000;

interface Contents {
  format: number;
  cookies: Network_Cookie[];
}

/** What was packed, checked, and not yet in a folder. */
export interface Unpacked {
  cookies: Network_Cookie[];
  /** By path below the user data folder. */
  files: Map<string, Uint8Array>;
}

/** The state of a browser that has ended. Errors: `unsuitable` when it is larger than is kept, `io` when it cannot be read. */
export async function pack(userDataDir: string, cookies: Network_Cookie[], maxBytes = MAX_STATE_BYTES) {
  const found = PARTS.flatMap((part) => filesBelow(userDataDir, join(DIRECTORY, part)));
  const bytes = found.reduce((sum, { size }) => sum + size, 0);
  if (bytes > maxBytes)
    throw new Failure("unsuitable", `it is larger than is kept: ${megabytes(bytes)} of at most ${megabytes(maxBytes)}`);
  const contents: Contents = { format: FORMAT, cookies };
  const entries: Record<string, Uint8Array | string> = { [CONTENTS]: JSON.stringify(contents) };
  for (const { path } of found) entries[nameOf(path)] = await readFile(join(userDataDir, path));
  return await Bun.zstdCompress(await new Bun.Archive(entries).bytes());
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Plain files alone: no link is followed. */
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
    if (!entry.isFile() || LEFT_OUT.has(entry.name) || !isPart(nameOf(below))) return [];
    return [{ path: below, size: statSync(join(root, below)).size }];
  });
}

function list(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

/** Reads it whole, and writes nothing. Errors: `bad_file` for what is damaged, `conflict` for what a newer version wrote. */
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
    throw new Failure("bad_file", "it is damaged: it does not say what it holds");
  if (contents.format > FORMAT) throw new Failure("conflict", "it was written by a newer version of svc");
  found.delete(CONTENTS);
  for (const path of found.keys())
    if (!isPart(path)) throw new Failure("bad_file", `it holds what it may not: ${path}`);
  return { cookies: contents.cookies, files: found };
}

/** A path in the archive, on every system the same. */
function nameOf(path: string): string {
  return path.split(sep).join("/");
}

/** Below one of the parts, by a path that leads nowhere else on any system. */
function isPart(path: string): boolean {
  const [directory, part = "", ...rest] = path.split("/");
  if (directory !== DIRECTORY || !PARTS.includes(part) || rest.length === 0) return false;
  return rest.every((name) => name !== "" && name !== "." && name !== ".." && !/[\\:\0]/.test(name));
}

/** Puts the files into the folder of a browser that has not started. When it fails, nothing of them is left. */
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
