/** Converts records of agent sessions to rows and back. */

import { json, time } from "../database/database.ts";
import { flag, rowOf } from "../database/rows.ts";
import type { BrowserSettings } from "./browser-rows.ts";
import type { TaskOptions } from "./task-rows.ts";

const FLAGS = ["keepAlive", "persistMemory", "isSuccessful"];
const OBJECTS = ["settings", "output", "outputSchema"];

/** The columns of a change. The password of a proxy is not stored. */
export function columnsOf(set: SessionChange): Record<string, unknown> {
  const { settings } = set;
  const proxy = settings?.customProxy;
  const stored = proxy ? { ...set, settings: { ...settings, customProxy: { ...proxy, password: undefined } } } : set;
  return rowOf(stored, { flags: FLAGS, objects: OBJECTS });
}

export function recordOf(row: Record<string, unknown>): SessionRecord {
  return {
    id: row.id as string,
    projectId: row.project_id as string,
    status: row.status as SessionStatus,
    reason: row.reason as string | null,
    model: row.model as string,
    thinking: row.thinking as SessionRecord["thinking"],
    title: row.title as string | null,
    keepAlive: flag(row.keep_alive) ?? false,
    persistMemory: flag(row.persist_memory) ?? true,
    settings: json<BrowserSettings>(row.settings, {} as BrowserSettings),
    browserId: row.browser_id as string | null,
    node: row.node as string,
    taskId: row.task_id as string | null,
    question: row.question as string | null,
    output: json<unknown>(row.output, null),
    outputSchema: json<Record<string, unknown> | null>(row.output_schema, null),
    isSuccessful: flag(row.is_successful),
    lastStepSummary: row.last_step_summary as string | null,
    stepCount: Number(row.step_count),
    inputTokens: Number(row.input_tokens),
    outputTokens: Number(row.output_tokens),
    costNano: Number(row.cost_nano),
    maxCostNano: time(row.max_cost_nano),
    screenshot: row.screenshot as string | null,
    stopAsked: row.stop_asked as SessionRecord["stopAsked"],
    answer: row.answer as string | null,
    workspaceId: row.workspace_id as string | null,
    shareToken: row.share_token as string | null,
    shareViews: Number(row.share_views),
    shareViewedAt: time(row.share_viewed_at),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    finishedAt: time(row.finished_at),
    deletedAt: time(row.deleted_at),
  };
}

export type SessionStatus = "created" | "idle" | "running" | "stopped" | "timed_out" | "error";

export interface SessionRecord {
  id: string;
  projectId: string;
  status: SessionStatus;
  /** Why it or its last task ended. */
  reason: string | null;
  model: string;
  /** Reasoning effort; null for the default. */
  thinking: TaskOptions["thinking"] | null;
  title: string | null;
  keepAlive: boolean;
  /** Tasks remember earlier tasks. */
  persistMemory: boolean;
  settings: BrowserSettings;
  browserId: string | null;
  /** The server that has its browser. */
  node: string;
  /** The last task. */
  taskId: string | null;
  /** Open question of the agent. */
  question: string | null;
  output: unknown;
  outputSchema: Record<string, unknown> | null;
  isSuccessful: boolean | null;
  lastStepSummary: string | null;
  stepCount: number;
  inputTokens: number;
  outputTokens: number;
  /** In nano-USD, as all costs in the database. */
  costNano: number;
  maxCostNano: number | null;
  /** Object key of the last screenshot. */
  screenshot: string | null;
  /** Pending stop request: stop the task, stop it and stay idle, or end the session. */
  stopAsked: "task" | "idle" | "session" | null;
  /** Pending answer to the question. */
  answer: string | null;
  workspaceId: string | null;
  shareToken: string | null;
  shareViews: number;
  shareViewedAt: number | null;
  createdAt: number;
  updatedAt: number;
  finishedAt: number | null;
  deletedAt: number | null;
}

/** Fields to change. */
export type SessionChange = Partial<
  Omit<SessionRecord, "id" | "projectId" | "createdAt" | "inputTokens" | "outputTokens" | "costNano" | "stepCount">
>;

/** Additional usage since the last update. */
export interface Used {
  steps?: number;
  inputTokens?: number;
  outputTokens?: number;
  costNano?: number;
}
