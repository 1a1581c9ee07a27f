/**
 * The outbox of webhooks: one row per event and webhook, written in the transaction that causes the event. A server claims a delivery by
 * a lease with a unique owner. Deliveries are sent at least once. Times are those of the database clock.
 */
import type { SQL } from "bun";
import type { Database } from "../database/connection.ts";
import { clock, time } from "../database/database.ts";
import { rowOf } from "../database/rows.ts";
import { type EventType, type WebhookRecord, recordOf as webhookOf } from "../records/webhooks.ts";

/** `waiting` for an attempt, `delivered`, or `dead` after the last attempt failed. */
export const DELIVERY_STATES = ["waiting", "delivered", "dead"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DeliveryRecord {
  /** UUID version 7, sorted by creation. */
  id: string;
  projectId: string;
  webhookId: string;
  event: EventType;
  sessionId: string | null;
  taskId: string | null;
  /** The exact request body. */
  body: string;
  state: DeliveryState;
  attempts: number;
  /** Time of the next attempt. */
  dueAt: number;
  /** The lease of the sender. */
  owner: string | null;
  leaseUntil: number | null;
  /** The last attempt: time, duration, response or error. */
  attemptedAt: number | null;
  durationMs: number | null;
  statusCode: number | null;
  response: string | null;
  error: string | null;
  createdAt: number;
  finishedAt: number | null;
}

export type NewDelivery = Pick<DeliveryRecord, "projectId" | "webhookId" | "event" | "sessionId" | "taskId" | "body">;

/** Outcome of an attempt. */
export interface Attempt {
  durationMs: number;
  statusCode: number | null;
  response: string | null;
  /** Null if it succeeded. */
  error: string | null;
  /** Delay before the next attempt; undefined after the last one. */
  retryMs?: number | undefined;
}

/** A page of a list, newest first. */
export interface DeliveryPage {
  limit: number;
  state?: DeliveryState | undefined;
  /** The last id of the previous page. */
  after?: string | undefined;
}

export type DeliveryCounts = Record<Exclude<DeliveryState, "delivered">, number>;

const MAX_COUNT = 1_000;

export class Deliveries {
  readonly #db: Database;
  readonly #listeners = new Set<() => void>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Adds a delivery, delayed by `delayMs` or until `release`. Returns its id. */
  async add(delivery: NewDelivery, { delayMs = 0, within = this.#db.sql }: { delayMs?: number; within?: SQL } = {}) {
    const id = Bun.randomUUIDv7();
    const { projectId, webhookId, event, sessionId, taskId, body } = delivery;
    await within`
      insert into deliveries (id, project_id, webhook_id, event, session_id, task_id, body, state, due_at, created_at)
      values (${id}, ${projectId}, ${webhookId}, ${event}, ${sessionId}, ${taskId}, ${body}, 'waiting',
        ${this.#now} + ${delayMs}, ${this.#now})`;
    return id;
  }

  /** Releases the delayed deliveries of a task. */
  async release(taskId: string): Promise<void> {
    await this.#db.sql`
      update deliveries set due_at = ${this.#now}
      where task_id = ${taskId} and state = 'waiting' and attempts = 0 and due_at > ${this.#now}`;
  }

  /** Notifies the dispatcher of this process. Call after the transaction that added a delivery is committed. */
  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  onAdd(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Releases the leases of a node. Call only at its start, when no process of that node is sending. */
  async resume(node: string): Promise<void> {
    const prefix = ownerOf(node, "");
    await this.#db.sql`
      update deliveries set owner = null, lease_until = null
      where state = 'waiting' and substr(owner, 1, ${prefix.length}) = ${prefix}`;
  }

  /** Enabled webhooks with a due delivery. */
  async due(): Promise<WebhookRecord[]> {
    // Not `exists`: PostgreSQL would read all due deliveries instead of one per webhook.
    const rows = await this.#db.sql`
      select * from webhooks where is_enabled = 1 and (
        select 1 from deliveries where webhook_id = webhooks.id and ${this.#isFree()} limit 1) = 1 order by id`;
    return rows.map(webhookOf);
  }

  /**
   * Claims the next due delivery of a webhook. A delivery of a task waits for the first attempt of the earlier ones, so that they arrive
   * in order unless one fails.
   */
  async claim(webhookId: string, node: string, leaseMs: number): Promise<DeliveryRecord | undefined> {
    const { sql, dialect } = this.#db;
    const unclaimed = dialect === "postgres" ? sql`for update skip locked` : sql``;
    const [row] = await sql`
      update deliveries set owner = ${ownerOf(node, crypto.randomUUID())}, lease_until = ${this.#now} + ${leaseMs}, attempts = attempts + 1,
        attempted_at = ${this.#now}
      where id = (
        select id from deliveries where webhook_id = ${webhookId} and ${this.#isFree()}
          and not exists (
            select 1 from deliveries before where before.task_id = deliveries.task_id and before.state = 'waiting'
              and before.webhook_id = deliveries.webhook_id and before.id < deliveries.id
              and (before.attempts = 0 or before.lease_until >= ${this.#now}))
        order by due_at, id limit 1 ${unclaimed})
      returning *`;
    return row && recordOf(row);
  }

  /** Writes the outcome of an attempt. False, without a change, if the lease was lost. */
  async attempted({ id, owner }: DeliveryRecord, attempt: Attempt): Promise<boolean> {
    const { sql } = this.#db;
    const { retryMs, ...outcome } = attempt;
    const isOver = attempt.error === null || retryMs === undefined;
    const state: DeliveryState = attempt.error === null ? "delivered" : isOver ? "dead" : "waiting";
    const set = rowOf({ ...outcome, owner: null, leaseUntil: null, state }, COLUMNS);
    const finished = isOver ? sql`, finished_at = ${this.#now}` : sql`, due_at = ${this.#now} + ${retryMs ?? 0}`;
    const rows = await sql`
      update deliveries set ${sql(set)} ${finished} where id = ${id} and owner = ${owner} returning id`;
    return rows.length > 0;
  }

  async get(webhookId: string, id: string): Promise<DeliveryRecord | undefined> {
    const [row] = await this.#db.sql`select * from deliveries where id = ${id} and webhook_id = ${webhookId}`;
    return row && recordOf(row);
  }

  /** Newest first. To detect a next page, request one row more. */
  async list(webhookId: string, { limit, state, after }: DeliveryPage): Promise<DeliveryRecord[]> {
    const { sql } = this.#db;
    const rows = await sql`
      select * from deliveries where webhook_id = ${webhookId}
        ${state === undefined ? sql`` : sql`and state = ${state}`} ${after === undefined ? sql`` : sql`and id < ${after}`}
      order by id desc limit ${limit}`;
    return rows.map(recordOf);
  }

  /** Waiting and dead deliveries by webhook, each counted up to `MAX_COUNT` to keep lists fast. */
  async counts(webhookIds: readonly string[]): Promise<Map<string, DeliveryCounts>> {
    if (webhookIds.length === 0) return new Map();
    const { sql } = this.#db;
    const count = (state: DeliveryState) => sql`(select count(*) from (
      select 1 from deliveries where webhook_id = webhooks.id and state = ${state} limit ${MAX_COUNT}) counted)`;
    const rows = await sql`
      select id, ${count("waiting")} as waiting, ${count("dead")} as dead from webhooks where id in ${sql([...webhookIds])}`;
    return new Map(
      rows.map(({ id, waiting, dead }: Record<"id" | keyof DeliveryCounts, string>) => [
        id,
        { waiting: Number(waiting), dead: Number(dead) },
      ]),
    );
  }

  /** Queues a delivery again in any state, with all its attempts. Does not change one that is being sent. */
  async resend(webhookId: string, id: string): Promise<DeliveryRecord | undefined> {
    await this.#requeue(this.#db.sql`id = ${id}`, webhookId);
    return await this.get(webhookId, id);
  }

  /** Queues all dead deliveries again. Returns their number. */
  async resendDead(webhookId: string): Promise<number> {
    return await this.#requeue(this.#db.sql`state = 'dead'`, webhookId);
  }

  /** Removes deliveries that were delivered or dead for longer than these times in ms. */
  async prune({ delivered, dead }: { delivered: number; dead: number }): Promise<void> {
    await this.#db.sql`
      delete from deliveries where finished_at is not null
        and ((state = 'delivered' and finished_at < ${this.#now} - ${delivered})
          or (state = 'dead' and finished_at < ${this.#now} - ${dead}))`;
  }

  async #requeue(which: unknown, webhookId: string): Promise<number> {
    const rows = await this.#db.sql`
      update deliveries set state = 'waiting', attempts = 0, due_at = ${this.#now}, finished_at = null,
        owner = null, lease_until = null
      where webhook_id = ${webhookId} and ${which} and (lease_until is null or lease_until < ${this.#now}) returning id`;
    this.notify();
    return rows.length;
  }

  #isFree() {
    return this.#db.sql`deliveries.state = 'waiting' and deliveries.due_at <= ${this.#now}
      and (deliveries.lease_until is null or deliveries.lease_until < ${this.#now})`;
  }

  get #now() {
    return clock(this.#db);
  }
}

/** A unique owner, so that a sender that lost its lease cannot change the delivery. */
function ownerOf(node: string, id: string): string {
  return `${node}/${id}`;
}

const COLUMNS = { flags: [], objects: [] };

function recordOf(row: Record<string, unknown>): DeliveryRecord {
  return {
    id: row.id as string,
    projectId: row.project_id as string,
    webhookId: row.webhook_id as string,
    event: row.event as EventType,
    sessionId: row.session_id as string | null,
    taskId: row.task_id as string | null,
    body: row.body as string,
    state: row.state as DeliveryState,
    attempts: Number(row.attempts),
    dueAt: Number(row.due_at),
    owner: row.owner as string | null,
    leaseUntil: time(row.lease_until),
    attemptedAt: time(row.attempted_at),
    durationMs: time(row.duration_ms),
    statusCode: time(row.status_code),
    response: row.response as string | null,
    error: row.error as string | null,
    createdAt: Number(row.created_at),
    finishedAt: time(row.finished_at),
  };
}
