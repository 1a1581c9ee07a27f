/** Tasks and agent sessions of API v2, with a scripted agent on real browsers. */

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Data } from "../../fixture.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { NOBODY } from "../api/api-fixture.ts";
import { eachDatabase } from "../databases.ts";
import { served, type TestPlatform } from "../served.ts";
import { readTitle, type Script, scripted } from "./agents.ts";

/** Statuses that the published client of v2 treats as an end. */
const TERMINAL = ["finished", "stopped"];

const PROXYLESS = { sessionSettings: {} };

async function task(p: TestPlatform, body: object): Promise<{ id: string; sessionId: string }> {
  const reply = await p.call("POST", "/v2/tasks", { ...("sessionId" in body ? {} : PROXYLESS), ...body });
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 202 });
  return reply.body;
}

async function ended(p: TestPlatform, id: string): Promise<Data> {
  await until(async () => TERMINAL.includes((await p.call("GET", `/v2/tasks/${id}/status`)).body.status));
  return (await p.call("GET", `/v2/tasks/${id}`)).body;
}

const forever: Script = async ({ act, step }) => {
  for (;;) {
    await act(["get", "url"]);
    await step();
  }
};

test("a task runs in its own session, with steps, pictures, files, log and metadata", async () => {
  using at = localServer(() => htmlResponse("<title>Kettles</title>"));
  const steps: Script = async ({ assignment, act, step, think }) => {
    const { startUrl = "", limits, schema, allowedDomains, instructions, vision, workspace } = assignment;
    expect({ limits: limits.steps, schema, allowedDomains, instructions, vision }).toEqual({
      ...{ limits: 7, schema: { type: "object" }, allowedDomains: ["127.0.0.1"], instructions: "Be brief." },
      vision: "auto",
    });
    await think("First the shop.");
    await act(["open", startUrl]);
    await step();
    const { title } = await act(["get", "title"]);
    writeFileSync(join(workspace, "title.txt"), title);
    await step();
    const judgement = { verdict: true, reason: "It is there." };
    return { output: { title }, files: ["title.txt", "../../secret", "missing"], judgement };
  };
  await using p = await served({}, scripted({ steps }));
  const made = await task(p, {
    ...{
      task: "steps",
      url: at.url.href,
      maxSteps: 7,
      metadata: { order: "42" },
      structuredOutput: '{"type":"object"}',
    },
    ...{ allowedDomains: ["127.0.0.1"], systemPromptExtension: "Be brief.", vision: "auto", judge: true },
  });
  const over = await ended(p, made.id);
  expect(over).toMatchObject({
    ...{ ...made, llm: "scripted", task: "steps", status: "finished", output: '{"title":"Kettles"}', isSuccess: true },
    ...{ metadata: { order: "42" }, judgement: "It is there.", judgeVerdict: true, cost: "0.002", endReason: null },
    agentVersion: expect.stringMatching(/^svc \d/),
    outputFiles: [{ fileName: "title.txt" }],
    steps: [
      { number: 1, nextGoal: "First the shop.", actions: [`{"open":{"url":"${at.url.href}"}}`], duration: 0.001 },
      { number: 2, nextGoal: "" },
    ],
  });
  expect(over.steps[1].evaluationPreviousGoal).not.toBe("");
  await until(async () => (await fetch(over.steps[0].screenshotUrl)).status === 200);
  const file = await p.call("GET", `/v2/files/tasks/${made.id}/output-files/${over.outputFiles[0].id}`);
  expect(file.body).toMatchObject({ fileName: "title.txt" });
  expect(await (await fetch(file.body.downloadUrl)).text()).toBe("Kettles");
  expect((await p.call("GET", `/v2/files/tasks/${made.id}/output-files/${NOBODY}`)).body.detail).toBe(
    "Output file not found",
  );
  const log = await (await fetch((await p.call("GET", `/v2/tasks/${made.id}/logs`)).body.downloadUrl)).text();
  expect(log).toContain("user_message: steps\n");
  expect(log).toContain('completion: {"title":"Kettles"}');
  await until(async () => (await p.call("GET", `/v2/sessions/${made.sessionId}`)).body.status === "stopped");
  expect((await p.call("GET", `/v2/sessions/${made.sessionId}`)).body).toMatchObject({
    ...{ id: made.sessionId, keepAlive: false, persistMemory: true, liveUrl: null, publicShareUrl: null },
    tasks: [{ id: made.id, status: "finished" }],
  });
});

