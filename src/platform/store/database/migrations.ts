/** Creates the tables by migration steps, each applied once, in order. Never change a released step. */
import type { SQL } from "bun";
import { Failure } from "../../../errors.ts";
import type { Database } from "./connection.ts";
import { COUNT_ALL, COUNT_SKILLS, COUNTING, COUNTING_SKILLS } from "./counting.ts";

/** Placeholder for the collation that compares text by bytes; its name differs between the databases. */
const BY_BYTES = "collate by_bytes";

/** A statement for both databases, or statements per dialect. */
type Statement = string | Readonly<Record<Database["dialect"], readonly string[]>>;

/** Statements of each step. */
export const STEPS: readonly (readonly Statement[])[] = [
  [
    `create table projects (
      id text primary key, name text not null, created_at bigint not null)`,
    `create table api_keys (
      id text primary key, project_id text not null references projects(id) on delete cascade, name text not null,
      start text not null, hash text not null unique, created_at bigint not null,
      last_used_at bigint, revoked_at bigint)`,
    `create index api_keys_of_project on api_keys (project_id, created_at)`,
    `create table profiles (
      id text primary key, project_id text not null references projects(id) on delete cascade, name text, user_id text,
      search text not null,
      created_at bigint not null, updated_at bigint not null, last_used_at bigint,
      cookie_domains text, object text, previous_object text, bytes bigint not null default 0,
      lease_browser text, lease_until bigint)`,
    `create index profiles_of_project on profiles (project_id, created_at desc, id)`,
    // No foreign key: the profile can be deleted before the record.
    `create table browsers (
      id text primary key, project_id text not null references projects(id) on delete cascade,
      status text not null check (status in ('active', 'stopped')), reason text, profile_id text,
      settings text not null,
      created_at bigint not null, started_at bigint not null, timeout_at bigint not null, finished_at bigint,
      node text not null, lease_until bigint not null, stop_asked_at bigint,
      proxy_bytes bigint not null default 0, recording text, agent_session_id text,
      check ((status = 'active') = (finished_at is null)))`,
    `create index browsers_of_project on browsers (project_id, created_at desc, id)`,
    `create index browsers_active on browsers (project_id, created_at desc, id) where status = 'active'`,
    `create table files (
      id text primary key, project_id text not null references projects(id) on delete cascade,
      browser_id text not null references browsers(id) on delete cascade,
      kind text not null, path text not null, bytes bigint not null, object text not null,
      modified_at bigint not null)`,
    `create index files_of_browser on files (browser_id, kind, modified_at, id)`,
    // Waiting: no owner and no failed_at. Running: an owner until lease_until. Failed: failed_at. Done jobs are deleted.
    `create table jobs (
      id text primary key, kind text not null, payload text not null, node text, created_at bigint not null,
      run_at bigint not null, attempts bigint not null default 0, max_attempts bigint not null, error text,
      owner text, lease_until bigint, failed_at bigint)`,
    `create index jobs_due on jobs (run_at, created_at, id) where failed_at is null`,
    `create index jobs_failed on jobs (failed_at) where failed_at is not null`,
    `create table audit (
      id text primary key, at bigint not null, project_id text, key_id text, action text not null,
      target text, address text)`,
    `create index audit_by_time on audit (at desc, id)`,
    // Properties of the installation: name to value.
    `create table facts (name text primary key, value text not null)`,
  ],
  // The node of the lease: a browser that was killed during its start has no record.
  [`alter table profiles add column lease_node text`],
  [`alter table browsers add column profile_error text`],
  [`alter table browsers add column node_url text`],
  [
    `create table sessions (
      id text primary key, project_id text not null references projects(id) on delete cascade,
      status text not null check (status in ('created', 'idle', 'running', 'stopped', 'timed_out', 'error')), reason text,
      model text not null, title text, keep_alive bigint not null, persist_memory bigint not null, settings text not null,
      browser_id text, node text not null, task_id text, question text,
      output text, output_schema text, is_successful bigint, last_step_summary text, step_count bigint not null default 0,
      input_tokens bigint not null default 0, output_tokens bigint not null default 0, cost_nano bigint not null default 0,
      max_cost_nano bigint, screenshot text, message_count bigint not null default 0, stop_asked text,
      share_token text unique, share_views bigint not null default 0, share_viewed_at bigint,
      created_at bigint not null, updated_at bigint not null, finished_at bigint, deleted_at bigint)`,
    `create index sessions_of_project on sessions (project_id, created_at desc, id) where deleted_at is null`,
    `create index sessions_live on sessions (node) where status in ('created', 'idle', 'running')`,
    `create index browsers_of_session on browsers (agent_session_id) where agent_session_id is not null`,
    `create table tasks (
      id text primary key, project_id text not null references projects(id) on delete cascade,
      session_id text not null references sessions(id) on delete cascade,
      status text not null check (status in ('created', 'started', 'finished', 'stopped')),
      task text not null, model text not null, options text not null, metadata text, secrets text,
      has_acted bigint not null default 0, output text, is_success bigint, judgement text, judge_verdict bigint,
      end_reason text, explanation text, steps bigint not null default 0,
      input_tokens bigint not null default 0, output_tokens bigint not null default 0, cost_nano bigint not null default 0,
      created_at bigint not null, started_at bigint, finished_at bigint)`,
    `create index tasks_of_project on tasks (project_id, created_at desc, id)`,
    `create index tasks_of_session on tasks (session_id, created_at, id)`,
    `create table steps (
      task_id text not null references tasks(id) on delete cascade, number bigint not null, url text not null,
      title text not null, thought text not null, actions text not null, result text not null, screenshot text,
      duration_ms bigint not null, primary key (task_id, number))`,
    `create table messages (
      id text primary key, session_id text not null references sessions(id) on delete cascade, seq bigint not null,
      task_id text, step bigint, role text not null, type text not null, data text not null, summary text not null,
      screenshot text, hidden bigint not null, created_at bigint not null, unique (session_id, seq))`,
    `create table task_files (
      id text primary key, task_id text not null references tasks(id) on delete cascade, path text not null,
      bytes bigint not null, object text not null, created_at bigint not null, unique (task_id, path))`,
    // Results by idempotency key. Without a session_id the first request is still running.
    `create table repeats (
      project_id text not null references projects(id) on delete cascade, key text not null, request text not null,
      session_id text, task_id text, created_at bigint not null, primary key (project_id, key))`,
    `create index repeats_by_time on repeats (created_at)`,
  ],
  [`alter table sessions add column answer text`],
  [
    // Labels of browsers, for list filters.
    `create table browser_labels (
      browser_id text not null references browsers(id) on delete cascade,
      project_id text not null references projects(id) on delete cascade,
      name text not null, value text not null, primary key (browser_id, name))`,
    `create index browser_labels_by_value on browser_labels (project_id, name, value, browser_id)`,
    `alter table sessions add column thinking text`,
  ],
  [
    // Workspaces that were created for a single session have a session_id and are not listed.
    `create table workspaces (
      id text primary key, project_id text not null references projects(id) on delete cascade, session_id text,
      name text, bytes bigint not null default 0, files bigint not null default 0, revision bigint not null default 0,
      created_at bigint not null, updated_at bigint not null)`,
    `create index workspaces_of_project on workspaces (project_id, created_at desc, id) where session_id is null`,
    // Partial: SQLite would otherwise use this index for lists, and sort.
    `create unique index workspaces_of_session on workspaces (session_id) where session_id is not null`,
    // A new version of a file is a new row with a new id.
    `create table workspace_files (
      id text primary key, workspace_id text not null references workspaces(id) on delete cascade,
      path text ${BY_BYTES} not null, bytes bigint not null, type text not null, object text not null,
      modified_at bigint not null, unique (workspace_id, path))`,
    // Objects without a referencing row.
    `create table garbage (object text primary key, node text not null, remove_at bigint not null)`,
    `create index garbage_due on garbage (remove_at)`,
    `alter table sessions add column workspace_id text`,
  ],
  // Null means no limit. The ledger mirrors the counters of a browser.
  [
    `alter table projects add column balance_nano bigint`,
    `alter table projects add column budget_nano bigint`,
    `alter table api_keys add column budget_nano bigint`,
    `alter table tasks add column key_id text`,
    `alter table browsers add column key_id text`,
    `alter table browsers add column minutes bigint not null default 0`,
    `alter table browsers add column browser_nano bigint not null default 0`,
    `alter table browsers add column proxy_nano bigint not null default 0`,
    // No foreign keys: entries outlive what they refer to.
    `create table ledger (
      id text primary key, project_id text not null references projects(id) on delete cascade, at bigint not null,
      kind text not null check (kind in ('tokens', 'browser', 'proxy', 'credit')), key_id text,
      session_id text, task_id text, browser_id text, model text, note text,
      quantity bigint not null, nano bigint not null)`,
    `create index ledger_of_project on ledger (project_id, at, id)`,
    `create index ledger_of_session on ledger (session_id) where session_id is not null`,
    `create table usage_days (
      project_id text not null references projects(id) on delete cascade, day bigint not null, key_id text not null,
      kind text not null, model text not null, quantity bigint not null, nano bigint not null,
      primary key (project_id, day, key_id, kind, model))`,
    // Usage before the ledger existed.
    `insert into ledger (id, project_id, at, kind, session_id, model, quantity, nano)
      select id, project_id, updated_at, 'tokens', id, model, input_tokens + output_tokens, cost_nano
      from sessions where input_tokens + output_tokens + cost_nano > 0`,
    `update browsers set minutes = case
      when finished_at > started_at then (finished_at - started_at + 59999) / 60000 else 1 end where status = 'stopped'`,
    `insert into ledger (id, project_id, at, kind, session_id, browser_id, quantity, nano)
      select id, project_id, started_at, 'browser', agent_session_id, id, minutes, 0 from browsers where minutes > 0`,
    `insert into ledger (id, project_id, at, kind, session_id, browser_id, quantity, nano)
      select 'proxy-' || id, project_id, started_at, 'proxy', agent_session_id, id, proxy_bytes, 0
      from browsers where proxy_bytes > 0`,
    `insert into usage_days (project_id, day, key_id, kind, model, quantity, nano)
      select project_id, at / 86400000, '', kind, coalesce(model, ''), sum(quantity), sum(nano)
      from ledger group by project_id, at / 86400000, kind, coalesce(model, '')`,
  ],
  [
    `create table webhooks (
      id text primary key, project_id text not null references projects(id) on delete cascade, url text not null, name text,
      events text not null, header_prefix text not null, is_enabled bigint not null, secret text not null,
      previous_secret text, previous_until bigint, created_at bigint not null, updated_at bigint not null)`,
    `create index webhooks_of_project on webhooks (project_id, created_at desc, id)`,
    // A purge of a session also removes its deliveries.
    `create table deliveries (
      id text primary key, project_id text not null references projects(id) on delete cascade,
      webhook_id text not null references webhooks(id) on delete cascade, event text not null,
      session_id text references sessions(id) on delete cascade, task_id text, body text not null,
      state text not null check (state in ('waiting', 'delivered', 'dead')), attempts bigint not null default 0,
      due_at bigint not null, owner text, lease_until bigint, attempted_at bigint, duration_ms bigint, status_code bigint,
      response text, error text, created_at bigint not null, finished_at bigint)`,
    `create index deliveries_of_webhook on deliveries (webhook_id, id)`,
    `create index deliveries_by_state on deliveries (webhook_id, state, id)`,
    `create index deliveries_due on deliveries (webhook_id, due_at, id) where state = 'waiting'`,
    `create index deliveries_of_task on deliveries (task_id, id) where state = 'waiting'`,
    `create index deliveries_of_session on deliveries (session_id)`,
    `create index deliveries_finished on deliveries (finished_at) where finished_at is not null`,
  ],
  [
    `create table skills (
      id text primary key, project_id text not null references projects(id) on delete cascade, slug text not null unique,
      title text not null, description text not null, search text not null, categories text not null, domains text,
      goal text, agent_prompt text, settings text not null,
      status text not null check (status in ('recording', 'generating', 'failed', 'finished', 'cancelled', 'timed_out')),
      reason text, is_enabled bigint not null, is_public bigint not null default 0,
      first_published_at bigint, last_published_at bigint, current_version bigint,
      cloned_from text, clone_count bigint not null default 0,
      workspace_id text references workspaces(id) on delete cascade, cache_key text,
      created_at bigint not null, updated_at bigint not null)`,
    // Cached scripts of sessions are not listed.
    `create index skills_of_project on skills (project_id, created_at desc, id) where cache_key is null`,
    `create index skills_public on skills (first_published_at desc, id) where is_public = 1`,
    `create unique index skills_cached on skills (workspace_id, cache_key) where cache_key is not null`,
    `create table skill_versions (
      skill_id text not null references skills(id) on delete cascade, number bigint not null, parameters text not null,
      output_schema text not null, script text not null, hosts text not null, example text not null, recording text,
      heals bigint not null default 0, started_at bigint not null, finished_at bigint, primary key (skill_id, number))`,
    // Running generations of skills. The lock is the project: one generation at a time.
    `create table skill_makings (
      skill_id text primary key references skills(id) on delete cascade, lock text not null unique, asked text not null,
      session_id text, task_id text, started_at bigint not null)`,
    `alter table tasks add column skill_id text`,
    `alter table tasks add column skill_version bigint`,
    `create index tasks_of_skill on tasks (skill_id, project_id, created_at desc, id) where skill_id is not null`,
  ],
  [
    `create table row_counts (project_id text not null, list text not null, state text not null, n bigint not null)`,
    `create index row_counts_of_list on row_counts (project_id, list)`,
    // Tasks of deleted sessions are not listed.
    `alter table tasks add column deleted_at bigint`,
    `update tasks set deleted_at = (select deleted_at from sessions where sessions.id = session_id)`,
    `drop index tasks_of_project`,
    `create index tasks_of_project on tasks (project_id, created_at desc, id) where deleted_at is null`,
    `create index tasks_by_status on tasks (project_id, status, created_at desc, id) where deleted_at is null`,
    `create index sessions_of_project_live on sessions (project_id, created_at desc, id)
      where deleted_at is null and status in ('created', 'idle', 'running')`,
    ...COUNT_ALL,
    COUNTING,
  ],
  [
    // Lists by label read this index in chronological order, without a join.
    `alter table browser_labels add column created_at bigint not null default 0`,
    `drop index browser_labels_by_value`,
    `create index browser_labels_by_value on browser_labels (project_id, name, value, created_at desc, browser_id)`,
  ],
  [
    `drop index tasks_of_skill`,
    `create index tasks_of_skill on tasks (skill_id, project_id, created_at desc, id)
      where skill_id is not null and deleted_at is null`,
    ...COUNT_SKILLS,
    COUNTING_SKILLS,
  ],
];

