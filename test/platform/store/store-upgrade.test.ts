/** A database of a version that had no ledger and counted no rows, after the upgrade: what was used before is in both. */
import { expect, test } from "bun:test";
import { migrate, STEPS } from "../../../src/platform/store/database/migrations.ts";
import { Totals } from "../../../src/platform/store/database/totals.ts";
import { Keys } from "../../../src/platform/store/records/keys.ts";
import { Ledger } from "../../../src/platform/store/records/ledger.ts";
import { UsageRecords } from "../../../src/platform/store/records/usage.ts";
import { eachDatabase } from "../databases.ts";

const DAY_MS = 86_400_000;
const AT = 20_000 * DAY_MS + 5_000;

/** The steps before the one that makes this table. */
function before(table: string) {
  const n = STEPS.findIndex((step) =>
    step.some((one) => typeof one === "string" && one.includes(`create table ${table} `)),
  );
  expect(n).toBeGreaterThan(0);
  return STEPS.slice(0, n);
}

eachDatabase((name, open) => {
  test(`${name}: an upgrade carries what was used, and counts what is there`, async () => {
    await using at = await open({ bare: true });
    const { database } = at;
    const { sql } = database;
    await migrate(database, before("ledger"));
    const project_id = await new Keys(database).project();
    const own = { project_id, node: "gone", settings: "{}", created_at: AT };
    const session = { ...own, model: "m", keep_alive: 0, persist_memory: 1, updated_at: AT };
    const used = { input_tokens: 100, output_tokens: 20, cost_nano: 1_234 };
    await sql`insert into sessions ${sql({ ...session, ...used, id: "s", status: "stopped" })}`;
    await sql`insert into sessions ${sql({ ...session, id: "deleted", status: "stopped", deleted_at: AT })}`;
    for (const id of ["s", "deleted"]) {
      const task = { id: `task-${id}`, session_id: id, status: "finished", task: "t", model: "m", options: "{}" };
      await sql`insert into tasks ${sql({ ...task, project_id, created_at: AT })}`;
    }
    const browser = { ...own, started_at: AT, timeout_at: AT, lease_until: AT, agent_session_id: "s", proxy_bytes: 7 };
    await sql`insert into browsers ${sql({ ...browser, id: "b", status: "stopped", finished_at: AT + 61_000 })}`;
    await sql`insert into browsers ${sql({ ...browser, id: "back", status: "stopped", finished_at: AT - 1, proxy_bytes: 0 })}`;
    await migrate(database);
    const entries = await new Ledger(database).entries(project_id, { from: 0, to: AT + DAY_MS, limit: 10 });
    expect(entries.map(({ kind, sessionId, quantity, nano }) => [kind, sessionId, quantity, nano]).sort()).toEqual([
      ["browser", "s", 1, 0],
      ["browser", "s", 2, 0],
      ["proxy", "s", 7, 0],
      ["tokens", "s", 120, 1_234],
    ]);
    const [day, ...others] = await new UsageRecords(database).byDay(project_id, {
      from: 20_000 * DAY_MS,
      to: 20_001 * DAY_MS,
    });
    expect([day?.used.tokens, day?.used.browser.quantity, others]).toEqual([{ quantity: 120, nano: 1_234 }, 3, []]);
    const totals = new Totals(database);
    const of = async (list: Parameters<Totals["of"]>[1], state?: string) => await totals.of(project_id, list, state);
    expect([await of("sessions"), await of("sessions", "live"), await of("tasks", "finished")]).toEqual([1, 0, 1]);
    expect([await of("browsers"), await of("browsers", "stopped"), await of("profiles")]).toEqual([2, 2, 0]);
  });
});
