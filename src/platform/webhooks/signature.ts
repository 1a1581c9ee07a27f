/**
 * Signs deliveries in two formats: that of the published service, a hexadecimal digest in headers with the webhook's prefix, and that
 * of Standard Webhooks (standardwebhooks.com), for which libraries exist. Both sign the raw body.
 */
import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** A secret in the format of Standard Webhooks: the prefix and 32 bytes in base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(32).toString("base64")}`;
}

export interface Signed {
  /** Id of the delivery, the same for all attempts. */
  id: string;
  body: string;
  /** Time of this attempt in seconds since 1970: receivers refuse timestamps older than five minutes. */
  timestamp: number;
  /** The current secret, then the previous one during its grace period. */
  secrets: readonly [string, ...string[]];
  /** Such as `X-Svc`. */
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
