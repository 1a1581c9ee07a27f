/** Endpoints for webhook deliveries: list, read, resend. */
import { endpoint } from "../http/endpoint.ts";
import { queryInteger, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import {
  ByDelivery,
  ByWebhook,
  DeliveryListResponse,
  DeliveryState,
  DeliveryView,
  deliveryView,
  itemView,
  ResendResponse,
  webhookOf,
} from "./shapes.ts";

const COMMON = { versions: ["v3"], tag: "Webhooks" } as const;

const listWebhookDeliveries = endpoint({
  ...COMMON,
  method: "get",
  path: "/webhooks/{webhook_id}/deliveries",
  id: "listWebhookDeliveries",
  summary: "List the deliveries of a webhook, newest first",
  description: "Delivered ones are kept for 7 days, failed ones for 30 days.",
  params: ByWebhook,
  query: z.object({
    state: DeliveryState.optional(),
    limit: queryInteger(1, 100, 50).openapi({ description: "Items per page" }),
    cursor: uuid().optional().openapi({ description: "`nextCursor` of the previous page" }),
  }),
  status: 200,
  answer: DeliveryListResponse,
  errors: [404],
  async handle(call) {
    const { platform, params, query } = call;
    const { id } = await webhookOf(call, params.webhook_id);
    const { limit, state, cursor } = query;
    const found = await platform.webhooks.deliveries.list(id, { limit: limit + 1, state, after: cursor });
    const page = found.slice(0, limit);
    const hasMore = found.length > limit;
    const nextCursor = hasMore ? (page.at(-1)?.id ?? null) : null;
    return { status: 200, body: { deliveries: page.map(itemView), nextCursor, hasMore } };
  },
});

const getWebhookDelivery = endpoint({
  ...COMMON,
  method: "get",
  path: "/webhooks/{webhook_id}/deliveries/{delivery_id}",
  id: "getWebhookDelivery",
  summary: "Read a delivery with its body and the last response",
  params: ByDelivery,
  status: 200,
  answer: DeliveryView,
  errors: [404],
  async handle(call) {
    const { platform, params } = call;
    const { id } = await webhookOf(call, params.webhook_id);
    return { status: 200, body: deliveryView(await platform.webhooks.deliveries.get(id, params.delivery_id)) };
  },
});

const resendWebhookDelivery = endpoint({
  ...COMMON,
  method: "post",
  path: "/webhooks/{webhook_id}/deliveries/{delivery_id}/resend",
  id: "resendWebhookDelivery",
  summary: "Resend a delivery",
  description:
    "The delivery keeps its id and gets all its attempts again. A delivery that is being sent right now is not changed.",
  params: ByDelivery,
  status: 202,
  answer: DeliveryView,
  errors: [404],
  async handle(call) {
    const { platform, params } = call;
    const { id } = await webhookOf(call, params.webhook_id);
    return { status: 202, body: deliveryView(await platform.webhooks.deliveries.resend(id, params.delivery_id)) };
  },
});

const resendDeadDeliveries = endpoint({
  ...COMMON,
  method: "post",
  path: "/webhooks/{webhook_id}/deliveries/resend-dead",
  id: "resendDeadDeliveries",
  summary: "Resend all failed deliveries of a webhook",
  params: ByWebhook,
  status: 202,
  answer: ResendResponse,
  errors: [404],
  async handle(call) {
    const { id } = await webhookOf(call, call.params.webhook_id);
    return { status: 202, body: { resent: await call.platform.webhooks.deliveries.resendDead(id) } };
  },
});

export const deliveries = [listWebhookDeliveries, getWebhookDelivery, resendWebhookDelivery, resendDeadDeliveries];
