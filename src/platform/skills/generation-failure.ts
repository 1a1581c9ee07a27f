/** Failures of generations. */
import { asFailure } from "../../errors.ts";
import { log } from "../../lib/log.ts";
import { Refusal } from "../refusal.ts";
import type { SkillStatus } from "../store/records/skills.ts";

/** A generation failed; the message is the `reason` of the skill. */
export class GenerationFailed extends Error {
  readonly status: SkillStatus;

  constructor(why: string, status: SkillStatus = "failed") {
    super(why);
    this.status = status;
  }
}

/** All browser slots are in use: the job is retried. */
export function isFull(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 429 || error.status === 503);
}

/** The reason that is stored with the skill. Logs bugs. */
export function reasonOf(error: unknown, skillId: string): string {
  if (error instanceof GenerationFailed || error instanceof Refusal) return error.message;
  const failure = asFailure(error);
  if (!failure) log.error(`bug in the generation of skill ${skillId}:`, error);
  return failure?.message ?? "Internal error; see the server log.";
}
