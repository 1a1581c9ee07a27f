/** Rate limiting: one token bucket per id, in memory. */

/** The result of one request against its bucket. */
export interface Taken {
  isAllowed: boolean;
  /** Requests per minute. */
  limit: number;
  /** Requests that are allowed immediately afterwards. */
  remaining: number;
  /** Seconds until the bucket is full. */
  resetSeconds: number;
  /** Seconds until the next request is allowed. */
  retrySeconds: number;
}

interface Bucket {
  tokens: number;
  /** Time of that count, in ms of the clock. */
  at: number;
}

const MINUTE_MS = 60_000;

/**
 * Above this number of buckets, full ones are dropped, because they equal new ones; then the least recently used, down to
 * half, so that the next request does not search again.
 */
const MAX_BUCKETS = 10_000;

export class RateLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** `now` must be monotonic. */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Takes a token for one request of `id`. A refused request takes none. */
  take(id: string): Taken {
    const now = this.#now();
    const tokens = this.#tokens(id, now);
    const isAllowed = tokens >= 1;
    const left = isAllowed ? tokens - 1 : tokens;
    // Reinserted at the end: the map stays ordered by last use.
    this.#buckets.delete(id);
    this.#buckets.set(id, { tokens: left, at: now });
    if (this.#buckets.size > MAX_BUCKETS) this.#evict(now);
    return this.#result(isAllowed, left);
  }

  get size(): number {
    return this.#buckets.size;
  }

  #tokens(id: string, now: number): number {
    const bucket = this.#buckets.get(id);
    if (!bucket) return this.#perMinute;
    return Math.min(this.#perMinute, bucket.tokens + ((now - bucket.at) * this.#perMinute) / MINUTE_MS);
  }

  #result(isAllowed: boolean, tokens: number): Taken {
    const seconds = (missing: number) => Math.max(0, Math.ceil((missing * 60) / this.#perMinute));
    return {
      isAllowed,
      limit: this.#perMinute,
      remaining: Math.floor(tokens),
      resetSeconds: seconds(this.#perMinute - tokens),
      retrySeconds: Math.max(1, seconds(1 - tokens)),
    };
  }

  #evict(now: number): void {
    for (const id of this.#buckets.keys()) if (this.#tokens(id, now) >= this.#perMinute) this.#buckets.delete(id);
    for (const id of this.#buckets.keys()) {
      if (this.#buckets.size <= MAX_BUCKETS / 2) return;
      this.#buckets.delete(id);
    }
  }
}
