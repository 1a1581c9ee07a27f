/** Waits until a public address responds. Uses the proxies of the environment. */
import { rejectOnAbort } from "../lib/deadline.ts";
import { proxyFor } from "../lib/loopback.ts";

export interface ReachOptions {
  signal: AbortSignal;
  /** Latest time, as `performance.now()`: no attempt and no pause exceeds it. */
  until: number;
  /** A status that does not count as a response. */
  notYet: number | undefined;
  /** False while a request would do harm. */
  isReady(): boolean;
  /** Called with the reason of a failed attempt. */
  tried(why: string): void;
  /** Called between attempts. Rejects to give up. */
  check(): Promise<void>;
}

/** How long one attempt may take. The first ones often hang in a name server. */
const ATTEMPT_MS = 5_000;

const PAUSE_MS = 250;

/** After this time the address is requested even if the output does not say that it is ready: another version may print something else. */
const NOT_READY_MS = 15_000;

/** Resolves when the address responds with any status, including errors of the local server. */
export async function reach(
  url: string,
  { signal, until, notYet, isReady, tried, check }: ReachOptions,
): Promise<void> {
  const began = performance.now();
  const atMost = (ms: number) => Math.max(1, Math.min(ms, until - performance.now()));
  const aborted = rejectOnAbort(signal);
  for (;;) {
    await check();
    if (isReady() || performance.now() - began > NOT_READY_MS) {
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(atMost(ATTEMPT_MS))]);
        // A redirect target says nothing about this address.
        const answer = fetch(url, { method: "HEAD", redirect: "manual", signal: limit, ...proxyFor(url) });
        const { status } = await Promise.race([answer, aborted]);
        if (status !== notYet) return;
        tried(`it responds with status ${status}`);
      } catch (error) {
        signal.throwIfAborted();
        tried(error instanceof Error ? error.message : String(error));
      }
    }
    await Promise.race([Bun.sleep(atMost(PAUSE_MS)), aborted]);
  }
}
