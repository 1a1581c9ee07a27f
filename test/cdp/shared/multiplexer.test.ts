/** Several users share one pipe without seeing each other, and a user who leaves leaves nothing behind. */

import { expect, test } from "bun:test";
import { launch } from "../../../src/browser/launch/launch.ts";
import { Connection } from "../../../src/cdp/connection.ts";
import { multiplex } from "../../../src/cdp/shared/multiplexer.ts";
import type { Multiplexer, User } from "../../../src/cdp/shared/user.ts";
import type { Transport } from "../../../src/cdp/transport.ts";
import { Failure } from "../../../src/errors.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import type { SentCall } from "../fake-cdp.ts";

const sessionName = (n: number) => n.toString(16).toUpperCase().padStart(32, "0");

/** A pipe whose browser accepts users and answers no other call by itself. */
function fakePipe() {
  const sent: SentCall[] = [];
  let sessions = 0;
  const pipe: Transport = {
    receive: () => {},
    ended: () => {},
    close: () => {},
    send(text) {
      const call = JSON.parse(text) as SentCall;
      sent.push(call);
      if (call.method !== "Target.attachToBrowserTarget" || call.sessionId !== undefined) return;
      const sessionId = sessionName(++sessions);
      queueMicrotask(() => {
        say({ method: "Target.attachedToTarget", params: { sessionId, targetInfo: { type: "browser" } } });
        say({ id: call.id, result: { sessionId } });
      });
    },
  };
  const say = (message: object) => pipe.receive(JSON.stringify(message));
  return { pipe, sent, say, last: () => sent.at(-1) as SentCall };
}

/** A user, and the messages that it received. */
async function userOf(shared: Multiplexer): Promise<{ user: User; heard: unknown[] }> {
  const user = await shared.open(AbortSignal.timeout(10_000));
  const heard: unknown[] = [];
  user.receive = (text) => heard.push(JSON.parse(text));
  return { user, heard };
}

test("two users who use the same id each get their own answer", async () => {
  const { pipe, say, sent } = fakePipe();
  const shared = multiplex(pipe);
  const [a, b] = [await userOf(shared), await userOf(shared)];
  a.user.send('{"id":7,"method":"A.a"}');
  b.user.send('{"id":7,"method":"B.b"}');
  const [first, second] = sent.slice(-2) as [SentCall, SentCall];
  expect(first).toMatchObject({ method: "A.a", sessionId: sessionName(1) });
  say({ id: second.id, result: { of: "b" }, sessionId: sessionName(2) });
  say({ id: first.id, result: { of: "a" }, sessionId: sessionName(1) });
  expect([a.heard, b.heard]).toEqual([[{ id: 7, result: { of: "a" } }], [{ id: 7, result: { of: "b" } }]]);
});

test("events go to the owner of the session, also for nested sessions, and not to the first user", async () => {
  const { pipe, say } = fakePipe();
  const shared = multiplex(pipe);
  const firstHeard: string[] = [];
  for (const event of ["Target.attachedToTarget", "Target.detachedFromTarget", "Page.loadEventFired"] as const)
    shared.connection.root.on(event, () => firstHeard.push(event));
  const { user, heard } = await userOf(shared);
  const attached = (session: string, parent: string) =>
    say({ method: "Target.attachedToTarget", params: { sessionId: session }, sessionId: parent });
  attached("P", sessionName(1));
  attached("W", "P");
  say({ method: "Runtime.consoleAPICalled", params: {}, sessionId: "W" });
  say({ method: "Page.loadEventFired", params: {}, sessionId: "somebody's" });
  expect(heard.slice(2)).toEqual([{ method: "Runtime.consoleAPICalled", params: {}, sessionId: "W" }]);
  user.send('{"id":1,"method":"A.a","sessionId":"W"}');
  say({ method: "Target.detachedFromTarget", params: { sessionId: "P" }, sessionId: sessionName(1) });
  user.send('{"id":2,"method":"A.a","sessionId":"W"}');
  expect(heard.at(-1)).toEqual({ id: 2, error: { code: -32001, message: "Session with given id not found." } });
  expect(shared.load()).toEqual({ users: 2, sessions: 2, calls: 0 });
  expect(firstHeard).toEqual([]);
});

