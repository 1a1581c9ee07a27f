/**
 * Creates and stops the browsers of this server. Independent of HTTP.
 *
 * The record is written when the browser runs and every hook accepts it. It says `active` until everything is removed and saved,
 * so `stopped` means that profile, downloads and recording are stored. URLs of the browser stop working as soon as the end
 * begins.
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
import type { CreateOptions, FleetSetup, FleetStats, TrackedBrowser } from "./fleet-setup.ts";
import { Leases, stopElsewhere } from "./leases.ts";
import { warnOfFewFiles } from "./open-files.ts";
import { cleanUpOrphans, removeOrphan, removeWorkspace } from "./orphan-cleanup.ts";
import { WarmPool } from "./pool.ts";
import type { BrowserRequest } from "./running.ts";
import { RunningBrowser, recordOf, type Started } from "./running.ts";
import { callerGone, Slots } from "./slots.ts";
import { release, runFolder, startBrowser, startRefusal } from "./start.ts";

const QUEUE_TIMEOUT_MS = 120_000;

/** Reasons that are logged elsewhere: as a request, a failed start, or once for all browsers. */
const LOGGED_ELSEWHERE: ReadonlySet<string> = new Set(["asked", "failed", "drain"]);

const START_TIMEOUT_MS = 30_000;

export class Fleet {
  readonly node: string;
  readonly #setup: FleetSetup;
  readonly #browsers = new Map<string, TrackedBrowser>();
  readonly #slots: Slots;
  readonly #pool: WarmPool;
  readonly #leases: Leases;
  readonly #closing = new AbortController();
  readonly #creations = new Set<Promise<unknown>>();
  readonly #ended = new Map<string, number>();
  readonly #startTimeoutMs: number;
  #created = 0;
  /** Running starts that a caller waits for. */
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
    const browsers = {
      running: () => this.all().map(({ id }) => id),
      has: (id: string) => this.#browsers.has(id),
      stop: (id: string, reason: string) => void this.stop(id, reason),
      check: () => {
        for (const { deadlines } of this.#browsers.values()) deadlines?.check();
        removeOrphan(runFolder(setup.home));
      },
    };
    this.#leases = new Leases({ node, records, browsers, leaseMs: setup.leaseMs });
  }

