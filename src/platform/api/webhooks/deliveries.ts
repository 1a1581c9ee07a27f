/** Endpoints of what is sent to webhooks: looked at, and sent again. */
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
  summary: "List what was and will be sent to a webhook, newest first",
  description: "What was delivered is kept for 7 days, what was given up for 30.",
  params: ByWebhook,
  query: z.object({
    state: DeliveryState.optional(),
    limit: queryInteger(1, 100, 50).openapi({ description: "Rows of a page" }),
    cursor: uuid().optional().openapi({ description: "`nextCursor` of the page before" }),
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
  summary: "Read a delivery with what is sent and what was answered",
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
  summary: "Send a delivery again",
  description: "Under the same id, and with all its attempts. One that is being sent right now is left as it is.",
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
  summary: "Send all deliveries of a webhook again that were given up",
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
