/** Records of agent sessions, on SQLite and on PostgreSQL alike. */
import { expect, test } from "bun:test";
import type { Database } from "../../../src/platform/store/database/connection.ts";
import { IdempotencyKeys } from "../../../src/platform/store/jobs/idempotency.ts";
import { Jobs } from "../../../src/platform/store/jobs/jobs.ts";
import { BrowserRecords } from "../../../src/platform/store/records/browsers.ts";
import { Keys } from "../../../src/platform/store/records/keys.ts";
import { MessageRecords } from "../../../src/platform/store/records/messages.ts";
import { newSession, SessionRecords } from "../../../src/platform/store/records/sessions.ts";
import { newTask, TaskRecords } from "../../../src/platform/store/records/tasks.ts";
import { record } from "../api/api-fixture.ts";
import { eachDatabase } from "../databases.ts";
import { SETTINGS } from "../engine/fleets.ts";

async function stores(database: Database) {
  const projectId = await new Keys(database).project();
  const sessions = new SessionRecords(database);
  const made = (set: object = {}) =>
    newSession({
      id: crypto.randomUUID(),
      projectId,
      model: "m",
      keepAlive: false,
      persistMemory: true,
      settings: SETTINGS,
      node: "a",
      ...set,
    });
  return { projectId, sessions, made, tasks: new TaskRecords(database), messages: new MessageRecords(database) };
}

