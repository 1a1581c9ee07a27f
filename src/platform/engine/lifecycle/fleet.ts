/**
 * The browsers of this server: started, given out, ended. Every way to an end goes through one place, which leaves no
 * process, no folder and no record that lies. Knows nothing of HTTP.
 *
 * A record is written when its browser runs and every hook is content, and says `active` until nothing of it is
 * left: who reads `stopped` can rely on everything having been kept. Its addresses lead nowhere as soon as the end begins.
 */

import { Failure } from "../../../errors.ts";
import { rejectOnAbort } from "../../../lib/deadline.ts";
import { DEFAULT_VIEWPORT } from "../../../lib/limits.ts";
import { log } from "../../../lib/log.ts";
import { Refusal } from "../../refusal.ts";
import type { BrowserRecord, BrowserSettings } from "../../store/records/browser-rows.ts";
import { forward, within } from "./bounded.ts";
import { Deadlines } from "./deadlines.ts";
import { diskFull, hasDiskSpace } from "./disk.ts";
import { endBrowser } from "./end.ts";
import type { Creating, FleetSetup, FleetStats, HeldBrowser } from "./fleet-setup.ts";
import { Leases, stopElsewhere } from "./leases.ts";
import { warnOfFewFiles } from "./open-files.ts";
import { cleanUpOrphans, removeOrphan, removeWorkspace } from "./orphan-cleanup.ts";
import { WarmPool } from "./pool.ts";
import type { BrowserRequest } from "./running.ts";
import { RunningBrowser, recordOf, type Started } from "./running.ts";
import { callerGone, Slots } from "./slots.ts";
import { release, runFolder, startBrowser, startRefusal } from "./start.ts";

const QUEUE_TIMEOUT_MS = 120_000;

/** Ends that the log tells otherwise: as a request, as the failure of a start, or once for all. */
const USUAL: ReadonlySet<string> = new Set(["asked", "failed", "drain"]);

const START_TIMEOUT_MS = 30_000;

export class Fleet {
  readonly node: string;
  readonly #setup: FleetSetup;
  readonly #held = new Map<string, HeldBrowser>();
  readonly #slots: Slots;
  readonly #pool: WarmPool;
  readonly #leases: Leases;
  readonly #closing = new AbortController();
  readonly #creations = new Set<Promise<unknown>>();
  readonly #ended = new Map<string, number>();
  readonly #startTimeoutMs: number;
  #created = 0;
  /** Starts for somebody under way. */
  #coldStarts = 0;
  #drained: Promise<void> | undefined;

