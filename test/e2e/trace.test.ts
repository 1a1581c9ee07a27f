/** Traces that the executable writes. */

import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXECUTABLE, noteCovered } from "../fixture.ts";
import { call, scriptedModel } from "../models/server.ts";
import { Program } from "../support/program.ts";
import { htmlResponse, localServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { homeFixture } from "./home-fixture.ts";
import { host } from "./hosted.ts";

function site() {
  return localServer(() => htmlResponse("<input type=password><button>Go</button>"));
}

test("SVC_TRACE traces the socket and the browser of a command without secrets", async () => {
  using page = site();
  await using h = homeFixture();
  await h.run("open", page.url.href);
  await h.run("state");
  h.env.SVC_TRACE = "cdp,wire";
  const { code, stderr, stdout } = await h.run("input", "1", "hunter2-secret", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ success: true });
  expect(stderr).toMatch(/wire {2}→ default #1 input \d+ B \{"index":1,"text":"\(14 characters\)"\}/);
  expect(stderr).toMatch(/cdp {3}→ \w{6} Input\.insertText #\d+ \d+ B/);
  expect(stderr).toMatch(/cdp {3}← \w{6} Input\.insertText #\d+ [\d.]+ ms \d+ B/);
  expect(stderr).toMatch(/wire {2}← default #1 ok/);
  expect(stderr).not.toContain("hunter2");
  h.env.SVC_TRACE_FILE = join(h.home, "trace.log");
  expect((await h.run("get", "title")).stderr).toBe("");
  const written = readFileSync(h.env.SVC_TRACE_FILE, "utf8");
  expect(written).toMatch(/wire {2}→ default #1 get title/);
  expect(written).toMatch(/ cdp /);
  expect(statSync(h.env.SVC_TRACE_FILE).mode & 0o777).toBe(0o600);
  h.env.SVC_TRACE = "wires";
  expect(await h.run("get", "title")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("expected cdp, wire, http, sql, agent or all"),
  });
}, 60_000);

test("trace prints what other clients do in a session until SIGINT or the timeout", async () => {
  using page = site();
  await using h = homeFixture();
  await h.run("open", page.url.href);
  await using watching = new Program([EXECUTABLE, "trace"], { env: h.env });
  await until(async () => {
    await h.run("reload");
    return /cdp {3}→ \w{6} Page\.reload/.test(watching.stdout);
  }, "the command of another client is traced");
  expect(await watching.kill("SIGINT")).toMatchObject({ code: 130 });
  expect(await h.run("trace", "agent", "--timeout", "300")).toMatchObject({ code: 0, stdout: "0 lines\n" });
  expect(await h.json("trace", "everything")).toMatchObject({ code: "usage" });
  noteCovered({ command: "trace", code: "" });
}, 60_000);

test("a server traces requests, SQL statements, browsers and models", async () => {
  using page = site();
  using model = scriptedModel([
    call("open", { url: page.url.href }),
    call("done", { success: true, output: "Go", evidence: "Go" }),
  ]);
  await using h = homeFixture({ SVC_TRACE: "all", SVC_SERVE_WARM: "0" });
  mkdirSync(h.home, { recursive: true, mode: 0o700 });
  const models = [{ name: "ours", model: "scripted", baseUrl: model.config.baseUrl, provider: "openai" }];
  writeFileSync(join(h.home, "models.json"), JSON.stringify({ models }));
  h.env.SVC_TRACE_FILE = join(h.home, "trace.log");
  await using p = await host(h);
  const { id } = (await p.call("POST", "/v3/sessions", { task: "Read it", proxyCountryCode: null })).body;
  await until(async () => (await p.call("GET", `/v3/sessions/${id}`)).body.status === "stopped", "it has stopped");
  const written = readFileSync(h.env.SVC_TRACE_FILE, "utf8");
  expect(written).toMatch(/http {2}POST \/api\/v3\/sessions 200 [\d.]+ ms/);
  expect(written).toMatch(/sql {3}insert into sessions .* in [\d.]+ ms/);
  expect(written).toMatch(/cdp {3}→ \w{6} Page\.navigate/);
  expect(written).toMatch(/agent → ours \d+ messages, \d+ tools/);
  expect(written).toMatch(/agent ← ours [\d.]+ ms, \d+ tokens read .*\[\{"open":/);
  expect(written).not.toContain(p.key);
}, 60_000);
