/** Maps the reasons for which tasks and sessions end to statuses and explanations. Pure, but for logging bugs. */
import type { RunResult } from "../../../agent/loop/assignment.ts";
import { asFailure } from "../../../errors.ts";
import { log } from "../../../lib/log.ts";
import { type AllowedBy, usedUp } from "../../billing/allowance.ts";
import { Refusal } from "../../refusal.ts";
import type { SessionRecord, SessionStatus } from "../../store/records/session-rows.ts";

/** The end of a task, reported by the agent or by the server. */
export type Ending = Pick<RunResult, "reason" | "explanation" | "success" | "output"> & Partial<RunResult>;

/** Status and explanation of a session whose browser ended for `reason`. */
export function endForReason(reason: string): { status: SessionStatus; why: string } {
  const { status, why } = ENDS[reason] ?? { status: "error", why: `The browser of the session ended: ${reason}.` };
  return { status, why };
}

const ENDS: Readonly<Record<string, { status: SessionStatus; why: string }>> = {
  asked: { status: "stopped", why: "The browser of the session was stopped." },
  drain: { status: "stopped", why: "The server was stopped." },
  budget: { status: "stopped", why: "The credits of the project or a monthly budget are used up." },
  idle: { status: "timed_out", why: "The session was idle for too long." },
  timeout: { status: "timed_out", why: "The session reached the maximum lifetime of a browser." },
  died: { status: "error", why: "The browser crashed." },
  restart: { status: "error", why: "The server that ran the browser was killed." },
  lost: { status: "error", why: "The server that ran the browser lost its database connection." },
};

/** Replaces command line options in an explanation by API field names; `by` says who set the cost limit. */
export function withApiFieldNames<E extends Ending>(ending: E, by?: AllowedBy): E {
  const isOfProject = ending.reason === "cost" && by !== undefined && by !== "caller";
  const explanation = ending.explanation
    .replace(" Raise it with --max-cost.", (advice) => (isOfProject ? ` ${usedUp(by)}` : advice))
    .replace(/--max-(cost|steps)\b/g, (_, what) => FIELDS[what] ?? "")
    // The API has no field for the time limit.
    .replace(" Raise it with --max-time.", "");
  return { ...ending, explanation };
}

const FIELDS: Readonly<Record<string, string>> = { cost: "maxCostUsd", steps: "maxSteps" };

/** Fields of the task record at its end. Removes the secrets. */
export function taskEndFields({ reason, explanation, success, output, judgement }: Ending) {
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

/** Fields of the session record at the end of a task. */
export function sessionOutcomeFields({ explanation, success, output }: Ending) {
  return { output, isSuccessful: success, question: null, answer: null, reason: success ? null : explanation };
}

/** Status of a session after its task has ended. */
export function nextStatus({ keepAlive, stopAsked }: SessionRecord, reason: string): SessionStatus {
  if (stopAsked === "session") return "stopped";
  if (stopAsked === "idle" || keepAlive) return "idle";
  return reason === "model" || reason === "browser" ? "error" : "stopped";
}

/** The end of a task whose run threw an error. */
export function failedEnding(error: unknown): Ending {
  if (error instanceof Refusal) return { ...NOTHING, reason: "refused", explanation: error.message };
  const failure = asFailure(error);
  if (!failure) log.error("bug in the run of a task:", error);
  const isGone = failure?.code === "closed" || failure?.code === "crashed";
  return {
    ...NOTHING,
    reason: isGone ? "browser" : "refused",
    explanation: failure ? failure.message : "Internal error; see the server log.",
  };
}

const NOTHING = { success: false, output: null } as const;
