import { afterEach, expect, test } from "bun:test";
import { attachTo } from "../../src/browser/launch/attach.ts";
import { isLoopback, proxyFor } from "../../src/lib/loopback.ts";
import { failureOf } from "../support/failure.ts";
import { localServer } from "../support/server.ts";

const before = process.env.HTTP_PROXY;

afterEach(() => {
  if (before === undefined) delete process.env.HTTP_PROXY;
  else process.env.HTTP_PROXY = before;
});

test("distinguishes this machine from hosts with similar names", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) expect(isLoopback(host)).toBeTrue();
  for (const host of ["127.example.com", "127.0.0.1.example.com", "localhost.example.com", "[::2]", "10.0.0.1", ""])
    expect(isLoopback(host)).toBeFalse();
});

test("requests to this machine bypass the proxies of the environment", async () => {
  using server = localServer(() => new Response("here"));
  using proxy = localServer(() => new Response("proxy", { status: 418 }));
  process.env.HTTP_PROXY = `http://127.0.0.1:${proxy.port}`;
  const url = `http://127.0.0.1:${server.port}/`;
  expect((await fetch(url)).status).toBe(418);
  expect((await fetch(url, proxyFor(url))).status).toBe(200);
  const failure = await failureOf(attachTo(url, AbortSignal.timeout(30_000)));
  expect(failure).toMatchObject({ message: expect.stringContaining("HTTP 200") });
  expect(proxyFor("http://example.com/")).toEqual({});
});
