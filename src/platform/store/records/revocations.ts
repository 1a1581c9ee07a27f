/**
 * Revoked keys, cached in memory. Connections that were opened with a key end when it is revoked: immediately if this process revokes
 * it, after the next poll if another server or the command line does.
 */
import { asFailure } from "../../../errors.ts";
import { log } from "../../../lib/log.ts";
import type { Keys } from "./keys.ts";

const POLL_MS = 2_000;

/** Seconds within which a revoked key is refused and its connections end, on every server with a working database. */
export const REVOKED_WITHIN_SECONDS = 5;

export class Revocations {
  readonly #keys: Pick<Keys, "revokedIds">;
  #revoked: ReadonlySet<string> = new Set();
  /** Callbacks by key id. */
  readonly #open = new Map<string, Set<() => void>>();
  #timer: Timer | undefined;
  #isClosed = false;

  constructor(keys: Keys) {
    this.#keys = keys;
    keys.onRevoked((id) => this.#revoke(new Set([...this.#revoked, id])));
  }

  async start(): Promise<void> {
    await this.#poll();
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  has(keyId: string): boolean {
    return this.#revoked.has(keyId);
  }

  /** Calls `end` when the key is or was revoked. Returns a function that unsubscribes. */
  watch(keyId: string, end: () => void): () => void {
    const callbacks = this.#open.get(keyId) ?? new Set();
    this.#open.set(keyId, callbacks.add(end));
    if (this.has(keyId)) queueMicrotask(end);
    return () => {
      callbacks.delete(end);
      if (callbacks.size === 0 && this.#open.get(keyId) === callbacks) this.#open.delete(keyId);
    };
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#poll().finally(() => this.#schedule()), POLL_MS);
  }

  async #poll(): Promise<void> {
    try {
      this.#revoke(new Set(await this.#keys.revokedIds()));
    } catch (error) {
      log.debug("reading revoked keys failed:", asFailure(error)?.message ?? error);
    }
  }

  #revoke(revoked: ReadonlySet<string>): void {
    this.#revoked = revoked;
    for (const [keyId, ends] of [...this.#open]) if (revoked.has(keyId)) for (const end of [...ends]) end();
  }
}
