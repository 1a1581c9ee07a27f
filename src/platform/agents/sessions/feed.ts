/** Wakes those who wait for news of a session. Knows nothing of what is new: they look it up, and also without being woken. */

export class Feed {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Something of that session is different. */
  changed(sessionId: string): void {
    for (const wake of this.#waiting.get(sessionId) ?? []) wake();
  }

  /** Resolves at the next change, and after that time at the latest: another server may have made one. */
  async next(sessionId: string, ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = this.#waiting.get(sessionId) ?? new Set();
    this.#waiting.set(sessionId, held.add(resolve));
    const wake = () => resolve();
    const timer = setTimeout(wake, ms);
    signal?.addEventListener("abort", wake);
    await promise;
    clearTimeout(timer);
    signal?.removeEventListener("abort", wake);
    held.delete(resolve);
    if (held.size === 0 && this.#waiting.get(sessionId) === held) this.#waiting.delete(sessionId);
  }

  /** Resolves when it holds, or after that time: whether it held. */
  async until(sessionId: string, ms: number, holds: () => Promise<boolean>): Promise<boolean> {
    const untilMs = performance.now() + ms;
    for (;;) {
      // Whoever is woken between the look and the wait must not sleep on.
      const woken = this.next(sessionId, LOOK_MS);
      if (await holds()) return true;
      if (performance.now() > untilMs) return false;
      await woken;
    }
  }
}

/** How often is looked without being woken. */
const LOOK_MS = 500;
