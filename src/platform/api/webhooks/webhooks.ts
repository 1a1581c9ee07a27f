/** Endpoints for webhooks, v3 only. An extension: the published service has them only in its dashboard. */
import { Denied } from "../../egress/guard.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { placeOf } from "../../webhooks/send.ts";
import { MAX_WEBHOOKS } from "../../webhooks/webhooks.ts";
import type { AnyCall } from "../http/agents.ts";
import { endpoint } from "../http/endpoint.ts";
import { pageOf, pageQuery } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import {
  ByWebhook,
  DeliveryView,
  deliveryView,
  RotateSecretRequest,
  viewOf,
  WebhookCreateRequest,
  WebhookSecretView,
  WebhookUpdateRequest,
  WebhookView,
  webhookOf,
  webhookView,
} from "./shapes.ts";

const COMMON = { versions: ["v3"], tag: "Webhooks" } as const;

const HOUR_MS = 3_600_000;

/** Accepts host names that do not resolve yet. Errors: 422 for a malformed URL or a forbidden address. */
async function checkUrl({ platform }: AnyCall, url: string): Promise<void> {
  const place = placeOf(url);
  if (!place) throw new Refusal(422, "Input should be an http or https URL without credentials", { field: "url" });
  await platform.guard.addresses(place).catch((error) => {
    if (error instanceof Denied) throw new Refusal(422, error.message, { field: "url" });
  });
}

const listWebhooks = endpoint({
  ...COMMON,
  method: "get",
  path: "/webhooks",
  id: "listWebhooks",
  summary: "List webhooks, newest first",
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(WebhookView, "WebhookListResponse"),
  async handle({ platform, projectId, query: { pageSize, pageNumber } }) {
    const { records, deliveries } = platform.webhooks;
    const page = await records.list(projectId, { page: pageNumber, size: pageSize });
    const counts = await deliveries.counts(page.items.map(({ id }) => id));
    const items = page.items.map((one) => webhookView(one, counts.get(one.id)));
    return { status: 200, body: { items, totalItems: page.total, pageNumber, pageSize } };
  },
});

const createWebhook = endpoint({
  ...COMMON,
  method: "post",
  path: "/webhooks",
  id: "createWebhook",
  summary: "Create a webhook",
  description: `The server sends a POST to the URL when a task changes. The response contains the secret that signs the deliveries; it is shown only once. A project can have at most ${MAX_WEBHOOKS} webhooks.`,
  body: WebhookCreateRequest,
  example: { url: "https://example.com/hooks/svc", events: ["agent.task.status_update"] },
  status: 201,
  answer: WebhookSecretView,
  errors: [403],
  async handle(call) {
    const { platform, projectId, body } = call;
    await checkUrl(call, body.url);
    const asked = { ...body, name: body.name ?? null };
    const { record, secret } = await platform.webhooks.create(projectId, asked, platform.now());
    return { status: 201, body: { ...webhookView(record, undefined), secret } };
  },
});

const getWebhook = endpoint({
  ...COMMON,
  method: "get",
  path: "/webhooks/{webhook_id}",
  id: "getWebhook",
  summary: "Read a webhook",
  params: ByWebhook,
  status: 200,
  answer: WebhookView,
  errors: [404],
  async handle(call) {
    return { status: 200, body: await viewOf(call, await webhookOf(call, call.params.webhook_id)) };
  },
});

const updateWebhook = endpoint({
  ...COMMON,
  method: "patch",
  path: "/webhooks/{webhook_id}",
  id: "updateWebhook",
  summary: "Update, enable or disable a webhook",
  description: "Omitted fields stay unchanged.",
  params: ByWebhook,
  body: WebhookUpdateRequest,
  example: { isEnabled: false },
  status: 200,
  answer: WebhookView,
  errors: [404],
  async handle(call) {
    const { platform, projectId, params, body } = call;
    if (body.url !== undefined) await checkUrl(call, body.url);
    const record = await platform.webhooks.records.change(projectId, params.webhook_id, body);
    if (!record) throw notFound("Webhook");
    platform.webhooks.deliveries.notify();
    return { status: 200, body: await viewOf(call, record) };
  },
});

const deleteWebhook = endpoint({
  ...COMMON,
  method: "delete",
  path: "/webhooks/{webhook_id}",
  id: "deleteWebhook",
  summary: "Delete a webhook with its deliveries",
  description: "Also returns 204 if the webhook does not exist.",
  params: ByWebhook,
  status: 204,
  async handle({ platform, projectId, params }) {
    await platform.webhooks.records.remove(projectId, params.webhook_id);
    return { status: 204 };
  },
});

const rotateWebhookSecret = endpoint({
  ...COMMON,
  method: "post",
  path: "/webhooks/{webhook_id}/rotate-secret",
  id: "rotateWebhookSecret",
  summary: "Rotate the secret of a webhook",
  description:
    "The response contains the new secret. For `graceHours` the previous secret also signs, in separate headers.",
  params: ByWebhook,
  body: RotateSecretRequest,
  bodyOptional: true,
  example: { graceHours: 24 },
  status: 200,
  answer: WebhookSecretView,
  errors: [404],
  async handle(call) {
    const { platform, params, body } = call;
    const webhook = await webhookOf(call, params.webhook_id);
    const rotated = await platform.webhooks.rotate(webhook, body.graceHours * HOUR_MS, platform.now());
    if (!rotated) throw notFound("Webhook");
    return { status: 200, body: { ...(await viewOf(call, rotated.record)), secret: rotated.secret } };
  },
});

const testWebhook = endpoint({
  ...COMMON,
  method: "post",
  path: "/webhooks/{webhook_id}/test",
  id: "testWebhook",
  summary: "Send a test event to a webhook",
  description: "Returns the delivery: read it again to see its outcome.",
  params: ByWebhook,
  status: 202,
  answer: DeliveryView,
  errors: [400, 404],
  async handle(call) {
    const webhook = await webhookOf(call, call.params.webhook_id);
    if (!webhook.isEnabled)
      throw new Refusal(400, "Webhook is disabled", { hint: "Set isEnabled to true with PATCH first." });
    return { status: 202, body: deliveryView(await call.platform.webhooks.test(webhook, call.platform.now())) };
  },
});

export const webhooks = [
  ...[listWebhooks, createWebhook, getWebhook, updateWebhook, deleteWebhook],
  ...[rotateWebhookSecret, testWebhook],
];
