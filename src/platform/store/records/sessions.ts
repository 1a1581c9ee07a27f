/**
 * Records of agent sessions. A session has at most one running task. A status change names the allowed previous statuses, so that only
 * one of two concurrent callers succeeds.
 */

import type { Database } from "../database/connection.ts";
import { time } from "../database/database.ts";
import type { Paged } from "../database/pages.ts";
import { Pages } from "../database/pages.ts";
import { Totals } from "../database/totals.ts";
import { Ledger } from "./ledger.ts";
import type { SessionChange, SessionRecord, SessionStatus, Used } from "./session-rows.ts";
import { columnsOf, recordOf } from "./session-rows.ts";
import type { TaskRecord } from "./task-rows.ts";

/** Statuses of a session with a browser. */
export const LIVE: readonly SessionStatus[] = ["created", "idle", "running"];

/** Sums and recordings of the browsers of a session. */
export interface BrowsersOfSession {
  proxyBytes: number;
  proxyNano: number;
  browserNano: number;
  /** Object keys, oldest first. */
  recordings: string[];
}

export class SessionRecords {
  readonly #db: Database;
  readonly #totals: Totals;
  readonly #pages: Pages;

  constructor(db: Database) {
    this.#db = db;
    this.#totals = new Totals(db);
    this.#pages = new Pages(db);
  }

  async insert(record: SessionRecord, within = this.#db.sql): Promise<void> {
    const { stepCount, inputTokens, outputTokens, costNano, ...rest } = record;
    const { id, projectId: project_id, createdAt: created_at } = record;
    await within`insert into sessions ${within({ id, project_id, created_at, ...columnsOf(rest) })}`;
  }

  /** Undefined for a session of another project or a deleted one. */
  async get(projectId: string, id: string): Promise<SessionRecord | undefined> {
    const found = await this.find(id);
    return found?.projectId === projectId && found.deletedAt === null ? found : undefined;
  }

  /** In any project, including deleted sessions. */
  async find(id: string): Promise<SessionRecord | undefined> {
    const [row] = await this.#db.sql`select * from sessions where id = ${id}`;
    return row && recordOf(row);
  }

  async byShare(token: string): Promise<SessionRecord | undefined> {
    const [row] = await this.#db.sql`select * from sessions where share_token = ${token} and deleted_at is null`;
    return row && recordOf(row);
  }

  /** Newest first. `page` starts at 1. */
  async list(
    projectId: string,
    { page, size, state }: { page: number; size: number; state?: "live" | "ended" | undefined },
  ): Promise<Paged<SessionRecord>> {
    const { sql } = this.#db;
    // Literals, because partial indexes do not match parameters.
    const isLive = sql`status in ('created', 'idle', 'running')`;
    const isOf = state === undefined ? sql`` : state === "live" ? sql`and ${isLive}` : sql`and not ${isLive}`;
    const where = sql`project_id = ${projectId} and deleted_at is null ${isOf}`;
    const rows = await this.#pages.read({ table: "sessions", where, key: `${projectId} ${state}`, page, size });
    return { items: rows.map(recordOf), total: await this.#totals.of(projectId, "sessions", state) };
  }

  /** Traffic, costs and recordings of the browsers of these sessions, by session. */
  async browsersOf(ids: readonly string[]): Promise<Map<string, BrowsersOfSession>> {
    const found = new Map(
      ids.map((id) => [id, { proxyBytes: 0, proxyNano: 0, browserNano: 0, recordings: [] as string[] }]),
    );
    if (ids.length === 0) return found;
    const { sql } = this.#db;
    const rows = await sql`
      select agent_session_id, proxy_bytes, proxy_nano, browser_nano, recording from browsers
      where agent_session_id in ${sql([...ids])} order by created_at, id`;
    for (const row of rows as Record<string, unknown>[]) {
      const one = found.get(row.agent_session_id as string);
      if (!one) continue;
      one.proxyBytes += Number(row.proxy_bytes);
      one.proxyNano += Number(row.proxy_nano);
      one.browserNano += Number(row.browser_nano);
      if (row.recording !== null) one.recordings.push(row.recording as string);
    }
    return found;
  }

  /** Changes fields. False, without a change, if the status is not in `from`. */
  async change(
    id: string,
    set: SessionChange,
    { from, within = this.#db.sql }: { from?: readonly SessionStatus[]; within?: Database["sql"] } = {},
  ): Promise<boolean> {
    const row = columnsOf({ updatedAt: Date.now(), ...set });
    const isIn = from ? within`and status in ${within([...from])}` : within``;
    const rows = await within`update sessions set ${within(row)} where id = ${id} ${isIn} returning id`;
    return rows.length > 0;
  }

  /** Marks the session and its tasks as deleted. */
  async hide(id: string): Promise<void> {
    const now = Date.now();
    await this.#db.transaction(async (tx) => {
      await tx`update sessions set deleted_at = ${now}, updated_at = ${now}, share_token = null where id = ${id}`;
      await tx`update tasks set deleted_at = ${now} where session_id = ${id}`;
    });
  }

