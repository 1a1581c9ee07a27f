/**
 * The ledger of usage and costs, one row per charge. Rows are added in the transaction that changes the mirrored counters, and are
 * immutable, except that a purge removes ids.
 *
 * `usage_days` has the sums by day, key, kind and model, updated in the same transaction; budgets and usage are read from it.
 */

import type { SQL } from "bun";
import type { Limit, Payer } from "../../billing/allowance.ts";
import { usedUp } from "../../billing/allowance.ts";
import { Refusal } from "../../refusal.ts";
import type { Database } from "../database/connection.ts";
import { time } from "../database/database.ts";

/** Kind of a charge; the quantity is in tokens, minutes or bytes. */
export type ChargeKind = "tokens" | "browser" | "proxy";
export type EntryKind = ChargeKind | "credit";

export interface Charge extends Payer {
  kind: ChargeKind;
  sessionId?: string | null | undefined;
  taskId?: string | null | undefined;
  browserId?: string | null | undefined;
  model?: string | null | undefined;
  quantity: number;
  nano: number;
}

/** A ledger row. */
export interface Entry {
  id: string;
  at: number;
  kind: EntryKind;
  keyId: string | null;
  sessionId: string | null;
  taskId: string | null;
  browserId: string | null;
  model: string | null;
  note: string | null;
  quantity: number;
  nano: number;
}

export interface Limits {
  /** Remaining credits; null if the project does not use credits. */
  balanceNano: number | null;
  /** Monthly budget (UTC); null means no limit. */
  budgetNano: number | null;
  keyBudgetNano: number | null;
  /** Spent in this month. */
  spentNano: number;
  keySpentNano: number;
}

/** The remaining amount, and the limit that determines it. */
export interface Left {
  nano: number;
  by: Limit;
}

const DAY_MS = 86_400_000;

export class Ledger {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Adds a row in the transaction that changes the counter. */
  async charge(charge: Charge, tx: SQL, at = Date.now()): Promise<void> {
    const { projectId: project_id, keyId: key_id, kind, quantity, nano } = charge;
    if (quantity === 0 && nano === 0) return;
    const { sessionId: session_id = null, taskId: task_id = null, browserId: browser_id = null, model = null } = charge;
    // Must be first: it locks a limited project, so that concurrent charges see each other.
    await tx`
      update projects set balance_nano = balance_nano - ${nano}
      where id = ${project_id} and (balance_nano is not null or budget_nano is not null)`;
    const row = { id: crypto.randomUUID(), project_id, at, kind, key_id, session_id, task_id, browser_id, model };
    await tx`insert into ledger ${tx({ ...row, quantity, nano })}`;
    const day = { project_id, day: Math.floor(at / DAY_MS), key_id: key_id ?? "", kind, model: model ?? "" };
    await tx`
      insert into usage_days ${tx({ ...day, quantity, nano })}
      on conflict (project_id, day, key_id, kind, model) do update set
        quantity = usage_days.quantity + excluded.quantity, nano = usage_days.nano + excluded.nano`;
  }

  /** Like `charge`, for future usage. Errors: `Refusal` 402 if it would exceed a limit; the caller must roll back. */
  async chargeAhead(charge: Charge, tx: SQL, at = Date.now()): Promise<void> {
    await this.charge(charge, tx, at);
    const left = await this.left(charge, tx, at);
    if (left && left.nano < 0) throw outOfMoney(left.by);
  }

