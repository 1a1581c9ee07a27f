/**
 * The states of profiles as sealed objects, `profiles/<profile>/<random>`. A record names the last good one and the one
 * before it; an object that no record names is one that a crash left. Knows no browser.
 */
import { randomUUID } from "node:crypto";
import { asFailure } from "../../../errors.ts";
import { log } from "../../../lib/log.ts";
import { Refusal } from "../../refusal.ts";
import type { ObjectInfo, Objects } from "../../store/objects/objects.ts";
import type { Secret } from "../../store/objects/secret.ts";
import type { ProfileRecord, ProfileRecords } from "../../store/records/profiles.ts";
import { type Unpacked, unpack } from "./profile-state.ts";

const PREFIX = "profiles/";

/** Profiles that are asked for in one query. */
const BATCH = 500;

export interface Shelf {
  objects: Objects;
  profiles: ProfileRecords;
}

/** A state that was opened, and the object that held it. */
export interface Opened extends Unpacked {
  object: string;
}

export class Snapshots {
  readonly #shelf: Shelf;
  readonly #secret: Secret;

  constructor(shelf: Shelf, secret: Secret) {
    this.#shelf = shelf;
    this.#secret = secret;
  }

  /** Puts it whole, under a key of its own that no record names yet. */
  async put(profileId: string, packed: Uint8Array): Promise<{ object: string; bytes: number }> {
    const object = `${PREFIX}${profileId}/${randomUUID()}`;
    const sealed = this.#secret.seal(packed, contextOf(profileId));
    await this.#shelf.objects.put(object, sealed);
    return { object, bytes: sealed.length };
  }

  /**
   * The last good state that the record names; undefined where nothing was kept yet. Errors: `Refusal` when there is one
   * and none of them opens: a browser that began empty would in the end take its place.
   */
  async open(record: ProfileRecord): Promise<Opened | undefined> {
    const named = [record.object, record.previousObject].filter((one) => one !== null);
    for (const object of named) {
      const state = await this.#tryOpen(record.id, object);
      if (state) return { ...state, object };
    }
    if (named.length === 0) return undefined;
    throw new Refusal(500, "The state of this profile cannot be opened: it is damaged, or sealed with another secret", {
      hint: "Ask whoever runs the server to look into its log; delete the profile to begin anew.",
    });
  }

  /** Undefined, and a line in the log, for one that is gone or damaged. What cannot be read at the moment throws. */
  async #tryOpen(profileId: string, object: string): Promise<Unpacked | undefined> {
    const sealed = await this.#shelf.objects.get(object).catch((error) => {
      log.error(`the state ${object} of a profile cannot be read:`, asFailure(error)?.message ?? error);
      throw new Refusal(503, "The state of this profile cannot be read at the moment", {
        headers: { "Retry-After": "5" },
      });
    });
    try {
      if (sealed) return await unpack(this.#secret.unseal(sealed, contextOf(profileId)));
      log.error(`the state ${object} of a profile is gone`);
    } catch (error) {
      const failed = asFailure(error);
      if (failed?.code === "conflict")
        throw new Refusal(500, `The state of this profile cannot be used: ${failed.message}`);
      if (failed?.code !== "bad_file") throw error;
      log.error(`the state ${object} of a profile cannot be opened: ${failed.message}`);
    }
    return undefined;
  }

  /** One that stays is removed at the next start. */
  remove(objects: readonly string[]): Promise<void> {
    return removeObjects(this.#shelf.objects, objects);
  }

  /**
   * Removes the objects that a crash left: those that no record names. What belongs to a profile with a writer stays: the
   * writer may be about to name it. The list is older than the records it is compared with, so that nothing is taken for
   * left that was named meanwhile.
   */
  async sweep(node: string): Promise<void> {
    const { objects, profiles } = this.#shelf;
    await profiles.freeDeadLeases(node, await profiles.now());
    const byProfile = Map.groupBy(keysOf(await objects.list(PREFIX)), (key) => key.split("/")[1] ?? "");
    const ids = [...byProfile.keys()];
    let removed = 0;
    for (let at = 0; at < ids.length; at += BATCH) {
      const batch = ids.slice(at, at + BATCH);
      const records = new Map((await profiles.byIds(batch)).map((record) => [record.id, record]));
      const left = batch.flatMap((id) => leftOver(byProfile.get(id) ?? [], records.get(id)));
      await this.remove(left);
      removed += left.length;
    }
    if (removed > 0) log.info(`${removed} states of profiles that a crash left were removed`);
  }
}

/** A state opens for its own profile alone, wherever its object is put. */
function contextOf(profileId: string): string {
  return `profile ${profileId}`;
}

function leftOver(keys: string[], record: ProfileRecord | undefined): string[] {
  if (record?.leaseBrowser) return [];
  return keys.filter((key) => key !== record?.object && key !== record?.previousObject);
}

function keysOf(objects: readonly ObjectInfo[]): string[] {
  return objects.map(({ key }) => key);
}

async function removeObjects(objects: Objects, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await objects.remove(key).catch((error) => log.warn(`${key} could not be removed: ${(error as Error).message}`));
}

/**
 * Deletes a profile and all that it kept. A browser that uses it goes on, and leaves nothing. False when there was none.
 */
export async function removeProfile({ objects, profiles }: Shelf, projectId: string, id: string): Promise<boolean> {
  const record = await profiles.remove(projectId, id);
  if (!record) return false;
  try {
    await removeObjects(objects, keysOf(await objects.list(`${PREFIX}${id}/`)));
  } catch (error) {
    log.warn(`profile ${id} was deleted, but not what it kept; the next start tries again:`, error);
  }
  return true;
}
