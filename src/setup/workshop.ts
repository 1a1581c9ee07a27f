/** A folder beside the installed browsers in which one is made ready, so that nothing half done is ever found. */
import { existsSync, mkdtempSync, readdirSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { asFailure, fileFailure } from "../errors.ts";
import { privateFolder, readJson, writeWhole } from "../lib/atomic-file.ts";
import { browsersFolder } from "../lib/paths.ts";
import { identify, isAlive, type ProcessId } from "../lib/process.ts";

/** Names that begin with a dot are no installed browsers. */
const PREFIX = ".install-";

/** Tells whose it is: a workshop of a living process is left alone. */
const OWNER = "owner.json";

/** Hands `work` a workshop of its own and removes it afterwards. What killed installs left is removed before. */
export async function inWorkshop<T>(home: string, work: (folder: string) => Promise<T>): Promise<T> {
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

/** Moves a folder to its place; what stands there goes into the workshop, and back when the move fails. */
export function moveIntoPlace(from: string, to: string, folder: string): void {
  const aside = join(folder, "replaced");
  try {
    if (existsSync(to)) renameSync(to, aside);
    renameSync(from, to);
  } catch (error) {
    if (existsSync(aside) && !existsSync(to)) renameSync(aside, to);
    throw fileFailure(error, `cannot move the browser to ${to}`);
  }
}
