/** Rows of v2: sessions, tasks, their files, and the helper that runs a task. */
import { expect } from "bun:test";
import type { Data } from "../fixture.ts";
import { type Ground, taskOf } from "./fixture.ts";
import { PLAIN, refusal, rowsOf } from "./row.ts";

/** Settings that name no proxy mean none. */
const SETTINGS = { sessionSettings: {} };

const session = (g: Ground, body: object = {}) => g.call("v2", "sessions.create", { ...PLAIN, ...body });

const task = (g: Ground, name: Parameters<typeof taskOf>[0], body: object = {}) =>
  g.call("v2", "tasks.create", { task: taskOf(name), ...("sessionId" in body ? {} : SETTINGS), ...body });

const OPTIONS = { options: SETTINGS };

export const sessionRows = rowsOf("v2", {
  "sessions.create": async (g) => {
    const made = await session(g, { startUrl: g.site, proxyCountryCode: "US", browserScreenWidth: 800 });
    expect(made).toMatchObject({ status: "active", keepAlive: true, persistMemory: true, finishedAt: null });
    expect((await fetch(made.liveUrl)).status).toBe(200);
    expect(await g.call("v2", "sessions.create")).toMatchObject({ status: "active" });
  },
  "sessions.list": async (g) => {
    const { id } = await session(g);
    const { items } = await g.call("v2", "sessions.list", { filterBy: "active", pageSize: 100 });
    expect(items.map((one: Data) => one.id)).toContain(id);
  },
  "sessions.get": async (g) => {
    const { id, sessionId } = await task(g, "title");
    await g.ended("v2", id);
    expect(await g.call("v2", "sessions.get", sessionId)).toMatchObject({ id: sessionId, tasks: [{ id }] });
  },
  "sessions.update": async (g) => {
    const { id } = await session(g);
    expect(await g.call("v2", "sessions.update", id, { action: "stop" })).toMatchObject({ id, status: "stopped" });
  },
  "sessions.stop": async (g) => {
    const { id } = await session(g);
    expect(await g.call("v2", "sessions.stop", id)).toMatchObject({ id, status: "stopped", liveUrl: null });
    expect(await refusal(task(g, "title", { sessionId: id }))).toEqual({ status: 400, message: "Session is stopped" });
  },
  "sessions.delete": async (g) => {
    const { id } = await session(g);
    expect(await g.call("v2", "sessions.delete", id)).toBeUndefined();
    expect((await refusal(g.call("v2", "sessions.get", id))).message).toBe("Session not found");
  },
  "sessions.createShare": async (g) => {
    const { id } = await session(g);
    const share = await g.call("v2", "sessions.createShare", id);
    expect(share.viewCount).toBe(0);
    expect((await fetch(share.shareUrl)).status).toBe(200);
    expect((await g.call("v2", "sessions.createShare", id)).shareToken).toBe(share.shareToken);
  },
  "sessions.getShare": async (g) => {
    const { id } = await session(g);
    expect((await refusal(g.call("v2", "sessions.getShare", id))).message).toBe("Public share not found");
    const share = await g.call("v2", "sessions.createShare", id);
    expect(await g.call("v2", "sessions.getShare", id)).toEqual(share);
  },
  "sessions.deleteShare": async (g) => {
    const { id } = await session(g);
    const { shareUrl } = await g.call("v2", "sessions.createShare", id);
    expect(await g.call("v2", "sessions.deleteShare", id)).toBeUndefined();
    expect((await fetch(shareUrl)).status).toBe(404);
  },
  "sessions.purge": async (g) => {
    const { id } = await session(g);
    expect(await g.call("v2", "sessions.purge", id)).toBeUndefined();
    expect((await refusal(g.call("v2", "sessions.get", id))).status).toBe(404);
  },
});

