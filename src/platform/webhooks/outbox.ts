/** What happens to tasks, written down for the webhooks of their project, in the transaction in which it happens. */
import type { Database } from "../store/database/connection.ts";
import type { Deliveries } from "../store/jobs/deliveries.ts";
import type { TaskRecord } from "../store/records/task-rows.ts";
import type { WebhookRecords } from "../store/records/webhooks.ts";
import { type Change, statusIn, taskBody } from "./event.ts";

/** Longer than the end of a browser takes: who is killed meanwhile does not keep back what happened. */
const HELD_MS = 60_000;

export class Outbox {
  readonly #webhooks: WebhookRecords;
  readonly #deliveries: Deliveries;

  constructor(webhooks: WebhookRecords, deliveries: Deliveries) {
    this.#webhooks = webhooks;
    this.#deliveries = deliveries;
  }

  /**
   * A task changed. What ends a session of v3 is held until `settled`: who hears `stopped` finds the session stopped, and all
   * that it left.
   */
  async changed(task: TaskRecord, change: Change, within: Database["sql"]): Promise<void> {
    const event = "agent.task.status_update";
    const listening = await this.#webhooks.listening(task.projectId, event, within);
    if (listening.length === 0) return;
    const { id: taskId, sessionId, metadata, options, projectId } = task;
    const words = options.apiVersion ?? "v3";
    const body = taskBody({ taskId, sessionId, metadata, status: statusIn(words, change) }, Date.now());
    const delayMs = words === "v3" && change.isSessionOver ? HELD_MS : 0;
    for (const { id: webhookId } of listening)
      await this.#deliveries.add({ projectId, webhookId, event, sessionId, taskId, body }, { delayMs, within });
  }

  /** The transaction is over, and what it began is done. */
  async settled(taskId: string): Promise<void> {
    await this.#deliveries.release(taskId);
    this.#deliveries.notify();
  }
}
