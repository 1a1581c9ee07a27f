/** How long a run may go on: by turns, time, tokens and money, and by whether it gets anywhere. Nothing ends it unwarned. */
import type { Usage } from "../../models/model.ts";
import type { EndReason, Limits } from "./assignment.ts";

/** Part of a limit at which the model is told. */
const WARN_AT = 0.75;

export class Budget {
  readonly usage: Usage = { input: 0, cachedInput: 0, output: 0, costUsd: 0 };
  readonly #limits: Limits;
  readonly #sinceMs = performance.now();
  readonly #warned = new Set<string>();
  #waitedMs = 0;
  /** What the last call cost: the next one will cost about as much. */
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

  /** Time that a person took is not the run's. */
  waited(ms: number): void {
    this.#waitedMs += ms;
  }

  get durationMs(): number {
    return performance.now() - this.#sinceMs;
  }

  get leftMs(): number {
    return this.#limits.seconds * 1_000 - (this.durationMs - this.#waitedMs);
  }

  /** The limit that leaves room for one answer alone; undefined where there is room for more. */
  get spent(): EndReason | undefined {
    const { steps, costUsd, tokens } = this.#limits;
    if (this.steps + 1 >= steps) return "steps";
    if (this.leftMs <= 0) return "seconds";
    if (costUsd !== undefined && this.usage.costUsd + 2 * this.#lastUsd > costUsd) return "cost";
    if (tokens !== undefined && this.usage.input + this.usage.output >= tokens) return "tokens";
    return undefined;
  }

  /** True where not even one more answer can be paid. */
  get isOver(): boolean {
    const { costUsd } = this.#limits;
    return costUsd !== undefined && this.usage.costUsd + this.#lastUsd > costUsd;
  }

  /** What the model is to be told once, when most of a limit is used up. */
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

/** The same call with the same answer so often: told, then ended. */
const REPEATS = { told: 3, ended: 6 };

/** Turns on a page that shows the same. */
const STILL = { told: 8, ended: 15 };

/** Notices a run that goes round in circles, or nowhere. */
export class Progress {
  readonly #seen = new Map<string, number>();
  #page = "";
  #still = 0;
  /** Warnings that the model has read and answered with one more turn. */
  readonly #told = new Set<"loop" | "stalled">();
  readonly #fresh = new Set<"loop" | "stalled">();
  #most = 0;
  #hasNews = false;

  /** A call with its answer. */
  note(call: { name: string; args: object }, answer: string): void {
    const key = Bun.hash(JSON.stringify([call.name, call.args, answer])).toString();
    const count = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, count);
    this.#most = Math.max(this.#most, count);
    this.#hasNews ||= count === 1;
  }

  /** The end of a turn: what the page shows, and whether anything was done on it. */
  turn(page: string, acted: boolean): void {
    for (const kind of this.#fresh) this.#told.add(kind);
    this.#fresh.clear();
    if (page !== this.#page) {
      // What comes of a call now is something else.
      this.#seen.clear();
      this.#told.clear();
      this.#most = 0;
      this.#still = 0;
    } else if (acted || !this.#hasNews) this.#still++;
    this.#page = page;
    this.#hasNews = false;
  }

  /** To be told at most once each. */
  warning(): string | undefined {
    if (this.#most >= REPEATS.told && this.#isNew("loop"))
      return `The same call has had the same answer ${this.#most} times. Try another way, or call done and say what prevents the task.`;
    if (this.#still >= STILL.told && this.#isNew("stalled"))
      return `The page has not changed for ${this.#still} turns. Do something else, or call done and say what prevents the task.`;
    return undefined;
  }

  #isNew(kind: "loop" | "stalled"): boolean {
    if (this.#told.has(kind) || this.#fresh.has(kind)) return false;
    this.#fresh.add(kind);
    return true;
  }

  /** Why the run is to end; only after the model has read the warning. */
  get end(): EndReason | undefined {
    if (this.#most >= REPEATS.ended && this.#told.has("loop")) return "loop";
    return this.#still >= STILL.ended && this.#told.has("stalled") ? "stalled" : undefined;
  }
}
