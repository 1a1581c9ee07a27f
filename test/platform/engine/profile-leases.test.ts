/** Leases of profiles in the database. */
import { expect, test } from "bun:test";
import type { Database } from "../../../src/platform/store/database/connection.ts";
import type { BrowserRecord } from "../../../src/platform/store/records/browser-rows.ts";
import { BrowserRecords } from "../../../src/platform/store/records/browsers.ts";
import { Keys } from "../../../src/platform/store/records/keys.ts";
import { ProfileRecords } from "../../../src/platform/store/records/profiles.ts";
import { eachDatabase } from "../databases.ts";

async function ground(database: Database) {
  const projectId = await new Keys(database).project();
  const profiles = new ProfileRecords(database);
  return { projectId, profiles, profile: await profiles.create(projectId, { name: "one" }, 1_000) };
}

const lease = (browser: string, now: number, until: number, node = "here") => ({ browser, node, now, until });

const STATE = { object: "new", previousObject: "old", bytes: 12, cookieDomains: ["a.example", "b.example"] };

/** A record of a running browser on that node. */
const running = (projectId: string, id: string, node: string): BrowserRecord => ({
  id,
  projectId,
  status: "active",
  reason: null,
  profileId: null,
  settings: {
    profileId: null,
    customProxy: null,
    timeoutMinutes: 1,
    idleTimeoutMs: 0,
    width: 1,
    height: 1,
    allowResizing: false,
    enableRecording: false,
  },
  createdAt: 1,
  startedAt: 1,
  timeoutAt: 1,
  finishedAt: null,
  node,
  nodeUrl: null,
  leaseUntil: 1_000_000,
  stopAskedAt: null,
  proxyBytes: 0,
  keyId: null,
  minutes: 0,
  browserNano: 0,
  proxyNano: 0,
  recording: null,
  agentSessionId: null,
  profileError: null,
});

eachDatabase((name, open) => {
  test(`${name}: one browser holds the lease until it frees it or it expires`, async () => {
    await using db = await open();
    const { profiles, profile } = await ground(db.database);
    const taken = await profiles.takeLease(profile.id, lease("a", 1_000, 2_000));
    expect(taken).toMatchObject({ id: profile.id, name: "one", leaseBrowser: "a", leaseUntil: 2_000 });
    expect(await profiles.takeLease(profile.id, lease("b", 2_000, 3_000))).toBeUndefined();
    await profiles.renewLeases(["a", "x"], 4_000);
    expect(await profiles.takeLease(profile.id, lease("b", 3_000, 5_000))).toBeUndefined();
    expect(await profiles.takeLease(profile.id, lease("b", 4_001, 5_000))).toMatchObject({ leaseBrowser: "b" });
    // A lost lease: renewing and freeing do not affect that of another browser.
    await profiles.renewLeases(["a"], 9_000);
    await profiles.freeLease("a");
    expect(await profiles.byIds([profile.id])).toMatchObject([{ leaseBrowser: "b", leaseUntil: 5_000 }]);
    await profiles.freeLease("b");
    expect(await profiles.takeLease(profile.id, lease("c", 4_002, 5_000))).toMatchObject({ leaseBrowser: "c" });
    expect(await profiles.takeLease(crypto.randomUUID(), lease("c", 4_002, 5_000))).toBeUndefined();
  });

  test(`${name}: of many concurrent requests one gets the lease`, async () => {
    await using db = await open();
    const { profiles, profile } = await ground(db.database);
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, n) => profiles.takeLease(profile.id, lease(`browser ${n}`, 1_000, 2_000))),
    );
    expect(taken.filter((one) => one !== undefined).length).toBe(1);
  });

  test(`${name}: only the lease holder can save a state`, async () => {
    await using db = await open();
    const { projectId, profiles, profile } = await ground(db.database);
    expect(await profiles.save(profile.id, "a", STATE, 1_500)).toBe(false);
    await profiles.takeLease(profile.id, lease("a", 1_000, 2_000));
    expect(await profiles.save(profile.id, "b", STATE, 1_500)).toBe(false);
    expect(await profiles.get(projectId, profile.id)).toMatchObject({ object: null, lastUsedAt: null, bytes: 0 });
    expect(await profiles.save(profile.id, "a", STATE, 1_600)).toBe(true);
    expect(await profiles.get(projectId, profile.id)).toMatchObject({
      ...STATE,
      name: "one",
      lastUsedAt: 1_600,
      updatedAt: 1_600,
      leaseBrowser: "a",
    });
    await profiles.remove(projectId, profile.id);
    expect(await profiles.save(profile.id, "a", STATE, 1_700)).toBe(false);
  });

  test(`${name}: frees the lease of a browser that ended with its server, and keeps that of a running one`, async () => {
    await using db = await open();
    const { projectId, profiles, profile } = await ground(db.database);
    const browsers = new BrowserRecords(db.database);
    const other = await profiles.create(projectId, {}, 1_000);
    const [dead, living] = [crypto.randomUUID(), crypto.randomUUID()];
    await browsers.insert(running(projectId, dead, "gone"));
    await browsers.insert(running(projectId, living, "there"));
    await profiles.takeLease(profile.id, lease(dead, 1_000, 50_000));
    await profiles.takeLease(other.id, lease(living, 1_000, 50_000));
    expect(await profiles.takeLease(profile.id, lease("next", 1_001, 50_000))).toBeUndefined();
    await browsers.finishAbandoned("gone", 1_002);
    expect(await profiles.takeLease(profile.id, lease("next", 1_003, 50_000))).toBeDefined();
    expect(await profiles.takeLease(other.id, lease("next", 1_003, 50_000))).toBeUndefined();
    await profiles.takeLease(profile.id, lease(dead, 50_001, 90_000));
    await profiles.freeDeadLeases("another", 1_004);
    const held = await profiles.byIds([profile.id, other.id, crypto.randomUUID()]);
    expect(new Map(held.map(({ id, leaseBrowser }) => [id, leaseBrowser]))).toEqual(
      new Map([
        [profile.id, null],
        [other.id, living],
      ]),
    );
    expect(await profiles.byIds([])).toEqual([]);
  });

  test(`${name}: a starting server frees its own leases, also those of unrecorded browsers`, async () => {
    await using db = await open();
    const { projectId, profiles, profile } = await ground(db.database);
    const other = await profiles.create(projectId, {}, 1_000);
    await profiles.takeLease(profile.id, lease("unrecorded", 1_000, 50_000));
    await profiles.takeLease(other.id, lease("a", 1_000, 50_000, "there"));
    await profiles.freeDeadLeases("here", 1_001);
    expect(await profiles.takeLease(profile.id, lease("next", 1_002, 50_000))).toBeDefined();
    expect(await profiles.takeLease(other.id, lease("next", 1_002, 50_000))).toBeUndefined();
  });
});
