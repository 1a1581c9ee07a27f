/** The API as a function of a request: who may call, what is checked, what is answered. No socket, a real store. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { Failure } from "../../src/errors.ts";
import { RateLimit } from "../../src/platform/api/limits.ts";
import { errorAnswer } from "../../src/platform/api/outgoing.ts";
import { type Answered, router } from "../../src/platform/api/router.ts";
import type { BrowserRecord } from "../../src/platform/store/browsers.ts";
import { openDatabase } from "../../src/platform/store/database.ts";
import { openSecret } from "../../src/platform/store/secret.ts";
import type { Data } from "../fixture.ts";
import { conforming } from "./conforms.ts";
import { type Reply, served } from "./served.ts";

const BASE = "https://svc.test";
const NOBODY = "00000000-0000-4000-8000-000000000000";

interface Ask {
  body?: unknown;
  headers?: Record<string, string>;
  key?: string;
  address?: string;
}

/** The API over the store of a platform of the test's own. */
async function ground({ rateLimit = 0 } = {}) {
  const p = await served();
  const answered: Answered[] = [];
  const wrongKeys: string[] = [];
  const api = router({
    platform: p.server.platform,
    keys: p.server.keys,
    secret: openSecret(p.home, undefined),
    rateLimit,
    onWrongKey: (address) => wrongKeys.push(address),
    onAnswered: (one) => answered.push(one),
  });
  /** A call with the key of the platform; `body` is text as it is, else JSON. */
  const ask = async (method: string, path: string, { body, headers, key = p.key, address = "::1" }: Ask = {}) => {
    const request = new Request(`${BASE}/api${path}`, {
      method,
      headers: {
        ...(key ? { "X-Svc-API-Key": key } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return await conforming(request, await api(request, BASE, address));
  };
  return { p, api, ask, answered, wrongKeys, [Symbol.asyncDispose]: () => p[Symbol.asyncDispose]() };
}

/** What is wrong, as `place.field type`. */
function faults({ status, body }: Reply): string[] {
  expect(status).toBe(422);
  return body.detail.map(({ loc, type }: Data) => `${loc.join(".")} ${type}`);
}

function record(projectId: string, set: Partial<BrowserRecord> = {}): BrowserRecord {
  const id = crypto.randomUUID();
  return {
    id,
    projectId,
    status: "active",
    reason: null,
    profileId: null,
    settings: {
      profileId: null,
      customProxy: null,
      timeoutMinutes: 60,
      idleTimeoutMs: 0,
      width: 1280,
      height: 720,
      allowResizing: false,
      enableRecording: false,
    },
    createdAt: 1_000,
    startedAt: 1_000,
    timeoutAt: 3_601_000,
    finishedAt: null,
    node: "elsewhere",
    leaseUntil: Date.now() + 3_600_000,
    stopAskedAt: null,
    proxyBytes: 1_234_567,
    recording: null,
    agentSessionId: null,
    ...set,
  };
}

/** Another project on the same server, with a key. */
async function neighbour({ p }: Awaited<ReturnType<typeof ground>>) {
  const database = await openDatabase(`sqlite://${join(p.home, "server", "svc.db")}`);
  const id = crypto.randomUUID();
  await database.sql`insert into projects ${database.sql({ id, name: "other", created_at: Date.now() + 1_000 })}`;
  await database.close();
  return { id, key: (await p.server.keys.create(id, "other")).key };
}

test("a call needs a key, whatever it says, and is told where to put one", async () => {
  await using g = await ground();
  const bad = { timeout: "no number" };
  const missing = await g.ask("POST", "/v3/browsers", { key: "", body: bad });
  expect(missing).toMatchObject({ status: 401, body: { detail: "Missing API key" } });
  expect(missing.body.hint).toContain("X-Svc-API-Key");
  expect(missing.headers.get("www-authenticate")).toStartWith("Bearer");
  for (const key of ["svc_wrong", "wrong", `svc_${"x".repeat(500)}`, g.p.key.toLowerCase(), `${g.p.key}x`])
    expect(await g.ask("GET", "/v3/browsers", { key })).toMatchObject({
      status: 401,
      body: { detail: "Invalid API key" },
    });
  expect(g.wrongKeys).toEqual(Array(5).fill("::1"));
  const bearer = { headers: { authorization: `Bearer ${g.p.key}` }, key: "" };
  expect((await g.ask("GET", "/v3/browsers", bearer)).status).toBe(200);
});

test("a revoked key is refused at once", async () => {
  await using g = await ground();
  const { key, record } = await g.p.server.keys.create(await g.p.server.keys.project(), "short");
  expect((await g.ask("GET", "/v2/profiles", { key })).status).toBe(200);
  await g.p.server.keys.revoke(record.id);
  expect((await g.ask("GET", "/v2/profiles", { key })).status).toBe(401);
});

test("pages of other origins are refused before anything else", async () => {
  await using g = await ground();
  for (const origin of [
    "https://evil.test",
    "null",
    "http://svc.test",
    "https://svc.test:8443",
    "https://svc.test.evil.test",
  ])
    for (const path of ["/v3/browsers", "/v3/nothing"])
      expect((await g.ask("GET", path, { headers: { origin } })).status).toBe(403);
  const own = await g.ask("GET", "/v3/browsers", { headers: { origin: BASE } });
  expect(own.status).toBe(200);
  expect(own.headers.has("access-control-allow-origin")).toBe(false);
});

test("what is wrong is told all at once, with its place", async () => {
  await using g = await ground();
  const body = {
    profileId: "x",
    timeout: null,
    proxyCountryCode: "zz",
    browserScreenWidth: 319,
    browserScreenHeight: 1.5,
    allowResizing: "yes",
    customProxy: { host: "", password: 5 },
  };
  const reply = await g.ask("POST", "/v3/browsers", { body });
  expect(faults(reply)).toEqual([
    "body.profileId uuid_parsing",
    "body.proxyCountryCode enum",
    "body.timeout int_type",
    "body.browserScreenWidth greater_than_equal",
    "body.browserScreenHeight int_from_float",
    "body.allowResizing bool_type",
    "body.customProxy.host string_too_short",
    "body.customProxy.port missing",
    "body.customProxy.password string_type",
  ]);
  expect(reply.body.detail[3].msg).toBe("Input should be greater than or equal to 320");
  expect(faults(await g.ask("GET", "/v2/browsers?pageSize=x&pageNumber=0&filterBy=running"))).toEqual([
    "query.pageSize int_parsing",
    "query.pageNumber greater_than_equal",
    "query.filterBy enum",
  ]);
  expect(faults(await g.ask("PATCH", "/v2/browsers/7", { body: {} }))).toEqual([
    "path.session_id uuid_parsing",
    "body.action missing",
  ]);
});

test("a secret that was sent is not told again with what is wrong", async () => {
  await using g = await ground();
  const customProxy = { host: "proxy", port: "hunter2", password: ["hunter2"], username: "hunter2".repeat(50) };
  const reply = await g.ask("POST", "/v3/browsers", { body: { customProxy } });
  expect(faults(reply)).toHaveLength(3);
  expect(JSON.stringify(reply.body)).not.toContain("hunter2");
});

test("a body is JSON of an object, and said to be", async () => {
  await using g = await ground();
  const post = (body: string, headers = {}) => g.ask("POST", "/v2/profiles", { body, headers });
  expect(faults(await post("{"))).toEqual(["body json_invalid"]);
  expect(faults(await post('{"name":"x"} x'))).toEqual(["body json_invalid"]);
  expect(faults(await post("[]"))).toEqual(["body model_attributes_type"]);
  expect(faults(await post('"x"'))).toEqual(["body model_attributes_type"]);
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
  ])
    expect((await post('{"name":"x"}', { "content-type": type })).status).toBe(415);
  expect((await post('{"name":"x"}', { "content-encoding": "gzip" })).status).toBe(415);
  for (const type of ["application/json; charset=utf-8", "Application/JSON", "application/merge-patch+json"])
    expect((await post('{"name":"x"}', { "content-type": type })).status).toBe(201);
  expect((await post('\uFEFF{"name":"x"}')).status).toBe(201);
});

test("a body may be left out only where it is optional", async () => {
  await using g = await ground();
  expect((await g.ask("POST", "/v2/profiles")).status).toBe(201);
  expect((await g.ask("POST", "/v2/profiles", { body: "null" })).status).toBe(201);
  expect(faults(await g.ask("POST", "/v2/tasks"))).toEqual(["body missing"]);
  expect(faults(await g.ask("POST", "/v2/tasks", { body: "null" }))).toEqual(["body missing"]);
});

test("a body is limited in size and depth, and holds no text that a database would not keep", async () => {
  await using g = await ground();
  const post = (body: string) => g.ask("POST", "/v2/profiles", { body });
  expect((await post(JSON.stringify({ other: "x".repeat(1_048_000) }))).status).toBe(201);
  expect((await post("x".repeat(1_048_577))).status).toBe(413);
  expect(faults(await post(`{"other":${"[".repeat(200_000)}${"]".repeat(200_000)}}`))).toEqual(["body json_invalid"]);
  expect(faults(await post('{"name":"a\\u0000b"}'))).toEqual(["body.name value_error"]);
  expect(faults(await post('{"name":"\\ud800"}'))).toEqual(["body.name value_error"]);
  expect(faults(await g.ask("GET", "/v2/profiles?query=%00"))).toEqual(["query.query value_error"]);
});

test("a stream without a length is read no further than the limit", async () => {
  await using g = await ground();
  let pulled = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(100_000).fill(32));
    },
  });
  const headers = { "X-Svc-API-Key": g.p.key, "content-type": "application/json" };
  const request = new Request(`${BASE}/api/v2/profiles`, { method: "POST", headers, body });
  expect((await conforming(request, await g.api(request, BASE, ""))).status).toBe(413);
  expect(pulled).toBeLessThan(20);
});

