/** What Python prints, as text that arrives in pieces, up to the mark with which a run ends. Knows nothing of runs. */

/** Of what is printed while nothing runs, by a thread that was left, only the last is kept. */
const MAX_KEPT = 64_000;

export class Printed {
  readonly #decoder = new TextDecoder();
  #held = "";
  #sink: ((text: string) => void) | undefined;
  #mark = "";
  #marked = () => {};

  /** From here on text goes to `sink`, what was printed meanwhile first. Resolves when the mark has come. */
  async follow(mark: string, sink: (text: string) => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#mark = mark;
    this.#sink = sink;
    this.#marked = resolve;
    this.#pass();
    await promise;
  }

  /** Nobody listens any more. */
  leave(): void {
    this.#sink = undefined;
    this.#marked();
  }

  feed(chunk: Uint8Array): void {
    this.#held += this.#decoder.decode(chunk, { stream: true });
    this.#pass();
  }

  #pass(): void {
    if (!this.#sink) {
      this.#held = this.#held.slice(-MAX_KEPT);
      return;
    }
    const at = this.#held.indexOf(this.#mark);
    const end = at < 0 ? this.#held.length - this.#begun() : at;
    const text = this.#held.slice(0, end);
    this.#held = this.#held.slice(at < 0 ? end : at + this.#mark.length);
    if (text !== "") this.#sink(text);
    if (at >= 0) this.leave();
  }

  /** How much of the end may be the beginning of the mark. */
  #begun(): number {
    const at = this.#held.lastIndexOf(this.#mark[0] ?? "");
    return at >= 0 && this.#mark.startsWith(this.#held.slice(at)) ? this.#held.length - at : 0;
  }
}
