/** A session from the API to a model server: the real agent, a scripted model, a real browser. */

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../../src/commands/index.ts";
import { agentParts } from "../../../src/platform/agents/runs/parts.ts";
import type { Data } from "../../fixture.ts";
import { call, perTask, scriptedModel, type Turn } from "../../models/server.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { serverHome } from "../process.ts";
import { served } from "../served.ts";
import { skillFixture } from "../skills/skill-fixture.ts";
import { read } from "./agents.ts";

test("a configured model does a task with the real agent, and its cost is reported", async () => {
  using at = localServer(() => htmlResponse("<title>Kettles</title><h1>Blue kettle: 12.50 EUR</h1>"));
  using model = scriptedModel(
    perTask(function* () {
      yield { text: "I open the shop.", calls: [call("open", { url: at.url.href })] };
      yield call("write_file", { path: "price.txt", text: "12.50 EUR" });
      yield call("done", { success: true, output: { price: "12.50 EUR" }, evidence: "Blue kettle: 12.50 EUR" });
    }),
  );
  using home = serverHome();
  const prices = { input: 1, output: 10 };
  const { baseUrl } = model.config;
  const models = [{ name: "ours", model: "scripted", baseUrl, provider: "openai", prices }];
  writeFileSync(join(home.path, "models.json"), JSON.stringify({ models }));
  await using p = await served({ home: home.path }, agentParts(home.path, { commands, read }));
  const outputSchema = { type: "object", properties: { price: { type: "string" } }, required: ["price"] };
  const made = await p.call("POST", "/v3/sessions", { task: "Find the price", outputSchema, proxyCountryCode: null });
  expect(made.body).toMatchObject({ status: "created", model: "ours" });
  let over: Data;
  await until(async () => {
    over = (await p.call("GET", `/v3/sessions/${made.body.id}`)).body;
    return over.status === "stopped" || over.status === "error";
  });
  expect(over).toMatchObject({
    ...{ status: "stopped", isTaskSuccessful: true, output: { price: "12.50 EUR" }, endReason: null, stepCount: 3 },
  });
  expect(over.totalInputTokens).toBeGreaterThan(0);
  expect(Number(over.llmCostUsd)).toBeCloseTo((over.totalInputTokens + 10 * over.totalOutputTokens) / 1e6, 9);
  expect(over.llmCostUsd).toMatch(/^0\.\d+$/);
  const { messages } = (await p.call("GET", `/v3/sessions/${made.body.id}/messages?limit=100`)).body;
  expect(messages.map(({ type }: Data) => type)).toEqual([
    ...["user_message", "planning", "browser_action", "browser_action_result"],
    ...["file_operation", "file_operation_result"],
    "planning",
    "planning_result",
    "completion",
  ]);
  const picture = await fetch(over.screenshotUrl);
  expect([picture.status, picture.headers.get("content-type")?.split("/")[0]]).toEqual([200, "image"]);
});

test("a task stays on its hosts, types a secret that appears nowhere, and returns a download", async () => {
  const posted: string[] = [];
  let strayed = 0;
  using other = localServer(() => {
    strayed++;
    return new Response("elsewhere");
  });
  const page = `<title>Login</title><form method="post" action="/in"><label>Password <input type="password" name="p"></label>
    <button>Sign in</button></form><a href="http://localhost:${other.port}/">Away</a><a href="/bill.csv">Bill</a>`;
  using at = localServer(async (request) => {
    if (request.method === "POST") posted.push(await request.text());
    if (request.url.endsWith("/bill.csv"))
      return new Response("1,2", { headers: { "content-disposition": "attachment; filename=bill.csv" } });
    return htmlResponse(page);
  });
  using model = scriptedModel(
    perTask(function* () {
      yield call("type", { label: "Password", text: "<secret>password</secret>" });
      yield call("click", { role: "button", name: "Sign in" });
      yield call("click", { role: "link", name: "Away" });
      yield call("open", { url: at.url.href });
      yield call("click", { role: "link", name: "Bill" });
      yield call("list_files", {});
      yield call("done", { success: true, output: "in", evidence: "Login" });
    }),
  );
  using home = serverHome();
  const { baseUrl } = model.config;
  const models = [{ name: "ours", model: "scripted", baseUrl, provider: "openai" }];
  writeFileSync(join(home.path, "models.json"), JSON.stringify({ models }));
  await using p = await served({ home: home.path }, agentParts(home.path, { commands, read }));
  const made = await p.call("POST", "/v2/tasks", {
    ...{ task: "Sign in", startUrl: at.url.href, sessionSettings: {}, allowedDomains: [at.url.host] },
    secrets: { password: "hunter2-4711" },
  });
  let over: Data;
  await until(async () => {
    over = (await p.call("GET", `/v2/tasks/${made.body.id}`)).body;
    return over.status === "finished";
  });
  expect(posted).toEqual(["p=hunter2-4711"]);
  expect(strayed).toBe(0);
  expect(over.outputFiles).toMatchObject([{ fileName: "bill.csv" }]);
  const log = await (await fetch((await p.call("GET", `/v2/tasks/${made.body.id}/logs`)).body.downloadUrl)).text();
  expect(log).toContain("<secret>password</secret>");
  expect(JSON.stringify([over, log, model.requests])).not.toContain("4711");
});

