/** Something that changes now and then, and those who wait for its next change. */
export class Changes {
  readonly #waiters = new Set<() => void>();

  /** Resolves at the next change, or when the signal is aborted: whoever waits looks again. */
  async next(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiters.add(resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    this.#waiters.delete(resolve);
  }

  tell(): void {
    for (const wake of [...this.#waiters]) wake();
  }
}
