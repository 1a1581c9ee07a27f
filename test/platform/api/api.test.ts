/** Paths, methods, handlers and answers of the API. */

import { expect, test } from "bun:test";
import { Failure } from "../../../src/errors.ts";
import { openApiDocument } from "../../../src/platform/api/document.ts";
import { errorAnswer } from "../../../src/platform/api/http/outgoing.ts";
import { DatabaseFailure } from "../../../src/platform/store/database/guarded.ts";
import type { Data } from "../../fixture.ts";
import { BASE, faults, ground, NOBODY, record } from "./api-fixture.ts";

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
  expect(JSON.parse(document.text)).toEqual(JSON.parse(JSON.stringify(openApiDocument("v2", BASE))));
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
  expect((await g.ask("GET", `/v3/browsers/${running.id}`)).body).toEqual({ ...items[0], recordingAvailable: false });
});

test("browsers are found by the labels that they were given, and by their agent session", async () => {
  await using g = await ground();
  const { browsers } = g.p.server.platform;
  const project = await g.p.server.keys.project();
  const { settings } = record(project);
  const one = record(project, {
    createdAt: 3_000,
    settings: { ...settings, metadata: { team: "a", run: "x=1" } },
    agentSessionId: NOBODY,
  });
  const two = record(project, { createdAt: 2_000, settings: { ...settings, metadata: { team: "a" } } });
  for (const each of [one, two, record(project)]) await browsers.insert(each);
  const ids = async (query: string) => {
    const { items, totalItems } = (await g.ask("GET", `/v3/browsers?${query}`)).body;
    expect(totalItems).toBe(items.length);
    return items.map(({ id }: Data) => id);
  };
  expect(await ids("metadata=team:a")).toEqual([one.id, two.id]);
  expect(await ids("metadata=team=a&metadata=run:x=1")).toEqual([one.id]);
  expect(await ids("metadata=team:a&filterBy=stopped")).toEqual([]);
  expect(await ids("metadata=team:b")).toEqual([]);
  expect(await ids(`agentSessionId=${NOBODY}`)).toEqual([one.id]);
  expect((await g.ask("GET", `/v2/browsers/${one.id}`)).body.metadata).toEqual({ team: "a", run: "x=1" });
  expect(faults(await g.ask("GET", "/v2/browsers?metadata=team"))).toEqual([
    "query.metadata.0 string_pattern_mismatch",
  ]);
  const pairs = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`n${n}`, ""]));
  const body = { metadata: pairs };
  expect(faults(await g.ask("POST", "/v3/browsers", { body }))).toEqual(["body.metadata value_error"]);
});

test("whoever waits for a recording is told when none will come", async () => {
  await using g = await ground();
  const { browsers } = g.p.server.platform;
  const project = await g.p.server.keys.project();
  const recorded = { ...record(project).settings, enableRecording: true };
  const available = async (set: Partial<Parameters<typeof record>[1]>) => {
    const one = record(project, { settings: recorded, ...set });
    await browsers.insert(one);
    return (await g.ask("GET", `/v3/browsers/${one.id}`)).body.recordingAvailable;
  };
  expect(await available({})).toBe(true);
  expect(await available({ settings: record(project).settings })).toBe(false);
  const ended = { status: "stopped", reason: "asked" } as const;
  expect(await available({ ...ended, finishedAt: Date.now() - 60_000 })).toBe(true);
  expect(await available({ ...ended, finishedAt: Date.now() - 3_600_000 })).toBe(false);
  expect(await available({ ...ended, finishedAt: 5_000, recording: "recordings/one.webm" })).toBe(true);
});

test("members that no endpoint knows are ignored, and named in the answer", async () => {
  await using g = await ground();
  const ignored = async (method: string, path: string, body?: object) =>
    (await g.ask(method, path, body ? { body } : {})).headers.get("x-svc-ignored");
  expect(await ignored("POST", "/v2/profiles", { name: "one", usrId: "x" })).toBe("body.usrId");
  expect(await ignored("POST", "/v2/profiles", { name: "one", userId: "x" })).toBeNull();
  expect(await ignored("GET", "/v3/sessions?pageSize=5&page=1")).toBe("query.pageSize");
  // Also of a request that is refused for something else.
  const wrong = { timeout: 999, customProxy: { host: "p", port: 1, pasword: "hunter2" }, metadata: { any: "thing" } };
  expect(await ignored("POST", "/v3/browsers", wrong)).toBe("body.customProxy.pasword");
  const names = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`n\r\n${n}`, ""]));
  const many = await ignored("POST", "/v2/profiles", names);
  expect(many).toStartWith("body.n%0D%0A0, ");
  expect(many?.split(", ")).toHaveLength(20);
});

test("a recording has an address where one browser is read, and none in lists", async () => {
  await using g = await ground();
  const project = await g.p.server.keys.project();
  const ended = record(project, { status: "stopped", finishedAt: 5_000, recording: "recordings/film.webm" });
  await g.p.server.platform.browsers.insert(ended);
  const { body } = await g.ask("GET", `/v2/browsers/${ended.id}`);
  expect(body.recordingUrl).toMatch(/^https:\/\/svc\.test\/files\/[^/]+\/film\.webm$/);
  expect((await g.ask("GET", "/v2/browsers")).body.items[0].recordingUrl).toBeNull();
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

test("more than four hours is refused, and a country of none", async () => {
  await using g = await ground();
  const post = (body: object) => g.ask("POST", "/v2/browsers", { body });
  expect(await post({ timeout: 241 })).toMatchObject({
    status: 403,
    body: { detail: "Maximum session timeout is 4 hours" },
  });
  expect(faults(await post({ timeout: 0 }))).toEqual(["body.timeout greater_than_equal"]);
  expect(faults(await post({ timeout: "60" }))).toEqual(["body.timeout int_type"]);
  // Whoever is taken for a country is refused by the operator's list.
  for (const proxyCountryCode of ["DE", "de"])
    expect(faults(await post({ proxyCountryCode }))).toEqual(["body.proxyCountryCode value_error"]);
  expect(faults(await post({ proxyCountryCode: "ZZ" }))).toEqual(["body.proxyCountryCode enum"]);
  expect(faults(await post({ proxyCountryCode: "" }))).toEqual(["body.proxyCountryCode enum"]);
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
  expect((await said(new Failure("io", "disk full"))).status).toBe(503);
  expect(await said(new DatabaseFailure("the database cannot be used: no such user operator"))).toEqual({
    status: 503,
    retry: "5",
    body: { detail: "The database of the server is not available at the moment", requestId: "one" },
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
