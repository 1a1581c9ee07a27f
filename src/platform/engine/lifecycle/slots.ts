/**
 * Places for browsers: as many as may be at the same time, and a queue of callers before them. First come, first served;
 * nobody waits longer than told. Knows nothing of browsers.
 */
import { Refusal } from "../../refusal.ts";

export interface SlotsSetup {
  /** Places at the same time. */
  limit: number;
  /** Callers that may wait for one. */
  queue: number;
  /** How long one waits at most, who asks to wait for so long. */
  queueTimeoutMs: number;
  /** How long one waits who does not say; absent is as long as clients bear. */
  patienceMs?: number | undefined;
}

/** Clients give up after 30 s, and a browser takes a moment to start: the refusal comes well before that. */
const PATIENCE_MS = 15_000;

interface Waiter {
  admit(): void;
  refuse(error: Error): void;
}

/** Seconds that are told to a caller who comes again: never so few that all come at once, never so many that places stay empty. */
const RETRY_SECONDS = { min: 1, unknown: 5, max: 60 } as const;

export class Slots {
  readonly #setup: SlotsSetup;
  readonly #waiters = new Set<Waiter>();
  #taken = 0;
  #closed: Error | undefined;
  /** Mean time between two places that became free, and when the last one did. */
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
   * Resolves with what gives the place back, which may be called again and does nothing then. `waitMs` is how long the caller
   * asks to wait. Errors: `Refusal` 429 when the queue is full or the wait was too long, 499 when the caller went away.
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

  /** Refuses all who wait and all who come, with that error. */
  close(error: Error): void {
    this.#closed = error;
    for (const waiter of [...this.#waiters]) waiter.refuse(error);
  }

  #wait(signal: AbortSignal | undefined, askedMs: number | undefined): Promise<void> {
    const { queue, queueTimeoutMs, patienceMs = PATIENCE_MS } = this.#setup;
    const waitMs = Math.min(askedMs ?? patienceMs, queueTimeoutMs);
    if (this.#waiters.size >= queue) throw this.#full(`${queue === 0 ? "None" : `All ${queue}`} may wait for one`);
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", gone);
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
      const gone = () => waiter.refuse(callerGone());
      const timer = setTimeout(() => {
        const position = [...this.#waiters].indexOf(waiter) + 1;
        const waited = `waited ${waitMs / 1000} s and were number ${position} of ${this.#waiters.size}`;
        waiter.refuse(this.#full(`You ${waited} in the queue`, position));
      }, waitMs);
      signal?.addEventListener("abort", gone, { once: true });
      this.#waiters.add(waiter);
    });
  }

  /** The place goes to whoever waits longest: it is never free for a moment in which somebody else could take it. */
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
    const seconds = this.#retrySeconds(position);
    return new Refusal(429, "Too many concurrent active sessions", {
      headers: { "Retry-After": String(seconds) },
      hint: `${this.#setup.limit} browsers run at the same time. ${why}. Stop one, or come again in ${seconds} s.`,
    });
  }

  /** When that many places will have become free, as far as the last ones tell. */
  #retrySeconds(position: number): number {
    const { min, unknown, max } = RETRY_SECONDS;
    if (this.#gapMs === undefined || this.#freedMs === undefined) return unknown;
    const gap = Math.max(this.#gapMs, performance.now() - this.#freedMs);
    return Math.min(max, Math.max(min, Math.ceil((gap * position) / 1000)));
  }
}

/** Nobody reads it; 499 is what servers write into their logs for it. */
export function callerGone(): Refusal {
  return new Refusal(499, "The caller went away");
}
