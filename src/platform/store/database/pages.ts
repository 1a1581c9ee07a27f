/**
 * Reads pages of long lists, newest first. Databases skip the rows before a page one by one, so the positions of every 200th row are
 * cached for a few seconds, and a page far from the start is read from the nearest one.
 */
import type { SQL } from "bun";
import type { Database } from "./connection.ts";

/** A page of a list: rows of a table in the order of `created_at desc, id`. */
export interface PageQuery {
  table: string;
  where: SQL.Query<unknown>;
  /** Cache key of the list; undefined for a short or rarely used list. */
  key: string | undefined;
  /** Starts at 1. */
  page: number;
  size: number;
}

interface Position {
  at: number;
  id: string;
}

const EVERY = 200;
const CACHE_MS = 10_000;
const MAX_CACHED = 100;

export class Pages {
  readonly #db: Database;
  readonly #every: number;
  readonly #cache = new Map<string, { readMs: number; positions: Promise<Position[]> }>();

  constructor(db: Database, every = EVERY) {
    this.#db = db;
    this.#every = every;
  }

  async read(list: PageQuery): Promise<Record<string, unknown>[]> {
    const { sql } = this.#db;
    const offset = (list.page - 1) * list.size;
    const positions = offset < this.#every ? [] : await this.#positionsOf(list);
    const passed = Math.min(positions.length, Math.floor(offset / this.#every));
    const start = positions[passed - 1];
    const after = start ? sql`and created_at <= ${start.at} and (created_at < ${start.at} or id > ${start.id})` : sql``;
    return await sql`
      select * from ${sql(list.table)} where ${list.where} ${after}
      order by created_at desc, id limit ${list.size} offset ${offset - passed * this.#every}`;
  }

  #positionsOf(list: PageQuery): Promise<Position[]> | [] {
    if (list.key === undefined) return [];
    const cached = this.#cache.get(list.key);
    if (cached && performance.now() - cached.readMs < CACHE_MS) return cached.positions;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    const positions = this.#find(list);
    this.#cache.set(list.key, { readMs: performance.now(), positions });
    positions.catch(() => this.#cache.delete(list.key ?? ""));
    return positions;
  }

  async #find({ table, where }: PageQuery): Promise<Position[]> {
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
