/** How tasks and sessions end: what a reason means for their status, in words that a person can act on. Pure. */
import type { RunResult } from "../../../agent/loop/assignment.ts";
import { asFailure } from "../../../errors.ts";
import { log } from "../../../lib/log.ts";
import { type AllowedBy, usedUp } from "../../billing/allowance.ts";
import { Refusal } from "../../refusal.ts";
import type { SessionRecord, SessionStatus } from "../../store/records/session-rows.ts";

/** How a task ended, whoever says it. */
export type Ending = Pick<RunResult, "reason" | "explanation" | "success" | "output"> & Partial<RunResult>;

/** What the end of its browser makes of a session. */
export function endOf(reason: string): { status: SessionStatus; why: string } {
  const { status, why } = ENDS[reason] ?? { status: "error", why: `The browser of the session ended: ${reason}.` };
  return { status, why };
}

const ENDS: Readonly<Record<string, { status: SessionStatus; why: string }>> = {
  asked: { status: "stopped", why: "The browser of the session was stopped." },
  drain: { status: "stopped", why: "The server was stopped." },
  budget: { status: "stopped", why: "The credits of the project, or a budget for this month, are used up." },
  idle: { status: "timed_out", why: "Nobody used the session for too long." },
  timeout: { status: "timed_out", why: "The session reached the longest time that a browser may live." },
  died: { status: "error", why: "The browser crashed." },
  restart: { status: "error", why: "The server that had the browser was killed." },
  lost: { status: "error", why: "The server that had the browser lost its database." },
};

/**
 * Limits by the names that callers of the API know, where the agent names options of the command line; `by` is who limits its cost.
 */
export function inFields<E extends Ending>(ending: E, by?: AllowedBy): E {
  const isOfProject = ending.reason === "cost" && by !== undefined && by !== "caller";
  const explanation = ending.explanation
    .replace(" Give it more with --max-cost.", (advice) => (isOfProject ? ` ${usedUp(by)}` : advice))
    .replace(/--max-(cost|steps)\b/g, (_, what) => FIELDS[what] ?? "")
    // No field sets it.
    .replace(" Give it more with --max-time.", "");
  return { ...ending, explanation };
}

const FIELDS: Readonly<Record<string, string>> = { cost: "maxCostUsd", steps: "maxSteps" };

/** What is written of a task that has ended. Its secrets are needed no more. */
export function endOfTask({ reason, explanation, success, output, judgement }: Ending) {
  return {
    status: reason === "stopped" ? ("stopped" as const) : ("finished" as const),
    endReason: reason,
    explanation,
    output,
    isSuccess: success,
    judgement: judgement?.reason ?? null,
    judgeVerdict: judgement?.verdict ?? null,
    finishedAt: Date.now(),
    secrets: null,
  };
}

/** What is written of its session. */
export function outcomeOf({ explanation, success, output }: Ending) {
  return { output, isSuccessful: success, question: null, answer: null, reason: success ? null : explanation };
}

/** What becomes of a session when its task has ended. */
export function nextStatus({ keepAlive, stopAsked }: SessionRecord, reason: string): SessionStatus {
  if (stopAsked === "session") return "stopped";
  if (stopAsked === "idle" || keepAlive) return "idle";
  return reason === "model" || reason === "browser" ? "error" : "stopped";
}

/** What was thrown before or beside the run. */
export function failed(error: unknown): Ending {
  if (error instanceof Refusal) return { ...NOTHING, reason: "refused", explanation: error.message };
  const failure = asFailure(error);
  if (!failure) log.error("bug in the run of a task:", error);
  const isGone = failure?.code === "closed" || failure?.code === "crashed";
  return {
    ...NOTHING,
    reason: isGone ? "browser" : "refused",
    explanation: failure ? failure.message : "The server has a bug; its log says more.",
  };
}

const NOTHING = { success: false, output: null } as const;
