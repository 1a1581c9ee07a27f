/** The proxy of a browser on the wire: forwarded bytes, refusals, messages. All peers are on this machine. */

import { afterAll, expect, test } from "bun:test";
import { connect, createServer, type Server, type Socket } from "node:net";
import { type Dial, direct, through } from "../../../src/platform/egress/dial.ts";
import { type Denied, Guard, type GuardSetup } from "../../../src/platform/egress/guard.ts";
import { openProxy, type ProxyServer } from "../../../src/platform/egress/proxy.ts";
import { Traffic } from "../../../src/platform/egress/traffic.ts";
import type { Upstream } from "../../../src/platform/egress/upstream.ts";
import { localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { SELF_SIGNED } from "./self-signed.ts";

const origin = localServer({
  async fetch(request, server) {
    if (server.upgrade(request)) return undefined;
    const { pathname } = new URL(request.url);
    if (pathname === "/large") return new Response(`${"x".repeat(8_000_000)}end.`);
    if (pathname === "/body") return new Response(`${(await request.arrayBuffer()).byteLength} bytes`);
    if (pathname === "/events") return new Response(events, { headers: { "content-type": "text/event-stream" } });
    return Response.json({ path: pathname, headers: [...request.headers] });
  },
  websocket: { message: (ws, text) => void ws.send(`echo ${text}`) },
});
const events = async function* () {
  yield "data: first\n\n";
  await new Promise(() => {});
};

/** Answers when its peer has ended its side. */
const patient = await listen((socket) => {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("end", () => socket.end(`heard ${text}`));
});

/** Sends half of the announced body and resets the connection. */
const breaking = await listen((socket) => {
  socket.once("data", () => {
    socket.write("HTTP/1.1 200 OK\r\n\r\nhalf", () => socket.resetAndDestroy());
  });
});

afterAll(() => {
  origin.stop(true);
  patient.close();
  breaking.close();
});

async function listen(visit: (socket: Socket) => void, host = "127.0.0.1"): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    visit(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return server;
}

function portOf(server: Server): number {
  return (server.address() as { port: number }).port;
}

/** A port without a listener. */
async function deadPort(): Promise<number> {
  const server = await listen(() => {});
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface TestProxy extends AsyncDisposable {
  proxy: ProxyServer;
  denied: Denied[];
  failed: unknown[];
  traffic: Traffic;
  /** Sends the text and reads until the peer ends, `until` arrives, or the connection breaks (`cut`). */
  say(
    text: string | Uint8Array,
    how?: { until?: string; end?: boolean },
  ): Promise<{ text: string; end: "end" | "cut" | "open" }>;
}

async function proxied({
  upstream,
  dial,
  ...guarded
}: Partial<GuardSetup> & { upstream?: Partial<Upstream>; dial?: () => Dial | undefined } = {}): Promise<TestProxy> {
  const guard = new Guard({
    isPrivateOpen: true,
    ownPorts: () => [],
    lookup: async (name) => (name.endsWith(".test") ? ["127.0.0.1"] : []),
    ...guarded,
  });
  const traffic = new Traffic();
  const way = upstream
    ? through(
        { protocol: "http", host: "127.0.0.1", port: 1, username: "", password: "", isCustom: true, ...upstream },
        guard,
        (socket) => traffic.add(socket),
      )
    : direct(guard);
  const denied: Denied[] = [];
  const failed: unknown[] = [];
  const proxy = await openProxy({
    dial: dial ?? (() => way),
    denied: (one) => denied.push(one),
    failed: (error) => failed.push(error),
  });
  return {
    proxy,
    denied,
    failed,
    traffic,
    say(text, { until, end = false } = {}) {
      const { promise, resolve } = Promise.withResolvers<{ text: string; end: "end" | "cut" | "open" }>();
      let heard = "";
      const socket = connect({ host: "127.0.0.1", port: proxy.port, allowHalfOpen: true });
      const done = (how: "end" | "cut" | "open") => {
        socket.destroy();
        resolve({ text: heard, end: how });
      };
      socket.on("data", (chunk) => {
        heard += chunk.toString("latin1");
        if (until !== undefined && heard.includes(until, heard.length - chunk.length - until.length)) done("open");
      });
      socket.on("end", () => done("end"));
      socket.on("error", () => done("cut"));
      socket.on("close", () => done("cut"));
      socket.write(text);
      if (end) socket.end();
      return promise;
    },
    async [Symbol.asyncDispose]() {
      await proxy.close();
      expect(failed).toEqual([]);
    },
  };
}

const host = `site.test:${origin.port}`;
const get = (path: string, more = "") => `GET http://${host}${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;

test("forwards a plain request as the site expects it", async () => {
  await using p = await proxied();
  const { text } = await p.say(
    get("/a?b=c", "X-Odd-Case: 1\r\nProxy-Connection: keep-alive\r\nProxy-Authorization: Basic eDp5\r\n"),
    { until: "}" },
  );
  expect(text).toStartWith("HTTP/1.1 200 OK\r\n");
  expect(text).toContain('"path":"/a"');
  expect(text).toContain('["x-odd-case","1"]');
  expect(text).not.toContain("proxy-");
});

test("serves sequential requests on one connection, with both kinds of bodies", async () => {
  await using p = await proxied();
  const head = `POST http://${host}/body HTTP/1.1\r\nHost: ${host}\r\n`;
  const { text } = await p.say(
    `${head}Content-Length: 5\r\n\r\nhello${head}Transfer-Encoding: chunked\r\n\r\n` +
      `3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\nX-Trailer: 1\r\n\r\n${get("/last")}`,
    { until: '"/last"' },
  );
  expect(text.match(/\d bytes/g)).toEqual(["5 bytes", "7 bytes"]);
});

