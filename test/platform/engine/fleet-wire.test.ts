/** Slots, queue and end of browsers, as callers see them over HTTP. */

import { expect, test } from "bun:test";
import { attachTo } from "../../../src/browser/launch/attach.ts";
import { Connection } from "../../../src/cdp/connection.ts";
import { until } from "../../support/until.ts";
import { scripted } from "../agents/agents.ts";
import { served } from "../served.ts";
import { groupOf } from "./fleets.ts";

test("refuses a caller that waits too long, with Retry-After", async () => {
  await using p = await served({ concurrency: 1, queue: 1, queueTimeoutMs: 100 });
  await p.browser();
  const late = await p.call("POST", "/v3/browsers", {});
  expect(late).toMatchObject({ status: 429, body: { detail: "Too many concurrent active sessions" } });
  expect(late.body.hint).toContain("number 1 of 1 in the queue");
  expect(late.headers.get("retry-after")).toMatch(/^\d+$/);
});

test("the Prefer header sets the wait on every way to a browser", async () => {
  await using p = await served({ concurrency: 1, queue: 1 }, scripted({}));
  await p.browser();
  for (const [path, prefer] of [
    ["/v3/browsers", "wait=0"],
    ["/v2/browsers", "respond-async, Wait = 0"],
    ["/v2/sessions", 'wait="0"'],
  ] as const) {
    const told = await p.call("POST", path, {}, { Prefer: prefer });
    expect([told.status, told.body.hint]).toEqual([429, expect.stringContaining("You waited 0 s")]);
  }
  const socket = {
    ...{ upgrade: "websocket", connection: "Upgrade", "sec-websocket-version": "13" },
    prefer: "wait=0",
  };
  const headers = { ...socket, "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==", "X-Svc-API-Key": p.key };
  expect((await fetch(`${p.url}/connect`, { headers })).status).toBe(429);
});

test("a caller that disconnects leaves the queue, and the next one gets the free slot", async () => {
  await using p = await served({ concurrency: 1, queue: 1 });
  const { fleet } = p.server.platform;
  const { id } = await p.browser();
  const caller = new AbortController();
  const headers = { "X-Svc-API-Key": p.key, "content-type": "application/json" };
  const left = fetch(`${p.url}/api/v3/browsers`, { method: "POST", headers, body: "{}", signal: caller.signal });
  left.catch(() => {});
  await until(() => fleet.stats().waiting === 1);
  caller.abort();
  await until(() => fleet.stats().waiting === 0);

  const next = p.browser();
  await until(() => fleet.stats().waiting === 1);
  await p.call("PATCH", `/v3/browsers/${id}`, { action: "stop" });
  expect(await next).toMatchObject({ status: "active" });
});

test("ends the browser whose caller disconnects during the start", async () => {
  await using p = await served();
  const { fleet } = p.server.platform;
  const caller = new AbortController();
  const headers = { "X-Svc-API-Key": p.key, "content-type": "application/json" };
  const left = fetch(`${p.url}/api/v3/browsers`, { method: "POST", headers, body: "{}", signal: caller.signal });
  left.catch(() => {});
  await until(() => fleet.stats().starting === 1);
  caller.abort();
  await until(() => fleet.stats().starting + fleet.stats().ending === 0);
  expect(fleet.stats()).toMatchObject({ running: 0, created: 0 });
  expect((await p.call("GET", "/v3/browsers/00000000-0000-4000-8000-000000000000")).status).toBe(404);
});

test("a stop answers when the browser has ended, also a second time; Browser.close ends it too", async () => {
  await using p = await served();
  const { fleet } = p.server.platform;
  const first = await p.browser();
  const running = fleet.get(first.id);
  if (!running) throw new Error("no browser");
  const stop = () => p.call("PATCH", `/v3/browsers/${first.id}`, { action: "stop" });
  for (const { status, body } of await Promise.all([stop(), stop(), stop()])) {
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "stopped", cdpUrl: null, liveUrl: null });
    expect(body.finishedAt).toBeString();
  }
  expect(groupOf(running.started.launched.process)).toEqual([]);
  expect((await stop()).body).toMatchObject({ status: "stopped" });

  const second = await p.browser();
  const client = new Connection(await attachTo(second.cdpUrl, AbortSignal.timeout(10_000)));
  void client.root.sendMayFail("Browser.close");
  await until(async () => (await p.call("GET", `/v3/browsers/${second.id}`)).body.status === "stopped");
  expect(fleet.all()).toEqual([]);
  client.close();
});
