/** Decodes the output of Python, and detects the mark that ends a run. */

/** Length of the output of background threads that is kept between runs: the end of it. */
const MAX_PENDING = 64_000;

export class OutputStream {
  readonly #decoder = new TextDecoder();
  #pending = "";
  #sink: ((text: string) => void) | undefined;
  #mark = "";
  #onMark = () => {};

  /** Sends output to `sink`, beginning with what was printed between runs. Resolves at the end mark. */
  async follow(mark: string, sink: (text: string) => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#mark = mark;
    this.#sink = sink;
    this.#onMark = resolve;
    this.#flush();
    await promise;
  }

  /** Stops sending output to the sink. */
  leave(): void {
    this.#sink = undefined;
    this.#onMark();
  }

  feed(chunk: Uint8Array): void {
    this.#pending += this.#decoder.decode(chunk, { stream: true });
    this.#flush();
  }

  #flush(): void {
    if (!this.#sink) {
      this.#pending = this.#pending.slice(-MAX_PENDING);
      return;
    }
    const at = this.#pending.indexOf(this.#mark);
    const end = at < 0 ? this.#pending.length - this.#partialMarkLength() : at;
    const text = this.#pending.slice(0, end);
    this.#pending = this.#pending.slice(at < 0 ? end : at + this.#mark.length);
    if (text !== "") this.#sink(text);
    if (at >= 0) this.leave();
  }

  /** Length of the end that may be the start of the mark. */
  #partialMarkLength(): number {
    const at = this.#pending.lastIndexOf(this.#mark[0] ?? "");
    return at >= 0 && this.#mark.startsWith(this.#pending.slice(at)) ? this.#pending.length - at : 0;
  }
}
