/** Bounds for work of others that knows no signal. */

import { Failure } from "../../../errors.ts";
import { withTimeout } from "../../../lib/deadline.ts";
import { log } from "../../../lib/log.ts";

/** The work's result; `timeout` when it takes longer. What comes later is not heard. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  return await withTimeout(work, ms, () => new Failure("timeout", `${what} took longer than ${ms / 1000} s`));
}

/** As `within`, for work whose failure must not hold up the rest: it is logged. True when it was done. */
export async function done(ms: number, what: string, work: Promise<unknown>): Promise<boolean> {
  try {
    await within(ms, what, work);
    return true;
  } catch (error) {
    log.error(`${what}:`, error);
    return false;
  }
}

/** Aborts the controller with the first of the signals; what it returns ends that, so that long-lived signals keep nothing. */
export function forward(controller: AbortController, ...signals: (AbortSignal | undefined)[]): () => void {
  const ends = signals.flatMap((signal) => {
    if (!signal) return [];
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    return [() => signal.removeEventListener("abort", abort)];
  });
  return () => {
    for (const end of ends) end();
  };
}
