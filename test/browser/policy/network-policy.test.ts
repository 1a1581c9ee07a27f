/** The network policy with a scripted browser: one that does not support it, and pages that invent many hosts. */

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
  const events: CommandEvent[] = [];
  const peer = fakePeer(respond);
  const networkPolicy = new NetworkPolicy(policy, {
    isTab: (id) => id === "TAB",
    addEvent: (event) => events.push(event),
  });
  const started = networkPolicy.start(peer.connection.root, new AbortController().signal);
  const ask = (url: string, resourceType = "Image", frameId = "FRAME") =>
    peer.say({
      method: "Fetch.requestPaused",
      params: { requestId: url, request: { url, method: "GET", headers: {} }, resourceType, frameId },
    });
  const answers = () => peer.sent.filter(({ method }) => /Request$/.test(method)).map(({ method }) => method);
  return { networkPolicy, started, events, ask, answers };
}

test("a browser that does not support interception is refused", async () => {
  const { started } = scene(() => {
    throw new Error("'Fetch.enable' wasn't found");
  });
  expect(await failureOf(started)).toMatchObject({
    code: "denied",
    message: expect.stringContaining("cannot be enforced"),
  });
});

test("every request is answered, and invented hosts do not fill the events", async () => {
  const { networkPolicy, started, events, ask, answers } = scene(() => ({}));
  await started;
  ask("https://example.com/");
  for (let n = 0; n < 3_000; n++) ask(`https://h${n}.test/`);
  expect(answers().filter((method) => method === "Fetch.continueRequest")).toHaveLength(1);
  expect(answers().filter((method) => method === "Fetch.failRequest")).toHaveLength(3_000);
  expect(networkPolicy.settle()).toBe(true);
  expect(events).toEqual([
    {
      kind: "denied",
      text: "requests to h0.test, h1.test, h2.test and 997 more were refused (allowed_domains)",
      hosts: Array.from({ length: 20 }, (_, n) => `h${n}.test`),
    },
  ]);
  ask("https://another.test/");
  expect(networkPolicy.settle()).toBe(false);
});

test("the refused page of a tab is reported by the waiting command, otherwise as an event", async () => {
  const { networkPolicy, started, events, ask } = scene(() => ({}));
  await started;
  ask("https://evil.test/a", "Document", "TAB");
  expect(networkPolicy.refused("TAB")).toMatchObject({
    code: "denied",
    message: "https://evil.test is not in allowed_domains",
  });
  expect(networkPolicy.settle()).toBe(false);
  ask("https://evil.test/a", "Document", "TAB");
  expect(networkPolicy.settle()).toBe(true);
  expect(events).toMatchObject([{ text: "https://evil.test is not in allowed_domains" }]);
  expect(networkPolicy.refusal("https://example.com/")).toBeUndefined();
});

test("finds the proxies of an environment in every notation", () => {
  expect(
    proxiesOf({ http_proxy: "http://user:pw@proxy.local:3128", HTTPS_PROXY: "10.0.0.1:80", all_proxy: "" }),
  ).toEqual(["proxy.local", "10.0.0.1"]);
  expect(proxiesOf({ ALL_PROXY: "socks5://[::1]:1080" })).toEqual(["::1"]);
  expect(proxiesOf({})).toEqual([]);
});
