/** How often somebody may ask: a token bucket for each, in memory. Knows neither keys nor addresses. */

/** What became of one request. */
export interface Taken {
  isAllowed: boolean;
  /** Requests a minute. */
  limit: number;
  /** Requests that may follow at once. */
  remaining: number;
  /** Seconds until all of them may. */
  resetSeconds: number;
  /** Seconds until the next one may. */
  retrySeconds: number;
}

interface Bucket {
  tokens: number;
  /** When that was so, in ms of the clock. */
  at: number;
}

const MINUTE_MS = 60_000;

/**
 * Beyond this many buckets the full ones are forgotten, which are as good as new, and then those not seen for longest, down
 * to half: so that the search for them is not made again at each call.
 */
const MANY = 10_000;

export class RateLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** The clock must not jump: by default the process's own. */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** One request of that one; it counts only where it is allowed. */
  take(who: string): Taken {
    const now = this.#now();
    const tokens = this.#tokens(who, now);
    const isAllowed = tokens >= 1;
    const left = isAllowed ? tokens - 1 : tokens;
    // Anew at the end of the map, so that its beginning is the one not seen for longest.
    this.#buckets.delete(who);
    this.#buckets.set(who, { tokens: left, at: now });
    if (this.#buckets.size > MANY) this.#forget(now);
    return this.#told(isAllowed, left);
  }

  get size(): number {
    return this.#buckets.size;
  }

  #tokens(who: string, now: number): number {
    const held = this.#buckets.get(who);
    if (!held) return this.#perMinute;
    return Math.min(this.#perMinute, held.tokens + ((now - held.at) * this.#perMinute) / MINUTE_MS);
  }

  #told(isAllowed: boolean, tokens: number): Taken {
    const seconds = (missing: number) => Math.max(0, Math.ceil((missing * 60) / this.#perMinute));
    return {
      isAllowed,
      limit: this.#perMinute,
      remaining: Math.floor(tokens),
      resetSeconds: seconds(this.#perMinute - tokens),
      retrySeconds: Math.max(1, seconds(1 - tokens)),
    };
  }

  #forget(now: number): void {
    for (const who of this.#buckets.keys()) if (this.#tokens(who, now) >= this.#perMinute) this.#buckets.delete(who);
    for (const who of this.#buckets.keys()) {
      if (this.#buckets.size <= MANY / 2) return;
      this.#buckets.delete(who);
    }
  }
}
