/**
 * The database: an SQLite file or PostgreSQL, by address, in SQL that both understand. Times are milliseconds since 1970 in
 * BIGINT columns, identifiers are UUIDs as text, objects are JSON as text. Knows tables only through its migrations.
 */
import { SQL } from "bun";
import { Failure } from "../../errors.ts";
import { migrate } from "./migrations.ts";

export interface Database {
  readonly sql: SQL;
  readonly dialect: "sqlite" | "postgres";
  close(): Promise<void>;
}

/** Opens and migrates. Errors: `usage` for an address of another kind, `io` when it cannot be opened. */
export async function openDatabase(address: string): Promise<Database> {
  const dialect = /^postgres(ql)?:\/\//.test(address) ? "postgres" : /^sqlite:/.test(address) ? "sqlite" : undefined;
  if (dialect === undefined)
    throw new Failure("usage", "the database address begins neither with postgres:// nor with sqlite:");
  const sql = new SQL(address);
  try {
    if (dialect === "sqlite") {
      await sql.unsafe("pragma journal_mode = wal");
      await sql.unsafe("pragma synchronous = normal");
      await sql.unsafe("pragma foreign_keys = on");
      await sql.unsafe("pragma busy_timeout = 5000");
    }
    await migrate(sql);
  } catch (error) {
    await sql.close();
    if (error instanceof Failure) throw error;
    throw new Failure("io", `the database cannot be used: ${(error as Error).message}`, undefined, { cause: error });
  }
  return { sql, dialect, close: () => sql.close() };
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
