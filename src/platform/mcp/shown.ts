/** What the API answers, in the few words that a model needs. Pure. */
import type { AnyJson } from "./ask.ts";

/** What a tool answers. */
export type Shown = Record<string, unknown>;

/** Characters of one message. */
const MAX_TEXT = 1_000;

/** Members that are null or absent are left out: each costs every reader tokens. */
function filled(shown: Shown): Shown {
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null && value !== undefined));
}

/** `isItem`: as one of a list, without what only its reader needs. */
export function sessionOf(session: AnyJson, isItem = false): Shown {
  const { id, status, title, output, question, isTaskSuccessful, endReason, stepCount, totalCostUsd } = session;
  const common = { session_id: id, status, success: isTaskSuccessful, steps: stepCount, cost_usd: totalCostUsd };
  if (isItem) return filled({ ...common, title, created_at: session.createdAt });
  const { lastStepSummary, model, liveUrl } = session;
  const isRunning = status === "created" || status === "running";
  return filled({
    ...common,
    ...{ output, reason: endReason, question, model },
    last_step: isRunning ? lastStepSummary : undefined,
    live_url: liveUrl,
    next: nextOf(session),
  });
}

/** What whoever reads it may do now. */
function nextOf({ status, question }: AnyJson): string | undefined {
  if (question) return "The agent waits for an answer: give it with send_task.";
  if (status === "created" || status === "running")
    return "The task goes on: read it with get_session and wait_seconds, or end it with stop_session.";
  return status === "idle" ? "It waits for more: send_task, or stop_session." : undefined;
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
