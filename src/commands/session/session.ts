import { flag } from "../../args.ts";
import { stopLeftBrowsers, stopLeftBrowsersSoon } from "../../cloud/abandoned.ts";
import { type Closed, command, type SessionInfo } from "../../command.ts";
import { bool } from "../../values.ts";

export const connect = command({
  name: "connect",
  group: "session",
  summary: "Connect to your own running browser, with its logins",
  effect: "write",
  needs: "session",
  launch: { connect: true },
  // A browser may ask its user to allow the connection.
  timeoutMs: 60_000,
  args: {},
  examples: ["connect"],
  run({ browser }) {
    return { status: "connected", browser: browser.product, tabs: browser.tabs.length };
  },
});

export const sessions = command({
  name: "sessions",
  aliases: ["session list", "server status"],
  group: "session",
  summary: "List the running browser sessions",
  effect: "read",
  needs: "nothing",
  args: {},
  examples: ["sessions"],
  async run({ home, sessions, signal }) {
    const listed = await sessions.list();
    await stopLeftBrowsersSoon(home, signal);
    return { sessions: listed };
  },
  text: ({ sessions }) =>
    sessions.length === 0
      ? "No active sessions"
      : [row(["SESSION", "PHASE", "PID", "CONFIG"]), ...sessions.map(sessionRow)].join("\n"),
});

function sessionRow({ name, phase, pid, config, liveUrl }: SessionInfo): string {
  return row([name, phase, String(pid), liveUrl === undefined ? config : `${config}  ${liveUrl}`]);
}

function row([name = "", phase = "", pid = "", config = ""]: string[]): string {
  return `${name.padEnd(16)} ${phase.padEnd(10)} ${pid.padEnd(8)} ${config}`;
}

export const close = command({
  name: "close",
  aliases: ["server stop"],
  group: "session",
  summary: "Close the browser and end the session",
  effect: "destroy",
  needs: "nothing",
  args: { all: flag(bool(), "Close all sessions") },
  examples: ["close", "close --all", "close --session work"],
  // The platform keeps a cloud browser's profile before it says that it stopped.
  timeoutMs: 60_000,
  async run({ home, sessions, args, signal, timeoutMs }): Promise<ClosedSessions> {
    // Those that are just ending are waited for: whoever closes all may remove the folder next.
    const names = args.all ? sessions.names() : [sessions.current];
    const ended = await Promise.all(
      names.map(async (name) => {
        const one = await sessions.close(name, signal, timeoutMs);
        return one ? [{ name, ...one }] : [];
      }),
    );
    const all = ended.flat();
    const given = await stopLeftBrowsers({ home, sessions: args.all ? "all" : names, signal });
    const left = all.flatMap(({ leaves }) => (leaves === undefined ? [] : [leaves]));
    const keepsRunning = left.length === 0 ? {} : { keeps_running: left };
    const closed = all.map(({ name }) => name);
    return { closed: closed.length, sessions: closed, ...keepsRunning, ...given, ...profileErrorsOf(all) };
  },
  text: (done) =>
    [
      closedText(done),
      ...(done.keeps_running ?? []).map((which) => `${which} keeps running, because svc did not start it`),
      ...notKept(done),
    ].join("\n"),
});

interface ClosedSessions {
  closed: number;
  sessions: string[];
  stopped?: number;
  profileErrors?: string[];
  /** Browsers that are not ours. */
  keeps_running?: string[];
}

function closedText({ closed, sessions, stopped, keeps_running: left = [] }: ClosedSessions): string {
  return closed === 0
    ? stopped === undefined
      ? "No active browser session"
      : `Stopped ${stopped} cloud ${stopped === 1 ? "browser" : "browsers"} of killed sessions`
    : closed === 1
      ? `${left.length > 0 ? "Disconnected" : "Browser closed"} (session ${sessions[0]})`
      : `Closed ${closed} sessions: ${sessions.join(", ")}`;
}

/** What cloud browsers did and their profiles do not keep, as a part of an answer. */
export function profileErrorsOf(all: readonly Closed[]): { profileErrors?: string[] } {
  const profileErrors = all.flatMap(({ profileError }) => (profileError === undefined ? [] : [profileError]));
  return profileErrors.length === 0 ? {} : { profileErrors };
}

/** The same as lines of text. */
export function notKept({ profileErrors = [] }: { profileErrors?: string[] }): string[] {
  return profileErrors.map((why) => `The cloud profile was not updated: ${why}`);
}
