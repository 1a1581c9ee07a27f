/** Slots of a fleet, the queue, and the pool. */

import { expect, test } from "bun:test";
import type { LifecycleHook } from "../../../src/platform/engine/lifecycle/lifecycle-hook.ts";
import { Slots } from "../../../src/platform/engine/lifecycle/slots.ts";
import { Refusal } from "../../../src/platform/refusal.ts";
import { until } from "../../support/until.ts";
import { fleetOf, groupOf } from "./fleets.ts";

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  if (!(error instanceof Refusal)) throw new Error(`a refusal was expected, not ${error}`);
  return error;
}

test("slots go to the caller that waits longest; a caller that disconnects gets none", async () => {
  const places = new Slots({ limit: 1, queue: 3, queueTimeoutMs: 60_000 });
  const order: string[] = [];
  const first = await places.take();
  const caller = new AbortController();
  const taken = (name: string, signal?: AbortSignal) =>
    places.take(signal).then((back) => {
      order.push(name);
      return back;
    });
  const second = taken("second");
  const left = refusalOf(taken("left", caller.signal));
  const third = taken("third");
  expect(places.waiting).toBe(3);
  expect(await refusalOf(places.take())).toMatchObject({ status: 429 });
  caller.abort();
  expect(await left).toMatchObject({ status: 499 });
  expect(await refusalOf(places.take(caller.signal))).toMatchObject({ status: 499 });
  first();
  first();
  (await second)();
  const back = await third;
  expect(order).toEqual(["second", "third"]);
  expect(places).toMatchObject({ taken: 1, waiting: 0 });
  back();
  expect(places.taken).toBe(0);
});

test("a caller that waits too long gets its position and Retry-After", async () => {
  const places = new Slots({ limit: 1, queue: 2, queueTimeoutMs: 20 });
  await places.take();
  const [one, two] = await Promise.all([refusalOf(places.take()), refusalOf(places.take())]);
  for (const refusal of [one, two]) {
    expect(refusal).toMatchObject({ status: 429, message: "Too many concurrent active sessions" });
    expect(refusal.headers["Retry-After"]).toMatch(/^[1-9]\d?$/);
  }
  expect(one.hint).toContain("number 1 of 2");
  expect(places.waiting).toBe(0);
  places.close(new Refusal(503, "closed"));
  expect(await refusalOf(places.take())).toMatchObject({ status: 503 });
});

test("a caller can ask for a longer wait, up to the operator's limit", async () => {
  const places = new Slots({ limit: 1, queue: 3, queueTimeoutMs: 60_000, defaultWaitMs: 20 });
  const back = await places.take();
  const patient = places.take(undefined, 3_600_000);
  expect((await refusalOf(places.take())).hint).toContain("waited 0.02 s");
  expect((await refusalOf(places.take(undefined, 0))).hint).toContain("waited 0 s");
  expect(places.waiting).toBe(1);
  back();
  (await patient)();
  const hasty = new Slots({ limit: 1, queue: 1, queueTimeoutMs: 10 });
  await hasty.take();
  expect((await refusalOf(hasty.take(undefined, 60_000))).hint).toContain("waited 0.01 s");
});

test("refuses a caller at once without a queue", async () => {
  await using f = await fleetOf({ concurrency: 1, queue: 0 });
  const browser = await f.create();
  const refusal = await refusalOf(f.create());
  expect(refusal).toMatchObject({ status: 429, headers: { "Retry-After": "5" } });
  expect(refusal.hint).toBe(
    "This server runs at most 1 browser. Waiting is disabled. Stop a browser, or retry in 5 s.",
  );
  await f.fleet.stop(browser.id, "asked");
  await f.create();
});

test("twenty concurrent creations with five slots succeed, five at a time", async () => {
  await using f = await fleetOf({ concurrency: 5, queue: 15 });
  let most = 0;
  let mostRows = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { id } = await f.create();
      const { running, starting, ending } = f.fleet.stats();
      most = Math.max(most, running + starting + ending);
      mostRows = Math.max(mostRows, await f.records.countActive(f.project));
      await f.fleet.stop(id, "asked");
    }),
  );
  expect(most).toBe(5);
  expect(mostRows).toBeLessThanOrEqual(5);
  expect(f.folders()).toEqual([]);
  expect(f.fleet.stats()).toMatchObject({ created: 20, ended: { asked: 20 }, running: 0, starting: 0, ending: 0 });
  expect(await f.records.list(f.project, { page: 1, size: 30, status: "stopped" })).toMatchObject({ total: 20 });
});

test("a browser of the pool is used once and replaced", async () => {
  const calls: string[] = [];
  const seen: LifecycleHook = {
    prepare: (_, asked) => void calls.push(asked ? "prepare" : "prepare in advance"),
    assigned: async () => void calls.push("assigned"),
    released: () => void calls.push("released"),
  };
  const kinds: string[] = [];
  await using f = await fleetOf({ warm: 1, hooks: [seen], observe: (kind) => kinds.push(kind) });
  await until(() => f.fleet.stats().warm === 1);
  const first = await f.create();
  expect(calls).toEqual(["prepare in advance", "assigned"]);
  await until(() => f.fleet.stats().warm === 1);
  const second = await f.create();
  expect(second.started).not.toBe(first.started);
  expect(kinds).toEqual(["warm", "warm"]);
  // A browser from the pool cannot have another size.
  await f.create({ width: 800 });
  expect(kinds).toEqual(["warm", "warm", "cold"]);
  await until(() => f.fleet.stats().warm === 1);
  await Promise.all([first, second].map(({ id }) => f.fleet.stop(id, "asked")));
  expect(f.fleet.stats()).toMatchObject({ running: 1, warm: 1 });
  await f.fleet.drain();
  expect(calls.filter((call) => call.startsWith("prepare")).length).toBe(4);
  expect(calls.filter((call) => call === "released").length).toBe(4);
  expect(f.folders()).toEqual([]);
});

test("replaces a pool browser that dies, and skips one that hangs", async () => {
  const pids: number[] = [];
  const seen: LifecycleHook = { assigned: async ({ started }) => void pids.push(started.launched.process.pid) };
  await using f = await fleetOf({ warm: 1, hooks: [seen] });
  const ready = async () => {
    const [folder] = f.folders();
    const owner = Bun.file(`${f.home}/server/run/${folder}/owner.json`);
    if (f.fleet.stats().warm !== 1 || !(await owner.exists())) return undefined;
    return ((await owner.json()) as { browser?: { pid: number; start: string } }).browser;
  };
  await until(async () => (await ready()) !== undefined);
  const dead = await ready();
  process.kill(dead?.pid ?? 0, "SIGKILL");
  await until(async () => ![undefined, dead?.pid].includes((await ready())?.pid));
  const hung = await ready();
  if (!dead || !hung) throw new Error("no browser");
  process.kill(hung.pid, "SIGSTOP");
  await f.create();
  expect(pids.length).toBe(1);
  expect([dead.pid, hung.pid]).not.toContain(pids[0] ?? 0);
  await until(() => groupOf(hung).length === 0);
});

test("a caller that disconnects leaves the browser to the next caller", async () => {
  await using f = await fleetOf({ warm: 1 });
  await until(() => f.folders().length === 1);
  const caller = new AbortController();
  const left = refusalOf(f.create({}, caller.signal));
  caller.abort();
  expect(await left).toMatchObject({ status: 499 });
  await until(() => f.fleet.stats().warm === 1);
  expect(f.fleet.stats()).toMatchObject({ running: 0, starting: 0, created: 0 });
  expect(f.folders().length).toBe(1);
});
