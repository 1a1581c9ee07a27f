/** The client's end of the socket: one request, its reply, and a deadline of its own that holds when the daemon hangs. */
import { readFileSync } from "node:fs";
import type { LaunchOptions } from "../command.ts";
import { Failure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { logFile, type SessionFiles, sessionFiles } from "../lib/paths.ts";
import type { Outcome } from "../outcome.ts";
import { timeoutFailure } from "../outcome.ts";
import { BUILD } from "../version.ts";
import { readState } from "./files.ts";
import { comparable, describeOptions } from "./options.ts";
import { decode, encode, type Greeting, Lines, Outbox, PROTOCOL, type Reply } from "./wire.ts";

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
    for (;;) {
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
    }
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

interface Connected {
  outbox: Outbox;
  /** Set by whoever waits for replies. */
  onReply: (reply: Reply) => void;
  onClose: () => void;
  end(): void;
}

/** Connects to the socket; undefined when nobody listens there. Nothing is written yet. */
export async function connect(path: string, signal: AbortSignal): Promise<Connected | undefined> {
  const lines = new Lines();
  let connected: Connected | undefined;
  const socket = {
    data(_: unknown, chunk: Buffer) {
      for (const line of lines.feed(chunk)) connected?.onReply(decode<Reply>(line));
    },
    drain: () => connected?.outbox.drain(),
    close: () => connected?.onClose(),
    error: () => connected?.onClose(),
  };
  const target = process.platform === "win32" ? tcpTarget(path) : { address: { unix: path }, secret: undefined };
  if (!target) return undefined;
  try {
    const raw = await Promise.race([
      Bun.connect({ ...target.address, socket } as Parameters<typeof Bun.connect>[0]),
      rejectOnAbort(signal),
    ]);
    connected = { outbox: new Outbox(raw), onReply: () => {}, onClose: () => {}, end: () => raw.end() };
    connected.outbox.send(greeting(target.secret));
    return connected;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "EACCES" || code === "EPERM")
      throw new Failure("daemon", `not allowed to connect to ${path}`, "Set SVC_HOME to a folder of your own.");
    return undefined;
  }
}

function tcpTarget(path: string): { address: { hostname: string; port: number }; secret: string } | undefined {
  try {
    const { port, secret } = JSON.parse(readFileSync(path, "utf8")) as { port: number; secret: string };
    return { address: { hostname: "127.0.0.1", port }, secret };
  } catch {
    return undefined;
  }
}

function greeting(secret: string | undefined, stop?: true): string {
  const message: Greeting = {
    svc: PROTOCOL,
    build: BUILD,
    ...(secret === undefined ? {} : { secret }),
    ...(stop ? { stop } : {}),
  };
  return `${JSON.stringify(message)}\n`;
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
  connected.outbox.send(encode({ id: 1, command: call.command, args: call.args, timeoutMs: call.timeoutMs, spentMs }));
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

/** Asks the daemon to end, whatever its version. Resolves when it said it did, or closed; false when nobody listens. */
export async function stopDaemon(path: string, signal: AbortSignal): Promise<boolean> {
  const lines = new Lines();
  const { promise, resolve } = Promise.withResolvers<void>();
  const target = process.platform === "win32" ? tcpTarget(path) : { address: { unix: path }, secret: undefined };
  if (!target) return false;
  const socket = {
    open(raw: { write(text: string): number }) {
      raw.write(greeting(target.secret, true));
    },
    data: (_: unknown, chunk: Buffer) => lines.feed(chunk).length > 0 && resolve(),
    close: () => resolve(),
    error: () => resolve(),
  };
  try {
    await Promise.race([
      Bun.connect({ ...target.address, socket } as Parameters<typeof Bun.connect>[0]),
      rejectOnAbort(signal),
    ]);
  } catch {
    return false;
  }
  await Promise.race([promise, rejectOnAbort(signal)]);
  return true;
}
