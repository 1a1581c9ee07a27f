/** The remote MCP server: with the official inspector in both protocol generations, and with a minimal client. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Data } from "../../fixture.ts";
import { runProgram } from "../../support/program.ts";
import { until } from "../../support/until.ts";
import { readTitle, type Script, scripted } from "../agents/agents.ts";
import { served, type TestPlatform } from "../served.ts";
import { mcpCaller } from "./mcp-caller.ts";

const INSPECTOR = join(
  import.meta.dir,
  "../../../node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js",
);

const TOOLS = [
  ...["run_session", "get_session", "send_task", "stop_session", "get_session_messages", "list_sessions"],
  "list_browser_profiles",
];

const wait: Script = async ({ signal, act, step }) => {
  await act(["get", "url"], "Looks at the address");
  await step();
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  return undefined;
};
const ask: Script = async ({ ask }) => ({ output: await ask("Which one?") });

let p: TestPlatform;
let { rpc, call, session } = {} as ReturnType<typeof mcpCaller>;

beforeAll(async () => {
  p = await served({ keyHeaders: ["x-acme-key"] }, scripted({ read: readTitle, wait, ask }));
  ({ rpc, call, session } = mcpCaller(p));
});
afterAll(() => p[Symbol.asyncDispose]());

async function inspect(era: "legacy" | "modern", path: string, ...argv: string[]): Promise<Data> {
  const target = ["--server-url", `${p.url}${path}`, "--transport", "http", "--protocol-era", era];
  const auth = era === "modern" ? `Authorization: Bearer ${p.key}` : `X-Svc-API-Key: ${p.key}`;
  const words = [process.execPath, INSPECTOR, ...target, "--header", auth, "--stored-auth-only", ...argv];
  const { stdout, stderr, code } = await runProgram(words, { env: { HOME: p.home } });
  if (code !== 0) throw new Error(`the inspector exited with ${code}: ${stdout}${stderr}`);
  return { ...JSON.parse(stdout), stderr };
}

for (const [era, path] of [
  ["legacy", "/v3/mcp"],
  ["modern", "/api/v3/mcp"],
] as const)
  test(`the inspector lists and calls at ${path}, in the ${era} protocol`, async () => {
    const { tools, stderr } = await inspect(era, path, "--method", "tools/list", "--strict");
    expect(tools.map(({ name }: Data) => name)).toEqual(TOOLS);
    expect(stderr).not.toContain("error");
    expect(tools.find(({ name }: Data) => name === "stop_session").annotations.destructiveHint).toBe(true);
    const call = (name: string, args: object) =>
      inspect(era, path, "--method", "tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(args));
    const url = "data:text/html,<title>Inspected</title>";
    const ran = await call("run_session", { task: `read ${url}`, proxy_country_code: "none" });
    expect(ran.structuredContent).toMatchObject({ status: "stopped", output: "Inspected", success: true, steps: 2 });
    expect(JSON.parse(ran.content[0].text)).toEqual(ran.structuredContent);
    const { sessions } = (await call("list_sessions", { page_size: 1 })).structuredContent;
    expect(sessions).toMatchObject([{ session_id: ran.structuredContent.session_id, status: "stopped" }]);
  });

const status = async (id: string) => (await p.call("GET", `/v3/sessions/${id}`)).body.status;

test("runs a task with a question, an answer, a follow-up and a stop", async () => {
  const { structuredContent: asked } = await call("run_session", { task: "ask me", keep_alive: true });
  expect(asked).toMatchObject({
    status: "running",
    question: "Which one?",
    next: expect.stringContaining("send_task"),
  });
  const { session_id } = asked;
  const answered = await call("send_task", { session_id, task: "the blue one" });
  expect(answered.structuredContent).toMatchObject({ status: "idle", output: "the blue one" });
  const again = await call("send_task", { session_id, task: "wait", wait_seconds: 0 });
  expect(again.structuredContent).toMatchObject({ status: "running", next: expect.stringContaining("get_session") });
  await until(async () => (await call("get_session", { session_id })).structuredContent.steps === 1);
  const { structuredContent: read } = await call("get_session_messages", { session_id, limit: 2 });
  expect(read.has_more).toBe(true);
  expect(read.messages.at(-1)).toEqual({ ...read.messages.at(-1), role: "ai", text: expect.any(String) });
  const stopped = await call("stop_session", { session_id, strategy: "task" });
  expect(stopped.structuredContent).toMatchObject({ status: "idle" });
  expect((await call("stop_session", { session_id })).structuredContent).toMatchObject({ status: "stopped" });
  await p.call("POST", "/v3/profiles", { name: "shop" });
  const { structuredContent: listed } = await call("list_browser_profiles", { query: "sho" });
  expect(listed).toMatchObject({ total: 1, profiles: [{ name: "shop", profile_id: expect.any(String) }] });
});

test("errors say what to do", async () => {
  const failing = async (name: string, args: object) => {
    const result = await call(name, args);
    expect(result.isError).toBe(true);
    return result.content[0].text;
  };
  expect(await failing("run_session", {})).toBe("task is required.");
  expect(await failing("run_session", { task: "read", url: "x" })).toContain("Unknown argument: url. Arguments: task,");
  expect(await failing("run_session", { task: "read", keep_alive: 7 })).toContain("keep_alive: Input should be");
  expect(await failing("run_session", { task: "read", model: "none" })).toContain("Available: scripted");
  expect(await failing("get_session", { session_id: "nonsense" })).toContain(
    "session_id: Input should be a valid UUID",
  );
  expect(await failing("get_session", { session_id: crypto.randomUUID() })).toBe("Session not found");
  const { body } = await p.call("POST", "/v3/sessions", { task: "read about:blank", proxyCountryCode: null });
  await until(async () => (await status(body.id)) === "stopped");
  expect(await failing("send_task", { session_id: body.id, task: "read" })).toContain("Create a new session.");
  const { error } = await rpc("tools/call", { name: "nothing", arguments: {} });
  expect(error).toMatchObject({ code: -32602, message: expect.stringContaining("Tools: run_session") });
});

test("a waiting call gets progress, and a cancelled one stops its session", async () => {
  const client = await session();
  expect(client).toMatch(/^[\w-]{36}$/);
  const received: Data[] = [];
  const asked = { task: "wait", proxy_country_code: "none", wait_seconds: 60 };
  const calling = call("run_session", asked, { session: client, received, id: 1_000 }, { progressToken: "t" });
  await until(() => received.some(({ params }) => params?.message?.startsWith("Step 1")));
  const progress = received.map(({ method, params }) => ({ method, ...params }));
  expect(progress.every((one) => one.method === "notifications/progress" && one.progressToken === "t")).toBe(true);
  expect(progress.map((one) => one.progress)).toEqual(progress.map((_, n) => n + 1));
  // The same id of another client or call has no effect.
  await rpc("notifications/cancelled", { requestId: 1_000 }, { session: await session() });
  await rpc("notifications/cancelled", { requestId: 999 }, { session: client });
  const { id } = (await p.call("GET", "/v3/sessions?page_size=1")).body.sessions[0];
  expect(await status(id)).toBe("running");
  expect((await rpc("notifications/cancelled", { requestId: 1_000 }, { session: client })).status).toBe(202);
  await until(async () => (await status(id)) === "stopped");
  await calling;
});

test("a lost connection stops nothing, and a call waits no longer than requested", async () => {
  const lost = new AbortController();
  const received: Data[] = [];
  const asked = { task: "wait", proxy_country_code: "none", keep_alive: true, wait_seconds: 60 };
  const calling = call("run_session", asked, { received, signal: lost.signal }, { progressToken: 1 });
  calling.catch(() => {});
  await until(() => received.some(({ params }) => params?.message?.startsWith("Step 1")));
  lost.abort();
  const { id } = (await p.call("GET", "/v3/sessions?page_size=1")).body.sessions[0];
  const late = await call("get_session", { session_id: id, wait_seconds: 1 });
  expect(late.structuredContent).toMatchObject({ status: "running", last_step: expect.any(String) });
  await call("stop_session", { session_id: id });
});

test("in the protocol of 2026 a disconnect stops the session", async () => {
  const meta = (name: string, value: unknown) => ({ [`io.modelcontextprotocol/${name}`]: value });
  const envelope = {
    ...{ ...meta("protocolVersion", "2026-07-28"), ...meta("clientInfo", { name: "test", version: "1" }) },
    ...{ ...meta("clientCapabilities", {}), progressToken: "t" },
  };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "run_session" };
  const [lost, received] = [new AbortController(), [] as Data[]];
  const asked = { task: "wait", proxy_country_code: "none", wait_seconds: 60 };
  const calling = call("run_session", asked, { received, headers, signal: lost.signal }, envelope);
  calling.catch(() => {});
  await until(() => received.some(({ params }) => params?.message?.startsWith("Step 1")));
  const { id } = (await p.call("GET", "/v3/sessions?page_size=1")).body.sessions[0];
  expect(await status(id)).toBe("running");
  lost.abort();
  await until(async () => (await status(id)) === "stopped");
});

test("refuses requests without a key, of other origins, and malformed ones", async () => {
  const none = await rpc("tools/list", {}, { headers: { "X-Svc-API-Key": "" } });
  expect(none).toMatchObject({ status: 401, detail: "Missing API key", hint: expect.any(String) });
  expect(none.headers.get("www-authenticate")).toContain("Bearer");
  expect((await rpc("tools/list", {}, { headers: { "X-Svc-API-Key": "svc_wrong" } })).status).toBe(401);
  expect((await rpc("tools/list", {}, { headers: { origin: "https://evil.example" } })).status).toBe(403);
  const renamed = { "X-Svc-API-Key": "", "X-Acme-Key": p.key };
  expect((await rpc("tools/list", {}, { headers: renamed })).result.tools).toHaveLength(TOOLS.length);
  expect((await rpc("tools/list", {}, { headers: { origin: p.url } })).result.tools).toHaveLength(TOOLS.length);
  const headers = {
    "X-Svc-API-Key": p.key,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const post = (body: string | ReadableStream<Uint8Array>) =>
    fetch(`${p.url}/v3/mcp`, { method: "POST", headers, body });
  expect((await post("{")).status).toBe(400);
  expect((await post(JSON.stringify({ a: "x".repeat(1_100_000) }))).status).toBe(413);
  const endless = new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(65_536)) });
  expect((await post(endless)).status).toBe(413);
  expect((await fetch(`${p.url}/v3/mcp`, { headers })).status).toBe(405);
});
