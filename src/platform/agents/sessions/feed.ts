/** Wakes tasks that wait for a change of a session. Carries no data: they read the database, which they also poll. */

export class Feed {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Wakes all waiters of the session. */
  changed(sessionId: string): void {
    for (const wake of this.#waiting.get(sessionId) ?? []) wake();
  }

  /** Resolves at the next change, or after `ms`, because other servers make changes too. */
  async next(sessionId: string, ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiters = this.#waiting.get(sessionId) ?? new Set();
    this.#waiting.set(sessionId, waiters.add(resolve));
    const wake = () => resolve();
    const timer = setTimeout(wake, ms);
    signal?.addEventListener("abort", wake);
    await promise;
    clearTimeout(timer);
    signal?.removeEventListener("abort", wake);
    waiters.delete(resolve);
    if (waiters.size === 0 && this.#waiting.get(sessionId) === waiters) this.#waiting.delete(sessionId);
  }

  /** Waits until `holds` is true, at most for `ms`. Returns whether it became true. */
  async until(sessionId: string, ms: number, holds: () => Promise<boolean>): Promise<boolean> {
    const untilMs = performance.now() + ms;
    for (;;) {
      // Subscribes before the check, so that a change in between is not missed.
      const woken = this.next(sessionId, POLL_MS);
      if (await holds()) return true;
      if (performance.now() > untilMs) return false;
      await woken;
    }
  }
}

/** Poll interval without a change in this process. */
const POLL_MS = 500;
