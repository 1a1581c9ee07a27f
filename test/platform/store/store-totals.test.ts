/** Totals of lists, on SQLite and on PostgreSQL alike: what triggers count is what there is, whatever happened. */
import { expect, test } from "bun:test";
import type { Database } from "../../../src/platform/store/database/connection.ts";
import { Totals } from "../../../src/platform/store/database/totals.ts";
import { Keys } from "../../../src/platform/store/records/keys.ts";
import type { SessionStatus } from "../../../src/platform/store/records/session-rows.ts";
import { SessionRecords } from "../../../src/platform/store/records/sessions.ts";
import { newTask, TaskRecords } from "../../../src/platform/store/records/tasks.ts";
import { random } from "../../property/random.ts";
import { eachDatabase } from "../databases.ts";
import { charging } from "./charging.ts";

const SEED = Number(process.env.SVC_PROPERTY_SEED ?? 20_261_124);

/** Totals beside what is there. */
async function compared(database: Database, projectId: string) {
  const totals = new Totals(database);
  const { sql } = database;
  const counted = async (where: Promise<{ n: unknown }[]>) => Number((await where)[0]?.n);
  const of = totals.of.bind(totals, projectId);
  return {
    told: [
      await of("sessions"),
      await of("sessions", "live"),
      await of("tasks"),
      await of("tasks", "finished"),
      await of("browsers"),
      await of("browsers", "active"),
      await of("workspaces"),
      await of("profiles"),
      await of("skills"),
      await of("executions", "kettles"),
    ],
    found: [
      await counted(sql`select count(*) as n from sessions where deleted_at is null`),
      await counted(sql`
        select count(*) as n from sessions where deleted_at is null and status in ('created', 'idle', 'running')`),
      await counted(sql`
        select count(*) as n from tasks join sessions on sessions.id = session_id where sessions.deleted_at is null`),
      await counted(sql`select count(*) as n from tasks where deleted_at is null and status = 'finished'`),
      await counted(sql`select count(*) as n from browsers`),
      await counted(sql`select count(*) as n from browsers where status = 'active'`),
      await counted(sql`select count(*) as n from workspaces where session_id is null`),
      await counted(sql`select count(*) as n from profiles`),
      await counted(sql`select count(*) as n from skills where cache_key is null`),
      await counted(sql`select count(*) as n from tasks where skill_id = 'kettles' and deleted_at is null`),
    ],
  };
}

eachDatabase((name, open) => {
  test(`${name}: totals are what there is, after any history, and take few rows to tell`, async () => {
    await using at = await open();
    const { database } = at;
    const projectId = await new Keys(database).project();
    await charging(at.address, SEED, 150);
    const chance = random(SEED);
    const [sessions, tasks] = [new SessionRecords(database), new TaskRecords(database)];
    const options = { maxSteps: 1, vision: false };
    for (const { id: sessionId } of await database.sql`select id from sessions`) {
      const run = { id: crypto.randomUUID(), projectId, sessionId, task: "", model: "", options };
      await tasks.insert(newTask({ ...run, skillId: chance() < 0.5 ? "kettles" : "pots" }));
    }
    const statuses: SessionStatus[] = ["created", "idle", "running", "stopped", "timed_out", "error"];
    for (const { id, task_id } of await database.sql`select id, task_id from sessions`) {
      const what = chance();
      if (what < 0.2) await sessions.hide(id);
      else if (what < 0.4) await sessions.erase(id, true);
      else await sessions.change(id, { status: statuses[Math.floor(chance() * 6)] ?? "idle" });
      if (what > 0.3) await tasks.change(task_id, { status: chance() < 0.5 ? "finished" : "started" });
    }
    const now = Date.now();
    const own = { project_id: projectId, created_at: now, updated_at: now };
    for (const id of ["a", "b", "c"]) {
      await database.sql`insert into workspaces ${database.sql({ ...own, id, session_id: id === "c" ? "s" : null })}`;
      await database.sql`insert into profiles ${database.sql({ ...own, id, search: "" })}`;
    }
    await database.sql`delete from profiles where id = 'b'`;
    for (const id of ["a", "b", "c"]) {
      const said = {
        title: "",
        description: "",
        search: "",
        categories: "[]",
        settings: "{}",
        status: "failed",
        is_enabled: 0,
      };
      const kept = id === "c" ? { workspace_id: "a", cache_key: "k" } : {};
      await database.sql`insert into skills ${database.sql({ ...own, ...said, ...kept, id, slug: id })}`;
    }
    await database.sql`delete from skills where id = 'b'`;
    const first = await compared(database, projectId);
    expect(first.told).toEqual(first.found);
    expect(first.told[0]).toBeGreaterThan(0);
    // Those that were many are summed up by now, and say the same.
    const second = await compared(database, projectId);
    expect(second.told).toEqual(first.found);
    const lists = await database.sql`select list, count(*) as n from row_counts group by list`;
    for (const { n } of lists) expect(Number(n)).toBeLessThanOrEqual(64);
  });

  test(`${name}: two that sum up at once, beside one that inserts, lose nothing`, async () => {
    await using at = await open();
    const { database } = at;
    const projectId = await new Keys(database).project();
    const insert = async (n: number) => {
      const row = { id: `p${n}`, project_id: projectId, search: "", created_at: n, updated_at: n };
      await database.sql`insert into profiles ${database.sql(row)}`;
    };
    for (let n = 0; n < 80; n++) await insert(n);
    const totals = new Totals(database);
    await Promise.all([totals.start(), totals.of(projectId, "profiles"), insert(80), totals.start()]);
    expect(await totals.of(projectId, "profiles")).toBe(81);
  });
});
