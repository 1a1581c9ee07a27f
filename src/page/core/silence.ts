/** Distinguishes a process that hangs from one that is busy. */
import type { Session } from "../../cdp/connection.ts";
import { rejectOnAbort } from "../../lib/deadline.ts";

export interface SilenceLimits {
  /** How long a session may send no answer. */
  silentMs: number;
  /** The end of the wait, as `performance.now()`. */
  endMs: number;
}

/** Resolves when the session has sent no answer for `silentMs`: a process that answers for many frames is only busy. */
export async function silence(session: Session, { silentMs, endMs }: SilenceLimits): Promise<"silent"> {
  for (let leftMs = silentMs; leftMs > 0; ) {
    await rejectOnAbort(AbortSignal.timeout(Math.ceil(leftMs))).catch(() => {});
    leftMs = Math.min(session.lastAnswerMs + silentMs, endMs) - performance.now();
  }
  return "silent";
}
