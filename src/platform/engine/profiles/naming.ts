/**
 * Names in the records what browsers left to their profiles. While the database is away that is owed: it is kept in a file
 * beside, so that it is named when the database is back, also by the next run of this server. Knows no browser.
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { asFailure } from "../../../errors.ts";
import { privateFolder, readJson, writeWhole } from "../../../lib/atomic-file.ts";
import { log } from "../../../lib/log.ts";
import type { SavedState } from "../../store/records/profiles.ts";
import type { ProfileLocks } from "./profile-lock.ts";
import type { Shelf, Snapshots } from "./snapshots.ts";

/** Pauses before the first tries after a failed one: a database that starts anew is there again. */
const AGAIN_MS = [250, 1_000, 3_000];

/** How often what is owed is tried after that. */
const OWED_MS = 5_000;

/** What one browser left. */
export interface Left {
  readonly browserId: string;
  readonly profileId: string;
  readonly state: SavedState;
  /** Objects that nobody needs once that is named. */
  readonly old: readonly string[];
}

export interface NamingSetup {
  readonly profiles: Shelf["profiles"];
  readonly snapshots: Snapshots;
  readonly writers: ProfileLocks;
  /** The folder of the server. */
  readonly folder: string;
}

export class Naming {
  readonly #setup: NamingSetup;
  readonly #folder: string;
  /** By browser. */
  readonly #owed = new Map<string, Left>();
  #timer: Timer | undefined;
  #settling: Promise<void> | undefined;

  constructor(setup: NamingSetup) {
    this.#setup = setup;
    this.#folder = join(setup.folder, "owed");
  }

  /** Names what an earlier run of this server owed, before anybody else gets the right to write. */
  async start(): Promise<void> {
    for (const name of filesIn(this.#folder)) {
      const left = readJson<Left>(join(this.#folder, name));
      if (left) this.#owed.set(left.browserId, left);
    }
    await this.settle();
    this.#timer = setInterval(() => void this.settle(), OWED_MS);
  }

  /** What is still owed stays in its file. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#settling;
  }

  /** True while what that browser left waits for the database: until then it keeps its right to write. */
  owes(browserId: string): boolean {
    return this.#owed.has(browserId);
  }

  /** Undefined when it is named, or owed; else why it never will be. */
  async name(left: Left): Promise<string | undefined> {
    for (const pauseMs of [...AGAIN_MS, undefined]) {
      try {
        return await this.#name(left);
      } catch (error) {
        log.warn(`profile ${left.profileId}: its state could not be named yet:`, asFailure(error)?.message ?? error);
        if (pauseMs !== undefined) await Bun.sleep(pauseMs);
      }
    }
    this.#owed.set(left.browserId, left);
    this.#write(left);
    return undefined;
  }

  /** Tries what is owed once more. Never rejects. */
  settle(): Promise<void> {
    this.#settling ??= this.#settle().finally(() => {
      this.#settling = undefined;
    });
    return this.#settling;
  }

  async #settle(): Promise<void> {
    for (const left of [...this.#owed.values()]) {
      const { browserId, profileId } = left;
      try {
        const refused = await this.#name(left);
        log.info(
          `profile ${profileId}: what the browser ${browserId} left is ${refused ? `lost: ${refused}` : "kept"}`,
        );
      } catch {
        // The database is still away, as the log says.
        return;
      }
      this.#owed.delete(browserId);
      rmSync(this.#path(left), { force: true });
      await this.#setup.writers.giveBack(browserId);
    }
  }

  /** To say the same again does no harm: when only the answer was lost, the record names it already. */
  async #name({ profileId, browserId, state, old }: Left): Promise<string | undefined> {
    const { profiles, snapshots } = this.#setup;
    const isNamed = await profiles.save(profileId, browserId, state, Date.now());
    await snapshots.remove(isNamed ? old : [state.object]);
    return isNamed ? undefined : "the profile was deleted, or another browser writes it now";
  }

  #write(left: Left): void {
    try {
      privateFolder(this.#folder);
      writeWhole(this.#path(left), JSON.stringify(left));
    } catch (error) {
      log.error(`profile ${left.profileId}: what it is owed is lost if the server ends before it is written:`, error);
    }
  }

  #path({ browserId }: Left): string {
    return join(this.#folder, `${browserId}.json`);
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    // Nothing was ever owed.
    return [];
  }
}
