/** Secrets of a task: as callers give them, as they are kept until the task has ended, and as the agent gets them. */

import { secretsOf } from "../../../agent/guard/secrets.ts";
import type { Secret as AgentSecret } from "../../../agent/loop/assignment.ts";
import type { Secret } from "../../store/objects/secret.ts";

export type GivenSecrets = Readonly<Record<string, string>>;

function contextOf(taskId: string): string {
  return `secrets of task ${taskId}`;
}

/** As text for the database; null where there are none. */
export function sealSecrets(secret: Secret, taskId: string, given: GivenSecrets | null | undefined): string | null {
  if (!given || Object.keys(given).length === 0) return null;
  return secret.seal(Buffer.from(JSON.stringify(given)), contextOf(taskId)).toString("base64");
}

/** As they were given. Errors: `bad_file` where they were sealed with another secret. */
export function openGiven(secret: Secret, taskId: string, sealed: string): GivenSecrets {
  return JSON.parse(secret.unseal(Buffer.from(sealed, "base64"), contextOf(taskId)).toString()) as GivenSecrets;
}

/** As an agent gets them. Errors: the same. */
export function openSecrets(secret: Secret, taskId: string, sealed: string | null): AgentSecret[] {
  return sealed === null ? [] : secretsOf(openGiven(secret, taskId, sealed));
}