test("members that are not known are ignored, also hostile ones", async () => {
  await using g = await ground();
  const body = '{"name":"mine","other":1,"__proto__":{"userId":"x"},"constructor":{"prototype":{"userId":"x"}}}';
  expect((await g.ask("POST", "/v2/profiles", { body })).body).toMatchObject({ name: "mine", userId: null });
  expect(({} as Data).userId).toBeUndefined();
});

test("lengths count characters, not units of UTF-16", async () => {
  await using g = await ground();
  const post = (name: string) => g.ask("POST", "/v2/profiles", { body: { name } });
  expect((await post("🦉".repeat(100))).body.name).toBe("🦉".repeat(100));
  expect(faults(await post("🦉".repeat(101)))).toEqual(["body.name string_too_long"]);
  expect(faults(await post("x".repeat(101)))).toEqual(["body.name string_too_long"]);
});

test("an unknown path is not found, a known one refuses other methods", async () => {
  await using g = await ground();
  for (const path of ["/v2/nothing", "/v1/browsers", "/v4/browsers", "/v2", "//v2/browsers", "/v2/browsers/a/b"])
    expect(await g.ask("GET", path)).toMatchObject({ status: 404, body: { detail: "Not Found" } });
  // v3 has no tasks, v2 no workspaces.
  expect((await g.ask("GET", "/v3/tasks")).status).toBe(404);
  expect((await g.ask("GET", "/v2/workspaces")).status).toBe(404);
  const allow = "GET, HEAD, OPTIONS, POST";
  const refused = await g.ask("DELETE", "/v3/browsers");
  expect(refused).toMatchObject({ status: 405, body: { detail: "Method Not Allowed" } });
  expect(refused.headers.get("allow")).toBe(allow);
  const request = new Request(`${BASE}/api/v3/browsers`, { method: "OPTIONS" });
  const options = await g.api(request, BASE, "");
  expect([options.status, options.headers.get("allow")]).toEqual([204, allow]);
  expect((await g.ask("GET", "/v3/browsers/")).status).toBe(200);
});

