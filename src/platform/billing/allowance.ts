/**
 * The cost limit of a run: the smallest of the limits of its task and session and its share of the project's limit. Refreshed after
 * each step, so that concurrent runs and their browsers do not spend the same money twice.
 */
import { Refusal } from "../refusal.ts";

export interface AllowanceSetup extends Payer {
  sessionId: string;
  /** Cost limit of the task in nano-USD. */
  taskNano?: number | undefined;
  /** Reads what the project and its key can still spend, in nano-USD; undefined without a limit. */
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
  /** Cost of the run at the last refresh, and its remaining amount; undefined without a limit. */
  #spent = 0;
  #left: { nano: number; by: AllowedBy } | undefined;

  constructor(setup: AllowanceSetup) {
    this.#setup = setup;
  }

  /** Cost limit of the whole run in USD; it changes with each refresh. */
  get costUsd(): number | undefined {
    return this.#left && (this.#spent + Math.max(0, this.#left.nano)) / 1e9;
  }

  get by(): AllowedBy | undefined {
    return this.#left?.by;
  }

  /** `spent`: cost of the run so far, in nano-USD. */
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

  /** Errors: `Refusal` 402 if nothing can be spent. */
  check(): void {
    if (this.#left && this.#left.nano <= 0) throw new Refusal(402, usedUp(this.#left.by));
  }
}

/** Error message for callers. */
export function usedUp(by: AllowedBy): string {
  return WORDS[by];
}

const WORDS: Readonly<Record<AllowedBy, string>> = {
  caller: "The cost limit of the session is reached. Send the task with a larger maxCostUsd.",
  credits: "The credits of the project are used up.",
  budget: "The monthly budget of the project is used up.",
  "key budget": "The monthly budget of this API key is used up.",
};

/** The kind of a limit. */
export type Limit = "credits" | "budget" | "key budget";

/** The project and API key that are charged. */
export interface Payer {
  projectId: string;
  keyId: string | null;
}
