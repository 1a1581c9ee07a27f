/**
 * Saved states of profiles as encrypted objects, `profiles/<profile>/<random>`. A record names the last complete state and the
 * one before it; objects without a record are leftovers of a crash.
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

/** Profiles per query. */
const BATCH = 500;

export interface Shelf {
  objects: Objects;
  profiles: ProfileRecords;
}

/** An unpacked state and its object. */
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

  /** Stores a state under a new key that no record names yet. */
  async put(profileId: string, packed: Uint8Array): Promise<{ object: string; bytes: number }> {
    const object = `${PREFIX}${profileId}/${randomUUID()}`;
    const sealed = this.#secret.seal(packed, contextOf(profileId));
    await this.#shelf.objects.put(object, sealed);
    return { object, bytes: sealed.length };
  }

  /**
   * The newest readable state of the record; undefined for an empty profile. Errors: `Refusal` if no state can be read: a browser
   * that starts empty would replace it.
   */
  async open(record: ProfileRecord): Promise<Opened | undefined> {
    const named = [record.object, record.previousObject].filter((one) => one !== null);
    for (const object of named) {
      const state = await this.#tryOpen(record.id, object);
      if (state) return { ...state, object };
    }
    if (named.length === 0) return undefined;
    throw new Refusal(
      500,
      "The saved state of this profile cannot be opened: it is damaged, or encrypted with another secret",
      {
        hint: "Ask the operator of the server to read its log, or delete the profile and create a new one.",
      },
    );
  }

  /** Undefined, and logged, if the object is missing or damaged. Errors: `Refusal` 503 if the storage fails. */
  async #tryOpen(profileId: string, object: string): Promise<Unpacked | undefined> {
    const sealed = await this.#shelf.objects.get(object).catch((error) => {
      log.error(`reading the profile state ${object} failed:`, asFailure(error)?.message ?? error);
      throw new Refusal(503, "The saved state of this profile cannot be read at the moment", {
        headers: { "Retry-After": "5" },
      });
    });
    try {
      if (sealed) return await unpack(this.#secret.unseal(sealed, contextOf(profileId)));
      log.error(`the profile state ${object} does not exist`);
    } catch (error) {
      const failed = asFailure(error);
      if (failed?.code === "conflict")
        throw new Refusal(500, `The saved state of this profile cannot be used: ${failed.message}`);
      if (failed?.code !== "bad_file") throw error;
      log.error(`opening the profile state ${object} failed: ${failed.message}`);
    }
    return undefined;
  }

  /** Removes objects; a failed removal is repeated at the next start. */
  remove(objects: readonly string[]): Promise<void> {
    return removeObjects(this.#shelf.objects, objects);
  }

  /**
   * Removes objects that no record names, except those of locked profiles, whose writer may be about to name them. The objects
   * are listed before the records are read, so that an object named meanwhile stays.
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
      const left = batch.flatMap((id) => unusedKeys(byProfile.get(id) ?? [], records.get(id)));
      await this.remove(left);
      removed += left.length;
    }
    if (removed > 0) log.info(`removed ${removed} unused profile states`);
  }
}

/** Encryption context: a state can be opened for its own profile only. */
function contextOf(profileId: string): string {
  return `profile ${profileId}`;
}

function unusedKeys(keys: string[], record: ProfileRecord | undefined): string[] {
  if (record?.leaseBrowser) return [];
  return keys.filter((key) => key !== record?.object && key !== record?.previousObject);
}

function keysOf(objects: readonly ObjectInfo[]): string[] {
  return objects.map(({ key }) => key);
}

async function removeObjects(objects: Objects, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await objects.remove(key).catch((error) => log.warn(`removing ${key} failed: ${(error as Error).message}`));
}

/** Deletes a profile with its states. A browser that uses it continues and saves nothing. False if the profile does not exist. */
export async function removeProfile({ objects, profiles }: Shelf, projectId: string, id: string): Promise<boolean> {
  const record = await profiles.remove(projectId, id);
  if (!record) return false;
  try {
    await removeObjects(objects, keysOf(await objects.list(`${PREFIX}${id}/`)));
  } catch (error) {
    log.warn(`profile ${id} was deleted, but not its states; the next start retries:`, error);
  }
  return true;
}
