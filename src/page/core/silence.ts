/** Telling a process that hangs from one that is busy answering. Knows no frame. */
import type { Session } from "../../cdp/connection.ts";
import { rejectOnAbort } from "../../lib/deadline.ts";

export interface Patience {
  /** How long a process may say nothing. */
  silentMs: number;
  /** When it is not waited for any more, as `performance.now()` counts. */
  endMs: number;
}

/** Ends when the process has said nothing for so long: one that has many frames to answer for is only busy. */
export async function silence(session: Session, { silentMs, endMs }: Patience): Promise<"silent"> {
  for (let leftMs = silentMs; leftMs > 0; ) {
    await rejectOnAbort(AbortSignal.timeout(Math.ceil(leftMs))).catch(() => {});
    leftMs = Math.min(session.lastAnswerMs + silentMs, endMs) - performance.now();
  }
  return "silent";
}
