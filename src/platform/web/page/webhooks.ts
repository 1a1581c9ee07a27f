/** Webhooks and what is sent to them: what the API tells of them, and what is asked of it. */
import { call, paged } from "./api.ts";
import type { Found } from "./list.ts";

export interface Webhook {
  id: string;
  url: string;
  name: string | null;
  events: string[];
  headerPrefix: string;
  isEnabled: boolean;
  previousSecretUntil: string | null;
  waitingDeliveries: number;
  deadDeliveries: number;
  createdAt: string;
}

export interface Delivery {
  id: string;
  event: string;
  sessionId: string | null;
  state: keyof typeof STATES;
  attempts: number;
  nextAttemptAt: string | null;
  lastAttemptAt: string | null;
  durationMs: number | null;
  statusCode: number | null;
  error: string | null;
  createdAt: string;
}

export interface WholeDelivery extends Delivery {
  body: string;
  response: string | null;
}

export const STATES = { waiting: "waiting", delivered: "delivered", dead: "given up" } as const;

export const EVENTS = [
  ["agent.task.status_update", "A task begins or ends"],
  ["test", "A test that is asked for"],
] as const;

const ROOT = "/api/v3/webhooks";
const pathOf = (id: string) => `${ROOT}/${encodeURIComponent(id)}`;

export type Settings = Pick<Webhook, "url" | "name" | "events" | "headerPrefix">;
type WithSecret = Webhook & { secret: string };

export const webhooks = (pages: number) => paged<Webhook>(ROOT, pages);
export const webhook = (id: string) => call<Webhook>("GET", pathOf(id));
export const create = (settings: Settings) => call<WithSecret>("POST", ROOT, settings);
export const change = (id: string, settings: Partial<Settings & { isEnabled: boolean }>) =>
  call<Webhook>("PATCH", pathOf(id), settings);
export const remove = (id: string) => call<void>("DELETE", pathOf(id));
export const rotate = (id: string, graceHours: number) =>
  call<WithSecret>("POST", `${pathOf(id)}/rotate-secret`, { graceHours });
export const sendTest = (id: string) => call<WholeDelivery>("POST", `${pathOf(id)}/test`);

/** The newest ones, that many pages of them. */
export async function deliveries(id: string, state: string, pages: number): Promise<Found<Delivery>> {
  const items: Delivery[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pages && (page === 0 || cursor !== null); page++) {
    const query = new URLSearchParams({ limit: "100" });
    if (state !== "") query.set("state", state);
    if (cursor !== null) query.set("cursor", cursor);
    const found: { deliveries: Delivery[]; nextCursor: string | null } = await call(
      "GET",
      `${pathOf(id)}/deliveries?${query}`,
    );
    items.push(...found.deliveries);
    cursor = found.nextCursor;
  }
  return { items, hasMore: cursor !== null };
}

export const delivery = (id: string, one: string) =>
  call<WholeDelivery>("GET", `${pathOf(id)}/deliveries/${encodeURIComponent(one)}`);
export const resend = (id: string, one: string) =>
  call<WholeDelivery>("POST", `${pathOf(id)}/deliveries/${encodeURIComponent(one)}/resend`);
export const resendDead = (id: string) => call<{ resent: number }>("POST", `${pathOf(id)}/deliveries/resend-dead`);

export const named = ({ name, url }: Webhook) => name || url.replace(/^https?:\/\//, "");
