/** Who may call the API: keys, origins, limits, projects. */
import { expect, test } from "bun:test";
import { RateLimit } from "../../../src/platform/api/http/limits.ts";
import { BASE, ground, neighbour, record } from "./api-fixture.ts";

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
