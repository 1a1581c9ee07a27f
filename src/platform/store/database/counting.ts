/**
 * Triggers that count rows, as statements of released migrations: never change them. Each insert, delete or state change adds a row to
 * `row_counts`, so that no transaction waits for another one. The syntax of triggers differs between the databases.
 */

interface Counted {
  list: List;
  /** Name of the table, if it differs from `list`. */
  table?: string;
  /** Columns whose change can change the count. */
  columns: readonly string[];
  /** SQL: which rows count, and their state; `row.` precedes each column. */
  counts: string;
  state: string;
}

const COUNTED: readonly Counted[] = [
  {
    list: "sessions",
    columns: ["status", "deleted_at"],
    counts: "row.deleted_at is null",
    state: "case when row.status in ('created', 'idle', 'running') then 'live' else 'ended' end",
  },
  { list: "tasks", columns: ["status", "deleted_at"], counts: "row.deleted_at is null", state: "row.status" },
  { list: "browsers", columns: ["status"], counts: "row.status is not null", state: "row.status" },
  { list: "profiles", columns: [], counts: "row.id is not null", state: "''" },
  { list: "workspaces", columns: [], counts: "row.session_id is null", state: "''" },
];

/** Executions of a skill are tasks; their state is the id of the skill. */
const COUNTED_SKILLS: readonly Counted[] = [
  { list: "skills", columns: [], counts: "row.cache_key is null", state: "''" },
  {
    list: "executions",
    table: "tasks",
    columns: ["deleted_at"],
    counts: "row.skill_id is not null and row.deleted_at is null",
    state: "row.skill_id",
  },
];

export const COUNTING = triggersOf(COUNTED);
export const COUNTING_SKILLS = triggersOf(COUNTED_SKILLS);

/** Counts existing rows. */
export const COUNT_ALL = counted(COUNTED);
export const COUNT_SKILLS = counted(COUNTED_SKILLS);

function triggersOf(lists: readonly Counted[]) {
  return { sqlite: lists.flatMap(onSqlite), postgres: lists.flatMap(onPostgres) };
}

function counted(lists: readonly Counted[]): readonly string[] {
  return lists.map(
    ({ list, table = list, counts, state }) => `
    insert into row_counts (project_id, list, state, n)
    select project_id, '${list}', ${state.replaceAll("row.", "")}, count(*) from ${table}
    where ${counts.replaceAll("row.", "")} group by project_id, ${state === "''" ? "2" : state.replaceAll("row.", "")}`,
  );
}

function countRow(row: "old" | "new", { list, counts, state }: Counted): string {
  const of = (text: string) => text.replaceAll("row.", `${row}.`);
  return `insert into row_counts (project_id, list, state, n)
    select ${row}.project_id, '${list}', ${of(state)}, ${row === "new" ? 1 : -1} where ${of(counts)};`;
}

function onSqlite(one: Counted): string[] {
  const { list, table = list, columns } = one;
  const trigger = (name: string, when: string, rows: ("old" | "new")[]) =>
    `create trigger ${list}_${name} after ${when} on ${table} begin ${rows.map((row) => countRow(row, one)).join(" ")} end`;
  return [
    trigger("came", "insert", ["new"]),
    trigger("went", "delete", ["old"]),
    ...(columns.length > 0 ? [trigger("changed", `update of ${columns.join(", ")}`, ["old", "new"])] : []),
  ];
}

function onPostgres(one: Counted): string[] {
  const { list, table = list, columns } = one;
  const changes = columns.length > 0 ? ` or update of ${columns.join(", ")}` : "";
  return [
    `create function count_${list}() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then ${countRow("old", one)} end if;
      if tg_op <> 'DELETE' then ${countRow("new", one)} end if;
      return null;
    end $$`,
    `create trigger ${list}_counted after insert or delete${changes} on ${table}
      for each row execute function count_${list}()`,
  ];
}

export type List = "sessions" | "tasks" | "browsers" | "profiles" | "workspaces" | "skills" | "executions";
