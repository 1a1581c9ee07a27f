/** Moves the sessions of a home folder to a new build of the executable: restarts the idle ones and reports the others. */

import { optionName } from "../args.ts";
import type { LaunchOptions, NewBuild } from "../command.ts";
import { sessionFiles } from "../lib/paths.ts";
import { isAlive } from "../lib/process.ts";
import { stopIdleDaemon } from "./connect.ts";
import { describeOptions } from "./launch-options.ts";
import { isRunning, readState, type SessionState, sessionNames } from "./session-files.ts";

/** How long a daemon may take to reply and to end. */
const STOP_MS = 5_000;

/** Restarts the idle sessions of older builds, with their launch options and an empty page. Returns a line about each session. */
export async function restartIdleSessions(home: string, to: NewBuild): Promise<string[]> {
  const reports: string[] = [];
  for (const name of sessionNames(home)) {
    const state = readState(sessionFiles(home, name));
    if (!isRunning(state) || state.build === to.build || !to.isOurs(state.build)) continue;
    reports.push(`session '${name}' ${await restart(home, name, state, to)}`);
  }
  return reports;
}

async function restart(home: string, name: string, state: SessionState, { svc }: NewBuild): Promise<string> {
  const words = launchWords(state.config);
  const close = `run \`svc close --session ${name}\` to end it`;
  if (!words) return `keeps build ${state.build}: its browser cannot be restarted automatically; ${close}`;
  const stopped = await stopIdleDaemon(sessionFiles(home, name).socket, AbortSignal.timeout(STOP_MS));
  if (stopped === "busy") return `keeps build ${state.build}: a command is running; ${close}`;
  const until = performance.now() + STOP_MS;
  while (isAlive(state) && performance.now() < until) await Bun.sleep(10);
  const line = [...svc, "--session", name, ...words, "open", "about:blank"];
  const started = Bun.spawn(line, { env: { ...process.env, SVC_HOME: home }, stdout: "ignore", stderr: "pipe" });
  const [error, code] = await Promise.all([started.stderr.text(), started.exited]);
  return code === 0
    ? `was restarted (${describeOptions(state.config)})`
    : `was stopped, but not started: ${error.trim()}`;
}

/**
 * The words of a command line that starts the same browser. Undefined when the state file does not hold all options (a
 * CDP URL or a password is stored as a digest), and for a browser that is not on this machine.
 */
function launchWords(options: LaunchOptions): string[] | undefined {
  const { cdpUrl, connect, remote, httpCredentials, ...rest } = options;
  if (cdpUrl !== undefined || connect || remote || httpCredentials !== undefined) return undefined;
  return Object.entries(rest).flatMap(([key, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${optionName(key)}`] : [`--${optionName(key)}`, String(value)];
  });
}
