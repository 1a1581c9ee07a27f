/**
 * Wraps Bun's SQL to control when a statement runs and to convert its errors. Statements stay Bun's objects, so that one can be a
 * fragment of another one.
 */
import { SQL } from "bun";
import { Failure } from "../../../errors.ts";
import { shorten } from "../../../lib/shorten.ts";
import { since, trace } from "../../../lib/trace.ts";

/** Runs a statement: `start` sends it. */
export type Run = <T>(start: () => Promise<T>) => Promise<T>;

/** `client` is read for each statement. `transaction` replaces `begin`. */
export function guarded(client: () => SQL, run: Run, transaction: unknown): SQL {
  const guard = (statement: unknown, text: unknown): unknown =>
    statement instanceof Promise ? guardedStatement(statement, trace.sql ? traced(run, text) : run) : statement;
  return new Proxy(client(), {
    apply: (_target, _self, parts) => guard(Reflect.apply(client(), undefined, parts), parts[0]),
    get(_target, name) {
      if (name === "unsafe") return (...parts: Parameters<SQL["unsafe"]>) => guard(client().unsafe(...parts), parts[0]);
      if (name === "begin") return transaction;
      return Reflect.get(client(), name);
    },
  });
}

/** Traces statements with their duration, without parameter values, which can be secrets. */
function traced(run: Run, statement: unknown): Run {
  const text = (Array.isArray(statement) ? statement.join("?") : String(statement)).replace(/\s+/g, " ").trim();
  return async (start) => {
    const startedMs = performance.now();
    let end = "failed";
    try {
      const rows = await run(start);
      end = Array.isArray(rows) ? `${rows.length} rows` : "done";
      return rows;
    } finally {
      trace.sql?.(`${shorten(text, 300)} · ${end} in ${since(startedMs)}`);
    }
  };
}

/** Intercepts the first `then`, which is when Bun sends a statement. */
function guardedStatement<T>(statement: Promise<T>, run: Run): Promise<T> {
  const start = () => new Promise<T>((resolve, reject) => void send(resolve, reject));
  const send = statement.then.bind(statement);
  let running: Promise<T> | undefined;
  const outcome = () => {
    running ??= run(start);
    return running;
  };
  return Object.assign(statement, {
    // biome-ignore lint/suspicious/noThenProperty: it is already a promise; only its start is delayed
    then: (...parts: Parameters<Promise<T>["then"]>) => outcome().then(...parts),
    catch: (...parts: Parameters<Promise<T>["catch"]>) => outcome().catch(...parts),
    finally: (...parts: Parameters<Promise<T>["finally"]>) => outcome().finally(...parts),
  });
}

/** Adds tracing to the statements of a transaction. */
export function tracedTransaction(tx: SQL): SQL {
  return trace.sql
    ? guarded(
        () => tx,
        (start) => start(),
        undefined,
      )
    : tx;
}

/** The database is not available, for any statement. */
export class DatabaseFailure extends Failure {
  constructor(why: string, options?: ErrorOptions) {
    super("io", why, undefined, options);
  }
}

/** Error codes that mean that the database is not available. */
const REASONS: Record<string, string> = {
  ERR_POSTGRES_CONNECTION_REFUSED: "nothing accepts connections at its address",
  ERR_POSTGRES_CONNECTION_CLOSED: "the connection was closed",
  ERR_POSTGRES_CONNECTION_TIMEOUT: "it does not respond",
  ERR_POSTGRES_LIFETIME_TIMEOUT: "the connection was closed",
  ERR_POSTGRES_IDLE_TIMEOUT: "the connection was closed",
  ERR_SQLITE_CONNECTION_CLOSED: "it is closed",
  SQLITE_FULL: "the disk is full",
  SQLITE_READONLY: "its file is read-only",
  SQLITE_CANTOPEN: "its file cannot be opened",
  SQLITE_NOTADB: "its file is not an SQLite database",
  SQLITE_CORRUPT: "its file is corrupt",
  SQLITE_BUSY: "another process keeps it locked",
  SQLITE_LOCKED: "another process keeps it locked",
  SQLITE_IOERR: "its file cannot be read or written",
};

/** SQLSTATE classes with the same meaning: connection, authorization, unknown database, resources, operator, system. */
const STATES = /^(08|28|3D|53|57P|58)/;

/** Converts an error that means that the database is not available to a `DatabaseFailure`; other errors stay unchanged. */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof SQL.SQLError)) return error;
  const { code = "", errno } = error as SQL.SQLError & { code?: string; errno?: string | number };
  if (errno === "22021") return new Failure("usage", "text with a NUL character cannot be stored");
  // Extended codes of SQLite start with the primary one: SQLITE_IOERR_WRITE.
  const plain = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
  const reason = REASONS[plain] ?? (typeof errno === "string" && STATES.test(errno) ? error.message : undefined);
  if (reason === undefined) return error;
  return new DatabaseFailure(`the database cannot be used: ${reason}`, { cause: error });
}
