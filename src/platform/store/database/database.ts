/**
 * Opens the database, an SQLite file or PostgreSQL; all SQL works on both. Times are ms since 1970 in BIGINT columns, ids are UUIDs as
 * text, objects are JSON as text.
 *
 * Rules for statements: cast a nullable parameter whose type PostgreSQL cannot infer; PostgreSQL returns counts and sums as text;
 * booleans are numbers.
 */

import { closeSync, openSync } from "node:fs";
import { SQL } from "bun";
import { Failure } from "../../../errors.ts";
import { withTimeout } from "../../../lib/deadline.ts";
import { log } from "../../../lib/log.ts";
import type { Database } from "./connection.ts";
import { DatabaseFailure, guarded, type Run, storeFailure, tracedTransaction } from "./guarded.ts";
import { migrate } from "./migrations.ts";

/** Timeout of a statement; statements normally take milliseconds. */
const ANSWER_MS = 10_000;

/** Idle connections are closed after this time, because a firewall may have dropped them silently. */
const IDLE_SECONDS = 120;

/** Longest wait for another process that writes to the same SQLite file. It blocks this process. */
const BUSY_MS = 2_000;

/** The time of PostgreSQL is extrapolated by the monotonic clock for this long; leases last much longer. */
const CLOCK_MS = 10_000;

/** Hints for a server that cannot open its database. */
const HINTS: Record<Database["dialect"], string> = {
  sqlite: "Run `svc doctor` to see the home, and make its folder `server` writable.",
  postgres: "Run `svc config get serve_database_url` and check that PostgreSQL runs and accepts this user.",
};

/** Opens and migrates the database. Errors: `usage` for an unsupported address, `io` if it cannot be opened. */
export async function openDatabase(address: string, answerMs = ANSWER_MS): Promise<Database> {
  const database = connect(address, answerMs);
  try {
    if (database.dialect === "sqlite") await configure(database.sql);
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    const failure = storeFailure(error);
    const why = `the database cannot be used: ${(error as Error).message}`;
    const { code, message, hint } = failure instanceof Failure ? failure : { code: "io" as const, message: why };
    throw new Failure(code, message, hint ?? HINTS[database.dialect], { cause: error });
  }
}

/** Like `openDatabase`, without migration. */
export function connect(address: string, answerMs = ANSWER_MS): Database {
  return checkAddress(address) === "postgres" ? postgres(address, answerMs) : sqlite(address, answerMs);
}

/** The dialect of an address. Does not connect. Errors: `usage` for an unsupported address. */
export function checkAddress(address: string): Database["dialect"] {
  if (/^sqlite:/.test(address)) return "sqlite";
  if (!/^postgres(ql)?:\/\//.test(address))
    throw new Failure("usage", "the database address must start with postgres:// or sqlite:");
  databaseName(address);
  return "postgres";
}

/** Messages must not contain the address, because it has a password. */
function databaseName(address: string): string {
  const name = decodeURIComponent(URL.parse(address)?.pathname.slice(1) ?? "");
  if (name !== "") return name;
  throw new Failure("usage", "the database address must have the form postgres://user:password@host:port/database");
}

function postgres(address: string, answerMs: number): Database {
  const name = databaseName(address);
  // `database` is set explicitly because PGDATABASE in the environment would override the address.
  const open = () =>
    new SQL({ url: address, database: name, connectionTimeout: answerMs / 1000, idleTimeout: IDLE_SECONDS });
  let client = open();
  const run = async <T>(start: () => Promise<T>, ms = answerMs): Promise<T> => {
    const used = client;
    const renew = () => {
      if (used !== client) return;
      client = open();
      used.close({ timeout: 0 }).catch((why) => log.debug("closing an unresponsive database connection failed:", why));
    };
    try {
      return await withTimeout(start(), ms, () => {
        // The connections may be dead while the kernel still retransmits: the next statement opens new ones.
        renew();
        return new DatabaseFailure("the database does not respond");
      });
    } catch (error) {
      throw storeFailure(error);
    }
  };
  const transaction: Database["transaction"] = (work, withinMs) =>
    run(() => client.begin((tx) => work(tracedTransaction(tx))) as Promise<never>, withinMs);
  const sql = guarded(() => client, run, transaction);
  let read: { at: number; ms: number } | undefined;
  const now = async () => {
    if (!read || performance.now() - read.ms > CLOCK_MS) {
      const ms = performance.now();
      const [row] = await sql`select extract(epoch from clock_timestamp()) * 1000 as at`;
      read = { at: Number(row?.at), ms };
    }
    return Math.round(read.at + performance.now() - read.ms);
  };
  return {
    sql,
    dialect: "postgres",
    transaction,
    now,
    close: () => client.close({ timeout: 5 }),
  };
}

/**
 * SQLite has one connection. Bun would run other statements inside an open transaction, and a rollback would undo them: so statements
 * wait while a transaction is open.
 */
function sqlite(address: string, answerMs: number): Database {
  makePrivate(address);
  const client = new SQL(address);
  let last: Promise<unknown> | undefined;
  const inTurn: Run = async (start) => {
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const before = last;
    last = done;
    try {
      await before;
      return await start();
    } catch (error) {
      throw storeFailure(error);
    } finally {
      resolve();
      if (last === done) last = undefined;
    }
  };
  const run: Run = async (start) => {
    if (last) return await inTurn(start);
    try {
      // Runs synchronously.
      return await start();
    } catch (error) {
      throw storeFailure(error);
    }
  };
  // `immediate` takes the write lock at the start: a transaction that first reads cannot wait for it later.
  // The timeout rolls back a transaction that waits for something else and would block all statements.
  const late = () => new DatabaseFailure("a transaction of the database took too long");
  const transaction: Database["transaction"] = (work, withinMs = answerMs) =>
    inTurn(
      () =>
        client.begin("immediate", (tx) => withTimeout(work(tracedTransaction(tx)), withinMs, late)) as Promise<never>,
    );
  const sql = guarded(() => client, run, transaction);
  return { sql, dialect: "sqlite", transaction, now: async () => Date.now(), close: () => client.close() };
}

/** Creates the file with mode 0600. SQLite gives its journal files the same mode. */
function makePrivate(address: string): void {
  const path = address.replace(/^sqlite:(\/\/)?/, "").replace(/\?.*$/, "");
  if (path === "" || path === ":memory:") return;
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch {
    // Opening the database reports the error.
  }
}

/** Attempts to switch the journal mode. SQLite refuses it without waiting while another process does the same. */
const ATTEMPTS = 50;

async function configure(sql: SQL): Promise<void> {
  await sql.unsafe(`pragma busy_timeout = ${BUSY_MS}`);
  for (let attempt = 1; ; attempt++) {
    try {
      await sql.unsafe("pragma journal_mode = wal");
      break;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await Bun.sleep(10 + Math.random() * 20);
    }
  }
  // With a write-ahead log the file stays consistent; a power failure can lose the last commits, a process crash none.
  await sql.unsafe("pragma synchronous = normal");
  await sql.unsafe("pragma foreign_keys = on");
}

/** The clock of `Database.now` as an SQL fragment. */
export function clock({ sql, dialect }: Pick<Database, "sql" | "dialect">) {
  return dialect === "postgres"
    ? sql`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`
    : sql`${Date.now()}`;
}

/** A BIGINT column as a number. PostgreSQL returns text or bigint. */
export function time(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** A JSON column; `fallback` for null. */
export function json<T>(value: unknown, fallback: T): T {
  if (typeof value !== "string") return fallback;
  return JSON.parse(value) as T;
}
