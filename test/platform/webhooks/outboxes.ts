/** An outbox with webhooks on a test database, and dispatchers with retry delays of milliseconds. */
import { Guard, type GuardSetup } from "../../../src/platform/egress/guard.ts";
import { Deliveries } from "../../../src/platform/store/jobs/deliveries.ts";
import { Keys } from "../../../src/platform/store/records/keys.ts";
import { WebhookRecords } from "../../../src/platform/store/records/webhooks.ts";
import { Dispatcher, type DispatcherSetup } from "../../../src/platform/webhooks/dispatcher.ts";
import { testBody } from "../../../src/platform/webhooks/event.ts";
import { newSecret } from "../../../src/platform/webhooks/signature.ts";
import type { TestDatabase } from "../databases.ts";

const SECRET = newSecret();

export async function ground({ database }: TestDatabase) {
  const projectId = await new Keys(database).project();
  const webhooks = new WebhookRecords(database);
  const deliveries = new Deliveries(database);
  return {
    deliveries,
    webhooks,
    async hook(url: string): Promise<string> {
      const id = crypto.randomUUID();
      const now = Date.now();
      await webhooks.insert({
        ...{ id, projectId, url, name: null, events: ["test"], headerPrefix: "X-Svc", isEnabled: true, secret: "" },
        ...{ previousSecret: null, previousUntil: null, createdAt: now, updatedAt: now },
      });
      return id;
    },
    add: (webhookId: string, taskId: string | null = null) =>
      deliveries.add({ projectId, webhookId, event: "test", sessionId: null, taskId, body: testBody(Date.now()) }),
    state: async (webhookId: string, id: string) => (await deliveries.get(webhookId, id))?.state,
  };
}

export function dispatcher(
  deliveries: Deliveries,
  { pausesMs = [1, 1, 1, 1, 1], node = "a", attemptMs = 10_000, ...guard }: Partial<GuardSetup & DispatcherSetup> = {},
) {
  const rules = new Guard({ isPrivateOpen: true, ownPorts: () => [], ...guard });
  const made = new Dispatcher({
    deliveries,
    node,
    guard: rules,
    secretsOf: () => [SECRET],
    pausesMs,
    attemptMs,
    pollMs: 5,
  });
  made.start();
  return { [Symbol.asyncDispose]: () => made.close() };
}
