/** Endpoints of webhooks, v3 alone: an addition, since the published service has them in its dashboard only. */
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

/** A name that is unknown now may be known later. Errors: 422 for what can never be sent to. */
async function checkUrl({ platform }: AnyCall, url: string): Promise<void> {
  const place = placeOf(url);
  if (!place) throw new Refusal(422, "Input should be an http or https address without a user name", { field: "url" });
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
  summary: "Make a webhook",
  description: `The address is told by POST when a task changes. The answer has the secret that signs what is sent: it is told only once. A project has ${MAX_WEBHOOKS} webhooks at most.`,
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
  summary: "Change a webhook, turn it on or off",
  description: "What is left out stays as it is.",
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
  description: "Also 204 when there is none: what was asked for is so.",
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
  summary: "Give a webhook a new secret",
  description: "The answer has the new secret. The one before signs as well for `graceHours`, in headers of its own.",
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
    const told = await platform.webhooks.rotate(webhook, body.graceHours * HOUR_MS, platform.now());
    if (!told) throw notFound("Webhook");
    return { status: 200, body: { ...(await viewOf(call, told.record)), secret: told.secret } };
  },
});

const testWebhook = endpoint({
  ...COMMON,
  method: "post",
  path: "/webhooks/{webhook_id}/test",
  id: "testWebhook",
  summary: "Send a test event to a webhook",
  description: "Answers with the delivery: read it to see what became of it.",
  params: ByWebhook,
  status: 202,
  answer: DeliveryView,
  errors: [400, 404],
  async handle(call) {
    const webhook = await webhookOf(call, call.params.webhook_id);
    if (!webhook.isEnabled) throw new Refusal(400, "Webhook is turned off", { hint: "Turn it on: isEnabled." });
    return { status: 202, body: deliveryView(await call.platform.webhooks.test(webhook, call.platform.now())) };
  },
});

export const webhooks = [
  ...[listWebhooks, createWebhook, getWebhook, updateWebhook, deleteWebhook],
  ...[rotateWebhookSecret, testWebhook],
];
