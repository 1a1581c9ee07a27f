/** The ends of a run, explained for people. */

import { asFailure } from "../../errors.ts";
import { describe } from "../../run-command.ts";
import type { Claim } from "../evidence/completion-check.ts";
import type { EndReason } from "./assignment.ts";

/** The reason, the explanation and the last claim of an ended run. */
export interface End {
  reason: EndReason;
  explanation: string;
  claim?: Claim | undefined;
}

const STUCK: Partial<Record<EndReason, string>> = {
  loop: "The agent kept making the same call with the same answer after a warning.",
  stalled: "The page did not change for many turns, even after a warning.",
};

const LIMITS: Partial<Record<EndReason, string>> = {
  steps: "The run reached its limit of turns. Raise it with --max-steps.",
  seconds: "The run reached its time limit. Raise it with --max-time.",
  cost: "The run reached its cost limit. Raise it with --max-cost.",
  tokens: "The run reached its token limit.",
};

export function limitEnd(reason: EndReason, text = ""): End {
  const claim = text ? { success: false, output: text, evidence: "" } : undefined;
  return { reason, explanation: LIMITS[reason] ?? "", claim };
}

export function stuckEnd(reason: EndReason): End {
  return { reason, explanation: STUCK[reason] ?? "" };
}

export function modelEnd(explanation: string): End {
  return { reason: "model", explanation };
}

/** The end by a thrown error. `what` names the program for an unknown error; `reason` holds unless the run was stopped or the browser ended. */
export function errorEnd(error: unknown, signal: AbortSignal, what: string, reason: "model" | "failed"): End {
  if (signal.aborted)
    return { reason: "stopped", explanation: asFailure(signal.reason)?.message ?? "The run was stopped." };
  const { code, message, hint } = describe(error, what);
  const explanation = reason === "model" && hint !== undefined ? `${message} ${hint}` : message;
  return { reason: code === "closed" || code === "crashed" ? "browser" : reason, explanation };
}
