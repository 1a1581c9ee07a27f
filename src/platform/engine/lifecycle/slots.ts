/** A semaphore with a first-come-first-served queue and a maximum wait. */
import { Refusal } from "../../refusal.ts";

export interface SlotsSetup {
  /** Number of slots. */
  limit: number;
  /** Maximum number of waiting callers. */
  queue: number;
  /** Longest wait that a caller may ask for. */
  queueTimeoutMs: number;
  /** Wait of a caller that asks for none. */
  defaultWaitMs?: number | undefined;
}

/** Clients give up after 30 s, and a browser needs time to start. */
const DEFAULT_WAIT_MS = 15_000;

interface Waiter {
  admit(): void;
  refuse(error: Error): void;
}

/** Bounds of `Retry-After`: short values make all callers return at once, long ones leave slots unused. */
const RETRY_SECONDS = { min: 1, unknown: 5, max: 60 } as const;

export class Slots {
  readonly #setup: SlotsSetup;
  readonly #waiters = new Set<Waiter>();
  #taken = 0;
  #closed: Error | undefined;
  /** Mean time between two released slots, and the time of the last release. */
  #gapMs: number | undefined;
  #freedMs: number | undefined;

  constructor(setup: SlotsSetup) {
    this.#setup = setup;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  /**
   * Resolves with the function that releases the slot; it may be called twice. `waitMs` is the wait that the caller asks for.
   * Errors: `Refusal` 429 if the queue is full or the wait too long, 499 if the caller disconnected.
   */
  async take(signal?: AbortSignal, waitMs?: number): Promise<() => void> {
    if (this.#closed) throw this.#closed;
    if (signal?.aborted) throw callerGone();
    if (this.#taken < this.#setup.limit && this.#waiters.size === 0) this.#taken++;
    else await this.#wait(signal, waitMs);
    let isHeld = true;
    return () => {
      if (isHeld) this.#free();
      isHeld = false;
    };
  }

  /** Rejects all waiting and all future callers with that error. */
  close(error: Error): void {
    this.#closed = error;
    for (const waiter of [...this.#waiters]) waiter.refuse(error);
  }

  #wait(signal: AbortSignal | undefined, requestedMs: number | undefined): Promise<void> {
    const { queue, queueTimeoutMs, defaultWaitMs = DEFAULT_WAIT_MS } = this.#setup;
    const waitMs = Math.min(requestedMs ?? defaultWaitMs, queueTimeoutMs);
    if (this.#waiters.size >= queue)
      throw this.#full(queue === 0 ? "Waiting is disabled" : `All ${queue} places in the queue are taken`);
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        admit: () => {
          leave();
          resolve();
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const onAbort = () => waiter.refuse(callerGone());
      const timer = setTimeout(() => {
        const position = [...this.#waiters].indexOf(waiter) + 1;
        const state = `waited ${waitMs / 1000} s and were number ${position} of ${this.#waiters.size}`;
        waiter.refuse(this.#full(`You ${state} in the queue`, position));
      }, waitMs);
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiters.add(waiter);
    });
  }

  /** Passes the slot directly to the caller that waits longest, so that no other can take it. */
  #free(): void {
    const now = performance.now();
    if (this.#freedMs !== undefined) {
      const gap = now - this.#freedMs;
      this.#gapMs = this.#gapMs === undefined ? gap : this.#gapMs * 0.8 + gap * 0.2;
    }
    this.#freedMs = now;
    const [first] = this.#waiters;
    if (first) first.admit();
    else this.#taken--;
  }

  #full(why: string, position = this.#waiters.size + 1): Refusal {
    const { limit } = this.#setup;
    const seconds = this.#retrySeconds(position);
    return new Refusal(429, "Too many concurrent active sessions", {
      headers: { "Retry-After": String(seconds) },
      hint: `This server runs at most ${limit === 1 ? "1 browser" : `${limit} browsers`}. ${why}. Stop a browser, or retry in ${seconds} s.`,
    });
  }

  /** Estimated seconds until that many slots are released. */
  #retrySeconds(position: number): number {
    const { min, unknown, max } = RETRY_SECONDS;
    if (this.#gapMs === undefined || this.#freedMs === undefined) return unknown;
    const gap = Math.max(this.#gapMs, performance.now() - this.#freedMs);
    return Math.min(max, Math.max(min, Math.ceil((gap * position) / 1000)));
  }
}

/** Never sent; 499 is the usual status for it in logs. */
export function callerGone(): Refusal {
  return new Refusal(499, "The caller disconnected");
}
