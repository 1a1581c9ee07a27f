/**
 * Databases for tests: an SQLite file, and a user with a schema on a real PostgreSQL. `test/run.ts` starts one server for the
 * whole run; a file that runs alone starts its own. Without PostgreSQL its tests are skipped, with a message.
 */

import { afterAll } from "bun:test";
import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import type { Database } from "../../src/platform/store/database/connection.ts";
import { connect, openDatabase } from "../../src/platform/store/database/database.ts";
import { temporaryFolder } from "../support/folder.ts";
import { until } from "../support/until.ts";
import "./quiet.ts";

export interface TestDatabase extends AsyncDisposable {
  readonly address: string;
  readonly database: Database;
}

/** Creates a database, with tables unless `bare`. */
type Open = (how?: { bare: boolean }) => Promise<TestDatabase>;

/** Runs `tests` for each available database. */
export function eachDatabase(tests: (name: "SQLite" | "PostgreSQL", open: Open) => void): void {
  tests("SQLite", onSqlite);
  if (postgresPrograms() === undefined) console.log("left out: tests with PostgreSQL, for want of its programs");
  else {
    afterAll(stopPostgres);
    tests("PostgreSQL", onPostgres);
  }
}

export async function onSqlite({ bare } = { bare: false }): Promise<TestDatabase> {
  const { path: folder, [Symbol.dispose]: remove } = temporaryFolder();
  const address = `sqlite://${join(folder, "test.db")}`;
  const database = await (bare ? connect : openDatabase)(address);
  return {
    address,
    database,
    async [Symbol.asyncDispose]() {
      await database.close();
      remove();
    },
  };
}

type Server = Pick<Postgres, "addressOf" | "admin"> & AsyncDisposable;

let running: Promise<Server> | undefined;

async function onPostgres({ bare } = { bare: false }): Promise<TestDatabase> {
  const shared = process.env.SVC_TEST_POSTGRES;
  running ??= shared === undefined ? startPostgres() : Promise.resolve(serverAt(shared));
  const { addressOf, admin } = await running;
  // A user sees only the schema of its name: as isolated as a database, and a thousand times faster to create.
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await admin.unsafe(`create role ${name} login password '${PASSWORD}'; create schema authorization ${name}`);
  const address = addressOf("postgres").replace("//svc:", `//${name}:`);
  const database = await (bare ? connect : openDatabase)(address);
  return {
    address,
    database,
    async [Symbol.asyncDispose]() {
      await database.close();
      await admin`select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = ${name}`;
      await admin.unsafe(`drop schema ${name} cascade; drop role ${name}`);
    },
  };
}

/** A running server; `address` is the URL of any of its databases. */
function serverAt(address: string): Server {
  const admin = new SQL({ url: address, max: 1, connectionTimeout: 30 });
  return {
    admin,
    addressOf: (database) => address.replace(/[^/]*$/, database),
    [Symbol.asyncDispose]: () => admin.close(),
  };
}

async function stopPostgres(): Promise<void> {
  const started = running;
  running = undefined;
  await (await started)?.[Symbol.asyncDispose]();
}

export interface Postgres extends AsyncDisposable {
  /** With user and password. */
  addressOf(database: string): string;
  readonly admin: SQL;
  readonly pid: number;
  /** Kills it, like a crash. */
  crash(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
}

/** Folder of PostgreSQL's programs; undefined if it is not installed or cannot run as this user. */
export function postgresPrograms(): string | undefined {
  // It refuses to run as root, so it runs as the user of its package.
  if (process.getuid?.() === 0 && (!Bun.which("setpriv") || Bun.spawnSync(["id", "postgres"]).exitCode !== 0))
    return undefined;
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [];
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .concat(process.env.PATH?.split(":") ?? []);
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** A recognizable password, to search messages for. */
export const PASSWORD = "hunter2-of-postgres";

/** Starts a PostgreSQL with its own data on a free loopback port. It ends with this process. */
export async function startPostgres(): Promise<Postgres> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error("PostgreSQL is not installed");
  const isRoot = process.getuid?.() === 0;
  // Outside the root of the tests, which another user cannot read.
  const { path: folder, [Symbol.dispose]: remove } = temporaryFolder(tmpdir());
  const asUser = isRoot
    ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--pdeathsig=QUIT", "--"]
    : [];
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, PASSWORD);
  if (isRoot) Bun.spawnSync(["chown", "-R", "postgres", folder]);
  chmodSync(folder, 0o700);
  const data = join(folder, "data");
  const made = Bun.spawnSync(
    [
      ...asUser,
      join(programs, "initdb"),
      "-D",
      data,
      "-U",
      "svc",
      "-A",
      "scram-sha-256",
      `--pwfile=${passwordFile}`,
    ].concat("--no-sync", "--locale=C.UTF-8", "-E", "UTF8"),
    { cwd: "/", stdout: "ignore", stderr: "pipe" },
  );
  if (made.exitCode !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = freePort();
  const addressOf = (database: string) => `postgres://svc:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const admin = new SQL({ url: addressOf("postgres"), max: 1, connectionTimeout: 5 });
  const logFile = join(folder, "log");
  const run = () =>
    Bun.spawn(
      [...asUser, join(programs, "postgres"), "-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", folder].concat(
        "-F",
        "-c",
        "max_connections=60",
      ),
      { cwd: "/", stdin: "ignore", stdout: "ignore", stderr: Bun.file(logFile) },
    );
  let child = run();
  const accepts = () =>
    admin`select 1`.then(
      () => true,
      () => false,
    );
  const up = async () => {
    const isUp = await until(async () => (await accepts()) || child.exitCode !== null).then(accepts, () => false);
    if (!isUp) throw new Error(`PostgreSQL does not start: ${await Bun.file(logFile).text()}`);
  };
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await child.exited;
  };
  try {
    await up();
  } catch (error) {
    await end("SIGKILL");
    remove();
    throw error;
  }
  return {
    addressOf,
    admin,
    get pid() {
      return child.pid;
    },
    crash: () => end("SIGQUIT"),
    async start() {
      child = run();
      await up();
    },
    async [Symbol.asyncDispose]() {
      await admin.close();
      await end("SIGQUIT");
      remove();
    },
  };
}

/** A free port, for programs that need it before they listen. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  listener.stop(true);
  return listener.port;
}
