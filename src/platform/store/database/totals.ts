/** Reads the row counts of lists, which triggers maintain (`counting.ts`). Merges the count rows of a list if there are many. */

import type { Database } from "./connection.ts";
import type { List } from "./counting.ts";

/** More count rows than this are merged. */
const MAX_ROWS = 64;

export class Totals {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Rows of a list, in total or in one state. */
  async of(projectId: string, list: List, state?: string): Promise<number> {
    const { sql } = this.#db;
    const isOf = state === undefined ? sql`` : sql`and state = ${state}`;
    const [row] = await sql`
      select sum(n) as total, count(*) as parts from row_counts
      where project_id = ${projectId} and list = ${list} ${isOf}`;
    if (Number(row?.parts ?? 0) > MAX_ROWS) await this.#merge(projectId, list);
    return Number(row?.total ?? 0);
  }

  /** Merges the count rows of all lists, at the start of a server. */
  async start(): Promise<void> {
    const rows = await this.#db.sql`
      select project_id, list from row_counts group by project_id, list having count(*) > ${MAX_ROWS}`;
    for (const { project_id, list } of rows) await this.#merge(project_id, list);
  }

  /** Safe to run concurrently: each transaction merges the rows that it deletes. */
  async #merge(project_id: string, list: List): Promise<void> {
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
