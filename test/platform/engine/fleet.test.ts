/** Browsers of a fleet, from their start to every end: nothing of them is left, and their records say so. */

import { afterEach, expect, spyOn, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { log } from "../../../src/lib/log.ts";
import type { LifecycleHook } from "../../../src/platform/engine/lifecycle/lifecycle-hook.ts";
import type { RunningBrowser } from "../../../src/platform/engine/lifecycle/running.ts";
import { runFolder } from "../../../src/platform/engine/lifecycle/start.ts";
import { Refusal } from "../../../src/platform/refusal.ts";
import { BINARY, HAS_FULL_BROWSER } from "../../browser/profiles/desktop.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { until } from "../../support/until.ts";
import { fleetOf, groupOf, type TestFleet } from "./fleets.ts";

/** Writes down what it is called with, in order. */
function witness(): LifecycleHook & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    prepare: (_, asked) => void calls.push(asked ? "prepare" : "prepare in advance"),
    given: async () => void calls.push("given"),
    stopping: async () => void calls.push("stopping"),
    closed: async ({ workspace }, clean) =>
      void calls.push(
        `closed ${clean ? "cleanly" : "otherwise"}${existsSync(workspace.folder) ? "" : ", without a folder"}`,
      ),
    released: ({ folder }) => void calls.push(existsSync(folder) ? "released too early" : "released"),
  };
}

/** Nothing of any browser is there, and the next one finds a place. */
function expectEmpty({ fleet, folders }: TestFleet): void {
  expect(folders()).toEqual([]);
  expect(fleet.stats()).toMatchObject({ running: 0, starting: 0, ending: 0, waiting: 0 });
}

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  if (!(error instanceof Refusal)) throw new Error(`a refusal was expected, not ${error}`);
  return error;
}

/** What is started in place of a browser. The variable goes before the setting, and may name the one of this run. */
const before = process.env.SVC_BROWSER;

function startInstead(path: string | undefined): void {
  if (path === undefined) delete process.env.SVC_BROWSER;
  else process.env.SVC_BROWSER = path;
}

afterEach(() => startInstead(before));

function impostor({ home }: TestFleet, script: string): void {
  const path = join(home, "impostor");
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  startInstead(path);
}

test.skipIf(!HAS_FULL_BROWSER)("a full browser runs however long the path of the home is", async () => {
  using top = temporaryFolder();
  const home = join(top.path, "a-folder-with-a-name-that-leaves-no-room-for-sockets-below-it", "home");
  mkdirSync(home, { recursive: true });
  startInstead(BINARY);
  try {
    await using f = await fleetOf({ home });
    const { id, started } = await f.create();
    expect(started.workspace.folder).not.toStartWith(home);
    expect(statSync(dirname(dirname(started.workspace.folder))).mode & 0o777).toBe(0o700);
    expect(f.folders().length).toBe(1);
    await f.fleet.stop(id, "asked");
    expectEmpty(f);
  } finally {
    rmSync(runFolder(home), { recursive: true, force: true });
  }
});

test("a browser has a workspace, an environment and processes of its own, and leaves nothing when it is stopped", async () => {
  const seen = witness();
  await using f = await fleetOf({ hooks: [seen] });
  process.env.SVC_TEST_PROBE = "a secret of the server";
  const browser = await f.create();
  delete process.env.SVC_TEST_PROBE;
  const { launched, workspace } = browser.started;
  for (const name of ["", "profile", "home", "downloads", "uploads"])
    expect(statSync(join(workspace.folder, name)).mode & 0o777).toBe(0o700);
  const environment = readFileSync(`/proc/${launched.process.pid}/environ`, "utf8").split("\0");
  expect(environment).toContain(`HOME=${join(workspace.folder, "home")}`);
  expect(environment).toContain(`TMPDIR=${workspace.folder}`);
  expect(environment.filter((one) => one.startsWith("SVC_"))).toEqual([]);
  expect(groupOf(launched.process).length).toBeGreaterThan(1);
  expect(f.fleet.get(browser.id)).toBe(browser);
  expect(await f.record(browser.id)).toMatchObject({ status: "active", reason: null });

  await Promise.all([f.fleet.stop(browser.id, "asked"), f.fleet.stop(browser.id, "timeout")]);
  expect(seen.calls).toEqual(["prepare", "given", "stopping", "closed cleanly", "released"]);
  expect(groupOf(launched.process)).toEqual([]);
  expect(f.fleet.get(browser.id)).toBeUndefined();
  expect(await f.record(browser.id)).toMatchObject({ status: "stopped", reason: "asked" });
  expectEmpty(f);
});

