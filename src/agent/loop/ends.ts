/** The ways a run ends, in words that a person can act upon. Pure. */

import type { Claim } from "../evidence/done.ts";
import type { EndReason } from "./assignment.ts";

/** How a run ended, before all the rest of its result. */
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

/** For a run that got nowhere. */
export function stuckEnd(reason: EndReason): End {
  return { reason, explanation: STUCK[reason] ?? "" };
}

export function modelEnd(explanation: string): End {
  return { reason: "model", explanation };
}
