/** Records of agent sessions as rows and back. */
import type { BrowserSettings } from "./browsers.ts";
import { json, time } from "../database/database.ts";
import { flag, rowOf } from "../database/rows.ts";
import type { SessionChange, SessionRecord, SessionStatus } from "./sessions.ts";

const FLAGS = ["keepAlive", "persistMemory", "isSuccessful"];
const OBJECTS = ["settings", "output", "outputSchema"];

/** Columns of what is given. The password of a proxy is kept nowhere. */
export function columnsOf(set: SessionChange): Record<string, unknown> {
  const { settings } = set;
  const proxy = settings?.customProxy;
  const kept = proxy ? { ...set, settings: { ...settings, customProxy: { ...proxy, password: undefined } } } : set;
  return rowOf(kept, { flags: FLAGS, objects: OBJECTS });
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
