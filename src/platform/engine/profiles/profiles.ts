/**
 * Profiles: a browser starts with the saved state of its profile, and a clean end saves the new state. The first browser of a
 * profile is its writer; others start with the same state and save nothing.
 */

import { putCookies } from "../../../browser/storage/cookies.ts";
import type { Network_Cookie } from "../../../cdp/protocol.gen.ts";
import { asFailure } from "../../../errors.ts";
import { withTimeout } from "../../../lib/deadline.ts";
import { log } from "../../../lib/log.ts";
import { notFound } from "../../refusal.ts";
import type { Secret } from "../../store/objects/secret.ts";
import type { ProfileRecord, ProfileRecords } from "../../store/records/profiles.ts";
import type { LifecycleHook } from "../lifecycle/lifecycle-hook.ts";
import type { BrowserRequest, BrowserWorkspace, RunningBrowser } from "../lifecycle/running.ts";
import { PendingStates } from "./pending-states.ts";
import { ProfileLocks } from "./profile-lock.ts";
import { pack, place } from "./profile-state.ts";
import { type Opened, type Shelf, Snapshots } from "./snapshots.ts";

/** Timeout of reading or setting cookies. */
const COOKIES_MS = 10_000;

/** Time that the start waits for the sweep, which then continues in the background. */
const SWEEP_MS = 5_000;

/** Timeout of waiting for the previous writer, which is ending. */
const ENDING_MS = 20_000;

/** Values of `profileError`. */
const NOT_SAVED = {
  locked: "another browser was using this profile when this one started",
  unclean: "the browser did not close cleanly",
  failed: "the server could not save it; read its log for the reason",
} as const;

/** Use of a profile by one browser. */
interface Use {
  readonly browserId: string;
  readonly profileId: string;
  /** The profile when this browser acquired the lock; undefined if it did not. */
  writes: ProfileRecord | undefined;
  /** The object that it started with; null for an empty profile. */
  startObject: string | null;
  /** Cookies to set at the assignment. */
  initialCookies: Network_Cookie[];
  /** True once the cookies are set. */
  isReady: boolean;
  /** Its cookies at the end. */
  cookies: Network_Cookie[] | undefined;
  isEnding: boolean;
  readonly over: PromiseWithResolvers<void>;
}

export interface KeeperSetup {
  shelf: Shelf;
  secret: Secret;
  /** Name of this server in the database. */
  node: string;
  /** Folder of the server. */
  folder: string;
}

export class ProfileKeeper implements LifecycleHook {
  readonly #profiles: ProfileRecords;
  readonly #snapshots: Snapshots;
  /** By user data folder. */
  readonly #uses = new Map<string, Use>();
  readonly #locks: ProfileLocks;
  readonly #pending: PendingStates;
  readonly #node: string;
  #sweep: Promise<void> = Promise.resolve();

  constructor({ shelf, secret, node, folder }: KeeperSetup) {
    const { profiles } = shelf;
    this.#profiles = profiles;
    this.#snapshots = new Snapshots(shelf, secret);
    this.#locks = new ProfileLocks(profiles, node);
    this.#pending = new PendingStates({ profiles, snapshots: this.#snapshots, locks: this.#locks, folder });
    this.#node = node;
  }