test("a session ends its task at its cost limit, over all its tasks", async () => {
  using model = scriptedModel((asked) => call("note", { text: `note ${asked.messages.length}` }));
  using home = serverHome();
  const { baseUrl } = model.config;
  const prices = { input: 1_000, output: 1_000 };
  const models = [{ name: "ours", model: "scripted", baseUrl, provider: "openai", prices }];
  writeFileSync(join(home.path, "models.json"), JSON.stringify({ models }));
  await using p = await served({ home: home.path }, agentParts(home.path, { commands, read }));
  const run = async (body: object) => {
    const { id } = (await p.call("POST", "/v3/sessions", { proxyCountryCode: null, ...body })).body;
    let over: Data;
    await until(async () => {
      over = (await p.call("GET", `/v3/sessions/${id}`)).body;
      return over.status === "idle";
    });
    return over;
  };
  const first = await run({ task: "Take notes", keepAlive: true, maxCostUsd: 0.5 });
  expect(first).toMatchObject({
    isTaskSuccessful: false,
    maxCostUsd: "0.5",
    endReason: expect.stringContaining("maxCostUsd"),
  });
  expect(Number(first.totalCostUsd)).toBeGreaterThan(0.3);
  expect(Number(first.totalCostUsd)).toBeLessThan(1);
  const asked = model.requests.length;
  const more = { task: "Take more", sessionId: first.id, maxCostUsd: "0.1" };
  expect((await p.call("POST", "/v3/sessions", more)).status).toBe(402);
  expect(model.requests).toHaveLength(asked);
});

test("reports a failing model without data of the operator", async () => {
  using home = serverHome();
  writeFileSync(
    join(home.path, "models.json"),
    JSON.stringify({ models: [{ name: "ours", model: "m", baseUrl: "http://127.0.0.1:9/v1" }] }),
  );
  await using p = await served({ home: home.path }, agentParts(home.path, { commands, read }));
  const made = await p.call("POST", "/v3/sessions", { task: "Find the price", proxyCountryCode: null });
  let over: Data;
  await until(async () => {
    over = (await p.call("GET", `/v3/sessions/${made.body.id}`)).body;
    return over.status === "error";
  });
  expect(over).toMatchObject({ isTaskSuccessful: false, endReason: expect.stringContaining("ours") });
  const { messages } = (await p.call("GET", `/v3/sessions/${made.body.id}/messages?limit=100`)).body;
  expect(JSON.stringify([over.endReason, messages])).not.toMatch(/127\.0\.0\.1|models\.json/);
});

test("a real agent learns that downloads are in the workspace, and which argument is missing", async () => {
  const file = { "content-type": "application/octet-stream", "content-disposition": "attachment; filename=prices.csv" };
  using at = localServer(({ url }) =>
    url.endsWith("/prices") ? new Response("12.50", { headers: file }) : htmlResponse("<a href=/prices>Prices</a>"),
  );
  const answers: string[] = [];
  const turns: Turn[] = [
    call("open", { url: at.url.href }),
    call("click", { text: "Prices" }),
    call("downloads"),
    call("read_file", { path: "prices.csv" }),
    call("write_file", { path: "notes.txt", content: "12.50" }),
    call("done", { success: true, kind: "question", output: "12.50", evidence: "12.50" }),
  ];
  await using ground = await skillFixture(({ last }) => {
    answers.push(last);
    return turns[answers.length - 1] ?? "no more turns";
  });
  const { body } = await ground.p.call("POST", "/v3/sessions", { task: "Find the price", proxyCountryCode: null });
  await until(async () => (await ground.p.call("GET", `/v3/sessions/${body.id}`)).body.status === "stopped");
  expect(answers.slice(3)).toEqual([
    expect.stringContaining("prices.csv  5 bytes  in the workspace"),
    expect.stringContaining("12.50"),
    expect.stringContaining("write_file requires text"),
  ]);
  const { body: held } = await ground.p.call("GET", `/v3/sessions/${body.id}/files`);
  expect(held.files.map(({ path }: Data) => path)).toEqual(["prices.csv"]);
});
