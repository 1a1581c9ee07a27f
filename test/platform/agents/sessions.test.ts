/** Agent sessions of API v3, with a scripted agent on real browsers. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { openDatabase } from "../../../src/platform/store/database/database.ts";
import type { Data } from "../../fixture.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { NOBODY } from "../api/api-fixture.ts";
import { served, type TestPlatform } from "../served.ts";
import { readTitle, type Script, scripted } from "./agents.ts";

const TERMINAL = ["idle", "stopped", "timed_out", "error"];

function site(): Disposable & { url: string } {
  const page = "<title>Kettles</title><button>Buy</button>";
  const server = localServer(() => htmlResponse(page));
  return { url: server.url.href, [Symbol.dispose]: () => void server.stop(true) };
}

async function session(p: TestPlatform, body: object): Promise<Data> {
  const reply = await p.call("POST", "/v3/sessions", { proxyCountryCode: null, ...body });
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 });
  return reply.body;
}

/** Polls until the session is no longer running. */
async function ended(p: TestPlatform, id: string): Promise<Data> {
  let found: Data;
  await until(async () => {
    found = (await p.call("GET", `/v3/sessions/${id}`)).body;
    return TERMINAL.includes(found.status);
  });
  return found;
}

async function messages(p: TestPlatform, id: string, query = "limit=100"): Promise<Data> {
  return (await p.call("GET", `/v3/sessions/${id}/messages?${query}`)).body;
}

test("a session does its task and stops with outcome, counters and pictures", async () => {
  using at = site();
  await using p = await served({}, scripted({ title: readTitle }));
  const made = await session(p, { task: `title ${at.url}`, browserScreenWidth: 800, browserScreenHeight: 600 });
  expect(made).toMatchObject({
    ...{ status: "created", model: "scripted", isTaskSuccessful: null, output: null, browserScreenWidth: 800 },
    ...{ title: `title ${at.url}`, maxCostUsd: null, integrationsUsed: [], recordingUrls: [] },
  });
  expect((await fetch(made.liveUrl)).status).toBe(200);
  const over = await ended(p, made.id);
  expect(over).toMatchObject({
    ...{ status: "stopped", output: "Kettles", isTaskSuccessful: true, stepCount: 2, liveUrl: null },
    ...{ totalInputTokens: 200, totalOutputTokens: 20, llmCostUsd: "0.002", totalCostUsd: "0.002", endReason: null },
  });
  await until(async () => (await fetch((await ended(p, made.id)).screenshotUrl)).status === 200);
  const picture = await fetch((await ended(p, made.id)).screenshotUrl);
  expect(new Uint8Array(await picture.arrayBuffer()).slice(0, 3)).toEqual(new Uint8Array([0xff, 0xd8, 0xff]));
  const said = (await messages(p, made.id)).messages;
  expect(said.map(({ role, type }: Data) => `${role} ${type}`)).toEqual([
    "human user_message",
    "ai browser_action",
    "ai browser_action_result",
    "ai browser_action",
    "ai browser_action_result",
    "ai completion",
  ]);
  expect(JSON.parse(said[1].data)).toMatchObject({ tool: "open", args: { url: at.url } });
  expect(said[2].screenshotUrl).toStartWith(`${p.url}/files/`);
  expect(said.at(-1)).toMatchObject({ data: "Kettles", summary: "The title is Kettles." });
  const [browser] = (await p.call("GET", "/v3/browsers")).body.items;
  expect(browser).toMatchObject({ status: "stopped", agentSessionId: made.id });
  expect((await p.call("GET", "/v3/sessions")).body).toMatchObject({
    ...{ total: 1, page: 1, pageSize: 20 },
    sessions: [{ id: made.id, liveUrl: null, screenshotUrl: null, status: "stopped", output: "Kettles" }],
  });
});

test("pages messages by cursor, starting with the newest", async () => {
  await using p = await served({}, scripted({ title: readTitle }));
  const { id } = await session(p, { task: "title" });
  await ended(p, id);
  const all = (await messages(p, id)).messages.map((one: Data) => one.id);
  const ids = async (query: string) => {
    const page = await messages(p, id, query);
    return [page.messages.map((one: Data) => all.indexOf(one.id)), page.hasMore];
  };
  expect(all).toHaveLength(6);
  // Clients use the last message as the cursor of the next.
  expect(await ids("limit=1")).toEqual([[5], true]);
  expect(await ids(`limit=2&after=${all[1]}`)).toEqual([[2, 3], true]);
  expect(await ids(`after=${all[5]}`)).toEqual([[], false]);
  expect(await ids(`limit=2&before=${all[1]}`)).toEqual([[0], false]);
  expect((await p.call("GET", `/v3/sessions/${id}/messages?after=${NOBODY}`)).status).toBe(400);
  expect((await p.call("GET", `/v3/sessions/${NOBODY}/messages`)).status).toBe(404);
});

