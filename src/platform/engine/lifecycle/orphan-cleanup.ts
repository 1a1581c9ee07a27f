/**
 * Removes what a killed server left: folders of browsers, and browsers that still run. Each folder names its owner, so that
 * folders of running servers stay.
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

/** Prefix of unused folders that could not be removed yet. */
const UNREMOVED = "left-";

/** Computed once: on some systems this runs a program. */
let server: ProcessId | undefined;

/** Records that this process owns the folder, and which browser runs in it. */
export function ownWorkspace(folder: string, browser?: ProcessId): void {
  server ??= identify(process.pid);
  const owner: Owner = { server, browser };
  writeWhole(join(folder, OWNER), JSON.stringify(owner), { durable: false });
}

/**
 * Removes the folder of an ended browser. If that fails, for example without free file descriptors, renames it for a later
 * attempt.
 */
export async function removeWorkspace(folder: string): Promise<void> {
  if (!(await removeFolder(folder))) renameSync(folder, join(dirname(folder), `${UNREMOVED}${basename(folder)}`));
}

/** Retries the removal of renamed folders. */
export function removeOrphan(runFolder: string): void {
  for (const name of names(runFolder, UNREMOVED)) {
    try {
      rmSync(join(runFolder, name), { recursive: true, force: true });
    } catch {
      // Retried later.
    }
  }
}

/** Removes folders of servers that no longer run, and ends their browsers. Returns the number of folders. */
export async function cleanUpOrphans(runFolder: string): Promise<number> {
  let removed = 0;
  removeOrphan(runFolder);
  for (const name of names(runFolder, "browser-")) {
    const folder = join(runFolder, name);
    const owner = readJson<Owner>(join(folder, OWNER));
    // A folder without an owner belongs to a server that died: only one server uses a home.
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
