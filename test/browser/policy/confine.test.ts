/** The bounds of a run without a browser: refused requests, and sockets with network access. */
import { expect, test } from "bun:test";
import { confinedTo, ownerOf } from "../../../src/browser/policy/confine.ts";
import { conditionsOf } from "../../../src/browser/policy/network-rules.ts";
import { policyOf } from "../../../src/browser/policy/policy.ts";
import { NO_RULES } from "../../../src/lib/rules.ts";

const hosts = ["*.app.example.com:443"];

function refused(isClosed: boolean, method: string, url: string, from?: string): boolean {
  const sent = { url, method, from, body: undefined, isPage: false, isTab: false };
  return confinedTo({ hosts, isClosed }).refuses(sent) !== undefined;
}

test("an open run reads everywhere and writes only to its hosts and those below them", () => {
  expect(refused(false, "GET", "https://other.org/")).toBe(false);
  expect(refused(false, "HEAD", "https://other.org/")).toBe(false);
  expect(refused(false, "OPTIONS", "https://other.org/")).toBe(false);
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    expect(refused(false, method, "https://other.org/")).toBe(true);
  expect(refused(false, "POST", "https://app.example.com/")).toBe(false);
  expect(refused(false, "POST", "https://deep.app.example.com/")).toBe(false);
});

test("only a page of the run writes to servers of its owner", () => {
  const from = "https://app.example.com";
  expect(refused(false, "POST", "https://api.example.com/", from)).toBe(false);
  expect(refused(false, "POST", "https://api.example.com/")).toBe(true);
  expect(refused(false, "POST", "https://api.example.com/", "https://evil.org")).toBe(true);
  expect(refused(false, "POST", "https://api.example.com/", "null")).toBe(true);
  expect(refused(false, "POST", "https://example.com.evil.org/", from)).toBe(true);
  expect(refused(true, "POST", "https://api.example.com/", from)).toBe(true);
});

test("the owner of a host is its last two or three labels", () => {
  expect(
    ["a.b.example.com", "example.com", "a.example.co.uk", "a.example.com.au", "127.0.0.1", "localhost", "[::1]"].map(
      ownerOf,
    ),
  ).toEqual(["example.com", "example.com", "example.co.uk", "example.com.au", "127.0.0.1", "localhost", "[::1]"]);
});

test("sockets work only where the run may write and the browser's rules allow it", () => {
  const offline = (conditions: ReturnType<typeof conditionsOf>) =>
    conditions.filter((one) => one.offline).map((one) => one.urlPattern);
  const online = (conditions: ReturnType<typeof conditionsOf>) =>
    conditions.filter((one) => !one.offline).map((one) => one.urlPattern);
  expect(conditionsOf(undefined, undefined)).toEqual([]);
  const reading = conditionsOf(undefined, confinedTo({ hosts, isClosed: false }));
  expect(offline(reading)).toEqual(["ws://*:*/*", "wss://*:*/*"]);
  expect(online(reading)).toContain("wss://*.app.example.com:/*");
  expect(online(reading)).toContain("wss://*.example.com:/*");
  const ruled = policyOf({ ...NO_RULES, allowed: [["app.example.com", "mine.org"]], blocked: ["bad.org"] });
  const closed = conditionsOf(ruled, confinedTo({ hosts, isClosed: true }));
  expect(closed.at(-1)).toMatchObject({ urlPattern: "", offline: true });
  expect(offline(closed).join()).toContain("bad.org");
  expect(online(closed).join()).not.toContain("mine.org");
});
