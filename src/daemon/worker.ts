/** Runs the commands of a session on its browser, in order and with deadlines, and replies to the clients. */
import { boundaryFor, confirmationReason } from "../authorization.ts";
import type { Browser } from "../browser/browser.ts";
import { type ExecutionContext, executeCommand } from "../browser/execute.ts";
import type { AnyCommand, Output, ParsedCommand } from "../command.ts";
import { commands } from "../commands/index.ts";
import { Failure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { inFolder } from "../lib/folder.ts";
import { DEFAULT_TIMEOUT_MS } from "../lib/limits.ts";
import { type CallerRules, rulesOf } from "../lib/rules.ts";
import { isCarried } from "../lib/settings.ts";
import { asksForJson } from "../lib/shell.ts";
import { shorten } from "../lib/shorten.ts";
import { listen as listenToTrace, readKinds } from "../lib/trace.ts";
import type { Outcome } from "../outcome.ts";
import { describe, timeoutFailure } from "../run-command.ts";
import { Recorder } from "./recorder.ts";
import { localSessions } from "./sessions.ts";
import type { LineReply, Reply, RunRequest } from "./wire.ts";

/** The connection of one client. */
export interface Peer {
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  send(reply: Reply): void;
  /** Replies to a client that sent a command line and reads plain JSON. */
  sendLine(reply: LineReply): void;
  /** Resolves when the client has read what was sent. Undefined when it is not behind. */
  eased(): Promise<void> | undefined;
  /** Closes the connection when everything is written. */
  end(): void;
}

/** The parser and printer of the command line. `main.ts` passes them in, because `cli/` lies above the daemon. */
export interface LineReader {
  parse(argv: readonly string[]): {
    command?: AnyCommand;
    args: Record<string, unknown>;
    globals: { json: boolean; timeout: number | undefined; contentBoundaries: boolean; [other: string]: unknown };
  };
  /** Parses a line of a command that runs other commands. */
  read(words: readonly string[]): ParsedCommand;
  render(outcome: Outcome, asJson: boolean, boundary?: string): { stdout: string; stderr: string; code: number };
}

/** A command line as it was typed, with the folder and variables of its client. */
interface TypedLine {
  line: string[];
  cwd: string;
  callerRules: CallerRules;
  environment: Record<string, string>;
}

/** One command to run, from a request or from a line. */
interface Work {
  command: AnyCommand;
  args: Record<string, unknown>;
  timeoutMs: number;
  /** The part of the deadline that the client has used to start the daemon. */
  spentMs: number;
  environment: Record<string, string>;
  cwd: string;
  callerRules: CallerRules;
  confirmed: boolean;
  progress: (message: string) => void;
  isInternal?: boolean;
  output: Output | undefined;
}

export interface WorkerEvents {
  /** A command started or ended. `running` is the number of running commands. */
  busy(running: number): void;
  /** The browser did not start. Called before a client gets that failure. */
  failing(): void;
}

export class Worker {
  readonly #browser: Promise<Browser>;
  readonly #reader: LineReader;
  readonly #events: WorkerEvents;
  readonly #queue = new CommandQueue();
  readonly #context: ExecutionContext;
  readonly #byName = new Map<string, AnyCommand>(commands.map((one) => [one.name, one]));
  /** The unanswered requests of each connection, by their ids. */
  readonly #pending = new WeakMap<Peer, Map<number, AbortController>>();
  readonly #recorder: Recorder;
  #running = 0;

  constructor(
    browser: Promise<Browser>,
    where: { home: string; name: string },
    reader: LineReader,
    events: WorkerEvents,
  ) {
    this.#browser = browser;
    this.#reader = reader;
    this.#events = events;
    this.#recorder = new Recorder(where.home, where.name);
    this.#context = {
      home: where.home,
      session: where.name,
      commands,
      read: reader.read,
      sessions: localSessions(where.home, where.name),
    };
  }

  /** Runs a request, which has a command's name and the values of its arguments. */
  async run(peer: Peer, request: RunRequest): Promise<void> {
    const started = performance.now();
    const { id, command: name, args, streams, ...rest } = request;
    const found = this.#byName.get(name);
    // Commands that need no session run in the client: here they would read the daemon's input and environment.
    const command = found?.needs === "nothing" ? undefined : found;
    const pending = this.#pending.get(peer) ?? new Map<number, AbortController>();
    const cancelled = new AbortController();
    this.#pending.set(peer, pending.set(id, cancelled));
    peer.send({ type: "accepted", id });
    const progress = (message: string) => peer.send({ type: "progress", id, message });
    const output: Output = (text, stream) => {
      peer.send({ type: "output", id, text, stream });
      return peer.eased();
    };
    const endTrace = traceFor(rest.environment.SVC_TRACE, (line) => peer.send({ type: "trace", id, line }));
    const work = { ...rest, args, progress, output: streams ? output : undefined };
    const signal = AbortSignal.any([peer.signal, cancelled.signal]);
    const outcome: Outcome = command
      ? await this.#outcome(signal, { command, ...work })
      : { ok: false, error: { code: "usage", message: `'${shorten(name)}' is not a command of a session` } };
    pending.delete(id);
    endTrace?.();
    // Before the reply: a client that has it finds the command in the history.
    if (command && !rest.isInternal)
      this.#recorder.note({ command, args, timeoutMs: rest.timeoutMs }, outcome, started);
    peer.send({ type: "outcome", id, outcome });
  }

  /** Cancels a pending request. The connection stays open. */
  cancel(peer: Peer, id: number): void {
    this.#pending.get(peer)?.get(id)?.abort(new Failure("interrupted", "cancelled"));
  }

  /** Parses a command line in its client's folder, runs it, and replies with what to print. */
  async runLine(peer: Peer, { line, cwd, callerRules, environment }: TypedLine): Promise<void> {
    let asJson = asksForJson(line);
    let boundary: string | undefined;
    const print = (outcome: Outcome) =>
      peer.sendLine({ type: "printed", ...this.#reader.render(outcome, asJson, boundary) });
    try {
      const { command, args, globals } = inFolder(cwd, () => this.#reader.parse(line));
      asJson = globals.json;
      if (!command || command.needs === "nothing" || command.launch || readsOtherVariables(command))
        return peer.sendLine({ type: "slow_path" });
      const { home } = this.#context;
      const rules = rulesOf(home, callerRules);
      // Only the client can ask a person.
      if (confirmationReason({ command, args, home, rules }) !== undefined) return peer.sendLine({ type: "slow_path" });
      boundary = boundaryFor(command, globals.contentBoundaries || rules.boundaries);
      const timeoutMs = globals.timeout ?? command.timeoutMs ?? DEFAULT_TIMEOUT_MS;
      peer.sendLine({ type: "deadline", ms: timeoutMs });
      const progress = (message: string) => peer.sendLine({ type: "progress", message });
      const output: Output = (text, stream) => {
        peer.sendLine({ type: "output", text, stream });
        return peer.eased();
      };
      const from = { environment, cwd, callerRules, confirmed: false };
      const work = { command, args, timeoutMs, spentMs: 0, ...from, progress };
      const started = performance.now();
      const streams = !asJson && boundary === undefined;
      const outcome = await this.#outcome(peer.signal, { ...work, output: streams ? output : undefined });
      this.#recorder.note(work, outcome, started);
      print(outcome);
    } catch (error) {
      print({ ok: false, error: describe(error, "the command line") });
    }
  }

  async #outcome(gone: AbortSignal, work: Work): Promise<Outcome> {
    this.#events.busy(++this.#running);
    try {
      return await this.#queued(gone, work);
    } finally {
      this.#events.busy(--this.#running);
    }
  }

  /** Waits for the browser and the queue, then executes. The deadline includes both waits. */
  async #queued(gone: AbortSignal, { spentMs, ...execution }: Work): Promise<Outcome> {
    const { command, timeoutMs } = execution;
    const deadline = new AbortController();
    const expire = () => deadline.abort(timeoutFailure(command.name, timeoutMs));
    const timer = setTimeout(expire, Math.max(1, timeoutMs - spentMs));
    const signal = AbortSignal.any([gone, deadline.signal]);
    try {
      const browser = await Promise.race([this.#ready(), rejectOnAbort(signal)]);
      const execute = () => executeCommand(browser, this.#context, { ...execution, signal });
      return await this.#queue.run(command.effect === "read" || command.beside === true, signal, execute);
    } catch (error) {
      return { ok: false, error: describe(error, command.name) };
    } finally {
      clearTimeout(timer);
    }
  }

  async #ready(): Promise<Browser> {
    try {
      return await this.#browser;
    } catch (error) {
      this.#events.failing();
      throw error;
    }
  }
}

/**
 * Orders the commands of a session. Writes run one after the other, in the order of their arrival. A read waits for the
 * writes before it, runs beside other reads, and delays nothing: a `wait` may need the click that follows it.
 */
export class CommandQueue {
  #lastWrite: Promise<unknown> = Promise.resolve();

  async run<T>(isRead: boolean, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#lastWrite;
    const done = Promise.withResolvers<void>();
    if (!isRead) this.#lastWrite = Promise.all([before, done.promise]);
    try {
      await Promise.race([before, rejectOnAbort(signal)]);
      return await work();
    } finally {
      done.resolve();
    }
  }
}

/** Sends the trace of this process to the client. Messages of the socket are left out: the client traces them itself. */
function traceFor(kinds: string | undefined, send: (line: string) => void): (() => void) | undefined {
  if (!kinds) return undefined;
  return listenToTrace(
    readKinds(kinds).filter((kind) => kind !== "wire"),
    send,
  );
}

/** True when the command reads variables that a line does not carry. */
function readsOtherVariables({ environment = [], environmentNames }: AnyCommand): boolean {
  return environmentNames !== undefined || !environment.every(isCarried);
}
