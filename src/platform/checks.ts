/** Checks the requirements of `svc serve` for `doctor`. Changes nothing and starts no server. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { asFailure, Failure, fileFailure, systemFailure } from "../errors.ts";
import { readJson } from "../lib/atomic-file.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { isAlive, type ProcessId } from "../lib/process.ts";
import { type ServerOptions, serverOptions } from "./serve-options.ts";
import { connect } from "./store/database/database.ts";
import { openObjects } from "./store/objects/s3.ts";

/** Timeout of database and storage: shorter than the whole check, so that the message names the slow one. */
const ANSWER_MS = 3_000;

/** Returns one clause per check: `found` if it passed, `wrong` with the reason if not. Errors: `usage` for invalid settings. */
export async function checkServer(home: string, signal: AbortSignal): Promise<{ found: string[]; wrong: string[] }> {
  const options = serverOptions(home, {});
  const checks = [database, storage, port].map(async (check) => await check(options, signal));
  const results = await Promise.allSettled(checks);
  signal.throwIfAborted();
  const found = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const wrong = results.flatMap((one) => (one.status === "rejected" ? [reasonOf(one.reason)] : []));
  return { found, wrong };
}

/** Rethrows bugs. */
function reasonOf(error: unknown): string {
  const failure = asFailure(error) ?? systemFailure(error);
  if (!failure) throw error;
  return failure.message;
}

async function database({ home, databaseUrl }: ServerOptions, signal: AbortSignal): Promise<string> {
  const file = databaseUrl === undefined ? join(home, "server", "svc.db") : sqliteFile(databaseUrl);
  if (file !== undefined) {
    checkWritable(file);
    return `database ${file}`;
  }
  const connection = connect(databaseUrl ?? "", ANSWER_MS);
  try {
    await Promise.race([connection.now(), rejectOnAbort(signal)]);
    const { host = "", pathname = "" } = URL.parse(databaseUrl ?? "") ?? {};
    return `database at ${host}${pathname} answers`;
  } finally {
    await connection.close();
  }
}

/** Path of an SQLite URL; undefined for other databases and for one in memory. */
function sqliteFile(address: string): string | undefined {
  const path = /^sqlite:(?:\/\/)?([^?]*)/.exec(address)?.[1];
  return path === ":memory:" ? undefined : path;
}

async function storage(options: ServerOptions, signal: AbortSignal): Promise<string> {
  const { home, objects = join(home, "server") } = options;
  if (isAbsolute(objects)) {
    checkWritable(objects);
    return `files in ${objects}`;
  }
  const objectStorage = openObjects(options, ANSWER_MS);
  // List, because the response to HEAD has no body with a reason.
  await Promise.race([objectStorage.list("doctor/none/"), rejectOnAbort(signal)]);
  return `${objects} grants access`;
}

/** Throws if neither the path nor its nearest existing parent is writable. */
function checkWritable(path: string): void {
  let existing = path;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  try {
    if (existing !== path && !statSync(existing).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    accessSync(existing, constants.W_OK);
  } catch (error) {
    throw fileFailure(error, `cannot write ${path}`);
  }
}

function port({ home, host, port }: ServerOptions): string {
  const running = runningServer(home);
  if (running !== undefined) return `a server runs at ${running}`;
  try {
    Bun.listen({ hostname: host, port, socket: { data() {} } }).stop(true);
  } catch (error) {
    throw new Failure("refused", `cannot listen on port ${port} of ${host}: ${(error as Error).message}`);
  }
  return `port ${port} of ${host} is free`;
}

function runningServer(home: string): string | undefined {
  const folder = join(home, "server");
  const lock = readJson<ProcessId>(join(folder, "serve.lock"));
  return isAlive(lock) ? readJson<{ url?: string }>(join(folder, "serve.json"))?.url : undefined;
}