test("a session that is kept alive does follow-up tasks with its memory", async () => {
  using at = site();
  const memories: unknown[] = [];
  const tell: Script = async ({ assignment, act, step }) => {
    memories.push(assignment.memory?.map((one) => ("text" in one ? one.text : "")));
    const { title } = await act(["get", "title"]);
    await step();
    return { output: { title }, success: true };
  };
  await using p = await served({}, scripted({ title: readTitle, tell }));
  const idle = await session(p, { keepAlive: true });
  expect(idle).toMatchObject({ status: "idle", isTaskSuccessful: null, title: null });
  const follow = (body: object) => session(p, { sessionId: idle.id, ...body });
  expect(await follow({ task: `title ${at.url}` })).toMatchObject({ status: "running", output: null });
  expect(await ended(p, idle.id)).toMatchObject({ status: "idle", output: "Kettles", isTaskSuccessful: true });
  const schema = { type: "object", properties: { title: { type: "string" } } };
  const second = await follow({ task: "tell", outputSchema: schema, model: "second", maxCostUsd: "0.5" });
  expect(second).toMatchObject({
    ...{ status: "running", output: null, isTaskSuccessful: null, outputSchema: schema, model: "second" },
    maxCostUsd: "0.5",
  });
  // In the current tab of the first task.
  expect(await ended(p, idle.id)).toMatchObject({ status: "idle", output: { title: "Kettles" }, stepCount: 3 });
  expect(memories).toEqual([[`title ${at.url}`]]);
  const stopped = await p.call("POST", `/v3/sessions/${idle.id}/stop`);
  expect(stopped.body).toMatchObject({ status: "stopped", liveUrl: null, output: { title: "Kettles" } });
  expect((await p.call("POST", "/v3/sessions", { sessionId: idle.id, task: "tell" })).status).toBe(409);
  expect((await p.call("GET", "/v3/browsers?filterBy=active")).body.totalItems).toBe(0);
});

/** Runs until it is stopped. */
const forever: Script = async ({ act, step }) => {
  for (;;) {
    await act(["get", "url"]);
    await step();
  }
};

test("stops a task by strategy, and refuses a task for a busy session", async () => {
  await using p = await served({}, scripted({ forever }));
  const { id } = await session(p, { task: "forever" });
  await until(async () => (await p.call("GET", `/v3/sessions/${id}`)).body.stepCount > 0);
  const busy = await p.call("POST", "/v3/sessions", { sessionId: id, task: "forever" });
  expect(busy).toMatchObject({ status: 409, body: { detail: "Session already has a running task" } });
  const idle = await p.call("POST", `/v3/sessions/${id}/stop`, { strategy: "task" });
  expect(idle.body).toMatchObject({ status: "idle", isTaskSuccessful: false, endReason: "It was stopped." });
  await session(p, { sessionId: id, task: "forever" });
  const stopped = await p.call("POST", `/v3/sessions/${id}/stop`, { strategy: "session" });
  expect(stopped.body).toMatchObject({ status: "stopped", isTaskSuccessful: false });
  const { id: other } = await session(p, { task: "forever" });
  expect((await p.call("DELETE", `/v3/sessions/${other}`)).status).toBe(204);
  expect((await p.call("GET", `/v3/sessions/${other}`)).status).toBe(404);
  expect((await p.call("GET", "/v3/sessions")).body.sessions.map((one: Data) => one.id)).toEqual([id]);
  await until(async () => (await p.call("GET", "/v3/browsers?filterBy=active")).body.totalItems === 0);
});

test("reports a question of the agent, and the next task is the answer", async () => {
  const asking: Script = async ({ ask, step }) => {
    await step();
    return { output: `You said ${await ask("Which colour?")}` };
  };
  await using p = await served({}, scripted({ asking }));
  const { id } = await session(p, { task: "asking" });
  await until(async () => (await p.call("GET", `/v3/sessions/${id}`)).body.question !== null);
  expect((await p.call("GET", `/v3/sessions/${id}`)).body).toMatchObject({
    ...{ status: "running", question: "Which colour?", lastStepSummary: "Question: Which colour?" },
  });
  expect(await session(p, { sessionId: id, task: "blue" })).toMatchObject({ status: "running", question: null });
  expect(await ended(p, id)).toMatchObject({ status: "stopped", output: "You said blue" });
  const types = (await messages(p, id)).messages.map(({ role, type, data }: Data) => `${role} ${type} ${data}`);
  expect(types.slice(1)).toEqual([
    "ai assistant_message Which colour?",
    "human user_message blue",
    "ai completion You said blue",
  ]);
});