test("only the first user sees pages of the browser's own interface", async () => {
  const { pipe, say, sent } = fakePipe();
  const shared = multiplex(pipe);
  const { user, heard } = await userOf(shared);
  const firstHeard: string[] = [];
  shared.connection.root.on("Target.targetCreated", ({ targetInfo }) => firstHeard.push(targetInfo.url));
  const page = { targetId: "P", type: "page", url: "https://chrome.example/" };
  const own = [
    { targetId: "O", type: "browser_ui", url: "" },
    { targetId: "S", type: "page", url: "chrome://settings/" },
    { targetId: "V", type: "iframe", url: "chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html" },
    { targetId: "D", type: "other", url: "devtools://devtools/bundled/inspector.html" },
  ];
  for (const targetInfo of [...own, page]) {
    say({ method: "Target.targetCreated", params: { targetInfo } });
    say({ method: "Target.targetCreated", params: { targetInfo }, sessionId: sessionName(1) });
    const params = { sessionId: targetInfo.targetId, targetInfo, waitingForDebugger: true };
    say({ method: "Target.attachedToTarget", params, sessionId: sessionName(1) });
  }
  expect(firstHeard).toEqual([...own, page].map(({ url }) => url));
  expect(heard).toMatchObject([
    { method: "Target.targetCreated", params: { targetInfo: page } },
    { method: "Target.attachedToTarget", params: { targetInfo: page } },
  ]);
  for (const { targetId } of own) {
    expect(sent).toContainEqual({
      id: expect.any(Number),
      method: "Runtime.runIfWaitingForDebugger",
      params: {},
      sessionId: targetId,
    });
    expect(sent).toContainEqual({
      id: expect.any(Number),
      method: "Target.detachFromTarget",
      params: { sessionId: targetId },
      sessionId: sessionName(1),
    });
    user.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", sessionId: targetId }));
    expect(heard.at(-1)).toEqual({ id: 1, error: { code: -32_001, message: "Session with given id not found." } });
  }
  const opening = shared.open(AbortSignal.timeout(10_000), "S");
  const { id } = sent.at(-1) as SentCall;
  say({ method: "Target.attachedToTarget", params: { sessionId: "T", targetInfo: own[1] } });
  say({ id, result: { sessionId: "T" } });
  expect(await opening.catch((error) => error.code)).toBe("closed");
  expect(sent.at(-1)).toMatchObject({ method: "Target.detachFromTarget", params: { sessionId: "T" } });
  expect(shared.load().users).toBe(2);
});

test("a user cannot call on a session of another user", async () => {
  const { pipe, say, sent } = fakePipe();
  const shared = multiplex(pipe);
  const [a, b] = [await userOf(shared), await userOf(shared)];
  say({ method: "Target.attachedToTarget", params: { sessionId: "P" }, sessionId: sessionName(1) });
  say({ method: "Target.attachedToTarget", params: { sessionId: "OURS", targetInfo: { type: "page" } } });
  const before = sent.length;
  for (const sessionId of ["P", "OURS", sessionName(1)])
    b.user.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", sessionId }));
  expect(b.heard).toEqual(
    Array(3).fill({ id: 1, error: { code: -32001, message: "Session with given id not found." } }),
  );
  expect(sent.length).toBe(before);
  a.user.send('{"id":1,"method":"A.a","sessionId":"P"}');
  expect(sent.at(-1)).toMatchObject({ sessionId: "P" });
});

test("invalid messages are answered with an error and not passed on", async () => {
  const { pipe, sent } = fakePipe();
  const shared = multiplex(pipe);
  const { user, heard } = await userOf(shared);
  const before = sent.length;
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  for (const text of ["garbage", "[]", '{"id":1}', `{"id":1,"method":"A.a","params":{"x":${deep}}}`]) user.send(text);
  expect(heard.map((one) => (one as { error: { code: number } }).error.code < 0)).toEqual([true, true, true, true]);
  expect(sent.length).toBe(before);
});

test("a user may have 20,000 pending calls and no more", async () => {
  const { pipe, say, last } = fakePipe();
  const shared = multiplex(pipe);
  const { user, heard } = await userOf(shared);
  for (let id = 1; id <= 20_001; id++) user.send(`{"id":${id},"method":"A.a"}`);
  expect(heard).toEqual([{ id: 20_001, error: { code: -32000, message: expect.stringContaining("20000 calls") } }]);
  say({ id: last().id, result: {}, sessionId: sessionName(1) });
  user.send('{"id":1,"method":"A.a"}');
  expect(heard.length).toBe(2);
});

test("a user whose signal is aborted while it is being added is detached", async () => {
  const { pipe, sent } = fakePipe();
  const shared = multiplex(pipe);
  const abort = new AbortController();
  const opening = shared.open(abort.signal);
  abort.abort(new Error("gone"));
  await expect(opening).rejects.toThrow("gone");
  await Bun.sleep(0);
  expect(sent.at(-1)).toMatchObject({ method: "Target.detachFromTarget", params: { sessionId: sessionName(1) } });
  expect(shared.load()).toEqual({ users: 1, sessions: 1, calls: 0 });
});

test("the end of the pipe ends all users, and those being added", async () => {
  const { pipe } = fakePipe();
  const shared = multiplex(pipe);
  const { user } = await userOf(shared);
  const ends: string[] = [];
  user.ended = ({ code }) => ends.push(code);
  const coming = shared.open(AbortSignal.timeout(10_000));
  pipe.ended(new Failure("closed", "over"));
  await expect(coming).rejects.toThrow("over");
  await expect(shared.open(AbortSignal.timeout(10_000))).rejects.toThrow("over");
  user.send('{"id":1,"method":"A.a"}');
  expect(ends).toEqual(["closed"]);
  expect(shared.connection.isOver).toBe(true);
  expect(shared.load()).toEqual({ users: 0, sessions: 0, calls: 0 });
});

