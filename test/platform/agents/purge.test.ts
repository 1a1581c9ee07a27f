/** A purge removes everything of a session, from all tables that exist. */

import { expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../../src/platform/store/database/connection.ts";
import { openDatabase } from "../../../src/platform/store/database/database.ts";
import type { Data } from "../../fixture.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { served, type TestPlatform } from "../served.ts";
import { receiver } from "../webhooks/receivers.ts";
import { type Script, scripted } from "./agents.ts";

/** Does everything that leaves data: pages, a picture, a download, a file, thoughts. */
const busy: Script = async ({ act, step, think, assignment }) => {
  await think("I look around.");
  await act(["open", assignment.task.split(" ")[1] ?? ""]);
  await step();
  await act(["state"]);
  await act(["click", "1"]);
  await act(["downloads", "wait"]);
  writeFileSync(join(assignment.workspace, "notes.txt"), "12.50 EUR");
  await step();
  return { output: "12.50 EUR", files: ["notes.txt"] };
};

/** A page with a file to download. */
function shop() {
  const file = { "content-type": "application/octet-stream", "content-disposition": "attachment; filename=prices.csv" };
  return localServer(({ url }) =>
    url.endsWith("/prices")
      ? new Response("12.50", { headers: file })
      : htmlResponse("<h1>Kettles</h1><a href=/prices>Prices</a>"),
  );
}

async function tables({ sql }: Database): Promise<string[]> {
  const rows = await sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`;
  return rows.map(({ name }: { name: string }) => name);
}

/** Columns that refer to a session, by name or foreign key, as `table.column`. */
async function pointers(database: Database): Promise<string[]> {
  const found: string[] = [];
  const reached = new Set(["sessions"]);
  for (let size = 0; size !== found.length || size === 0; ) {
    size = found.length;
    for (const table of await tables(database)) {
      const columns = await database.sql.unsafe(`pragma table_info(${table})`);
      const references = await database.sql.unsafe(`pragma foreign_key_list(${table})`);
      for (const { name } of columns) {
        const refers = references.some((one: Data) => one.from === name && reached.has(one.table));
        const pointer = `${table}.${name}`;
        if (found.includes(pointer) || !(refers || /(^|_)session_id$/.test(name))) continue;
        found.push(pointer);
        // Rows that outlive the session are not part of it.
        if (table !== "ledger") reached.add(table);
      }
    }
    if (size === found.length) break;
  }
  return found.sort();
}

/** Rows of all tables that contain any of these ids, by table. */
async function naming(database: Database, ids: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tables(database)) {
    const rows = await database.sql.unsafe(`select * from ${table}`);
    const held = rows.filter((row: object) => ids.some((id) => JSON.stringify(row).includes(id)));
    if (held.length > 0) counts[table] = held.length;
  }
  return counts;
}

/** Files in the folder of the server, except its database. */
function filesOf({ home }: TestPlatform): string[] {
  const entries = readdirSync(join(home, "server"), { recursive: true, withFileTypes: true });
  return entries
    .filter((one) => one.isFile() && !one.name.startsWith("svc.db"))
    .map((one) => join(one.parentPath, one.name));
}

/** Ids of everything that belongs to the session. */
async function idsOf({ sql }: Database, id: string): Promise<string[]> {
  const rows = await sql`
    select id from tasks where session_id = ${id} union all select id from browsers where agent_session_id = ${id}
    union all select id from workspaces where session_id = ${id} union all select id from messages where session_id = ${id}`;
  return [id, ...rows.map((row: { id: string }) => row.id)];
}

test("a purge removes all rows, objects and files of a session except its costs", async () => {
  using site = shop();
  const url = site.url.href;
  using seen = receiver();
  await using p = await served(
    { webhookPausesMs: [1], prices: { browserHour: 600_000_000, proxyGigabyte: 0 } },
    scripted({ busy }),
  );
  expect((await p.call("POST", "/v3/webhooks", { url: seen.url })).status).toBe(201);
  await using database = await databaseOf(p);
  const before = filesOf(p);
  const run = async (key: string) => {
    const body = { task: `busy ${url}`, enableRecording: true, keepAlive: true, proxyCountryCode: null };
    const { body: made } = await p.call("POST", "/v3/sessions", body, { "Idempotency-Key": key });
    await until(async () => (await p.call("GET", `/v3/sessions/${made.id}`)).body.status === "idle");
    return made.id as string;
  };
  const kept = await run("one");
  const purged = await run("two");
  expect((await p.call("POST", `/v2/sessions/${purged}/public-share`)).status).toBe(201);
  await p.call("POST", `/v2/tasks`, { task: `busy ${url}`, sessionId: purged }, { "Idempotency-Key": "three" });
  await until(async () => (await p.call("GET", `/v3/sessions/${purged}`)).body.status === "idle");
  await until(
    async () => Number((await database.sql`select count(*) as n from deliveries where state = 'delivered'`)[0].n) >= 4,
  );
  for (const id of [kept, purged]) await p.call("POST", `/v3/sessions/${id}/stop`, {});
  for (const id of [kept, purged]) await remember(database, id);
  const ids = { kept: await idsOf(database, kept), purged: await idsOf(database, purged) };

  // Every table that refers to sessions has such rows; otherwise extend `busy`.
  const pointing = await pointers(database);
  expect(pointing).toEqual(
    expect.arrayContaining(["tasks.session_id", "browsers.agent_session_id", "steps.task_id", "files.browser_id"]),
  );
  const held = await naming(database, ids.purged);
  const silent = pointing.filter((pointer) => held[pointer.split(".")[0] ?? ""] === undefined);
  expect(silent.filter((pointer) => !EXEMPT.includes(pointer))).toEqual([]);

  const others = { rows: await naming(database, ids.kept), cost: await cost(database) };
  expect((await p.call("POST", `/v2/sessions/${purged}/purge`)).status).toBe(204);
  expect(await naming(database, ids.purged)).toEqual({});
  const objects = (await p.server.platform.objects.list("")).map(({ key }) => key);
  for (const id of ids.purged) for (const object of objects) expect(object).not.toContain(id);
  expect(await unnamed(database, objects)).toEqual([]);
  expect({ rows: await naming(database, ids.kept), cost: await cost(database) }).toEqual(others);
  expect((await p.call("POST", `/v2/sessions/${kept}/purge`)).status).toBe(204);
  expect(await naming(database, ids.kept)).toEqual({});
  expect(await p.server.platform.objects.list("")).toEqual([]);
  expect(filesOf(p)).toEqual(before);
  expect(await cost(database)).toBe(others.cost);
  expect((await p.call("GET", "/v3/sessions")).body.total).toBe(0);
  expect((await p.call("GET", "/v3/browsers")).body.totalItems).toBe(0);
}, 120_000);

/** Columns of rows that exist only while work is running. */
const EXEMPT: readonly string[] = [
  // While a skill is generated.
  "skill_makings.session_id",
  "skill_makings.skill_id",
  // Browsers of sessions have no labels.
  "browser_labels.browser_id",
];

/** Stores a cached script for the session's task. */
async function remember({ sql }: Database, sessionId: string): Promise<void> {
  const [workspace] =
    await sql`select id, project_id, created_at, updated_at from workspaces where session_id = ${sessionId}`;
  const { id: workspace_id, ...own } = workspace;
  const id = crypto.randomUUID();
  const texts = {
    slug: id,
    title: "",
    description: "",
    search: "",
    categories: "[]",
    settings: "{}",
    status: "finished",
  };
  await sql`insert into skills ${sql({ ...own, ...texts, id, workspace_id, cache_key: "k", is_enabled: 1 })}`;
  const script = {
    parameters: "[]",
    output_schema: "{}",
    script: "",
    hosts: "[]",
    example: workspace_id,
    started_at: 0,
    finished_at: 0,
  };
  await sql`insert into skill_versions ${sql({ ...script, skill_id: id, number: 1 })}`;
}

async function databaseOf({ home }: TestPlatform): Promise<Database & AsyncDisposable> {
  const database = await openDatabase(`sqlite://${home}/server/svc.db`);
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

async function cost({ sql }: Database): Promise<number> {
  const [row] = await sql`select sum(nano) as nano from ledger`;
  return Number(row?.nano);
}

/** Objects without a row. */
async function unnamed(database: Database, objects: readonly string[]): Promise<string[]> {
  const rows: object[] = [];
  for (const table of await tables(database)) rows.push(...(await database.sql.unsafe(`select * from ${table}`)));
  const text = JSON.stringify(rows);
  return objects.filter((key) => !text.includes(key) && !key.startsWith("tasks/"));
}
