/**
 * Files of this server's disk that are to become objects: noted as jobs, so that neither a crash nor a storage that is away
 * loses them. The file is removed when the object is there.
 */
import { rm } from "node:fs/promises";
import { asFailure } from "../../../errors.ts";
import type { JobOptions, Jobs } from "../jobs/jobs.ts";
import { GiveUp, type Handler } from "../jobs/runner.ts";
import type { Objects } from "./objects.ts";

/** The kind of these jobs. */
export const STORE_OBJECT = "store_object";

/** About a day of pauses of ten minutes at most; `Jobs.revive` gives them again. */
const ATTEMPTS = 150;

export interface Staged {
  /** Of the file. Nobody writes into it any more. */
  path: string;
  /** Of the object that it becomes. */
  key: string;
}

/** Puts it as soon as that can be done. `node` is the server whose disk it is on. */
export async function storeLater(
  jobs: Jobs,
  { path, key }: Staged,
  { node, within }: { node: string } & Pick<JobOptions, "within">,
): Promise<void> {
  await jobs.add(STORE_OBJECT, { path, key }, { node, within, maxAttempts: ATTEMPTS });
}

/** Puts it now. Does nothing when that was done before and only the file's end came between. */
async function storeStaged(objects: Objects, { path, key }: Staged): Promise<void> {
  try {
    await objects.put(key, { path });
  } catch (error) {
    if (asFailure(error)?.code !== "not_found") throw error;
    if ((await objects.size(key)) === undefined) throw new GiveUp(`the file that was to become ${key} is gone`);
    return;
  }
  await rm(path, { force: true });
}

/** For `runJobs`. What `isWanted` says no to, since its browser was purged meanwhile, is removed instead. */
export function storeObject(objects: Objects, isWanted = async (_key: string) => true): Handler {
  return async (payload) => {
    const { path, key } = payload as Partial<Staged>;
    if (typeof path !== "string" || typeof key !== "string") throw new GiveUp("its payload names no path and key");
    if (await isWanted(key)) await storeStaged(objects, { path, key });
    if (await isWanted(key)) return;
    await rm(path, { force: true });
    await objects.remove(key);
  };
}
