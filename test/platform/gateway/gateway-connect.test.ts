/** `/connect`: the connection starts a browser, the disconnect stops it. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { join } from "node:path";
import { chromium } from "playwright-core";
import puppeteer from "puppeteer-core";
import { bodyOf } from "../../../src/platform/gateway/connect.ts";
import { until } from "../../support/until.ts";
import { served, type TestPlatform } from "../served.ts";

let platform: TestPlatform;

beforeAll(async () => {
  platform = await served({ concurrency: 2, queue: 0 });
});
afterAll(async () => {
  await platform[Symbol.asyncDispose]();
});

const UPGRADE = {
  upgrade: "websocket",
  connection: "Upgrade",
  "sec-websocket-version": "13",
  "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
};

const all = () => platform.server.platform.fleet.all();

test("converts a query to the request for a browser: numbers, flags, proxy", () => {
  const query = new URLSearchParams(
    "apiKey=secret&timeout=5&browserScreenWidth=800&allowResizing=true&enableRecording=0&proxyCountryCode=&profileId=1" +
      "&customProxy.host=p&customProxy.port=80&customProxy.password=123&customProxy.ignoreCertErrors=false",
  );
  expect(bodyOf(query)).toEqual({
    timeout: 5,
    browserScreenWidth: 800,
    allowResizing: true,
    enableRecording: false,
    proxyCountryCode: null,
    profileId: "1",
    customProxy: { host: "p", port: 80, password: "123", ignoreCertErrors: false },
  });
  expect(bodyOf(new URLSearchParams("timeout=soon&allowResizing=maybe"))).toEqual({
    timeout: "soon",
    allowResizing: "maybe",
  });
});

test.each(["/connect", "/", ""])(
  "runs a browser with the options of the query while its client is connected: at '%s'",
  async (at) => {
    const address = `${platform.url.replace("http", "ws")}${at}?apiKey=${platform.key}&timeout=3&browserScreenWidth=900`;
    const client = await puppeteer.connect({ browserWSEndpoint: address });
    const [browser] = all();
    expect(browser?.settings).toMatchObject({ timeoutMinutes: 3, width: 900 });
    const page = await client.newPage();
    expect(await page.evaluate("6 * 7")).toBe(42);
    await client.disconnect();
    await until(() => all().length <= 0);
    const read = async () => (await platform.call("GET", `/v3/browsers/${browser?.id}`)).body;
    await until(async () => (await read()).status === "stopped");
  },
);

test("Puppeteer and Playwright accept the server's http URL as a browser, with the key in a header", async () => {
  const bearer = { headers: { Authorization: `Bearer ${platform.key}` } };
  const own = { headers: { "X-Svc-API-Key": platform.key } };
  for (const options of [bearer, own]) {
    const client = await puppeteer.connect({ browserURL: platform.url, ...options });
    expect(await (await client.newPage()).evaluate("6 * 7")).toBe(42);
    await client.disconnect();
    const other = await chromium.connectOverCDP(platform.url, options);
    expect(await other.contexts()[0]?.pages()[0]?.evaluate("6 * 7")).toBe(42);
    await other.close();
    await until(() => all().length <= 0);
  }
  await expect(puppeteer.connect({ browserURL: platform.url })).rejects.toThrow("Unauthorized");
});

test("discovery over HTTP starts no browser", async () => {
  for (const at of ["/connect/json/version", "/connect/json/version/", "/json/version"]) {
    const answer = await fetch(`${platform.url}${at}?apiKey=${platform.key}&timeout=3`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({
      webSocketDebuggerUrl: `${platform.url.replace("http", "ws")}/connect?apiKey=${platform.key}&timeout=3`,
    });
  }
  expect((await fetch(`${platform.url}/connect/json/version?apiKey=wrong`)).status).toBe(401);
  expect((await fetch(`${platform.url}/connect/json/version`)).status).toBe(401);
  expect(all()).toEqual([]);
});

test("errors are answered before the upgrade, as by the API", async () => {
  const reply = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${platform.url}/connect?${query}`, { headers: { ...UPGRADE, ...headers } });
    return { status: answer.status, body: await answer.json() };
  };
  const key = { "X-Svc-API-Key": platform.key };
  expect(await reply("")).toMatchObject({ status: 401, body: { detail: "Missing API key" } });
  expect(await reply("apiKey=wrong")).toMatchObject({ status: 401 });
  expect(await reply("timeout=soon", key)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ["body", "timeout"] }] },
  });
  expect(await reply("timeout=999", key)).toEqual({
    status: 403,
    body: { detail: "Maximum session timeout is 4 hours" },
  });
  expect(await reply(`profileId=${crypto.randomUUID()}`, key)).toEqual({
    status: 404,
    body: { detail: "Profile not found" },
  });
  expect((await reply("", { ...key, origin: "https://evil.example" })).status).toBe(403);
  expect((await fetch(`${platform.url}/connect`, { headers: key })).status).toBe(426);
  // A request without an upgrade gets the dashboard.
  expect(await fetch(`${platform.url}/`, { redirect: "manual" })).toMatchObject({ status: 302 });
  expect(all()).toEqual([]);
});

test("stops the browser if the upgrade fails or the client disconnects before the start", async () => {
  const { "sec-websocket-key": _, ...broken } = UPGRADE;
  const answer = await fetch(`${platform.url}/connect?apiKey=${platform.key}`, { headers: broken });
  expect(answer.status).toBe(426);
  expect(all()).toEqual([]);
  const run = join(platform.home, "server", "run");
  const folders = () => readdirSync(run).length;
  await until(() => folders() <= 0);
  const { hostname, port } = new URL(platform.url);
  const leaving = connectTcp(Number(port), hostname);
  const headers = Object.entries(UPGRADE).map(([name, value]) => `${name}: ${value}\r\n`);
  leaving.write(`GET /connect?apiKey=${platform.key} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${headers.join("")}\r\n`);
  await until(() => folders() !== 0);
  leaving.destroy();
  await until(() => folders() <= 0);
  const project = await platform.server.keys.project();
  const actives = async () => {
    const { items } = await platform.server.platform.browsers.list(project, { page: 1, size: 10, status: "active" });
    return items.length;
  };
  await until(async () => (await actives()) <= 0);
  expect(all()).toEqual([]);
});
