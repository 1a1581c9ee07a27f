/** The tables, as steps that are taken once each, in order. A step that was released is never changed. */
import type { SQL } from "bun";
import { Failure } from "../../errors.ts";

const STEPS: readonly (readonly string[])[] = [
  [
    `create table projects (
      id text primary key, name text not null, created_at bigint not null)`,
    `create table api_keys (
      id text primary key, project_id text not null references projects(id), name text not null,
      start text not null, hash text not null unique, created_at bigint not null,
      last_used_at bigint, revoked_at bigint)`,
    `create table profiles (
      id text primary key, project_id text not null references projects(id), name text, user_id text,
      created_at bigint not null, updated_at bigint not null, last_used_at bigint,
      cookie_domains text, object text, previous_object text, bytes bigint not null default 0,
      lease_browser text, lease_until bigint)`,
    `create index profiles_of_project on profiles (project_id, created_at)`,
    `create table browsers (
      id text primary key, project_id text not null references projects(id),
      status text not null, reason text, profile_id text, settings text not null,
      created_at bigint not null, started_at bigint not null, timeout_at bigint not null, finished_at bigint,
      node text not null, lease_until bigint not null, stop_asked_at bigint,
      proxy_bytes bigint not null default 0, recording text, agent_session_id text)`,
    `create index browsers_of_project on browsers (project_id, created_at)`,
    `create index browsers_by_status on browsers (status)`,
    `create table files (
      id text primary key, project_id text not null references projects(id), browser_id text not null,
      kind text not null, path text not null, bytes bigint not null, object text not null,
      modified_at bigint not null)`,
    `create index files_of_browser on files (browser_id, kind, path)`,
    `create table jobs (
      id text primary key, kind text not null, payload text not null, created_at bigint not null,
      run_at bigint not null, attempts bigint not null default 0, error text,
      owner text, lease_until bigint)`,
    `create index jobs_due on jobs (run_at)`,
    `create table audit (
      id text primary key, at bigint not null, project_id text, key_id text, action text not null,
      target text, address text)`,
    `create index audit_by_time on audit (at)`,
  ],
];

/** Takes the steps that this database has not taken. Errors: `conflict` when a newer version has written it. */
export async function migrate(sql: SQL): Promise<void> {
  await sql`create table if not exists migrations (step bigint primary key, taken_at bigint not null)`;
  const [row] = await sql`select max(step) as step from migrations`;
  const taken = Number(row?.step ?? 0);
  if (taken > STEPS.length)
    throw new Failure(
      "conflict",
      `the database was written by a newer version (step ${taken}, this one knows ${STEPS.length})`,
      "Install the newer version of svc, or use another database.",
    );
  for (let step = taken + 1; step <= STEPS.length; step++) {
    await sql.begin(async (tx) => {
      for (const statement of STEPS[step - 1] ?? []) await tx.unsafe(statement);
      await tx`insert into migrations ${tx({ step, taken_at: Date.now() })}`;
    });
  }
}