test("a failed task has a status that every client knows, and a reason", async () => {
  const failing: Script = async () => ({ reason: "steps", success: false, explanation: "It ran out of steps." });
  await using p = await served({}, scripted({ failing }));
  const { id } = await task(p, { task: "failing" });
  expect(await ended(p, id)).toMatchObject({
    ...{ status: "finished", isSuccess: false, output: "It ran out of steps.", endReason: "It ran out of steps." },
  });
});

test("a session does one task at a time and keeps its state", async () => {
  await using p = await served({}, scripted({ forever, title: readTitle }));
  const made = await p.call("POST", "/v2/sessions", { proxyCountryCode: null, startUrl: "about.test" });
  expect(made).toMatchObject({ status: 201, body: { status: "active", keepAlive: true, persistMemory: true } });
  const sessionId = made.body.id;
  const first = await task(p, { task: "title", sessionId });
  expect(first.sessionId).toBe(sessionId);
  expect(await ended(p, first.id)).toMatchObject({ status: "finished" });
  // Clients send the next task as soon as the last one has ended.
  const second = await task(p, { task: "forever", sessionId });
  const busy = await p.call("POST", "/v2/tasks", { task: "title", sessionId });
  expect(busy).toMatchObject({ status: 400, body: { detail: "Session already has a running task" } });
  const stopped = await p.call("PATCH", `/v2/tasks/${second.id}`, { action: "stop" });
  expect(stopped.body).toMatchObject({ status: "stopped", isSuccess: false });
  expect((await p.call("GET", `/v2/sessions/${sessionId}`)).body.status).toBe("active");
  const third = await task(p, { task: "forever", sessionId });
  await p.call("PATCH", `/v2/tasks/${third.id}`, { action: "stop_task_and_session" });
  expect((await p.call("GET", `/v2/sessions/${sessionId}`)).body.status).toBe("stopped");
  const late = await p.call("POST", "/v2/tasks", { task: "title", sessionId });
  expect(late).toMatchObject({ status: 400, body: { detail: "Session is stopped" } });
  const ids = async (query: string) =>
    (await p.call("GET", `/v2/tasks?${query}`)).body.items.map((one: Data) => one.id);
  expect(await ids(`sessionId=${sessionId}`)).toEqual([third.id, second.id, first.id]);
  expect(await ids("filterBy=stopped")).toEqual([third.id, second.id]);
  expect(await ids("before=2020-01-01T00:00:00")).toEqual([]);
  expect((await p.call("GET", "/v2/sessions?filterBy=active")).body.totalItems).toBe(0);
  expect((await p.call("GET", "/v2/sessions?filterBy=stopped")).body.items).toMatchObject([{ id: sessionId }]);
});

test("pauses and resumes a task", async () => {
  await using p = await served({}, scripted({ forever }));
  const { id } = await task(p, { task: "forever" });
  const steps = async () => (await p.call("GET", `/v2/tasks/${id}`)).body.steps.length;
  await until(async () => (await steps()) > 0);
  expect((await p.call("PATCH", `/v2/tasks/${id}`, { action: "pause" })).status).toBe(200);
  let held = await steps();
  // A running one still ends.
  await until(async () => {
    const before = held;
    await Bun.sleep(100);
    held = await steps();
    return held === before;
  });
  await p.call("PATCH", `/v2/tasks/${id}`, { action: "resume" });
  await until(async () => (await steps()) > held);
  await p.call("PATCH", `/v2/tasks/${id}`, { action: "stop" });
  expect((await p.call("PATCH", `/v2/tasks/${id}`, { action: "pause" })).status).toBe(400);
});

