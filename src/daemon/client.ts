/** The client's end of the socket: one request, its reply, and a deadline of its own that holds when the daemon hangs. */
import type { LaunchOptions } from "../command.ts";
import { Failure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { logFile, type SessionFiles, sessionFiles } from "../lib/paths.ts";
import type { Outcome } from "../outcome.ts";
import { timeoutFailure } from "../outcome.ts";
import { BUILD } from "../version.ts";
import { type Connected, connect } from "./connect.ts";
import { readState } from "./files.ts";
import { comparable, describeOptions } from "./options.ts";
import { encodeRequest } from "./wire.ts";

export interface Call {
  home: string;
  session: string;
  command: string;
  args: Record<string, unknown>;
  timeoutMs: number;
  /** The launch options typed on this line; those left out are not compared. */
  launch: LaunchOptions;
  signal: AbortSignal;
  progress?: (message: string) => void;
}

/** The daemon ends a command at its deadline and answers; this much later the client stops waiting for that answer. */
const GRACE_MS = 700;

/** A daemon that is just ending closes without a word, once; one that does it again is broken. */
const MAX_ATTEMPTS = 5;

/** Runs a command in the session's daemon, which is started when there is none. */
export async function callDaemon(call: Call): Promise<Outcome> {
  const started = performance.now();
  const deadline = new AbortController();
  const timer = setTimeout(
    () => deadline.abort(timeoutFailure(call.command, call.timeoutMs)),
    call.timeoutMs + GRACE_MS,
  );
  const signal = AbortSignal.any([call.signal, deadline.signal]);
  const files = sessionFiles(call.home, call.session);
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; ) {
      const connected = await connect(files.socket, signal);
      if (!connected) {
        // Loaded only when it is needed: a warm session never pays for it.
        const { startDaemon } = await import("./start.ts");
        await startDaemon({
          home: call.home,
          name: call.session,
          options: call.launch,
          timeoutMs: call.timeoutMs,
          signal,
        });
        continue;
      }
      compareLaunch(call, files);
      const outcome = await request(connected, { ...call, signal }, performance.now() - started);
      // The daemon was just ending when we connected: nothing of the command was done.
      if (outcome) return outcome;
      attempt++;
    }
    throw lost(call);
  } finally {
    clearTimeout(timer);
  }
}

/** Options typed now must be those the session was asked for when it started. */
function compareLaunch({ session, launch }: Call, files: SessionFiles): void {
  const typed = Object.entries(comparable(launch)).filter(([, value]) => value !== undefined && value !== false);
  if (typed.length === 0) return;
  const held = (readState(files)?.config ?? {}) as Record<string, unknown>;
  const different = typed.filter(([key, value]) => held[key] !== value).map(([key]) => optionOf(key));
  if (different.length === 0) return;
  throw new Failure(
    "conflict",
    `session '${session}' already runs ${describeOptions(held as LaunchOptions)}; ${different.join(" and ")} cannot change it`,
    `Run \`svc ${session === "default" ? "" : `--session ${session} `}close\` first, or choose another --session.`,
  );
}

function optionOf(key: string): string {
  return key === "cdpUrl" ? "--cdp-url" : key === "connect" ? "connect" : `--${key}`;
}

/** Sends the request and waits for its outcome; undefined when the daemon closed without a word. */
async function request(connected: Connected, call: Call, spentMs: number): Promise<Outcome | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome | undefined>();
  let answered = false;
  connected.onReply = (reply) => {
    answered = true;
    if (reply.type === "outcome") resolve(reply.outcome);
    else if (reply.type === "progress") call.progress?.(reply.message);
    else if (reply.type === "mismatch") reject(mismatch(call.session, reply.build));
  };
  connected.onClose = () => (answered ? reject(lost(call)) : resolve(undefined));
  connected.outbox.send(
    encodeRequest({ id: 1, command: call.command, args: call.args, timeoutMs: call.timeoutMs, spentMs }),
  );
  try {
    return await Promise.race([promise, rejectOnAbort(call.signal)]);
  } finally {
    connected.onClose = () => {};
    connected.end();
  }
}

function mismatch(session: string, build: string): Failure {
  return new Failure(
    "conflict",
    `session '${session}' is run by svc ${build}, this is svc ${BUILD}`,
    `Run \`svc ${session === "default" ? "" : `--session ${session} `}close\`, then the command again.`,
  );
}

function lost({ home, session }: Call): Failure {
  return new Failure(
    "closed",
    `the daemon of session '${session}' ended while the command ran`,
    `Read the end of ${logFile(home)}, then run the command again.`,
  );
}
