/** API keys and their audit, on SQLite and on PostgreSQL alike, and the commands that make them. */

import { expect, test } from "bun:test";
import { checkFingerprint, openSecret } from "../../../src/platform/store/objects/secret.ts";
import { Audit } from "../../../src/platform/store/records/audit.ts";
import { Keys } from "../../../src/platform/store/records/keys.ts";
import { fixture } from "../../fixture.ts";
import { failureOf } from "../../support/failure.ts";
import { until } from "../../support/until.ts";
import { eachDatabase } from "../databases.ts";
import { served } from "../served.ts";

eachDatabase((name, open) => {
  test(`${name}: a key is told once, kept as its hash, and opens until it is revoked`, async () => {
    await using at = await open();
    const keys = new Keys(at.database);
    const project = await keys.project();
    expect(await keys.project()).toBe(project);
    const { key, record } = await keys.create(project, "ci");
    expect(key).toMatch(/^svc_[\w-]{43}$/);
    expect(record).toMatchObject({ projectId: project, name: "ci", start: key.slice(0, 9), revokedAt: null });
    expect(JSON.stringify(await at.database.sql`select * from api_keys`)).not.toContain(key.slice(9));
    expect(await keys.check(key)).toMatchObject({ id: record.id });
    for (const wrong of [undefined, "", "svc_", `${key}x`, key.slice(0, -1), `svc_${"A".repeat(43)}`, "x".repeat(1e6)])
      expect(await keys.check(wrong)).toBeUndefined();
    expect(await keys.revoke(record.id)).toBe(true);
    expect(await keys.check(key)).toBeUndefined();
    expect(await keys.revoke(record.id)).toBe(false);
    expect(await keys.count()).toBe(0);
    expect(await keys.list()).toMatchObject([{ id: record.id, revokedAt: expect.any(Number) }]);
  });

  test(`${name}: a revocation counts at once, also for a call that is being looked up`, async () => {
    await using at = await open();
    const keys = new Keys(at.database);
    const { key, record } = await keys.create(await keys.project(), "ci");
    const checks = Array.from({ length: 20 }, () => keys.check(key));
    await keys.revoke(record.id);
    await Promise.all(checks);
    expect(await keys.check(key)).toBeUndefined();
  });

  test(`${name}: servers that start at once have one project and one first key`, async () => {
    await using at = await open();
    const servers = Array.from({ length: 8 }, () => new Keys(at.database));
    const projects = await Promise.all(servers.map((keys) => keys.project()));
    expect(new Set(projects).size).toBe(1);
    const [project = ""] = projects;
    const first = await Promise.all(servers.map((keys) => keys.first(project)));
    expect(first.filter((made) => made !== undefined)).toHaveLength(1);
    const later = new Keys(at.database);
    for (const { id } of await later.list()) await later.revoke(id);
    expect(await later.first(project)).toBeUndefined();
  });

  test(`${name}: the use of a key is written down, once a minute`, async () => {
    await using at = await open();
    const keys = new Keys(at.database);
    const { key } = await keys.create(await keys.project(), "ci");
    await keys.check(key);
    const used = async () => (await keys.list())[0]?.lastUsedAt ?? null;
    await until(async () => (await used()) !== null, "the use is written down");
    await at.database.sql`update api_keys set last_used_at = 5`;
    await keys.check(key);
    await keys.check(key);
    expect(await used()).toBe(5);
    // Another process knows from the record when that was.
    const other = new Keys(at.database);
    await other.check(key);
    await until(async () => (await used()) !== 5, "the next use is written down");
  });

  test(`${name}: a key is meant by its id, by the beginning of either, and by itself`, async () => {
    await using at = await open();
    const keys = new Keys(at.database);
    const project = await keys.project();
    const [one, two] = [await keys.create(project, "one"), await keys.create(project, "two")];
    const ids = async (text: string) => (await keys.matching(text)).map(({ id }) => id);
    expect(await ids(one.record.id)).toEqual([one.record.id]);
    expect(await ids(one.record.id.slice(0, 13))).toEqual([one.record.id]);
    expect(await ids(two.record.start)).toEqual([two.record.id]);
    expect(await ids("svc_")).toHaveLength(2);
    expect(await ids(`${two.record.start}…`)).toEqual([two.record.id]);
    expect(await ids(two.key)).toEqual([two.record.id]);
    const almost = one.key.slice(0, -1) + (one.key.endsWith("A") ? "B" : "A");
    for (const none of ["", "nonsense", "%", "…x", almost, one.key.slice(0, 20)]) expect(await ids(none)).toEqual([]);
    await keys.revoke(one.record.id);
    expect(await ids(one.record.id)).toEqual([]);
    expect(await ids(one.key)).toEqual([]);
  });

  test(`${name}: what is done with keys is in the audit, and who is refused, without a flood`, async () => {
    await using at = await open();
    const audit = new Audit(at.database);
    const keys = new Keys(at.database, audit);
    const project = await keys.project();
    const { key, record } = await keys.create(project, "ci", "10.0.0.1");
    await keys.revoke(record.id, "10.0.0.2");
    for (let index = 0; index < 500; index++) await keys.check(key, "10.0.0.3");
    for (let index = 0; index < 500; index++) await keys.check("nonsense", `10.1.${index >> 8}.${index & 255}`);
    const entries = async () => await audit.list(project, { page: 1, size: 1_000 });
    await until(async () => (await entries()).total >= 62, "refusals are written down");
    const { items, total } = await entries();
    expect(total).toBe(62);
    expect(items.find(({ action }) => action === "key.created")).toMatchObject({
      projectId: project,
      keyId: record.id,
      target: `ci (${key.slice(0, 9)}…)`,
      address: "10.0.0.1",
    });
    expect(items.find(({ action }) => action === "key.revoked")).toMatchObject({ address: "10.0.0.2" });
    const refused = items.filter(({ action }) => action === "key.refused");
    expect(refused.filter(({ address }) => address === "10.0.0.3")).toMatchObject([{ target: key.slice(0, 9) }]);
    expect(JSON.stringify(items)).not.toContain(key.slice(9));
  });

  test(`${name}: the audit holds the newest, newest first, and forgets the rest`, async () => {
    await using at = await open();
    const audit = new Audit(at.database, { keepRows: 10, pruneEvery: 4 });
    const project = await new Keys(at.database).project();
    const now = Date.now();
    const add = (ms: number) => audit.record({ projectId: project, action: "x", target: String(ms) }, now + ms);
    await add(-91 * 86_400_000);
    for (let index = 0; index < 30; index++) await add(index);
    const { items, total } = await audit.list(project, { page: 1, size: 3 });
    expect(items.map(({ target }) => target)).toEqual(["29", "28", "27"]);
    expect(total).toBeGreaterThanOrEqual(10);
    expect(total).toBeLessThanOrEqual(15);
    expect((await audit.list(crypto.randomUUID(), { page: 1, size: 3 })).total).toBe(0);
  });

  test(`${name}: a server with another secret than the first one of its database is refused, and changes nothing`, async () => {
    await using at = await open();
    const [one, two] = [openSecret("/nowhere", "1".repeat(32)), openSecret("/nowhere", "2".repeat(32))];
    await checkFingerprint(at.database, one);
    expect(await failureOf(checkFingerprint(at.database, two))).toMatchObject({
      code: "conflict",
      hint: expect.stringContaining("serve_secret"),
    });
    await checkFingerprint(at.database, one);
  });
});

