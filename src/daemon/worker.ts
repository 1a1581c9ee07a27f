/**
 * Runs the commands of a session on its browser, in order and by their deadlines, and answers whoever asked. Knows no
 * command: it looks them up in the list.
 */
import type { Browser } from "../browser/browser.ts";
import type { AnyCommand } from "../command.ts";
import { commands } from "../commands/index.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { DEFAULT_TIMEOUT_MS, describe, type Outcome, timeoutFailure } from "../outcome.ts";
import type { Peer } from "./listen.ts";
import { Order } from "./order.ts";
import { perform } from "./perform.ts";
import type { RunRequest } from "./wire.ts";

/** What a command line says, and how an outcome is printed: the edge's knowledge, handed in by `main.ts`. */
export interface LineReader {
  parse(argv: readonly string[]): {
    command?: AnyCommand;
    args: Record<string, unknown>;
    globals: { json: boolean; timeout: number | undefined };
  };
  render(outcome: Outcome, asJson: boolean): { stdout: string; stderr: string; code: number };
}

/** One command to run, however it was asked for. */
interface Work {
  command: AnyCommand;
  args: Record<string, unknown>;
  timeoutMs: number;
  /** How much of the deadline the client has used up: it had to start the daemon. */
  spentMs: number;
  progress: (message: string) => void;
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
  readonly #byName = new Map<string, AnyCommand>(commands.map((one) => [one.name, one]));
  #running = 0;

  constructor(browser: Promise<Browser>, reader: LineReader, events: WorkerEvents) {
    this.#browser = browser;
    this.#reader = reader;
    this.#events = events;
  }

  /** A request by name and values. */
  async serve(peer: Peer, { id, command: name, args, timeoutMs, spentMs }: RunRequest): Promise<void> {
    const command = this.#byName.get(name);
    peer.send({ type: "accepted", id });
    const progress = (message: string) => peer.send({ type: "progress", id, message });
    const outcome: Outcome = command
      ? await this.#outcome(peer.signal, { command, args, timeoutMs, spentMs, progress })
      : { ok: false, error: { code: "usage", message: `unknown command '${name}'` } };
    peer.send({ type: "outcome", id, outcome });
  }

  /** A line of the short way: parsed here, as its own client would have, in the folder it was typed in. */
  async serveLine(peer: Peer, line: string[], cwd: string): Promise<void> {
    const asJson = line.includes("--json");
    const print = (outcome: Outcome) => peer.sendLine({ type: "printed", ...this.#reader.render(outcome, asJson) });
    try {
      const { command, args, globals } = inFolder(cwd, () => this.#reader.parse(line));
      if (!command || command.needs === "nothing" || command.launch) return peer.sendLine({ type: "long" });
      const timeoutMs = globals.timeout ?? command.timeoutMs ?? DEFAULT_TIMEOUT_MS;
      peer.sendLine({ type: "deadline", ms: timeoutMs });
      const progress = (message: string) => peer.sendLine({ type: "progress", message });
      print(await this.#outcome(peer.signal, { command, args, timeoutMs, spentMs: 0, progress }));
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

  async #inOrder(gone: AbortSignal, { command, args, timeoutMs, spentMs, progress }: Work): Promise<Outcome> {
    // The deadline counts from here: waiting for the browser and for earlier commands is part of it.
    const deadline = new AbortController();
    const late = () => deadline.abort(timeoutFailure(command.name, timeoutMs));
    const timer = setTimeout(late, Math.max(1, timeoutMs - spentMs));
    const signal = AbortSignal.any([gone, deadline.signal]);
    try {
      const browser = await Promise.race([this.#ready(), rejectOnAbort(signal)]);
      const work = () => perform(browser, { command, args, signal, timeoutMs, progress });
      return await this.#order.run(command.effect === "read", signal, work);
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

/** Runs `work` as if the process stood in that folder: a path on a line means the folder of whoever typed it. */
function inFolder<T>(cwd: string, work: () => T): T {
  const before = process.cwd();
  try {
    process.chdir(cwd);
  } catch {
    // The folder is gone: absolute paths still mean what they say.
  }
  try {
    return work();
  } finally {
    process.chdir(before);
  }
}