test("with a real browser: a hundred users who leave during their calls leave nothing behind", async () => {
  await using fixture = await browser();
  const { shared } = fixture;
  await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      const connection = new Connection(await shared.open(AbortSignal.timeout(30_000)));
      const { targetId } = await connection.root.send("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await connection.root.send("Target.attachToTarget", { targetId, flatten: true });
      await connection.root.send("Target.attachToBrowserTarget");
      const page = connection.session(sessionId);
      if (n % 2) await page.send("Runtime.evaluate", { expression: "1" });
      else void page.sendMayFail("Runtime.evaluate", { expression: "new Promise(() => {})", awaitPromise: true });
      void connection.root.sendMayFail("Target.closeTarget", { targetId });
      connection.close();
    }),
  );
  expect(shared.load()).toEqual({ users: 1, sessions: 1, calls: 0 });
  const { targetInfos } = await shared.connection.root.send("Target.getTargets");
  expect(targetInfos.filter(({ attached }) => attached)).toEqual([]);
}, 60_000);

test("with a real browser: no page hangs after a user who made new pages wait has left", async () => {
  await using fixture = await browser();
  const { shared, url } = fixture;
  const { root } = shared.connection;
  for (const beforeLeavingMs of [0, 1, 2, 5, 50]) {
    const { targetId } = await root.send("Target.createTarget", { url });
    const { sessionId } = await root.send("Target.attachToTarget", { targetId, flatten: true });
    const page = shared.connection.session(sessionId);
    const isThere = { expression: "document.title", returnByValue: true };
    await until(async () => (await page.sendMayFail("Runtime.evaluate", isThere))?.result.value === "page");
    const leaving = new Connection(await shared.open(AbortSignal.timeout(10_000)));
    await leaving.root.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    // Opening a window blocks the page until the window starts.
    const opened = page.send("Runtime.evaluate", {
      expression: `new Promise((done) => { addEventListener("message", () => done("it runs")); open("${url}popup"); })`,
      awaitPromise: true,
      userGesture: true,
    });
    await Bun.sleep(beforeLeavingMs);
    leaving.close();
    expect((await opened).result.value).toBe("it runs");
  }
  await until(() => shared.load().sessions <= 6);
  expect(shared.load()).toEqual({ users: 1, sessions: 6, calls: 0 });
}, 60_000);

test("with a real browser: a request that a user paused continues when the user leaves", async () => {
  await using fixture = await browser();
  const { shared, url } = fixture;
  const { root } = shared.connection;
  const { targetId } = await root.send("Target.createTarget", { url: "about:blank" });
  const holding = new Connection(await shared.open(AbortSignal.timeout(10_000)));
  await holding.root.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  const { sessionId } = await holding.root.send("Target.attachToTarget", { targetId, flatten: true });
  await holding.session(sessionId).send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  const held = new Promise((resolve) => holding.session(sessionId).on("Fetch.requestPaused", resolve));
  const mine = await root.send("Target.attachToTarget", { targetId, flatten: true });
  const navigated = shared.connection.session(mine.sessionId).send("Page.navigate", { url });
  await held;
  holding.close();
  expect((await navigated).errorText).toBeUndefined();
  const titleOf = async () => (await root.send("Target.getTargetInfo", { targetId })).targetInfo.title;
  await until(async () => (await titleOf()) === "page");
}, 60_000);

test("with a real browser: a user of one target can use that target, and ends with it", async () => {
  await using fixture = await browser();
  const { shared } = fixture;
  const { targetId } = await shared.connection.root.send("Target.createTarget", { url: "about:blank" });
  const page = new Connection(await shared.open(AbortSignal.timeout(10_000), targetId));
  expect((await page.root.send("Runtime.evaluate", { expression: "1 + 1" })).result.value).toBe(2);
  await shared.connection.root.send("Target.closeTarget", { targetId });
  expect((await page.over).code).toBe("closed");
  await expect(shared.open(AbortSignal.timeout(10_000), targetId)).rejects.toThrow("No target with given id");
});

/** Starts a browser with a multiplexer, and a site whose popup sends a message when it runs. */
async function browser() {
  const { path: runFolder, [Symbol.dispose]: remove } = temporaryFolder();
  const launched = await launch({ home: runFolder, runFolder, headed: false });
  const site = localServer(({ url }) =>
    htmlResponse(url.endsWith("popup") ? "<script>opener.postMessage(1)</script>" : "<title>page</title>"),
  );
  return {
    shared: multiplex(launched.transport),
    url: site.url.href,
    async [Symbol.asyncDispose]() {
      await launched.kill();
      await site.stop(true);
      remove();
    },
  };
}