test("a run pauses while a person has control", async () => {
  const asking: Script = async ({ ask }) => ({ output: await ask("Please sign in") });
  await using p = await served({}, scripted({ asking }));
  const { id } = await session(p, { task: "asking" });
  await until(async () => (await p.call("GET", `/v3/sessions/${id}`)).body.question !== null);
  const { liveUrl } = (await p.call("GET", `/v3/sessions/${id}`)).body;
  const socket = new WebSocket(`${liveUrl.replace(/^http/, "ws")}/socket`);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  socket.send(JSON.stringify({ t: "take" }));
  socket.send(JSON.stringify({ t: "release" }));
  expect((await ended(p, id)).output).toContain("returned control of the browser");
  socket.close();
});

test("secrets are encrypted until the task ends, and reach the agent by name", async () => {
  const seen: unknown[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const secret: Script = async ({ assignment }) => {
    seen.push(...assignment.secrets);
    await held;
    return {};
  };
  await using p = await served({}, scripted({ secret }));
  const sensitiveData = { pin: "s3cr3t-4711", "shop.test": "ann:pass-4712" };
  const { id } = await session(p, { task: "secret", sensitiveData });
  await until(() => seen.length === 3);
  expect(seen).toEqual([
    { name: "pin", value: "s3cr3t-4711", domains: [] },
    { name: "shop.test user", value: "ann", domains: ["shop.test"] },
    { name: "shop.test password", value: "pass-4712", domains: ["shop.test"] },
  ]);
  const database = await openDatabase(`sqlite://${join(p.home, "server", "svc.db")}`);
  const everything = async () => {
    const tables = ["sessions", "tasks", "jobs", "messages", "steps", "repeats", "browsers"];
    return JSON.stringify(await Promise.all(tables.map((name) => database.sql.unsafe(`select * from ${name}`))));
  };
  const kept = async () => (await database.sql`select secrets from tasks`)[0].secrets;
  expect(await everything()).not.toMatch(/471[12]/);
  expect(await kept()).toBeString();
  release();
  await ended(p, id);
  expect(await kept()).toBeNull();
  await database.close();
});

test("refuses unknown models, countries and workspaces, and unsupported options", async () => {
  await using p = await served({}, scripted({}));
  const refused = async (body: object) => {
    const { status, body: told } = await p.call("POST", "/v3/sessions", body);
    return [
      status,
      Array.isArray(told.detail) ? `${told.detail[0].loc.join(".")}: ${told.detail[0].msg}` : told.detail,
    ];
  };
  expect(await refused({ task: "x", model: "gpt-9" })).toEqual([
    422,
    "body.model: Unknown model. Available: scripted, second",
  ]);
  expect((await refused({ task: "x", proxyCountryCode: "de" }))[0]).toBe(422);
  expect(await refused({ task: "x", workspaceId: NOBODY })).toEqual([404, "Workspace not found"]);
  expect(await refused({ task: "x", profileId: NOBODY })).toEqual([404, "Profile not found"]);
  expect(await refused({ task: "x", sessionId: NOBODY })).toEqual([404, "Session not found"]);
  expect(await refused({ task: "x", codeMode: true })).toEqual([
    422,
    "body.codeMode: This server does not support codeMode",
  ]);
  expect((await p.call("GET", "/v3/sessions")).body.total).toBe(0);
  await using bare = await served();
  const none = await bare.call("POST", "/v3/sessions", { task: "x" });
  expect(none.body.detail[0]).toMatchObject({
    loc: ["body", "model"],
    msg: "This server has no language model configured",
  });
});

test("two equal requests with one Idempotency-Key create one session", async () => {
  await using p = await served({}, scripted({ title: readTitle }));
  const post = (key: string, task = "title") =>
    p.call("POST", "/v3/sessions", { task, keepAlive: true }, { "Idempotency-Key": key });
  const made = await Promise.all([post("a"), post("a"), post("a"), post("b")]);
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(made.slice(0, 3).map(({ body }) => body.id)).size).toBe(1);
  expect(made[3]?.body.id).not.toBe(made[0]?.body.id);
  expect((await post("a", "other")).status).toBe(409);
  expect((await post("")).status).toBe(400);
  expect((await p.call("GET", "/v3/browsers")).body.totalItems).toBe(2);
  const sessionId = made[0]?.body.id;
  await ended(p, sessionId);
  const follow = () => p.call("POST", "/v3/sessions", { sessionId, task: "title" }, { "Idempotency-Key": "follow" });
  expect((await Promise.all([follow(), follow()])).map(({ status }) => status)).toEqual([200, 200]);
  await ended(p, sessionId);
  const said = (await messages(p, sessionId)).messages.filter(({ type }: Data) => type === "user_message");
  expect(said).toHaveLength(2);
});

