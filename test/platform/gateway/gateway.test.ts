/** The gateway: authentication, answers, and limits of clients. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect as connectTcp } from "node:net";
import { Client } from "../../../src/platform/gateway/client.ts";
import type { Data } from "../../fixture.ts";
import { until } from "../../support/until.ts";
import { served, type TestPlatform } from "../served.ts";

let platform: TestPlatform;

beforeAll(async () => {
  platform = await served({ concurrency: 4 });
});
afterAll(async () => {
  await platform[Symbol.asyncDispose]();
});

interface Closing {
  code: number;
  reason: string;
}

interface Caller {
  /** Sends a call and returns the answer. */
  call(method: string, params?: object, sessionId?: string): Promise<Data>;
  send(text: string | Uint8Array): void;
  /** The next event. */
  next(): Promise<Data>;
  closed: Promise<Closing>;
  close(): void;
}

/** A minimal client. */
async function caller(url: string): Promise<Caller> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (answer: Data) => void>();
  const said: Data[] = [];
  let hear: (() => void) | undefined;
  const closed = new Promise<Closing>((resolve) => {
    socket.onclose = ({ code, reason }) => resolve({ code, reason });
  });
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data));
    const resolve = waiting.get(message.id);
    if (resolve) resolve(message);
    else said.push(message);
    hear?.();
  };
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error("refused"));
  });
  let lastId = 1_000;
  return {
    call: (method, params, sessionId) =>
      new Promise((resolve) => {
        const id = ++lastId;
        waiting.set(id, resolve);
        socket.send(JSON.stringify({ id, method, params, sessionId }));
      }),
    send: (text) => socket.send(text),
    async next() {
      while (said.length === 0)
        await new Promise<void>((resolve) => {
          hear = resolve;
        });
      return said.shift();
    },
    closed,
    close: () => socket.close(),
  };
}

const http = (cdpUrl: string) => cdpUrl.replace(/^ws/, "http");
const running = (id: string) => platform.server.platform.fleet.get(id);

async function stop(id: string): Promise<void> {
  await platform.call("PATCH", `/v3/browsers/${id}`, { action: "stop" });
}

/** Waits until the server has forgotten all clients. */
async function isAloneAgain(id: string): Promise<void> {
  const load = () => running(id)?.started.multiplexer.load();
  await until(() => Bun.deepEquals(load(), { users: 1, sessions: 1, calls: 0 }));
}

test("a URL opens only its browser, and only for clients", async () => {
  const { id, cdpUrl } = await platform.browser();
  const path = new URL(cdpUrl).pathname;
  const token = path.split("/").at(-1) ?? "";
  const status = async (at: string, headers: Record<string, string> = {}) =>
    (await fetch(`${platform.url}${at}`, { headers })).status;
  const upgrade = {
    upgrade: "websocket",
    connection: "Upgrade",
    "sec-websocket-version": "13",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
  };
  const other = crypto.randomUUID();
  expect(await status(path.replace(id, other), upgrade)).toBe(404);
  expect(await status(path.replace(token, "x".repeat(token.length)), upgrade)).toBe(404);
  expect(await status(path.replace(token, `zzzzzzzz${token.slice(token.indexOf("."))}`), upgrade)).toBe(404);
  expect(await status(`/cdp/${id}/`, upgrade)).toBe(404);
  expect(await status(`${path}/json/protocol`)).toBe(404);
  expect(await status(`${path}/../../x`)).toBe(404);
  expect(await status(path)).toBe(426);
  for (const origin of ["https://evil.example", "null", "http://localhost", platform.url.replace("http", "https")])
    for (const at of [path, `${path}/json/version`]) expect(await status(at, { ...upgrade, origin })).toBe(403);
  expect(await status(`${path}/json/version`, { origin: platform.url })).toBe(200);
  expect(running(id)?.clients).toBe(0);
  await stop(id);
  expect(await status(`${path}/json/version`)).toBe(404);
});

