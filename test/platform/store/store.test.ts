/** The database and its records, on SQLite and on PostgreSQL alike. */

import { expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { openDatabase } from "../../../src/platform/store/database/database.ts";
import { migrate, STEPS } from "../../../src/platform/store/database/migrations.ts";
import type { BrowserRecord } from "../../../src/platform/store/records/browser-rows.ts";
import { BrowserRecords } from "../../../src/platform/store/records/browsers.ts";
import { Keys } from "../../../src/platform/store/records/keys.ts";
import { ProfileRecords } from "../../../src/platform/store/records/profiles.ts";
import { failureOf } from "../../support/failure.ts";
import { eachDatabase, onSqlite, PASSWORD, type Postgres, postgresPrograms, startPostgres } from "../databases.ts";

const DAY = 86_400_000;

function browser(projectId: string, more: Partial<BrowserRecord> = {}): BrowserRecord {
  return {
    id: crypto.randomUUID(),
    projectId,
    status: "active",
    reason: null,
    profileId: null,
    settings: { timeoutMinutes: 60, idleTimeoutMs: 0, width: 1280, height: 720 } as BrowserRecord["settings"],
    createdAt: 1_000,
    startedAt: 1_000,
    timeoutAt: 3_601_000,
    finishedAt: null,
    node: "a",
    nodeUrl: null,
    leaseUntil: 31_000,
    stopAskedAt: null,
    proxyBytes: 0,
    keyId: null,
    minutes: 0,
    browserNano: 0,
    proxyNano: 0,
    recording: null,
    agentSessionId: null,
    profileError: null,
    ...more,
  };
}

eachDatabase((name, open) => {
  test(`${name}: a browser's record is kept, changed and ended once`, async () => {
    await using at = await open();
    const project = await new Keys(at.database).project();
    const records = new BrowserRecords(at.database);
    const made = browser(project, { profileId: crypto.randomUUID(), agentSessionId: crypto.randomUUID() });
    await records.insert(made);
    expect(await records.get(project, made.id)).toEqual(made);
    expect(await records.get(crypto.randomUUID(), made.id)).toBeUndefined();
    await records.addTraffic(made.id, 5_000_000_000);
    await records.addTraffic(made.id, 1);
    await records.setRecording(made.id, "recordings/x");
    await records.askToStop(made.id, 2_000);
    expect(await records.activeOf("a")).toEqual([{ id: made.id, stopAskedAt: 2_000 }]);
    await records.renew("a", 99_000);
    await records.renew("b", 111_000);
    expect(await records.finish(made.id, { reason: "asked", at: 9_000 })).toBe(true);
    expect(await records.finish(made.id, { reason: "died", at: 9_001 })).toBe(false);
    expect(await records.get(project, made.id)).toEqual({
      ...made,
      status: "stopped",
      reason: "asked",
      finishedAt: 9_000,
      minutes: 1,
      proxyBytes: 5_000_000_001,
      recording: "recordings/x",
      stopAskedAt: 2_000,
      leaseUntil: 99_000,
    });
    expect(await records.countActive(project)).toBe(0);
  });

  test(`${name}: browsers are listed newest first, by page and by state`, async () => {
    await using at = await open();
    const project = await new Keys(at.database).project();
    const records = new BrowserRecords(at.database);
    const made = Array.from({ length: 5 }, (_, index) => browser(project, { createdAt: index < 2 ? 1_000 : index }));
    for (const one of made) await records.insert(one);
    await records.finish(made[4]?.id ?? "", { reason: "asked", at: 5_000 });
    const all = await Promise.all(
      [1, 2, 3, 4].map((page) => records.list(project, { page, size: 2 }).then((list) => list.items)),
    );
    const order = [...made].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
    expect(all.flat().map(({ id }) => id)).toEqual(order.map(({ id }) => id));
    expect(await records.list(project, { page: 1, size: 1, status: "active" })).toMatchObject({ total: 4 });
    const stopped = await records.list(project, { page: 1, size: 10, status: "stopped" });
    expect(stopped.items.map(({ id }) => id)).toEqual([made[4]?.id ?? ""]);
    expect(await records.list(crypto.randomUUID(), { page: 1, size: 10 })).toEqual({ items: [], total: 0 });
  });

  test(`${name}: what a node left is ended: its own, and those whose lease ran out`, async () => {
    await using at = await open();
    const project = await new Keys(at.database).project();
    const records = new BrowserRecords(at.database);
    const own = browser(project, { leaseUntil: 999_000 });
    const lapsed = browser(project, { node: "b", leaseUntil: 10_000 });
    const held = browser(project, { node: "b", leaseUntil: 999_000 });
    for (const one of [own, lapsed, held]) await records.insert(one);
    const ended = await records.finishAbandoned("a", 20_000);
    expect(ended.map(({ id }) => id).sort()).toEqual([own.id, lapsed.id].sort());
    expect(ended[0]).toMatchObject({ status: "stopped", reason: "restart", finishedAt: 20_000 });
    expect(await records.countActive(project)).toBe(1);
  });

  test(`${name}: the time of leases is that of the database, whatever our clock says`, async () => {
    await using at = await open();
    const { database } = at;
    if (database.dialect === "sqlite") {
      const before = Date.now();
      return expect(await database.now()).toBeWithin(before, Date.now() + 1);
    }
    const real = Date.now;
    try {
      // Nearer to the database's clock than to ours, which is a day off: no load of the machine changes that.
      for (const off of [DAY, -DAY]) {
        Date.now = () => real() + off;
        const [row] = await database.sql`select extract(epoch from clock_timestamp()) * 1000 as at`;
        expect(Math.abs((await database.now()) - Number(row.at))).toBeLessThan(DAY / 2);
      }
    } finally {
      Date.now = real;
    }
  });

  test(`${name}: a record cannot be active and ended`, async () => {
    await using at = await open();
    const project = await new Keys(at.database).project();
    const records = new BrowserRecords(at.database);
    for (const wrong of [{ finishedAt: 5 }, { status: "stopped" as const }, { projectId: crypto.randomUUID() }])
      await expect(records.insert(browser(project, wrong))).rejects.toThrow(/constraint/i);
    expect((await records.list(project, { page: 1, size: 10 })).total).toBe(0);
  });

  test(`${name}: profiles are found by any part of their name, whatever stands in it`, async () => {
    await using at = await open();
    const project = await new Keys(at.database).project();
    const profiles = new ProfileRecords(at.database);
    const names = ["Ärger 100%", "plain_one", "plainXone", "back\\slash", "it's; drop table profiles", null];
    for (const [index, one] of names.entries())
      await profiles.create(project, { name: one, userId: index === 1 ? "User-7" : null }, index);
    const found = async (query: string) =>
      (await profiles.list(project, { page: 1, size: 10, query })).items.map(({ name }) => name);
    expect(await found("ärger")).toEqual(["Ärger 100%"]);
    expect(await found("ÄRGER")).toEqual(["Ärger 100%"]);
    expect(await found("0%")).toEqual(["Ärger 100%"]);
    expect(await found("n_o")).toEqual(["plain_one"]);
    expect(await found("\\")).toEqual(["back\\slash"]);
    expect(await found("'s; DROP")).toEqual(["it's; drop table profiles"]);
    expect(await found("user-7")).toEqual(["plain_one"]);
    expect(await found("")).toHaveLength(6);
    const [first] = (await profiles.list(project, { page: 1, size: 1 })).items;
    expect(await profiles.change(project, first?.id ?? "", { userId: "Ö" }, 50)).toMatchObject({ name: null });
    expect(await found("ö")).toEqual([null]);
  });

  test(`${name}: two changes of a profile at once are both kept`, async () => {
    await using at = await open();
    const project = await new Keys(at.database).project();
    const profiles = new ProfileRecords(at.database);
    const { id } = await profiles.create(project, {}, 1);
    await Promise.all([
      profiles.change(project, id, { name: "name" }, 2),
      profiles.change(project, id, { userId: "user" }, 2),
    ]);
    expect(await profiles.get(project, id)).toMatchObject({ name: "name", userId: "user" });
    expect(await profiles.change(project, id, { name: null }, 3)).toMatchObject({ name: null, userId: "user" });
    expect(await profiles.change(project, crypto.randomUUID(), { name: "x" }, 3)).toBeUndefined();
  });

  test(`${name}: the password of a proxy is not kept`, async () => {
    await using at = await open();
    const project = await new Keys(at.database).project();
    const records = new BrowserRecords(at.database);
    const customProxy = { host: "proxy", port: 1, username: "me", password: "proxy-password" };
    const made = browser(project);
    await records.insert({ ...made, settings: { ...made.settings, customProxy } });
    const kept = await records.get(project, made.id);
    expect(kept?.settings.customProxy).toEqual({ host: "proxy", port: 1, username: "me" });
    expect(customProxy.password).toBe("proxy-password");
  });

  test(`${name}: browsers are listed by labels, all of which must fit, and in their project alone`, async () => {
    await using at = await open();
    const project = await new Keys(at.database).project();
    const records = new BrowserRecords(at.database);
    const labelled = async (metadata: Record<string, string>, createdAt: number) => {
      const made = browser(project);
      await records.insert({ ...made, createdAt, settings: { ...made.settings, metadata } });
      return made.id;
    };
    const both = await labelled({ team: "a", "run id": "1:2" }, 2);
    const one = await labelled({ team: "a" }, 1);
    await labelled({}, 3);
    const found = async (labels: [string, string][], of = project) => {
      const { items, total } = await records.list(of, { page: 1, size: 1, labels });
      return [total, ...items.map(({ id }) => id)];
    };
    expect(await found([["team", "a"]])).toEqual([2, both]);
    expect(
      await found([
        ["team", "a"],
        ["run id", "1:2"],
      ]),
    ).toEqual([1, both]);
    expect(await found([["team", "b"]])).toEqual([0]);
    expect(await found([["team", "a"]], "another")).toEqual([0]);
    const second = await records.list(project, { page: 2, size: 1, labels: [["team", "a"]] });
    expect(second.items.map(({ id }) => id)).toEqual([one]);
  });

  test(`${name}: a transaction that does not end is undone, and holds up nobody for ever`, async () => {
    await using at = await open();
    const { sql, transaction } = at.database;
    const stuck = transaction(async (tx) => {
      await tx`insert into projects ${tx({ id: "stuck", name: "p", created_at: 1 })}`;
      await new Promise(() => {});
    }, 100);
    expect(await failureOf(stuck)).toMatchObject({ code: "io" });
    expect([...(await sql`select id from projects`)]).toEqual([]);
  });

  test(`${name}: a transaction is done whole or not at all, and takes nothing of others along`, async () => {
    await using at = await open();
    const { sql, transaction } = at.database;
    const add = (id: string) => ({ id, name: "p", created_at: 1 });
    const begun = Promise.withResolvers<void>();
    const others = Promise.withResolvers<void>();
    const undone = transaction(async (tx) => {
      await tx`insert into projects ${tx(add("undone"))}`;
      begun.resolve();
      await others.promise;
      throw new Error("no");
    });
    await begun.promise;
    const beside = sql`insert into projects ${sql(add("beside"))}`;
    const done = transaction(async (tx) => {
      await tx`insert into projects ${tx(add("done"))}`;
      await tx`insert into projects ${tx(add("done, too"))}`;
      return "result";
    });
    others.resolve();
    await expect(undone).rejects.toThrow("no");
    expect(await done).toBe("result");
    await beside;
    const held = await sql`select id from projects order by id`;
    expect(held.map(({ id }: { id: string }) => id)).toEqual(["beside", "done", "done, too"]);
  });

  test(`${name}: the steps keep what is there, and are taken once`, async () => {
    await using at = await open({ bare: true });
    const fresh = at.database;
    await migrate(fresh, STEPS.slice(0, 1));
    const project = await new Keys(fresh).project();
    const kept = await new ProfileRecords(fresh).create(project, { name: "kept" }, 1_000);
    const more = [...STEPS, [`alter table profiles add column colour text`, `update profiles set colour = 'red'`]];
    await migrate(fresh, more);
    await migrate(fresh, more);
    expect(await new ProfileRecords(fresh).get(project, kept.id)).toEqual(kept);
    expect([...(await fresh.sql`select colour from profiles`)]).toMatchObject([{ colour: "red" }]);
    // This version knows one step less than the database has taken.
    expect(await failureOf(migrate(fresh))).toMatchObject({ code: "conflict" });
    expect(await failureOf(openDatabase(at.address))).toMatchObject({ code: "conflict" });
  });

  test(`${name}: a step that fails leaves nothing behind`, async () => {
    await using at = await open();
    const broken = [...STEPS, ["create table half (id text)", "create nonsense"]];
    await expect(migrate(at.database, broken)).rejects.toThrow(/syntax/);
    await expect((async () => await at.database.sql`select * from half`)()).rejects.toThrow(/half/);
    await migrate(at.database);
  });

  test(`${name}: processes that start at once migrate once`, async () => {
    await using at = await open({ bare: true });
    const script = `
      const { openDatabase } = await import(${JSON.stringify(`${process.cwd()}/src/platform/store/database/database.ts`)});
      while (Date.now() < Number(process.argv[2])) {}
      const database = await openDatabase(process.argv[1]);
      for (let index = 0; index < 50; index++)
        await database.sql\`insert into projects \${database.sql({ id: crypto.randomUUID(), name: "x", created_at: 1 })}\`;
      await database.close();`;
    const start = String(Date.now() + 500);
    const codes = await Promise.all(
      [1, 2, 3, 4].map(() => Bun.spawn([process.execPath, "-e", script, at.address, start]).exited),
    );
    expect(codes).toEqual([0, 0, 0, 0]);
    const { database } = at;
    expect(Number((await database.sql`select count(*) as n from projects`)[0]?.n)).toBe(200);
    expect(Number((await database.sql`select count(*) as n from migrations`)[0]?.n)).toBe(STEPS.length);
  });
});

test("addresses of other kinds are refused, without the password", async () => {
  const wrong = ["mysql://svc:secret-word@host/db", "postgres://svc:secret-word@host:x/db", "", "file:x"];
  for (const address of [...wrong, "postgres://svc:secret-word@host", "postgres://svc:secret-word@[host/db"]) {
    const failure = await failureOf(openDatabase(address));
    expect(failure).toMatchObject({ code: "usage" });
    expect(`${failure?.message} ${failure?.hint}`).not.toContain("secret-word");
  }
});

test("SQLite: the file is its owner's alone, and what cannot be opened is told", async () => {
  await using at = await onSqlite();
  const path = at.address.replace("sqlite://", "");
  for (const name of [path, `${path}-wal`]) expect(statSync(name).mode & 0o077).toBe(0);
  expect(await failureOf(openDatabase("sqlite:///nowhere/at/all.db"))).toMatchObject({ code: "io" });
  await Bun.write(`${path}.text`, "this is no database, but a text long enough to be taken for one".repeat(20));
  expect(await failureOf(openDatabase(`sqlite://${path}.text`))).toMatchObject({
    code: "io",
    message: expect.stringContaining("not an SQLite database"),
  });
});

test("SQLite: while another process writes for long, a statement fails and later ones are done", async () => {
  await using at = await onSqlite();
  const other = await openDatabase(at.address);
  const add = () => at.database.sql`insert into projects ${at.database.sql({ id: "a", name: "x", created_at: 1 })}`;
  await other.transaction(async (tx) => {
    await tx`insert into projects ${tx({ id: "b", name: "x", created_at: 1 })}`;
    expect(await failureOf(add())).toMatchObject({ code: "io", message: expect.stringContaining("locked") });
  });
  await add();
  expect([...(await at.database.sql`select id from projects order by id`)]).toMatchObject([{ id: "a" }, { id: "b" }]);
  await other.close();
});

const needsPostgres = test.skipIf(postgresPrograms() === undefined);

/** Frozen: its sockets take what is sent, and nothing answers. */
function signalAll({ pid }: Postgres, signal: "SIGSTOP" | "SIGCONT"): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1");
  for (const one of [pid, ...children.split(" ").filter(Boolean).map(Number)])
    try {
      process.kill(one, signal);
    } catch (error) {
      // A process of PostgreSQL may end at any time.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
}

needsPostgres(
  "PostgreSQL: what is asked while it is gone fails soon and without the password, and later it is there again",
  async () => {
    await using postgres = await startPostgres();
    const address = postgres.addressOf("postgres");
    for (const wrong of [postgres.addressOf("nowhere"), address.replace(PASSWORD, `${PASSWORD}-wrong`)]) {
      const failure = await failureOf(openDatabase(wrong));
      expect(failure).toMatchObject({
        code: "io",
        message: expect.stringMatching(/does not exist|authentication failed/),
      });
      expect(`${failure?.stack}${(failure?.cause as Error | undefined)?.stack}`).not.toContain(PASSWORD);
    }
    const database = await openDatabase(address, 1_000);
    const keys = new Keys(database);
    const project = await keys.project();
    const cut = failureOf(database.sql`select pg_sleep(30)`);
    await postgres.crash();
    expect(await cut).toMatchObject({ code: "io" });
    const down = await failureOf(keys.list());
    expect(down).toMatchObject({
      code: "io",
      message: expect.stringMatching(/nothing accepts connections|was closed/),
    });
    expect(await failureOf(database.transaction(async (tx) => await tx`select 1`))).toMatchObject({ code: "io" });
    expect(await failureOf(openDatabase(address))).toMatchObject({ code: "io" });
    expect(String(down?.stack)).not.toContain(PASSWORD);
    await postgres.start();
    expect(await Promise.all(Array.from({ length: 30 }, () => keys.project()))).toEqual(Array(30).fill(project));

    signalAll(postgres, "SIGSTOP");
    try {
      expect(await failureOf(keys.list())).toMatchObject({ code: "io", message: "the database does not respond" });
      expect(await failureOf(openDatabase(address, 500))).toMatchObject({ code: "io" });
    } finally {
      signalAll(postgres, "SIGCONT");
    }
    expect(await keys.project()).toBe(project);
    await database.close();
  },
);
