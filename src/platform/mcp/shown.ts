/** Reduces responses of the API to what a model needs. Pure. */
import type { AnyJson } from "./ask.ts";

/** Result of a tool. */
export type Shown = Record<string, unknown>;

/** Most characters of a message. */
const MAX_TEXT = 1_000;

/** Omits null and absent fields, which would cost tokens. */
function compact(shown: Shown): Shown {
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null && value !== undefined));
}

/** `isItem`: for a list, with fewer fields. */
export function sessionOf(session: AnyJson, isItem = false): Shown {
  const { id, status, title, output, question, isTaskSuccessful, endReason, stepCount, totalCostUsd } = session;
  const common = { session_id: id, status, success: isTaskSuccessful, steps: stepCount, cost_usd: totalCostUsd };
  if (isItem) return compact({ ...common, title, created_at: session.createdAt });
  const { lastStepSummary, model, liveUrl } = session;
  const isRunning = status === "created" || status === "running";
  return compact({
    ...common,
    ...{ output, reason: endReason, question, model },
    last_step: isRunning ? lastStepSummary : undefined,
    live_url: liveUrl,
    next: nextOf(session),
  });
}

/** The possible next steps. */
function nextOf({ status, question }: AnyJson): string | undefined {
  if (question) return "The agent waits for an answer: send it with send_task.";
  if (status === "created" || status === "running")
    return "The task is running: wait with get_session and wait_seconds, or end it with stop_session.";
  return status === "idle" ? "The session is idle: continue with send_task, or end it with stop_session." : undefined;
}

export function messagesOf({ messages, hasMore }: AnyJson): Shown {
  const shown = messages
    .filter(({ hidden }: AnyJson) => !hidden)
    .map(({ id, role, type, summary, data }: AnyJson) => ({ id, role, type, text: shortened(summary || data) }));
  return { messages: shown, has_more: hasMore };
}

function shortened(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;
}
