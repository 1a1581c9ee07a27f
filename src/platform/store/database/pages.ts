/**
 * Pages of long lists, newest first. Databases count off row by row what comes before a page: so it is remembered for a few seconds
 * where every two hundredth row of a list stands, and a page far behind is counted from there.
 */
import type { SQL } from "bun";
import type { Database } from "./connection.ts";

/** A list as its index has it: rows of a table in the order of `created_at desc, id`. */
export interface Listed {
  table: string;
  where: SQL.Query<unknown>;
  /** Tells it from other lists of the table; undefined: it is short, or rarely asked for. */
  key: string | undefined;
  /** From 1 on. */
  page: number;
  size: number;
}

interface Mark {
  at: number;
  id: string;
}

const EVERY = 200;
const KEPT_MS = 10_000;
const MANY_LISTS = 100;

export class Pages {
  readonly #db: Database;
  readonly #every: number;
  readonly #held = new Map<string, { readMs: number; marks: Promise<Mark[]> }>();

  constructor(db: Database, every = EVERY) {
    this.#db = db;
    this.#every = every;
  }

  async read(list: Listed): Promise<Record<string, unknown>[]> {
    const { sql } = this.#db;
    const offset = (list.page - 1) * list.size;
    const marks = offset < this.#every ? [] : await this.#marksOf(list);
    const passed = Math.min(marks.length, Math.floor(offset / this.#every));
    const mark = marks[passed - 1];
    const behind = mark ? sql`and created_at <= ${mark.at} and (created_at < ${mark.at} or id > ${mark.id})` : sql``;
    return await sql`
      select * from ${sql(list.table)} where ${list.where} ${behind}
      order by created_at desc, id limit ${list.size} offset ${offset - passed * this.#every}`;
  }

  #marksOf(list: Listed): Promise<Mark[]> | [] {
    if (list.key === undefined) return [];
    const held = this.#held.get(list.key);
    if (held && performance.now() - held.readMs < KEPT_MS) return held.marks;
    if (this.#held.size >= MANY_LISTS) this.#held.clear();
    const marks = this.#find(list);
    this.#held.set(list.key, { readMs: performance.now(), marks });
    marks.catch(() => this.#held.delete(list.key ?? ""));
    return marks;
  }

  async #find({ table, where }: Listed): Promise<Mark[]> {
    const { sql } = this.#db;
    const rows = await sql`
      select created_at, id from (
        select created_at, id, row_number() over (order by created_at desc, id) as n
        from ${sql(table)} where ${where}) as numbered
      where n % ${this.#every} = 0 order by n`;
    return rows.map((row: Record<string, unknown>) => ({ at: Number(row.created_at), id: row.id as string }));
  }
}

export interface Paged<T> {
  items: T[];
  total: number;
}
