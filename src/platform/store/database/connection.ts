/** A connection to the database, whichever of both it is. */
import type { SQL } from "bun";

export interface Database {
  /** For single statements: each is done whole or not at all. Errors: `io` when the database cannot be used. */
  readonly sql: SQL;
  readonly dialect: "sqlite" | "postgres";
  /**
   * Several statements as one. All of them go through `tx`, and nothing else is waited for in between: on SQLite every
   * other statement of the process waits meanwhile, so one through `sql` would wait for itself. Undone after `withinMs`.
   */
  transaction<T>(work: (tx: SQL) => Promise<T>, withinMs?: number): Promise<T>;
  /** The clock that all servers of this database share, for leases: those of servers differ, and are set. */
  now(): Promise<number>;
  close(): Promise<void>;
}