  /** Cleans up files and records of an earlier run, then starts renewing leases and filling the pool. */
  async start(): Promise<void> {
    const removed = await cleanUpOrphans(runFolder(this.#setup.home));
    if (removed > 0) log.info(`removed ${removed} browsers of an earlier run`);
    warnOfFewFiles(this.#setup.concurrency + this.#setup.warm);
    await this.#leases.start();
    this.#pool.fill();
  }

  /** Default idle timeout; 0 means never. */
  get idleTimeoutMs(): number {
    return this.#setup.idleTimeoutMs ?? 0;
  }

  /** A running browser; undefined while it starts or stops. */
  get(id: string): RunningBrowser | undefined {
    const tracked = this.#browsers.get(id);
    return tracked && isRunning(tracked) ? tracked.browser : undefined;
  }

  /** All running browsers. */
  all(): RunningBrowser[] {
    return [...this.#browsers.values()].filter(isRunning).map(({ browser }) => browser);
  }

  stats(): FleetStats {
    const tracked = [...this.#browsers.values()];
    const running = tracked.filter(isRunning).length;
    const ending = tracked.filter(({ end }) => end).length;
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
   * Creates a browser: from the pool if its settings allow, else a new one. If `signal` aborts, no browser remains. Errors:
   * `Refusal` 429 if no slot becomes free in time, 503 if the start fails or the server stops, and every refusal of a hook.
   */
  create(
    projectId: string,
    settings: BrowserSettings,
    { signal, waitMs, ...of }: CreateOptions = {},
  ): Promise<RunningBrowser> {
    const idleTimeoutMs = settings.idleTimeoutMs || this.idleTimeoutMs;
    const id = crypto.randomUUID();
    const request: BrowserRequest = { id, projectId, settings: { ...settings, idleTimeoutMs }, ...of };
    const creation = this.#create(request, signal, waitMs);
    const settled = Promise.allSettled([creation]);
    this.#creations.add(settled);
    void settled.then(() => this.#creations.delete(settled));
    return creation;
  }

  async #create(
    request: BrowserRequest,
    caller: AbortSignal | undefined,
    waitMs: number | undefined,
  ): Promise<RunningBrowser> {
    if (!this.hasDiskSpace()) throw diskFull();
    for (const hook of this.#setup.hooks) await hook.check?.(request);
    const releaseSlot = await this.#slots.take(caller, waitMs);
    const beganMs = performance.now();
    const assignment = new AbortController();
    const forget = forward(assignment, caller, this.#closing.signal);
    let tracked: TrackedBrowser | undefined;
    try {
      const { started, kind } = await this.#acquire(request, assignment);
      tracked = this.#track(
        new RunningBrowser(started, recordOf(request, { node: this.node, nodeUrl: this.#setup.nodeUrl?.() ?? null })),
        releaseSlot,
        assignment,
      );
      await this.#assign(tracked);
      this.#created++;
      this.#setup.observe?.(kind, performance.now() - beganMs);
      return tracked.browser;
    } catch (error) {
      if (tracked) await this.stop(tracked.browser.id, "failed");
      else releaseSlot();
      throw this.#refusalOf(error, caller);
    } finally {
      forget();
      this.#pool.fill();
    }
  }

  /** True if the disks have space for another browser. */
  hasDiskSpace(): boolean {
    const { home, folders = [], minFreeBytes } = this.#setup;
    return hasDiskSpace([home, runFolder(home), ...folders], minFreeBytes);
  }

  async #acquire(
    request: BrowserRequest,
    assignment: AbortController,
  ): Promise<{ started: Started; kind: "warm" | "cold" }> {
    const late = setTimeout(
      () => assignment.abort(new Failure("timeout", "the browser did not start in time")),
      this.#startTimeoutMs,
    );
    try {
      const warm = isPlain(request.settings) ? await this.#pool.take(assignment.signal) : undefined;
      if (warm) return { started: warm, kind: "warm" };
      this.#coldStarts++;
      try {
        return { started: await startBrowser(this.#setup, request, assignment.signal), kind: "cold" };
      } finally {
        this.#coldStarts--;
      }
    } finally {
      clearTimeout(late);
    }
  }

  /** Tracks the browser: from here on only `stop` ends it. */
  #track(browser: RunningBrowser, releaseSlot: () => void, assignment: AbortController): TrackedBrowser {
    const assigned = Promise.resolve();
    const tracked: TrackedBrowser = { browser, releaseSlot, assignment, assigned, isAssigned: false, isDead: false };
    this.#browsers.set(browser.id, tracked);
    void browser.started.launched.exited.then(() => {
      tracked.isDead = true;
      void this.stop(browser.id, "died");
    });
    return tracked;
  }

  /** Runs the hooks, writes the record, then makes the browser visible. */
  async #assign(tracked: TrackedBrowser): Promise<void> {
    const { browser, assignment } = tracked;
    const { signal } = assignment;
    const work = (async () => {
      for (const hook of this.#setup.hooks) {
        signal.throwIfAborted();
        await hook.assigned?.(browser);
      }
      signal.throwIfAborted();
      const { records } = this.#setup;
      const leaseUntil = (await records.now()) + this.#leases.leaseMs;
      Object.assign(browser.record, await records.begin({ ...browser.record, leaseUntil }));
      signal.throwIfAborted();
    })();
    tracked.assigned = work.catch(() => {});
    await within(this.#startTimeoutMs, "preparing the browser", Promise.race([work, rejectOnAbort(signal)]));
    // It may have died meanwhile. No await may follow this check.
    signal.throwIfAborted();
    tracked.isAssigned = true;
    tracked.deadlines = new Deadlines(browser, (reason) => void this.stop(browser.id, reason));
  }

  /** The error for the caller; the reason of a failed start is logged only. */
  #refusalOf(error: unknown, caller: AbortSignal | undefined): Error {
    if (caller?.aborted) return callerGone();
    if (this.#closing.signal.aborted) return stopping();
    return startRefusal(error);
  }

  /**
   * Ends a browser; resolves when it is removed and its record is written. Later calls wait for the same end. Does nothing for an
   * unknown browser.
   */
  stop(id: string, reason: string): Promise<void> {
    const tracked = this.#browsers.get(id);
    if (!tracked) return Promise.resolve();
    tracked.assignment.abort(new Failure("closed", `the browser ended before it was ready: ${reason}`));
    tracked.end ??= this.#end(tracked, reason);
    return tracked.end;
  }

  /** As `stop`, also on other servers. Errors: `Refusal` 504 if the other server does not stop it in time. */
  async stopRecorded(record: BrowserRecord, reason: string): Promise<void> {
    if (this.#browsers.has(record.id)) await this.stop(record.id, reason);
    else if (record.status === "active") await stopElsewhere(this.#setup.records, record);
  }

  async #end(tracked: TrackedBrowser, reason: string): Promise<void> {
    const { browser } = tracked;
    tracked.deadlines?.cancel();
    if (reason === "died") log.warn(`browser ${browser.id} died (${await browser.started.launched.exited})`);
    else if (!LOGGED_ELSEWHERE.has(reason)) log.info(`browser ${browser.id} stopped: ${reason}`);
    await endBrowser(this.#setup.hooks, tracked);
    await this.#leases.finish(browser.id, { reason, profileError: browser.record.profileError });
    this.#browsers.delete(browser.id);
    this.#ended.set(reason, (this.#ended.get(reason) ?? 0) + 1);
    tracked.releaseSlot();
    this.#pool.fill();
  }

  async #discard({ launched, workspace }: Started): Promise<void> {
    await launched.end();
    await removeWorkspace(workspace.folder);
    release(this.#setup.hooks, workspace);
  }

  /** Refuses new browsers and ends all running ones. */
  drain(): Promise<void> {
    this.#drained ??= this.#drain();
    return this.#drained;
  }

  async #drain(): Promise<void> {
    this.#closing.abort(stopping());
    this.#slots.close(stopping());
    await Promise.all([
      this.#pool.close(),
      ...[...this.#browsers].map(([id, { isAssigned }]) => (isAssigned ? this.stop(id, "drain") : undefined)),
      ...this.#creations,
    ]);
    // A browser that was assigned at this moment can still end in order.
    await Promise.all([...this.#browsers.keys()].map((id) => this.stop(id, "drain")));
    await this.#leases.close();
  }
}

function isRunning({ isAssigned, end }: TrackedBrowser): boolean {
  return isAssigned && !end;
}

/** True if a browser from the pool fits these settings. */
function isPlain({ profileId, width, height, customProxy }: BrowserSettings): boolean {
  const isUsual = width === DEFAULT_VIEWPORT.width && height === DEFAULT_VIEWPORT.height;
  return isUsual && profileId === null && !customProxy?.ignoreCertErrors;
}

function stopping(): Refusal {
  return new Refusal(503, "The server is stopping", { headers: { "Retry-After": "5" } });
}
