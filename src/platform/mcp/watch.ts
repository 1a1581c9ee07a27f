/** Waits until a session stops working, and reports its progress. */
import type { Records } from "../agents/runs/progress-writer.ts";
import type { Grants } from "../engine/lifecycle/grants.ts";
import type { KeyRecord } from "../store/records/keys.ts";
import type { Watch } from "./server.ts";

/** Poll interval for changes by other servers. */
const POLL_MS = 1_000;
/** Interval of repeated progress reports: hosts abort silent calls. */
const REPORT_MS = 10_000;

/** Longest wait. */
const MAX_SECONDS = 240;

export function watchFor({ sessions, feed }: Records, grants: Grants, { id: keyId, projectId }: KeyRecord): Watch {
  return async (sessionId, seconds, report, signal) => {
    const revoked = new AbortController();
    const forget = grants.watch(keyId, () => revoked.abort());
    const ended = AbortSignal.any([signal, revoked.signal]);
    const untilMs = performance.now() + Math.min(seconds, MAX_SECONDS) * 1_000;
    let reported = "";
    let reportedMs = 0;
    try {
      while (!ended.aborted) {
        const leftMs = untilMs - performance.now();
        const news = feed.next(sessionId, Math.max(0, Math.min(POLL_MS, leftMs)), ended);
        const session = await sessions.get(projectId, sessionId);
        const isBusy = session?.status === "created" || session?.status === "running";
        if (!isBusy || session.question !== null || leftMs <= 0) return;
        const words = `Step ${session.stepCount}: ${session.lastStepSummary ?? "starting"}`;
        if (words !== reported || performance.now() - reportedMs > REPORT_MS) {
          report(words);
          reportedMs = performance.now();
        }
        reported = words;
        await news;
      }
    } finally {
      forget();
    }
  };
}
