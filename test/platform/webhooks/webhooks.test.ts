/** Webhooks through the API, with sessions and tasks of a real server and a receiver. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { openDatabase } from "../../../src/platform/store/database/database.ts";
import type { Data } from "../../fixture.ts";
import { until } from "../../support/until.ts";
import { readTitle, type Script, scripted } from "../agents/agents.ts";
import { neighbour } from "../api/api-fixture.ts";
import { served, type TestPlatform } from "../served.ts";
import { publishedSignature, type Received, receiver, standardSignature, statuses } from "./receivers.ts";

const wait: Script = async ({ signal }) => {
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  return undefined;
};

let p: TestPlatform;

beforeAll(async () => {
  p = await served({ webhookPausesMs: [1, 1] }, scripted({ read: readTitle, wait }));
});
afterAll(() => p[Symbol.asyncDispose]());

async function hook(url: string, body: object = {}): Promise<Data> {
  const made = await p.call("POST", "/v3/webhooks", { url, ...body });
  expect(made.status).toBe(201);
  return made.body;
}

test("a task of v2 is reported with statuses of v2, signed as the published service does", async () => {
  using seen = receiver();
  const { id, secret } = await hook(seen.url, { headerPrefix: "X-Acme" });
  const metadata = { "10": "ten", "2": "two", é: "ä😀", a: "\u007f" };
  const before = Math.floor(Date.now() / 1_000);
  const { body: task } = await p.call("POST", "/v2/tasks", { task: "read about:blank", metadata });
  await until(() => seen.received.length === 2);
  expect(statuses(seen.received, task.id)).toEqual(["started", "finished"]);
  const [first] = seen.received as [Received];
  expect(first.json).toEqual({
    type: "agent.task.status_update",
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    payload: { task_id: task.id, session_id: task.sessionId, status: "started", metadata },
  });
  const timestamp = first.headers.get("x-acme-timestamp") ?? "";
  expect(Number(timestamp)).toBeWithin(before, Date.now() / 1_000 + 1);
  expect(first.headers.get("x-acme-signature")).toBe(publishedSignature(first.json, timestamp, secret));
  expect(first.headers.get("webhook-signature")).toBe(`v1,${standardSignature(first, secret)}`);
  expect(first.headers.get("content-type")).toBe("application/json");
  const { body: list } = await p.call("GET", `/v3/webhooks/${id}/deliveries?state=delivered`);
  expect(list.deliveries.map((one: Data) => one.id)).toEqual(seen.received.map((one) => one.id).reverse());
  expect((await p.call("GET", `/v3/webhooks/${id}/deliveries/${first.id}`)).body).toMatchObject({
    ...{ body: first.body, response: "ok", statusCode: 200, attempts: 1, taskId: task.id, error: null },
  });
  await p.call("DELETE", `/v3/webhooks/${id}`);
});

test("a session of v3 is reported as running, idle and stopped, when it has stopped", async () => {
  const found: Data[] = [];
  using seen = receiver(async ({ json }) => {
    found.push((await p.call("GET", `/v3/sessions/${json.payload.session_id}`)).body.status);
    return new Response("ok");
  });
  const { id } = await hook(seen.url);
  const asked = { task: "read about:blank", keepAlive: true, proxyCountryCode: null };
  const { body: session } = await p.call("POST", "/v3/sessions", asked);
  await until(() => seen.received.length === 2);
  await p.call("POST", "/v3/sessions", { task: "read about:blank", sessionId: session.id, keepAlive: false });
  await until(() => seen.received.length === 4);
  await p.call("POST", "/v3/sessions", { task: "wait", proxyCountryCode: null });
  await until(() => seen.received.length === 5);
  await p.call("POST", `/v3/sessions/${seen.received[4]?.json.payload.session_id}/stop`);
  await until(() => found.length === 6);
  expect(statuses(seen.received)).toEqual(["running", "idle", "running", "stopped", "running", "stopped"]);
  expect([found[1], found[3], found[5]]).toEqual(["idle", "stopped", "stopped"]);
  // Deliveries are removed when their session is purged.
  expect((await p.call("POST", `/v2/sessions/${session.id}/purge`)).status).toBe(204);
  const left = (await p.call("GET", `/v3/webhooks/${id}/deliveries`)).body.deliveries;
  expect(left).toHaveLength(2);
  await p.call("DELETE", `/v3/webhooks/${id}`);
});

test("sends a test event, rotates the secret, and signs with the previous one for a time", async () => {
  using seen = receiver();
  const { id, secret, ...shown } = await hook(seen.url, { events: ["agent.task.status_update"], name: "orders" });
  expect(secret).toMatch(/^whsec_[\w+/=]{44}$/);
  expect((await p.call("GET", `/v3/webhooks/${id}`)).body).toEqual({ id, ...shown });
  const test = () => p.call("POST", `/v3/webhooks/${id}/test`);
  const told = await test();
  expect(told).toMatchObject({ status: 202, body: { event: "test", state: "waiting", taskId: null } });
  await until(() => seen.received.length === 1);
  expect(seen.received[0]).toMatchObject({ id: told.body.id, json: { type: "test", payload: { test: "ok" } } });
  const rotated = (await p.call("POST", `/v3/webhooks/${id}/rotate-secret`, { graceHours: 1 })).body;
  expect(rotated.secret).not.toBe(secret);
  expect(Date.parse(rotated.previousSecretUntil)).toBeGreaterThan(Date.now());
  await test();
  await until(() => seen.received.length === 2);
  const [, second] = seen.received as [Received, Received];
  const timestamp = second.headers.get("x-svc-timestamp") ?? "";
  expect(second.headers.get("x-svc-signature")).toBe(publishedSignature(second.json, timestamp, rotated.secret));
  expect(second.headers.get("x-svc-signature-previous")).toBe(publishedSignature(second.json, timestamp, secret));
  const both = [rotated.secret, secret].map((one) => `v1,${standardSignature(second, one)}`).join(" ");
  expect(second.headers.get("webhook-signature")).toBe(both);
  const { body: last } = await p.call("POST", `/v3/webhooks/${id}/rotate-secret`, { graceHours: 0 });
  expect(last.previousSecretUntil).toBeNull();
  await test();
  await until(() => seen.received.length === 3);
  expect(seen.received[2]?.headers.has("x-svc-signature-previous")).toBe(false);
  expect((await p.call("PATCH", `/v3/webhooks/${id}`, { isEnabled: false })).body.isEnabled).toBe(false);
  expect((await test()).status).toBe(400);
  const database = await openDatabase(`sqlite://${p.home}/server/svc.db`);
  const [row] = await database.sql`select * from webhooks where id = ${id}`;
  await database.close();
  expect(JSON.stringify(row)).not.toContain(last.secret);
  expect(Buffer.from(row.secret, "base64").includes(Buffer.from(last.secret))).toBe(false);
});

test("lists failed deliveries and resends them", async () => {
  let isBroken = true;
  using broken = receiver(() => new Response("", { status: isBroken ? 500 : 204 }));
  const { id } = await hook(broken.url, { events: ["test"] });
  for (let n = 0; n < 3; n++) await p.call("POST", `/v3/webhooks/${id}/test`);
  const read = async () => (await p.call("GET", `/v3/webhooks/${id}`)).body;
  await until(async () => (await read()).deadDeliveries === 3);
  const page = (await p.call("GET", `/v3/webhooks/${id}/deliveries?state=dead&limit=2`)).body;
  expect(page).toMatchObject({ hasMore: true, nextCursor: page.deliveries[1].id });
  const rest = await p.call("GET", `/v3/webhooks/${id}/deliveries?state=dead&limit=2&cursor=${page.nextCursor}`);
  expect(rest.body).toMatchObject({ hasMore: false, nextCursor: null, deliveries: [{ attempts: 3 }] });
  isBroken = false;
  const again = await p.call("POST", `/v3/webhooks/${id}/deliveries/${page.nextCursor}/resend`);
  expect(again).toMatchObject({ status: 202, body: { id: page.nextCursor } });
  expect((await p.call("POST", `/v3/webhooks/${id}/deliveries/resend-dead`)).body).toEqual({ resent: 2 });
  await until(
    async () => (await p.call("GET", `/v3/webhooks/${id}/deliveries?state=delivered`)).body.deliveries.length === 3,
  );
  expect(await read()).toMatchObject({ deadDeliveries: 0, waitingDeliveries: 0 });
  const metrics = await fetch(`${p.url}/metrics`, { headers: { authorization: `Bearer ${p.key}` } });
  expect(await metrics.text()).toContain('svc_webhook_attempts_total{outcome="dead"} 3');
});

test("refuses forbidden addresses, and separates projects", async () => {
  const refused = async (url: string) => {
    const { status, body } = await p.call("POST", "/v3/webhooks", { url });
    expect(status).toBe(422);
    return body.detail[0];
  };
  expect(await refused("http://169.254.169.254/")).toMatchObject({ loc: ["body", "url"] });
  expect((await refused(`${p.url}/api/v3/sessions`)).msg).toContain("a port of this server");
  for (const url of ["ftp://example.com", "http://me:secret@example.com/", "example"])
    expect((await refused(url)).msg).toContain("http or https");
  expect((await p.call("POST", "/v3/webhooks", { url: "http://127.0.0.1:9", headerPrefix: "Host" })).status).toBe(422);
  const { id } = await hook("http://127.0.0.1:9/");
  const other = { "X-Svc-API-Key": (await neighbour({ p })).key };
  expect((await p.call("GET", `/v3/webhooks/${id}`, undefined, other)).status).toBe(404);
  expect((await p.call("POST", `/v3/webhooks/${id}/test`, undefined, other)).status).toBe(404);
  expect((await p.call("DELETE", `/v3/webhooks/${id}`, undefined, other)).status).toBe(204);
  expect((await p.call("GET", `/v3/webhooks/${id}`)).status).toBe(200);
  const { totalItems } = (await p.call("GET", "/v3/webhooks")).body;
  for (let n = totalItems; n < 50; n++) await hook("http://127.0.0.1:9/");
  expect((await p.call("POST", "/v3/webhooks", { url: "http://127.0.0.1:9/" })).status).toBe(403);
});
