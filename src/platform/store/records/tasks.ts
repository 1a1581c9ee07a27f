/** Records of tasks, their steps and output files. */

import type { SQL } from "bun";
import type { Database } from "../database/connection.ts";
import { json, time } from "../database/database.ts";
import type { Paged } from "../database/pages.ts";
import { Pages } from "../database/pages.ts";
import { flag, rowOf } from "../database/rows.ts";
import { Totals } from "../database/totals.ts";
import type { Used } from "./session-rows.ts";
import type { TaskOptions, TaskRecord, TaskStatus } from "./task-rows.ts";

export interface StepRecord {
  taskId: string;
  number: number;
  url: string;
  title: string;
  /** Text of the model before its actions. */
  thought: string;
  /** Each call as JSON text: `{"click":{"index":3}}`. */
  actions: string[];
  /** Summary of their results. */
  result: string;
  screenshot: string | null;
  durationMs: number;
}

export interface TaskFile {
  id: string;
  taskId: string;
  /** Relative to the workspace. */
  path: string;
  bytes: number;
  object: string;
  createdAt: number;
}

export interface TaskFilter {
  page: number;
  size: number;
  sessionId?: string | undefined;
  status?: string | undefined;
  /** Creation time range, inclusive, in ms since 1970. */
  after?: number | undefined;
  before?: number | undefined;
}

type Counters = "steps" | "inputTokens" | "outputTokens" | "costNano";
type TaskChange = Partial<Omit<TaskRecord, "id" | "projectId" | "sessionId" | "keyId" | "createdAt" | Counters>>;

export class TaskRecords {
  readonly #db: Database;
  readonly #totals: Totals;
  readonly #pages: Pages;

  constructor(db: Database) {
    this.#db = db;
    this.#totals = new Totals(db);
    this.#pages = new Pages(db);
  }

  async insert(record: TaskRecord, within = this.#db.sql): Promise<void> {
    const { id, projectId, sessionId, createdAt, ...rest } = record;
    const row = { id, project_id: projectId, session_id: sessionId, created_at: createdAt, ...rowOf(rest, COLUMNS) };
    await within`insert into tasks ${within(row)}`;
  }

