/** Waits with whoever called until a session needs somebody, and tells meanwhile how far it is. */
import type { Records } from "../agents/runs/progress-writer.ts";
import type { Grants } from "../engine/lifecycle/grants.ts";
import type { KeyRecord } from "../store/records/keys.ts";
import type { Watch } from "./server.ts";

/** How often is looked for what another server wrote. */
const LOOK_MS = 1_000;
/** Hosts take a call for dead of which they hear nothing for long. */
const BEAT_MS = 10_000;

/** No session is waited for longer, whatever was asked for. */
const MAX_SECONDS = 240;

export function watchFor({ sessions, feed }: Records, grants: Grants, { id: keyId, projectId }: KeyRecord): Watch {
  return async (sessionId, seconds, tell, signal) => {
    const revoked = new AbortController();
    const forget = grants.watch(keyId, () => revoked.abort());
    const gone = AbortSignal.any([signal, revoked.signal]);
    const untilMs = performance.now() + Math.min(seconds, MAX_SECONDS) * 1_000;
    let told = "";
    let toldMs = 0;
    try {
      while (!gone.aborted) {
        const leftMs = untilMs - performance.now();
        const news = feed.next(sessionId, Math.max(0, Math.min(LOOK_MS, leftMs)), gone);
        const session = await sessions.get(projectId, sessionId);
        const isBusy = session?.status === "created" || session?.status === "running";
        if (!isBusy || session.question !== null || leftMs <= 0) return;
        const words = `Step ${session.stepCount}: ${session.lastStepSummary ?? "the task begins"}`;
        if (words !== told || performance.now() - toldMs > BEAT_MS) {
          tell(words);
          toldMs = performance.now();
        }
        told = words;
        await news;
      }
    } finally {
      forget();
    }
  };
}
