/** Secrets of a task: as callers give them, as they are kept until the task has ended, and as the agent gets them. */
import type { Secret as AgentSecret } from "../../agent/assignment.ts";
import type { Secret } from "../store/secret.ts";

export type GivenSecrets = Readonly<Record<string, string>>;

function contextOf(taskId: string): string {
  return `secrets of task ${taskId}`;
}

/** As text for the database; null where there are none. */
export function sealSecrets(secret: Secret, taskId: string, given: GivenSecrets | null | undefined): string | null {
  if (!given || Object.keys(given).length === 0) return null;
  return secret.seal(Buffer.from(JSON.stringify(given)), contextOf(taskId)).toString("base64");
}

/** Errors: `bad_file` where they were sealed with another secret. */
export function openSecrets(secret: Secret, taskId: string, sealed: string | null): AgentSecret[] {
  if (sealed === null) return [];
  const opened = secret.unseal(Buffer.from(sealed, "base64"), contextOf(taskId)).toString();
  return Object.entries(JSON.parse(opened) as GivenSecrets).flatMap(([name, value]) => secretsOf(name, value));
}

const DOMAIN = /^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/i;

/**
 * A secret by its name stands where its name stands. One by domain is bound to it; `user:password` becomes two, so that each
 * can be typed into its own field: `github.com_username` and `github.com_password`.
 */
function secretsOf(name: string, value: string): AgentSecret[] {
  if (!DOMAIN.test(name)) return [{ name, value, domains: [] }];
  const domains = name.startsWith("*.") ? [name] : [name, `*.${name}`];
  const pair = /^otpauth:/i.test(value) ? null : /^([^:\s]+):(.+)$/s.exec(value);
  const [, username, password] = pair ?? [];
  if (username === undefined || password === undefined) return [{ name, value, domains }];
  return [
    { name: `${name}_username`, value: username, domains },
    { name: `${name}_password`, value: password, domains },
  ];
}
