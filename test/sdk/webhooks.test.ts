/** Webhooks as the platform signs them are taken by both SDKs; others are not. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { verifyWebhook, type WebhookOptions } from "../../sdk/typescript/src/index.ts";
import { newSecret, signatureHeaders } from "../../src/platform/webhooks/signature.ts";

const HERE = join(import.meta.dir, "..", "..");
const body = JSON.stringify({
  payload: { status: "idle", title: "ü" },
  timestamp: "2026-01-02T03:04:05Z",
  type: "agent.task.status_update",
});
const secret = newSecret();

type Verify = (
  headers: Record<string, string>,
  options?: WebhookOptions & { secret?: string; body?: string },
) => Promise<unknown>;

const typescript: Verify = async (headers, { secret: key = secret, body: text = body, ...options } = {}) =>
  await verifyWebhook(text, headers, key, options);

const python: Verify = async (headers, { secret: key = secret, body: text = body, headerPrefix = "X-Svc" } = {}) => {
  const code = `import json, sys
from svc_sdk import SignatureError, verify_webhook
given = json.load(sys.stdin)
try:
    print(json.dumps(verify_webhook(given["body"].encode(), given["headers"], given["secret"], header_prefix=given["prefix"])))
except SignatureError as error:
    print(json.dumps({"code": error.code}))`;
  const child = Bun.spawn(["python3", "-B", "-c", code], {
    env: { ...process.env, PYTHONPATH: join(HERE, "sdk/python/src") },
    stdin: "pipe",
    stdout: "pipe",
  });
  child.stdin.write(JSON.stringify({ body: text, headers, secret: key, prefix: headerPrefix }));
  child.stdin.end();
  const told = JSON.parse(await child.stdout.text());
  if (told.code) throw Object.assign(new Error(told.code), told);
  return told;
};

function signed(
  timestamp = Math.floor(Date.now() / 1000),
  headerPrefix = "X-Svc",
  ...more: string[]
): Record<string, string> {
  return signatureHeaders({ id: "d-1", body, timestamp, secrets: [secret, ...more], headerPrefix });
}

function only(headers: Record<string, string>, pattern: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => pattern.test(name)));
}

for (const [name, verify] of Object.entries({ typescript, python }))
  describe(name, () => {
    const refuses = async (...args: Parameters<Verify>) =>
      await expect(verify(...args)).rejects.toMatchObject({ code: "signature" });

    test("each of the two signatures is enough", async () => {
      const event = JSON.parse(body);
      expect(await verify(only(signed(), /^webhook-/))).toEqual(event);
      expect(await verify(only(signed(), /^X-Svc-/))).toEqual(event);
      expect(await verify(only(signed(undefined, "X-Acme"), /^X-Acme-/), { headerPrefix: "X-Acme" })).toEqual(event);
    });

    test("while the secret changes the old one is taken, too", async () => {
      const headers = signatureHeaders({
        id: "d-1",
        body,
        timestamp: Math.floor(Date.now() / 1000),
        secrets: [newSecret(), secret],
        headerPrefix: "X-Svc",
      });
      expect(await verify(headers)).toEqual(JSON.parse(body));
    });

    test("what is not signed so is refused", async () => {
      for (const pattern of [/^webhook-/, /^X-Svc-/]) {
        const headers = only(signed(), pattern);
        await refuses(headers, { secret: newSecret() });
        await refuses(headers, { body: body.replace("idle", "stopped") });
        await refuses(only(signed(Math.floor(Date.now() / 1000) - 400), pattern));
        await refuses(only(signed(Math.floor(Date.now() / 1000) + 400), pattern));
        await refuses(
          Object.fromEntries(Object.entries(headers).map(([own, value]) => [own, /signature/i.test(own) ? "" : value])),
        );
      }
      await refuses({});
      await refuses({ "webhook-timestamp": "soon", "webhook-signature": "v1,AAAA" });
    });
  });
