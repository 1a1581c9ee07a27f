/** Rows of v3: sessions, and the helper that runs a task. */
import { expect } from "bun:test";
import type { Data } from "../fixture.ts";
import { type Ground, taskOf } from "./fixture.ts";
import { PLAIN, refusal, rowsOf } from "./row.ts";

const session = (g: Ground, body: object = {}) => g.call("v3", "sessions.create", { ...PLAIN, ...body });
const OPTIONS = { options: PLAIN };

export const sessionRows = rowsOf("v3", {
  "sessions.create": async (g) => {
    const screen = { browserScreenWidth: 900, browserScreenHeight: 600 };
    const made = await session(g, {
      ...{ task: taskOf("slow"), keepAlive: true, thinkingLevel: "low", maxCostUsd: "0.5", ...screen },
      ...{ useOwnKey: true, skills: false, agentmail: false },
    });
    // Not idle: whoever polls would take that for the end.
    expect(["created", "running"]).toContain(made.status);
    expect(made).toMatchObject({ ...screen, thinkingLevel: "low", maxCostUsd: "0.5", recordingUrls: [] });
    expect((await fetch(made.liveUrl)).status).toBe(200);
    const busy = await refusal(session(g, { sessionId: made.id, task: taskOf("title") }));
    expect(busy.message).toBe("Session already has a running task");
    await g.call("v3", "sessions.stop", made.id, { strategy: "task" });
    const again = await session(g, { sessionId: made.id, task: taskOf("slow") });
    expect(["created", "running"]).toContain(again.status);
    expect((await refusal(session(g, { sessionId: made.id }))).status).toBe(422);
    await g.call("v3", "sessions.stop", made.id);
    expect(await g.call("v3", "sessions.create")).toMatchObject({ status: "idle" });
  },
  "sessions.list": async (g) => {
    const { id } = await session(g);
    const listed = await g.call("v3", "sessions.list", { page: 1, page_size: 50 });
    expect(listed).toMatchObject({ page: 1, pageSize: 50, total: expect.any(Number) });
    expect(listed.sessions.map((one: Data) => one.id)).toContain(id);
  },
  "sessions.get": async (g) => {
    const { id } = await session(g, { task: taskOf("title") });
    await g.ended("v3", id);
    const got = await g.call("v3", "sessions.get", id);
    expect(got).toMatchObject({
      ...{ id, status: "stopped", output: "Kettles", isTaskSuccessful: true, stepCount: 2, integrationsUsed: [] },
      ...{ llmCostUsd: expect.stringMatching(/^\d/), totalCostUsd: expect.stringMatching(/^\d/) },
    });
    expect((await fetch(got.screenshotUrl)).status).toBe(200);
  },
  "sessions.stop": async (g) => {
    const { id } = await session(g, { task: taskOf("slow"), keepAlive: true });
    expect(await g.call("v3", "sessions.stop", id, { strategy: "task" })).toMatchObject({ id, status: "idle" });
    expect(await g.call("v3", "sessions.stop", id)).toMatchObject({ id, status: "stopped" });
  },
  "sessions.delete": async (g) => {
    const { id } = await session(g);
    expect(await g.call("v3", "sessions.delete", id)).toBeUndefined();
    expect((await refusal(g.call("v3", "sessions.get", id))).message).toBe("Session not found");
  },
  "sessions.messages": async (g) => {
    const { id } = await session(g, { task: taskOf("title") });
    await g.ended("v3", id);
    const page = async (query: object) => {
      const { messages, hasMore } = await g.call("v3", "sessions.messages", id, query);
      return { ids: messages.map((one: Data) => one.id), hasMore, messages };
    };
    const { ids, messages } = await page({ limit: 100 });
    expect(messages[0]).toMatchObject({ role: "human", type: "user_message", sessionId: id });
    expect(messages.at(-1)).toMatchObject({ role: "ai", type: "completion" });
    // Without a cursor the newest ones, in the order of time: follow-ups start behind the last.
    expect(await page({ limit: 2 })).toMatchObject({ ids: ids.slice(-2), hasMore: true });
    expect(await page({ after: ids[0], limit: 2 })).toMatchObject({ ids: ids.slice(1, 3), hasMore: true });
    expect(await page({ before: ids[2], limit: 2 })).toMatchObject({ ids: ids.slice(0, 2), hasMore: false });
  },
  "sessions.waitForRecording": async (g) => {
    const { id } = await session(g, { task: taskOf("title"), enableRecording: true });
    await g.ended("v3", id);
    const [film] = await g.call("v3", "sessions.waitForRecording", id, { interval: 200 });
    const answer = await fetch(film);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "video/webm"]);
    expect((await answer.bytes()).length).toBeGreaterThan(100);
    const plain = await session(g);
    expect(await g.call("v3", "sessions.waitForRecording", plain.id, { timeout: 10 })).toEqual([]);
  },
  run: async (g) => {
    const first = await g.run("v3", { task: taskOf("title"), options: { ...PLAIN, keepAlive: true } });
    expect(first).toMatchObject({ status: "idle", output: "Kettles" });
    // A follow-up tells its own messages alone, and not the output of before.
    const { items, result } = await g.follow("v3", { task: taskOf("file"), options: { sessionId: first.id } });
    expect(items[0]).toMatchObject({ role: "human", data: taskOf("file") });
    expect(items.filter(({ role }) => role === "human")).toHaveLength(1);
    expect(items.at(-1)).toMatchObject({ type: "completion" });
    expect(result).toMatchObject({ id: first.id, status: "idle", output: "Kettles", stepCount: 5 });
    await g.call("v3", "sessions.stop", first.id);
    const structured = await g.run("v3", { task: taskOf("structured"), ...OPTIONS, isStructured: true });
    expect(structured).toMatchObject({ output: { title: "Kettles" }, outputSchema: { type: "object" } });
  },
});
