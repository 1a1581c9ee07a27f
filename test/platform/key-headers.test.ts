/** Headers of `serve_key_headers` on all routes, and their validation. */

import { expect, test } from "bun:test";
import { keyHeadersOf } from "../../src/platform/key-headers.ts";
import { failureThrownBy } from "../support/failure.ts";
import { served } from "./served.ts";

const NAME = "X-Browser-Use-API-Key";

test("every route accepts the key in a configured header", async () => {
  await using p = await served({ keyHeaders: keyHeadersOf([NAME]) });
  const status = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${p.url}${path}`, { headers })).status;
  for (const path of ["/api/v2/profiles", "/api/v3/browsers", "/json/version", "/dashboard/api/keys", "/metrics"]) {
    expect([path, await status(path, { [NAME]: p.key })]).toEqual([path, 200]);
    expect([path, await status(path, { [NAME]: `${p.key}x` })]).toEqual([path, 401]);
    expect([path, await status(path, { [NAME]: p.key, "X-Svc-API-Key": "wrong" })]).toEqual([path, 401]);
    expect([path, await status(path, { [NAME]: "wrong", "X-Svc-API-Key": p.key })]).toEqual([path, 200]);
    expect([path, await status(path, { "X-Other-Key": p.key })]).toEqual([path, 401]);
  }
});

test("the remote MCP server accepts it too", async () => {
  await using p = await served({ keyHeaders: keyHeadersOf([NAME]) });
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const status = async (key: string) => {
    const headers = { [NAME]: key, "content-type": "application/json", accept: "application/json, text/event-stream" };
    return (await fetch(`${p.url}/v3/mcp`, { method: "POST", headers, body })).status;
  };
  expect([await status(p.key), await status("wrong")]).toEqual([200, 401]);
});

test("without configuration only the standard headers carry the key", async () => {
  await using p = await served();
  expect((await fetch(`${p.url}/api/v3/browsers`, { headers: { [NAME]: p.key } })).status).toBe(401);
});

test("refuses header names with another meaning", () => {
  const refusal = (name: string) => failureThrownBy(() => keyHeadersOf([name])).code;
  for (const name of ["Cookie", "authorization", "Origin", "Sec-Fetch-Mode", "X-Forwarded-For", "Content-Type", "Host"])
    expect([name, refusal(name)]).toEqual([name, "usage"]);
  for (const name of ["X-Svc-API-Key", "x-svc-relayed", "Prefer", "Idempotency-Key", "a b", "naïve", "k:"])
    expect([name, refusal(name)]).toEqual([name, "usage"]);
  expect(keyHeadersOf(["X-Api-Key", "x-api-key", "Api_Key"])).toEqual(["x-api-key", "api_key"]);
});