test("HEAD answers as GET does, without the body", async () => {
  await using g = await ground();
  const head = (key: string) =>
    g.api(new Request(`${BASE}/api/v3/browsers`, { method: "HEAD", headers: { "X-Svc-API-Key": key } }), BASE, "");
  const response = await head(g.p.key);
  expect([response.status, await response.text()]).toEqual([200, ""]);
  expect((await head("")).status).toBe(401);
});

test("/api says what there is, and the documents need no key", async () => {
  await using g = await ground();
  const read = async (path: string, headers = {}) => {
    const response = await g.api(new Request(BASE + path, { headers }), BASE, "");
    return { status: response.status, etag: response.headers.get("etag") ?? "", text: await response.text() };
  };
  const { v2 } = JSON.parse((await read("/api")).text).versions;
  expect(v2.openapi).toBe(`${BASE}/api/v2/openapi.json`);
  const document = await read("/api/v2/openapi.json");
  expect(JSON.parse(document.text).servers).toEqual([{ url: `${BASE}/api/v2` }]);
  expect(await read("/api/v2/openapi.json", { "if-none-match": document.etag })).toMatchObject({
    status: 304,
    text: "",
  });
});

test("every answer has an id, the caller's own where it is harmless, and is told of once", async () => {
  await using g = await ground();
  const id = async (given: string) =>
    (await g.ask("GET", "/v2/nothing", { headers: { "x-request-id": given } })).headers.get("x-request-id");
  expect(await id("trace-1:a.b_C")).toBe("trace-1:a.b_C");
  for (const hostile of ["a b", "x".repeat(129), "<script>", '"']) expect(await id(hostile)).toMatch(/^[0-9a-f-]{36}$/);
  g.answered.length = 0;
  await g.ask("GET", `/v2/browsers/${NOBODY}`, { headers: { "x-request-id": "one" } });
  expect(g.answered).toEqual([
    {
      requestId: "one",
      method: "GET",
      path: "/api/v2/browsers/{session_id}",
      status: 404,
      durationMs: expect.any(Number),
      projectId: await g.p.server.keys.project(),
    },
  ]);
});