test("while it ends, its record is active and nobody gets it", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await using f = await fleetOf({ hooks: [{ stopping: () => promise }] });
  const browser = await f.create();
  const end = f.fleet.stop(browser.id, "asked");
  expect(f.fleet.get(browser.id)).toBeUndefined();
  expect(f.fleet.stats()).toMatchObject({ running: 0, ending: 1 });
  expect(await f.record(browser.id)).toMatchObject({ status: "active", finishedAt: null });
  resolve();
  await end;
  expect(await f.record(browser.id)).toMatchObject({ status: "stopped" });
});

test("an hook that refuses a browser leaves none, and its refusal is told", async () => {
  const seen = witness();
  const refusing: LifecycleHook = {
    prepare() {
      throw new Refusal(404, "Profile not found");
    },
  };
  await using f = await fleetOf({ hooks: [seen, refusing] });
  expect(await refusalOf(f.create())).toMatchObject({ status: 404, message: "Profile not found" });
  expect(seen.calls).toEqual(["prepare", "released"]);
  expectEmpty(f);
});

test("a browser that cannot be given is ended without a record", async () => {
  const seen = witness();
  let given: RunningBrowser | undefined;
  const failing: LifecycleHook = {
    async given(browser) {
      given = browser;
      throw new Error("no");
    },
  };
  await using f = await fleetOf({ hooks: [seen, failing] });
  expect(await refusalOf(f.create())).toMatchObject({ status: 503 });
  expect(seen.calls).toEqual(["prepare", "given", "closed otherwise", "released"]);
  expect(groupOf(given?.started.launched.process ?? { pid: 0, start: "" })).toEqual([]);
  expect(await f.record(given?.id ?? "")).toBeUndefined();
  expectEmpty(f);
});

test("a browser that dies, hangs or is missing at its start is refused, and nothing is left", async () => {
  const seen = witness();
  await using f = await fleetOf({ hooks: [seen], startTimeoutMs: 2_000 });
  impostor(f, "exit 3");
  expect(await refusalOf(f.create())).toMatchObject({ status: 503, headers: { "Retry-After": "5" } });
  impostor(f, `echo $$ > ${f.home}/pid; sleep 1000 & sleep 1000`);
  expect(await refusalOf(f.create())).toMatchObject({ status: 503 });
  expect(groupOf({ pid: Number(readFileSync(join(f.home, "pid"), "utf8")), start: "" })).toEqual([]);
  startInstead(join(f.home, "nothing"));
  expect(await refusalOf(f.create())).toMatchObject({ status: 503 });
  expect(seen.calls).toEqual(["prepare", "released", "prepare", "released"]);
  expectEmpty(f);
});

test("a browser that is killed leaves nothing, and its record says that it died", async () => {
  using warned = spyOn(log, "warn");
  const seen = witness();
  await using f = await fleetOf({ hooks: [seen] });
  const browser = await f.create();
  const { process: id } = browser.started.launched;
  expect(groupOf(id).length).toBeGreaterThan(1);
  process.kill(id.pid, "SIGKILL");
  await until(() => f.fleet.stats().ended.died === 1);
  expect(seen.calls).toEqual(["prepare", "given", "closed otherwise", "released"]);
  expect(groupOf(id)).toEqual([]);
  expect(await f.record(browser.id)).toMatchObject({ status: "stopped", reason: "died" });
  expectEmpty(f);
  expect(warned.mock.calls.flat()).toContain(`browser ${browser.id} died (signal SIGKILL)`);
});

test("one that dies while it is given or stopped ends once", async () => {
  const seen = witness();
  const killing: LifecycleHook = {
    async given({ settings, started }) {
      if (!settings.allowResizing) return;
      process.kill(started.launched.process.pid, "SIGKILL");
      await started.launched.ended;
    },
    async stopping({ started }) {
      process.kill(started.launched.process.pid, "SIGKILL");
      await started.launched.exited;
    },
  };
  await using f = await fleetOf({ hooks: [seen, killing] });
  expect(await refusalOf(f.create({ allowResizing: true }))).toMatchObject({ status: 503 });
  expect(seen.calls.splice(0)).toEqual(["prepare", "given", "closed otherwise", "released"]);
  const browser = await f.create();
  await f.fleet.stop(browser.id, "asked");
  expect(seen.calls).toEqual(["prepare", "given", "stopping", "closed otherwise", "released"]);
  expect(await f.record(browser.id)).toMatchObject({ status: "stopped", reason: "asked" });
  expectEmpty(f);
});