  /** Undefined for a task of another project or of a deleted session. */
  async get(projectId: string, id: string): Promise<TaskRecord | undefined> {
    const [row] = await this.#db.sql`
      select tasks.* from tasks join sessions on sessions.id = tasks.session_id
      where tasks.id = ${id} and tasks.project_id = ${projectId} and sessions.deleted_at is null`;
    return row && recordOf(row);
  }

  async find(id: string): Promise<TaskRecord | undefined> {
    const [row] = await this.#db.sql`select * from tasks where id = ${id}`;
    return row && recordOf(row);
  }

  /** Newest first. */
  async list(projectId: string, filter: TaskFilter): Promise<Paged<TaskRecord>> {
    const { sql } = this.#db;
    const { page, size, sessionId, status, after, before } = filter;
    const where = sql`
      project_id = ${projectId} and deleted_at is null
        ${sessionId === undefined ? sql`` : sql`and session_id = ${sessionId}`}
        ${status === undefined ? sql`` : sql`and status = ${status}`}
        ${after === undefined ? sql`` : sql`and created_at >= ${after}`}
        ${before === undefined ? sql`` : sql`and created_at <= ${before}`}`;
    // No maintained total for these filters.
    const isPart = sessionId !== undefined || after !== undefined || before !== undefined;
    const key = isPart ? undefined : `${projectId} ${status}`;
    const rows = await this.#pages.read({ table: "tasks", where, key, page, size });
    const total = isPart ? await this.#count(where) : await this.#totals.of(projectId, "tasks", status);
    return { items: rows.map(recordOf), total };
  }

  async #count(where: SQL.Query<unknown>): Promise<number> {
    const [row] = await this.#db.sql`select count(*) as n from tasks where ${where}`;
    return Number(row?.n ?? 0);
  }

  /** Executions of a skill in a project, newest first. */
  async ofSkill(
    projectId: string,
    skillId: string,
    { page, size }: { page: number; size: number },
  ): Promise<Paged<TaskRecord>> {
    const { sql } = this.#db;
    const where = sql`skill_id = ${skillId} and project_id = ${projectId} and deleted_at is null`;
    const key = `runs of ${skillId} by ${projectId}`;
    const rows = await this.#pages.read({ table: "tasks", where, key, page, size });
    return { items: rows.map(recordOf), total: await this.#totals.of(projectId, "executions", skillId) };
  }

  /** Tasks of a session, oldest first. */
  async ofSession(sessionId: string): Promise<TaskRecord[]> {
    const rows = await this.#db.sql`select * from tasks where session_id = ${sessionId} order by created_at, id`;
    return rows.map(recordOf);
  }

  /** Changes fields. False, without a change, if the status is not in `from`. */
  async change(
    id: string,
    set: TaskChange,
    { from, within = this.#db.sql }: { from?: readonly TaskStatus[]; within?: Database["sql"] } = {},
  ): Promise<boolean> {
    const isIn = from ? within`and status in ${within([...from])}` : within``;
    const rows = await within`update tasks set ${within(rowOf(set, COLUMNS))} where id = ${id} ${isIn} returning id`;
    return rows.length > 0;
  }

  /** Adds to the usage counters. */
  async addUsed(id: string, used: Used, within = this.#db.sql): Promise<void> {
    const { steps = 0, inputTokens = 0, outputTokens = 0, costNano = 0 } = used;
    await within`
      update tasks set steps = steps + ${steps}, input_tokens = input_tokens + ${inputTokens},
        output_tokens = output_tokens + ${outputTokens}, cost_nano = cost_nano + ${costNano}
      where id = ${id}`;
  }

  async addStep(step: StepRecord, within = this.#db.sql): Promise<void> {
    const { taskId: task_id, durationMs: duration_ms, actions, ...rest } = step;
    const row = { ...rest, task_id, duration_ms, actions: JSON.stringify(actions) };
    await within`insert into steps ${within(row)} on conflict (task_id, number) do nothing`;
  }

  async steps(taskId: string): Promise<StepRecord[]> {
    const rows = await this.#db.sql`select * from steps where task_id = ${taskId} order by number`;
    return rows.map((row: Record<string, unknown>) => ({
      taskId,
      number: Number(row.number),
      url: row.url as string,
      title: row.title as string,
      thought: row.thought as string,
      actions: json<string[]>(row.actions, []),
      result: row.result as string,
      screenshot: row.screenshot as string | null,
      durationMs: Number(row.duration_ms),
    }));
  }

  async addFile({ taskId: task_id, createdAt: created_at, ...rest }: TaskFile): Promise<void> {
    await this.#db.sql`
      insert into task_files ${this.#db.sql({ ...rest, task_id, created_at })} on conflict (task_id, path) do nothing`;
  }

  async files(taskId: string): Promise<TaskFile[]> {
    const rows = await this.#db.sql`select * from task_files where task_id = ${taskId} order by path`;
    return rows.map((row: Record<string, unknown>) => ({
      id: row.id as string,
      taskId,
      path: row.path as string,
      bytes: Number(row.bytes),
      object: row.object as string,
      createdAt: Number(row.created_at),
    }));
  }
}

const COLUMNS = {
  flags: ["hasActed", "isSuccess", "judgeVerdict"],
  objects: ["options", "metadata", "output"],
};

function recordOf(row: Record<string, unknown>): TaskRecord {
  return {
    id: row.id as string,
    projectId: row.project_id as string,
    sessionId: row.session_id as string,
    status: row.status as TaskStatus,
    task: row.task as string,
    model: row.model as string,
    keyId: row.key_id as string | null,
    options: json<TaskOptions>(row.options, { maxSteps: 100, vision: "auto" }),
    metadata: json<Record<string, string>>(row.metadata, {}),
    secrets: row.secrets as string | null,
    hasActed: flag(row.has_acted) ?? false,
    output: json<unknown>(row.output, null),
    isSuccess: flag(row.is_success),
    judgement: row.judgement as string | null,
    judgeVerdict: flag(row.judge_verdict),
    endReason: row.end_reason as string | null,
    explanation: row.explanation as string | null,
    steps: Number(row.steps),
    inputTokens: Number(row.input_tokens),
    outputTokens: Number(row.output_tokens),
    costNano: Number(row.cost_nano),
    skillId: row.skill_id as string | null,
    skillVersion: row.skill_version === null ? null : Number(row.skill_version),
    createdAt: Number(row.created_at),
    startedAt: time(row.started_at),
    finishedAt: time(row.finished_at),
  };
}

/** The record of a new task. */
export function newTask(
  fields: Pick<TaskRecord, "id" | "projectId" | "sessionId" | "task" | "model" | "options"> & Partial<TaskRecord>,
): TaskRecord {
  return {
    status: "created",
    keyId: null,
    metadata: {},
    secrets: null,
    hasActed: false,
    output: null,
    isSuccess: null,
    judgement: null,
    judgeVerdict: null,
    endReason: null,
    explanation: null,
    steps: 0,
    inputTokens: 0,
    outputTokens: 0,
    costNano: 0,
    skillId: null,
    skillVersion: null,
    createdAt: Date.now(),
    startedAt: null,
    finishedAt: null,
    ...fields,
  };
}
