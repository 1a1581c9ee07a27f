/**
 * How many rows the lists of a project have. Counting them takes the longer the more there are, so triggers count (`counting.ts`).
 * Whoever reads many of their rows sums them up.
 */

import type { Database } from "./connection.ts";
import type { List } from "./counting.ts";

/** A total that takes more rows than this to sum is summed up. */
const MANY = 64;

export class Totals {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** `state` is one of those that the list is counted by; without it all count. */
  async of(projectId: string, list: List, state?: string): Promise<number> {
    const { sql } = this.#db;
    const isOf = state === undefined ? sql`` : sql`and state = ${state}`;
    const [row] = await sql`
      select sum(n) as total, count(*) as parts from row_counts
      where project_id = ${projectId} and list = ${list} ${isOf}`;
    if (Number(row?.parts ?? 0) > MANY) await this.#sumUp(projectId, list);
    return Number(row?.total ?? 0);
  }

  /** Sums up what came since anybody read a total: for the start of a server. */
  async start(): Promise<void> {
    const rows = await this.#db.sql`
      select project_id, list from row_counts group by project_id, list having count(*) > ${MANY}`;
    for (const { project_id, list } of rows) await this.#sumUp(project_id, list);
  }

  /** Two at once: each sums up what the other has not taken. */
  async #sumUp(project_id: string, list: List): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const parts = await tx`
        delete from row_counts where project_id = ${project_id} and list = ${list} returning state, n`;
      const sums = new Map<string, number>();
      for (const { state, n } of parts) sums.set(state, (sums.get(state) ?? 0) + Number(n));
      const rows = [...sums].map(([state, n]) => ({ project_id, list, state, n }));
      if (rows.length > 0) await tx`insert into row_counts ${tx(rows)}`;
    });
  }
}