test("refuses a second request to another host on the same connection", async () => {
  await using p = await proxied();
  const { text } = await p.say(`${get("/first")}${get("/second").replaceAll("site.test", "other.test")}`);
  expect(text).not.toContain("/second");
});

test("sends no error of its own within a response of the site", async () => {
  await using p = await proxied();
  const { text } = await p.say(`${get("/first")}GET broken\r\n\r\n`);
  expect(text).not.toContain(" 400 ");
});

test("a tunnel forwards bytes in both directions, also those that arrive with its head", async () => {
  await using p = await proxied();
  const { text } = await p.say(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\nGET /in HTTP/1.1\r\nHost: x\r\n\r\n`, {
    until: "}",
  });
  expect(text).toStartWith("HTTP/1.1 200 Connection Established\r\n\r\nHTTP/1.1 200 OK\r\n");
  expect(text).toContain('"path":"/in"');
});

test("one side of a tunnel may end before the other", async () => {
  await using p = await proxied();
  const heard = await p.say(`CONNECT 127.0.0.1:${portOf(patient)} HTTP/1.1\r\n\r\nall of it`, { end: true });
  expect(heard).toEqual({ text: "HTTP/1.1 200 Connection Established\r\n\r\nheard all of it", end: "end" });
});

test("forwards an upgrade, and events as they are sent", async () => {
  await using p = await proxied();
  const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ";
  const { text } = await p.say(get("/", `${upgrade}dGhlIHNhbXBsZSBub25jZQ==\r\n`), { until: "\r\n\r\n" });
  expect(text).toStartWith("HTTP/1.1 101 ");
  expect((await p.say(get("/events"), { until: "first" })).end).toBe("open");
});

test("passes a reset of the site on as a reset", async () => {
  await using p = await proxied();
  const heard = await p.say(`GET http://127.0.0.1:${portOf(breaking)}/ HTTP/1.1\r\n\r\n`);
  expect(heard.end).toBe("cut");
});

test("forwards a long response, and closes the site's connection when the browser disconnects", async () => {
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const endless = await listen((socket) => {
    socket.once("end", () => {
      socket.destroy();
      resolve();
    });
    socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\n\r\nbegin"));
  });
  await using p = await proxied();
  const { text } = await p.say(get("/large"), { until: "end." });
  expect(text.length).toBeGreaterThan(8_000_000);
  await p.say(`GET http://127.0.0.1:${portOf(endless)}/ HTTP/1.1\r\n\r\n`, { until: "begin" });
  await gone;
  endless.close();
});

test.each([
  ["GET / HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["\x16\x03\x01\r\n\r\n", 400],
  ["GET https://site.test/ HTTP/1.1\r\n\r\n", 400],
  ["GET http://user:password@site.test/ HTTP/1.1\r\n\r\n", 400],
  ["GET http://site.test:0/ HTTP/1.1\r\n\r\n", 400],
  ["GET http://site.test/ HTTP/1.1\r\nA: b\r\n c\r\n\r\n", 400],
  ["POST http://site.test/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
  ["POST http://site.test/ HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
  ["CONNECT site.test HTTP/1.1\r\n\r\n", 400],
  ["CONNECT site.test:65536 HTTP/1.1\r\n\r\n", 400],
  ["CONNECT http://site.test:80/ HTTP/1.1\r\n\r\n", 400],
  [`GET http://site.test/ HTTP/1.1\r\nA: ${"b".repeat(300_000)}\r\n\r\n`, 431],
])("what is nothing for a proxy is answered and closed: %#", async (text, status) => {
  await using p = await proxied();
  const heard = await p.say(text);
  expect(heard.text).toStartWith(`HTTP/1.1 ${status} `);
});

test("answers a refusal by a rule with 403 and its reason, and logs it without path and query", async () => {
  await using p = await proxied();
  const { text } = await p.say("GET http://169.254.169.254/latest?secret=1 HTTP/1.1\r\n\r\n");
  expect(text).toMatch(/^HTTP\/1.1 403 Forbidden\r\n[\s\S]*\r\n\r\n169.254.169.254:80 is not allowed/);
  expect((await p.say("CONNECT [fe80::1]:443 HTTP/1.1\r\n\r\n")).text).toStartWith("HTTP/1.1 403 ");
  expect(p.denied.map(({ rule }) => rule)).toEqual(["link-local", "link-local"]);
  expect(p.denied.map(({ message }) => message).join()).not.toContain("secret");
});

test("answers an unreachable host with 502 and the reason", async () => {
  await using p = await proxied();
  const port = await deadPort();
  for (const text of [`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`, `GET http://127.0.0.1:${port}/ HTTP/1.1\r\n\r\n`])
    expect((await p.say(text)).text).toMatch(/^HTTP\/1.1 502 [\s\S]*is not reachable: the connection was refused\n$/);
  expect((await p.say("GET http://nowhere.invalid/ HTTP/1.1\r\n\r\n")).text).toContain(
    "the host nowhere.invalid does not exist",
  );
});

test("connects to the first address that answers", async () => {
  const port = await deadPort();
  using _second = localServer({ port, hostname: "127.0.0.3", fetch: () => new Response("here") });
  await using p = await proxied({ lookup: async () => ["127.0.0.2", "127.0.0.3"] });
  expect((await p.say(`GET http://two.test:${port}/ HTTP/1.1\r\n\r\n`, { until: "here" })).end).toBe("open");
});

test("refuses connections of a browser without an owner", async () => {
  await using p = await proxied({ dial: () => undefined });
  expect((await p.say(get("/"))).text).toStartWith("HTTP/1.1 503 ");
});

test("closing ends all connections and frees the port", async () => {
  const p = await proxied();
  const held = p.say(get("/events"));
  await until(() => p.proxy.connections !== 0);
  await p.proxy.close();
  expect((await held).end).not.toBe("open");
  expect((await p.say("x")).end).toBe("cut");
});

/** An upstream proxy: HTTP or SOCKS5, with user `u` and password `p%:`. Records its requests. */
async function worldProxy(kind: "http" | "socks5") {
  const asked: string[] = [];
  const server = await listen((socket) => {
    const join = (port: number, hello: string | Uint8Array, rest?: Uint8Array) => {
      const site = connect({ port, host: "127.0.0.1" }, () => {
        socket.write(hello);
        if (rest) site.write(rest);
        socket.pipe(site).pipe(socket);
      });
      site.on("error", () => socket.destroy());
      socket.on("close", () => site.destroy());
    };
    if (kind === "http")
      return void socket.once("data", (chunk: Buffer) => {
        const [line = "", ...headers] = chunk.toString("latin1").split("\r\n");
        asked.push(line);
        const expected = `Proxy-Authorization: Basic ${Buffer.from("u:p%:").toString("base64")}`;
        if (!headers.includes(expected)) return void socket.end("HTTP/1.1 407 Who\r\nContent-Length: 0\r\n\r\n");
        const [, port] = /:(\d+)/.exec(line) ?? [];
        const isTunnel = line.startsWith("CONNECT");
        join(Number(port), isTunnel ? "HTTP/1.1 200 Here\r\nX-By: world\r\n\r\n" : "", isTunnel ? undefined : chunk);
      });
    let step = 0;
    socket.on("data", function take(chunk: Buffer) {
      step++;
      if (step === 1) return void socket.write(Uint8Array.of(5, chunk.includes(2, 2) ? 2 : 0xff));
      if (step === 2) {
        const isRight = chunk.equals(
          Buffer.concat([Buffer.from([1, 1]), Buffer.from("u"), Buffer.from([3]), Buffer.from("p%:")]),
        );
        return void socket.write(Uint8Array.of(1, isRight ? 0 : 1));
      }
      socket.off("data", take);
      const length = chunk[4] ?? 0;
      const port = chunk.readUInt16BE(chunk.length - 2);
      asked.push(`${chunk[3] === 3 ? chunk.toString("latin1", 5, 5 + length) : `kind ${chunk[3]}`}:${port}`);
      const answer = (code: number) => Uint8Array.of(5, code, 0, 1, 0, 0, 0, 0, 0, 0);
      if (asked.at(-1)?.startsWith("refused.test")) return void socket.end(answer(2));
      join(port, answer(0));
    });
  });
  return { port: portOf(server), asked, close: () => server.close() };
}

const USER = { username: "u", password: "p%:" };

test.each(["http", "socks5"] as const)(
  "a %s proxy carries tunnels and plain requests, and is counted",
  async (protocol) => {
    const world = await worldProxy(protocol);
    await using p = await proxied({ upstream: { protocol, port: world.port, ...USER } });
    const tunneled = await p.say(`CONNECT ${host} HTTP/1.1\r\n\r\nGET /in HTTP/1.1\r\nHost: x\r\n\r\n`, { until: "}" });
    expect(tunneled.text).toContain('"path":"/in"');
    const plain = await p.say(get("/plain"), { until: "}" });
    expect(plain.text).toContain('"path":"/plain"');
    expect(plain.text.toLowerCase()).not.toContain("x-by");
    expect(world.asked).toEqual(
      protocol === "http" ? [`CONNECT ${host} HTTP/1.1`, `GET http://${host}/plain HTTP/1.1`] : [host, host],
    );
    const carried = p.traffic.bytes;
    expect(carried).toBeGreaterThan(tunneled.text.length + plain.text.length - 200);
    p.traffic.take(carried);
    // Loopback bypasses every upstream proxy.
    await p.say(get("/").replaceAll("site.test", "localhost"), { until: "}" });
    expect([p.traffic.bytes, world.asked.length]).toEqual([0, 2]);
    world.close();
  },
);

test.each([
  ["http", { password: "wrong-secret" }, "rejects the user name and password"],
  ["socks5", { password: "wrong-secret" }, "rejects the user name and password"],
  ["socks5", { username: "", password: "" }, "rejects the user name and password"],
] as const)("credentials that a %s proxy rejects are reported, not shown", async (protocol, wrong, words) => {
  const world = await worldProxy(protocol);
  await using p = await proxied({ upstream: { protocol, port: world.port, ...USER, ...wrong } });
  for (const text of [`CONNECT ${host} HTTP/1.1\r\n\r\n`, get("/")]) {
    const heard = await p.say(text);
    expect(heard.text).toStartWith("HTTP/1.1 502 ");
    expect(heard.text).toContain(words);
    expect(heard.text).not.toMatch(/wrong-secret|Proxy-Auth/i);
  }
  world.close();
});

test("reports a proxy that is unreachable or not a proxy", async () => {
  const port = await deadPort();
  const silent = await listen((socket) => void socket.end("220 mail.example ESMTP\r\n\r\n"));
  for (const protocol of ["http", "socks5"] as const) {
    await using gone = await proxied({ upstream: { protocol, port } });
    expect((await gone.say(`CONNECT ${host} HTTP/1.1\r\n\r\n`)).text).toContain("failed: the connection was refused");
    await using none = await proxied({ upstream: { protocol, port: portOf(silent) } });
    expect((await none.say(`CONNECT ${host} HTTP/1.1\r\n\r\n`)).text).toContain(
      `it is not ${protocol === "http" ? "an HTTP" : "a SOCKS5"} proxy`,
    );
  }
  silent.close();
  const secure = localServer({ tls: SELF_SIGNED, fetch: () => new Response() });
  await using untrusted = await proxied({ upstream: { protocol: "https", host: "localhost", port: secure.port ?? 0 } });
  expect((await untrusted.say(`CONNECT ${host} HTTP/1.1\r\n\r\n`)).text).toContain("its certificate is not trusted");
  await secure.stop(true);
  const world = await worldProxy("socks5");
  await using p = await proxied({ upstream: { protocol: "socks5", port: world.port, ...USER } });
  expect((await p.say("CONNECT refused.test:443 HTTP/1.1\r\n\r\n")).text).toContain(
    "it answers NotAllowed for refused.test:443",
  );
  world.close();
});

test("applies the rules to a caller's proxy and to every destination, not to the operator's proxy", async () => {
  const world = await worldProxy("http");
  const closed = { isPrivateOpen: false, lookup: async () => ["127.0.0.1"] };
  const upstream = { port: world.port, ...USER };
  await using custom = await proxied({ ...closed, upstream: { ...upstream, host: "inside.test" } });
  expect((await custom.say("CONNECT 93.184.216.34:443 HTTP/1.1\r\n\r\n")).text).toStartWith("HTTP/1.1 403 ");
  await using ours = await proxied({ ...closed, upstream: { ...upstream, host: "inside.test", isCustom: false } });
  for (const place of ["site.test:443", "169.254.169.254:80", "metadata.google.internal:80", "10.0.0.1:80"])
    expect((await ours.say(`CONNECT ${place} HTTP/1.1\r\n\r\n`)).text).toStartWith("HTTP/1.1 403 ");
  expect(world.asked).toEqual([]);
  // The proxy may resolve a name that is unknown here.
  await using far = await proxied({
    isPrivateOpen: false,
    lookup: async (name) => (name === "inside.test" ? ["127.0.0.1"] : []),
    upstream: { ...upstream, host: "inside.test", isCustom: false },
  });
  expect((await far.say(`CONNECT far.example:${origin.port} HTTP/1.1\r\n\r\n`, { until: "\r\n\r\n" })).text).toContain(
    " 200 ",
  );
  world.close();
});
