/** Secrets of a task: sealed in the database until the task has ended, unsealed for the agent. */

import { secretsOf } from "../../../agent/guard/secrets.ts";
import type { Secret as AgentSecret } from "../../../agent/loop/assignment.ts";
import type { Secret } from "../../store/objects/secret.ts";

export type SecretValues = Readonly<Record<string, string>>;

function contextOf(taskId: string): string {
  return `secrets of task ${taskId}`;
}

/** Base64 for the database; null without secrets. */
export function sealSecrets(secret: Secret, taskId: string, values: SecretValues | null | undefined): string | null {
  if (!values || Object.keys(values).length === 0) return null;
  return secret.seal(Buffer.from(JSON.stringify(values)), contextOf(taskId)).toString("base64");
}

/** The values as the caller sent them. Errors: `bad_file` if they were sealed with another secret. */
export function unsealSecrets(secret: Secret, taskId: string, sealed: string): SecretValues {
  return JSON.parse(secret.unseal(Buffer.from(sealed, "base64"), contextOf(taskId)).toString()) as SecretValues;
}

/** The secrets in the form of the agent. Errors: as `unsealSecrets`. */
export function agentSecrets(secret: Secret, taskId: string, sealed: string | null): AgentSecret[] {
  return sealed === null ? [] : secretsOf(unsealSecrets(secret, taskId, sealed));
}
