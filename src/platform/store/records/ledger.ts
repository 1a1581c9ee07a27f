/**
 * The ledger: what every project used and what it cost, one row for each time that it was counted. Rows are added in the transaction
 * that changes the counters they mirror, and never changed, but for a purge, which takes out the ids. Knows no prices.
 *
 * `usage_days` sums the ledger by day, key, kind and model, in the same transaction: budgets and usage are read there.
 */

import type { SQL } from "bun";
import type { Limit, Payer } from "../../billing/allowance.ts";
import { usedUp } from "../../billing/allowance.ts";
import { Refusal } from "../../refusal.ts";
import type { Database } from "../database/connection.ts";
import { time } from "../database/database.ts";

/** What a charge is for; its quantity is tokens, minutes, or bytes. */
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

/** A row as it is read. */
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
  /** What is left of the credits that were given; null where none ever were: then there is no such limit. */
  balanceNano: number | null;
  /** For each month (of UTC); null is no limit. */
  budgetNano: number | null;
  keyBudgetNano: number | null;
  /** In this month. */
  spentNano: number;
  keySpentNano: number;
}

/** What may still be spent. */
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

  /** Adds a row, within the transaction that changes the counter. */
  async charge(charge: Charge, tx: SQL, at = Date.now()): Promise<void> {
    const { projectId: project_id, keyId: key_id, kind, quantity, nano } = charge;
    if (quantity === 0 && nano === 0) return;
    const { sessionId: session_id = null, taskId: task_id = null, browserId: browser_id = null, model = null } = charge;
    // First: it locks the project where something limits it, so that of two charges the second one sees the first.
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

  /** As `charge`, for what has not been used yet. Errors: `Refusal` 402 where it would exceed a limit; then roll back. */
  async chargeAhead(charge: Charge, tx: SQL, at = Date.now()): Promise<void> {
    await this.charge(charge, tx, at);
    const left = await this.left(charge, tx, at);
    if (left && left.nano < 0) throw outOfMoney(left.by);
  }

  /** Gives credits, or takes them back. From the first ones on the project can spend no more than it was given. */
  async credit(projectId: string, nano: number, note: string | null, at = Date.now()): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx`update projects set balance_nano = coalesce(balance_nano, 0) + ${nano} where id = ${projectId}`;
      const row = { id: crypto.randomUUID(), project_id: projectId, at, kind: "credit", note, quantity: 0, nano };
      await tx`insert into ledger ${tx(row)}`;
    });
  }

  /** The project needs no credits any more. */
  async withoutCredits(projectId: string): Promise<void> {
    await this.#db.sql`update projects set balance_nano = null where id = ${projectId}`;
  }

  /** Null is no limit. */
  async setBudget(projectId: string, nano: number | null): Promise<void> {
    await this.#db.sql`update projects set budget_nano = cast(${nano} as bigint) where id = ${projectId}`;
  }

  /** Null is no limit. */
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

  /** Undefined where nothing limits it. Negative where a limit was exceeded. */
  async left(payer: Payer, within: SQL = this.#db.sql, at = Date.now()): Promise<Left | undefined> {
    return leftOf(await this.limits(payer, within, at));
  }

  /** Errors: `Refusal` 402 where nothing is left. */
  async admit(payer: Payer): Promise<void> {
    const left = await this.left(payer);
    if (left && left.nano <= 0) throw outOfMoney(left.by);
  }

  /** Keeps what a session cost and forgets what it was: for a purge. */
  async forget(sessionId: string, tx: SQL): Promise<void> {
    await tx`
      update ledger set session_id = null, task_id = null, browser_id = null where session_id = ${sessionId}`;
  }

  /** In the order of time, after that one. */
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
  const hint = `${usedUp(by)} The operator of the server can give more with \`${command}\`.`;
  return new Refusal(402, "Insufficient credits", { hint });
}

/** Days since 1970, of UTC. */
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
