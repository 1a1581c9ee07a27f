/** Servers that are killed while agents work: sessions end with a reason, and tasks without actions restart. */

import { expect, test } from "bun:test";
import { openDatabase } from "../../../src/platform/store/database/database.ts";
import type { Data } from "../../fixture.ts";
import { until } from "../../support/until.ts";
import { agentProcess, serverHome } from "../process.ts";
import { served } from "../served.ts";
import { type Script, scripted } from "./agents.ts";

const TERMINAL = ["idle", "stopped", "timed_out", "error"];

async function each(calls: number, call: (n: number) => Promise<Data>): Promise<Data[]> {
  return await Promise.all(Array.from({ length: calls }, (_, n) => call(n)));
}

test("sessions of a killed server end as errors with a reason; tasks without actions restart", async () => {
  using home = serverHome();
  const ids: string[] = [];
  let idle = "";
  {
    await using first = await agentProcess(home.path);
    const make = (body: object) => first.call("POST", "/v3/sessions", { proxyCountryCode: null, ...body });
    ids.push(...(await each(2, () => make({ task: "forever" }))).map(({ body }) => body.id));
    // Waits for an answer that never comes, without an action.
    for (let n = 0; n < 2; n++) ids.push((await make({ task: "wait" })).body.id);
    idle = (await make({ keepAlive: true })).body.id;
    await until(async () => {
      const found = await each(4, (n) => first.call("GET", `/v3/sessions/${ids[n]}`));
      return found.every(({ body }, n) => body.status === "running" && (n >= 2 || body.stepCount > 0));
    });
    await first.end("SIGKILL");
  }
  const database = await openDatabase(`sqlite://${home.path}/server/svc.db`);
  // This one had a stop request when the server was killed.
  await database.sql`update sessions set stop_asked = 'session' where id = ${ids[3]}`;
  const done: Script = async ({ act, step }) => {
    await act(["get", "url"]);
    await step();
    return { output: "again" };
  };
  await using second = await served({ home: home.path }, scripted({ forever: done, wait: done }));
  const ended = async (id: string) => {
    let found: Data;
    await until(async () => {
      found = (await second.call("GET", `/v3/sessions/${id}`)).body;
      return TERMINAL.includes(found.status) && (id !== idle || found.status !== "idle");
    });
    return found;
  };
  for (const id of ids.slice(0, 2)) {
    expect(await ended(id)).toMatchObject({ status: "error", isTaskSuccessful: false, liveUrl: null });
    expect((await ended(id)).endReason).toContain("killed");
  }
  expect(await ended(ids[2] ?? "")).toMatchObject({ status: "stopped", output: "again", isTaskSuccessful: true });
  expect(await ended(idle)).toMatchObject({
    status: "error",
    endReason: "The server that ran the browser was killed.",
  });
  expect((await second.call("GET", "/v3/browsers?filterBy=active")).body.totalItems).toBe(0);
  expect(await ended(ids[3] ?? "")).toMatchObject({ status: "stopped", output: null, isTaskSuccessful: false });
  const [jobs] = await database.sql`select count(*) as n from jobs`;
  expect(Number(jobs?.n)).toBe(0);
  await database.close();
});

test("another server takes over the sessions of a killed one", async () => {
  using homes = serverHome();
  const database = `sqlite://${homes.path}/shared.db`;
  const shared = { databaseUrl: database, secret: "0123456789abcdef0123456789abcdef", taskLeaseMs: 900 };
  const done: Script = async ({ act, step }) => {
    await act(["get", "url"]);
    await step();
    return { output: "again" };
  };
  await using other = await served({ home: `${homes.path}/b`, ...shared }, scripted({ forever: done, wait: done }));
  const ids: string[] = [];
  {
    await using first = await agentProcess(`${homes.path}/a`, shared);
    for (const task of ["forever", "wait"])
      ids.push((await first.call("POST", "/v3/sessions", { proxyCountryCode: null, task })).body.id);
    await until(async () => (await first.call("GET", `/v3/sessions/${ids[0]}`)).body.stepCount > 0);
    await until(async () => (await first.call("GET", `/v3/sessions/${ids[1]}`)).body.status === "running");
    // Requests to the other server reach the one with the browser.
    const { id } = (await first.call("POST", "/v3/sessions", { proxyCountryCode: null, task: "forever" })).body;
    const stopped = await other.call("POST", `/v3/sessions/${id}/stop`);
    expect(stopped.body).toMatchObject({ status: "stopped", endReason: "It was stopped." });
    const kept = (await first.call("POST", "/v3/sessions", { proxyCountryCode: null, keepAlive: true })).body.id;
    expect((await other.call("POST", "/v3/sessions", { sessionId: kept, task: "forever" })).body.status).toBe(
      "running",
    );
    await until(async () => (await other.call("GET", `/v3/sessions/${kept}`)).body.stepCount > 0);
    await other.call("DELETE", `/v3/sessions/${kept}`);
    await first.end("SIGKILL");
  }
  const status = async (n: number) => (await other.call("GET", `/v3/sessions/${ids[n]}`)).body;
  await until(async () => (await status(0)).status === "error" && (await status(1)).status === "stopped");
  expect(await status(0)).toMatchObject({ isTaskSuccessful: false, endReason: expect.stringContaining("killed") });
  expect(await status(1)).toMatchObject({ output: "again", isTaskSuccessful: true });
});

test("a server that stops cleanly stops its tasks with a reason", async () => {
  using home = serverHome();
  const forever: Script = async ({ act, step }) => {
    for (;;) {
      await act(["get", "url"]);
      await step();
    }
  };
  const fail: Script = async () => ({ reason: "failed", explanation: "Sold out", success: false });
  const ids: string[] = [];
  {
    await using first = await served({ home: home.path }, scripted({ forever, fail }));
    const make = (body: object) => first.call("POST", "/v3/sessions", { proxyCountryCode: null, ...body });
    ids.push((await make({ task: "forever" })).body.id, (await make({ keepAlive: true })).body.id);
    ids.push((await make({ task: "fail", keepAlive: true })).body.id);
    await until(async () => (await first.call("GET", `/v3/sessions/${ids[2]}`)).body.status === "idle");
    await until(async () => (await first.call("GET", `/v3/sessions/${ids[0]}`)).body.stepCount > 0);
  }
  await using second = await served({ home: home.path }, scripted({}));
  expect((await second.call("GET", `/v3/sessions/${ids[0]}`)).body).toMatchObject({
    status: "error",
    isTaskSuccessful: false,
  });
  expect((await second.call("GET", `/v3/sessions/${ids[1]}`)).body).toMatchObject({
    ...{ status: "stopped", endReason: "The server was stopped." },
  });
  // The reason of the failed task is kept.
  expect((await second.call("GET", `/v3/sessions/${ids[2]}`)).body).toMatchObject({
    ...{ status: "stopped", isTaskSuccessful: false, endReason: "Sold out. The server was stopped." },
  });
});