test("serves the HTTP endpoints of a debugging port, and a WebSocket per target", async () => {
  const { id, cdpUrl } = await platform.browser();
  for (const at of ["/json/version", "/json/version/"]) {
    const answer = await fetch(http(cdpUrl) + at);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({
      Browser: expect.stringContaining("Chrome/"),
      "Protocol-Version": "1.3",
      webSocketDebuggerUrl: cdpUrl,
    });
  }
  // As clients do that know the URLs of a debugging port.
  const client = await caller(`${cdpUrl}/devtools/browser/${id}`);
  const { result } = await client.call("Target.createTarget", { url: "data:text/html,<title>here</title>" });
  const list = (await (await fetch(`${http(cdpUrl)}/json/list`)).json()) as Data[];
  const target = list.find((one) => one.id === result.targetId);
  expect(target).toMatchObject({ type: "page", webSocketDebuggerUrl: `${cdpUrl}/devtools/page/${result.targetId}` });
  const page = await caller(target.webSocketDebuggerUrl);
  expect((await page.call("Runtime.evaluate", { expression: "6 * 7" })).result.result.value).toBe(42);
  expect((await page.call("Page.navigate", { url: "file:///etc/passwd" })).error.message).toContain(
    "file: URLs are not allowed",
  );
  await client.call("Target.closeTarget", { targetId: result.targetId });
  expect(await page.closed).toEqual({ code: 1001, reason: "the target was closed" });
  const gone = await caller(target.webSocketDebuggerUrl);
  expect(await gone.closed).toEqual({ code: 1001, reason: "the target was closed" });
  client.close();
  await stop(id);
});

test("answers invalid messages as Chrome does, without side effects", async () => {
  const { id, cdpUrl } = await platform.browser();
  const client = await caller(cdpUrl);
  for (const [text, code] of [
    ["garbage", -32700],
    ["", -32700],
    ["[]", -32600],
    ['{"method":"Browser.getVersion"}', -32600],
    ['{"id":1,"method":"Browser.getVersion","method":5}', -32600],
    ['{"id":1,"method":"No.such"}', -32601],
    ['{"id":1,"method":"Runtime.evaluate","sessionId":"no such"}', -32001],
    ["[".repeat(1_000_000), -32700],
    [new Uint8Array([0xff, 0xfe, 0]), -32700],
  ] as const) {
    client.send(text);
    expect((await client.next()).error.code).toBe(code);
  }
  client.send(new TextEncoder().encode('{"id":5,"method":"Browser.getVersion"}'));
  expect(await client.next()).toMatchObject({ id: 5, result: { product: expect.any(String) } });
  client.close();
  await stop(id);
});

test("duplicate fields: the value that was checked is the one that is executed", async () => {
  const { id, cdpUrl } = await platform.browser();
  const client = await caller(cdpUrl);
  client.send(
    '{"id":1,"method":"Target.createTarget","params":{"url":"about:blank"},"params":{"url":"file:///etc/passwd"}}',
  );
  expect((await client.next()).error.message).toContain("file: URLs are not allowed");
  client.send('{"id":2,"method":"Target.createTarget","params":{"url":"file:///etc/passwd","url":"about:blank"}}');
  await client.next();
  const { result } = await client.call("Target.getTargets");
  // One is the initial page of every browser.
  expect(result.targetInfos.map(({ url }: Data) => url)).toEqual(["about:blank", "about:blank"]);
  client.close();
  await stop(id);
});

test("Browser.close is answered, stops the browser and disconnects its clients", async () => {
  const { id, cdpUrl } = await platform.browser();
  const [closing, other] = [await caller(cdpUrl), await caller(cdpUrl)];
  expect(await closing.call("Browser.close")).toMatchObject({ result: {} });
  expect(await closing.closed).toEqual({ code: 1001, reason: "the browser has ended" });
  expect((await other.closed).code).toBe(1001);
  const status = async () => (await platform.call("GET", `/v3/browsers/${id}`)).body.status;
  await until(async () => (await status()) === "stopped");
});

test("disconnects the clients of a browser that dies", async () => {
  const { id, cdpUrl } = await platform.browser();
  const client = await caller(cdpUrl);
  process.kill(running(id)?.started.launched.process.pid ?? 0, "SIGKILL");
  expect(await client.closed).toEqual({ code: 1001, reason: "the browser has ended" });
});

test("thirty concurrent clients, each with its own page", async () => {
  const { id, cdpUrl } = await platform.browser();
  const clients = await Promise.all(Array.from({ length: 30 }, () => caller(cdpUrl)));
  const sums = clients.map(async ({ call }, n) => {
    const { result } = await call("Target.createTarget", { url: "about:blank" });
    const { sessionId } = (await call("Target.attachToTarget", { targetId: result.targetId, flatten: true })).result;
    for (let round = 0; round < 10; round++) {
      const answer = await call("Runtime.evaluate", { expression: `${n} * 1000 + ${round}` }, sessionId);
      expect(answer).toMatchObject({ sessionId, result: { result: { value: n * 1000 + round } } });
    }
  });
  await Promise.all(sums);
  expect(running(id)?.clients).toBe(30);
  for (const client of clients) client.close();
  await until(() => running(id)?.clients === 0);
  await isAloneAgain(id);
  await stop(id);
}, 60_000);

