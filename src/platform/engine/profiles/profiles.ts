/**
 * Profiles of browsers: a browser begins with a copy of what its profile kept, and when it was closed in good order what it
 * leaves is kept in place of that. One browser at a time may write a profile, the first that was started with it; others
 * begin with the same copy and leave nothing. Knows nothing of HTTP.
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
import { Naming } from "./naming.ts";
import { ProfileLocks } from "./profile-lock.ts";
import { pack, place } from "./profile-state.ts";
import { type Opened, type Shelf, Snapshots } from "./snapshots.ts";

/** How long a browser may take to tell or to take its cookies. */
const COOKIES_MS = 10_000;

/** How long the server waits for the sweep, which then goes on beside it. */
const SWEEP_MS = 5_000;

/** How long a start waits for the browser before it, which is just ending with the same profile. */
const ENDING_MS = 20_000;

/** For whoever stops it. */
const NOT_KEPT = {
  reads: "another browser was writing this profile when this one started",
  unclean: "the browser was not closed in good order",
  failed: "the server could not write it; its log says why",
} as const;

/** One browser and its profile. */
interface Use {
  readonly browserId: string;
  readonly profileId: string;
  /** The profile as it was when this browser became its writer; undefined for one that only reads. */
  writes: ProfileRecord | undefined;
  /** The object that it began with; null where nothing was kept yet. */
  began: string | null;
  /** The cookies that it is to be given. */
  brought: Network_Cookie[];
  /** It has all that it was to begin with. */
  isGiven: boolean;
  /** Its cookies at the end, once it told them. */
  cookies: Network_Cookie[] | undefined;
  isEnding: boolean;
  readonly over: PromiseWithResolvers<void>;
}

export interface KeeperSetup {
  shelf: Shelf;
  secret: Secret;
  /** Name of this server among those that share a database. */
  node: string;
  /** Its folder. */
  folder: string;
}

export class ProfileKeeper implements LifecycleHook {
  readonly #profiles: ProfileRecords;
  readonly #snapshots: Snapshots;
  /** By user data folder. */
  readonly #uses = new Map<string, Use>();
  readonly #writers: ProfileLocks;
  readonly #naming: Naming;
  readonly #node: string;
  #sweep: Promise<void> = Promise.resolve();

  constructor({ shelf, secret, node, folder }: KeeperSetup) {
    const { profiles } = shelf;
    this.#profiles = profiles;
    this.#snapshots = new Snapshots(shelf, secret);
    this.#writers = new ProfileLocks(profiles, node);
    this.#naming = new Naming({ profiles, snapshots: this.#snapshots, writers: this.#writers, folder });
    this.#node = node;
  }