/** Key of PostgreSQL's advisory lock for migrations; the same in every version. */
const LOCK = 7_838_002_114;

/** Timeout of a step, which can rewrite large tables, and of waiting for another server's step. */
const STEP_MS = 600_000;

/** Applies missing steps, each in a transaction. Concurrent servers take turns. Errors: `conflict` for a database of a newer version. */
export async function migrate(database: Database, steps = STEPS): Promise<void> {
  while (await database.transaction((tx) => next(tx, database.dialect, steps), STEP_MS));
}

/** Applies one step. False if none is left. */
async function next(tx: SQL, dialect: Database["dialect"], steps: typeof STEPS): Promise<boolean> {
  // SQLite transactions are exclusive already.
  if (dialect === "postgres") await tx`select pg_advisory_xact_lock(${LOCK})`;
  await tx`create table if not exists migrations (step bigint primary key, taken_at bigint not null)`;
  const [row] = await tx`select max(step) as step from migrations`;
  const taken = Number(row?.step ?? 0);
  if (taken > steps.length)
    throw new Failure(
      "conflict",
      `the database was migrated by a newer version of svc (step ${taken}; this version has ${steps.length})`,
      "Install the newer version of svc or use another database.",
    );
  const statements = steps[taken];
  if (!statements) return false;
  const byBytes = dialect === "postgres" ? 'collate "C"' : "collate binary";
  const own = statements.flatMap((one) => (typeof one === "string" ? [one] : one[dialect]));
  for (const statement of own) await tx.unsafe(statement.replaceAll(BY_BYTES, byBytes));
  await tx`insert into migrations ${tx({ step: taken + 1, taken_at: Date.now() })}`;
  return true;
}
