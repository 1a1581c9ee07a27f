/** Webhooks: create, rotate the secret, send a test event. A secret is shown once and stored sealed. */
import { Refusal } from "../refusal.ts";
import type { Deliveries } from "../store/jobs/deliveries.ts";
import type { Secret } from "../store/objects/secret.ts";
import type { WebhookRecord, WebhookRecords } from "../store/records/webhooks.ts";
import { testBody } from "./event.ts";
import { newSecret } from "./signature.ts";

export type WebhookSettings = Pick<WebhookRecord, "url" | "name" | "events" | "headerPrefix" | "isEnabled">;

/** A webhook with its secret, for the one response that shows it. */
export interface WebhookWithSecret {
  record: WebhookRecord;
  secret: string;
}

export interface WebhooksSetup {
  records: WebhookRecords;
  deliveries: Deliveries;
  secret: Pick<Secret, "seal" | "unseal">;
}

/** Most webhooks of a project: each adds a row per task change. */
export const MAX_WEBHOOKS = 50;

export class Webhooks {
  readonly records: WebhookRecords;
  readonly deliveries: Deliveries;
  readonly #secret: WebhooksSetup["secret"];

  constructor({ records, deliveries, secret }: WebhooksSetup) {
    this.records = records;
    this.deliveries = deliveries;
    this.#secret = secret;
  }

  /** Errors: `Refusal` 403 over the limit. */
  async create(projectId: string, settings: WebhookSettings, now: number): Promise<WebhookWithSecret> {
    if ((await this.records.count(projectId)) >= MAX_WEBHOOKS)
      throw new Refusal(403, `A project can have at most ${MAX_WEBHOOKS} webhooks`, {
        hint: "Delete a webhook that you no longer need.",
      });
    const id = crypto.randomUUID();
    const secret = newSecret();
    const record: WebhookRecord = {
      ...settings,
      ...{ id, projectId, secret: this.#sealed(id, secret), previousSecret: null, previousUntil: null },
      ...{ createdAt: now, updatedAt: now },
    };
    await this.records.insert(record);
    return { record, secret };
  }

  /** Creates a new secret. The previous one also signs for `graceMs`. Undefined if the webhook was deleted. */
  async rotate(
    { projectId, id, secret: before }: WebhookRecord,
    graceMs: number,
    now: number,
  ): Promise<WebhookWithSecret | undefined> {
    const secret = newSecret();
    const previous = graceMs > 0 ? { previousSecret: before, previousUntil: now + graceMs } : NO_PREVIOUS;
    const record = await this.records.change(projectId, id, { secret: this.#sealed(id, secret), ...previous });
    return record && { record, secret };
  }

  /** Adds a test event to the outbox. */
  async test({ projectId, id: webhookId }: WebhookRecord, now: number) {
    const made = { projectId, webhookId, event: "test" as const, sessionId: null, taskId: null, body: testBody(now) };
    const id = await this.deliveries.add(made);
    this.deliveries.notify();
    return await this.deliveries.get(webhookId, id);
  }

  /** The current signing secrets. Errors: `bad_file` if they were sealed with another server secret. */
  secretsOf({ id, secret, previousSecret, previousUntil }: WebhookRecord): [string, ...string[]] {
    const isSigning = previousSecret !== null && previousUntil !== null && previousUntil > Date.now();
    return [this.#opened(id, secret), ...(isSigning ? [this.#opened(id, previousSecret)] : [])];
  }

  #sealed(id: string, secret: string): string {
    return this.#secret.seal(Buffer.from(secret), contextOf(id)).toString("base64");
  }

  #opened(id: string, sealed: string): string {
    return this.#secret.unseal(Buffer.from(sealed, "base64"), contextOf(id)).toString();
  }
}

const NO_PREVIOUS = { previousSecret: null, previousUntil: null } as const;

function contextOf(id: string): string {
  return `secret of webhook ${id}`;
}
