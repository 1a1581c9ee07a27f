/** Rows for lists to be read: sessions with tasks and browsers, profiles, messages, files. Measures nothing. */

import type { Database } from "../src/platform/store/database/connection.ts";
import { openDatabase } from "../src/platform/store/database/database.ts";
import { Totals } from "../src/platform/store/database/totals.ts";
import { Keys } from "../src/platform/store/records/keys.ts";

/** What is read besides the lists of a project: a session with that many messages, a skill with that many runs, a workspace and a browser with that many files. */
export const IDS = { session: idOf("7", 0), workspace: idOf("1", 0), browser: idOf("7", 0), skill: idOf("5", 0) };

/** The n-th message. */
export function messageId(n: number): string {
  return idOf("2", n);
}

function idOf(kind: string, n: number): string {
  return `00000000-0000-4000-800${kind}-${100_000_000_000 + n}`;
}

const HOUR_MS = 3_600_000;

/** As much text as a task and its answer usually have. */
const TASK = "Find the cheapest flight from Lisbon to Oslo in the first week of May, and tell its price. ".repeat(3);
const OUTPUT = JSON.stringify("The cheapest one is on May 4 for 84 EUR, by way of Amsterdam. ".repeat(12));
const SETTINGS = JSON.stringify({ profileId: null, customProxy: null, timeoutMinutes: 60, width: 1280, height: 720 });

/** Expressions of SQL by column, in which `i` is the number of the row, the newest first. */
type Columns = Record<string, string>;

/** One of 5,000 is under way: a server has few places. */
const isLive = (live: string, ended: string) => `case when i % 5000 = 0 then ${live} else ${ended} end`;

function tablesOf(project: string, now: number): Record<string, Columns> {
  const at = `(${now - HOUR_MS} - i * 10)`;
  const own = { id: idColumn("7"), project_id: quoted(project), created_at: at };
  return { ...agentTables(own, at), ...browserTables(own, at, now + 24 * HOUR_MS), ...fileTables(own, at) };
}

function idColumn(kind: string): string {
  return `'${idOf(kind, 0).slice(0, -12)}' || cast(100000000000 + i as text)`;
}

/** The columns that nearly all tables have. */
type OwnColumns = { id: string; project_id: string; created_at: string };

function agentTables(own: OwnColumns, at: string): Record<string, Columns> {
  const counts = { input_tokens: "50000", output_tokens: "900", cost_nano: "1234567" };
  return {
    sessions: {
      ...{ ...own, ...counts, updated_at: at, finished_at: isLive("null", at), status: isLive("'idle'", "'stopped'") },
      ...{ model: "'m'", keep_alive: "0", persist_memory: "1", settings: quoted(SETTINGS), node: "'gone'" },
      ...{ browser_id: own.id, title: quoted(TASK.slice(0, 79)), output: quoted(OUTPUT) },
      ...{ is_successful: "1", step_count: "9" },
    },
    tasks: {
      ...{ ...own, ...counts, session_id: own.id, started_at: at, finished_at: at },
      ...{ status: isLive("'started'", "'finished'"), task: quoted(TASK), model: "'m'", options: "'{}'" },
      ...{ metadata: "'{}'", output: quoted(OUTPUT), is_success: "1", skill_id: quoted(IDS.skill) },
    },
    skills: {
      ...{ ...own, id: idColumn("5"), slug: "'skill-' || i", title: "'skill ' || i", description: quoted(TASK) },
      ...{ search: "''", categories: "'[]'", settings: "'{}'", status: "'finished'", is_enabled: "1", updated_at: at },
    },
    messages: {
      ...{ id: idColumn("2"), session_id: quoted(IDS.session), seq: "i + 1", created_at: at, hidden: "0" },
      ...{ role: "'ai'", type: "'browser_action'", data: quoted(TASK), summary: "'click 3'" },
    },
  };
}

/** The browsers end `later`: nobody ends them while they are read. */
function browserTables(own: OwnColumns, at: string, later: number): Record<string, Columns> {
  return {
    browsers: {
      ...{ ...own, started_at: at, finished_at: isLive("null", at), status: isLive("'active'", "'stopped'") },
      ...{ node: "'gone'", timeout_at: String(later), lease_until: String(later) },
      ...{ settings: quoted(SETTINGS), agent_session_id: own.id },
    },
    profiles: { ...own, name: "'profile ' || i", search: "'profile ' || i", updated_at: at },
  };
}

function fileTables(own: OwnColumns, at: string): Record<string, Columns> {
  return {
    workspaces: { ...own, id: idColumn("1"), name: "'workspace ' || i", updated_at: at },
    workspace_files: {
      ...{ id: idColumn("3"), workspace_id: quoted(IDS.workspace), path: "'folder-' || (i % 7) || '/file-' || i" },
      ...{ modified_at: at, bytes: "10", type: "'text/plain'", object: "'workspaces/' || i" },
    },
    files: {
      ...{ id: idColumn("4"), project_id: own.project_id, browser_id: quoted(IDS.browser), modified_at: at },
      ...{ kind: "'download'", path: "'file-' || i", bytes: "10", object: "'downloads/' || i" },
    },
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Fills a database that no server has used yet with `n` rows of each kind. */
export async function fill(address: string, n: number): Promise<void> {
  const database = await openDatabase(address);
  try {
    const tables = tablesOf(await new Keys(database).project(), Date.now());
    for (const [table, columns] of Object.entries(tables)) await insert(database, n, table, columns);
    await new Totals(database).start();
    // As a database that has run for a while.
    await database.sql.unsafe(database.dialect === "postgres" ? "vacuum analyze" : "analyze");
  } finally {
    await database.close();
  }
}

/** So many at once: a statement may take no longer than the database may. */
const SOME = 10_000;

async function insert({ sql }: Database, n: number, table: string, columns: Columns): Promise<void> {
  for (let first = 0; first < n; first += SOME)
    await sql.unsafe(`
      with recursive numbers(i) as (
        select ${first} union all select i + 1 from numbers where i + 1 < ${Math.min(n, first + SOME)})
      insert into ${table} (${Object.keys(columns).join(", ")}) select ${Object.values(columns).join(", ")} from numbers`);
}
