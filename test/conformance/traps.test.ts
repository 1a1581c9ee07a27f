/** What the published client relies on without saying so: its key's header, its patience, its words for what went wrong. */

import { expect, test } from "bun:test";
import { keyHeadersOf } from "../../src/platform/key-headers.ts";
import { served } from "../platform/served.ts";
import { until } from "../support/until.ts";
import { published } from "./published.ts";
import { refusal } from "./row.ts";

const keyHeaders = keyHeadersOf(["X-Browser-Use-API-Key"]);
const PLAIN = { proxyCountryCode: null };

test("its key arrives only where the operator named its header", async () => {
  await using p = await served();
  const { call } = published(p.url, p.key);
  expect(await refusal(call("v3", "browsers.list"))).toEqual({ status: 401, message: "Missing API key" });
});

test("it comes again after 429, and gets the browser that has become free", async () => {
  await using p = await served({ keyHeaders, concurrency: 1, queue: 0 });
  const { call } = published(p.url, p.key);
  const { id } = await call("v3", "browsers.create", PLAIN);
  const second = call("v3", "browsers.create", PLAIN);
  const headers = { "X-Svc-API-Key": p.key };
  const metrics = async () => await (await fetch(`${p.url}/metrics`, { headers })).text();
  await until(async () => /route="\/api\/v3\/browsers",status="429"\} 1/.test(await metrics()), "the refusal");
  await call("v3", "browsers.stop", id);
  expect(await second).toMatchObject({ status: "active" });
});

test("it is told in our words what went wrong, whatever form they have", async () => {
  await using p = await served({ keyHeaders });
  const { call } = published(p.url, p.key);
  expect(await refusal(call("v2", "browsers.create", { ...PLAIN, timeout: 0 }))).toEqual({
    status: 422,
    message: expect.stringContaining('"msg":"Input should be greater than or equal to 1"'),
  });
  expect(await refusal(call("v2", "browsers.get", "none"))).toMatchObject({ status: 422 });
});

test("a country in capitals is that country: v3 of the client sends it as it was written", async () => {
  await using p = await served({ keyHeaders });
  const { call } = published(p.url, p.key);
  const { id } = await call("v3", "browsers.create", { proxyCountryCode: "US" });
  expect(p.server.platform.fleet.get(id)?.settings.proxyCountryCode).toBe("us");
  expect((await refusal(call("v3", "browsers.create", { proxyCountryCode: "DE" }))).message).toContain("de");
});
