/**
 * Browsers that are started in advance, so that a caller need not wait for a start. Each is given out once, after it has
 * shown that it lives; the next is started in the background, one at a time, while nobody waits for a start of their own.
 */
import { log } from "../../../lib/log.ts";
import { done, within } from "./bounded.ts";
import type { Started } from "./running.ts";

export interface PoolSetup {
  size: number;
  start(signal: AbortSignal): Promise<Started>;
  /** Ends one that was never given. */
  end(started: Started): Promise<void>;
  /** True while the machine has better to do than starts in advance. */
  isBusy(): boolean;
}

/** A browser that has stood for so long is replaced: its memory only grows. */
const OLD_MS = 30 * 60_000;

/** How long one may take to show that it lives; it takes less than a millisecond. */
const HEALTH_MS = 1_000;

/** How long a start may take. */
const START_MS = 30_000;

/** A start keeps the whole server busy for some milliseconds: the answer that gives the last one away goes first. */
const AFTER_MS = 20;

/** How long after a failed start the next is tried: it doubles with each. */
const AGAIN_MS = { first: 1_000, most: 60_000 } as const;

export class WarmPool {
  readonly #setup: PoolSetup;
  readonly #ready = new Map<Started, Timer>();
  readonly #ending = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  #starting: Promise<void> | undefined;
  /** Who takes the one that is being started. */
  #claim: ((started: Started | undefined) => void) | undefined;
  /** Until the next start. */
  #timer: Timer | undefined;
  #againMs: number = AGAIN_MS.first;

  constructor(setup: PoolSetup) {
    this.#setup = setup;
  }

  /** How many stand ready. */
  get count(): number {
    return this.#ready.size;
  }

  /** A browser that lives, or undefined where none is to be had sooner than by starting one. */
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

  /** Starts the next one soon, where one is missing and nothing speaks against it. */
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
    const isOff = this.#closing.signal.aborted || this.#starting;
    return !isOff && this.#ready.size < this.#setup.size && !this.#setup.isBusy();
  }

  /** Ends all, also the one that is being started. */
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

  /** Never rejects: tells how long to wait before the next one. */
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

  /** The one that is being started: it is there sooner than one that is started now. */
  #next(signal: AbortSignal): Promise<Started | undefined> {
    return new Promise((resolve, reject) => {
      const gone = () => {
        this.#claim = undefined;
        reject(signal.reason);
      };
      this.#claim = (started) => {
        signal.removeEventListener("abort", gone);
        resolve(started);
      };
      signal.addEventListener("abort", gone, { once: true });
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

async function isHealthy({ split }: Started): Promise<boolean> {
  try {
    await within(HEALTH_MS, "its answer", split.connection.root.send("Browser.getVersion"));
    return true;
  } catch {
    return false;
  }
}