test("serve keys makes, lists and revokes keys of a server that runs", async () => {
  await using p = await served();
  await using t = await fixture();
  const line = ["--database-url", `sqlite://${p.home}/server/svc.db`];
  const status = async (key: string) =>
    (await fetch(`${p.url}/api/v3/browsers/${crypto.randomUUID()}`, { headers: { "X-Svc-API-Key": key } })).status;
  const { created } = await t.svc("serve", "keys", "create", "ci", ...line);
  expect(created).toMatchObject({ name: "ci", start: created.key.slice(0, 9), lastUsedAt: null, revokedAt: null });
  expect(await status(created.key)).toBe(404);
  expect(await t.text("serve", "keys", "create", "two", ...line)).toMatch(
    /^key: svc_[\w-]{43}\nname: two\nid: [0-9a-f-]{36}\nSave the key now: it is not shown again\.$/,
  );
  const listed = await t.text("serve", "keys", "list", ...line);
  expect(listed).not.toContain(created.key);
  expect(listed.split("\n")).toHaveLength(4);
  expect(listed).toMatch(new RegExp(`^${created.start}…  active  .*${created.id}  ci$`, "m"));

  expect(await t.fails("serve", "keys", "revoke", ...line)).toMatchObject({ code: "usage" });
  expect(await t.fails("serve", "keys", "list", "ci", ...line)).toMatchObject({ code: "usage" });
  expect(await t.fails("serve", "keys", "revoke", "svc_", ...line)).toMatchObject({ code: "usage" });
  expect(await t.fails("serve", "keys", "revoke", "nonsense", ...line)).toMatchObject({ code: "not_found" });
  const revoked = await t.svc("serve", "keys", "revoke", created.start, ...line);
  expect(revoked.revoked).toMatchObject({ id: created.id, revokedAt: expect.any(String) });
  expect(await t.fails("serve", "keys", "revoke", created.id, ...line)).toMatchObject({ code: "not_found" });
  await until(async () => (await status(created.key)) === 401, "the server refuses the key");
  expect(await t.text("serve", "keys", "list", ...line)).toMatch(/revoked \d{4}-\d\d-\d\d \d\d:\d\d/);
  const { audit } = await t.svc("serve", "keys", "audit", ...line);
  expect(audit.filter(({ target }: { target: string }) => target === `ci (${created.start}…)`)).toMatchObject([
    { action: "key.revoked", address: null },
    { action: "key.created", address: null },
  ]);
  expect(await t.text("serve", "keys", "audit", ...line)).toMatch(/^TIME \(UTC\) +ACTION +FROM +KEY\n\d{4}-/);
  expect(await t.fails("serve", "keys", "create", "x".repeat(101), ...line)).toMatchObject({ code: "usage" });
});
