/**
 * The database: an SQLite file or PostgreSQL, by address, in SQL that both understand. Times are milliseconds since 1970 in
 * BIGINT columns, identifiers are UUIDs as text, objects are JSON as text. Knows tables only through its migrations.
 *
 * What to mind in a statement: a parameter that may be null and is compared with nothing but itself needs a cast
 * (PostgreSQL cannot tell its type), counts and sums come as text from PostgreSQL, and booleans are kept as numbers.
 */

import { closeSync, openSync } from "node:fs";
import { SQL } from "bun";
import { Failure } from "../../../errors.ts";
import { withTimeout } from "../../../lib/deadline.ts";
import { log } from "../../../lib/log.ts";
import type { Database } from "./connection.ts";
import { DatabaseFailure, guarded, type Run, storeFailure, tracedTransaction } from "./guarded.ts";
import { migrate } from "./migrations.ts";

/** Our statements take milliseconds: a database that needs longer is out of reach. */
const ANSWER_MS = 10_000;

/** A connection that nobody used for so long is closed: what is on the way may have forgotten it without a word. */
const IDLE_SECONDS = 120;

/** Statements wait this long for another process that writes into the same SQLite file. All else stands still meanwhile. */
const BUSY_MS = 2_000;

/** For so long the time of PostgreSQL is carried on by our monotonic clock: leases last much longer. */
const CLOCK_MS = 10_000;

/** For whoever starts a server and has no database. */
const HINTS: Record<Database["dialect"], string> = {
  sqlite: "Check that its folder, `server` in the home, can be written: `svc doctor` says which home that is.",
  postgres: "Check that PostgreSQL runs and lets this user in: `svc config get serve_database_url`.",
};

/** Opens and migrates. Errors: `usage` for an address of another kind, `io` when it cannot be opened. */
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

/** As `openDatabase`, with the tables as they are. */
export function connect(address: string, answerMs = ANSWER_MS): Database {
  return checkAddress(address) === "postgres" ? postgres(address, answerMs) : sqlite(address, answerMs);
}

/** Which kind of database the address is of. Throws `usage` for none; connects to nothing. */
export function checkAddress(address: string): Database["dialect"] {
  if (/^sqlite:/.test(address)) return "sqlite";
  if (!/^postgres(ql)?:\/\//.test(address))
    throw new Failure("usage", "the database address begins neither with postgres:// nor with sqlite:");
  databaseName(address);
  return "postgres";
}

/** The address holds a password: it is in no message. */
function databaseName(address: string): string {
  const name = decodeURIComponent(URL.parse(address)?.pathname.slice(1) ?? "");
  if (name !== "") return name;
  throw new Failure("usage", "the database address is not of the form postgres://user:password@host:port/database");
}

function postgres(address: string, answerMs: number): Database {
  const name = databaseName(address);
  // CallerRules again, since PGDATABASE in the environment would go before the address.
  const open = () =>
    new SQL({ url: address, database: name, connectionTimeout: answerMs / 1000, idleTimeout: IDLE_SECONDS });
  let client = open();
  const run = async <T>(start: () => Promise<T>, ms = answerMs): Promise<T> => {
    const asked = client;
    const renew = () => {
      if (asked !== client) return;
      client = open();
      asked.close({ timeout: 0 }).catch((why) => log.debug("closing a database that does not answer:", why));
    };
    try {
      return await withTimeout(start(), ms, () => {
        // Its connections may be dead without knowing it, as long as the kernel tries: the next statement gets new ones.
        renew();
        return new DatabaseFailure("the database does not answer");
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
 * SQLite has one connection. Bun runs statements of others inside the transaction that happens to be open on it, and a
 * rollback takes them along: so all take turns while there is one.
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
      // Done by the time that this returns.
      return await start();
    } catch (error) {
      throw storeFailure(error);
    }
  };
  // `immediate` takes the right to write at once: a transaction that first reads could not wait for it later.
  // One that waits for something else would hold up all: it is rolled back.
  const late = () => new DatabaseFailure("a transaction of the database took too long");
  const transaction: Database["transaction"] = (work, withinMs = answerMs) =>
    inTurn(
      () =>
        client.begin("immediate", (tx) => withTimeout(work(tracedTransaction(tx)), withinMs, late)) as Promise<never>,
    );
  const sql = guarded(() => client, run, transaction);
  return { sql, dialect: "sqlite", transaction, now: async () => Date.now(), close: () => client.close() };
}

/** SQLite gives the files beside it (its journal) the mode of the database, and that one would be by the user's mask. */
function makePrivate(address: string): void {
  const path = address.replace(/^sqlite:(\/\/)?/, "").replace(/\?.*$/, "");
  if (path === "" || path === ":memory:") return;
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch {
    // Opening it tells why.
  }
}

/** How often a switch of the journal is tried. SQLite refuses it at once while another process does the same. */
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
  // With a write-ahead log nothing is torn; the last moment before a power cut may be lost, after a crash of ours nothing.
  await sql.unsafe("pragma synchronous = normal");
  await sql.unsafe("pragma foreign_keys = on");
}

/** The clock of `Database.now`, as a part of a statement. SQLite has that of this machine. */
export function clock({ sql, dialect }: Pick<Database, "sql" | "dialect">) {
  return dialect === "postgres"
    ? sql`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`
    : sql`${Date.now()}`;
}

/** BIGINT comes as text or bigint from PostgreSQL. */
export function time(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** JSON as it was written; `fallback` where nothing was. */
export function json<T>(value: unknown, fallback: T): T {
  if (typeof value !== "string") return fallback;
  return JSON.parse(value) as T;
}
