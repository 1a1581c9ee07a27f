/**
 * What a server that was killed leaves: folders of browsers, and a browser that did not notice that its pipe closed. Each
 * folder says whose it is, so that nothing of a server that lives is touched.
 */
import { readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { removeFolder } from "../../../browser/launch/launch.ts";
import { readJson, writeWhole } from "../../../lib/atomic-file.ts";
import { identify, isAlive, killGroup, type ProcessId } from "../../../lib/process.ts";

interface Owner {
  server: ProcessId;
  browser?: ProcessId | undefined;
}

const OWNER = "owner.json";

/** Begins the names of folders that nobody needs any more, and that could not be removed yet. */
const ASIDE = "left-";

/** Asked once: on some systems it takes a program to know. */
let server: ProcessId | undefined;

/** Says that the folder is of this process, and which browser runs in it. */
export function ownWorkspace(folder: string, browser?: ProcessId): void {
  server ??= identify(process.pid);
  const owner: Owner = { server, browser };
  writeWhole(join(folder, OWNER), JSON.stringify(owner), { durable: false });
}

/** Removes the folder of a browser that is gone. Without free file descriptors that fails: it is put aside until it can be done. */
export async function removeWorkspace(folder: string): Promise<void> {
  if (!(await removeFolder(folder))) renameSync(folder, join(dirname(folder), `${ASIDE}${basename(folder)}`));
}

/** Tries once more to remove what was put aside. */
export function removeOrphan(runFolder: string): void {
  for (const name of names(runFolder, ASIDE)) {
    try {
      rmSync(join(runFolder, name), { recursive: true, force: true });
    } catch {
      // It is looked for again.
    }
  }
}

/** Removes the folders of servers that are gone, and ends what still runs in them. Returns how many there were. */
export async function cleanUpOrphans(runFolder: string): Promise<number> {
  let removed = 0;
  removeOrphan(runFolder);
  for (const name of names(runFolder, "browser-")) {
    const folder = join(runFolder, name);
    const owner = readJson<Owner>(join(folder, OWNER));
    // One without an owner was being made when its server died: only one server has a home.
    if (isAlive(owner?.server)) continue;
    if (owner?.browser) killGroup(owner.browser);
    await removeFolder(folder);
    removed++;
  }
  return removed;
}

function names(folder: string, start: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.startsWith(start));
  } catch {
    return [];
  }
}
