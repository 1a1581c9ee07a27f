/** What `svc serve` needs, looked at as `doctor` does: nothing is changed, and no server is started. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { asFailure, Failure, fileFailure, systemFailure } from "../errors.ts";
import { readJson } from "../lib/atomic-file.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { isAlive, type ProcessId } from "../lib/process.ts";
import { type ServerOptions, serverOptions } from "./serve-options.ts";
import { connect } from "./store/database/database.ts";
import { openObjects } from "./store/objects/s3.ts";

/** How long a database or a storage may take to answer: less than the check as a whole, so that the slow one is named. */
const ANSWER_MS = 3_000;

/** Looks at each thing and says in a clause what was found, or why it cannot be used. Errors: `usage` for the settings. */
export async function checkServer(home: string, signal: AbortSignal): Promise<{ found: string[]; wrong: string[] }> {
  const options = serverOptions(home, {});
  const looks = [database, storage, port].map(async (look) => await look(options, signal));
  const looked = await Promise.allSettled(looks);
  signal.throwIfAborted();
  const found = looked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const wrong = looked.flatMap((one) => (one.status === "rejected" ? [reasonOf(one.reason)] : []));
  return { found, wrong };
}

/** Rethrows what is a bug. */
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
  const held = connect(databaseUrl ?? "", ANSWER_MS);
  try {
    await Promise.race([held.now(), rejectOnAbort(signal)]);
    const { host = "", pathname = "" } = URL.parse(databaseUrl ?? "") ?? {};
    return `database at ${host}${pathname} answers`;
  } finally {
    await held.close();
  }
}

/** The path of an SQLite address; undefined for other databases, and for one in memory. */
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
  const held = openObjects(options, ANSWER_MS);
  // Nothing lies there. Listed, not read: reading begins with HEAD, whose answer has no body to say what is wrong.
  await Promise.race([held.list("doctor/none/"), rejectOnAbort(signal)]);
  return `${objects} lets us in`;
}

/** Throws where neither the path nor the folder that it would be made in can be written. */
function checkWritable(path: string): void {
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    if (there !== path && !statSync(there).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    accessSync(there, constants.W_OK);
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
    throw new Failure("refused", `nobody can listen on port ${port} of ${host}: ${(error as Error).message}`);
  }
  return `port ${port} of ${host} is free`;
}

function runningServer(home: string): string | undefined {
  const folder = join(home, "server");
  const lock = readJson<ProcessId>(join(folder, "serve.lock"));
  return isAlive(lock) ? readJson<{ url?: string }>(join(folder, "serve.json"))?.url : undefined;
}
