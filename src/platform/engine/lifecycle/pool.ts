/**
 * Pool of browsers that are started in advance. Each is used once, after a health check. One start at a time runs in the
 * background, and none while a caller waits for a start.
 */
import { log } from "../../../lib/log.ts";
import { done, within } from "./bounded.ts";
import type { Started } from "./running.ts";

export interface PoolSetup {
  size: number;
  start(signal: AbortSignal): Promise<Started>;
  /** Ends a browser that was never assigned. */
  end(started: Started): Promise<void>;
  /** True while starts in advance should wait. */
  isBusy(): boolean;
}

/** Older browsers are replaced: their memory only grows. */
const OLD_MS = 30 * 60_000;

/** Timeout of the health check, which takes less than a millisecond. */
const HEALTH_MS = 1_000;

/** Timeout of a start. */
const START_MS = 30_000;

/** A start blocks the server for some milliseconds, so the response with the last browser is sent first. */
const AFTER_MS = 20;

/** Delay after a failed start; doubled each time up to `most`. */
const AGAIN_MS = { first: 1_000, most: 60_000 } as const;

export class WarmPool {
  readonly #setup: PoolSetup;
  readonly #ready = new Map<Started, Timer>();
  readonly #ending = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  #starting: Promise<void> | undefined;
  /** The caller that waits for the current start. */
  #claim: ((started: Started | undefined) => void) | undefined;
  /** Runs until the next start. */
  #timer: Timer | undefined;
  #againMs: number = AGAIN_MS.first;

  constructor(setup: PoolSetup) {
    this.#setup = setup;
  }

  /** Number of ready browsers. */
  get count(): number {
    return this.#ready.size;
  }

  /** A healthy browser from the pool, or the one that is being started; undefined if a new start is faster. */
  async take(signal: AbortSignal): Promise<Started | undefined> {
    for (const [started] of this.#ready) {
      this.#forget(started);
      if (await isHealthy(started)) {
        if (!signal.aborted) return started;
        this.#keep(started);
        throw signal.reason;
      }
      this.#discard(started);
      signal.throwIfAborted();
    }
    return this.#starting && !this.#claim ? await this.#next(signal) : undefined;
  }

  /** Schedules the next start if one is needed. */
  fill(afterMs = AFTER_MS): void {
    if (this.#timer || !this.#isWanted()) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#isWanted()) return;
      this.#starting = this.#start().then((nextMs) => {
        this.#starting = undefined;
        this.fill(nextMs);
      });
    }, afterMs);
  }

  #isWanted(): boolean {
    const isBlocked = this.#closing.signal.aborted || this.#starting;
    return !isBlocked && this.#ready.size < this.#setup.size && !this.#setup.isBusy();
  }

  /** Ends all browsers, including the one that is being started. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("the pool is closed"));
    clearTimeout(this.#timer);
    for (const started of [...this.#ready.keys()]) {
      this.#forget(started);
      this.#discard(started);
    }
    await this.#starting;
    await Promise.all(this.#ending);
  }

  /** Returns the delay before the next start in ms. Never rejects. */
  async #start(): Promise<number> {
    const timeout = AbortSignal.timeout(START_MS);
    try {
      this.#arrived(await this.#setup.start(AbortSignal.any([this.#closing.signal, timeout])));
      this.#againMs = AGAIN_MS.first;
      return AFTER_MS;
    } catch (error) {
      this.#arrived(undefined);
      if (!this.#closing.signal.aborted) log.error("a browser could not be started in advance:", error);
      const afterMs = this.#againMs;
      this.#againMs = Math.min(afterMs * 2, AGAIN_MS.most);
      return afterMs;
    }
  }

  #arrived(started: Started | undefined): void {
    const claim = this.#claim;
    this.#claim = undefined;
    if (claim) claim(started);
    else if (started) this.#keep(started);
  }

  /** Waits for the browser that is being started. */
  #next(signal: AbortSignal): Promise<Started | undefined> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#claim = undefined;
        reject(signal.reason);
      };
      this.#claim = (started) => {
        signal.removeEventListener("abort", onAbort);
        resolve(started);
      };
      signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  #keep(started: Started): void {
    if (this.#closing.signal.aborted) {
      this.#discard(started);
      return;
    }
    const replace = () => {
      if (!this.#ready.has(started)) return;
      this.#forget(started);
      this.#discard(started);
      this.fill();
    };
    this.#ready.set(started, setTimeout(replace, OLD_MS));
    void started.launched.ended.then(replace);
  }

  #forget(started: Started): void {
    clearTimeout(this.#ready.get(started));
    this.#ready.delete(started);
  }

  #discard(started: Started): void {
    const ending = done(START_MS, "ending a browser that was started in advance", this.#setup.end(started));
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }
}

async function isHealthy({ multiplexer }: Started): Promise<boolean> {
  try {
    await within(HEALTH_MS, "its answer", multiplexer.connection.root.send("Browser.getVersion"));
    return true;
  } catch {
    return false;
  }
}
