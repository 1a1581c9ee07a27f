/** Verifies that a webhook was sent by the server, and recently. */
import { SvcError } from "./errors.ts";

export interface WebhookEvent {
  /** `agent.task.status_update` or `test`. Newer servers may send more. */
  type: "agent.task.status_update" | "test" | (string & {});
  /** ISO 8601. */
  timestamp: string;
  payload: Record<string, unknown>;
}

export interface WebhookOptions {
  /** Maximum age in seconds. Default: 300. */
  toleranceSeconds?: number;
  /** `headerPrefix` of the webhook. Default: `X-Svc`. */
  headerPrefix?: string;
}

type Headers_ = Headers | Record<string, string | string[] | undefined>;

/**
 * Verifies the signature of a webhook request and returns its event. Checks the Standard Webhooks signature when there is one,
 * else `X-Svc-Signature`. `body` must be the raw request body, `secret` the secret of the webhook.
 *
 * @throws {SvcError} with code `signature` when the signature does not match or the webhook is too old.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers_,
  secret: string,
  options: WebhookOptions = {},
): Promise<WebhookEvent> {
  const { toleranceSeconds = 300, headerPrefix = "X-Svc" } = options;
  const header = headersOf(headers);
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const standard = header("webhook-signature");
  const timestamp = header(standard === undefined ? `${headerPrefix}-Timestamp` : "webhook-timestamp") ?? "";
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > toleranceSeconds)
    throw new SvcError("signature", `The webhook has no valid timestamp, or is older than ${toleranceSeconds} s`, {
      hint: "Check the clock of this machine.",
    });
  const isSigned =
    standard === undefined
      ? await isAny(
          `${timestamp}.${text}`,
          new TextEncoder().encode(secret),
          [header(`${headerPrefix}-Signature`)].map(fromHex),
        )
      : await isAny(
          `${header("webhook-id")}.${timestamp}.${text}`,
          fromBase64(secret.replace(/^whsec_/, "")),
          standard.split(" ").map(ofStandard),
        );
  if (!isSigned)
    throw new SvcError("signature", "The signature of the webhook does not match this secret", {
      hint: "Pass the secret of this webhook, and the body before it is parsed.",
    });
  return JSON.parse(text) as WebhookEvent;
}

function headersOf(headers: Headers_): (name: string) => string | undefined {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined;
  const named = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value[0] : value]),
  );
  return (name) => named.get(name.toLowerCase());
}

/** `verify` compares in constant time. */
async function isAny(
  signed: string,
  secret: Uint8Array<ArrayBuffer>,
  signatures: Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["verify"]);
  const bytes = new TextEncoder().encode(signed);
  const checks = signatures.map((one) => crypto.subtle.verify(algorithm.name, key, one, bytes));
  return (await Promise.all(checks)).includes(true);
}

function ofStandard(signature: string): Uint8Array<ArrayBuffer> {
  return signature.startsWith("v1,") ? fromBase64(signature.slice(3)) : new Uint8Array();
}

function fromHex(text = ""): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(/^([0-9a-f]{2})+$/i.test(text) ? (text.match(/../g) ?? []) : [], (pair) =>
    Number.parseInt(pair, 16),
  );
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