export const taskRows = rowsOf("v2", {
  "tasks.create": async (g) => {
    const { id: sessionId } = await session(g);
    const made = await task(g, "slow", {
      sessionId,
      startUrl: g.site,
      metadata: { order: "42" },
      thinkingLevel: "low",
    });
    expect(made).toMatchObject({ sessionId, id: expect.any(String) });
    expect(await refusal(task(g, "title", { sessionId }))).toEqual({
      ...{ status: 400, message: "Session already has a running task" },
    });
    await g.call("v2", "sessions.stop", sessionId);
    expect((await refusal(task(g, "title", { llm: "none-of-ours" }))).status).toBe(422);
  },
  "tasks.list": async (g) => {
    const { id, sessionId } = await task(g, "title");
    await g.ended("v2", id);
    const listed = await g.call("v2", "tasks.list", {
      sessionId,
      filterBy: "finished",
      before: "2999-01-01T00:00:00Z",
    });
    expect(listed).toMatchObject({ totalItems: 1, items: [{ id, sessionId, status: "finished" }] });
  },
  "tasks.get": async (g) => {
    const { id } = await task(g, "title", { metadata: { order: "42" } });
    await g.ended("v2", id);
    const got = await g.call("v2", "tasks.get", id);
    expect(got).toMatchObject({
      ...{ id, status: "finished", isSuccess: true, output: "Kettles", metadata: { order: "42" }, outputFiles: [] },
      ...{ browserUseVersion: expect.stringMatching(/^svc /), cost: expect.stringMatching(/^\d/) },
      steps: [{ number: 1, url: g.site, actions: [expect.stringContaining("open")] }, { number: 2 }],
    });
    expect((await refusal(g.call("v2", "tasks.get", id.replace(/^./, "0")))).message).toBe("Task not found");
  },
  "tasks.update": async (g) => {
    const { id } = await task(g, "slow");
    expect(await g.call("v2", "tasks.update", id, { action: "stop" })).toMatchObject({ id, status: "stopped" });
  },
  "tasks.stop": async (g) => {
    const { id: sessionId } = await session(g);
    const { id } = await task(g, "slow", { sessionId });
    expect(await g.call("v2", "tasks.stop", id)).toMatchObject({ status: "stopped", isSuccess: false });
    expect((await g.call("v2", "sessions.get", sessionId)).status).toBe("active");
  },
  "tasks.stopTaskAndSession": async (g) => {
    const { id: sessionId } = await session(g);
    const { id } = await task(g, "slow", { sessionId });
    expect(await g.call("v2", "tasks.stopTaskAndSession", id)).toMatchObject({ status: "stopped" });
    expect((await g.call("v2", "sessions.get", sessionId)).status).toBe("stopped");
  },
  "tasks.status": async (g) => {
    const { id } = await task(g, "title");
    await g.ended("v2", id);
    expect(await g.call("v2", "tasks.status", id)).toMatchObject({ id, status: "finished", output: "Kettles" });
  },
  "tasks.logs": async (g) => {
    const { id } = await task(g, "title");
    await g.ended("v2", id);
    const { downloadUrl } = await g.call("v2", "tasks.logs", id);
    expect(await (await fetch(downloadUrl)).text()).toContain("Look at the shop");
  },
  "tasks.wait": async (g) => {
    const { id } = await task(g, "title");
    const waited = await g.call("v2", "tasks.wait", id, { interval: 100 });
    expect(waited).toMatchObject({ id, status: "finished", output: "Kettles", steps: [{ number: 1 }, { number: 2 }] });
  },
  run: async (g) => {
    expect(await g.run("v2", { task: taskOf("title"), ...OPTIONS })).toMatchObject({ output: "Kettles" });
    const structured = await g.run("v2", { task: taskOf("structured"), ...OPTIONS, isStructured: true });
    expect(structured.output).toEqual({ title: "Kettles" });
    const { items, result } = await g.follow("v2", { task: taskOf("title"), ...OPTIONS });
    expect(items).toMatchObject([{ number: 1 }, { number: 2 }]);
    expect(result).toMatchObject({ status: "finished", output: "Kettles" });
    // The client takes `failed` for no end, and would wait for it to change.
    const failed = await g.run("v2", { task: taskOf("fail"), ...OPTIONS });
    expect(failed).toMatchObject({ status: "finished", isSuccess: false });
    expect(failed.output).toContain("no red kettle");
  },
});

const CSV = { fileName: "in.csv", contentType: "text/csv" };

async function sendForm(form: Data, text: string): Promise<number> {
  const data = new FormData();
  for (const [name, value] of Object.entries(form.fields as Record<string, string>)) data.set(name, value);
  data.set("file", new File([text], form.fileName, { type: "text/csv" }));
  return (await fetch(form.url, { method: form.method, body: data })).status;
}

export const fileRows = rowsOf("v2", {
  "files.sessionUrl": async (g) => {
    const { id: sessionId } = await session(g);
    const form = await g.call("v2", "files.sessionUrl", sessionId, { ...CSV, sizeBytes: g.bill.length });
    expect(form).toMatchObject({ method: "POST", fileName: "in.csv", expiresIn: 120 });
    expect(await sendForm(form, g.bill)).toBeLessThan(300);
    const { id } = await task(g, "read", { sessionId });
    expect(await g.ended("v2", id)).toMatchObject({ isSuccess: true, output: "Kettles" });
    expect(
      (await refusal(g.call("v2", "files.sessionUrl", sessionId, { ...CSV, contentType: "a/b", sizeBytes: 1 }))).status,
    ).toBe(400);
  },
  "files.browserUrl": async (g) => {
    const { id } = await g.call("v2", "browsers.create", PLAIN);
    const form = await g.call("v2", "files.browserUrl", id, { ...CSV, sizeBytes: g.bill.length });
    expect(await sendForm(form, g.bill)).toBeLessThan(300);
    // The published documentation sends the file itself, without a form.
    const raw = await g.call("v2", "files.browserUrl", id, { ...CSV, fileName: "raw.csv", sizeBytes: g.bill.length });
    const sent = await fetch(raw.url, { method: "POST", body: g.bill, headers: { "content-type": "text/csv" } });
    expect(sent.status).toBeLessThan(300);
  },
  "files.taskOutput": async (g) => {
    const { id } = await task(g, "file");
    const { outputFiles } = await g.ended("v2", id);
    expect(outputFiles).toMatchObject([{ fileName: "price.txt" }]);
    const file = await g.call("v2", "files.taskOutput", id, outputFiles[0].id);
    expect(file).toMatchObject({ id: outputFiles[0].id, fileName: "price.txt" });
    expect(await (await fetch(file.downloadUrl)).text()).toBe("12.50 EUR");
  },
});
