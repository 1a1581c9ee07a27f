/**
 * What a run may still cost: at most what its session may, and its share of what its project may. Looked up anew after each step, so
 * that runs beside each other, and their browsers, do not spend the same money twice.
 */
import { Refusal } from "../refusal.ts";

export interface AllowanceSetup extends Payer {
  sessionId: string;
  /** What the task was told that it may cost. */
  taskNano?: number | undefined;
  /** What the project and its key may still spend, in nano-USD; undefined without a limit. */
  ledger: { left(payer: Payer): Promise<{ nano: number; by: Limit } | undefined> };
  sessions: {
    spending(sessionId: string): Promise<{ costNano: number; maxCostNano: number | null }>;
    countRunning(projectId: string): Promise<number>;
  };
}

/** Who set the limit. */
export type AllowedBy = Limit | "caller";

export class Allowance {
  readonly #setup: AllowanceSetup;
  /** What the run has cost when it was last looked up, and what it could cost besides; undefined is no limit. */
  #spent = 0;
  #left: { nano: number; by: AllowedBy } | undefined;

  constructor(setup: AllowanceSetup) {
    this.#setup = setup;
  }

  /** What the whole run may cost, from its beginning: it grows and shrinks. */
  get costUsd(): number | undefined {
    return this.#left && (this.#spent + Math.max(0, this.#left.nano)) / 1e9;
  }

  get by(): AllowedBy | undefined {
    return this.#left?.by;
  }

  /** `spent`: what the run has cost until now, in nano-USD. */
  async refresh(spent: number): Promise<void> {
    const { ledger, sessions, sessionId, projectId, taskNano } = this.#setup;
    const { costNano, maxCostNano } = await sessions.spending(sessionId);
    const all: { nano: number; by: AllowedBy }[] = [];
    if (maxCostNano !== null) all.push({ nano: maxCostNano - costNano, by: "caller" });
    if (taskNano !== undefined) all.push({ nano: taskNano - spent, by: "caller" });
    const left = await ledger.left(this.#setup);
    if (left) {
      const sharers = Math.max(1, await sessions.countRunning(projectId));
      all.push({ nano: Math.floor(left.nano / sharers), by: left.by });
    }
    this.#spent = spent;
    this.#left = all.sort((a, b) => a.nano - b.nano)[0];
  }

  /** Errors: `Refusal` 402 where not even one question to the model may be asked. */
  check(): void {
    if (this.#left && this.#left.nano <= 0) throw new Refusal(402, usedUp(this.#left.by));
  }
}

/** In words for callers. */
export function usedUp(by: AllowedBy): string {
  return WORDS[by];
}

const WORDS: Readonly<Record<AllowedBy, string>> = {
  caller: "The session may not cost any more. Give it a larger maxCostUsd.",
  credits: "The credits of the project are used up.",
  budget: "The budget of the project for this month is used up.",
  "key budget": "The budget of this API key for this month is used up.",
};

/** What limits the payer's work. */
export type Limit = "credits" | "budget" | "key budget";

/** Who pays: a project, and the key that asked. */
export interface Payer {
  projectId: string;
  keyId: string | null;
}
