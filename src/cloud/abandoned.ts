/** Stops cloud browsers of killed sessions; called by commands that list or end sessions. */

import { asFailure, Failure } from "../errors.ts";
import { log } from "../lib/log.ts";
import { abandonedBrowsers } from "./note.ts";

interface StopRequest {
  home: string;
  /** The sessions of the command: it fails when their browser is still running. */
  sessions: readonly string[] | "all";
  key?: string | undefined;
  signal: AbortSignal;
}

/** Stops abandoned browsers and returns their number. Throws when one of `sessions` cannot be stopped; others are logged. */
export async function stopLeftBrowsers({ home, sessions, key, signal }: StopRequest): Promise<{ stopped?: number }> {
  if (abandonedBrowsers(home).length === 0) return {};
  const [{ stopAbandoned }, { openApi }] = await Promise.all([import("./lease.ts"), import("./api.ts")]);
  const { stopped, left } = await stopAbandoned(home, () => openApi({ home, key }), signal);
  for (const { id, session, failure } of left) {
    if (sessions === "all" || (session !== undefined && sessions.includes(session)))
      throw stillRuns(id, session, failure);
    log.warn(`the cloud browser ${id} is still running: ${failure.message}`);
  }
  return stopped.length === 0 ? {} : { stopped: stopped.length };
}

/** The same with a short timeout and without errors, for commands with another purpose. */
export async function stopLeftBrowsersSoon(home: string, signal: AbortSignal): Promise<void> {
  try {
    await stopLeftBrowsers({ home, sessions: [], signal: AbortSignal.any([signal, AbortSignal.timeout(SOON_MS)]) });
  } catch (error) {
    signal.throwIfAborted();
    if (asFailure(error)) log.warn((error as Failure).message);
    else log.warn("a cloud browser of a killed session was not stopped in time");
  }
}

/** Timeout for a command that only lists sessions. */
const SOON_MS = 5_000;

function stillRuns(id: string, session: string | undefined, failure: Failure): Failure {
  const whose = session === undefined ? "a profile sync" : `session '${session}'`;
  return new Failure(
    failure.code,
    `${whose} has ended, but its cloud browser ${id} is still running: ${failure.message}`,
    failure.hint?.includes("SVC_") ? failure.hint : "Run `svc cloud close` again.",
    { cause: failure },
  );
}
