/** Sessions in browsers that svc did not start (attached by address or by discovery), and copies of the user's profiles. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { debuggedBrowser, HAS_FULL_BROWSER } from "../browser/profiles/desktop.ts";
import { temporaryFolder } from "../support/folder.ts";
import { localServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { homeFixture, lives, processesWith } from "./home-fixture.ts";

const temporary = temporaryFolder();
const folder = temporary.path;
let desktop: Awaited<ReturnType<typeof debuggedBrowser>>;

beforeAll(async () => {
  desktop = await debuggedBrowser(join(folder, ".config", "chromium"), folder);
});

afterAll(async () => {
  await desktop[Symbol.asyncDispose]();
  temporary[Symbol.dispose]();
});

test("--cdp-url accepts http and ws addresses and reuses the session for the same address", async () => {
  for (const url of [
    desktop.http,
    `http://localhost:${desktop.port}/`,
    `http://127.0.0.1:${desktop.port}/json/version`,
    desktop.ws,
  ]) {
    await using h = homeFixture();
    expect(await h.json("--cdp-url", url, "open", "data:text/html,<title>attached</title>")).toMatchObject({
      success: true,
    });
    expect(await h.json("get", "title", "--cdp-url", url)).toMatchObject({
      success: true,
      data: { title: "attached" },
    });
    expect((await h.json("sessions")).data.sessions[0].config).toStartWith("cdp=");
  }
  expect(lives(desktop.child.pid)).toBe(true);
});

test("--cdp-url accepts https and wss addresses with a trusted certificate", async () => {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  Bun.spawnSync([
    "openssl",
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "1",
    "-keyout",
    key,
    "-out",
    cert,
    ...names,
  ]);
  // A TLS proxy in front of a hosted browser that forwards the WebSocket.
  using proxy = localServer<{ inner: WebSocket; early: string[] }>({
    tls: { key: Bun.file(key), cert: Bun.file(cert) },
    async fetch(request, server) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/json")) return await fetch(`http://127.0.0.1:${desktop.port}${pathname}`);
      const inner = new WebSocket(`ws://127.0.0.1:${desktop.port}${pathname}`);
      return server.upgrade(request, { data: { inner, early: [] } }) ? undefined : new Response("no", { status: 400 });
    },
    websocket: {
      open(ws) {
        const { inner, early } = ws.data;
        inner.onmessage = ({ data }) => void ws.send(String(data));
        inner.onopen = () => {
          for (const text of early.splice(0)) inner.send(text);
        };
      },
      message(ws, text) {
        const { inner, early } = ws.data;
        if (inner.readyState === WebSocket.OPEN) inner.send(String(text));
        else early.push(String(text));
      },
      close: (ws) => ws.data.inner.close(),
    },
  });
  for (const url of [
    `https://localhost:${proxy.port}`,
    `wss://localhost:${proxy.port}${new URL(desktop.ws).pathname}`,
  ]) {
    await using trusting = homeFixture({ NODE_EXTRA_CA_CERTS: cert });
    expect(await trusting.json("--cdp-url", url, "open", "data:text/html,<title>by TLS</title>")).toMatchObject({
      success: true,
    });
    await using strict = homeFixture({ NODE_EXTRA_CA_CERTS: undefined });
    expect(await strict.json("--cdp-url", url, "get", "url")).toMatchObject({ code: "not_a_browser", exit: 6 });
  }
});

test("the token of a CDP URL appears in no file and in no process list", async () => {
  await using h = homeFixture();
  await h.json("--cdp-url", `http://user:hush@127.0.0.1:${desktop.port}/?token=hush`, "get", "url");
  for (const name of ["default.state.json", "cli.log"])
    expect(readFileSync(join(h.home, name), "utf8")).not.toContain("hush");
  const daemons = processesWith(h.home).filter((line) => line.includes("__daemon"));
  expect(daemons).toHaveLength(1);
  expect(daemons[0]).not.toContain("hush");
});

test("each wrong --cdp-url fails with its own error code, at once or at the deadline", async () => {
  await using h = homeFixture();
  using web = localServer(() => new Response("<h1>hello</h1>"));
  using silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const at = async (url: string, ...more: string[]) => await h.json("--cdp-url", url, "get", "url", ...more);
  expect(await at("http://127.0.0.1:1")).toMatchObject({ code: "refused", exit: 6 });
  expect(await at("ws://127.0.0.1:1")).toMatchObject({ code: "refused", exit: 6 });
  expect(await at(`http://127.0.0.1:${web.port}`)).toMatchObject({ code: "not_a_browser", exit: 6 });
  expect(await at(`ws://127.0.0.1:${web.port}`)).toMatchObject({ code: "not_a_browser", exit: 6 });
  expect(await at(`http://127.0.0.1:${silent.port}`, "--timeout", "700")).toMatchObject({ code: "timeout", exit: 5 });
  expect(await at(`ws://127.0.0.1:${silent.port}`, "--timeout", "700")).toMatchObject({ code: "timeout", exit: 5 });
  // The daemon may notice a browser that never answers a moment after its client gave up.
  await until(async () => (await h.json("sessions")).data.sessions.length === 0, "no session is left");
});

test("a browser that never responds times out, and one that hangs up is reported as closed", async () => {
  await using h = homeFixture();
  const serve = (message: (ws: Bun.ServerWebSocket<undefined>) => void) =>
    localServer({
      fetch: (request, server) => (server.upgrade(request, { data: undefined }) ? undefined : new Response("no")),
      websocket: { message },
    });
  using silent = serve(() => {});
  using closing = serve((ws) => ws.close());
  expect(await h.json("--cdp-url", `ws://127.0.0.1:${silent.port}`, "get", "url", "--timeout", "700")).toMatchObject({
    code: "timeout",
    exit: 5,
  });
  await until(async () => (await h.json("sessions")).data.sessions.length === 0, "no session is left");
  expect(await h.json("--cdp-url", `ws://127.0.0.1:${closing.port}`, "get", "url")).toMatchObject({
    code: "closed",
    exit: 6,
  });
});

test("connect finds the running browser, and close disconnects without stopping it", async () => {
  await using h = homeFixture({ HOME: folder });
  expect(await h.json("connect")).toMatchObject({ success: true, data: { status: "connected" } });
  expect(await h.json("connect")).toMatchObject({ success: true });
  expect(await h.json("--connect", "open", "data:text/html,<title>found</title>")).toMatchObject({ success: true });
  expect((await h.json("get", "title")).data).toEqual({ title: "found" });
  expect(await h.json("--headed", "get", "title")).toMatchObject({ code: "conflict" });
  expect((await h.json("close")).data).toMatchObject({ closed: 1, keeps_running: ["Your desktop browser"] });
  expect(lives(desktop.child.pid)).toBe(true);
});

test("connect without a running browser hints at remote debugging", async () => {
  await using h = homeFixture();
  expect(await h.json("connect")).toMatchObject({
    code: "no_browser",
    exit: 6,
    hint: expect.stringContaining("chrome://inspect/#remote-debugging"),
  });
});

test("an attached browser sets up a new tab before its page runs", async () => {
  await using h = homeFixture({ HOME: folder });
  await h.json("connect");
  await h.json(
    "tab",
    "new",
    "data:text/html,<button onclick=\"window.open('data:text/html,<title>popup</title>','_blank')\">go</button><button onclick=\"w=window.open('about:blank');w.document.write('<title>written</title>')\">two</button>",
  );
  await h.json("state");
  expect((await h.json("click", "2")).events).toMatchObject([{ kind: "tab" }]);
  expect((await h.json("tab", "list")).data.tabs.map(({ title }: { title: string }) => title)).toContain("written");
});

/** Makes a profile with one cookie and closes its browser. */
async function profileWithCookie(home: string): Promise<string> {
  const config = join(home, ".config", "chromium");
  await using h = homeFixture({ HOME: folder });
  await h.json("connect");
  await h.json("cookies", "set", "login", "yes", "--domain", "127.0.0.1", "--expires", "1900000000");
  const started = await debuggedBrowser(config, home);
  await using own = homeFixture();
  const address = started.http;
  await own.json(
    "--cdp-url",
    address,
    "cookies",
    "set",
    "login",
    "yes",
    "--domain",
    "127.0.0.1",
    "--expires",
    "1900000000",
  );
  const { webSocketDebuggerUrl } = (await (await fetch(`${address}/json/version`)).json()) as {
    webSocketDebuggerUrl: string;
  };
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  // `Browser.close` makes the browser write its cookies.
  socket.send(JSON.stringify({ id: 1, method: "Browser.close" }));
  await started.child.exited;
  return config;
}

