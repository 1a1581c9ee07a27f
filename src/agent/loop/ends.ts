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
  loop: "It made the same call again and again, with the same answer, after it was told so.",
  stalled: "The page showed the same for many turns, after it was told so.",
};

const LIMITS: Partial<Record<EndReason, string>> = {
  steps: "The turns were used up. Give it more with --max-steps.",
  seconds: "The time was up. Give it more with --max-time.",
  cost: "The money was spent. Give it more with --max-cost.",
  tokens: "The tokens were used up.",
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
