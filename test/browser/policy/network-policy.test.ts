/** The wall before a scripted browser: one that does not take it, and pages that make up more hosts than can be told. */

import { expect, test } from "bun:test";
import { NetworkPolicy } from "../../../src/browser/policy/network-policy.ts";
import { policyOf } from "../../../src/browser/policy/policy.ts";
import { proxiesOf } from "../../../src/browser/policy/resolver.ts";
import { NO_RULES } from "../../../src/lib/rules.ts";
import type { CommandEvent } from "../../../src/outcome.ts";
import { fakePeer } from "../../cdp/fake-cdp.ts";
import { failureOf } from "../../support/failure.ts";

function scene(respond: () => object) {
  const policy = policyOf({ ...NO_RULES, allowed: [["example.com"]] });
  if (!policy) throw new Error("no policy");
  const told: CommandEvent[] = [];
  const peer = fakePeer(respond);
  const wall = new NetworkPolicy(policy, { isTab: (id) => id === "TAB", tell: (happening) => told.push(happening) });
  const raised = wall.raise(peer.connection.root, new AbortController().signal);
  const ask = (url: string, resourceType = "Image", frameId = "FRAME") =>
    peer.say({
      method: "Fetch.requestPaused",
      params: { requestId: url, request: { url, method: "GET", headers: {} }, resourceType, frameId },
    });
  const answers = () => peer.sent.filter(({ method }) => /Request$/.test(method)).map(({ method }) => method);
  return { wall, raised, told, ask, answers };
}

test("a browser that does not take the checks is not used", async () => {
  const { raised } = scene(() => {
    throw new Error("'Fetch.enable' wasn't found");
  });
  expect(await failureOf(raised)).toMatchObject({
    code: "denied",
    message: expect.stringContaining("cannot be enforced"),
  });
});

test("every request is answered, and hosts that a page makes up fill no answer", async () => {
  const { wall, raised, told, ask, answers } = scene(() => ({}));
  await raised;
  ask("https://example.com/");
  for (let n = 0; n < 3_000; n++) ask(`https://h${n}.test/`);
  expect(answers().filter((method) => method === "Fetch.continueRequest")).toHaveLength(1);
  expect(answers().filter((method) => method === "Fetch.failRequest")).toHaveLength(3_000);
  expect(wall.settle()).toBe(true);
  expect(told).toEqual([
    {
      kind: "denied",
      text: "requests to h0.test, h1.test, h2.test and 997 more were refused (allowed_domains)",
      hosts: Array.from({ length: 20 }, (_, n) => `h${n}.test`),
    },
  ]);
  ask("https://another.test/");
  expect(wall.settle()).toBe(false);
});

test("a tab's refused page is told by the command that waits for it, or else as an event", async () => {
  const { wall, raised, told, ask } = scene(() => ({}));
  await raised;
  ask("https://evil.test/a", "Document", "TAB");
  expect(wall.refused("TAB")).toMatchObject({ code: "denied", message: "https://evil.test is not in allowed_domains" });
  expect(wall.settle()).toBe(false);
  ask("https://evil.test/a", "Document", "TAB");
  expect(wall.settle()).toBe(true);
  expect(told).toMatchObject([{ text: "https://evil.test is not in allowed_domains" }]);
  expect(wall.refusal("https://example.com/")).toBeUndefined();
});

test("the proxies of an environment are found however they are written", () => {
  expect(
    proxiesOf({ http_proxy: "http://user:pw@proxy.local:3128", HTTPS_PROXY: "10.0.0.1:80", all_proxy: "" }),
  ).toEqual(["proxy.local", "10.0.0.1"]);
  expect(proxiesOf({ ALL_PROXY: "socks5://[::1]:1080" })).toEqual(["::1"]);
  expect(proxiesOf({})).toEqual([]);
});
