/** Schemas of webhooks and their deliveries, and the conversion of records to them. */
import { notFound } from "../../refusal.ts";
import { DELIVERY_STATES, type DeliveryCounts, type DeliveryRecord } from "../../store/jobs/deliveries.ts";
import { EVENTS, type WebhookRecord } from "../../store/records/webhooks.ts";
import { type AnyCall, dateOf } from "../http/agents.ts";
import { dateTime, integer, text, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";

const GRACE_HOURS = 24;
const MAX_GRACE_HOURS = 168;

const WebhookEvent = z.enum(EVENTS).openapi("WebhookEvent");
export const DeliveryState = z.enum(DELIVERY_STATES).openapi("DeliveryState");

const settings = {
  url: text(1, 2_000).openapi({
    description: "http or https URL; its addresses are checked by the same rules as a browser's requests",
  }),
  name: text(0, 100).nullish(),
  events: z.array(WebhookEvent).min(1).openapi({ description: "Events to send" }),
  headerPrefix: z
    .string()
    .regex(/^X(-[A-Za-z\d]{1,30}){1,4}$/, {
      error: "Input should start with X- and contain letters and digits, such as X-Acme",
    })
    .openapi({ description: "Prefix of the signature headers: `X-Svc` gives `X-Svc-Signature` and `X-Svc-Timestamp`" }),
  isEnabled: z.boolean().openapi({ description: "A disabled webhook gets no new events; its waiting deliveries stay" }),
};

export const WebhookCreateRequest = z
  .object({
    ...settings,
    events: settings.events.default([...EVENTS]),
    headerPrefix: settings.headerPrefix.default("X-Svc"),
    isEnabled: settings.isEnabled.default(true),
  })
  .openapi("WebhookCreateRequest");

export const WebhookUpdateRequest = z.object(settings).partial().openapi("WebhookUpdateRequest");

export const RotateSecretRequest = z
  .object({
    graceHours: integer(0, MAX_GRACE_HOURS)
      .default(GRACE_HOURS)
      .openapi({ description: "How long the previous secret also signs" }),
  })
  .openapi("RotateSecretRequest");

const view = {
  id: uuid(),
  url: z.string(),
  name: z.string().nullable(),
  events: z.array(WebhookEvent),
  headerPrefix: z.string(),
  isEnabled: z.boolean(),
  previousSecretUntil: dateTime()
    .nullable()
    .openapi({ description: "Time until which the previous secret also signs" }),
  waitingDeliveries: integer().openapi({ description: "Counted up to 1,000" }),
  deadDeliveries: integer().openapi({ description: "Counted up to 1,000" }),
  createdAt: dateTime(),
  updatedAt: dateTime(),
};
export const WebhookView = z.object(view).openapi("WebhookView");
const secret = z.string().openapi({ description: "Signs the deliveries. Shown only in this response" });
export const WebhookSecretView = z.object({ ...view, secret }).openapi("WebhookSecretView");

const item = {
  id: uuid().openapi({ description: "Value of the header `webhook-id` of every attempt" }),
  event: WebhookEvent,
  sessionId: uuid().nullable(),
  taskId: uuid().nullable(),
  state: DeliveryState,
  attempts: integer(),
  nextAttemptAt: dateTime().nullable(),
  lastAttemptAt: dateTime().nullable(),
  durationMs: integer().nullable().openapi({ description: "Duration of the last attempt" }),
  statusCode: integer().nullable(),
  error: z.string().nullable().openapi({ description: "Why the last attempt failed; null if it succeeded" }),
  createdAt: dateTime(),
  finishedAt: dateTime().nullable(),
};
const DeliveryItemView = z.object(item).openapi("DeliveryItemView");
export const DeliveryView = z
  .object({
    ...item,
    body: z.string().openapi({ description: "Request body" }),
    response: z.string().nullable().openapi({ description: "First 1,000 bytes of the last response" }),
  })
  .openapi("DeliveryView");

export const DeliveryListResponse = z
  .object({ deliveries: z.array(DeliveryItemView), nextCursor: z.string().nullable(), hasMore: z.boolean() })
  .openapi("DeliveryListResponse");

export const ResendResponse = z.object({ resent: integer() }).openapi("ResendResponse");

export const ByWebhook = z.object({ webhook_id: uuid() });
export const ByDelivery = z.object({ webhook_id: uuid(), delivery_id: uuid() });

export function webhookView(record: WebhookRecord, counts: DeliveryCounts | undefined): z.output<typeof WebhookView> {
  const { id, url, name, events, headerPrefix, isEnabled, previousUntil, createdAt, updatedAt } = record;
  const isSigning = previousUntil !== null && previousUntil > Date.now();
  return {
    ...{ id, url, name, events, headerPrefix, isEnabled },
    previousSecretUntil: isSigning ? dateOf(previousUntil) : null,
    ...{ waitingDeliveries: counts?.waiting ?? 0, deadDeliveries: counts?.dead ?? 0 },
    ...{ createdAt: dateOf(createdAt), updatedAt: dateOf(updatedAt) },
  };
}

export async function viewOf({ platform }: AnyCall, record: WebhookRecord) {
  return webhookView(record, (await platform.webhooks.deliveries.counts([record.id])).get(record.id));
}

export function itemView(record: DeliveryRecord): z.output<typeof DeliveryItemView> {
  const { id, event, sessionId, taskId, state, attempts, durationMs, statusCode, error } = record;
  const { dueAt, attemptedAt, createdAt, finishedAt } = record;
  return {
    ...{ id, event, sessionId, taskId, state, attempts, durationMs, statusCode, error },
    nextAttemptAt: state === "waiting" ? dateOf(dueAt) : null,
    lastAttemptAt: attemptedAt === null ? null : dateOf(attemptedAt),
    createdAt: dateOf(createdAt),
    finishedAt: finishedAt === null ? null : dateOf(finishedAt),
  };
}

export function deliveryView(record: DeliveryRecord | undefined): z.output<typeof DeliveryView> {
  if (!record) throw notFound("Delivery");
  return { ...itemView(record), body: record.body, response: record.response };
}

/** Errors: 404. */
export async function webhookOf({ platform, projectId }: AnyCall, id: string): Promise<WebhookRecord> {
  const record = await platform.webhooks.records.get(projectId, id);
  if (!record) throw notFound("Webhook");
  return record;
}
