/**
 * Runs the commands of a session on its browser, in order and by their deadlines, and answers whoever asked. Knows no
 * command: it looks them up in the list.
 */

import { boundaryFor, needsYes } from "../authorization.ts";
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
import type { Peer } from "./listen.ts";
import { Order } from "./order.ts";
import { Recorder } from "./recorder.ts";
import { localSessions } from "./sessions.ts";
import type { RunRequest } from "./wire.ts";

/** What a command line says, and how an outcome is printed: the edge's knowledge, handed in by `main.ts`. */
export interface LineReader {
  parse(argv: readonly string[]): {
    command?: AnyCommand;
    args: Record<string, unknown>;
    globals: { json: boolean; timeout: number | undefined; contentBoundaries: boolean; [other: string]: unknown };
  };
  /** The same for a line of a command that runs others. */
  read(words: readonly string[]): ParsedCommand;
  render(outcome: Outcome, asJson: boolean, boundary?: string): { stdout: string; stderr: string; code: number };
}

/** A line as it was typed, where, and what that environment says. */
interface TypedLine {
  line: string[];
  cwd: string;
  callerRules: CallerRules;
  environment: Record<string, string>;
}

/** One command to run, however it was asked for. */
interface Work {
  command: AnyCommand;
  args: Record<string, unknown>;
  timeoutMs: number;
  /** How much of the deadline the client has used up: it had to start the daemon. */
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
  /** A command begins, or one has ended; `running` counts those under way. */
  busy(running: number): void;
  /** The browser did not start, and a client is about to be told so. */
  failing(): void;
}

export class Worker {
  readonly #browser: Promise<Browser>;
  readonly #reader: LineReader;
  readonly #events: WorkerEvents;
  readonly #order = new Order();
  readonly #ground: ExecutionContext;
  readonly #byName = new Map<string, AnyCommand>(commands.map((one) => [one.name, one]));
  /** What each connection has asked for and not yet been answered, by its numbers. */
  readonly #asked = new WeakMap<Peer, Map<number, AbortController>>();
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
    this.#ground = {
      home: where.home,
      session: where.name,
      commands,
      read: reader.read,
      sessions: localSessions(where.home, where.name),
    };
  }

  /** A request by name and values. */
  async serve(peer: Peer, request: RunRequest): Promise<void> {
    const started = performance.now();
    const { id, command: name, args, streams, ...rest } = request;
    const found = this.#byName.get(name);
    // The others are the client's: here they would read the daemon's input and environment.
    const command = found?.needs === "nothing" ? undefined : found;
    const asked = this.#asked.get(peer) ?? new Map<number, AbortController>();
    const cancelled = new AbortController();
    this.#asked.set(peer, asked.set(id, cancelled));
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
      : { ok: false, error: { code: "usage", message: `no command of a session: '${shorten(name)}'` } };
    asked.delete(id);
    endTrace?.();
    // Before it is answered: whoever has the answer finds it in the history.
    if (command && !rest.isInternal)
      this.#recorder.note({ command, args, timeoutMs: rest.timeoutMs }, outcome, started);
    peer.send({ type: "outcome", id, outcome });
  }

  /** The peer goes on, but no longer waits for that answer. */
  cancel(peer: Peer, id: number): void {
    this.#asked.get(peer)?.get(id)?.abort(new Failure("interrupted", "cancelled"));
  }

  /** A line of the fast path: parsed here, as its own client would have, in the folder it was typed in. */
  async serveLine(peer: Peer, { line, cwd, callerRules, environment }: TypedLine): Promise<void> {
    let asJson = asksForJson(line);
    let boundary: string | undefined;
    const print = (outcome: Outcome) =>
      peer.sendLine({ type: "printed", ...this.#reader.render(outcome, asJson, boundary) });
    try {
      const { command, args, globals } = inFolder(cwd, () => this.#reader.parse(line));
      asJson = globals.json;
      if (!command || command.needs === "nothing" || command.launch || asksMore(command))
        return peer.sendLine({ type: "slow_path" });
      const { home } = this.#ground;
      const rules = rulesOf(home, callerRules);
      // Only the client can ask a person.
      if (needsYes({ command, args, home, rules }) !== undefined) return peer.sendLine({ type: "slow_path" });
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
      return await this.#inOrder(gone, work);
    } finally {
      this.#events.busy(--this.#running);
    }
  }

  async #inOrder(gone: AbortSignal, { spentMs, ...wanted }: Work): Promise<Outcome> {
    // The deadline counts from here: waiting for the browser and for earlier commands is part of it.
    const { command, timeoutMs } = wanted;
    const deadline = new AbortController();
    const late = () => deadline.abort(timeoutFailure(command.name, timeoutMs));
    const timer = setTimeout(late, Math.max(1, timeoutMs - spentMs));
    const signal = AbortSignal.any([gone, deadline.signal]);
    try {
      const browser = await Promise.race([this.#ready(), rejectOnAbort(signal)]);
      const work = () => executeCommand(browser, this.#ground, { ...wanted, signal });
      return await this.#order.run(command.effect === "read" || command.beside === true, signal, work);
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

/** Hands the caller a trace of this process. Its own messages to the caller are traced at the other end. */
function traceFor(kinds: string | undefined, tell: (line: string) => void): (() => void) | undefined {
  if (!kinds) return undefined;
  return listenToTrace(
    readKinds(kinds).filter((kind) => kind !== "wire"),
    tell,
  );
}

/** True when the command reads variables that a line does not carry. */
function asksMore({ environment = [], environmentNames }: AnyCommand): boolean {
  return environmentNames !== undefined || !environment.every(isCarried);
}