test("a key may make so many requests a minute, and is told how many are left", async () => {
  await using g = await ground({ rateLimit: 3 });
  const first = await g.ask("GET", "/v2/profiles");
  expect(first.headers.get("x-ratelimit-limit")).toBe("3");
  expect(first.headers.get("x-ratelimit-remaining")).toBe("2");
  expect(Number(first.headers.get("x-ratelimit-reset"))).toBeWithin(1, 21);
  // What is refused for its input counts too.
  expect((await g.ask("GET", "/v2/profiles/x")).headers.get("x-ratelimit-remaining")).toBe("1");
  expect((await g.ask("GET", "/v2/profiles")).status).toBe(200);
  const above = await g.ask("POST", "/v2/profiles", { body: "{" });
  expect(above.status).toBe(429);
  expect(above.headers.get("x-ratelimit-remaining")).toBe("0");
  expect(Number(above.headers.get("retry-after"))).toBeWithin(1, 21);
  const { key } = await g.p.server.keys.create(await g.p.server.keys.project(), "other");
  expect((await g.ask("GET", "/v2/profiles", { key })).status).toBe(200);
});

test("wrong keys are limited by address, and lock nobody out", async () => {
  await using g = await ground();
  const wrong = (address: string) => g.ask("GET", "/v2/profiles", { key: "svc_wrong", address });
  const statuses = new Map<number, number>();
  for (let i = 0; i < 70; i++) {
    const { status } = await wrong("203.0.113.7");
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(statuses.get(401)).toBeWithin(60, 70);
  expect(statuses.get(429)).toBeGreaterThan(0);
  expect(g.wrongKeys).toHaveLength(statuses.get(401) ?? 0);
  expect(Number((await wrong("203.0.113.7")).headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await wrong("203.0.113.8")).status).toBe(401);
  expect((await g.ask("GET", "/v2/profiles", { address: "203.0.113.7" })).status).toBe(200);
});

test("a bucket fills with time, to the limit and no further", () => {
  let now = 0;
  const limit = new RateLimit(60, () => now);
  for (let i = 60; i > 0; i--) expect(limit.take("a")).toMatchObject({ isAllowed: true, remaining: i - 1 });
  expect(limit.take("a")).toMatchObject({ isAllowed: false, remaining: 0, resetSeconds: 60, retrySeconds: 1 });
  now += 999;
  expect(limit.take("a").isAllowed).toBe(false);
  now += 1;
  expect(limit.take("a")).toMatchObject({ isAllowed: true, remaining: 0 });
  now += 3_600_000;
  expect(limit.take("a")).toMatchObject({ isAllowed: true, remaining: 59, resetSeconds: 1 });
});

test("buckets of many callers do not pile up", () => {
  let now = 0;
  const limit = new RateLimit(1, () => now);
  for (let i = 0; i < 25_000; i++) {
    now += i % 100 === 0 ? 1 : 0;
    limit.take(`address ${i}`);
  }
  expect(limit.size).toBeLessThanOrEqual(10_000);
  expect(limit.take("address 24999").isAllowed).toBe(false);
});

test("a profile is made, read, listed, renamed and deleted; absent and null differ", async () => {
  await using g = await ground();
  const { body: made } = await g.ask("POST", "/v3/profiles", { body: { name: "Work 100%", userId: "u1" } });
  expect(made).toMatchObject({ name: "Work 100%", userId: "u1", lastUsedAt: null, cookieDomains: null });
  await g.ask("POST", "/v3/profiles", { body: { name: "Home" } });
  const path = `/v2/profiles/${made.id}`;
  expect((await g.ask("GET", path.toUpperCase().replace("/V2/PROFILES", "/v2/profiles"))).body).toEqual(made);
  const list = async (query: string) => (await g.ask("GET", `/v2/profiles?${query}`)).body;
  expect((await list("")).totalItems).toBe(2);
  expect(await list("pageSize=1&pageNumber=3")).toEqual({ items: [], totalItems: 2, pageNumber: 3, pageSize: 1 });
  expect((await list("query=work")).items.map(({ id }: Data) => id)).toEqual([made.id]);
  expect((await list("query=100%25")).totalItems).toBe(1);
  expect((await list("query=_")).totalItems).toBe(0);
  expect((await list("query=")).totalItems).toBe(2);
  expect((await g.ask("PATCH", path, { body: { name: "Desk" } })).body).toMatchObject({ name: "Desk", userId: "u1" });
  expect((await g.ask("PATCH", path, { body: { userId: null } })).body).toMatchObject({ name: "Desk", userId: null });
  expect((await g.ask("PATCH", path, { body: {} })).body).toMatchObject({ name: "Desk", userId: null });
  expect((await g.ask("DELETE", path)).status).toBe(204);
  expect((await g.ask("DELETE", path)).status).toBe(204);
  expect(await g.ask("GET", path)).toMatchObject({ status: 404, body: { detail: "Profile not found" } });
  expect((await g.ask("PATCH", path, { body: { name: "x" } })).status).toBe(404);
});

test("browsers are listed by page and by status; addresses are those of one that runs", async () => {
  await using g = await ground();
  const { browsers } = g.p.server.platform;
  const project = await g.p.server.keys.project();
  const running = record(project, { createdAt: 2_000 });
  const ended = record(project, { status: "stopped", reason: "asked", finishedAt: 5_000, createdAt: 1_500 });
  for (const one of [running, ended]) await browsers.insert(one);
  const { items, totalItems } = (await g.ask("GET", "/v2/browsers")).body;
  expect(totalItems).toBe(2);
  expect(items).toMatchObject([
    { id: running.id, status: "active", finishedAt: null, proxyUsedMb: "1.235", recordingUrl: null },
    {
      id: ended.id,
      status: "stopped",
      finishedAt: "1970-01-01T00:00:05.000Z",
      cdpUrl: null,
      liveUrl: null,
      readOnlyLiveUrl: null,
    },
  ]);
  expect(items[0].cdpUrl).toStartWith(`wss://svc.test/cdp/${running.id}/`);
  expect(items[0].liveUrl).toStartWith(`${BASE}/live/${running.id}/`);
  expect(items[0].readOnlyLiveUrl).toStartWith(`${BASE}/live/${running.id}/`);
  expect(items[0].readOnlyLiveUrl).not.toBe(items[0].liveUrl);
  expect(JSON.stringify(items)).not.toContain(g.p.key);
  const only = (await g.ask("GET", "/v3/browsers?filterBy=stopped")).body;
  expect(only).toMatchObject({ totalItems: 1, items: [{ id: ended.id }] });
  expect((await g.ask("GET", `/v3/browsers/${running.id}`)).body).toEqual(items[0]);
});

test("a thousand browsers are listed page by page, each once", async () => {
  await using g = await ground();
  const project = await g.p.server.keys.project();
  const wanted = new Set<string>();
  for (let i = 0; i < 1_000; i++) {
    // Many of the same moment: the order must hold across pages all the same.
    const one = record(project, { createdAt: Math.floor(i / 50) });
    await g.p.server.platform.browsers.insert(one);
    wanted.add(one.id);
  }
  const seen: string[] = [];
  for (let page = 1; page <= 10; page++) {
    const { body } = await g.ask("GET", `/v3/browsers?pageSize=100&pageNumber=${page}`);
    expect(body.totalItems).toBe(1_000);
    seen.push(...body.items.map(({ id }: Data) => id));
  }
  expect(new Set(seen)).toEqual(wanted);
  expect(seen).toHaveLength(1_000);
});

test("what belongs to another project is not found", async () => {
  await using g = await ground();
  const other = await neighbour(g);
  const mine = record(await g.p.server.keys.project());
  await g.p.server.platform.browsers.insert(mine);
  const profile = (await g.ask("POST", "/v2/profiles", { body: { name: "mine" } })).body;
  const theirs = (method: string, path: string, body?: object) =>
    g.ask(method, path, { key: other.key, ...(body ? { body } : {}) });
  for (const version of ["v2", "v3"]) {
    expect((await theirs("GET", `/${version}/browsers/${mine.id}`)).status).toBe(404);
    expect((await theirs("PATCH", `/${version}/browsers/${mine.id}`, { action: "stop" })).status).toBe(404);
    expect((await theirs("GET", `/${version}/browsers`)).body.totalItems).toBe(0);
    expect((await theirs("GET", `/${version}/profiles`)).body.totalItems).toBe(0);
    expect((await theirs("GET", `/${version}/profiles/${profile.id}`)).status).toBe(404);
    expect((await theirs("PATCH", `/${version}/profiles/${profile.id}`, { name: "x" })).status).toBe(404);
    expect((await theirs("DELETE", `/${version}/profiles/${profile.id}`)).status).toBe(204);
    expect(await theirs("POST", `/${version}/browsers`, { profileId: profile.id })).toMatchObject({
      status: 404,
      body: { detail: "Profile not found" },
    });
  }
  expect((await g.ask("GET", `/v2/profiles/${profile.id}`)).body).toEqual(profile);
});

test("more than four hours is refused, and a country of none", async () => {
  await using g = await ground();
  const post = (body: object) => g.ask("POST", "/v2/browsers", { body });
  expect(await post({ timeout: 241 })).toMatchObject({
    status: 403,
    body: { detail: "Maximum session timeout is 4 hours" },
  });
  expect(faults(await post({ timeout: 0 }))).toEqual(["body.timeout greater_than_equal"]);
  expect(faults(await post({ timeout: "60" }))).toEqual(["body.timeout int_type"]);
  expect(faults(await post({ proxyCountryCode: "DE" }))).toEqual(["body.proxyCountryCode enum"]);
  expect(faults(await post({ proxyCountryCode: "" }))).toEqual(["body.proxyCountryCode enum"]);
});

test("what this version does not have is checked, and refused in words", async () => {
  await using g = await ground();
  const task = { task: "Read the news", url: "https://news.example.com", llm: "a-model-of-ours", extra: 1 };
  const refused = await g.ask("POST", "/v2/tasks", { body: task });
  expect(refused).toMatchObject({
    status: 501,
    body: { detail: "This version of the server has no tasks yet; it has browsers and profiles" },
  });
  expect((await g.ask("POST", "/v3/sessions")).status).toBe(422);
  expect((await g.ask("POST", "/v3/sessions", { body: {} })).status).toBe(501);
  expect(faults(await g.ask("POST", "/v3/sessions", { body: { sessionId: NOBODY } }))).toEqual([
    "body.task value_error",
  ]);
  expect(faults(await g.ask("POST", "/v3/sessions", { body: { maxCostUsd: "much" } }))).toEqual([
    "body.maxCostUsd string_pattern_mismatch",
  ]);
  const metadata = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`k${i}`, "v"]));
  const body = {
    task: "",
    vision: "x",
    metadata,
    secrets: { a: 1 },
    allowedDomains: ["a", 3],
    sessionSettings: { browserScreenWidth: 5 },
  };
  expect(faults(await g.ask("POST", "/v2/tasks", { body }))).toEqual([
    "body.task string_too_short",
    "body.metadata value_error",
    "body.secrets.a string_type",
    "body.allowedDomains.1 string_type",
    "body.sessionSettings.browserScreenWidth greater_than_equal",
    "body.vision bool_type",
  ]);
  expect(faults(await g.ask("GET", `/v3/workspaces/${NOBODY}/files?includeUrls=maybe&limit=0`))).toEqual([
    "query.limit greater_than_equal",
    "query.includeUrls bool_parsing",
  ]);
  expect((await g.ask("GET", "/v2/tasks?after=2026-01-31T12:00:00%2B02:00&before=2026-02-01T00:00:00")).status).toBe(
    501,
  );
  expect(faults(await g.ask("GET", "/v2/tasks?after=yesterday"))).toEqual(["query.after datetime_parsing"]);
});

