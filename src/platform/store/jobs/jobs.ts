/**
 * A job queue in the database. A server claims a job by a lease with a unique owner, so that a server that lost the lease cannot change
 * the job. Jobs run at least once: after a crash another server starts them again. Times are those of the database clock.
 */
import type { SQL } from "bun";
import type { Database } from "../database/connection.ts";
import { clock, json, time } from "../database/database.ts";

export interface Job {
  id: string;
  kind: string;
  payload: unknown;
  /** The only server that can run it; null for any. */
  node: string | null;
  createdAt: number;
  /** Earliest start. */
  runAt: number;
  /** Number of starts. */
  attempts: number;
  maxAttempts: number;
  /** Error of the last attempt. */
  error: string | null;
  /** Time of the final failure. */
  failedAt: number | null;
}

export interface JobOptions {
  delayMs?: number | undefined;
  node?: string | undefined;
  maxAttempts?: number | undefined;
  /** Transaction to add it in. */
  within?: SQL | undefined;
}

/** Default of `maxAttempts`. */
const MAX_ATTEMPTS = 10;

/** Most characters of a stored error. */
const ERROR_LENGTH = 2_000;

export class Jobs {
  readonly #db: Database;
  readonly #listeners = new Set<() => void>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Adds a job and returns its id. `payload` is stored as JSON and must not contain secrets. */
  async add(
    kind: string,
    payload: unknown,
    { delayMs = 0, node, maxAttempts = MAX_ATTEMPTS, within = this.#db.sql }: JobOptions = {},
  ): Promise<string> {
    // Version 7 keeps the order of jobs of the same millisecond.
    const id = Bun.randomUUIDv7();
    await within`
      insert into jobs (id, kind, payload, node, created_at, run_at, max_attempts)
      values (${id}, ${kind}, ${JSON.stringify(payload ?? null)}, ${node ?? null}, ${this.#now}, ${this.#now} + ${Math.round(delayMs)},
        ${maxAttempts})`;
    this.notify();
    return id;
  }

  /** Notifies the runners of this process. Call after the transaction that added a job is committed. */
  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Listens for jobs that this process adds; polling finds others. Returns a function that unsubscribes. */
  onAdd(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Claims the next due job, including those with an expired lease. `owner` must be unique. */
  async claim(owner: string, node: string, kinds: readonly string[], leaseMs: number): Promise<Job | undefined> {
    if (kinds.length === 0) return undefined;
    const { sql, dialect } = this.#db;
    // SQLite runs one writing statement at a time.
    const unclaimed = dialect === "postgres" ? sql`for update skip locked` : sql``;
    const [row] = await sql`
      update jobs set owner = ${owner}, lease_until = ${this.#now} + ${leaseMs}, attempts = attempts + 1
      where id = (
        select id from jobs where failed_at is null and run_at <= ${this.#now}
          and (lease_until is null or lease_until < ${this.#now})
          and kind in ${sql(kinds)} and (node is null or node = ${node})
        order by run_at, created_at, id limit 1 ${unclaimed})
      returning *`;
    return row && jobOf(row);
  }

  /** False if the lease was lost; so do the methods below. */
  async renew(id: string, owner: string, leaseMs: number): Promise<boolean> {
    const rows = await this.#db.sql`
      update jobs set lease_until = ${this.#now} + ${leaseMs} where id = ${id} and owner = ${owner} returning id`;
    return rows.length > 0;
  }

  async done(id: string, owner: string): Promise<boolean> {
    const rows = await this.#db.sql`delete from jobs where id = ${id} and owner = ${owner} returning id`;
    return rows.length > 0;
  }

  /** Schedules another attempt after `delayMs`. */
  async retry(id: string, owner: string, error: string, delayMs: number): Promise<boolean> {
    const rows = await this.#db.sql`
      update jobs set owner = null, lease_until = null, error = ${error.slice(0, ERROR_LENGTH)},
        run_at = ${this.#now} + ${delayMs}
      where id = ${id} and owner = ${owner} returning id`;
    return rows.length > 0;
  }

  /** Makes the job due immediately without counting the attempt: the server is closing. */
  async release(id: string, owner: string): Promise<boolean> {
    const rows = await this.#db.sql`
      update jobs set owner = null, lease_until = null, attempts = attempts - 1
      where id = ${id} and owner = ${owner} returning id`;
    return rows.length > 0;
  }

  /** Marks the job as failed. */
  async fail(id: string, owner: string, error: string): Promise<boolean> {
    const rows = await this.#db.sql`
      update jobs set owner = null, lease_until = null, error = ${error.slice(0, ERROR_LENGTH)}, failed_at = ${this.#now}
      where id = ${id} and owner = ${owner} returning id`;
    return rows.length > 0;
  }

  async get(id: string): Promise<Job | undefined> {
    const [row] = await this.#db.sql`select * from jobs where id = ${id}`;
    return row && jobOf(row);
  }

  /** Failed jobs, newest first. */
  async failed(limit = 100): Promise<Job[]> {
    const rows = await this.#db.sql`
      select * from jobs where failed_at is not null order by failed_at desc, id limit ${limit}`;
    return rows.map(jobOf);
  }

  /** Retries the failed jobs of a kind with all attempts. Returns their number. */
  async revive(kind: string): Promise<number> {
    const rows = await this.#db.sql`
      update jobs set failed_at = null, attempts = 0, run_at = ${this.#now}
      where kind = ${kind} and failed_at is not null returning id`;
    this.notify();
    return rows.length;
  }

  /** Makes interrupted and delayed jobs of a node due immediately. Call only at its start, when no process of that node runs them. */
  async resume(node: string): Promise<void> {
    await this.#db.sql`
      update jobs set owner = null, lease_until = null, run_at = ${this.#now}
      where node = ${node} and failed_at is null and (lease_until is not null or error is not null)`;
  }

  /** Lets any server run the jobs of a kind whose lease expired, or that were due, `silentMs` ago. Returns their number. */
  async adopt(kind: string, silentMs: number): Promise<number> {
    const rows = await this.#db.sql`
      update jobs set node = null
      where kind = ${kind} and node is not null and failed_at is null
        and coalesce(lease_until, run_at) < ${this.#now} - ${silentMs} returning id`;
    if (rows.length > 0) this.notify();
    return rows.length;
  }

  async count(): Promise<{ waiting: number; running: number; failed: number }> {
    const [row] = await this.#db.sql`
      select count(*) as n, count(failed_at) as failed,
        sum(case when lease_until >= ${this.#now} then 1 else 0 end) as running from jobs`;
    const [all, failed, running] = [Number(row?.n ?? 0), Number(row?.failed ?? 0), Number(row?.running ?? 0)];
    return { waiting: all - failed - running, running, failed };
  }

  get #now() {
    return clock(this.#db);
  }
}

function jobOf(row: Record<string, unknown>): Job {
  return {
    id: row.id as string,
    kind: row.kind as string,
    payload: json<unknown>(row.payload, undefined),
    node: row.node as string | null,
    createdAt: Number(row.created_at),
    runAt: Number(row.run_at),
    attempts: Number(row.attempts),
    maxAttempts: Number(row.max_attempts),
    error: row.error as string | null,
    failedAt: time(row.failed_at),
  };
}
