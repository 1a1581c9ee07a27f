/** Durable jobs, on SQLite and on PostgreSQL alike. */

import { expect, test } from "bun:test";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Jobs } from "../../../src/platform/store/jobs/jobs.ts";
import { GiveUp, type Handler, type JobRunner, runJobs } from "../../../src/platform/store/jobs/runner.ts";
import { diskObjects } from "../../../src/platform/store/objects/objects.ts";
import { s3Objects } from "../../../src/platform/store/objects/s3.ts";
import { STORE_OBJECT, storeLater, storeObject } from "../../../src/platform/store/objects/staged.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { until } from "../../support/until.ts";
import { eachDatabase } from "../databases.ts";
import { s3Peer } from "./s3.ts";

/** Everything soon. */
const QUICK = { pollMs: 10, firstPauseMs: 5, longestPauseMs: 20 };

function runner(jobs: Jobs, kinds: Record<string, Handler>, more: object = {}): JobRunner & AsyncDisposable {
  const running = runJobs({ jobs, node: "a", kinds, ...QUICK, ...more });
  return { close: (ms) => running.close(ms), [Symbol.asyncDispose]: () => running.close(0) };
}

const isDone = async (jobs: Jobs) => {
  const { waiting, running } = await jobs.count();
  return waiting + running === 0;
};

