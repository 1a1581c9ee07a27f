/** The open questions of a run to a person. */
export class Questions {
  readonly #open: PromiseWithResolvers<string>[] = [];

  /** Calls `announce`, then waits. Resolves with the answer; rejects with the reason of the signal. */
  async ask(signal: AbortSignal, announce: () => Promise<void>): Promise<string> {
    const question = Promise.withResolvers<string>();
    const abort = () => question.reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    this.#open.push(question);
    try {
      await announce();
      return await question.promise;
    } finally {
      signal.removeEventListener("abort", abort);
      const at = this.#open.indexOf(question);
      if (at >= 0) this.#open.splice(at, 1);
    }
  }

  /** Answers the oldest open question. Returns false when there is none. */
  answer(text: string): boolean {
    const question = this.#open.shift();
    question?.resolve(text);
    return question !== undefined;
  }
}
