import { expect, test } from "bun:test";
import { PassThrough } from "node:stream";
import { pipeTransport, withoutSecrets } from "../../src/cdp/transport.ts";
import { openWebSocket } from "../../src/cdp/websocket.ts";
import { failureOf } from "../support/failure.ts";
import { localServer } from "../support/server.ts";
import { until } from "../support/until.ts";

const soon = () => AbortSignal.timeout(5_000);

function socketServer(
  open: (ws: Bun.ServerWebSocket<unknown>) => void,
  message: (ws: Bun.ServerWebSocket<unknown>, text: string) => void = () => {},
) {
  return localServer({
    fetch: (request, server) =>
      server.upgrade(request, { data: undefined }) ? undefined : new Response("no", { status: 404 }),
    websocket: { open, message: (ws, text) => message(ws, String(text)) },
  });
}

test("a WebSocket carries messages of megabytes both ways", async () => {
  using server = socketServer(
    () => {},
    (ws, text) => ws.send(text),
  );
  const transport = await openWebSocket(`ws://127.0.0.1:${server.port}/`, soon());
  const { promise, resolve } = Promise.withResolvers<string>();
  transport.receive = resolve;
  const text = JSON.stringify({ text: "ü".repeat(3_000_000) });
  transport.send(text);
  expect((await promise) === text).toBe(true);
  transport.close();
});

test("an address where nothing listens fails with refused", async () => {
  await expect(openWebSocket("ws://127.0.0.1:1/", soon())).rejects.toMatchObject({ code: "refused" });
});

test("a server without WebSocket fails with not_a_browser", async () => {
  using server = localServer(() => new Response("hello"));
  expect(await failureOf(openWebSocket(`ws://127.0.0.1:${server.port}/`, soon()))).toMatchObject({
    code: "not_a_browser",
  });
});

test("a server that accepts and never answers fails with timeout", async () => {
  using server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  expect(await failureOf(openWebSocket(`ws://127.0.0.1:${server.port}/`, AbortSignal.timeout(200)))).toMatchObject({
    code: "timeout",
  });
});

test("a server that closes the connection ends the transport with a reason", async () => {
  using server = socketServer((ws) => setTimeout(() => ws.close(), 20));
  const transport = await openWebSocket(`ws://127.0.0.1:${server.port}/`, soon());
  const reason = await new Promise((resolve) => {
    transport.ended = resolve;
  });
  expect(reason).toMatchObject({ code: "closed" });
});

test("withoutSecrets removes tokens from an address", () => {
  expect(withoutSecrets("wss://user:pass@host:1/path?token=secret#x")).toBe("wss://host:1/path");
  const id = "3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80";
  const token = "mwpfo1vp.l6pWpVfcW-dsxXIFwbw18C6E-fV-_PhFHmW0da-CJME";
  expect(withoutSecrets(`wss://host/cdp/${id}/${token}/json`)).toBe(`wss://host/cdp/${id}/…/json`);
});

test("a pipe splits messages at NUL bytes, not at the ends of chunks", async () => {
  const [to, from] = [new PassThrough(), new PassThrough()];
  const transport = pipeTransport(to, from);
  const received: string[] = [];
  transport.receive = (message) => received.push(message);
  const bytes = Buffer.from('{"a":"ü"}\0{"b":2}\0{"c":3}\0');
  for (const byte of bytes.subarray(0, 12)) from.write(Buffer.from([byte]));
  from.write(bytes.subarray(12));
  await until(() => received.length === 3);
  expect(received).toEqual(['{"a":"ü"}', '{"b":2}', '{"c":3}']);
  transport.send("{}");
  expect(to.read().toString()).toBe("{}\0");
});

test("a pipe reports its end once", async () => {
  const [to, from] = [new PassThrough(), new PassThrough()];
  const transport = pipeTransport(to, from);
  let count = 0;
  transport.ended = () => {
    count++;
  };
  const closed = [to, from].map((stream) => new Promise((resolve) => stream.once("close", resolve)));
  from.end();
  from.destroy();
  to.destroy();
  await Promise.all(closed);
  expect(count).toBe(1);
});

test("a pipe replaces an answer that is too long by an error, drops such an event, and keeps the next message", () => {
  const fromBrowser = new PassThrough();
  const transport = pipeTransport(new PassThrough(), fromBrowser, 1_000);
  const received: string[] = [];
  transport.receive = (text) => received.push(text);
  const session = "0123456789ABCDEF0123456789ABCDEF";
  const long = "x".repeat(5_000);
  const messages = [
    `{"id":12,"result":{"data":"${long}"},"sessionId":"${session}"}`,
    `{"method":"A.b","params":{"data":"${long}"}}`,
    `{"id":13,"result":{"data":"${long}"}}`,
    '{"id":14,"result":{}}',
  ];
  const bytes = Buffer.from(messages.map((text) => `${text}\0`).join(""));
  for (const size of [bytes.length, 700, 64, 33]) {
    received.length = 0;
    for (let at = 0; at < bytes.length; at += size) fromBrowser.emit("data", bytes.subarray(at, at + size));
    const error = { code: -32000, message: "the answer has more than 1000 bytes" };
    expect(received.map((text) => JSON.parse(text))).toEqual([
      { id: 12, error, sessionId: session },
      { id: 13, error },
      { id: 14, result: {} },
    ]);
  }
});

test("a pipe reports a backlog until the browser has caught up or is gone", async () => {
  const toBrowser = new PassThrough();
  const fromBrowser = new PassThrough();
  const transport = pipeTransport(toBrowser, fromBrowser);
  expect(transport.backlog?.()).toBeUndefined();
  transport.send("x".repeat(5_000_000));
  const caughtUp = transport.backlog?.();
  expect(caughtUp).toBeInstanceOf(Promise);
  toBrowser.resume();
  await caughtUp;
  expect(transport.backlog?.()).toBeUndefined();
  toBrowser.pause();
  transport.send("x".repeat(5_000_000));
  transport.send("x".repeat(5_000_000));
  const never = transport.backlog?.();
  fromBrowser.emit("close");
  await never;
});
