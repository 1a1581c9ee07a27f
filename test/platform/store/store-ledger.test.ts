/** The ledger, on SQLite and on PostgreSQL alike: it equals what sessions and browsers cost, whenever the server is killed. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Database } from "../../../src/platform/store/database/connection.ts";
import { BrowserRecords } from "../../../src/platform/store/records/browsers.ts";
import { Keys } from "../../../src/platform/store/records/keys.ts";
import { Ledger } from "../../../src/platform/store/records/ledger.ts";
import { SessionRecords } from "../../../src/platform/store/records/sessions.ts";
import { type UsageOf, UsageRecords } from "../../../src/platform/store/records/usage.ts";
import { random } from "../../property/random.ts";
import { record } from "../api/api-fixture.ts";
import { eachDatabase } from "../databases.ts";
import { PRICES } from "./charging.ts";

const DAY_MS = 86_400_000;
const SEED = Number(process.env.SVC_PROPERTY_SEED ?? 20_261_123);
const KILLS = Number(process.env.SVC_PROPERTY_RUNS ?? 4);

/** What the ledger says, and what the counters of those say who used it: each as sums by session. */
async function compared({ sql }: Database) {
  const bySession = (rows: { id: string | null; nano: unknown; n: unknown }[]) =>
    Object.fromEntries(rows.map(({ id, nano, n }) => [id ?? "", { nano: Number(nano), n: Number(n) }]));
  const ledger = bySession(
    await sql`select session_id as id, sum(nano) as nano, sum(quantity) as n from ledger where kind <> 'credit' group by session_id`,
  );
  const counted = bySession(
    await sql`
      select sessions.id as id,
        sessions.cost_nano + coalesce(sum(browser_nano + proxy_nano), 0) as nano,
        input_tokens + output_tokens + coalesce(sum(minutes + proxy_bytes), 0) as n
      from sessions left join browsers on agent_session_id = sessions.id
      group by sessions.id, sessions.cost_nano, input_tokens, output_tokens`,
  );
  const isUsed = ([, { nano, n }]: [string, { nano: number; n: number }]) => nano !== 0 || n !== 0;
  const used = (sums: typeof ledger) => Object.fromEntries(Object.entries(sums).filter(isUsed));
  const [of] = await sql`select sum(nano) as nano, sum(quantity) as n from ledger where kind <> 'credit'`;
  const [days] = await sql`select sum(nano) as nano, sum(quantity) as n from usage_days`;
  const [tasks] = await sql`select sum(cost_nano) as nano from tasks`;
  const [sessions] = await sql`select sum(cost_nano) as nano from sessions`;
  const [{ balance } = { balance: 0 }] = await sql`select sum(balance_nano) as balance from projects`;
  return {
    ledger: used(ledger),
    counted: used(counted),
    all: Number(of?.nano),
    days: [Number(days?.nano), Number(days?.n)],
    sums: [Number(of?.nano), Number(of?.n)],
    tokens: [Number(tasks?.nano), Number(sessions?.nano)],
    balance: Number(balance),
  };
}

