/** The state of a page when answers and events arrive in unusual orders, which a scripted browser produces. */
import { expect, test } from "bun:test";
import { Page } from "../../../src/page/core/page.ts";
import { fakePeer } from "../../cdp/fake-cdp.ts";

const frame = (loaderId: string, url: string) => ({ id: "MAIN", loaderId, url, mimeType: "text/html" });

function scene() {
  const peer = fakePeer();
  const host = { emit() {}, acting() {}, dialogPolicy: () => "ask" as const };
  const page = new Page("MAIN", peer.connection.session("S"), host);
  const ready = page.setUp();
  const idOf = (method: string) => peer.sent.find((call) => call.method === method)?.id;
  const answer = (method: string, result: object) => peer.say({ id: idOf(method), result, sessionId: "S" });
  const event = (method: string, params: object) => peer.say({ method, params, sessionId: "S" });
  const rest = () => {
    for (const { id, method } of peer.sent)
      if (method !== "Page.getFrameTree") peer.say({ id, result: {}, sessionId: "S" });
  };
  return { page, ready, answer, event, rest };
}

test("a frame tree that is older than the current document is ignored", async () => {
  const { page, ready, answer, event, rest } = scene();
  // All messages arrive at once: the answer is handled after the events.
  answer("Page.getFrameTree", { frameTree: { frame: frame("BLANK", "about:blank") } });
  event("Page.frameStartedNavigating", {
    frameId: "MAIN",
    loaderId: "NEXT",
    navigationType: "differentDocument",
    url: "http://x/",
  });
  event("Page.frameNavigated", { frame: frame("NEXT", "http://x/"), type: "Navigation" });
  event("Page.lifecycleEvent", { frameId: "MAIN", loaderId: "NEXT", name: "load" });
  rest();
  await ready;
  expect([page.main.loaderId, page.url]).toEqual(["NEXT", "http://x/"]);
  expect(page.load).toMatchObject({ loaderId: "NEXT", committed: true, loaded: true });
});

test("the frame tree adds the document of a tab that loaded before the set-up", async () => {
  const { page, ready, answer, rest } = scene();
  answer("Page.getFrameTree", {
    frameTree: {
      frame: frame("OLD", "http://x/"),
      childFrames: [{ frame: { ...frame("INNER", "http://y/"), id: "CHILD", parentId: "MAIN" } }],
    },
  });
  rest();
  await ready;
  expect([...page.frames.keys()]).toEqual(["MAIN", "CHILD"]);
  expect([page.main.loaderId, page.load.committed]).toEqual(["OLD", true]);
});

test("a navigation without a document keeps the current document and its status", async () => {
  const { page, ready, answer, event, rest } = scene();
  answer("Page.getFrameTree", { frameTree: { frame: frame("SHOWN", "http://x/") } });
  rest();
  await ready;
  page.load.status = 200;
  event("Page.frameStartedNavigating", {
    frameId: "MAIN",
    loaderId: "EMPTY",
    navigationType: "differentDocument",
    url: "http://x/204",
  });
  event("Network.responseReceived", {
    type: "Document",
    frameId: "MAIN",
    loaderId: "EMPTY",
    response: { url: "http://x/204", status: 204, headers: {} },
  });
  event("Network.loadingFailed", { requestId: "EMPTY" });
  expect(page.load).toMatchObject({ loaderId: "SHOWN", status: 200, committed: true });
  expect(page.loads.aborted).toMatchObject({ loaderId: "EMPTY", status: 204 });
});
