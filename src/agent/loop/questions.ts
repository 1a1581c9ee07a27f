/** What a run asks a person, and their answers. */
export class Questions {
  readonly #open: PromiseWithResolvers<string>[] = [];

  /** Resolves with the answer; rejects with the signal's reason. */
  async ask(signal: AbortSignal, told: () => Promise<void>): Promise<string> {
    const asked = Promise.withResolvers<string>();
    const abort = () => asked.reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    this.#open.push(asked);
    try {
      await told();
      return await asked.promise;
    } finally {
      signal.removeEventListener("abort", abort);
      const at = this.#open.indexOf(asked);
      if (at >= 0) this.#open.splice(at, 1);
    }
  }

  /** False when nothing is asked. */
  answer(text: string): boolean {
    const [asked] = this.#open;
    asked?.resolve(text);
    this.#open.shift();
    return asked !== undefined;
  }
}
