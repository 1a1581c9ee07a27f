/**
 * Bun's SQL with a say in when a statement runs and how its failure reads. A statement is still what Bun makes of it, so
 * that it may be a part of another one.
 */
import { SQL } from "bun";
import { Failure } from "../../../errors.ts";
import { shorten } from "../../../lib/shorten.ts";
import { since, trace } from "../../../lib/trace.ts";

/** Runs a statement: `start` sends it. */
export type Run = <T>(start: () => Promise<T>) => Promise<T>;

/** `client` may change from statement to statement. `begin` is that of the database. */
export function guarded(client: () => SQL, run: Run, transaction: unknown): SQL {
  const guard = (made: unknown, text: unknown): unknown =>
    made instanceof Promise ? guardedStatement(made, trace.sql ? traced(run, text) : run) : made;
  return new Proxy(client(), {
    apply: (_target, _self, parts) => guard(Reflect.apply(client(), undefined, parts), parts[0]),
    get(_target, name) {
      if (name === "unsafe") return (...parts: Parameters<SQL["unsafe"]>) => guard(client().unsafe(...parts), parts[0]);
      if (name === "begin") return transaction;
      return Reflect.get(client(), name);
    },
  });
}

/** The same, told with how long it took: the statement without its values, which may be secrets. */
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

/** Bun sends a statement when it is first waited for: that is where we come in. */
function guardedStatement<T>(statement: Promise<T>, run: Run): Promise<T> {
  const start = () => new Promise<T>((resolve, reject) => void send(resolve, reject));
  const send = statement.then.bind(statement);
  let running: Promise<T> | undefined;
  const outcome = () => {
    running ??= run(start);
    return running;
  };
  return Object.assign(statement, {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise already, whose beginning is to wait for its turn
    then: (...parts: Parameters<Promise<T>["then"]>) => outcome().then(...parts),
    catch: (...parts: Parameters<Promise<T>["catch"]>) => outcome().catch(...parts),
    finally: (...parts: Parameters<Promise<T>["finally"]>) => outcome().finally(...parts),
  });
}

/** The statements of a transaction, which has its turn already, traced where that is asked for. */
export function tracedTransaction(tx: SQL): SQL {
  return trace.sql
    ? guarded(
        () => tx,
        (start) => start(),
        undefined,
      )
    : tx;
}

/** The database cannot be used now, whatever was asked of it. */
export class DatabaseFailure extends Failure {
  constructor(why: string, options?: ErrorOptions) {
    super("io", why, undefined, options);
  }
}

/** Codes that say that the database cannot be used now, whatever was asked of it. */
const REASONS: Record<string, string> = {
  ERR_POSTGRES_CONNECTION_REFUSED: "nothing accepts connections at its address",
  ERR_POSTGRES_CONNECTION_CLOSED: "the connection was closed",
  ERR_POSTGRES_CONNECTION_TIMEOUT: "it does not answer",
  ERR_POSTGRES_LIFETIME_TIMEOUT: "the connection was closed",
  ERR_POSTGRES_IDLE_TIMEOUT: "the connection was closed",
  ERR_SQLITE_CONNECTION_CLOSED: "it is closed",
  SQLITE_FULL: "the disk is full",
  SQLITE_READONLY: "its file is read-only",
  SQLITE_CANTOPEN: "its file cannot be opened",
  SQLITE_NOTADB: "its file is no SQLite database",
  SQLITE_CORRUPT: "its file is damaged",
  SQLITE_BUSY: "another process keeps it locked",
  SQLITE_LOCKED: "another process keeps it locked",
  SQLITE_IOERR: "its file cannot be read or written",
};

/** Classes and codes of SQLSTATE that say the same: connection, resources, operator, system; login, no such database. */
const STATES = /^(08|28|3D|53|57P|58)/;

/** The failure that an error of the database is; what is a mistake in a statement stays as it is. */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof SQL.SQLError)) return error;
  const { code = "", errno } = error as SQL.SQLError & { code?: string; errno?: string | number };
  if (errno === "22021") return new Failure("usage", "text with a NUL character cannot be kept");
  // SQLite's extended codes begin with the name of the plain one: SQLITE_IOERR_WRITE.
  const plain = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
  const reason = REASONS[plain] ?? (typeof errno === "string" && STATES.test(errno) ? error.message : undefined);
  if (reason === undefined) return error;
  return new DatabaseFailure(`the database cannot be used: ${reason}`, { cause: error });
}
