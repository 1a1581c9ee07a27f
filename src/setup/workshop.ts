/** A staging folder beside the installed browsers, so that a half-installed browser is never found. */
import { existsSync, mkdtempSync, readdirSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { asFailure, fileFailure } from "../errors.ts";
import { privateFolder, readJson, writeWhole } from "../lib/atomic-file.ts";
import { browsersFolder } from "../lib/paths.ts";
import { identify, isAlive, type ProcessId } from "../lib/process.ts";

/** Names that begin with a dot are not installed browsers. */
const PREFIX = ".install-";

/** Names the owner: the staging folder of a living process is left alone. */
const OWNER = "owner.json";

/** Runs `work` with a staging folder of its own and removes it afterwards. First removes those that killed installs left. */
export async function inStagingFolder<T>(home: string, work: (folder: string) => Promise<T>): Promise<T> {
  privateFolder(home);
  const root = privateFolder(browsersFolder(home));
  for (const name of readdirSync(root).filter((one) => one.startsWith(PREFIX))) {
    const owner = readJson<ProcessId>(join(root, name, OWNER));
    if (!isAlive(owner)) await remove(join(root, name));
  }
  const folder = open(root);
  try {
    return await work(folder);
  } finally {
    await remove(folder);
  }
}

function open(root: string): string {
  try {
    const folder = mkdtempSync(join(root, PREFIX));
    writeWhole(join(folder, OWNER), JSON.stringify(identify(process.pid)), { durable: false });
    return folder;
  } catch (error) {
    throw asFailure(error) ?? fileFailure(error, `cannot write in ${root}`);
  }
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(() => {
    // The next install tries again.
  });
}

/** Moves a folder to its place. A folder that was there goes into the staging folder, and back when the move fails. */
export function moveIntoPlace(from: string, to: string, folder: string): void {
  const replaced = join(folder, "replaced");
  try {
    if (existsSync(to)) renameSync(to, replaced);
    renameSync(from, to);
  } catch (error) {
    if (existsSync(replaced) && !existsSync(to)) renameSync(replaced, to);
    throw fileFailure(error, `cannot move the browser to ${to}`);
  }
}