test("a session starts on the given page, with or without a task; the server filters lists", async () => {
  using at = site();
  const here: Script = async ({ assignment, act }) => {
    const { startUrl } = assignment;
    if (startUrl !== undefined) await act(["open", startUrl]);
    return { output: `${startUrl} ${(await act(["get", "url"])).url}`, success: true };
  };
  await using p = await served({}, scripted({ here }));
  const tasked = await session(p, { task: "here", startUrl: at.url });
  expect((await ended(p, tasked.id)).output).toBe(`${at.url} ${at.url}`);
  const bare = await session(p, { url: at.url, keepAlive: true });
  await session(p, { sessionId: bare.id, task: "here" });
  await until(async () => (await ended(p, bare.id)).output !== null);
  expect((await ended(p, bare.id)).output).toBe(`undefined ${at.url}`);
  const refused = await p.call("POST", "/v3/sessions", { task: "here", startUrl: "file:///etc/passwd" });
  expect(refused).toMatchObject({ status: 422 });
  const listed = async (filter: string) => {
    const { sessions, total } = (await p.call("GET", `/v3/sessions?filterBy=${filter}`)).body;
    return [total, sessions.map(({ id }: Data) => id)];
  };
  expect(await listed("active")).toEqual([1, [bare.id]]);
  expect(await listed("ended")).toEqual([1, [tasked.id]]);
  expect(await p.call("GET", "/v3/sessions?filterBy=asleep")).toMatchObject({ status: 422 });
});

test("a full server refuses with 429 and Retry-After, and stores nothing", async () => {
  await using p = await served({ concurrency: 1, queue: 1, queueTimeoutMs: 100 }, scripted({ forever }));
  const { id } = await session(p, { task: "forever" });
  const full = await p.call("POST", "/v3/sessions", { task: "forever" }, { "Idempotency-Key": "again" });
  expect(full).toMatchObject({ status: 429 });
  expect(Number(full.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await p.call("GET", "/v3/sessions")).body.total).toBe(1);
  await p.call("POST", `/v3/sessions/${id}/stop`);
  const again = await p.call("POST", "/v3/sessions", { task: "forever" }, { "Idempotency-Key": "again" });
  expect(again.status).toBe(200);
});

test("an idle session times out", async () => {
  await using p = await served({ idleTimeoutMs: 300 }, scripted({}));
  const { id } = await session(p, {});
  await until(async () => (await p.call("GET", `/v3/sessions/${id}`)).body.status !== "idle");
  expect((await p.call("GET", `/v3/sessions/${id}`)).body).toMatchObject({
    ...{ status: "timed_out", endReason: "The session was idle for too long.", isTaskSuccessful: null },
  });
});

test("a browser that dies during a task ends its session as an error", async () => {
  await using p = await served({}, scripted({ forever }));
  const { id } = await session(p, { task: "forever", keepAlive: true });
  await until(async () => (await p.call("GET", `/v3/sessions/${id}`)).body.stepCount > 0);
  const [running] = p.server.platform.fleet.all();
  running?.started.launched.process?.pid !== undefined && process.kill(running.started.launched.process.pid, "SIGKILL");
  expect(await ended(p, id)).toMatchObject({
    status: "error",
    endReason: "The browser crashed.",
    isTaskSuccessful: false,
  });
});

test("a recorded session has its video when it has stopped", async () => {
  using at = site();
  await using p = await served({}, scripted({ title: readTitle }));
  const { id } = await session(p, { task: `title ${at.url}`, enableRecording: true });
  await until(async () => (await ended(p, id)).recordingUrls.length === 1);
  const film = await fetch((await ended(p, id)).recordingUrls[0]);
  expect([film.status, film.headers.get("content-type")]).toEqual([200, "video/webm"]);
});
