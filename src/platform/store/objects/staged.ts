/**
 * Stores local files as objects by jobs, so that neither a crash nor an unavailable storage loses them. The file is removed after the
 * object is written.
 */
import { rm } from "node:fs/promises";
import { asFailure } from "../../../errors.ts";
import type { JobOptions, Jobs } from "../jobs/jobs.ts";
import { GiveUp, type Handler } from "../jobs/runner.ts";
import type { Objects } from "./objects.ts";

/** Job kind. */
export const STORE_OBJECT = "store_object";

/** About a day of retries, at most ten minutes apart; `Jobs.revive` starts them again. */
const ATTEMPTS = 150;

export interface Staged {
  /** Path of the file, which must be complete. */
  path: string;
  /** Key of the object. */
  key: string;
}

/** Adds the job. `node` is the server that has the file. */
export async function storeLater(
  jobs: Jobs,
  { path, key }: Staged,
  { node, within }: { node: string } & Pick<JobOptions, "within">,
): Promise<void> {
  await jobs.add(STORE_OBJECT, { path, key }, { node, within, maxAttempts: ATTEMPTS });
}

/** Writes the object. Does nothing if an earlier attempt wrote it and removed the file. */
async function storeStaged(objects: Objects, { path, key }: Staged): Promise<void> {
  try {
    await objects.put(key, { path });
  } catch (error) {
    if (asFailure(error)?.code !== "not_found") throw error;
    if ((await objects.size(key)) === undefined) throw new GiveUp(`the file of the object ${key} does not exist`);
    return;
  }
  await rm(path, { force: true });
}

/** The job handler. If `isWanted` returns false, because the browser was purged, file and object are removed instead. */
export function storeObject(objects: Objects, isWanted = async (_key: string) => true): Handler {
  return async (payload) => {
    const { path, key } = payload as Partial<Staged>;
    if (typeof path !== "string" || typeof key !== "string") throw new GiveUp("the payload has no path or key");
    if (await isWanted(key)) await storeStaged(objects, { path, key });
    if (await isWanted(key)) return;
    await rm(path, { force: true });
    await objects.remove(key);
  };
}
