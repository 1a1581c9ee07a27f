/**
 * What the records say, kept true: leases of browsers that run are renewed, records of those that are gone are ended, what
 * another node asked is done, and what a dead node left is ended for it. Knows nothing of how browsers start and end.
 */
import { log } from "../../lib/log.ts";
import { Refusal } from "../refusal.ts";
import type { BrowserRecord, BrowserRecords } from "../store/browsers.ts";
import { within } from "./bounded.ts";

/** How long a lease holds that is not renewed. After that another node ends the record, and we the browser. */
const LEASE_MS = 30_000;

/** Parts of that time: how often leases are renewed, and how often the records are looked at for what others asked. */
const RENEW_PART = 1 / 3;
const LOOK_PART = 1 / 15;

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
  readonly #unwritten = new Map<string, { reason: string; at: number }>();
  #timer: Timer | undefined;
  #looking: Promise<void> | undefined;
  #renewedMs = performance.now();
  /** The database did not answer last time. */
  #isAway = false;
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
  async finish(id: string, reason: string): Promise<void> {
    const at = Date.now();
    try {
      await within(DATABASE_MS, "the database", this.#records.finish(id, reason, at));
    } catch (error) {
      log.error(`browser ${id}: its end could not be recorded, and will be later:`, error);
      this.#unwritten.set(id, { reason, at });
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

  /** One look at the records. Never throws: without a database it waits for it, as long as the leases hold. */
  async look(): Promise<void> {
    this.#held.check();
    try {
      await within(DATABASE_MS, "the database", this.#keep());
      if (this.#isAway) log.info("the records of browsers are kept again");
      this.#isAway = false;
    } catch (error) {
      if (!this.#isAway) log.error("the records of browsers cannot be kept, until this is told otherwise:", error);
      this.#isAway = true;
    }
    if (performance.now() - this.#renewedMs < this.leaseMs) return;
    // Another node may have ended the records by now: what runs on would be a lie, and could be started twice.
    for (const id of this.#held.running()) this.#held.stop(id, "lost");
  }

  async #keep(): Promise<void> {
    await this.#write();
    const running = this.#held.running();
    const now = performance.now();
    const active = await this.#records.activeOf(this.#node);
    const known = new Set(active.map(({ id }) => id));
    for (const { id, stopAskedAt } of active) {
      if (!this.#held.has(id)) await this.#records.finish(id, "failed", Date.now());
      else if (stopAskedAt !== null) this.#held.stop(id, "asked");
    }
    for (const id of running) if (!known.has(id)) this.#held.stop(id, "lost");
    if (now - this.#renewedMs < this.leaseMs * RENEW_PART) return;
    // In the time of the database: a clock of ours that goes wrong or is set ends no browser of another node.
    const at = await this.#records.now();
    await this.#records.renew(this.#node, at + this.leaseMs);
    this.#renewedMs = now;
    for (const { id, node } of await this.#records.finishAbandoned("", at))
      log.info(`browser ${id} of the node ${node}, which is gone, was ended`);
  }

  async #write(): Promise<void> {
    for (const [id, { reason, at }] of [...this.#unwritten]) {
      await within(DATABASE_MS, "the database", this.#records.finish(id, reason, at));
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
