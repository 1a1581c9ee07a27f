/**
 * Writes saved states to the profile records. While the database does not answer, pending states are kept in files and retried,
 * also by the next run of this server.
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { asFailure } from "../../../errors.ts";
import { privateFolder, readJson, writeWhole } from "../../../lib/atomic-file.ts";
import { log } from "../../../lib/log.ts";
import type { SavedState } from "../../store/records/profiles.ts";
import type { ProfileLocks } from "./profile-lock.ts";
import type { Shelf, Snapshots } from "./snapshots.ts";

/** Delays of the first retries, for a database that restarts. */
const FIRST_RETRIES_MS = [250, 1_000, 3_000];

/** Interval of later retries. */
const RETRY_MS = 5_000;

/** The saved state of one browser. */
export interface PendingState {
  readonly browserId: string;
  readonly profileId: string;
  readonly state: SavedState;
  /** Objects that become unused when the record is written. */
  readonly old: readonly string[];
}

export interface PendingStatesSetup {
  readonly profiles: Shelf["profiles"];
  readonly snapshots: Snapshots;
  readonly locks: ProfileLocks;
  /** Folder of the server. */
  readonly folder: string;
}

export class PendingStates {
  readonly #setup: PendingStatesSetup;
  readonly #folder: string;
  /** By browser id. */
  readonly #pending = new Map<string, PendingState>();
  #timer: Timer | undefined;
  #settling: Promise<void> | undefined;

  constructor(setup: PendingStatesSetup) {
    this.#setup = setup;
    this.#folder = join(setup.folder, "owed");
  }

  /** Writes pending states of an earlier run before a browser can take the lock. */
  async start(): Promise<void> {
    for (const name of filesIn(this.#folder)) {
      const pending = readJson<PendingState>(join(this.#folder, name));
      if (pending) this.#pending.set(pending.browserId, pending);
    }
    await this.settle();
    this.#timer = setInterval(() => void this.settle(), RETRY_MS);
  }

  /** Pending states stay in their files. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#settling;
  }

  /** True while the state of that browser is pending; until then it keeps the profile lock. */
  isPending(browserId: string): boolean {
    return this.#pending.has(browserId);
  }

  /** Undefined if the state is written or pending; else the reason why it is lost. */
  async name(pending: PendingState): Promise<string | undefined> {
    for (const pauseMs of [...FIRST_RETRIES_MS, undefined]) {
      try {
        return await this.#name(pending);
      } catch (error) {
        log.warn(
          `profile ${pending.profileId}: writing its record failed and is retried:`,
          asFailure(error)?.message ?? error,
        );
        if (pauseMs !== undefined) await Bun.sleep(pauseMs);
      }
    }
    this.#pending.set(pending.browserId, pending);
    this.#write(pending);
    return undefined;
  }

  /** Retries pending states. Never rejects. */
  settle(): Promise<void> {
    this.#settling ??= this.#settle().finally(() => {
      this.#settling = undefined;
    });
    return this.#settling;
  }

  async #settle(): Promise<void> {
    for (const pending of [...this.#pending.values()]) {
      const { browserId, profileId } = pending;
      try {
        const refused = await this.#name(pending);
        log.info(
          `profile ${profileId}: the state of browser ${browserId} is ${refused ? `lost: ${refused}` : "saved"}`,
        );
      } catch {
        // The database still does not answer; this is logged.
        return;
      }
      this.#pending.delete(browserId);
      rmSync(this.#path(pending), { force: true });
      await this.#setup.locks.release(browserId);
    }
  }

  /** Idempotent: a retry after a lost answer finds the record written. */
  async #name({ profileId, browserId, state, old }: PendingState): Promise<string | undefined> {
    const { profiles, snapshots } = this.#setup;
    const isNamed = await profiles.save(profileId, browserId, state, Date.now());
    await snapshots.remove(isNamed ? old : [state.object]);
    return isNamed ? undefined : "the profile was deleted, or another browser writes it now";
  }

  #write(pending: PendingState): void {
    try {
      privateFolder(this.#folder);
      writeWhole(this.#path(pending), JSON.stringify(pending));
    } catch (error) {
      log.error(
        `profile ${pending.profileId}: its state will be lost if the server stops before the database answers:`,
        error,
      );
    }
  }

  #path({ browserId }: PendingState): string {
    return join(this.#folder, `${browserId}.json`);
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    // The folder does not exist.
    return [];
  }
}
