/** Lists of the API: what they take with 100,000 rows beside what they take with 100, on both databases. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { postgresPrograms, startPostgres } from "../test/platform/databases.ts";
import type { Bench } from "./bench.ts";
import { fill, IDS, messageId } from "./list-rows.ts";
import { median } from "./measure.ts";
import { type PlatformServer, startPlatform } from "./platform-server.ts";
import { ms, note, reportRatio } from "./report.ts";

const FEW = 100;
const MANY = Number(process.env.SVC_BENCH_ROWS ?? 100_000);
/** Enough that the slowest hundredth is more than one call. */
const CALLS = 400;
const LIMIT = 2;

interface Place {
  server: PlatformServer;
  rows: number;
}

/** A path of the n-th call. */
type Path = (at: Place, n: number) => string;

const FIRST: Record<string, Path> = {
  "sessions (v3)": () => "/v3/sessions",
  "sessions (v2)": () => "/v2/sessions",
  "sessions (v2), active": () => "/v2/sessions?filterBy=active",
  tasks: () => "/v2/tasks",
  "tasks, started": () => "/v2/tasks?filterBy=started",
  browsers: () => "/v3/browsers",
  "browsers, active": () => "/v3/browsers?filterBy=active",
  profiles: () => "/v3/profiles",
  workspaces: () => "/v3/workspaces",
  skills: () => "/v2/skills",
  "runs of a skill": () => `/v2/skills/${IDS.skill}/executions`,
  "messages, behind any": ({ rows }, n) =>
    `/v3/sessions/${IDS.session}/messages?limit=100&after=${messageId((n * 7_919) % rows)}`,
  "files of a workspace": (_, n) => `/v3/workspaces/${IDS.workspace}/files?prefix=folder-${n % 7}/`,
  "folders of a workspace": () => `/v3/workspaces/${IDS.workspace}/files?shallow=true`,
  "downloads of a browser": () => `/v3/browsers/${IDS.browser}/downloads`,
};

/** Any page, the last ones included. */
const ANY: Record<string, Path> = {
  "sessions (v3), any page": pageOf("/v3/sessions?page_size=10&page="),
  "tasks, any page": pageOf("/v2/tasks?pageNumber="),
  "browsers, any page": pageOf("/v3/browsers?pageNumber="),
  "profiles, any page": pageOf("/v3/profiles?pageNumber="),
  "workspaces, any page": pageOf("/v3/workspaces?pageNumber="),
};

function pageOf(path: string): Path {
  // A stride without a pattern: all parts of the list have their turn.
  return ({ rows }, n) => `${path}${((n * 7_919) % Math.ceil(rows / 10)) + 1}`;
}

export async function listFigures(bench: Bench): Promise<void> {
  await listsOn(bench, "SQLite", (folder) => `sqlite://${join(folder, "server", "svc.db")}`);
  if (postgresPrograms() === undefined) return note("lists on PostgreSQL are left out, it is not installed");
  await using postgres = await startPostgres();
  for (const name of ["few", "many"]) await postgres.admin.unsafe(`create database ${name}`);
  await listsOn(bench, "PostgreSQL", (folder) => postgres.addressOf(folder.endsWith("few") ? "few" : "many"));
}

async function listsOn(bench: Bench, name: string, addressIn: (folder: string) => string): Promise<void> {
  const places: Place[] = [];
  try {
    for (const [size, rows] of [["few", FEW] as const, ["many", MANY] as const]) {
      const folder = join(bench.folder, `lists-${name}-${size}`);
      const address = addressIn(folder);
      mkdirSync(join(folder, "server"), { recursive: true, mode: 0o700 });
      await fill(address, rows);
      const server = await startPlatform(folder, { SVC_SERVE_WARM: "0", SVC_SERVE_DATABASE_URL: address });
      places.push({ server, rows });
    }
    const [few, many] = places;
    if (!few || !many) return;
    for (const [what, path] of Object.entries({ ...FIRST, ...ANY })) {
      const { a, b } = await timesOf(few, many, path);
      const beside = `${FEW} rows: ${ms(p99(a))}; medians ${ms(median(b))} and ${ms(median(a))}`;
      reportRatio(`${name}: ${what}, p99 with ${MANY} rows`, ms(p99(b)), beside, p99(b) / p99(a), LIMIT);
    }
  } finally {
    for (const { server } of places) await server.end();
  }
}

/** In turn, so that a noisy machine slows both. A few come before those that count, as on a server that has run for a while. */
async function timesOf(few: Place, many: Place, path: Path): Promise<{ a: number[]; b: number[] }> {
  const a: number[] = [];
  const b: number[] = [];
  for (let n = -20; n < CALLS; n++)
    for (const [at, times] of [[few, a] as const, [many, b] as const]) {
      const began = performance.now();
      await at.server.call("GET", path(at, Math.abs(n)));
      if (n >= 0) times.push(performance.now() - began);
    }
  return { a: a.sort((x, y) => x - y), b: b.sort((x, y) => x - y) };
}

function p99(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}
