/** Timeouts, and signals for work that accepts none. */

/**
 * Waits for `work` at most `ms` milliseconds. Then it rejects with the error of `late`, or without `late` resolves to
 * undefined. The work continues and its outcome is ignored.
 */
export function withTimeout<T>(work: Promise<T> | T, ms: number, late: () => Error): Promise<T>;
export function withTimeout<T>(work: Promise<T> | T, ms: number): Promise<T | undefined>;
export async function withTimeout<T>(work: Promise<T> | T, ms: number, late?: () => Error): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => (late ? reject(late()) : resolve(undefined)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits `ms` milliseconds. Rejects with the signal's reason when it is aborted. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await Promise.race([Bun.sleep(ms), rejectOnAbort(signal)]);
}

/** Rejects with the signal's reason when it is aborted; never resolves. For a race against work that takes no signal. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const rejected = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  // A promise that loses a race must not count as unhandled.
  rejected.catch(() => {});
  return rejected;
}