  /**
   * Starts renewing locks and removes unused objects. Call it after the records of an earlier run were ended and before the first
   * browser starts: objects of a locked profile stay.
   */
  async start(): Promise<void> {
    await this.#pending.start();
    this.#locks.start();
    this.#sweep = this.#snapshots
      .sweep(this.#node)
      .catch((error) => log.error("removing unused profile states failed:", messageOf(error)));
    await within(SWEEP_MS, [this.#sweep]);
  }

  /** Call it after the last browser has ended. */
  async close(): Promise<void> {
    this.#locks.close();
    await this.#pending.close();
    await within(ENDING_MS, [this.#sweep, ...[...this.#uses.values()].map(({ over }) => over.promise)]);
  }

  /** Not async, so that a browser without a profile does not wait. */
  prepare(workspace: BrowserWorkspace, request: BrowserRequest | undefined): Promise<void> | undefined {
    const profileId = request?.settings.profileId;
    return request && profileId ? this.#prepare(workspace, request, profileId) : undefined;
  }

  async #prepare({ userDataDir }: BrowserWorkspace, request: BrowserRequest, profileId: string): Promise<void> {
    await this.#previousWriter(profileId);
    await this.#pending.settle();
    const record = await this.#profiles.get(request.projectId, profileId);
    if (!record) throw notFound("Profile");
    const use: Use = {
      browserId: request.id,
      profileId,
      writes: undefined,
      startObject: null,
      initialCookies: [],
      isReady: false,
      cookies: undefined,
      isEnding: false,
      over: Promise.withResolvers(),
    };
    this.#uses.set(userDataDir, use);
    try {
      use.writes = await this.#locks.take(profileId, request.id);
      if (!use.writes)
        log.info(`browser ${request.id}: profile ${profileId} is in use by another browser; this one saves nothing`);
      const opened = await this.#open(use.writes ?? record);
      if (!opened) return;
      place(opened, userDataDir);
      use.startObject = opened.object;
      use.initialCookies = opened.cookies;
    } catch (error) {
      await this.#forget(userDataDir);
      throw error;
    }
  }

  /** Waits for an ending writer of this server, so that the next browser starts with its state. */
  async #previousWriter(profileId: string): Promise<void> {
    const ending = [...this.#uses.values()].filter((use) => use.profileId === profileId && use.writes && use.isEnding);
    await within(
      ENDING_MS,
      ending.map(({ over }) => over.promise),
    );
  }

  /** Opens the saved state. Retries if another browser replaced the object meanwhile. */
  async #open(record: ProfileRecord): Promise<Opened | undefined> {
    for (let named = record; ; ) {
      try {
        return await this.#snapshots.open(named);
      } catch (error) {
        const current = await this.#profiles.get(record.projectId, record.id);
        if (!current) throw notFound("Profile");
        if (current.object === named.object) throw error;
        named = current;
      }
    }
  }

  async assigned({ workspace, connection, record }: RunningBrowser): Promise<void> {
    const use = this.#uses.get(workspace.userDataDir);
    if (!use) return;
    if (!use.writes) record.profileError = NOT_SAVED.locked;
    // A crashed browser is ending too: the next one waits and becomes the writer.
    void connection.over.then(() => {
      use.isEnding = true;
    });
    const refused = await putCookies(connection.root, use.initialCookies, AbortSignal.timeout(COOKIES_MS));
    if (refused > 0)
      log.warn(`browser ${use.browserId}: ${refused} cookies of the profile ${use.profileId} were refused`);
    use.initialCookies = [];
    use.isReady = true;
  }

  async stopping({ workspace, connection }: RunningBrowser): Promise<void> {
    const use = this.#uses.get(workspace.userDataDir);
    if (!use) return;
    use.isEnding = true;
    // A browser that ends before its cookies were set would save an incomplete state.
    if (!use.writes || !use.isReady) return;
    // Includes session cookies, which the headless shell does not write to disk.
    const request = connection.root.send("Storage.getCookies", {}, AbortSignal.timeout(COOKIES_MS));
    use.cookies = (await request).cookies;
  }

  async closed({ workspace, record }: RunningBrowser, clean: boolean): Promise<void> {
    const use = this.#uses.get(workspace.userDataDir);
    if (!use) return;
    use.isEnding = true;
    try {
      if (!use.writes) return;
      record.profileError = await this.#save(use, workspace, use.writes, clean);
      if (record.profileError !== null) log.warn(`${notSaved(use)}: ${record.profileError}`);
    } catch (error) {
      record.profileError = asFailure(error)?.code === "unsuitable" ? (error as Error).message : NOT_SAVED.failed;
      log.error(`${notSaved(use)}:`, messageOf(error));
    } finally {
      await this.#forget(workspace.userDataDir);
    }
  }

  /** Saves object, then record, then removes unused objects, so that a crash leaves the last complete state. */
  async #save(
    use: Use,
    { userDataDir }: BrowserWorkspace,
    before: ProfileRecord,
    clean: boolean,
  ): Promise<string | null> {
    const { browserId, profileId, cookies, startObject } = use;
    if (!clean || !cookies) return NOT_SAVED.unclean;
    const { object, bytes } = await this.#snapshots.put(profileId, await pack(userDataDir, cookies));
    const state = { object, previousObject: startObject, bytes, cookieDomains: domainsOf(cookies) };
    const old = [before.object, before.previousObject].filter((one) => one !== null && one !== startObject) as string[];
    return (await this.#pending.name({ browserId, profileId, state, old })) ?? null;
  }

  /** Called also after a failed start. */
  async released({ userDataDir }: BrowserWorkspace): Promise<void> {
    await this.#forget(userDataDir);
  }

  async #forget(userDataDir: string): Promise<void> {
    const use = this.#uses.get(userDataDir);
    if (!use) return;
    use.isEnding = true;
    if (!this.#pending.isPending(use.browserId)) await this.#locks.release(use.browserId);
    this.#uses.delete(userDataDir);
    use.over.resolve();
  }
}

/** Waits for all promises until the timeout. */
async function within(ms: number, all: readonly Promise<void>[]): Promise<void> {
  if (all.length > 0) await withTimeout(Promise.all(all), ms);
}

/** The message without a stack for expected failures. */
function messageOf(error: unknown): unknown {
  return asFailure(error)?.message ?? error;
}

const notSaved = ({ browserId, profileId }: Use) =>
  `profile ${profileId}: the state of browser ${browserId} was not saved; the previous state remains`;

/** Domains of cookies, sorted and unique, without a leading dot. */
function domainsOf(cookies: readonly Network_Cookie[]): string[] {
  return [...new Set(cookies.map(({ domain }) => domain.replace(/^\./, "")))].sort();
}
