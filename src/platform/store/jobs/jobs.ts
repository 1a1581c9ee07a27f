/**
 * Work that outlives the server which was asked for it: a queue in the database. Whoever takes a job holds it by a lease
 * and under a name of that one time, so that one who was thought dead changes nothing when he comes back. A job is done at
 * least once: after a crash it is begun again. All times are those of the database, since the clocks of servers differ.
 */
import type { SQL } from "bun";
import type { Database } from "../database/connection.ts";
import { clock, json, time } from "../database/database.ts";

export interface Job {
  id: string;
  kind: string;
  payload: unknown;
  /** The server that alone can do it; null: any. */
  node: string | null;
  createdAt: number;
  /** Not before this. */
  runAt: number;
  /** How often it was begun. */
  attempts: number;
  maxAttempts: number;
  /** What the last attempt ended in. */
  error: string | null;
  /** When it was given up. */
  failedAt: number | null;
}

export interface JobOptions {
  delayMs?: number | undefined;
  node?: string | undefined;
  maxAttempts?: number | undefined;
  /** A transaction that it is to be a part of. */
  within?: SQL | undefined;
}

/** How often a job is begun that says nothing else. */
const MAX_ATTEMPTS = 10;

/** Characters of an error that are kept. */
const ERROR_LENGTH = 2_000;

export class Jobs {
  readonly #db: Database;
  readonly #listeners = new Set<() => void>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Its id. `payload` is kept as JSON, and is no place for secrets. */
  async add(
    kind: string,
    payload: unknown,
    { delayMs = 0, node, maxAttempts = MAX_ATTEMPTS, within = this.#db.sql }: JobOptions = {},
  ): Promise<string> {
    // Of version 7: those of one millisecond keep their order.
    const id = Bun.randomUUIDv7();
    await within`
      insert into jobs (id, kind, payload, node, created_at, run_at, max_attempts)
      values (${id}, ${kind}, ${JSON.stringify(payload ?? null)}, ${node ?? null}, ${this.#now}, ${this.#now} + ${Math.round(delayMs)},
        ${maxAttempts})`;
    this.notify();
    return id;
  }

  /** Has this process look for jobs: after a transaction that added one, since it is there only then. */
  notify(): void {
    for (const heard of this.#listeners) heard();
  }

  /** Tells of jobs that this process adds; others are found by looking. Returns how to stop it. */
  onAdd(heard: () => void): () => void {
    this.#listeners.add(heard);
    return () => void this.#listeners.delete(heard);
  }

  /** The next one that is due, for `owner`, a name that is used once. Those whose lease ran out are due again. */
  async claim(owner: string, node: string, kinds: readonly string[], leaseMs: number): Promise<Job | undefined> {
    if (kinds.length === 0) return undefined;
    const { sql, dialect } = this.#db;
    // On SQLite one statement writes at a time anyway.
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

  /** False when somebody else has it now. The same below. */
  async renew(id: string, owner: string, leaseMs: number): Promise<boolean> {
    const rows = await this.#db.sql`
      update jobs set lease_until = ${this.#now} + ${leaseMs} where id = ${id} and owner = ${owner} returning id`;
    return rows.length > 0;
  }

  async done(id: string, owner: string): Promise<boolean> {
    const rows = await this.#db.sql`delete from jobs where id = ${id} and owner = ${owner} returning id`;
    return rows.length > 0;
  }

  /** Due again after a time. */
  async retry(id: string, owner: string, error: string, delayMs: number): Promise<boolean> {
    const rows = await this.#db.sql`
      update jobs set owner = null, lease_until = null, error = ${error.slice(0, ERROR_LENGTH)},
        run_at = ${this.#now} + ${delayMs}
      where id = ${id} and owner = ${owner} returning id`;
    return rows.length > 0;
  }

  /** Due again at once, as if it had not been begun: the server ends, and that is not the fault of the job. */
  async release(id: string, owner: string): Promise<boolean> {
    const rows = await this.#db.sql`
      update jobs set owner = null, lease_until = null, attempts = attempts - 1
      where id = ${id} and owner = ${owner} returning id`;
    return rows.length > 0;
  }

  /** Given up, and kept with the reason. */
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

  /** Those that were given up, the newest first. */
  async failed(limit = 100): Promise<Job[]> {
    const rows = await this.#db.sql`
      select * from jobs where failed_at is not null order by failed_at desc, id limit ${limit}`;
    return rows.map(jobOf);
  }

  /** Gives those of a kind that were given up all their attempts again: how many. */
  async revive(kind: string): Promise<number> {
    const rows = await this.#db.sql`
      update jobs set failed_at = null, attempts = 0, run_at = ${this.#now}
      where kind = ${kind} and failed_at is not null returning id`;
    this.notify();
    return rows.length;
  }

  /**
   * What a server of that name had begun, or put off after a failure, is due at once. For its start alone: whoever held
   * those leases is gone, as nobody else does the jobs of a node.
   */
  async resume(node: string): Promise<void> {
    await this.#db.sql`
      update jobs set owner = null, lease_until = null, run_at = ${this.#now}
      where node = ${node} and failed_at is null and (lease_until is not null or error is not null)`;
  }

  /**
   * Lets any server do the jobs of a kind whose own server is silent: their lease ran out, or they were due, that long ago.
   * How many.
   */
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