  constructor(setup: FleetSetup) {
    this.#setup = setup;
    this.node = setup.node;
    const { node, records, concurrency, queue, queueTimeoutMs = QUEUE_TIMEOUT_MS, warm } = setup;
    this.#startTimeoutMs = setup.startTimeoutMs ?? START_TIMEOUT_MS;
    this.#slots = new Slots({ limit: concurrency, queue, queueTimeoutMs });
    this.#pool = new WarmPool({
      size: warm,
      start: (signal) => startBrowser(setup, undefined, signal),
      end: (started) => this.#discard(started),
      isBusy: () => this.#coldStarts > 0 || this.#slots.waiting > 0 || !this.hasDiskSpace(),
    });
    const held = {
      running: () => this.all().map(({ id }) => id),
      has: (id: string) => this.#held.has(id),
      stop: (id: string, reason: string) => void this.stop(id, reason),
      check: () => {
        for (const { deadlines } of this.#held.values()) deadlines?.check();
        removeOrphan(runFolder(setup.home));
      },
    };
    this.#leases = new Leases({ node, records, held, leaseMs: setup.leaseMs });
  }

  /** Ends what an earlier run left, on disk and in the records, and begins to keep leases and to start in advance. */
  async start(): Promise<void> {
    const removed = await cleanUpOrphans(runFolder(this.#setup.home));
    if (removed > 0) log.info(`removed what ${removed} browsers of an earlier run left`);
    warnOfFewFiles(this.#setup.concurrency + this.#setup.warm);
    await this.#leases.start();
    this.#pool.fill();
  }

  /** A browser without a client for so long is ended, where its settings do not say; 0 is never. */
  get idleTimeoutMs(): number {
    return this.#setup.idleTimeoutMs ?? 0;
  }

  /** A browser that is given and does not end. */
  get(id: string): RunningBrowser | undefined {
    const held = this.#held.get(id);
    return held && isRunning(held) ? held.browser : undefined;
  }

  /** Those that are given and do not end. */
  all(): RunningBrowser[] {
    return [...this.#held.values()].filter(isRunning).map(({ browser }) => browser);
  }

  stats(): FleetStats {
    const held = [...this.#held.values()];
    const running = held.filter(isRunning).length;
    const ending = held.filter(({ end }) => end).length;
    return {
      running,
      ending,
      starting: this.#slots.taken - running - ending,
      waiting: this.#slots.waiting,
      warm: this.#pool.count,
      created: this.#created,
      ended: Object.fromEntries(this.#ended),
      concurrency: this.#setup.concurrency,
    };
  }

  /**
   * Gives out a browser: one started in advance where that will do, else a new one. `signal` is the caller's presence: who
   * goes away leaves no browser behind. Errors: `Refusal` 429 when all places are taken for too long, 503 when it cannot
   * be started or the server stops, and whatever an hook refuses with.
   */
  create(
    projectId: string,
    settings: BrowserSettings,
    { signal, waitMs, ...of }: Creating = {},
  ): Promise<RunningBrowser> {
    const idleTimeoutMs = settings.idleTimeoutMs || (this.#setup.idleTimeoutMs ?? 0);
    const asked: BrowserRequest = {
      id: crypto.randomUUID(),
      projectId,
      settings: { ...settings, idleTimeoutMs },
      ...of,
    };
    const creation = this.#create(asked, signal, waitMs);
    const settled = creation.then(
      () => {},
      () => {},
    );
    this.#creations.add(settled);
    void settled.then(() => this.#creations.delete(settled));
    return creation;
  }

  async #create(
    asked: BrowserRequest,
    caller: AbortSignal | undefined,
    waitMs: number | undefined,
  ): Promise<RunningBrowser> {
    if (!this.hasDiskSpace()) throw diskFull();
    for (const hook of this.#setup.hooks) await hook.check?.(asked);
    const releaseSlot = await this.#slots.take(caller, waitMs);
    const beganMs = performance.now();
    const giving = new AbortController();
    const forget = forward(giving, caller, this.#closing.signal);
    let held: HeldBrowser | undefined;
    try {
      const { started, kind } = await this.#obtain(asked, giving);
      held = this.#hold(
        new RunningBrowser(started, recordOf(asked, { node: this.node, nodeUrl: this.#setup.nodeUrl?.() ?? null })),
        releaseSlot,
        giving,
      );
      await this.#give(held);
      this.#created++;
      this.#setup.observe?.(kind, performance.now() - beganMs);
      return held.browser;
    } catch (error) {
      if (held) await this.stop(held.browser.id, "failed");
      else releaseSlot();
      throw this.#refusalOf(error, caller);
    } finally {
      forget();
      this.#pool.fill();
    }
  }

  /** True where the disks have room for another browser. */
  hasDiskSpace(): boolean {
    const { home, folders = [], minFreeBytes } = this.#setup;
    return hasDiskSpace([home, runFolder(home), ...folders], minFreeBytes);
  }

  async #obtain(asked: BrowserRequest, giving: AbortController): Promise<{ started: Started; kind: "warm" | "cold" }> {
    const late = setTimeout(
      () => giving.abort(new Failure("timeout", "the browser did not start in time")),
      this.#startTimeoutMs,
    );
    try {
      const warm = isPlain(asked.settings) ? await this.#pool.take(giving.signal) : undefined;
      if (warm) return { started: warm, kind: "warm" };
      this.#coldStarts++;
      try {
        return { started: await startBrowser(this.#setup, asked, giving.signal), kind: "cold" };
      } finally {
        this.#coldStarts--;
      }
    } finally {
      clearTimeout(late);
    }
  }

  /** From here on there is one way out. */
  #hold(browser: RunningBrowser, releaseSlot: () => void, giving: AbortController): HeldBrowser {
    const given = Promise.resolve();
    const held: HeldBrowser = { browser, releaseSlot, giving, given, isGiven: false, isDead: false };
    this.#held.set(browser.id, held);
    void browser.started.launched.exited.then(() => {
      held.isDead = true;
      void this.stop(browser.id, "died");
    });
    return held;
  }

  /** Lifecycle hooks, then the record, then the world. */
  async #give(held: HeldBrowser): Promise<void> {
    const { browser, giving } = held;
    const { signal } = giving;
    const work = (async () => {
      for (const hook of this.#setup.hooks) {
        signal.throwIfAborted();
        await hook.given?.(browser);
      }
      signal.throwIfAborted();
      const { records } = this.#setup;
      const leaseUntil = (await records.now()) + this.#leases.leaseMs;
      Object.assign(browser.record, await records.begin({ ...browser.record, leaseUntil }));
      signal.throwIfAborted();
    })();
    held.given = work.catch(() => {});
    await within(this.#startTimeoutMs, "giving the browser", Promise.race([work, rejectOnAbort(signal)]));
    // It may have died since. From here to the end nothing comes between.
    signal.throwIfAborted();
    held.isGiven = true;
    held.deadlines = new Deadlines(browser, (reason) => void this.stop(browser.id, reason));
  }

  /** What the caller is told: why a browser did not start is for the operator to read. */
  #refusalOf(error: unknown, caller: AbortSignal | undefined): Error {
    if (caller?.aborted) return callerGone();
    if (this.#closing.signal.aborted) return stopping();
    return startRefusal(error);
  }

  /**
   * Ends a browser for that reason; resolves when nothing of it is left and its record says so. Who comes second waits for
   * the same end. Does nothing for one that is not here.
   */
  stop(id: string, reason: string): Promise<void> {
    const held = this.#held.get(id);
    if (!held) return Promise.resolve();
    held.giving.abort(new Failure("closed", `the browser ended before it was given: ${reason}`));
    held.end ??= this.#end(held, reason);
    return held.end;
  }

  /** As `stop`, wherever it runs. Errors: `Refusal` 504 when the node that has it does not stop it in time. */
  async stopRecorded(record: BrowserRecord, reason: string): Promise<void> {
    if (this.#held.has(record.id)) await this.stop(record.id, reason);
    else if (record.status === "active") await stopElsewhere(this.#setup.records, record);
  }

  async #end(held: HeldBrowser, reason: string): Promise<void> {
    const { browser } = held;
    held.deadlines?.cancel();
    if (reason === "died") log.warn(`browser ${browser.id} died (${await browser.started.launched.exited})`);
    else if (!USUAL.has(reason)) log.info(`browser ${browser.id} is ended: ${reason}`);
    await endBrowser(this.#setup.hooks, held);
    await this.#leases.finish(browser.id, { reason, profileError: browser.record.profileError });
    this.#held.delete(browser.id);
    this.#ended.set(reason, (this.#ended.get(reason) ?? 0) + 1);
    held.releaseSlot();
    this.#pool.fill();
  }

  async #discard({ launched, workspace }: Started): Promise<void> {
    await launched.end();
    await removeWorkspace(workspace.folder);
    release(this.#setup.hooks, workspace);
  }

  /** Gives out no more, and ends all, each in good order. Resolves when nothing is left. */
  drain(): Promise<void> {
    this.#drained ??= this.#drain();
    return this.#drained;
  }

  async #drain(): Promise<void> {
    this.#closing.abort(stopping());
    this.#slots.close(stopping());
    await Promise.all([
      this.#pool.close(),
      ...[...this.#held].map(([id, { isGiven }]) => (isGiven ? this.stop(id, "drain") : undefined)),
      ...this.#creations,
    ]);
    // One that was given in this very moment is in time to be asked.
    await Promise.all([...this.#held.keys()].map((id) => this.stop(id, "drain")));
    await this.#leases.close();
  }
}

function isRunning({ isGiven, end }: HeldBrowser): boolean {
  return isGiven && !end;
}

/** True when nothing of it must be known before the browser starts. */
function isPlain({ profileId, width, height, customProxy }: BrowserSettings): boolean {
  const isUsual = width === DEFAULT_VIEWPORT.width && height === DEFAULT_VIEWPORT.height;
  return isUsual && profileId === null && !customProxy?.ignoreCertErrors;
}

function stopping(): Refusal {
  return new Refusal(503, "The server is stopping", { headers: { "Retry-After": "5" } });
}