test("a renderer that is killed takes one page with it, not the browser", async () => {
  await using f = await fleetOf();
  const { id, connection, started } = await f.create();
  const { targetId } = await connection.root.send("Target.createTarget", { url: "data:text/html,<p>here" });
  const { sessionId } = await connection.root.send("Target.attachToTarget", { targetId, flatten: true });
  await connection.session(sessionId).send("Runtime.evaluate", { expression: "1" });
  const crashed = Promise.withResolvers<void>();
  connection.root.on("Target.targetCrashed", (told) => {
    if (told.targetId === targetId) crashed.resolve();
  });
  await connection.root.send("Target.setDiscoverTargets", { discover: true });
  const renderers = groupOf(started.launched.process).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer"),
  );
  for (const pid of renderers) process.kill(pid, "SIGKILL");
  await crashed.promise;
  expect(f.fleet.get(id)?.id).toBe(id);
  expect(await connection.root.send("Target.createTarget", { url: "about:blank" })).toHaveProperty("targetId");
  await f.fleet.stop(id, "asked");
  expectEmpty(f);
});

test("a stop and a caller who leaves end a browser that is being given", async () => {
  const seen = witness();
  const entered: ((browser: RunningBrowser) => void)[] = [];
  const slow: LifecycleHook = {
    given: (browser) =>
      new Promise<void>((resolve) => {
        browser.started.launched.ended.then(() => resolve());
        entered.shift()?.(browser);
      }),
  };
  await using f = await fleetOf({ hooks: [seen, slow] });
  const next = () => new Promise<RunningBrowser>((resolve) => entered.push(resolve));

  const stopped = next();
  const creation = refusalOf(f.create());
  await f.fleet.stop((await stopped).id, "asked");
  expect(await creation).toMatchObject({ status: 503 });
  expect(seen.calls.splice(0)).toEqual(["prepare", "given", "closed otherwise", "released"]);

  const caller = new AbortController();
  const left = next();
  const abandoned = refusalOf(f.create({}, caller.signal));
  await left;
  caller.abort();
  expect(await abandoned).toMatchObject({ status: 499 });
  expect(seen.calls.splice(0)).toEqual(["prepare", "given", "closed otherwise", "released"]);
  expectEmpty(f);
});

test("a browser ends at its timeout, and when nobody used it for long", async () => {
  await using f = await fleetOf({ idleTimeoutMs: 150 });
  const used = await f.create({ timeoutMinutes: 0.7 / 60, idleTimeoutMs: 60_000 });
  const idle = await f.create();
  const busy = await f.create();
  busy.clients++;
  await until(() => f.fleet.stats().ended.idle === 1);
  expect(await f.record(idle.id)).toMatchObject({ reason: "idle" });
  await until(() => f.fleet.stats().ended.timeout === 1);
  expect(await f.record(used.id)).toMatchObject({ reason: "timeout" });
  expect(f.fleet.get(busy.id)).toBe(busy);
  busy.clients--;
  busy.touch(Date.now());
  await until(() => f.fleet.stats().ended.idle === 2);
  expectEmpty(f);
});

test("a size that is asked for is that of window, screen and page", async () => {
  await using f = await fleetOf();
  for (const [width, height] of [
    [320, 320],
    [6144, 3456],
  ] as const) {
    const { id, connection } = await f.create({ width, height });
    const { targetId } = await connection.root.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await connection.root.send("Target.attachToTarget", { targetId, flatten: true });
    const { result } = await connection.session(sessionId).send("Runtime.evaluate", {
      expression: "[outerWidth, outerHeight, screen.width, screen.height, innerWidth].join()",
    });
    expect(result.value).toBe([width, height, width, height, width].join());
    await f.fleet.stop(id, "asked");
  }
});

test("a drain refuses those who come, and ends those who wait, start, are given and run", async () => {
  await using f = await fleetOf({ concurrency: 2, queue: 5, warm: 1 });
  const running = await f.create();
  const starting = refusalOf(f.create({ width: 800 }));
  const waiting = refusalOf(f.create());
  await until(() => f.fleet.stats().waiting === 1);
  await f.fleet.drain();
  expect(await starting).toMatchObject({ status: 503, message: "The server is stopping" });
  expect(await waiting).toMatchObject({ status: 503 });
  expect(await refusalOf(f.create())).toMatchObject({ status: 503 });
  expect(await f.record(running.id)).toMatchObject({ status: "stopped", reason: "drain" });
  expect(f.fleet.stats().warm).toBe(0);
  expectEmpty(f);
});
