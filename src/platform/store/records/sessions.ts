/**
 * Records of agent sessions: a browser with an agent that does tasks in it. A session has at most one task under way; who
 * changes its status names the statuses that it may have had, so that of two callers one wins.
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

/** Statuses of a session that has a browser. */
export const LIVE: readonly SessionStatus[] = ["created", "idle", "running"];

/** What is looked up of a session's browsers. */
export interface BrowsersOfSession {
  proxyBytes: number;
  proxyNano: number;
  browserNano: number;
  /** Keys of objects, the oldest first. */
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

  /** Of that project alone, and not deleted. */
  async get(projectId: string, id: string): Promise<SessionRecord | undefined> {
    const found = await this.find(id);
    return found?.projectId === projectId && found.deletedAt === null ? found : undefined;
  }

  /** Of any project, deleted or not. */
  async find(id: string): Promise<SessionRecord | undefined> {
    const [row] = await this.#db.sql`select * from sessions where id = ${id}`;
    return row && recordOf(row);
  }

  async byShare(token: string): Promise<SessionRecord | undefined> {
    const [row] = await this.#db.sql`select * from sessions where share_token = ${token} and deleted_at is null`;
    return row && recordOf(row);
  }

  /** Newest first. `page` counts from 1. */
  async list(
    projectId: string,
    { page, size, state }: { page: number; size: number; state?: "live" | "ended" | undefined },
  ): Promise<Paged<SessionRecord>> {
    const { sql } = this.#db;
    // In the words of the indexes, for which parameters would not do.
    const isLive = sql`status in ('created', 'idle', 'running')`;
    const isOf = state === undefined ? sql`` : state === "live" ? sql`and ${isLive}` : sql`and not ${isLive}`;
    const where = sql`project_id = ${projectId} and deleted_at is null ${isOf}`;
    const rows = await this.#pages.read({ table: "sessions", where, key: `${projectId} ${state}`, page, size });
    return { items: rows.map(recordOf), total: await this.#totals.of(projectId, "sessions", state) };
  }

  /** Traffic and recordings of the browsers of these sessions, by session. */
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

  /** False when its status is none of `from`; then nothing is changed. */
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

  /** Hides it and its tasks from everybody. */
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

  /** What it and its browsers have cost, and what it may. */
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

  /** How many have a task under way. */
  async countRunning(projectId: string): Promise<number> {
    // In the words of the index of live ones.
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

  /** Sessions that are live by their record while their browser has ended, with the reason of that end. */
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

  /** Shares it under that token, unless it is shared already. */
  async share(id: string, token: string): Promise<void> {
    await this.#db.sql`
      update sessions set share_token = ${token}, share_views = 0, share_viewed_at = null
      where id = ${id} and share_token is null and deleted_at is null`;
  }

  /** Counts one view of a shared session. */
  async viewed(id: string): Promise<void> {
    await this.#db.sql`
      update sessions set share_views = share_views + 1, share_viewed_at = ${Date.now()} where id = ${id}`;
  }

  /** Those that were deleted and have ended, the oldest first; some of them. */
  async deleted(): Promise<SessionRecord[]> {
    const rows = await this.#db.sql`
      select * from sessions where deleted_at is not null and status in ('stopped', 'timed_out', 'error')
      order by deleted_at limit 1000`;
    return rows.map(recordOf);
  }

  /** All browsers that it ever had. */
  async browserIds(id: string): Promise<string[]> {
    const rows = await this.#db.sql`select id from browsers where agent_session_id = ${id}`;
    return rows.map((row: { id: string }) => row.id);
  }

  /**
   * Removes what the database has of it: tasks, messages, browsers with their files. Its own row stays, without content, while a
   * webhook waits to be told of it, unless `isPurge`. What it cost is kept; a purge takes its ids out of that.
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
  asked: Pick<SessionRecord, "id" | "projectId" | "model" | "keepAlive" | "persistMemory" | "settings" | "node"> &
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
    ...asked,
  };
}