  /**
   * Begins to keep the right to write, and removes what a crash left: after the records of its browsers were ended, and
   * before the first browser starts, since what belongs to a profile with a writer stays.
   */
  async start(): Promise<void> {
    await this.#naming.start();
    this.#writers.start();
    this.#sweep = this.#snapshots
      .sweep(this.#node)
      .catch((error) => log.error("what a crash left of profiles could not be removed:", told(error)));
    await within(SWEEP_MS, [this.#sweep]);
  }

  /** After the last browser has ended. */
  async close(): Promise<void> {
    this.#writers.close();
    await this.#naming.close();
    await within(ENDING_MS, [this.#sweep, ...[...this.#uses.values()].map(({ over }) => over.promise)]);
  }

  /** Not async: a browser without a profile waits for nothing. */
  prepare(workspace: BrowserWorkspace, asked: BrowserRequest | undefined): Promise<void> | undefined {
    const profileId = asked?.settings.profileId;
    return asked && profileId ? this.#prepare(workspace, asked, profileId) : undefined;
  }

  async #prepare({ userDataDir }: BrowserWorkspace, asked: BrowserRequest, profileId: string): Promise<void> {
    await this.#ended(profileId);
    await this.#naming.settle();
    const record = await this.#profiles.get(asked.projectId, profileId);
    if (!record) throw notFound("Profile");
    const use: Use = {
      browserId: asked.id,
      profileId,
      writes: undefined,
      began: null,
      brought: [],
      isGiven: false,
      cookies: undefined,
      isEnding: false,
      over: Promise.withResolvers(),
    };
    this.#uses.set(userDataDir, use);
    try {
      use.writes = await this.#writers.take(profileId, asked.id);
      if (!use.writes)
        log.info(`browser ${asked.id}: another one writes the profile ${profileId}; what this one does is not kept`);
      const opened = await this.#open(use.writes ?? record);
      if (!opened) return;
      place(opened, userDataDir);
      use.began = opened.object;
      use.brought = opened.cookies;
    } catch (error) {
      await this.#forget(userDataDir);
      throw error;
    }
  }

  /** Waits for a writer of this server that is ending: whoever starts the next browser expects what the last one did. */
  async #ended(profileId: string): Promise<void> {
    const ending = [...this.#uses.values()].filter((use) => use.profileId === profileId && use.writes && use.isEnding);
    await within(
      ENDING_MS,
      ending.map(({ over }) => over.promise),
    );
  }

  /** While another browser writes, objects are replaced: what the record named a moment ago may be gone. */
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

  async given({ workspace, connection, record }: RunningBrowser): Promise<void> {
    const use = this.#uses.get(workspace.userDataDir);
    if (!use) return;
    if (!use.writes) record.profileError = NOT_KEPT.reads;
    // One that died is ending too: whoever starts the next one waits, and writes.
    void connection.over.then(() => {
      use.isEnding = true;
    });
    const refused = await putCookies(connection.root, use.brought, AbortSignal.timeout(COOKIES_MS));
    if (refused > 0)
      log.warn(`browser ${use.browserId}: ${refused} cookies of the profile ${use.profileId} were refused`);
    use.brought = [];
    use.isGiven = true;
  }

  async stopping({ workspace, connection }: RunningBrowser): Promise<void> {
    const use = this.#uses.get(workspace.userDataDir);
    if (!use) return;
    use.isEnding = true;
    // One that ends before it had all its cookies would leave less than it began with.
    if (!use.writes || !use.isGiven) return;
    // Session cookies too: the headless shell writes none of them to its disk.
    const asked = connection.root.send("Storage.getCookies", {}, AbortSignal.timeout(COOKIES_MS));
    use.cookies = (await asked).cookies;
  }

  async closed({ workspace, record }: RunningBrowser, clean: boolean): Promise<void> {
    const use = this.#uses.get(workspace.userDataDir);
    if (!use) return;
    use.isEnding = true;
    try {
      if (!use.writes) return;
      record.profileError = await this.#keep(use, workspace, use.writes, clean);
      if (record.profileError !== null) log.warn(`${notKept(use)}: ${record.profileError}`);
    } catch (error) {
      record.profileError = asFailure(error)?.code === "unsuitable" ? (error as Error).message : NOT_KEPT.failed;
      log.error(`${notKept(use)}:`, told(error));
    } finally {
      await this.#forget(workspace.userDataDir);
    }
  }

  /** The object first, then the record in one step, then what is not needed any more: a crash leaves the last good one. */
  async #keep(
    use: Use,
    { userDataDir }: BrowserWorkspace,
    before: ProfileRecord,
    clean: boolean,
  ): Promise<string | null> {
    const { browserId, profileId, cookies, began } = use;
    if (!clean || !cookies) return NOT_KEPT.unclean;
    const { object, bytes } = await this.#snapshots.put(profileId, await pack(userDataDir, cookies));
    const state = { object, previousObject: began, bytes, cookieDomains: domainsOf(cookies) };
    const old = [before.object, before.previousObject].filter((one) => one !== null && one !== began) as string[];
    return (await this.#naming.name({ browserId, profileId, state, old })) ?? null;
  }

  /** A start that failed. */
  async released({ userDataDir }: BrowserWorkspace): Promise<void> {
    await this.#forget(userDataDir);
  }

  async #forget(userDataDir: string): Promise<void> {
    const use = this.#uses.get(userDataDir);
    if (!use) return;
    use.isEnding = true;
    if (!this.#naming.owes(use.browserId)) await this.#writers.giveBack(use.browserId);
    this.#uses.delete(userDataDir);
    use.over.resolve();
  }
}

/** Waits for all of them, but not for ever. */
async function within(ms: number, all: readonly Promise<void>[]): Promise<void> {
  if (all.length > 0) await withTimeout(Promise.all(all), ms);
}

/** A full disk or a database that is away is no bug: where it happened says nothing. */
function told(error: unknown): unknown {
  return asFailure(error)?.message ?? error;
}

const notKept = ({ browserId, profileId }: Use) =>
  `profile ${profileId}: what the browser ${browserId} did is not kept, the state before it stays`;

/** The hosts that cookies are of: sorted, each once, without the dot that lets a cookie reach the hosts below. */
function domainsOf(cookies: readonly Network_Cookie[]): string[] {
  return [...new Set(cookies.map(({ domain }) => domain.replace(/^\./, "")))].sort();
}
