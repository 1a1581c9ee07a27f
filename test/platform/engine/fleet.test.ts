/** Browsers of a fleet from start to every kind of end: nothing remains, and records are correct. */

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

/** Records the calls in order. */
function recordingHook(): LifecycleHook & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    prepare: (_, asked) => void calls.push(asked ? "prepare" : "prepare in advance"),
    assigned: async () => void calls.push("assigned"),
    stopping: async () => void calls.push("stopping"),
    closed: async ({ workspace }, clean) =>
      void calls.push(
        `closed ${clean ? "cleanly" : "otherwise"}${existsSync(workspace.folder) ? "" : ", without a folder"}`,
      ),
    released: ({ folder }) => void calls.push(existsSync(folder) ? "released too early" : "released"),
  };
}

/** Asserts that nothing of a browser remains and all slots are free. */
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

/** Starts a program instead of a browser, by the variable that precedes the setting. */
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

test.skipIf(!HAS_FULL_BROWSER)("a full browser runs below a home with a very long path", async () => {
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

test("a browser has its own workspace, environment and processes, and leaves nothing when it stops", async () => {
  const seen = recordingHook();
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
  expect(seen.calls).toEqual(["prepare", "assigned", "stopping", "closed cleanly", "released"]);
  expect(groupOf(launched.process)).toEqual([]);
  expect(f.fleet.get(browser.id)).toBeUndefined();
  expect(await f.record(browser.id)).toMatchObject({ status: "stopped", reason: "asked" });
  expectEmpty(f);
});

test("the record stays active until the browser has ended, and get returns nothing meanwhile", async () => {
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

test("a hook that refuses a browser leaves nothing, and the caller gets its error", async () => {
  const seen = recordingHook();
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

test("ends a browser whose assignment fails, without a record", async () => {
  const seen = recordingHook();
  let given: RunningBrowser | undefined;
  const failing: LifecycleHook = {
    async assigned(browser) {
      given = browser;
      throw new Error("no");
    },
  };
  await using f = await fleetOf({ hooks: [seen, failing] });
  expect(await refusalOf(f.create())).toMatchObject({ status: 503 });
  expect(seen.calls).toEqual(["prepare", "assigned", "closed otherwise", "released"]);
  expect(groupOf(given?.started.launched.process ?? { pid: 0, start: "" })).toEqual([]);
  expect(await f.record(given?.id ?? "")).toBeUndefined();
  expectEmpty(f);
});

test("refuses a browser that crashes, hangs or is missing at the start, and leaves nothing", async () => {
  const seen = recordingHook();
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

test("a killed browser leaves nothing, and its record says `died`", async () => {
  using warned = spyOn(log, "warn");
  const seen = recordingHook();
  await using f = await fleetOf({ hooks: [seen] });
  const browser = await f.create();
  const { process: id } = browser.started.launched;
  expect(groupOf(id).length).toBeGreaterThan(1);
  process.kill(id.pid, "SIGKILL");
  await until(() => f.fleet.stats().ended.died === 1);
  expect(seen.calls).toEqual(["prepare", "assigned", "closed otherwise", "released"]);
  expect(groupOf(id)).toEqual([]);
  expect(await f.record(browser.id)).toMatchObject({ status: "stopped", reason: "died" });
  expectEmpty(f);
  expect(warned.mock.calls.flat()).toContain(`browser ${browser.id} died (signal SIGKILL)`);
});

test("a browser that dies during assignment or stop ends once", async () => {
  const seen = recordingHook();
  const killing: LifecycleHook = {
    async assigned({ settings, started }) {
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
  expect(seen.calls.splice(0)).toEqual(["prepare", "assigned", "closed otherwise", "released"]);
  const browser = await f.create();
  await f.fleet.stop(browser.id, "asked");
  expect(seen.calls).toEqual(["prepare", "assigned", "stopping", "closed otherwise", "released"]);
  expect(await f.record(browser.id)).toMatchObject({ status: "stopped", reason: "asked" });
  expectEmpty(f);
});

test("a killed renderer ends one page, not the browser", async () => {
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

test("a stop and a disconnected caller end a browser during assignment", async () => {
  const seen = recordingHook();
  const entered: ((browser: RunningBrowser) => void)[] = [];
  const slow: LifecycleHook = {
    assigned: (browser) =>
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
  expect(seen.calls.splice(0)).toEqual(["prepare", "assigned", "closed otherwise", "released"]);

  const caller = new AbortController();
  const left = next();
  const abandoned = refusalOf(f.create({}, caller.signal));
  await left;
  caller.abort();
  expect(await abandoned).toMatchObject({ status: 499 });
  expect(seen.calls.splice(0)).toEqual(["prepare", "assigned", "closed otherwise", "released"]);
  expectEmpty(f);
});

test("a browser ends at its timeout and at its idle timeout", async () => {
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

test("the requested size is that of window, screen and page", async () => {
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

test("a drain refuses new callers and ends waiting, starting and running browsers", async () => {
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
