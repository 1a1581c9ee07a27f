/**
 * Keeps the records of browsers correct: renews leases of running browsers, ends records of ended ones, executes stop requests of
 * other nodes, and ends records of dead nodes.
 */
import { log } from "../../../lib/log.ts";
import { Refusal } from "../../refusal.ts";
import type { BrowserRecord } from "../../store/records/browser-rows.ts";
import type { ActiveBrowser, BrowserRecords, Finished } from "../../store/records/browsers.ts";
import { within } from "./bounded.ts";

/** Duration of a lease that is not renewed; then another node ends the record. */
export const LEASE_MS = 60_000;

/**
 * Fractions of a lease: how long browsers run on without the database, how often leases are renewed, how often records are read.
 * Together with one late renewal and one timed-out read they fit into a lease, so that a browser ends before another node
 * considers it dead.
 */
const UNANSWERED_PART = 1 / 2;
const RENEW_PART = 1 / 6;
const CHECK_PART = 1 / 30;

/** Timeout of the database. */
const DATABASE_MS = 10_000;

/** Timeout of stopping a browser of another node: it checks every 2 s, and its lease ends if it is dead. */
const ELSEWHERE_MS = LEASE_MS + 15_000;
const ELSEWHERE_CHECK_MS = 250;

/** The browsers of this node. */
export interface NodeBrowsers {
  /** Ids of running browsers that have a record. */
  running(): string[];
  /** True until the browser is completely removed. */
  has(id: string): boolean;
  /** Ends a browser; not awaited. */
  stop(id: string, reason: string): void;
  /** Checks deadlines against the wall clock. */
  check(): void;
}

export interface LeasesSetup {
  node: string;
  records: BrowserRecords;
  browsers: NodeBrowsers;
  leaseMs?: number | undefined;
}

export class Leases {
  readonly leaseMs: number;
  readonly #node: string;
  readonly #records: BrowserRecords;
  readonly #browsers: NodeBrowsers;
  /** Ends that the database has not accepted yet. */
  readonly #unwritten = new Map<string, Finished>();
  #timer: Timer | undefined;
  #checking: Promise<void> | undefined;
  #renewedMs = performance.now();
  /** Start of the first unanswered check since the last hasAnswered one. */
  #unansweredSinceMs: number | undefined;
  /** The last check failed. */
  #isFailing = false;
  #isClosed = false;

  constructor({ node, records, browsers, leaseMs = LEASE_MS }: LeasesSetup) {
    this.leaseMs = leaseMs;
    this.#node = node;
    this.#records = records;
    this.#browsers = browsers;
  }

  /** Ends records of an earlier run of this node, and starts the regular checks. */
  async start(): Promise<void> {
    await this.#records.finishAbandoned(this.#node, await this.#records.now());
    this.#renewedMs = performance.now();
    this.#schedule();
  }

  /** Ends the record. If the database fails, the end is written later. */
  async finish(id: string, how: Omit<Finished, "at">): Promise<void> {
    const finished = { ...how, at: Date.now() };
    try {
      await within(DATABASE_MS, "the database", this.#records.finish(id, finished));
    } catch (error) {
      log.error(`browser ${id}: recording its end failed and will be retried:`, error);
      this.#unwritten.set(id, finished);
    }
  }

  /** Stops the checks and tries to write the remaining ends. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#checking;
    await this.#write().catch((error) => log.error("recording the ends of browsers failed:", error));
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#checking = this.check().finally(() => this.#schedule());
    }, this.leaseMs * CHECK_PART);
  }

  /**
   * Checks the records once. Never throws. Ends the browsers if the database does not answer for long. A database that answers
   * but refuses writes (full disk) ends none, because no other node can have ended the record.
   */
  async check(): Promise<void> {
    this.#browsers.check();
    const startedMs = performance.now();
    const running = this.#browsers.running();
    let hasAnswered = false;
    try {
      const active = await within(DATABASE_MS, "the database", this.#records.activeOf(this.#node));
      hasAnswered = true;
      this.#compare(active, running);
      await within(DATABASE_MS, "the database", this.#update(active));
      if (this.#isFailing) log.info("updating the records of browsers works again");
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing)
        log.error("updating the records of browsers fails; a message follows when it works again:", error);
      this.#isFailing = true;
    }
    this.#unansweredSinceMs = hasAnswered ? undefined : (this.#unansweredSinceMs ?? startedMs);
    if (
      this.#unansweredSinceMs === undefined ||
      performance.now() - this.#unansweredSinceMs < this.leaseMs * UNANSWERED_PART
    )
      return;
    // Another node may soon end these records, and start the sessions elsewhere.
    for (const id of this.#browsers.running()) this.#browsers.stop(id, "lost");
  }

  /** Ends browsers that others asked to stop or whose records have ended. */
  #compare(active: readonly ActiveBrowser[], running: readonly string[]): void {
    const known = new Set(active.map(({ id }) => id));
    for (const { id, stopAskedAt } of active) if (stopAskedAt !== null) this.#browsers.stop(id, "asked");
    for (const id of running) if (!known.has(id)) this.#browsers.stop(id, "lost");
  }

  async #update(active: readonly ActiveBrowser[]): Promise<void> {
    await this.#write();
    for (const { id } of active)
      if (!this.#browsers.has(id)) await this.#records.finish(id, { reason: "failed", at: Date.now() });
    const now = performance.now();
    if (now - this.#renewedMs < this.leaseMs * RENEW_PART) return;
    // Time of the database: a wrong clock here must not end browsers of other nodes.
    const at = await this.#records.now();
    await this.#records.renew(this.#node, at + this.leaseMs);
    this.#renewedMs = now;
    for (const { id, node } of await this.#records.finishAbandoned("", at))
      log.info(`ended browser ${id} of node ${node}, which no longer runs`);
  }

  async #write(): Promise<void> {
    for (const [id, finished] of [...this.#unwritten]) {
      await within(DATABASE_MS, "the database", this.#records.finish(id, finished));
      this.#unwritten.delete(id);
    }
  }
}

/** Asks the browser's node to stop it, and waits for that. Errors: `Refusal` 504 after a timeout. */
export async function stopElsewhere(records: BrowserRecords, { projectId, id }: BrowserRecord): Promise<void> {
  await records.askToStop(id, Date.now());
  const deadlineMs = performance.now() + ELSEWHERE_MS;
  while ((await records.get(projectId, id))?.status === "active") {
    if (performance.now() > deadlineMs) throw new Refusal(504, "The server that runs the browser does not answer");
    await Bun.sleep(ELSEWHERE_CHECK_MS);
  }
}
