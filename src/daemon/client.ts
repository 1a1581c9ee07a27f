/** The client's end of the socket: requests, their replies, and a deadline of its own that holds when the daemon hangs. */

import { optionName } from "../args.ts";
import type { LaunchOptions, Output } from "../command.ts";
import { asFailure, Failure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { REPLY_GRACE_MS } from "../lib/limits.ts";
import { logFile, type SessionFiles, sessionFiles } from "../lib/paths.ts";
import { sizesOf, trace, writeTrace } from "../lib/trace.ts";
import { closeLine } from "../lib/words.ts";
import type { Outcome } from "../outcome.ts";
import { timeoutFailure } from "../run-command.ts";
import { BUILD } from "../version.ts";
import { type Connected, connect } from "./connect.ts";
import { comparable, describeOptions } from "./launch-options.ts";
import { readState } from "./session-files.ts";
import { encode, encodeRequest, type Reply } from "./wire.ts";

export interface Target {
  home: string;
  session: string;
  /** The launch options typed on this line; those left out are not compared. */
  launch: LaunchOptions;
  /** False: only a session that runs is asked. */
  starts?: boolean;
  /** Told what a person must know of a start. */
  tell?: (text: string) => void;
  /** All calls are steps of one piece of work: one that misses a lost session fails those after it, until one begins anew. */
  isOneWork?: boolean;
}

export interface Call {
  command: string;
  /** It begins something new: a session that was lost is not missed. */
  begins?: boolean;
  args: Record<string, unknown>;
  timeoutMs: number;
  environment: Record<string, string>;
  /** Asked beside the user's own commands: what happened is left for the next of those to tell. */
  isInternal?: boolean;
  callerRules: Readonly<Record<string, string>>;
  confirmed: boolean;
  signal: AbortSignal;
  progress?: ((message: string) => void) | undefined;
  /** What the command prints, as it comes. */
  output?: Output | undefined;
}

/** A daemon that is just ending closes without a word, once; one that does it again is broken. */
const MAX_ATTEMPTS = 5;

/** One session as a client sees it: a connection that is made when it is needed, and carries any number of commands. */
export class SessionClient {
  readonly #target: Target;
  #channel: Channel | undefined;
  #missed: Failure | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Runs a command in the session's daemon, which is started when there is none. */
  async call(call: Call): Promise<Outcome> {
    const started = performance.now();
    const deadline = new AbortController();
    const late = () => deadline.abort(timeoutFailure(call.command, call.timeoutMs));
    const timer = setTimeout(late, call.timeoutMs + REPLY_GRACE_MS);
    const signal = AbortSignal.any([call.signal, deadline.signal]);
    try {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const channel = await this.#open(call, signal);
        const outcome = await channel.request({ ...call, signal }, performance.now() - started);
        // The daemon was just ending when we connected: nothing of the command was done.
        if (outcome) return outcome;
      }
      throw lost(this.#target);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the connection; commands that still run are ended. */
  end(): void {
    this.#channel?.end();
    this.#channel = undefined;
  }

  async #open({ timeoutMs, begins = false }: Call, signal: AbortSignal): Promise<Channel> {
    const { home, session, launch, starts = true, tell = () => {} } = this.#target;
    const files = sessionFiles(home, session);
    if (begins) this.#missed = undefined;
    if (this.#missed) throw this.#missed;
    for (;;) {
      if (this.#channel?.isOpen) return this.#channel;
      const connected = await connect(files.socket, signal);
      if (!connected && !starts) throw new Failure("not_found", `session '${session}' does not run`);
      if (!connected) {
        // Loaded only when it is needed: a warm session never pays for it.
        const { startDaemon } = await import("./start.ts");
        await startDaemon({ home, name: session, options: launch, timeoutMs, signal, begins, tell }).catch((error) => {
          if (this.#target.isOneWork && asFailure(error)?.code === "closed") this.#missed = error;
          throw error;
        });
        continue;
      }
      compareLaunch(this.#target, files);
      // Another call may have connected meanwhile.
      if (this.#channel?.isOpen) connected.end();
      else this.#channel = new Channel(connected, this.#target);
      return this.#channel;
    }
  }
}

interface Waiting {
  call: Call;
  /** The command begins in the daemon: from here on it must not be sent again. */
  isAccepted: boolean;
  resolve(outcome: Outcome | undefined): void;
  reject(error: Failure): void;
}

/** A connection that carries requests by number. */
class Channel {
  readonly #connected: Connected;
  readonly #target: Target;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  isOpen = true;

  constructor(connected: Connected, target: Target) {
    this.#connected = connected;
    this.#target = target;
    connected.onReply = (reply) => this.#receive(reply);
    connected.onClose = () => this.#close();
  }

  /** Sends the request and waits for its outcome; undefined when the daemon closed without a word. */
  async request(call: Call, spentMs: number): Promise<Outcome | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome | undefined>();
    const { command, args, timeoutMs, environment, callerRules, confirmed, isInternal = false, output } = call;
    const id = ++this.#lastId;
    this.#waiting.set(id, { call, isAccepted: false, resolve, reject });
    const from = { environment, callerRules, confirmed, cwd: process.cwd(), isInternal, streams: output !== undefined };
    const request = { id, command, args, timeoutMs, spentMs, ...from };
    try {
      const line = encodeRequest(request);
      trace.wire?.(`→ ${this.#target.session} #${id} ${command} ${line.length} B ${sizesOf(args)}`);
      this.#connected.outbox.send(line);
      return await Promise.race([promise, rejectOnAbort(call.signal)]);
    } finally {
      if (this.#waiting.delete(id) && call.signal.aborted && this.isOpen)
        this.#connected.outbox.send(encode({ cancel: id }));
    }
  }

  end(): void {
    this.isOpen = false;
    this.#connected.onClose = () => {};
    this.#connected.end();
  }

  #receive(reply: Reply): void {
    if (reply.type === "mismatch") {
      for (const { reject } of this.#waiting.values()) reject(mismatch(this.#target.session, reply.build));
      return;
    }
    if (reply.type === "malformed") {
      const { code, message, hint } = reply.error;
      for (const { reject } of this.#waiting.values()) reject(new Failure(code, message, hint));
      return;
    }
    const waiting = reply.type === "stopped" || reply.type === "busy" ? undefined : this.#waiting.get(reply.id);
    if (!waiting) return;
    waiting.isAccepted = true;
    if (reply.type === "outcome") {
      trace.wire?.(
        `← ${this.#target.session} #${reply.id} ${reply.outcome.ok ? "ok" : reply.outcome.error.code} ${sizesOf(reply.outcome.data)}`,
      );
      this.#waiting.delete((reply as { id: number }).id);
      waiting.resolve(reply.outcome);
    } else if (reply.type === "progress") waiting.call.progress?.(reply.message);
    else if (reply.type === "output") waiting.call.output?.(reply.text, reply.stream);
    else if (reply.type === "trace") writeTrace(reply.line);
  }

  #close(): void {
    this.isOpen = false;
    for (const { isAccepted, resolve, reject } of this.#waiting.values())
      if (isAccepted) reject(lost(this.#target));
      else resolve(undefined);
  }
}

/** Options typed now must be those the session was asked for when it started. */
function compareLaunch({ session, launch }: Target, files: SessionFiles): void {
  const typed = Object.entries(comparable(launch)).filter(([, value]) => value !== undefined && value !== false);
  if (typed.length === 0) return;
  const held = (readState(files)?.config ?? {}) as Record<string, unknown>;
  const different = typed.filter(([key, value]) => held[key] !== value).map(([key]) => optionOf(key));
  if (different.length === 0) return;
  throw new Failure(
    "conflict",
    `session '${session}' already runs (${describeOptions(held as LaunchOptions)}), and ${different.join(" and ")} can only be given when it starts`,
    `Run \`${closeLine(session)}\`, which closes its pages, then this command again; or add \`--session <name>\` for a second browser.`,
  );
}

/** Launch options whose name on a line is not their own. */
const OPTIONS: Readonly<Record<string, string>> = {
  cdpUrl: "--cdp-url",
  connect: "connect",
  remote: "cloud connect",
  remoteProfile: "--profile-id",
  remoteProxy: "--proxy",
  remoteMinutes: "--minutes",
  remoteRecording: "--recording",
};

function optionOf(key: string): string {
  return OPTIONS[key] ?? `--${optionName(key)}`;
}

function mismatch(session: string, build: string): Failure {
  return new Failure(
    "conflict",
    `session '${session}' was started by another version of svc (${build}); this one is ${BUILD}`,
    `Run \`${closeLine(session)}\`, then the command again.`,
  );
}

function lost({ home, session }: Target): Failure {
  return new Failure(
    "closed",
    `the daemon of session '${session}' ended while the command ran`,
    `Read the end of ${logFile(home)}, then run the command again.`,
  );
}
