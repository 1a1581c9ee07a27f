/** Two servers of one database behind one address: every URL works on both. */

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { nodeUrlOf, reachable } from "../../../src/platform/relay/relay.ts";
import type { Data } from "../../fixture.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { until } from "../../support/until.ts";
import { record } from "../api/api-fixture.ts";
import { freePort } from "../databases.ts";
import { SELF_SIGNED } from "../egress/self-signed.ts";
import { viewer } from "../live/viewing.ts";
import { serverHome, serverProcess } from "../process.ts";
import { served } from "../served.ts";

const SECRET = "a secret that both of these servers have";

/** Two servers that share a database and keys. */
async function pair() {
  const { path: folder, [Symbol.dispose]: remove } = temporaryFolder();
  const shared = { databaseUrl: `sqlite://${join(folder, "svc.db")}`, secret: SECRET };
  const one = await served(shared);
  const other = await served({ ...shared, publicUrl: undefined });
  const ask = async (method: string, path: string, body?: object): Promise<Data> => {
    const headers = { "X-Svc-API-Key": one.key, "content-type": "application/json" };
    const answer = await fetch(`${other.url}/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return await answer.json();
  };
  return {
    one,
    other,
    ask,
    /** The URL as if the shared name led to the other server. */
    atOther: (address: string) => address.replace(new URL(one.url).host, new URL(other.url).host),
    async [Symbol.asyncDispose]() {
      await other[Symbol.asyncDispose]();
      await one[Symbol.asyncDispose]();
      remove();
    },
  };
}

test("cdpUrl and liveUrl work through the server that does not run the browser", async () => {
  await using p = await pair();
  const made = await p.one.browser();
  const read = await p.ask("GET", `/v3/browsers/${made.id}`);
  // URLs from the other server, and those of the first at the other.
  for (const cdpUrl of [read.cdpUrl, p.atOther(made.cdpUrl)]) {
    expect(cdpUrl).toContain(new URL(p.other.url).host);
    const client = await puppeteer.connect({ browserWSEndpoint: cdpUrl });
    expect(await (await client.newPage()).evaluate("'x'.repeat(3_000_000).length")).toBe(3_000_000);
    await client.disconnect();
    const byHttp = await puppeteer.connect({ browserURL: cdpUrl.replace(/^ws/, "http") });
    // The answer contains the address of the request.
    expect(byHttp.wsEndpoint()).toBe(cdpUrl);
    await byHttp.disconnect();
  }
  expect((await fetch(read.liveUrl)).status).toBe(200);
  const seen = await viewer(read.liveUrl);
  await until(() => seen.pictures.length !== 0);
  const form = await p.ask("POST", `/v2/files/browsers/${made.id}/presigned-url`, {
    fileName: "cv.txt",
    contentType: "text/plain",
    sizeBytes: 4,
  });
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.set(name, String(value));
  body.set("file", new Blob(["mine"], { type: "text/plain" }));
  expect((await fetch(form.url, { method: "POST", body })).status).toBe(204);
  expect((await p.ask("PATCH", `/v3/browsers/${made.id}`, { action: "stop" })).status).toBe("stopped");
  expect((await seen.closed).code).toBe(4000);
  expect((await fetch(read.liveUrl)).status).toBe(410);
  expect((await fetch(read.cdpUrl.replace(/^ws/, "http"))).status).toBe(404);
}, 60_000);

test("checks the token before relaying, and never relays twice", async () => {
  await using p = await pair();
  const { id, cdpUrl } = await p.one.browser();
  const { cdpUrl: there } = await p.ask("GET", `/v3/browsers/${id}`);
  const http = there.replace(/^ws/, "http");
  expect((await fetch(`${http}/json/version`)).status).toBe(200);
  expect((await fetch(`${http}x/json/version`)).status).toBe(404);
  expect((await fetch(`${http}/json/version`, { headers: { "x-svc-relayed": "1" } })).status).toBe(404);
  expect((await fetch(`${http}/json/version`, { headers: { origin: "https://evil.test" } })).status).toBe(403);
  await p.one.server.close();
  // The browser ended with its server.
  expect((await fetch(p.atOther(cdpUrl.replace(/^ws/, "http")))).status).toBe(404);
});

test("a loopback address is not used from another machine", async () => {
  await using p = await served();
  const project = await p.server.keys.project();
  const given = async (nodeUrl: string | null) => {
    const one = record(project, { nodeUrl, timeoutAt: Date.now() + 60_000 });
    await p.server.platform.browsers.insert(one);
    const { cdpUrl, liveUrl } = (await p.call("GET", `/v3/browsers/${one.id}`)).body;
    return [cdpUrl, liveUrl].map((address) => address !== null);
  };
  expect(await given(null)).toEqual([false, false]);
  expect(await given("http://127.0.0.1:8787#another-machine")).toEqual([false, false]);
  expect(await given(`http://127.0.0.1:8787#${hostname()}`)).toEqual([true, true]);
  expect(await given("http://10.0.0.5:8787")).toEqual([true, true]);
});

test.each([
  ["http://127.0.0.1:8787", undefined, false, `http://127.0.0.1:8787#${hostname()}`],
  ["http://0.0.0.0:8787", undefined, false, `http://127.0.0.1:8787#${hostname()}`],
  ["http://[::]:8787", undefined, false, `http://[::1]:8787#${hostname()}`],
  ["http://10.0.0.5:8787", undefined, false, "http://10.0.0.5:8787"],
  ["https://10.0.0.5:8787", undefined, true, undefined],
  ["https://0.0.0.0:8787", "http://node-1:8787", true, "http://node-1:8787"],
])("URL for other servers of a server that listens on %s", (listening, given, isSecure, expected) => {
  expect(nodeUrlOf(listening, given, isSecure)).toBe(expected);
  if (expected !== undefined) expect(reachable(expected)).toBe(expected.replace(/#.*/, ""));
});

/** A server with a certificate, reached as `host`, and another one that trusts the certificate or not. */
async function securePair(host: string, isTrusted: boolean) {
  const home = serverHome();
  const databaseUrl = `sqlite://${join(home.path, "svc.db")}`;
  const port = freePort();
  const owner = await served({
    databaseUrl,
    secret: SECRET,
    port,
    tls: SELF_SIGNED,
    nodeUrl: `https://${host}:${port}`,
  });
  const ca = join(home.path, "ca.pem");
  writeFileSync(ca, SELF_SIGNED.cert);
  const shared = { SVC_SERVE_DATABASE_URL: databaseUrl, SVC_SERVE_SECRET: SECRET };
  const asked = await serverProcess(home.path, { ...shared, NODE_EXTRA_CA_CERTS: isTrusted ? ca : "" });
  const made = await fetch(`https://localhost:${port}/api/v3/browsers`, {
    method: "POST",
    headers: { "X-Svc-API-Key": owner.key, "content-type": "application/json" },
    body: "{}",
    tls: { ca: SELF_SIGNED.cert },
  });
  const { id } = (await made.json()) as Data;
  const { cdpUrl } = (await asked.call("GET", `/v3/browsers/${id}`, undefined, owner.key)).body;
  return {
    asked,
    cdpUrl: cdpUrl as string,
    async [Symbol.asyncDispose]() {
      await asked.end("SIGTERM");
      await owner[Symbol.asyncDispose]();
      home[Symbol.dispose]();
    },
  };
}

test("connects over https with the name of the certificate, whatever the caller's Host is", async () => {
  await using p = await securePair("localhost", true);
  expect(p.cdpUrl).toStartWith(p.asked.url.replace("http", "ws"));
  const client = await puppeteer.connect({ browserWSEndpoint: p.cdpUrl });
  expect(await client.version()).toContain("Chrome");
  await client.disconnect();
  expect((await fetch(`${p.cdpUrl.replace("ws", "http")}/json/version`)).status).toBe(200);
}, 60_000);

test.each([
  ["is not trusted", "localhost", false, "certificate"],
  ["has another name", "127.0.0.1", true, "ALTNAME"],
])(
  "refuses a server whose certificate %s, and logs the reason without the token",
  async (_, host, trusted, why) => {
    await using p = await securePair(host, trusted);
    const http = p.cdpUrl.replace("ws", "http");
    const refused = await fetch(`${http}/json/version`);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual({
      detail: "The server that runs this browser cannot be reached",
      hint: "Read the log of the server, and set serve_node_url on each server.",
    });
    const { promise, resolve } = Promise.withResolvers<number>();
    new WebSocket(p.cdpUrl).onclose = ({ code }) => resolve(code);
    expect(await promise).not.toBe(1000);
    const said = p.asked.said();
    const token = new URL(p.cdpUrl).pathname.split("/")[3] ?? "";
    expect(said).toContain(`its server https://${host}:`);
    expect(said).toContain(why);
    expect(said).toContain("TLS handshake failed");
    expect(token).not.toBe("");
    expect(said).not.toContain(token);
  },
  60_000,
);