test("a file uploaded to a session is in the workspace of its task", async () => {
  const files: Script = async ({ assignment }) => ({
    output: await Bun.file(join(assignment.workspace, "in.csv")).text(),
  });
  await using p = await served({}, scripted({ files }));
  const { id } = (await p.call("POST", "/v2/sessions", { proxyCountryCode: null })).body;
  const asked = { fileName: "in.csv", contentType: "text/csv", sizeBytes: 3 };
  const { url, fields } = (await p.call("POST", `/v2/files/sessions/${id}/presigned-url`, asked)).body;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields as Record<string, string>)) form.set(name, value);
  form.set("file", new File(["a,b"], "in.csv", { type: "text/csv" }));
  expect((await fetch(url, { method: "POST", body: form })).status).toBe(204);
  const made = await task(p, { task: "files", sessionId: id });
  expect(await ended(p, made.id)).toMatchObject({ output: "a,b" });
  await p.call("PATCH", `/v2/sessions/${id}`, { action: "stop" });
  expect((await p.call("POST", `/v2/files/sessions/${id}/presigned-url`, asked)).status).toBe(400);
});

test("a download is in the workspace and a file of the task", async () => {
  using at = localServer(({ url }) =>
    url.endsWith("/report.csv")
      ? new Response("1,2", { headers: { "content-disposition": "attachment" } })
      : htmlResponse('<a href="/report.csv">Report</a>'),
  );
  const download: Script = async ({ assignment, act, step }) => {
    await act(["open", assignment.startUrl ?? ""]);
    await act(["click", "--text", "Report"]);
    await act(["downloads", "wait"]);
    const file = Bun.file(join(assignment.workspace, "report.csv"));
    while (!(await file.exists())) await act(["get", "url"]);
    await step();
    return { output: await file.text(), files: ["report.csv"] };
  };
  await using p = await served({}, scripted({ download }));
  const { id } = await task(p, { task: "download", startUrl: at.url.href });
  expect(await ended(p, id)).toMatchObject({ output: "1,2", outputFiles: [{ fileName: "report.csv" }] });
});

