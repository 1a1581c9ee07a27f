/** Adds task events to the outbox of webhooks, in the transaction that changes the task. */
import type { Database } from "../store/database/connection.ts";
import type { Deliveries } from "../store/jobs/deliveries.ts";
import type { TaskRecord } from "../store/records/task-rows.ts";
import type { WebhookRecords } from "../store/records/webhooks.ts";
import { type Change, statusIn, taskBody } from "./event.ts";

/** Delay without `settled`, if the server is killed in between. Longer than the end of a browser takes. */
const SETTLE_MS = 60_000;

export class Outbox {
  readonly #webhooks: WebhookRecords;
  readonly #deliveries: Deliveries;

  constructor(webhooks: WebhookRecords, deliveries: Deliveries) {
    this.#webhooks = webhooks;
    this.#deliveries = deliveries;
  }

  /**
   * Adds the event of a task change. The event that ends a v3 session is delayed until `settled`, so that a receiver of `stopped` finds
   * the session stopped, with all its files.
   */
  async changed(task: TaskRecord, change: Change, within: Database["sql"]): Promise<void> {
    const event = "agent.task.status_update";
    const listening = await this.#webhooks.listening(task.projectId, event, within);
    if (listening.length === 0) return;
    const { id: taskId, sessionId, metadata, options, projectId } = task;
    const version = options.apiVersion ?? "v3";
    const body = taskBody({ taskId, sessionId, metadata, status: statusIn(version, change) }, Date.now());
    const delayMs = version === "v3" && change.isSessionOver ? SETTLE_MS : 0;
    for (const { id: webhookId } of listening)
      await this.#deliveries.add({ projectId, webhookId, event, sessionId, taskId, body }, { delayMs, within });
  }

  /** Releases delayed events of a task. Call after the transaction is committed and the session has ended. */
  async settled(taskId: string): Promise<void> {
    await this.#deliveries.release(taskId);
    this.#deliveries.notify();
  }
}
