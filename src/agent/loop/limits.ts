/** Limits of a run: turns, time, tokens, cost, and lack of progress. The model is warned before a limit ends the run. */
import type { Usage } from "../../models/model.ts";
import type { EndReason, Limits } from "./assignment.ts";

/** Share of a limit at which the model is warned. */
const WARN_AT = 0.75;

export class Budget {
  readonly usage: Usage = { input: 0, cachedInput: 0, output: 0, costUsd: 0 };
  readonly #limits: Limits;
  readonly #sinceMs = performance.now();
  readonly #warned = new Set<string>();
  #waitedMs = 0;
  /** Cost of the last question, as an estimate for the next one. */
  #lastUsd = 0;
  steps = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  add(usage: Usage): void {
    this.usage.input += usage.input;
    this.usage.cachedInput += usage.cachedInput;
    this.usage.output += usage.output;
    this.usage.costUsd += usage.costUsd;
    if (usage.isEstimated) this.usage.isEstimated = true;
    this.#lastUsd = usage.costUsd;
  }

  /** Time that a person took to answer does not count. */
  waited(ms: number): void {
    this.#waitedMs += ms;
  }

  get durationMs(): number {
    return performance.now() - this.#sinceMs;
  }

  get leftMs(): number {
    return this.#limits.seconds * 1_000 - (this.durationMs - this.#waitedMs);
  }

  /** The limit that allows only one more answer; undefined while there is more. */
  get exhausted(): EndReason | undefined {
    const { steps, costUsd, tokens } = this.#limits;
    if (this.steps + 1 >= steps) return "steps";
    if (this.leftMs <= 0) return "seconds";
    if (costUsd !== undefined && this.usage.costUsd + 2 * this.#lastUsd > costUsd) return "cost";
    if (tokens !== undefined && this.usage.input + this.usage.output >= tokens) return "tokens";
    return undefined;
  }

  /** True when one more answer would exceed the cost limit. */
  get isOver(): boolean {
    const { costUsd } = this.#limits;
    return costUsd !== undefined && this.usage.costUsd + this.#lastUsd > costUsd;
  }

  /** Returns each warning once, when most of a limit is used. */
  warning(): string | undefined {
    const { steps, seconds, costUsd, tokens } = this.#limits;
    const used: [string, number, string][] = [
      ["turns", this.steps / steps, `${this.steps} of ${steps} turns are used`],
      ["time", 1 - this.leftMs / (seconds * 1_000), `${Math.round(this.leftMs / 1_000)} s are left`],
      [
        "money",
        costUsd ? this.usage.costUsd / costUsd : 0,
        `$${this.usage.costUsd.toFixed(2)} of $${costUsd} are spent`,
      ],
      ["tokens", tokens ? (this.usage.input + this.usage.output) / tokens : 0, "most of the tokens are used"],
    ];
    const due = used.filter(([name, share]) => share >= WARN_AT && !this.#warned.has(name));
    for (const [name] of due) this.#warned.add(name);
    if (due.length === 0) return undefined;
    return `${due.map(([, , words]) => words).join("; ")}. Finish what matters most, and call done in time.`;
  }
}

/** How often the same call may have the same answer before a warning, and before the end of the run. */
const REPEATS = { warn: 3, end: 6 };

/** How many turns the page may stay the same before a warning, and before the end of the run. */
const UNCHANGED_TURNS = { warn: 8, end: 15 };

/** Detects a run that repeats itself or makes no progress. */
export class Progress {
  readonly #counts = new Map<string, number>();
  #page = "";
  #unchangedTurns = 0;
  /** Warnings that the model has read. */
  readonly #warned = new Set<"loop" | "stalled">();
  /** Warnings of this turn. */
  readonly #pending = new Set<"loop" | "stalled">();
  #maxRepeats = 0;
  #hasNewAnswer = false;

  /** Counts a call with its answer. */
  note(call: { name: string; args: object }, answer: string): void {
    const key = Bun.hash(JSON.stringify([call.name, call.args, answer])).toString();
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    this.#maxRepeats = Math.max(this.#maxRepeats, count);
    this.#hasNewAnswer ||= count === 1;
  }

  /** Ends a turn. `page` is a fingerprint of the page; `acted`: a call acted on it. */
  turn(page: string, acted: boolean): void {
    for (const kind of this.#pending) this.#warned.add(kind);
    this.#pending.clear();
    if (page !== this.#page) {
      // On another page the same call has another meaning.
      this.#counts.clear();
      this.#warned.clear();
      this.#maxRepeats = 0;
      this.#unchangedTurns = 0;
    } else if (acted || !this.#hasNewAnswer) this.#unchangedTurns++;
    this.#page = page;
    this.#hasNewAnswer = false;
  }

  /** Returns each warning at most once. */
  warning(): string | undefined {
    if (this.#maxRepeats >= REPEATS.warn && this.#isNew("loop"))
      return `The same call has had the same answer ${this.#maxRepeats} times. Try another way, or call done and say what prevents the task.`;
    if (this.#unchangedTurns >= UNCHANGED_TURNS.warn && this.#isNew("stalled"))
      return `The page has not changed for ${this.#unchangedTurns} turns. Do something else, or call done and say what prevents the task.`;
    return undefined;
  }

  #isNew(kind: "loop" | "stalled"): boolean {
    if (this.#warned.has(kind) || this.#pending.has(kind)) return false;
    this.#pending.add(kind);
    return true;
  }

  /** Why the run must end; set only after the model has read the warning. */
  get end(): EndReason | undefined {
    if (this.#maxRepeats >= REPEATS.end && this.#warned.has("loop")) return "loop";
    return this.#unchangedTurns >= UNCHANGED_TURNS.end && this.#warned.has("stalled") ? "stalled" : undefined;
  }
}
