import { expect, test } from "bun:test";
import { kindOf, ProtocolError } from "../../src/cdp/errors.ts";
import { Failure } from "../../src/errors.ts";
import { fakePeer } from "./fake-cdp.ts";

async function rejection(promise: Promise<unknown>): Promise<Failure> {
  return await promise.then(
    () => Promise.reject(new Error("the call did not fail")),
    (error) => error as Failure,
  );
}

test("answers resolve their calls in any order", async () => {
  const peer = fakePeer();
  const { root } = peer.connection;
  const calls = [root.send("Browser.getVersion"), root.send("Target.getTargets")];
  peer.say({ id: 2, result: { targetInfos: [] } });
  peer.say({ id: 1, result: { product: "Fake/1" } });
  expect(await Promise.all(calls)).toMatchObject([{ product: "Fake/1" }, { targetInfos: [] }]);
});

test("a call carries its session id, and an event reaches only its session", async () => {
  const peer = fakePeer(() => ({}));
  const [a, b] = [peer.connection.session("A"), peer.connection.session("B")];
  const received: string[] = [];
  a.on("Page.frameStoppedLoading", ({ frameId }) => received.push(`a ${frameId}`));
  b.on("Page.frameStoppedLoading", ({ frameId }) => received.push(`b ${frameId}`));
  await b.send("Page.enable");
  expect(peer.sent[0]).toMatchObject({ method: "Page.enable", sessionId: "B" });
  peer.say({ method: "Page.frameStoppedLoading", params: { frameId: "1" }, sessionId: "A" });
  peer.say({ method: "Page.frameStoppedLoading", params: { frameId: "2" }, sessionId: "nobody" });
  expect(received).toEqual(["a 1"]);
});

test("a protocol error is classified, and its stack names the caller", async () => {
  const peer = fakePeer(() => {
    throw new Error("Cannot find context with specified id");
  });
  const error = await rejection(peer.connection.root.send("Runtime.evaluate", { expression: "1" }));
  expect(error).toBeInstanceOf(ProtocolError);
  expect(error).toMatchObject({ kind: "context_gone", method: "Runtime.evaluate", code: "stale" });
  expect(error.stack).toContain("connection.test.ts");
});

test("kindOf classifies the messages of Chrome", () => {
  expect(kindOf("No node with given id found")).toBe("node_gone");
  expect(kindOf("Could not find node with given id")).toBe("node_gone");
  expect(kindOf("Inspected target navigated or closed")).toBe("context_gone");
  expect(kindOf("Session with given id not found.")).toBe("closed");
  expect(kindOf("Object reference chain is too long")).toBe("unserializable");
  expect(kindOf("Something else")).toBe("other");
});

test("a closed connection rejects pending calls and all later ones", async () => {
  const peer = fakePeer();
  const pending = rejection(peer.connection.root.send("Browser.getVersion"));
  peer.hangUp();
  expect(await pending).toMatchObject({ code: "closed" });
  expect(await rejection(peer.connection.root.send("Browser.getVersion"))).toMatchObject({ code: "closed" });
  expect(await peer.connection.over).toMatchObject({ code: "closed" });
});

test("a session that ends rejects only its own calls", async () => {
  const peer = fakePeer();
  const [a, b] = [peer.connection.session("A"), peer.connection.session("B")];
  const rejected = rejection(a.send("Page.enable"));
  const pending = b.send("Page.enable");
  peer.connection.drop("A", new Failure("closed", "the tab is closed"));
  expect(await rejected).toMatchObject({ message: "the tab is closed" });
  expect(await rejection(a.send("Page.enable"))).toMatchObject({ message: "the tab is closed" });
  peer.say({ id: 2, result: {}, sessionId: "B" });
  expect(await pending).toEqual({} as never);
});

test("a crash rejects pending calls, and the session stays usable", async () => {
  const peer = fakePeer();
  const session = peer.connection.session("A");
  const rejected = rejection(session.send("Page.reload", {}));
  peer.connection.interrupt(session, new Failure("crashed", "the page's process crashed"));
  expect(await rejected).toMatchObject({ code: "crashed" });
  const next = session.send("Page.enable");
  peer.say({ id: 2, result: {}, sessionId: "A" });
  expect(await next).toEqual({} as never);
});

test("the caller's signal ends the wait for a silent peer, and a late answer is ignored", async () => {
  const peer = fakePeer();
  const deadline = new AbortController();
  const silent = rejection(peer.connection.root.send("Browser.getVersion", undefined, deadline.signal));
  deadline.abort(new Failure("timeout", "too late"));
  expect(await silent).toMatchObject({ code: "timeout" });
  peer.say({ id: 1, result: {} });
  expect(await rejection(peer.connection.root.send("Browser.getVersion", undefined, deadline.signal))).toMatchObject({
    code: "timeout",
  });
  expect(peer.sent.length).toBe(1);
});

test("sendMayFail resolves to undefined when the browser answers with an error", async () => {
  const peer = fakePeer(() => {
    throw new Error("Target closed");
  });
  expect(await peer.connection.root.sendMayFail("Target.closeTarget", { targetId: "x" })).toBeUndefined();
});