/** Lists every file with its size and modification time. */
function listing(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => [name, statSync(join(root, name), { throwIfNoEntry: false })] as const)
    .map(([name, stat]) => `${name} ${stat?.isFile() ? `${stat.size} ${stat.mtimeMs}` : "folder"}`)
    .sort();
}

test("--profile uses the logins of the user's browser and does not write to its profile", async () => {
  if (!HAS_FULL_BROWSER) throw new Error("this test needs a full Chromium or Chrome on the machine");
  using home = temporaryFolder();
  const config = await profileWithCookie(home.path);
  cpSync(join(config, "Default"), join(config, "Profile 1"), { recursive: true });
  writeFileSync(
    join(config, "Local State"),
    JSON.stringify({
      profile: { info_cache: { Default: { name: "Your Chromium" }, "Profile 1": { name: "Büro" } } },
    }),
  );
  const before = listing(config);
  await using h = homeFixture({ HOME: home.path });
  expect((await h.json("--profile", "cookies", "get")).data.cookies).toMatchObject([
    { name: "login", value: "yes", domain: "127.0.0.1" },
  ]);
  expect((await h.json("sessions")).data.sessions[0].config).toBe("profile=Default");
  expect((await h.json("--profile", "get", "url")).success).toBe(true);
  await h.json("close");
  for (const name of ["büro", "profile 1", "Profile 1"]) {
    expect((await h.json(`--profile=${name}`, "cookies", "get")).data.cookies).toMatchObject([{ name: "login" }]);
    await h.json("close");
  }
  expect(await h.json("--profile", "Nobody", "get", "url")).toMatchObject({
    code: "not_found",
    exit: 3,
    error: expect.stringContaining('"Büro" (Profile 1)'),
  });
  expect(listing(config)).toEqual(before);
  expect(readdirSync(join(h.home, "run")).length).toBe(0);
});
