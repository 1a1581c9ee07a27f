/** Deadlines as signals: every wait gets one from its caller. */

/** Rejects with the signal's reason when it is aborted; never resolves. To be raced against work that knows no signal. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const rejected = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  // Raced promises that lose must not count as unhandled.
  rejected.catch(() => {});
  return rejected;
}