eachDatabase((name, open) => {
  test(`${name}: the ledger equals the costs of all sessions after every kill -9`, async () => {
    await using at = await open();
    const { database } = at;
    const project = await new Keys(database).project();
    await new Ledger(database).credit(project, 1_000_000_000_000, "test");
    const chance = random(SEED);
    const browsers = new BrowserRecords(database, PRICES);
    let abandoned = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const program = join(import.meta.dir, "charging.ts");
      const child = Bun.spawn([process.execPath, program, at.address, String(SEED + kill)], {
        stdout: "pipe",
        stderr: "inherit",
      });
      await child.stdout.getReader().read();
      await Bun.sleep(30 + chance() * 300);
      child.kill("SIGKILL");
      await child.exited;
      const now = await compared(database);
      expect(now.ledger).toEqual(now.counted);
      // The next server ends what the killed one left, once.
      const hoursLater = Date.now() + 100 * 3_600_000;
      abandoned += (await browsers.finishAbandoned("a", hoursLater)).length;
      expect(await browsers.finishAbandoned("a", hoursLater)).toEqual([]);
      const then = await compared(database);
      expect(then.ledger).toEqual(then.counted);
      expect(then.days).toEqual(then.sums);
      expect(then.tokens[0]).toBe(then.tokens[1] as number);
      expect(then.balance).toBe(1_000_000_000_000 - then.all);
    }
    expect(abandoned).toBeGreaterThan(0);
  });

  test(`${name}: a minute is charged once, by whoever is first, and not after the end`, async () => {
    await using at = await open();
    const projectId = await new Keys(at.database).project();
    const browsers = new BrowserRecords(at.database, { browserHour: 60_000, proxyGigabyte: 0 });
    const one = record(projectId, { startedAt: 1_000, node: "a" });
    expect(await browsers.begin(one)).toEqual({ minutes: 1, browserNano: 1_000 });
    expect(await browsers.due("a", 60_999)).toEqual([]);
    const [due] = await browsers.due("a", 61_000);
    if (!due) throw new Error("nothing is due");
    await Promise.all([browsers.chargeMinutes(due, 130_000), browsers.chargeMinutes(due, 130_000)]);
    expect(await browsers.get(projectId, one.id)).toMatchObject({ minutes: 3, browserNano: 3_000 });
    const [stale] = await browsers.due("a", 200_000);
    // It is not charged for what its end took after the money was out.
    expect(await browsers.finish(one.id, { reason: "budget", at: 200_000 })).toBe(true);
    if (stale) await browsers.chargeMinutes(stale, 300_000);
    expect(await browsers.get(projectId, one.id)).toMatchObject({ minutes: 3, browserNano: 3_000 });
  });

  test(`${name}: what nobody got costs nothing, and what a killed server had costs no longer than its lease`, async () => {
    await using at = await open();
    const projectId = await new Keys(at.database).project();
    const browsers = new BrowserRecords(at.database, { browserHour: 60_000, proxyGigabyte: 0 });
    const [failed, killed] = [record(projectId), record(projectId, { node: "b", startedAt: 0, leaseUntil: 90_000 })];
    for (const one of [failed, killed]) await browsers.begin(one);
    await browsers.finish(failed.id, { reason: "failed", at: 500_000 });
    await browsers.finishAbandoned("b", 9_000_000);
    expect(await browsers.get(projectId, failed.id)).toMatchObject({ minutes: 0, browserNano: 0 });
    expect(await browsers.get(projectId, killed.id)).toMatchObject({ minutes: 2, browserNano: 2_000 });
    const { days, sums } = await compared(at.database);
    expect([days, sums]).toEqual([
      [2_000, 2],
      [2_000, 2],
    ]);
  });

  test(`${name}: of many browsers at once no more begin than are paid for`, async () => {
    await using at = await open();
    const projectId = await new Keys(at.database).project();
    const ledger = new Ledger(at.database);
    const browsers = new BrowserRecords(at.database, { browserHour: 60_000, proxyGigabyte: 0 });
    await ledger.setBudget(projectId, 3_500);
    const begun = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => browsers.begin(record(projectId, { keyId: `key-${n}` }))),
    );
    expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    for (const one of begun) if (one.status === "rejected") expect(one.reason).toMatchObject({ status: 402 });
    expect(await ledger.left({ projectId, keyId: null })).toEqual({ nano: 500, by: "budget" });
    expect((await browsers.list(projectId, { page: 1, size: 10 })).total).toBe(3);
  });

  test(`${name}: credits, the month's budget and that of a key limit each for itself`, async () => {
    await using at = await open();
    const keys = new Keys(at.database);
    const projectId = await keys.project();
    const [one, other] = [(await keys.create(projectId, "one")).record, (await keys.create(projectId, "other")).record];
    const ledger = new Ledger(at.database);
    const spend = (keyId: string, nano: number, at_?: number) =>
      at.database.transaction((tx) =>
        ledger.charge({ kind: "tokens", projectId, keyId, quantity: 1, nano, model: "m" }, tx, at_),
      );
    const left = async (keyId: string | null) => await ledger.left({ projectId, keyId });
    await spend(one.id, 5_000);
    expect(await left(one.id)).toBeUndefined();
    // What was spent before the first credits was not to be paid.
    await ledger.credit(projectId, 1_000, "a gift");
    expect(await left(one.id)).toEqual({ nano: 1_000, by: "credits" });
    await spend(one.id, 300);
    expect(await left(null)).toEqual({ nano: 700, by: "credits" });
    await ledger.setKeyBudget(one.id, 5_400);
    expect([await left(one.id), await left(other.id)]).toEqual([
      { nano: 100, by: "key budget" },
      { nano: 700, by: "credits" },
    ]);
    await ledger.setBudget(projectId, 5_350);
    expect(await left(one.id)).toEqual({ nano: 50, by: "budget" });
    await spend(other.id, 50);
    await expect(ledger.admit({ projectId, keyId: other.id })).rejects.toMatchObject({ status: 402 });
    // Another month.
    await ledger.setBudget(projectId, 10_000);
    await spend(other.id, 100, Date.now() - 32 * 86_400_000);
    expect(await ledger.limits({ projectId, keyId: other.id })).toMatchObject({ spentNano: 5_350, keySpentNano: 50 });
    for (const lift of [
      ledger.withoutCredits(projectId),
      ledger.setBudget(projectId, null),
      ledger.setKeyBudget(one.id, null),
    ])
      await lift;
    expect([await left(one.id), await left(other.id)]).toEqual([undefined, undefined]);
  });

  test(`${name}: usage is summed by day, model and session, and what was used most comes first`, async () => {
    await using at = await open();
    const projectId = await new Keys(at.database).project();
    const [ledger, usage] = [new Ledger(at.database), new UsageRecords(at.database)];
    const add = (day: number, sessionId: string | null, model: string | null, nano: number) =>
      at.database.transaction((tx) => {
        const kind = model === null ? ("browser" as const) : ("tokens" as const);
        return ledger.charge(
          { projectId, keyId: null, kind, sessionId, model, quantity: 1, nano },
          tx,
          day * DAY_MS + 5,
        );
      });
    await add(9, "before", "m", 1_000);
    await add(10, "a", "m", 1);
    await add(11, "b", "n", 5);
    await add(11, "b", null, 2);
    await add(12, null, null, 3);
    await add(13, "after", "m", 1_000);
    const within = { from: 10 * DAY_MS, to: 13 * DAY_MS };
    const brief = (items: UsageOf[]) => items.map(({ group, used }) => [group, used.tokens.nano, used.browser.nano]);
    expect(brief(await usage.byDay(projectId, within))).toEqual([
      ["1970-01-11", 1, 0],
      ["1970-01-12", 5, 2],
      ["1970-01-13", 0, 3],
    ]);
    expect(brief(await usage.byModel(projectId, within))).toEqual([
      [null, 0, 5],
      ["n", 5, 0],
      ["m", 1, 0],
    ]);
    const bySession = async (page: number) => brief(await usage.bySession(projectId, within, { page, size: 2 }));
    expect([await bySession(1), await bySession(2)]).toEqual([
      [
        ["b", 5, 2],
        [null, 0, 3],
      ],
      [["a", 1, 0]],
    ]);
    expect(await usage.countSessions(projectId, within)).toBe(3);
  });

  test(`${name}: a purge keeps what a session cost, and nothing that says what it was`, async () => {
    await using at = await open();
    const projectId = await new Keys(at.database).project();
    const ledger = new Ledger(at.database);
    const [kept, purged] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const sessionId of [kept, purged])
      await at.database.transaction((tx) =>
        ledger.charge({ kind: "tokens", projectId, keyId: null, sessionId, taskId: "t", quantity: 3, nano: 7 }, tx),
      );
    await new SessionRecords(at.database).erase(purged, true);
    const rows = await ledger.entries(projectId, { from: 0, to: Date.now() + 1, limit: 10 });
    expect(
      rows.map(({ sessionId, taskId, nano }) => ({ sessionId, taskId, nano })).sort((a) => (a.sessionId ? -1 : 1)),
    ).toEqual([
      { sessionId: kept, taskId: "t", nano: 7 },
      { sessionId: null, taskId: null, nano: 7 },
    ]);
  });
});