test("a failure inside tells its kind and an id, and nothing else", async () => {
  const request = new Request(`${BASE}/api/v3/browsers?secret=x`);
  const said = async (error: unknown) => {
    const response = errorAnswer(error, request, "one");
    return { status: response.status, retry: response.headers.get("retry-after"), body: await response.json() };
  };
  expect(await said(new Error("select * from secrets at /home/operator"))).toEqual({
    status: 500,
    retry: null,
    body: { detail: "Internal Server Error", requestId: "one" },
  });
  expect(await said(new Failure("usage", "the path /home/operator is wrong"))).toMatchObject({ status: 500 });
  expect(await said(new Failure("launch", "/home/operator/chrome died"))).toEqual({
    status: 503,
    retry: "5",
    body: { detail: "The browser did not start", requestId: "one" },
  });
  const gone = new Request(request.url, { signal: AbortSignal.abort() });
  expect(errorAnswer(new Error("x"), gone, "one").status).toBe(499);
});

test("a server whose store is closed says so in bounds", async () => {
  await using g = await ground();
  await g.p.server.close();
  const reply = await g.ask("GET", "/v2/profiles", { headers: { "x-request-id": "late" } });
  expect(reply.status).toBeGreaterThanOrEqual(500);
  expect(reply.body.requestId).toBe("late");
});