eachDatabase((name, open) => {
  test(`${name}: jobs are done in their order, with what they carry, and are gone then`, async () => {
    await using at = await open();
    const jobs = new Jobs(at.database);
    const seen: unknown[] = [];
    for (const payload of [1, "two", { three: ["3"] }, null]) await jobs.add("note", payload);
    await jobs.add("later", "x", { delayMs: 3_600_000 });
    await jobs.add("unknown", "x");
    await jobs.add("note", "elsewhere", { node: "b" });
    const note: Handler = async (payload) => void seen.push(payload);
    await using _ = runner(jobs, { note, later: note }, { concurrency: 1 });
    await until(() => seen.length === 4, "all four are done");
    expect(seen).toEqual([1, "two", { three: ["3"] }, null]);
    await jobs.add("note", "here", { node: "a" });
    await until(() => seen.length === 5, "one more is done");
    await until(async () => (await jobs.count()).waiting === 3, "they are gone");
  });

  test(`${name}: a job is part of the transaction that it was added in`, async () => {
    await using at = await open();
    const jobs = new Jobs(at.database);
    const undone = at.database.transaction(async (within) => {
      await jobs.add("note", "undone", { within });
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    await at.database.transaction(async (within) => await jobs.add("note", "done", { within }));
    expect(await jobs.count()).toEqual({ waiting: 1, running: 0, failed: 0 });
  });

  test(`${name}: what fails is tried again, then given up with its reason, and can be revived`, async () => {
    await using at = await open();
    const jobs = new Jobs(at.database);
    const attempts: number[] = [];
    let isMended = false;
    await using _ = runner(jobs, {
      async shaky(_payload, { job }) {
        attempts.push(job.attempts);
        if (job.attempts < 3) throw new Error("not yet");
      },
      async broken() {
        if (!isMended) throw new Error("broken for good");
      },
      async hopeless() {
        throw new GiveUp("no use");
      },
    });
    await jobs.add("shaky", null);
    const broken = await jobs.add("broken", null, { maxAttempts: 2 });
    const hopeless = await jobs.add("hopeless", null);
    await until(() => isDone(jobs), "they have ended");
    expect(attempts).toEqual([1, 2, 3]);
    const failed = await jobs.failed();
    expect(failed.map(({ id }) => id).sort()).toEqual([broken, hopeless].sort());
    expect(await jobs.get(broken)).toMatchObject({
      error: "broken for good",
      attempts: 2,
      failedAt: expect.any(Number),
    });
    expect(await jobs.get(hopeless)).toMatchObject({ error: "no use", attempts: 1 });
    isMended = true;
    expect(await jobs.revive("broken")).toBe(1);
    await until(async () => (await jobs.get(broken)) === undefined, "it is done");
    expect(await jobs.count()).toEqual({ waiting: 0, running: 0, failed: 1 });
  });

  test(`${name}: a lease is held by one, and one who lost it changes nothing`, async () => {
    await using at = await open();
    const jobs = new Jobs(at.database);
    const id = await jobs.add("k", null);
    const first = await jobs.claim("first", "a", ["k"], 50);
    expect(first).toMatchObject({ id, attempts: 1 });
    expect(await jobs.claim("second", "a", ["k"], 60_000)).toBeUndefined();
    expect(await jobs.renew(id, "first", 60)).toBe(true);
    let second: unknown;
    await until(async () => {
      second = await jobs.claim("second", "b", ["k"], 60_000);
      return second !== undefined;
    }, "the lease runs out");
    expect(second).toMatchObject({ id, attempts: 2 });
    expect(await jobs.renew(id, "first", 60_000)).toBe(false);
    expect(await jobs.retry(id, "first", "x", 0)).toBe(false);
    expect(await jobs.fail(id, "first", "x")).toBe(false);
    expect(await jobs.done(id, "first")).toBe(false);
    expect(await jobs.done(id, "second")).toBe(true);
    expect(await jobs.claim("third", "a", [], 1)).toBeUndefined();
  });

  test(`${name}: a server that starts again goes on with its own jobs at once, and leaves those of others`, async () => {
    await using at = await open();
    const jobs = new Jobs(at.database);
    const [begun, elsewhere] = [await jobs.add("k", 1, { node: "a" }), await jobs.add("k", 2, { node: "b" })];
    const later = await jobs.add("k", 3, { node: "a", delayMs: 3_600_000 });
    expect(await jobs.claim("first", "a", ["k"], 60_000)).toMatchObject({ id: begun });
    expect(await jobs.claim("second", "b", ["k"], 60_000)).toMatchObject({ id: elsewhere });
    await jobs.resume("a");
    expect(await jobs.done(begun, "first")).toBe(false);
    expect(await jobs.claim("third", "a", ["k"], 60_000)).toMatchObject({ id: begun, attempts: 2 });
    await jobs.retry(begun, "third", "the storage is away", 3_600_000);
    await jobs.resume("a");
    expect(await jobs.claim("fourth", "a", ["k"], 60_000)).toMatchObject({ id: begun, attempts: 3 });
    expect(await jobs.claim("fifth", "a", ["k"], 60_000)).toBeUndefined();
    expect(await jobs.done(elsewhere, "second")).toBe(true);
    expect(await jobs.get(later)).toMatchObject({ attempts: 0 });
  });

  test(`${name}: a long job keeps its lease; one whose lease is taken is told`, async () => {
    await using at = await open();
    const jobs = new Jobs(at.database);
    let began = 0;
    let why: unknown;
    await using one = runner(
      jobs,
      {
        async long(_payload, { signal }) {
          began++;
          await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
          why = signal.reason;
        },
      },
      { leaseMs: 1_500 },
    );
    const id = await jobs.add("long", null);
    await until(() => began === 1, "it has begun");
    await using _other = runner(jobs, { long: async () => void began++ }, { leaseMs: 1_500 });
    const leaseUntil = async () => Number((await at.database.sql`select lease_until from jobs`)[0]?.lease_until);
    const before = await leaseUntil();
    await until(async () => (await leaseUntil()) > before, "its lease was renewed");
    expect(began).toBe(1);
    await at.database.sql`update jobs set owner = 'somebody else' where id = ${id}`;
    await until(() => why !== undefined, "it was told");
    expect(String(why)).toContain("lease was lost");
    await one.close();
    expect(await jobs.get(id)).toBeDefined();
  });

  test(`${name}: the end of a server waits for what is under way, and leaves the rest to others`, async () => {
    await using at = await open();
    const jobs = new Jobs(at.database);
    const { promise: release, resolve } = Promise.withResolvers<void>();
    const began: unknown[] = [];
    const first = runner(
      jobs,
      {
        async brief(payload) {
          began.push(payload);
          await release;
        },
        async endless(payload, { signal }) {
          began.push(payload);
          await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        },
      },
      { concurrency: 2 },
    );
    await jobs.add("brief", "brief");
    const endless = await jobs.add("endless", "endless", { maxAttempts: 1 });
    await jobs.add("brief", "not begun");
    await until(() => began.length === 2, "two are under way");
    const closed = first.close(200);
    resolve();
    await closed;
    expect(began).toEqual(["brief", "endless"]);
    expect(await jobs.get(endless)).toMatchObject({ attempts: 0, failedAt: null, error: null });
    expect(await jobs.count()).toEqual({ waiting: 2, running: 0, failed: 0 });
    const done: unknown[] = [];
    const note: Handler = async (payload) => void done.push(payload);
    await using _ = runner(jobs, { brief: note, endless: note });
    await until(() => isDone(jobs), "another does them");
    expect(done.sort()).toEqual(["endless", "not begun"]);
  });

  test(`${name}: what a killed server had begun is begun again, and no job is done by two at once`, async () => {
    await using at = await open();
    using dir = temporaryFolder();
    const jobs = new Jobs(at.database);
    const file = join(dir.path, "seen");
    writeFileSync(file, "");
    const lines = () => readFileSync(file, "utf8").split("\n").filter(Boolean);
    const children = [1, 2].map(() => worker(at.address, file));
    try {
      await jobs.add("hang", null);
      await until(() => lines().some((line) => line.startsWith("hang")), "one hangs in it");
      for (let index = 0; index < 60; index++) await jobs.add("brief", index);
      // Of one that is under way when its server is killed nobody knows whether it was written down.
      await until(async () => {
        const { waiting, running } = await jobs.count();
        return waiting === 0 && running === 1;
      }, "all others are done");
      const victim = children.find(({ pid }) => lines().includes(`hang ${pid}`));
      victim?.kill("SIGKILL");
      await until(() => lines().filter((line) => line.startsWith("hang")).length === 2, "the other one has it");
    } finally {
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(children.map((child) => child.exited));
    }
    const hung = lines().filter((line) => line.startsWith("hang"));
    expect(new Set(hung).size).toBe(2);
    const brief = lines().filter((line) => line.startsWith("brief"));
    expect(brief).toHaveLength(60);
    expect(new Set(brief.map((line) => line.split(" ")[1])).size).toBe(60);
    // Both took part.
    expect(new Set(brief.map((line) => line.split(" ")[2])).size).toBe(2);
  });

  test(`${name}: a job that ends its server each time is given up`, async () => {
    await using at = await open();
    const jobs = new Jobs(at.database);
    const id = await jobs.add("deadly", null, { maxAttempts: 2 });
    for (const owner of ["first", "second"])
      await until(async () => (await jobs.claim(owner, "a", ["deadly"], 1)) !== undefined, `${owner} takes it`);
    let began = 0;
    await using _ = runner(jobs, { deadly: async () => void began++ });
    await until(async () => (await jobs.get(id))?.failedAt !== null, "it is given up");
    expect(await jobs.get(id)).toMatchObject({ error: "the server ended while the job was running" });
    expect(began).toBe(0);
  });

  test(`${name}: a staged file becomes an object, also when the storage is away, and once`, async () => {
    await using at = await open();
    using dir = temporaryFolder();
    using peer = s3Peer();
    const jobs = new Jobs(at.database);
    const objects = s3Objects(peer.setup);
    const path = join(dir.path, "film");
    writeFileSync(path, "film");
    peer.answer({ status: 403, code: "AccessDenied" });
    await storeLater(jobs, { path, key: "recordings/film" }, { node: "a" });
    await using _ = runner(jobs, { [STORE_OBJECT]: storeObject(objects) });
    await until(() => peer.requests.length > 2, "it was refused");
    expect(existsSync(path)).toBe(true);
    peer.answer();
    await until(() => isDone(jobs), "it is there");
    expect(new TextDecoder().decode(await objects.get("recordings/film"))).toBe("film");
    expect(existsSync(path)).toBe(false);
    expect((await jobs.count()).failed).toBe(0);
  });
});

/** A process that does jobs of two kinds: `hang` never ends, `brief` is written down. */
function worker(address: string, file: string) {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(join(process.cwd(), "src/platform/store/database/database.ts"))});
    const { Jobs } = await import(${JSON.stringify(join(process.cwd(), "src/platform/store/jobs/jobs.ts"))});
    const { runJobs } = await import(${JSON.stringify(join(process.cwd(), "src/platform/store/jobs/runner.ts"))});
    const { appendFileSync } = await import("node:fs");
    const note = (...words) => appendFileSync(process.argv[2], [...words, process.pid].join(" ") + "\\n");
    const jobs = new Jobs(await openDatabase(process.argv[1]));
    runJobs({ jobs, node: "a", pollMs: 10, leaseMs: 2000, concurrency: 3, kinds: {
      async hang() { note("hang"); await new Promise(() => setInterval(() => {}, 1000)); },
      async brief(payload) { note("brief", payload); await Bun.sleep(5); },
    } });`;
  return Bun.spawn([process.execPath, "-e", script, address, file], { stdout: "ignore", stderr: "inherit" });
}

test("a staged file that is gone: done when its object is there, else given up", async () => {
  using dir = temporaryFolder();
  const objects = diskObjects(join(dir.path, "objects"));
  const handler = storeObject(objects);
  const path = join(dir.path, "none");
  const context = {} as never;
  await expect(handler({ path, key: "a" }, context)).rejects.toBeInstanceOf(GiveUp);
  await expect(handler({ nonsense: 1 }, context)).rejects.toBeInstanceOf(GiveUp);
  await objects.put("a", new TextEncoder().encode("x"));
  await handler({ path, key: "a" }, context);
  appendFileSync(path, "newer");
  await handler({ path, key: "a" }, context);
  expect(new TextDecoder().decode(await objects.get("a"))).toBe("newer");
});

test("a staged file whose browser was purged, before it was stored or meanwhile, is removed", async () => {
  using dir = temporaryFolder();
  const objects = diskObjects(join(dir.path, "objects"));
  for (const answers of [[false], [true, false]]) {
    const [path, key] = [join(dir.path, "unwanted"), "downloads/purged/x"];
    writeFileSync(path, "x");
    const isWanted = async () => answers.shift() ?? false;
    await storeObject(objects, isWanted)({ path, key }, {} as never);
    expect([existsSync(path), await objects.size(key)]).toEqual([false, undefined]);
  }
});
