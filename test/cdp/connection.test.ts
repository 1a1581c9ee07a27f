import { expect, test } from "bun:test";
import { kindOf, ProtocolError } from "../../src/cdp/errors.ts";
import { Failure } from "../../src/errors.ts";
import { fakePeer } from "./fake-cdp.ts";

async function rejection(promise: Promise<unknown>): Promise<Failure> {
  return await promise.then(
    () => Promise.reject(new Error("was to fail")),
    (error) => error as Failure,
  );
}

test("answers find their calls, whatever their order", async () => {
  const peer = fakePeer();
  const { root } = peer.connection;
  const calls = [root.send("Browser.getVersion"), root.send("Target.getTargets")];
  peer.say({ id: 2, result: { targetInfos: [] } });
  peer.say({ id: 1, result: { product: "Fake/1" } });
  expect(await Promise.all(calls)).toMatchObject([{ product: "Fake/1" }, { targetInfos: [] }]);
});

test("sessions are flat: calls carry their session, events reach only theirs", async () => {
  const peer = fakePeer(() => ({}));
  const [a, b] = [peer.connection.session("A"), peer.connection.session("B")];
  const heard: string[] = [];
  a.on("Page.frameStoppedLoading", ({ frameId }) => heard.push(`a ${frameId}`));
  b.on("Page.frameStoppedLoading", ({ frameId }) => heard.push(`b ${frameId}`));
  await b.send("Page.enable");
  expect(peer.sent[0]).toMatchObject({ method: "Page.enable", sessionId: "B" });
  peer.say({ method: "Page.frameStoppedLoading", params: { frameId: "1" }, sessionId: "A" });
  peer.say({ method: "Page.frameStoppedLoading", params: { frameId: "2" }, sessionId: "nobody" });
  expect(heard).toEqual(["a 1"]);
});

test("an error of the protocol is classified, and its stack names the caller", async () => {
  const peer = fakePeer(() => {
    throw new Error("Cannot find context with specified id");
  });
  const error = await rejection(peer.connection.root.send("Runtime.evaluate", { expression: "1" }));
  expect(error).toBeInstanceOf(ProtocolError);
  expect(error).toMatchObject({ kind: "context_gone", method: "Runtime.evaluate", code: "stale" });
  expect(error.stack).toContain("connection.test.ts");
});

test("known messages of Chrome by their kind", () => {
  expect(kindOf("No node with given id found")).toBe("node_gone");
  expect(kindOf("Could not find node with given id")).toBe("node_gone");
  expect(kindOf("Inspected target navigated or closed")).toBe("context_gone");
  expect(kindOf("Session with given id not found.")).toBe("closed");
  expect(kindOf("Object reference chain is too long")).toBe("unserializable");
  expect(kindOf("Something else")).toBe("other");
});

test("a closed connection fails the calls under way at once, and all later ones", async () => {
  const peer = fakePeer();
  const pending = rejection(peer.connection.root.send("Browser.getVersion"));
  peer.hangUp();
  expect(await pending).toMatchObject({ code: "closed" });
  expect(await rejection(peer.connection.root.send("Browser.getVersion"))).toMatchObject({ code: "closed" });
  expect(await peer.connection.over).toMatchObject({ code: "closed" });
});

test("a session that ends fails its own calls and no others", async () => {
  const peer = fakePeer();
  const [a, b] = [peer.connection.session("A"), peer.connection.session("B")];
  const lost = rejection(a.send("Page.enable"));
  const kept = b.send("Page.enable");
  peer.connection.drop("A", new Failure("closed", "the tab is closed"));
  expect(await lost).toMatchObject({ message: "the tab is closed" });
  expect(await rejection(a.send("Page.enable"))).toMatchObject({ message: "the tab is closed" });
  peer.say({ id: 2, result: {}, sessionId: "B" });
  expect(await kept).toEqual({} as never);
});

test("a crash fails the calls under way, and the session lives on", async () => {
  const peer = fakePeer();
  const session = peer.connection.session("A");
  const lost = rejection(session.send("Page.reload", {}));
  peer.connection.interrupt(session, new Failure("crashed", "the page's process crashed"));
  expect(await lost).toMatchObject({ code: "crashed" });
  const next = session.send("Page.enable");
  peer.say({ id: 2, result: {}, sessionId: "A" });
  expect(await next).toEqual({} as never);
});

test("a silent peer: the caller's signal ends the wait, and a late answer harms nobody", async () => {
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

test("sendMayFail ignores what the browser refuses, and no bug of ours", async () => {
  const peer = fakePeer(() => {
    throw new Error("Target closed");
  });
  expect(await peer.connection.root.sendMayFail("Target.closeTarget", { targetId: "x" })).toBeUndefined();
});
