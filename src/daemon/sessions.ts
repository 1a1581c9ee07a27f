/** The sessions of a home folder as a client sees them: lists them, removing dead ones, and closes them. */
import type { Closed, LaunchOptions, SessionInfo, Sessions } from "../command.ts";
import { checkSessionName, sessionFiles } from "../lib/paths.ts";
import { isAlive, killGroup } from "../lib/process.ts";
import { stopDaemon } from "./connect.ts";
import { describeOptions } from "./launch-options.ts";
import { forgetLoss } from "./lost.ts";
import { restartIdleSessions } from "./restart-sessions.ts";
import { isRunning, readState, removeLeftovers, sessionNames, sweep } from "./session-files.ts";

/** How long a daemon may take to end before it is killed. */
const STOP_MS = 3_000;

/** The same for a cloud browser, whose profile is saved first. */
const REMOTE_STOP_MS = 18_000;

export function localSessions(home: string, current: string): Sessions {
  return {
    current,
    list: () => list(home),
    names: () => sessionNames(home),
    close: (name, signal, timeoutMs) => close(home, name, signal, timeoutMs),
    restartIdle: (to) => restartIdleSessions(home, to),
  };
}

async function list(home: string): Promise<SessionInfo[]> {
  sweep(home);
  return sessionNames(home).flatMap((name) => {
    const state = readState(sessionFiles(home, name));
    // A session that is ending is not listed.
    if (!isRunning(state) || !/^(starting|running)$/.test(state.phase)) return [];
    const { phase, pid, config, idleTimeoutMs, remote } = state;
    const live = remote?.liveUrl === undefined ? {} : { liveUrl: remote.liveUrl };
    return [{ name, phase, pid, config: describeOptions(config), options: config, idleTimeoutMs, ...live }];
  });
}

async function close(home: string, name: string, signal: AbortSignal, timeoutMs: number): Promise<Closed | undefined> {
  const files = sessionFiles(home, checkSessionName(name));
  const state = readState(files);
  const alive = isRunning(state);
  if (!alive) {
    if (state) sweep(home);
    forgetLoss(files);
    return undefined;
  }
  const stopMs = Math.min(state.config.remote ? REMOTE_STOP_MS : STOP_MS, timeoutMs / 2);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(stopMs)]);
  const closed = await stopDaemon(files.socket, inTime).catch(() => undefined);
  const until = performance.now() + stopMs;
  while (isAlive(state) && performance.now() < until && !inTime.aborted) await Bun.sleep(2);
  signal.throwIfAborted();
  if (isAlive(state)) killGroup(state);
  removeLeftovers(files);
  // The client that started it got the failure already.
  if (state.phase === "failed") return undefined;
  return { ...closed, leaves: state.phase === "running" ? remainingBrowser(state.config) : undefined };
}

/** The name of a browser that keeps running, because svc only disconnects from it. */
function remainingBrowser({ connect, cdpUrl }: LaunchOptions): string | undefined {
  if (connect) return "Your desktop browser";
  if (cdpUrl === undefined) return undefined;
  // Servers at addresses such as wss://host/connect stop their browser when its client disconnects. The stored address
  // does not show whether this one does.
  const unless = cdpUrl.startsWith("ws") ? ", unless its server stops it when nobody is connected," : "";
  return `The browser at ${cdpUrl.replace(/#.*$/, "")}${unless}`;
}