eachDatabase((name, open) => {
  test(`${name}: a session is kept whole, and only one of two callers changes its status`, async () => {
    await using at = await open();
    const { sessions, made, projectId } = await stores(at.database);
    const proxy = { host: "p.test", port: 1, password: "secret" };
    const session = made({
      status: "idle",
      output: { price: "0.10" },
      isSuccessful: false,
      maxCostNano: 1,
      settings: { ...SETTINGS, customProxy: proxy },
    });
    await sessions.insert(session);
    const kept = await sessions.get(projectId, session.id);
    expect(kept).toEqual({ ...session, settings: { ...SETTINGS, customProxy: { host: "p.test", port: 1 } } });
    expect(await sessions.get("other", session.id)).toBeUndefined();
    const claim = () => sessions.change(session.id, { status: "running", reason: null }, { from: ["idle"] });
    expect((await Promise.all([claim(), claim()])).sort()).toEqual([false, true]);
    await sessions.addUsed(session.id, { steps: 1, inputTokens: 1_000, outputTokens: 20, costNano: 1_234 });
    await sessions.addUsed(session.id, { steps: 1, costNano: 1 });
    expect(await sessions.find(session.id)).toMatchObject({ stepCount: 2, inputTokens: 1_000, costNano: 1_235 });
    const other = made({ createdAt: session.createdAt + 1 });
    await sessions.insert(other);
    const ids = async (state?: "live" | "ended") =>
      (await sessions.list(projectId, { page: 1, size: 10, state })).items.map(({ id }) => id);
    expect(await ids()).toEqual([other.id, session.id]);
    await sessions.change(other.id, { status: "error" });
    expect([await ids("live"), await ids("ended")]).toEqual([[session.id], [other.id]]);
    await sessions.hide(other.id);
    expect(await ids()).toEqual([session.id]);
  });

  test(`${name}: messages have places of their own, and are read in both directions`, async () => {
    await using at = await open();
    const { sessions, made, messages } = await stores(at.database);
    const session = made();
    await sessions.insert(session);
    const say = (data: string) =>
      at.database.transaction((tx) => messages.add(session.id, { role: "ai", type: "note", data }, tx));
    await Promise.all(Array.from({ length: 5 }, (_, n) => say(String(n))));
    const read = async (where: { after?: number; before?: number }, limit: number) => {
      const page = await messages.page(session.id, { ...where, limit });
      return [page.messages.map(({ seq }) => seq), page.hasMore];
    };
    expect(await read({}, 10)).toEqual([[1, 2, 3, 4, 5], false]);
    expect(await read({}, 1)).toEqual([[5], true]);
    expect(await read({ after: 2 }, 2)).toEqual([[3, 4], true]);
    expect(await read({ after: 4 }, 2)).toEqual([[5], false]);
    expect(await read({ before: 4 }, 2)).toEqual([[2, 3], true]);
    expect(await read({ after: 1, before: 3 }, 2)).toEqual([[2], false]);
    expect(
      await at.database.transaction((tx) => messages.add(crypto.randomUUID(), { role: "ai", type: "", data: "" }, tx)),
    ).toBeUndefined();
  });

  test(`${name}: a task has steps, files and metadata, and goes with its session`, async () => {
    await using at = await open();
    const { sessions, made, tasks, projectId } = await stores(at.database);
    const session = made();
    await sessions.insert(session);
    const options = { maxSteps: 5, vision: "auto" as const };
    const ids = { projectId, sessionId: session.id, model: "m", options };
    const task = newTask({ ...ids, id: crypto.randomUUID(), task: "do", metadata: { a: "b" }, secrets: "sealed" });
    await tasks.insert(task);
    expect(await tasks.get(projectId, task.id)).toEqual(task);
    const step = { taskId: task.id, number: 1, url: "u", title: "t", thought: "", actions: ["{}"], result: "r" };
    await tasks.addStep({ ...step, screenshot: null, durationMs: 12 });
    await tasks.addStep({ ...step, screenshot: "again", durationMs: 12 });
    expect(await tasks.steps(task.id)).toEqual([{ ...step, screenshot: null, durationMs: 12 }]);
    const file = { id: crypto.randomUUID(), taskId: task.id, path: "a.csv", bytes: 3, object: "o", createdAt: 1 };
    await tasks.addFile(file);
    expect(await tasks.files(task.id)).toEqual([file]);
    expect(
      await tasks.change(
        task.id,
        { status: "finished", isSuccess: true, secrets: null, output: "x" },
        { from: ["created"] },
      ),
    ).toBe(true);
    expect(await tasks.change(task.id, { status: "stopped" }, { from: ["created", "started"] })).toBe(false);
    expect(await tasks.find(task.id)).toMatchObject({
      status: "finished",
      isSuccess: true,
      secrets: null,
      output: "x",
    });
    const listed = async (filter: object) => (await tasks.list(projectId, { page: 1, size: 5, ...filter })).total;
    expect(await listed({ sessionId: session.id, status: "finished", after: task.createdAt })).toBe(1);
    expect(await listed({ before: task.createdAt - 1 })).toBe(0);
    await sessions.erase(session.id, true);
    expect(await tasks.find(task.id)).toBeUndefined();
    expect(await tasks.steps(task.id)).toEqual([]);
  });

  test(`${name}: live sessions whose browser has ended are found, with the reason`, async () => {
    await using at = await open();
    const { sessions, made, projectId } = await stores(at.database);
    const browsers = new BrowserRecords(at.database);
    const session = made();
    const browser = record(projectId, { agentSessionId: session.id, proxyBytes: 10, recording: "films/1" });
    await browsers.insert(browser);
    await sessions.insert({ ...session, browserId: browser.id });
    expect(await sessions.orphans()).toEqual([]);
    await browsers.finish(browser.id, { reason: "died", at: 1 });
    expect(await sessions.orphans()).toMatchObject([{ session: { id: session.id }, reason: "died" }]);
    expect([...(await sessions.browsersOf([session.id]))]).toEqual([
      [session.id, { proxyBytes: 10, proxyNano: 0, browserNano: 0, recordings: ["films/1"] }],
    ]);
    await sessions.change(session.id, { status: "error" });
    expect(await sessions.orphans()).toEqual([]);
  });

  test(`${name}: of two requests with one key the first does the work`, async () => {
    await using at = await open();
    const { projectId } = await stores(at.database);
    const repeats = new IdempotencyKeys(at.database);
    const ask = (request = "r") => repeats.reserve(projectId, "k", request);
    expect((await Promise.all([ask(), ask()])).sort()).toEqual(["busy", "free"]);
    await repeats.release(projectId, "k");
    expect(await ask()).toBe("free");
    await repeats.made(projectId, "k", { sessionId: "s", taskId: null });
    expect(await ask()).toEqual({ sessionId: "s", taskId: null });
    expect(await ask("other")).toBe("different");
    await repeats.release(projectId, "k");
    expect(await ask()).toEqual({ sessionId: "s", taskId: null });
  });

  test(`${name}: jobs of a server that is silent are anybody's`, async () => {
    await using at = await open();
    const jobs = new Jobs(at.database);
    await jobs.add("run", 1, { node: "dead" });
    await jobs.add("other", 1, { node: "dead" });
    expect(await jobs.claim("x", "b", ["run", "other"], 1_000)).toBeUndefined();
    expect(await jobs.adopt("run", 60_000)).toBe(0);
    expect(await jobs.adopt("run", -1_000)).toBe(1);
    expect(await jobs.claim("x", "b", ["run", "other"], 60_000)).toMatchObject({ kind: "run", attempts: 1 });
  });
});