test("a shared session needs no key, escapes text, and counts views", async () => {
  const hostile: Script = async ({ act, step }) => {
    await act(["get", "url"], '<img src=x onerror="alert(1)">');
    await step();
    return { output: "<script>alert(1)</script>" };
  };
  await using p = await served({}, scripted({ hostile }));
  const { id, sessionId } = await task(p, { task: "hostile" });
  await ended(p, id);
  const path = `/v2/sessions/${sessionId}/public-share`;
  expect((await p.call("GET", path)).body.detail).toBe("Public share not found");
  const shared = await p.call("POST", path);
  expect(shared).toMatchObject({ status: 201, body: { viewCount: 0, lastViewedAt: null } });
  expect((await p.call("POST", path)).body.shareUrl).toBe(shared.body.shareUrl);
  const page = await fetch(shared.body.shareUrl);
  const html = await page.text();
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(html).toContain("&#60;script&#62;alert(1)&#60;/script&#62;");
  expect(html).not.toMatch(/<script|onerror="/);
  const [, picture = ""] = /<img alt="[^"]*" loading="lazy" src="([^"]+)"/.exec(html) ?? [];
  await until(async () => (await fetch(`${p.url}${picture}`)).status === 200);
  expect((await p.call("GET", path)).body).toMatchObject({ viewCount: 1, lastViewedAt: expect.any(String) });
  expect((await p.call("GET", `/v2/sessions/${sessionId}`)).body.publicShareUrl).toBe(shared.body.shareUrl);
  expect((await p.call("DELETE", path)).status).toBe(204);
  expect((await fetch(shared.body.shareUrl)).status).toBe(404);
  expect((await fetch(`${p.url}${picture}`)).status).toBe(404);
});

test("a purge leaves nothing of a session", async () => {
  await using p = await served({}, scripted({ title: readTitle }));
  const { id, sessionId } = await task(p, { task: "title" });
  const over = await ended(p, id);
  await until(async () => (await fetch(over.steps[0].screenshotUrl)).status === 200);
  expect((await p.call("POST", `/v2/sessions/${sessionId}/purge`)).status).toBe(204);
  expect((await p.call("GET", `/v2/sessions/${sessionId}`)).status).toBe(404);
  expect((await p.call("GET", `/v2/tasks/${id}`)).status).toBe(404);
  expect((await fetch(over.steps[0].screenshotUrl)).status).toBe(404);
  expect(await p.server.platform.objects.list("sessions/")).toEqual([]);
  expect((await p.call("GET", "/v2/browsers")).body.totalItems).toBe(0);
});

test("refuses invalid requests before a browser starts", async () => {
  await using p = await served({}, scripted({}));
  const refused = async (body: object) => {
    const { status, body: told } = await p.call("POST", "/v2/tasks", { task: "x", ...body });
    return [status, Array.isArray(told.detail) ? told.detail[0].loc.join(".") : told.detail];
  };
  expect(await refused({ llm: "gpt-9" })).toEqual([422, "body.llm"]);
  expect(await refused({ judge: true, judgeLlm: "gpt-9" })).toEqual([422, "body.judgeLlm"]);
  expect(await refused({ structuredOutput: "[1]" })).toEqual([422, "body.structuredOutput"]);
  expect(await refused({ startUrl: "file:///etc/passwd" })).toEqual([422, "body.startUrl"]);
  expect(await refused({ opVaultId: "vault" })).toEqual([422, "body.opVaultId"]);
  expect(await refused({ skillIds: ["1"] })).toEqual([404, "Skill not found"]);
  expect(await refused({ sessionId: NOBODY })).toEqual([404, "Session not found"]);
  expect((await p.call("GET", "/v2/browsers")).body.totalItems).toBe(0);
});

eachDatabase((name, open) => {
  test(`${name}: a session works from task to follow-up, stop and purge`, async () => {
    await using at = await open({ bare: true });
    const asking: Script = async ({ ask, act, step, think }) => {
      await think("Why?");
      await act(["get", "url"]);
      await step();
      return { output: { said: await ask("Which?") } };
    };
    await using p = await served({ databaseUrl: at.address }, scripted({ asking, forever }));
    const { id, sessionId } = await task(p, { task: "asking", metadata: { a: "b" }, secrets: { pin: "1" } });
    await until(async () => (await p.call("GET", `/v3/sessions/${sessionId}`)).body.question === "Which?");
    expect(await task(p, { task: "this", sessionId })).toEqual({ id, sessionId });
    expect(await ended(p, id)).toMatchObject({ output: '{"said":"this"}', isSuccess: true, steps: [{ number: 1 }] });
    const kept = await p.call("POST", "/v2/sessions", { proxyCountryCode: null }, { "Idempotency-Key": "k" });
    const again = await p.call("POST", "/v2/sessions", { proxyCountryCode: null }, { "Idempotency-Key": "k" });
    expect(again.body.id).toBe(kept.body.id);
    const next = await task(p, { task: "forever", sessionId: kept.body.id });
    await until(async () => (await p.call("GET", `/v2/tasks/${next.id}`)).body.steps.length > 0);
    expect((await p.call("GET", `/v3/sessions/${kept.body.id}/messages?limit=2`)).body.messages).toHaveLength(2);
    await p.call("PATCH", `/v2/sessions/${kept.body.id}`, { action: "stop" });
    expect((await p.call("GET", `/v2/sessions/${kept.body.id}`)).body).toMatchObject({
      ...{ status: "stopped", tasks: [{ status: "stopped" }] },
    });
    expect((await p.call("POST", `/v2/sessions/${kept.body.id}/purge`)).status).toBe(204);
    expect((await p.call("GET", "/v2/tasks")).body.totalItems).toBe(1);
  });
});
