/** The client's end of the socket: sends requests, receives replies, and enforces a deadline even when the daemon hangs. */

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
  /** The launch options of this line. Absent ones are not compared. */
  launch: LaunchOptions;
  /** False: only a running session is used. */
  starts?: boolean;
  /** Called with messages for a person about the start of a session. */
  notify?: (text: string) => void;
  /** All calls are steps of one line: after a daemonEnded session the later steps fail too, until one starts something new. */
  isOneWork?: boolean;
}

export interface Call {
  command: string;
  /** The command starts something new and does not need an earlier session. */
  begins?: boolean;
  args: Record<string, unknown>;
  timeoutMs: number;
  environment: Record<string, string>;
  /** Sent by svc itself: events are left for the next command of the user. */
  isInternal?: boolean;
  callerRules: Readonly<Record<string, string>>;
  confirmed: boolean;
  signal: AbortSignal;
  progress?: ((message: string) => void) | undefined;
  /** Receives what the command prints while it runs. */
  output?: Output | undefined;
}

/** A daemon that is ending closes the connection without a reply, once. One that does it repeatedly is broken. */
const MAX_ATTEMPTS = 5;

/** A client's connection to one session. It is opened on demand and carries any number of commands. */
export class SessionClient {
  readonly #target: Target;
  #channel: Channel | undefined;
  #lostSession: Failure | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Runs a command in the session's daemon. Starts the daemon when there is none. */
  async call(call: Call): Promise<Outcome> {
    const started = performance.now();
    const deadline = new AbortController();
    const expire = () => deadline.abort(timeoutFailure(call.command, call.timeoutMs));
    const timer = setTimeout(expire, call.timeoutMs + REPLY_GRACE_MS);
    const signal = AbortSignal.any([call.signal, deadline.signal]);
    try {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const channel = await this.#open(call, signal);
        const outcome = await channel.request({ ...call, signal }, performance.now() - started);
        // Undefined: the daemon was ending and did nothing, so the command is sent again.
        if (outcome) return outcome;
      }
      throw daemonEnded(this.#target);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the connection. Running commands are cancelled. */
  end(): void {
    this.#channel?.end();
    this.#channel = undefined;
  }

  async #open({ timeoutMs, begins = false }: Call, signal: AbortSignal): Promise<Channel> {
    const { home, session, launch, starts = true, notify = () => {} } = this.#target;
    const files = sessionFiles(home, session);
    if (begins) this.#lostSession = undefined;
    if (this.#lostSession) throw this.#lostSession;
    for (;;) {
      if (this.#channel?.isOpen) return this.#channel;
      const connected = await connect(files.socket, signal);
      if (!connected && !starts) throw new Failure("not_found", `session '${session}' is not running`);
      if (!connected) {
        // Loaded on demand: commands of a running session do not pay for it.
        const { startDaemon } = await import("./start.ts");
        await startDaemon({ home, name: session, options: launch, timeoutMs, signal, begins, notify }).catch(
          (error) => {
            if (this.#target.isOneWork && asFailure(error)?.code === "closed") this.#lostSession = error;
            throw error;
          },
        );
        continue;
      }
      compareLaunch(this.#target, files);
      // Another call may have connected in the meantime.
      if (this.#channel?.isOpen) connected.end();
      else this.#channel = new Channel(connected, this.#target);
      return this.#channel;
    }
  }
}

interface PendingRequest {
  call: Call;
  /** The daemon runs the command: it must not be sent again. */
  isAccepted: boolean;
  resolve(outcome: Outcome | undefined): void;
  reject(error: Failure): void;
}

/** A connection that carries requests with ids. */
class Channel {
  readonly #connected: Connected;
  readonly #target: Target;
  readonly #pending = new Map<number, PendingRequest>();
  #lastId = 0;
  isOpen = true;

  constructor(connected: Connected, target: Target) {
    this.#connected = connected;
    this.#target = target;
    connected.onReply = (reply) => this.#receive(reply);
    connected.onClose = () => this.#close();
  }

  /** Sends the request and returns its outcome. Undefined when the daemon closed the connection without a reply. */
  async request(call: Call, spentMs: number): Promise<Outcome | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome | undefined>();
    const { command, args, timeoutMs, environment, callerRules, confirmed, isInternal = false, output } = call;
    const id = ++this.#lastId;
    this.#pending.set(id, { call, isAccepted: false, resolve, reject });
    const from = { environment, callerRules, confirmed, cwd: process.cwd(), isInternal, streams: output !== undefined };
    const request = { id, command, args, timeoutMs, spentMs, ...from };
    try {
      const line = encodeRequest(request);
      trace.wire?.(`→ ${this.#target.session} #${id} ${command} ${line.length} B ${sizesOf(args)}`);
      this.#connected.outbox.send(line);
      return await Promise.race([promise, rejectOnAbort(call.signal)]);
    } finally {
      if (this.#pending.delete(id) && call.signal.aborted && this.isOpen)
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
      for (const { reject } of this.#pending.values()) reject(mismatch(this.#target.session, reply.build));
      return;
    }
    if (reply.type === "malformed") {
      const { code, message, hint } = reply.error;
      for (const { reject } of this.#pending.values()) reject(new Failure(code, message, hint));
      return;
    }
    const pending = reply.type === "stopped" || reply.type === "busy" ? undefined : this.#pending.get(reply.id);
    if (!pending) return;
    pending.isAccepted = true;
    if (reply.type === "outcome") {
      trace.wire?.(
        `← ${this.#target.session} #${reply.id} ${reply.outcome.ok ? "ok" : reply.outcome.error.code} ${sizesOf(reply.outcome.data)}`,
      );
      this.#pending.delete((reply as { id: number }).id);
      pending.resolve(reply.outcome);
    } else if (reply.type === "progress") pending.call.progress?.(reply.message);
    else if (reply.type === "output") pending.call.output?.(reply.text, reply.stream);
    else if (reply.type === "trace") writeTrace(reply.line);
  }

  #close(): void {
    this.isOpen = false;
    for (const { isAccepted, resolve, reject } of this.#pending.values())
      if (isAccepted) reject(daemonEnded(this.#target));
      else resolve(undefined);
  }
}

/** Throws `conflict` when launch options of this line differ from those of the running session. */
function compareLaunch({ session, launch }: Target, files: SessionFiles): void {
  const typed = Object.entries(comparable(launch)).filter(([, value]) => value !== undefined && value !== false);
  if (typed.length === 0) return;
  const current = (readState(files)?.config ?? {}) as Record<string, unknown>;
  const different = typed.filter(([key, value]) => current[key] !== value).map(([key]) => optionOf(key));
  if (different.length === 0) return;
  throw new Failure(
    "conflict",
    `session '${session}' already runs (${describeOptions(current as LaunchOptions)}), and ${different.join(" and ")} can only be given when it starts`,
    `Run \`${closeLine(session)}\`, which closes its pages, then this command again; or add \`--session <name>\` for a second browser.`,
  );
}

/** Launch options whose name on a line differs. */
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

function daemonEnded({ home, session }: Target): Failure {
  return new Failure(
    "closed",
    `the daemon of session '${session}' ended while the command ran`,
    `Read the end of ${logFile(home)}, then run the command again.`,
  );
}