  async addUsed(id: string, used: Used, within = this.#db.sql): Promise<void> {
    const { steps = 0, inputTokens = 0, outputTokens = 0, costNano = 0 } = used;
    await within`
      update sessions set step_count = step_count + ${steps}, input_tokens = input_tokens + ${inputTokens},
        output_tokens = output_tokens + ${outputTokens}, cost_nano = cost_nano + ${costNano},
        updated_at = ${Date.now()}
      where id = ${id}`;
  }

  /** Costs of the session with its browsers, and its limit. */
  async spending(id: string): Promise<{ costNano: number; maxCostNano: number | null }> {
    const [row] = await this.#db.sql`
      select cost_nano, max_cost_nano, (select coalesce(sum(browser_nano + proxy_nano), 0) from browsers
        where agent_session_id = sessions.id) as browser_nano
      from sessions where id = ${id}`;
    return {
      costNano: Number(row?.cost_nano ?? 0) + Number(row?.browser_nano ?? 0),
      maxCostNano: time(row?.max_cost_nano),
    };
  }

  /** Sessions with a running task. */
  async countRunning(projectId: string): Promise<number> {
    // Repeats the condition of the partial index.
    const [row] = await this.#db.sql`
      select count(*) as n from sessions
      where status in ('created', 'idle', 'running') and status = 'running' and project_id = ${projectId}`;
    return Number(row?.n ?? 0);
  }

  /** Live sessions of a node with a pending stop request or answer. */
  async withRequests(node: string): Promise<SessionRecord[]> {
    const rows = await this.#db.sql`
      select * from sessions where node = ${node} and status in ('created', 'idle', 'running')
        and (stop_asked is not null or answer is not null)`;
    return rows.map(recordOf);
  }

  /** Live sessions whose browser has ended, with the reason. */
  async orphans(): Promise<{ session: SessionRecord; reason: string | null }[]> {
    const rows = await this.#db.sql`
      select sessions.*, browsers.reason as browser_reason from sessions
      join browsers on browsers.id = sessions.browser_id
      where sessions.status in ('created', 'idle', 'running') and browsers.status = 'stopped'`;
    return rows.map((row: Record<string, unknown>) => ({
      session: recordOf(row),
      reason: row.browser_reason as string | null,
    }));
  }

  /** Shares a session under a token, unless it is already shared. */
  async share(id: string, token: string): Promise<void> {
    await this.#db.sql`
      update sessions set share_token = ${token}, share_views = 0, share_viewed_at = null
      where id = ${id} and share_token is null and deleted_at is null`;
  }

  /** Counts a view of a shared session. */
  async viewed(id: string): Promise<void> {
    await this.#db.sql`
      update sessions set share_views = share_views + 1, share_viewed_at = ${Date.now()} where id = ${id}`;
  }

  /** Deleted sessions that have ended, oldest first, at most 1000. */
  async deleted(): Promise<SessionRecord[]> {
    const rows = await this.#db.sql`
      select * from sessions where deleted_at is not null and status in ('stopped', 'timed_out', 'error')
      order by deleted_at limit 1000`;
    return rows.map(recordOf);
  }

  /** All browsers of a session. */
  async browserIds(id: string): Promise<string[]> {
    const rows = await this.#db.sql`select id from browsers where agent_session_id = ${id}`;
    return rows.map((row: { id: string }) => row.id);
  }

  /**
   * Removes tasks, messages and browsers of a session. Its row stays without content while a webhook delivery is pending, unless
   * `isPurge`. The ledger keeps its costs; a purge removes the ids there.
   */
  async erase(id: string, isPurge: boolean): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx`delete from repeats where session_id = ${id}`;
      await tx`delete from browsers where agent_session_id = ${id} and status = 'stopped'`;
      await tx`delete from tasks where session_id = ${id}`;
      await tx`delete from messages where session_id = ${id}`;
      const isOver = isPurge
        ? tx``
        : tx`and not exists (select 1 from deliveries where session_id = ${id} and state = 'waiting')`;
      const [gone] = await tx`delete from sessions where id = ${id} ${isOver} returning id`;
      const content = { title: null, output: null, output_schema: null, last_step_summary: null, settings: "{}" };
      if (!gone) await tx`update sessions set ${tx(content)} where id = ${id}`;
      if (isPurge) await new Ledger(this.#db).forget(id, tx);
    });
  }
}

/** The record of a new session. */
export function newSession(
  fields: Pick<SessionRecord, "id" | "projectId" | "model" | "keepAlive" | "persistMemory" | "settings" | "node"> &
    Partial<SessionRecord>,
  task?: Pick<TaskRecord, "id">,
): SessionRecord {
  const now = Date.now();
  return {
    status: task ? "created" : "idle",
    reason: null,
    thinking: null,
    title: null,
    browserId: null,
    taskId: task?.id ?? null,
    question: null,
    output: null,
    outputSchema: null,
    isSuccessful: null,
    lastStepSummary: null,
    stepCount: 0,
    inputTokens: 0,
    outputTokens: 0,
    costNano: 0,
    maxCostNano: null,
    screenshot: null,
    stopAsked: null,
    answer: null,
    workspaceId: null,
    shareToken: null,
    shareViews: 0,
    shareViewedAt: null,
    createdAt: now,
    updatedAt: now,
    finishedAt: null,
    deletedAt: null,
    ...fields,
  };
}
