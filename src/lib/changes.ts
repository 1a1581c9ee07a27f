/** Lets code wait for the next change of some state. */
export class Changes {
  readonly #waiters = new Set<() => void>();

  /** Resolves at the next change, or when the signal is aborted. The caller checks the state again. */
  async next(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiters.add(resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    this.#waiters.delete(resolve);
  }

  notify(): void {
    for (const wake of [...this.#waiters]) wake();
  }
}
