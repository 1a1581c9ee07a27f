/** What is no good request: each is refused, in words where there can be any, and the server goes on. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { serverOptions } from "../../../src/platform/serve-options.ts";
import { fixture } from "../../fixture.ts";
import { served, type TestPlatform } from "../served.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await served();
});
afterAll(() => platform[Symbol.asyncDispose]());

/** What the server answers to these bytes, until it closes or has said a whole head. */
function say(bytes: string): Promise<string> {
  const { hostname, port } = new URL(platform.url);
  const socket = connect(Number(port), hostname, () => socket.write(bytes, "latin1"));
  let heard = "";
  return new Promise((resolve) => {
    const over = () => {
      socket.destroy();
      resolve(heard);
    };
    socket.on("data", (chunk) => {
      heard += chunk.toString("latin1");
      if (heard.includes("\r\n\r\n")) over();
    });
    socket.on("close", over);
    socket.on("error", over);
  });
}

const HOST = "Host: 127.0.0.1\r\n";
const UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\n";

test.each([
  ["CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n", 405],
  ["CONNECT of a path", `CONNECT / HTTP/1.1\r\n${HOST}\r\n`, 405],
  ["a request to a proxy", "GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n", 421],
  ["no host", "GET /healthz HTTP/1.1\r\n\r\n", 400],
  ["two hosts", `GET /healthz HTTP/1.1\r\n${HOST}Host: evil\r\n\r\n`, 421],
  ["no line of HTTP", "hello\r\n\r\n", 400],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
  ["another version", `GET / HTTP/9.9\r\n${HOST}\r\n`, 505],
  ["a header that is too long", `GET / HTTP/1.1\r\n${HOST}X: ${"a".repeat(40_000)}\r\n\r\n`, 431],
  ["an address that is too long", `GET /${"a".repeat(40_000)} HTTP/1.1\r\n${HOST}\r\n`, 431],
  ["a bad escape", `GET /files/%E0%A4%A/x HTTP/1.1\r\n${HOST}\r\n`, 404],
  ["a length that is none", `POST /api/v3/browsers HTTP/1.1\r\n${HOST}Content-Length: x\r\n\r\n`, 400],
  ["a WebSocket where none is", `GET /healthz HTTP/1.1\r\n${HOST}${UPGRADE}\r\n`, 200],
])("%s", async (_, bytes, status) => {
  expect(await say(bytes)).toStartWith(`HTTP/1.1 ${status} `);
  expect((await fetch(`${platform.url}/healthz`)).status).toBe(200);
});

test("an upgrade that is none starts no browser that stays", async () => {
  for (const more of ["", "Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n"]) {
    const line = `GET /connect?apiKey=${platform.key} HTTP/1.1\r\n`;
    expect(await say(`${line}${HOST}${UPGRADE}${more}\r\n`)).toStartWith("HTTP/1.1 426 ");
  }
  expect(platform.server.platform.fleet.all()).toEqual([]);
});

test("settings that no server can run with are refused, also in a file that was written by hand", async () => {
  await using t = await fixture();
  for (const [key, value, says] of [
    ["serve_concurrency", "0", "1 or more"],
    ["serve_port", "99999", "from 0 to 65535"],
  ] as const)
    expect(await t.fails("config", "set", key, value)).toMatchObject({
      code: "usage",
      message: expect.stringContaining(says),
    });
  await Bun.write(`${t.home}/config.json`, '{"serve_concurrency": 0}');
  expect(() => serverOptions(t.home, {})).toThrow("1 or more");
});

test("nobody waits in the queue for longer than a silent connection lives", async () => {
  await using t = await fixture();
  await t.svc("config", "set", "serve_queue_timeout", "1h");
  expect(serverOptions(t.home, {}).queueTimeoutMs).toBe(240_000);
});
