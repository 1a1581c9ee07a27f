/** Decodes the output of Python, and recognises the mark that ends a run. */

/** How much output of background threads between runs is kept: the last part. */
const MAX_KEPT = 64_000;

export class Printed {
  readonly #decoder = new TextDecoder();
  #held = "";
  #sink: ((text: string) => void) | undefined;
  #mark = "";
  #marked = () => {};

  /** Sends output to `sink`, beginning with what was printed between runs. Resolves at the end mark. */
  async follow(mark: string, sink: (text: string) => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#mark = mark;
    this.#sink = sink;
    this.#marked = resolve;
    this.#pass();
    await promise;
  }

  /** Stops sending output to the sink. */
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