/** A client that stops after the WebSocket handshake. */
async function halfClient(cdpUrl: string) {
  const { hostname, port, pathname } = new URL(cdpUrl);
  const socket = connectTcp(Number(port), hostname);
  const lines = [
    `GET ${pathname} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
  ];
  socket.on("error", () => {});
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  await new Promise((resolve) => socket.once("data", resolve));
  return socket;
}

/** A text frame of a client, with a mask of zeros. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(14);
  head[0] = 0x81;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}

test("disconnects a client that reads too slowly; others are not affected", async () => {
  const { id, cdpUrl } = await platform.browser();
  const other = await caller(cdpUrl);
  const slow = await halfClient(cdpUrl);
  slow.pause();
  await until(() => running(id)?.clients === 2);
  const before = process.memoryUsage().rss;
  // Each answer is 4 MB; at most 64 of the 400 MB may be queued.
  const { result } = await other.call("Target.createTarget", { url: "about:blank" });
  slow.write(
    frame(
      JSON.stringify({ id: 1, method: "Target.attachToTarget", params: { targetId: result.targetId, flatten: true } }),
    ),
  );
  const evaluate = { expression: "'x'.repeat(4e6)", returnByValue: true };
  const page = await caller(`${cdpUrl}/devtools/page/${result.targetId}`);
  page.close();
  const slowPage = await halfClient(`${cdpUrl}/devtools/page/${result.targetId}`);
  slowPage.pause();
  for (let n = 1; n <= 100; n++)
    slowPage.write(frame(JSON.stringify({ id: n, method: "Runtime.evaluate", params: evaluate })));
  // The slow client is disconnected; the other two remain.
  let peak = 0;
  while ((running(id)?.clients ?? 0) > 2) {
    peak = Math.max(peak, process.memoryUsage().rss - before);
    await Bun.sleep(10);
  }
  expect(peak).toBeLessThan(400e6);
  expect((await other.call("Browser.getVersion")).result.protocolVersion).toBe("1.3");
  for (const socket of [slow, slowPage]) socket.destroy();
  other.close();
  await stop(id);
}, 60_000);

test("limits the data queued for all clients of a browser", async () => {
  const { id } = await platform.browser();
  const browser = running(id);
  if (!browser) throw new Error("no browser");
  const closed: number[] = [];
  /** Its peer reads nothing; each answer has some hundred characters. */
  const stuck = async () => {
    const client = new Client({ browser, stop: async () => {}, watch: () => () => {}, maxUnread: 600 });
    const before = browser.unread;
    const over = closed.length;
    client.opened({ send: () => false, pause() {}, resume() {}, close: (code) => void closed.push(code) });
    client.message('{"id":1,"method":"Browser.getVersion"}');
    await until(() => browser.unread !== before || closed.length !== over);
    return client;
  };
  const clients = [await stuck()];
  while (closed.length === 0 && clients.length < 10) clients.push(await stuck());
  expect(closed).toEqual([1013]);
  expect(clients.length).toBeGreaterThan(2);
  expect(browser.unread).toBeGreaterThan(600);
  clients[0]?.drained();
  clients.push(await stuck());
  for (const client of clients) client.closed();
  // A disconnected client counts once.
  for (const client of clients) client.drained();
  expect([browser.unread, browser.clients]).toEqual([0, 0]);
  await stop(id);
}, 60_000);

test("pauses a client that sends faster than the browser reads, and loses nothing", async () => {
  const { id, cdpUrl } = await platform.browser();
  const flooding = await halfClient(cdpUrl);
  const big = JSON.stringify({ id: 1, method: "No.such", params: { text: "x".repeat(1e6) } });
  let answers = "";
  flooding.on("data", (data: Buffer) => {
    answers += data.toString("latin1");
  });
  for (let n = 0; n < 60; n++) flooding.write(frame(big));
  await until(() => answers.split("wasn't found").length > 60);
  flooding.destroy();
  await until(() => running(id)?.clients === 0);
  await stop(id);
}, 60_000);

test("frees the slots of clients that disconnect at any moment", async () => {
  const { id, cdpUrl } = await platform.browser();
  const vanish = async (n: number) => {
    const socket = await halfClient(cdpUrl);
    if (n % 3 === 0)
      socket.write(frame('{"id":1,"method":"Target.setDiscoverTargets","params":{"discover":true}}').subarray(0, 20));
    if (n % 3 === 1) socket.write(frame('{"id":1,"method":"Target.getTargets"}'));
    socket.destroy();
  };
  await Promise.all(Array.from({ length: 30 }, (_, n) => vanish(n)));
  await until(() => running(id)?.clients === 0);
  await isAloneAgain(id);
  await stop(id);
}, 60_000);
