/** `bun run dev` and the sessions that run an older build. */
import { expect, test } from "bun:test";
import { restartIdleSessions } from "../../src/daemon/restart-sessions.ts";
import { EXECUTABLE } from "../fixture.ts";
import { homeFixture, lives } from "./home-fixture.ts";

const NEXT = { svc: [EXECUTABLE], build: "0.1.0+dev-next", isOurs: () => true };

test("restarts an idle session of an older build with its launch options", async () => {
  await using h = homeFixture();
  await h.run("--viewport-size", "800x600", "open", "about:blank");
  const { pid, config } = h.state();
  expect(await restartIdleSessions(h.home, NEXT)).toEqual(["session 'default' was restarted (viewport=800x600)"]);
  expect(lives(pid)).toBe(false);
  expect(h.state()).toMatchObject({ config, phase: "running" });
  expect(h.state().pid).not.toBe(pid);
});

test("reports a session that runs a command and leaves it running", async () => {
  await using h = homeFixture();
  await h.run("open", "about:blank");
  const { pid, build } = h.state();
  const waiting = h.json("wait", "function", "(window.asked = true, window.done === true)");
  await h.run("wait", "function", "window.asked === true");
  const reports = await restartIdleSessions(h.home, NEXT);
  expect(reports).toEqual([
    `session 'default' keeps build ${build}: a command is running; run \`svc close --session default\` to end it`,
  ]);
  expect(h.state().pid).toBe(pid);
  await h.run("eval", "window.done = true");
  expect(await waiting).toMatchObject({ success: true });
});

test("leaves sessions of the same build and of other programs alone", async () => {
  await using h = homeFixture();
  await h.run("open", "about:blank");
  const { pid, build } = h.state();
  expect(await restartIdleSessions(h.home, { ...NEXT, build })).toEqual([]);
  expect(await restartIdleSessions(h.home, { ...NEXT, isOurs: () => false })).toEqual([]);
  expect(h.state().pid).toBe(pid);
});
