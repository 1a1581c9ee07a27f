/** A connection to the database, SQLite or PostgreSQL. */
import type { SQL } from "bun";

export interface Database {
  /** For single statements, each of which is atomic. Errors: `io` if the database is not available. */
  readonly sql: SQL;
  readonly dialect: "sqlite" | "postgres";
  /**
   * Runs statements atomically. `work` must use `tx` only, and await nothing else: on SQLite every other statement of the process
   * waits for the transaction, so one through `sql` would be a deadlock. Rolled back after `withinMs`.
   */
  transaction<T>(work: (tx: SQL) => Promise<T>, withinMs?: number): Promise<T>;
  /** The clock of the database, for leases: the clocks of servers differ and can be changed. */
  now(): Promise<number>;
  close(): Promise<void>;
}
