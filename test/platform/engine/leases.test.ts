/** Records of browsers when servers share a database, lose it, or are killed. */

import { expect, spyOn, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../../../src/lib/atomic-file.ts";
import { log } from "../../../src/lib/log.ts";
import { identify, type ProcessId } from "../../../src/lib/process.ts";
import { nodeName } from "../../../src/platform/engine/lifecycle/node.ts";
import { warnOfFewFiles } from "../../../src/platform/engine/lifecycle/open-files.ts";
import { cleanUpOrphans } from "../../../src/platform/engine/lifecycle/orphan-cleanup.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { until } from "../../support/until.ts";
import { eachDatabase } from "../databases.ts";
import { serverHome, serverProcess } from "../process.ts";
import { fleetOf, foldersOf, groupOf } from "./fleets.ts";

test("stops a browser of another server through its record", async () => {
  await using one = await fleetOf({ leaseMs: 3_000 });
  await using other = await fleetOf({ leaseMs: 3_000, databaseUrl: `sqlite://${join(one.home, "svc.db")}` });
  const browser = await one.create();
  const record = await other.record(browser.id);
  if (!record) throw new Error("no record");
  await other.fleet.stopRecorded(record, "asked");
  expect(await other.record(browser.id)).toMatchObject({ status: "stopped", reason: "asked" });
  expect(groupOf(browser.started.launched.process)).toEqual([]);
  expect(one.folders()).toEqual([]);
  // No request is made for a stopped browser.
  await other.fleet.stopRecorded({ ...record, status: "stopped" }, "asked");
});

test("renews leases, and ends the records of a dead server", async () => {
  await using f = await fleetOf({ leaseMs: 3_000 });
  const browser = await f.create();
  const { record } = browser;
  await f.records.insert({ ...record, id: crypto.randomUUID(), node: "dead", leaseUntil: Date.now() + 100 });
  await until(async () => (await f.records.countActive(f.project)) === 1);
  const first = (await f.record(browser.id))?.leaseUntil ?? 0;
  await until(async () => ((await f.record(browser.id))?.leaseUntil ?? 0) > first);
  expect(f.fleet.get(browser.id)).toBe(browser);
});

test("ends records without a browser and browsers without a record", async () => {
  await using f = await fleetOf({ leaseMs: 3_000, node: "n" });
  const browser = await f.create();
  const lie = crypto.randomUUID();
  await f.records.insert({ ...browser.record, id: lie });
  await until(async () => (await f.record(lie))?.status === "stopped");
  await f.records.finish(browser.id, { reason: "restart", at: Date.now() });
  await until(() => f.fleet.stats().ended.lost === 1);
  expect(groupOf(browser.started.launched.process)).toEqual([]);
  expect(await f.record(browser.id)).toMatchObject({ reason: "restart" });
});

test("a server without a database ends its browsers when their leases expire", async () => {
  await using f = await fleetOf({ leaseMs: 300 });
  const browser = await f.create();
  await f.database.close();
  await until(() => f.fleet.stats().ended.lost === 1);
  expect(groupOf(browser.started.launched.process)).toEqual([]);
  expect(f.folders()).toEqual([]);
  await expect(f.create()).rejects.toMatchObject({ status: 503 });
  expect(f.folders()).toEqual([]);
});

test("ends no browser if the database answers but refuses writes", async () => {
  await using f = await fleetOf({ leaseMs: 300 });
  const browser = await f.create();
  const leaseUntil = async () => (await f.record(browser.id))?.leaseUntil ?? 0;
  await f.database.sql.unsafe("pragma query_only = on");
  await until(async () => (await leaseUntil()) < Date.now() - 300);
  expect(f.fleet.get(browser.id)).toBe(browser);
  await f.database.sql.unsafe("pragma query_only = off");
  await until(async () => (await leaseUntil()) > Date.now());
  expect(f.fleet.get(browser.id)).toBe(browser);
});

test("a server keeps its node name; another home has another one", () => {
  using one = temporaryFolder();
  using other = temporaryFolder();
  expect(nodeName(one.path)).toBe(nodeName(one.path));
  expect(nodeName(one.path)).not.toBe(nodeName(other.path));
});

test("keeps the folders of a running server", async () => {
  using run = temporaryFolder();
  for (const [name, server] of [
    ["browser-ours", identify(process.pid)],
    ["browser-dead", { pid: process.pid, start: "an earlier one" }],
  ] as const) {
    mkdirSync(join(run.path, name));
    writeFileSync(join(run.path, name, "owner.json"), JSON.stringify({ server }));
  }
  mkdirSync(join(run.path, "browser-unfinished"));
  expect(await cleanUpOrphans(run.path)).toBe(2);
  expect(await cleanUpOrphans(run.path)).toBe(0);
});

test("renames a folder that cannot be removed without file descriptors, and removes it later", () => {
  using run = temporaryFolder();
  mkdirSync(join(run.path, "browser-x/profile"), { recursive: true });
  writeFileSync(join(run.path, "browser-x/profile/Cookies"), "x");
  const script = `
    const { closeSync, openSync, readdirSync } = await import("node:fs");
    const { removeOrphan, removeWorkspace } = await import("./src/platform/engine/lifecycle/orphan-cleanup.ts");
    const open = [];
    try {
      for (;;) open.push(openSync("/dev/null", "r"));
    } catch {}
    await removeWorkspace(process.argv[1] + "/browser-x");
    removeOrphan(process.argv[1]);
    for (const one of open) closeSync(one);
    const aside = readdirSync(process.argv[1]);
    removeOrphan(process.argv[1]);
    console.log(JSON.stringify([aside, readdirSync(process.argv[1])]));`;
  const { stdout } = Bun.spawnSync(
    ["sh", "-c", 'ulimit -n 100; exec "$0" -e "$1" "$2"', process.execPath, script, run.path],
    {
      stderr: "ignore",
    },
  );
  expect(JSON.parse(stdout.toString())).toEqual([["left-browser-x"], []]);
});

test("warns at the start if the limit of open files is too low", () => {
  using warned = spyOn(log, "warn");
  warnOfFewFiles(10, 4_096);
  expect(warned).not.toHaveBeenCalled();
  warnOfFewFiles(100, 1_024);
  expect(String(warned.mock.calls)).toContain("may open 1024 files, but 100 browsers");
});

eachDatabase((name, open) => {
  test(`on ${name}, a killed server leaves no browser; its next start cleans folders and records`, async () => {
    await using db = await open({ bare: true });
    using home = serverHome();
    const env = { SVC_SERVE_WARM: "1", SVC_SERVE_DATABASE_URL: db.address };
    await using first = await serverProcess(home.path, env);
    const { id } = (await first.call("POST", "/v3/browsers", {})).body;
    await until(() => foldersOf(home.path).length === 2);
    const browsers = await Promise.all(
      foldersOf(home.path).map((name) => browserIn(join(home.path, "server/run", name))),
    );
    await first.end("SIGKILL");
    for (const browser of browsers) await until(() => groupOf(browser).length === 0);
    expect(foldersOf(home.path).length).toBe(2);

    await using second = await serverProcess(home.path, env);
    const listed = (await second.call("GET", "/v3/browsers", undefined, first.key)).body;
    expect(listed).toMatchObject({ totalItems: 1, items: [{ id, status: "stopped" }] });
    await until(() => foldersOf(home.path).length === 1);
    expect(await second.end("SIGTERM")).toBe(0);
    expect(foldersOf(home.path)).toEqual([]);
    expect([...(await db.database.sql`select reason from browsers`)]).toMatchObject([{ reason: "restart" }]);
  });
});

/** Process id of the browser in that folder, when it is recorded. */
async function browserIn(folder: string): Promise<ProcessId> {
  let browser: ProcessId | undefined;
  await until(async () => {
    ({ browser } = readJson<{ browser?: ProcessId }>(join(folder, "owner.json")) ?? {});
    return browser !== undefined;
  });
  if (!browser) throw new Error("no browser");
  return browser;
}
