/**
 * The keys that are no longer in force, known without asking the database: what was opened with one ends when it is revoked,
 * here at once and on other servers, or from the command line, after the next look. Knows no connection.
 */
import { asFailure } from "../../../errors.ts";
import { log } from "../../../lib/log.ts";
import type { Keys } from "./keys.ts";

/** How often the database is looked at. */
const LOOK_MS = 2_000;

/**
 * Seconds within which a revoked key is refused, and what was opened with it has ended, on every server whose database
 * answers: a look, and the time it takes.
 */
export const REVOKED_WITHIN_SECONDS = 5;

export class Revocations {
  readonly #keys: Pick<Keys, "revokedIds">;
  #revoked: ReadonlySet<string> = new Set();
  /** What is to end, by the id of its key. */
  readonly #open = new Map<string, Set<() => void>>();
  #timer: Timer | undefined;
  #isClosed = false;

  constructor(keys: Keys) {
    this.#keys = keys;
    keys.onRevoked((id) => this.#revoke(new Set([...this.#revoked, id])));
  }

  async start(): Promise<void> {
    await this.#look();
    this.#later();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  has(keyId: string): boolean {
    return this.#revoked.has(keyId);
  }

  /** Calls `end` when the key is revoked, at once when it is already. What it returns forgets that. */
  watch(keyId: string, end: () => void): () => void {
    const held = this.#open.get(keyId) ?? new Set();
    this.#open.set(keyId, held.add(end));
    if (this.has(keyId)) queueMicrotask(end);
    return () => {
      held.delete(end);
      if (held.size === 0 && this.#open.get(keyId) === held) this.#open.delete(keyId);
    };
  }

  #later(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#look().finally(() => this.#later()), LOOK_MS);
  }

  async #look(): Promise<void> {
    try {
      this.#revoke(new Set(await this.#keys.revokedIds()));
    } catch (error) {
      log.debug("revoked keys could not be looked up:", asFailure(error)?.message ?? error);
    }
  }

  #revoke(revoked: ReadonlySet<string>): void {
    this.#revoked = revoked;
    for (const [keyId, ends] of [...this.#open]) if (revoked.has(keyId)) for (const end of [...ends]) end();
  }
}
