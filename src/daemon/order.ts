/**
 * The order of a session's commands. Writes run one after the other, as they came. A read starts when the writes that
 * came before it are done, runs beside other reads, and holds up nobody: a `wait` may need the very click that follows it.
 */
import { rejectOnAbort } from "../lib/deadline.ts";

export class Order {
  #lastWrite: Promise<unknown> = Promise.resolve();

  async run<T>(isRead: boolean, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#lastWrite;
    if (isRead) {
      await Promise.race([before, rejectOnAbort(signal)]);
      return await work();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastWrite = Promise.all([before, promise]);
    try {
      await Promise.race([before, rejectOnAbort(signal)]);
      return await work();
    } finally {
      resolve();
    }
  }
}