  /** Grants credits, or withdraws them if negative. After the first grant the project can spend only its credits. */
  async credit(projectId: string, nano: number, note: string | null, at = Date.now()): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx`update projects set balance_nano = coalesce(balance_nano, 0) + ${nano} where id = ${projectId}`;
      const row = { id: crypto.randomUUID(), project_id: projectId, at, kind: "credit", note, quantity: 0, nano };
      await tx`insert into ledger ${tx(row)}`;
    });
  }

  /** Removes the credit limit of a project. */
  async withoutCredits(projectId: string): Promise<void> {
    await this.#db.sql`update projects set balance_nano = null where id = ${projectId}`;
  }

  /** Null means no limit. */
  async setBudget(projectId: string, nano: number | null): Promise<void> {
    await this.#db.sql`update projects set budget_nano = cast(${nano} as bigint) where id = ${projectId}`;
  }

  /** Null means no limit. */
  async setKeyBudget(keyId: string, nano: number | null): Promise<void> {
    await this.#db.sql`update api_keys set budget_nano = cast(${nano} as bigint) where id = ${keyId}`;
  }

  async nameOf(projectId: string): Promise<string> {
    const [row] = await this.#db.sql`select name from projects where id = ${projectId}`;
    return row?.name ?? "";
  }

  async limits({ projectId, keyId }: Payer, within: SQL = this.#db.sql, at = Date.now()): Promise<Limits> {
    const [row] = await within`
      select balance_nano, budget_nano, (select budget_nano from api_keys where id = ${keyId ?? ""}) as key_budget_nano
      from projects where id = ${projectId}`;
    const [spent] = await within`
      select sum(nano) as nano, sum(case when key_id = ${keyId ?? ""} then nano else 0 end) as key_nano from usage_days
      where project_id = ${projectId} and day >= ${firstDayOfMonth(at)}`;
    return {
      balanceNano: time(row?.balance_nano),
      budgetNano: time(row?.budget_nano),
      keyBudgetNano: time(row?.key_budget_nano),
      spentNano: Number(spent?.nano ?? 0),
      keySpentNano: Number(spent?.key_nano ?? 0),
    };
  }

  /** Undefined without a limit. Negative if a limit was exceeded. */
  async left(payer: Payer, within: SQL = this.#db.sql, at = Date.now()): Promise<Left | undefined> {
    return leftOf(await this.limits(payer, within, at));
  }

  /** Errors: `Refusal` 402 if nothing is left. */
  async admit(payer: Payer): Promise<void> {
    const left = await this.left(payer);
    if (left && left.nano <= 0) throw outOfMoney(left.by);
  }

  /** Removes the ids of a purged session from its entries. */
  async forget(sessionId: string, tx: SQL): Promise<void> {
    await tx`
      update ledger set session_id = null, task_id = null, browser_id = null where session_id = ${sessionId}`;
  }

  /** Entries in chronological order, after `after`. */
  async entries(
    projectId: string,
    { from, to, after, limit }: { from: number; to: number; after?: Entry | undefined; limit: number },
  ): Promise<Entry[]> {
    const { sql } = this.#db;
    const [at, id] = after ? [after.at, after.id] : [from, ""];
    const rows = await sql`
      select * from ledger
      where project_id = ${projectId} and (at, id) > (${at}, ${id}) and at < ${to} order by at, id limit ${limit}`;
    return rows.map(entryOf);
  }
}

export function leftOf(limits: Limits): Left | undefined {
  const { balanceNano, budgetNano, keyBudgetNano, spentNano, keySpentNano } = limits;
  const all: Left[] = [];
  if (balanceNano !== null) all.push({ nano: balanceNano, by: "credits" });
  if (budgetNano !== null) all.push({ nano: budgetNano - spentNano, by: "budget" });
  if (keyBudgetNano !== null) all.push({ nano: keyBudgetNano - keySpentNano, by: "key budget" });
  return all.sort((a, b) => a.nano - b.nano)[0];
}

function outOfMoney(by: Limit): Refusal {
  const command = `svc serve billing ${by === "credits" ? "credit" : "budget"}`;
  const hint = `${usedUp(by)} The operator can raise the limit with \`${command}\`.`;
  return new Refusal(402, "Insufficient credits", { hint });
}

/** In days since 1970 (UTC). */
function firstDayOfMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY_MS;
}

function entryOf(row: Record<string, unknown>): Entry {
  return {
    id: row.id as string,
    at: Number(row.at),
    kind: row.kind as EntryKind,
    keyId: row.key_id as string | null,
    sessionId: row.session_id as string | null,
    taskId: row.task_id as string | null,
    browserId: row.browser_id as string | null,
    model: row.model as string | null,
    note: row.note as string | null,
    quantity: Number(row.quantity),
    nano: Number(row.nano),
  };
}
