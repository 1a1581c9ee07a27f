/** The server as a process: its handshake, its sessions, concurrent calls, and its end. */

import { expect, test } from "bun:test";
import { homeFixture, lives } from "../e2e/home-fixture.ts";
import { type Data, EXECUTABLE } from "../fixture.ts";
import { localServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { client, startClient } from "./client.ts";

const page = (body: string) => `data:text/html,${encodeURIComponent(body)}`;

test("the handshake returns server, capabilities and instructions", async () => {
  await using h = homeFixture();
  await using c = startClient([], h.env);
  const clientInfo = { name: "test", version: "1" };
  const hello = await c.request("initialize", { protocolVersion: "1999-01-01", capabilities: {}, clientInfo });
  expect(hello.serverInfo.name).toBe("svc");
  expect(hello.capabilities).toEqual({ tools: {}, resources: {} });
  expect(hello.protocolVersion).toMatch(/^2025-/);
  expect(hello.instructions).toContain("browser_get_state");
  expect(await c.request("ping")).toEqual({});
  await expect(c.request("nonsense/method")).rejects.toMatchObject({ code: -32601 });
});

test("supports the protocol of 2026", async () => {
  await using h = homeFixture();
  await using c = startClient([], h.env);
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  expect((await c.request("server/discover", { _meta })).supportedVersions).toContain("2026-07-28");
  expect((await c.request("tools/list", { _meta })).tools.length).toBeGreaterThan(10);
  const { structuredContent } = await c.request("tools/call", { name: "browser_list_sessions", arguments: {}, _meta });
  expect(structuredContent).toEqual({ sessions: [] });
});

test("uses the sessions of the command line, and starts a closed one again", async () => {
  await using h = homeFixture();
  await using c = await client([], h.env);
  await h.run("open", page("<title>From the shell</title>"));
  expect((await c.call("browser_get_state")).data.title).toBe("From the shell");
  await c.call("browser_navigate", { url: page("<title>From a tool</title>") });
  expect((await h.json("get", "title")).data).toEqual({ title: "From a tool" });
  await h.run("close");
  expect((await c.call("browser_navigate", { url: page("<title>Anew</title>") })).data.title).toBe("Anew");
  expect((await h.json("get", "title")).data).toEqual({ title: "Anew" });
});

test("a wait and the click that ends it run at the same time", async () => {
  await using h = homeFixture();
  await using c = await client([], h.env);
  await c.call("browser_navigate", { url: page("<button onclick='document.body.append(`Done`)'>Go</button>") });
  await c.call("browser_get_state");
  const [waited, clicked] = await Promise.all([
    c.call("browser_wait", { text: "Done" }),
    c.call("browser_click", { index: 1 }),
  ]);
  expect(waited.data).toMatchObject({ found: true });
  expect(clicked.isError).toBe(false);
});

test("reports progress of a long call, and cancels it without ending the session", async () => {
  await using h = homeFixture();
  await using c = await client([], h.env);
  await c.call("browser_navigate", { url: page("<title>Here</title>") });
  const { id } = c.begin("tools/call", {
    name: "browser_eval",
    arguments: { js: "new Promise(() => {})", timeout_ms: 600_000 },
    _meta: { progressToken: "mine" },
  });
  const told = () => c.received.filter(({ method }) => method === "notifications/progress");
  await until(() => told().length >= 2, "two words of progress");
  expect(told().every(({ params }) => params.progressToken === "mine")).toBe(true);
  const steps = told().map(({ params }) => params.progress);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  c.notify("notifications/cancelled", { requestId: id, reason: "changed my mind" });
  // A write that follows in the queue of the session would wait for the other one.
  expect((await c.call("browser_eval", { js: "document.title" })).data.result).toBe("Here");
  expect(c.received.some((message) => message.id === id)).toBe(false);
});

test("options of the line are the defaults of calls", async () => {
  await using h = homeFixture();
  await using c = await client(["--session", "mine", "--timeout", "30000"], h.env);
  await c.call("browser_navigate", { url: page("<title>Mine</title>") });
  expect((await h.json("--session", "mine", "get", "title")).data).toEqual({ title: "Mine" });
  await using hasty = await client(["--session", "mine", "--timeout", "100"], h.env);
  expect((await hasty.call("browser_wait", { text: "never" })).data).toMatchObject({ code: "timeout" });
  await using headed = await client(["--session", "mine", "--headed"], h.env);
  expect((await headed.call("browser_get_state")).data).toMatchObject({ code: "conflict" });
});

test("rejects invalid lines and continues", async () => {
  await using h = homeFixture();
  await using c = await client([], h.env);
  c.write("{nonsense");
  c.write("");
  c.write("[]");
  c.write('{"id":7}');
  c.write(JSON.stringify({ jsonrpc: "2.0", id: 8, method: "ping", params: { much: "x".repeat(17_000_000) } }));
  expect(await c.request("ping")).toEqual({});
  await until(() => c.received.length === 4, "four answers");
  expect(c.received.map(({ error }) => error.code)).toEqual([-32700, -32600, -32600, -32700]);
});

test("rejects invalid params with the request's id", async () => {
  await using h = homeFixture();
  await using c = startClient([], h.env);
  await expect(c.request("initialize", { cursor: "x" })).rejects.toMatchObject({ code: -32602 });
  for (const progressToken of [null, {}, true])
    await expect(c.request("ping", { _meta: { progressToken } })).rejects.toMatchObject({ code: -32600 });
  for (const params of [{ uri: 7 }, {}])
    await expect(c.request("resources/read", params)).rejects.toThrow("Invalid params: params.uri: ");
  expect(await c.request("ping")).toEqual({});
});

test("delivers a reply of megabytes to a slow reader", async () => {
  await using h = homeFixture();
  await using c = await client([], h.env);
  const letters = 5_000_000;
  await c.call("browser_navigate", { url: page("<title>Big</title>") });
  const answers = [1, 2].map(() => c.call("browser_eval", { js: `"é".repeat(${letters})` }));
  expect((await c.call("browser_get_state")).data.title).toBe("Big");
  for (const { data } of await Promise.all(answers)) expect(data.result.length).toBe(letters);
});

test("answers pending requests when the input ends, exits with 0, and keeps the session", async () => {
  await using h = homeFixture();
  await using c = await client([], h.env);
  const opened = c.call("browser_navigate", { url: page("<title>Last</title>") });
  const state = c.call("browser_get_state");
  await c.endInput();
  expect((await opened).isError).toBe(false);
  expect((await state).text).toContain("url: ");
  expect(await c.exited).toBe(0);
  expect(lives(h.state().pid)).toBe(true);
  expect((await h.json("get", "title")).data).toEqual({ title: "Last" });
});

test("signals end the server at once but not its daemon", async () => {
  await using h = homeFixture();
  for (const [signal, code] of [
    ["SIGTERM", 0],
    ["SIGINT", 130],
  ] as const) {
    await using c = await client([], h.env);
    await c.call("browser_navigate", { url: page("<title>Here</title>") });
    c.begin("tools/call", { name: "browser_wait", arguments: { text: "never", timeout_ms: 600_000 } });
    expect(await c.request("ping")).toEqual({});
    c.process.kill(signal);
    expect(await c.exited).toBe(code);
    expect(lives(h.state().pid)).toBe(true);
  }
});

test("ends when nobody reads its output", async () => {
  await using h = homeFixture();
  const line = `("${EXECUTABLE}" --mcp; echo "exit $?" >&2) | head -n 1`;
  const shell = Bun.spawn(["sh", "-c", line], {
    env: { ...process.env, ...h.env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
  const timer = setInterval(() => void Promise.resolve(shell.stdin.write(ping)).catch(() => {}), 20);
  try {
    expect(await shell.stderr.text()).toBe("exit 0\n");
  } finally {
    clearInterval(timer);
    shell.kill();
    await shell.exited;
  }
});

test("ends with its pending commands when the client is gone", async () => {
  await using h = homeFixture();
  let begun = 0;
  using site = localServer(() => new Response(String(begun++)));
  await h.json("open", site.url.href);
  const before = begun;
  // The test keeps the ends of the pipes open, like a program that the dead client has started.
  const parent = Bun.spawn(["sh", "-c", `exec 3<&0; "${EXECUTABLE}" --mcp --tools all <&3 & echo $! >&2; wait`], {
    env: { ...process.env, ...h.env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  const server = Number(new TextDecoder().decode((await parent.stderr.getReader().read()).value));
  const say = (message: object) => parent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "test", version: "1" };
  say({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  say({ method: "notifications/initialized" });
  const js = "fetch('/begun').then(() => new Promise(() => {}))";
  say({ id: 2, method: "tools/call", params: { name: "browser_eval", arguments: { js, timeout_ms: 600_000 } } });
  parent.stdin.flush();
  await until(() => begun > before, "the call is under way");
  parent.kill("SIGKILL");
  await until(() => !lives(server), "the server has ended");
  // It would wait behind the call if that still ran.
  expect((await h.json("eval", "1 + 1")).data).toMatchObject({ result: 2 });
});

test("resources are state and screenshot of any session", async () => {
  await using h = homeFixture();
  await using c = await client([], h.env);
  await c.call("browser_navigate", { url: page("<title>Mine</title>") });
  await c.call("browser_navigate", { url: page("<title>Other</title>"), session: "other" });
  const { resources } = await c.request("resources/list");
  expect(resources.map(({ uri }: Data) => uri)).toEqual(["svc://state", "svc://screenshot"]);
  const { resourceTemplates } = await c.request("resources/templates/list");
  expect(resourceTemplates.map(({ uriTemplate }: Data) => uriTemplate)).toContain("svc://{session}/state");
  const read = async (uri: string) => (await c.request("resources/read", { uri })).contents[0];
  expect(await read("svc://state")).toMatchObject({ mimeType: "text/plain", text: expect.stringContaining("Mine") });
  expect((await read("svc://other/state")).text).toContain("Other");
  const picture = await read("svc://screenshot");
  expect(picture.mimeType).toBe("image/png");
  expect(Buffer.from(picture.blob, "base64").subarray(1, 4).toString()).toBe("PNG");
  for (const uri of ["svc://nonsense", "svc://a/b/c", "file:///etc/passwd", "svc://../state"])
    await expect(read(uri)).rejects.toMatchObject({ message: expect.any(String), code: expect.any(Number) });
});

test("an invalid line fails with the usual exit code and nothing on stdout", async () => {
  await using h = homeFixture();
  for (const [line, told] of [
    [["--mcp", "click", "3"], "with a command"],
    [["--mcp", "--tools", "core,nonsense"], "unknown name 'nonsense'"],
    [["--mcp", "--frobnicate"], "unknown option"],
    [["--mcp", "--session", "../x"], ""],
    [["state", "--tools", "all"], "with --mcp"],
  ] as const) {
    const { code, stdout, stderr } = await h.run(...line);
    expect({ line, code, stdout }).toEqual({ line, code: 2, stdout: "" });
    expect(stderr).toStartWith("Error: ");
    expect(stderr).toContain(told);
  }
  expect((await h.run("--mcp", "--help")).stdout).toContain("--mcp");
  expect((await h.json("state", "--grep", "--mcp", "--session", "nobody", "--timeout", "1")).code).not.toBe("usage");
});
