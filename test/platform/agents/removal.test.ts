/** Deleted and purged sessions and workspaces leave no row, object or file. */

import { expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../../src/platform/store/database/connection.ts";
import { openDatabase } from "../../../src/platform/store/database/database.ts";
import type { Data } from "../../fixture.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { served, type TestPlatform } from "../served.ts";
import { type Script, scripted } from "./agents.ts";

/** Tables with a row that contains the id in any column. */
async function tablesWith(database: Database, id: string): Promise<string[]> {
  const tables = await database.sql`select name from sqlite_master where type = 'table' order by name`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.sql.unsafe(`select * from "${name}"`);
    if (JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value)).includes(id))
      found.push(name);
  }
  return found;
}

function filesNamed(home: string, ids: readonly string[]): string[] {
  const names = readdirSync(join(home, "server"), { recursive: true, encoding: "utf8" });
  return names.filter((name) => ids.some((id) => name.includes(id)));
}

/** Leaves everything that a task can leave. */
const work: Script = async ({ act, step, assignment }) => {
  await act(["open", assignment.startUrl ?? ""]);
  await act(["click", "--text", "Report"]);
  await act(["downloads", "wait"]);
  mkdirSync(join(assignment.workspace, "out"));
  await Bun.write(join(assignment.workspace, "out/made.txt"), "made");
  await step();
  return { output: "done", files: ["out/made.txt"] };
};

function site(): Disposable & { url: string } {
  const server = localServer(({ url }) =>
    url.endsWith("/report.csv")
      ? new Response("1,2", { headers: { "content-disposition": "attachment" } })
      : htmlResponse('<a href="/report.csv">Report</a>'),
  );
  return { url: server.url.href, [Symbol.dispose]: () => void server.stop(true) };
}

interface Done {
  sessionId: string;
  workspaceId: string;
  /** Ids of everything that belongs to it. */
  ids: string[];
}

async function done(p: TestPlatform, url: string): Promise<Done> {
  const body = { enableRecording: true, proxyCountryCode: null };
  const { body: made } = await p.call("POST", "/v2/sessions", { ...body, keepAlive: true });
  const asked = { task: "work", startUrl: url, sessionId: made.id };
  const headers = { "idempotency-key": crypto.randomUUID() };
  const { body: task } = await p.call("POST", "/v2/tasks", asked, headers);
  await until(async () => (await p.call("GET", `/v2/tasks/${task.id}`)).body.status === "finished");
  const { body: session } = await p.call("GET", `/v3/sessions/${made.id}`);
  expect(session).toMatchObject({ status: "idle", output: "done" });
  const browsers = await p.call("GET", `/v3/browsers?agentSessionId=${made.id}`);
  const ids = browsers.body.items.map(({ id }: Data) => id);
  return { sessionId: made.id, workspaceId: session.workspaceId, ids: [made.id, task.id, session.workspaceId, ...ids] };
}

test("a purge leaves no row, object or file of a session; a delete leaves its costs", async () => {
  using at = site();
  await using p = await served({}, scripted({ work }));
  const database = await openDatabase(`sqlite://${join(p.home, "server", "svc.db")}`);
  const { objects } = p.server.platform;
  try {
    const [purged, deleted, kept] = [await done(p, at.url), await done(p, at.url), await done(p, at.url)];
    for (const id of purged.ids) expect(await tablesWith(database, id)).not.toEqual([]);
    const before = await objects.list("");
    expect((await p.call("POST", `/v2/sessions/${purged.sessionId}/purge`)).status).toBe(204);
    for (const id of purged.ids) expect(await tablesWith(database, id)).toEqual([]);
    expect((await p.call("DELETE", `/v3/sessions/${deleted.sessionId}`)).status).toBe(204);
    expect(new Set((await Promise.all(deleted.ids.map((id) => tablesWith(database, id)))).flat())).toEqual(
      new Set(["ledger"]),
    );
    // Its video may still be converted, and is discarded then.
    await until(async () => filesNamed(p.home, [...purged.ids, ...deleted.ids]).length === 0);
    const left = await objects.list("");
    expect(left.length).toBe(before.length / 3);
    expect(left.every(({ key }) => kept.ids.some((id) => key.includes(id)))).toBe(true);
    for (const { sessionId } of [purged, deleted])
      expect((await p.call("GET", `/v2/sessions/${sessionId}`)).status).toBe(404);
    expect((await p.call("GET", `/v3/workspaces/${kept.workspaceId}/files`)).body.files).toMatchObject([
      { path: "out/made.txt" },
      { path: "report.csv" },
    ]);
  } finally {
    await database.close();
  }
});

test("a deleted workspace leaves no row or object, including files of sessions", async () => {
  await using p = await served({}, scripted({}));
  const database = await openDatabase(`sqlite://${join(p.home, "server", "svc.db")}`);
  try {
    const { id } = (await p.call("POST", "/v3/workspaces", { name: "one" })).body;
    const asked = { files: ["a", "b/c"].map((name) => ({ name })) };
    const { files } = (await p.call("POST", `/v3/workspaces/${id}/files/upload`, asked)).body;
    for (const { uploadUrl } of files) await fetch(uploadUrl, { method: "PUT", body: "text" });
    expect(await tablesWith(database, id)).toEqual(["workspace_files", "workspaces"]);
    expect((await p.call("DELETE", `/v3/workspaces/${id}`)).status).toBe(204);
    expect(await tablesWith(database, id)).toEqual([]);
    expect(await p.server.platform.objects.list("")).toEqual([]);
    expect(filesNamed(p.home, [id])).toEqual([]);
  } finally {
    await database.close();
  }
});

test("the next start finishes an interrupted removal", async () => {
  using at = site();
  await using p = await served({}, scripted({ work }));
  const one = await done(p, at.url);
  await p.call("POST", `/v3/sessions/${one.sessionId}/stop`);
  const { agents, objects } = p.server.platform;
  // Simulates a server that is killed after it has hidden the session.
  await agents.records.sessions.change(one.sessionId, { deletedAt: 1 });
  const removed = objects.remove;
  objects.remove = async () => {
    throw new Error("the storage is away");
  };
  await agents.sweep();
  expect(await agents.records.sessions.find(one.sessionId)).toBeDefined();
  objects.remove = removed;
  await agents.sweep();
  expect(await agents.records.sessions.find(one.sessionId)).toBeUndefined();
  await until(async () => (await objects.list("")).length === 0);
});
