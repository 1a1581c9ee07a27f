/** Waits until a public address answers. Goes through the proxies of the environment, as everything that is fetched. */
import { rejectOnAbort } from "../lib/deadline.ts";
import { proxyFor } from "../lib/loopback.ts";

export interface Reaching {
  signal: AbortSignal;
  /** When `check` gives up, by `performance.now()`: no attempt and no pause goes beyond. */
  until: number;
  /** A status that counts as no answer. */
  notYet: number | undefined;
  /** False while asking does harm. */
  isReady(): boolean;
  /** Told why an attempt was none. */
  tried(why: string): void;
  /** Called between attempts; rejects to give up. */
  check(): Promise<void>;
}

/** How long one attempt may take: the first ones often hang in a name server. */
const ATTEMPT_MS = 5_000;

const PAUSE_MS = 250;

/** Asked at last although nothing says that it is connected: another version may say so in other words. */
const UNSAID_MS = 15_000;

/** Resolves when the address answers with any status, an error of the local server's included. */
export async function reach(url: string, { signal, until, notYet, isReady, tried, check }: Reaching): Promise<void> {
  const began = performance.now();
  const atMost = (ms: number) => Math.max(1, Math.min(ms, until - performance.now()));
  const aborted = rejectOnAbort(signal);
  for (;;) {
    await check();
    if (isReady() || performance.now() - began > UNSAID_MS) {
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(atMost(ATTEMPT_MS))]);
        // Whoever it is redirected to says nothing about this address.
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
