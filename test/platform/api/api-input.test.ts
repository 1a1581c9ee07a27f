/** What the API takes of what arrives, and in which words it refuses the rest. */
import { expect, test } from "bun:test";
import type { AnyEndpoint } from "../../../src/platform/api/http/endpoint.ts";
import { checked } from "../../../src/platform/api/http/incoming.ts";
import { endpoints } from "../../../src/platform/api/index.ts";
import type { Data } from "../../fixture.ts";
import { BASE, faults, ground, NOBODY } from "./api-fixture.ts";
import { conforming } from "./conforms.ts";

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
  expect(faults(await g.ask("GET", "/v2/browsers?pageSize=101&pageNumber=1000000001"))).toEqual([
    "query.pageSize less_than_equal",
    "query.pageNumber less_than_equal",
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

test("a body that does not come is not waited for, and one that breaks off is refused", async () => {
  const profile = endpoints.find(({ id }) => id === "createProfile") as AnyEndpoint;
  let isCancelled = false;
  const post = (body: ReadableStream) =>
    checked(profile, new Request(`${BASE}/x`, { method: "POST", body }), {}, 50).catch((error: unknown) => error);
  const silent = new ReadableStream({
    cancel() {
      isCancelled = true;
    },
  });
  expect(await post(silent)).toMatchObject({ status: 408 });
  expect(isCancelled).toBe(true);
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
  expect(await post(broken)).toMatchObject({ status: 400 });
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

test("what this server does not have is refused in words", async () => {
  await using g = await ground();
  const task = { task: "Read the news", url: "https://news.example.com", llm: "a-model-of-ours", extra: 1 };
  expect(faults(await g.ask("POST", "/v2/tasks", { body: task }))).toEqual(["body.llm value_error"]);
  expect((await g.ask("POST", "/v3/sessions")).status).toBe(422);
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
  const listed = await g.ask("GET", "/v2/tasks?after=2026-01-31T12:00:00%2B02:00&before=2026-02-01T00:00:00");
  expect(listed.status).toBe(200);
  expect(faults(await g.ask("GET", "/v2/tasks?after=yesterday"))).toEqual(["query.after datetime_parsing"]);
});
