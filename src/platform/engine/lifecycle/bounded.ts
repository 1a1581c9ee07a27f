/** Timeouts for work that takes no signal. */

import { Failure } from "../../../errors.ts";
import { withTimeout } from "../../../lib/deadline.ts";
import { log } from "../../../lib/log.ts";

/** The result of the work. Errors: `timeout`; a later result is ignored. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  return await withTimeout(work, ms, () => new Failure("timeout", `${what} took longer than ${ms / 1000} s`));
}

/** As `within`, but logs a failure instead of throwing. True if the work succeeded. */
export async function done(ms: number, what: string, work: Promise<unknown>): Promise<boolean> {
  try {
    await within(ms, what, work);
    return true;
  } catch (error) {
    log.error(`${what}:`, error);
    return false;
  }
}

/** Aborts the controller when one of the signals aborts. Returns a function that removes the listeners. */
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
