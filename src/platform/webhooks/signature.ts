/**
 * Signatures of a delivery. Two kinds: that of the published service, a digest in hexadecimal under names that the webhook
 * chooses, and that of Standard Webhooks (standardwebhooks.com), for which there are libraries. Both are over the raw body.
 */
import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** As Standard Webhooks writes it: the prefix and 32 bytes in base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(32).toString("base64")}`;
}

export interface Signed {
  /** The delivery: the same however often it is sent. */
  id: string;
  body: string;
  /** Seconds since 1970, of this attempt: receivers refuse what is older than five minutes. */
  timestamp: number;
  /** The one in force, then the one before as long as it signs. */
  secrets: readonly [string, ...string[]];
  /** `X-Svc` or another. */
  headerPrefix: string;
}

export function signatureHeaders({ id, body, timestamp, secrets, headerPrefix }: Signed): Record<string, string> {
  const [secret, previous] = secrets;
  const hex = (key: string) => createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex");
  const standard = (key: string) =>
    createHmac("sha256", Buffer.from(key.slice(PREFIX.length), "base64"))
      .update(`${id}.${timestamp}.${body}`)
      .digest("base64");
  return {
    [`${headerPrefix}-Signature`]: hex(secret),
    ...(previous === undefined ? {} : { [`${headerPrefix}-Signature-Previous`]: hex(previous) }),
    [`${headerPrefix}-Timestamp`]: String(timestamp),
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map((key) => `v1,${standard(key)}`).join(" "),
  };
}
