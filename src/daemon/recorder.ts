/**
 * Writes the commands of a session into its history, without secrets. A failure to write never fails a command. A new
 * daemon starts a new history.
 */

import type { AnyCommand } from "../command.ts";
import { clearEntries, type Entry, HistoryEnd, historyFiles } from "../lib/history.ts";
import { DEFAULT_TIMEOUT_MS } from "../lib/limits.ts";
import { log } from "../lib/log.ts";
import { storedArgs, wasHidden } from "../manual/stored-args.ts";
import type { Outcome } from "../outcome.ts";

export interface RecordedRequest {
  command: AnyCommand;
  args: Record<string, unknown>;
  timeoutMs: number;
}

export class Recorder {
  readonly #end: HistoryEnd;
  #isBroken = false;

  constructor(home: string, session: string) {
    const files = historyFiles(home, session);
    this.#end = new HistoryEnd(files);
    this.#guarded(() => clearEntries(files));
  }

  /** `started` is a time of `performance.now()`. Never throws. */
  note(request: RecordedRequest, outcome: Outcome, started: number): void {
    const ms = Math.round(performance.now() - started);
    this.#guarded(() => this.#end.append(entryOf(request, outcome, ms)));
  }

  close(): void {
    this.#end.close();
  }

  /** A full disk must not end the session. It is logged once. */
  #guarded(work: () => void): void {
    try {
      work();
      this.#isBroken = false;
    } catch (error) {
      if (!this.#isBroken) log.warn(`cannot write the history: ${(error as Error).message}`);
      this.#isBroken = true;
    }
  }
}

/** The history entry of a command. When a command failed, a text that may be secret counts as one. */
function entryOf({ command, args, timeoutMs }: RecordedRequest, outcome: Outcome, ms: number): Entry {
  const { args: stored, masked } = storedArgs(command, args, !outcome.ok || wasHidden(command, args, outcome), outcome);
  return {
    at: new Date().toISOString(),
    command: command.name,
    args: stored,
    ...(masked.length > 0 ? { masked } : {}),
    ok: outcome.ok,
    ...(outcome.ok ? {} : { code: outcome.error.code }),
    ms,
    ...(timeoutMs === (command.timeoutMs ?? DEFAULT_TIMEOUT_MS) ? {} : { timeoutMs }),
  };
}
