/**
 * What the records say, kept true: leases of browsers that run are renewed, records of those that are gone are ended, what
 * another node asked is done, and what a dead node left is ended for it. Knows nothing of how browsers start and end.
 */
import { log } from "../../../lib/log.ts";
import { Refusal } from "../../refusal.ts";
import type { BrowserRecord } from "../../store/records/browser-rows.ts";
import type { ActiveBrowser, BrowserRecords, Finished } from "../../store/records/browsers.ts";
import { within } from "./bounded.ts";

/** How long a lease holds that is not renewed. After that another node ends the record. */
export const LEASE_MS = 60_000;

/**
 * Parts of that time: how long browsers run on while the database does not answer, how often leases are renewed, and how
 * often the records are looked at for what others asked. A lease that was due to be renewed, and a last look that waits in
 * vain for an answer, still fit into it: a browser has ended before another node takes it for dead.
 */
const AWAY_PART = 1 / 2;
const RENEW_PART = 1 / 6;
const LOOK_PART = 1 / 30;

/** How long the database may take. */
const DATABASE_MS = 10_000;

/** A stop of another node's browser: it looks every 2 s, and when it is dead its lease ends. */
const ELSEWHERE_MS = LEASE_MS + 15_000;
const ELSEWHERE_LOOK_MS = 250;

/** The browsers of this node, as far as leases need to know. */
export interface Held {
  /** Those that are recorded and run. */
  running(): string[];
  /** True for any that is not wholly gone. */
  has(id: string): boolean;
  /** Ends one; not awaited. */
  stop(id: string, reason: string): void;
  /** Looks after what depends on the clock on the wall. */
  check(): void;
}

export interface LeasesSetup {
  node: string;
  records: BrowserRecords;
  held: Held;
  leaseMs?: number | undefined;
}

export class Leases {
  readonly leaseMs: number;
  readonly #node: string;
  readonly #records: BrowserRecords;
  readonly #held: Held;
  /** Ends that could not be written yet. */
  readonly #unwritten = new Map<string, Finished>();
  #timer: Timer | undefined;
  #looking: Promise<void> | undefined;
  #renewedMs = performance.now();
  /** The beginning of the first look that the database did not answer, until it answers one. */
  #awaySinceMs: number | undefined;
  /** The last look could not do all that it had to. */
  #isFailing = false;
  #isClosed = false;

  constructor({ node, records, held, leaseMs = LEASE_MS }: LeasesSetup) {
    this.leaseMs = leaseMs;
    this.#node = node;
    this.#records = records;
    this.#held = held;
  }

  /** Ends what an earlier run of this node left, and begins to look. */
  async start(): Promise<void> {
    await this.#records.finishAbandoned(this.#node, await this.#records.now());
    this.#renewedMs = performance.now();
    this.#later();
  }

  /** Ends the record. When the database cannot take it now, it is written later: until then it is kept here. */
  async finish(id: string, how: Omit<Finished, "at">): Promise<void> {
    const finished = { ...how, at: Date.now() };
    try {
      await within(DATABASE_MS, "the database", this.#records.finish(id, finished));
    } catch (error) {
      log.error(`browser ${id}: its end could not be recorded, and will be later:`, error);
      this.#unwritten.set(id, finished);
    }
  }

  /** Looks no more, and writes what is left where it can. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#write().catch((error) => log.error("ends of browsers could not be recorded:", error));
  }

  #later(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.look().finally(() => this.#later());
    }, this.leaseMs * LOOK_PART);
  }

  /**
   * One look at the records. Never throws. A database that does not answer is waited for; one that answers and takes nothing
   * (its disk is full) ends no browser, since nobody else can have ended its record there.
   */
  async look(): Promise<void> {
    this.#held.check();
    const beganMs = performance.now();
    const running = this.#held.running();
    let answered = false;
    try {
      const active = await within(DATABASE_MS, "the database", this.#records.activeOf(this.#node));
      answered = true;
      this.#compare(active, running);
      await within(DATABASE_MS, "the database", this.#keep(active));
      if (this.#isFailing) log.info("the records of browsers are kept again");
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) log.error("the records of browsers cannot be kept, until this is told otherwise:", error);
      this.#isFailing = true;
    }
    this.#awaySinceMs = answered ? undefined : (this.#awaySinceMs ?? beganMs);
    if (this.#awaySinceMs === undefined || performance.now() - this.#awaySinceMs < this.leaseMs * AWAY_PART) return;
    // Soon another node may end the records: what runs on would be a lie, and could be started twice.
    for (const id of this.#held.running()) this.#held.stop(id, "lost");
  }

  /** Ends what others asked to end, or have ended. */
  #compare(active: readonly ActiveBrowser[], running: readonly string[]): void {
    const known = new Set(active.map(({ id }) => id));
    for (const { id, stopAskedAt } of active) if (stopAskedAt !== null) this.#held.stop(id, "asked");
    for (const id of running) if (!known.has(id)) this.#held.stop(id, "lost");
  }

  async #keep(active: readonly ActiveBrowser[]): Promise<void> {
    await this.#write();
    for (const { id } of active)
      if (!this.#held.has(id)) await this.#records.finish(id, { reason: "failed", at: Date.now() });
    const now = performance.now();
    if (now - this.#renewedMs < this.leaseMs * RENEW_PART) return;
    // In the time of the database: a clock of ours that goes wrong or is set ends no browser of another node.
    const at = await this.#records.now();
    await this.#records.renew(this.#node, at + this.leaseMs);
    this.#renewedMs = now;
    for (const { id, node } of await this.#records.finishAbandoned("", at))
      log.info(`browser ${id} of the node ${node}, which is gone, was ended`);
  }

  async #write(): Promise<void> {
    for (const [id, finished] of [...this.#unwritten]) {
      await within(DATABASE_MS, "the database", this.#records.finish(id, finished));
      this.#unwritten.delete(id);
    }
  }
}

/** Asks the node that has it, and waits until it is stopped. Errors: `Refusal` 504 when that takes too long. */
export async function stopElsewhere(records: BrowserRecords, { projectId, id }: BrowserRecord): Promise<void> {
  await records.askToStop(id, Date.now());
  const noLongerMs = performance.now() + ELSEWHERE_MS;
  while ((await records.get(projectId, id))?.status === "active") {
    if (performance.now() > noLongerMs) throw new Refusal(504, "The server that runs the browser does not answer");
    await Bun.sleep(ELSEWHERE_LOOK_MS);
  }
}
