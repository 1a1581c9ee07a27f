/**
 * The outbox of webhooks: one row for each event and webhook, written in the transaction of what happened. A server that sends
 * one holds it by a lease, under a name that is used once. Sent at least once; times are those of the database.
 */
import type { SQL } from "bun";
import type { Database } from "../database/connection.ts";
import { clock, time } from "../database/database.ts";
import { rowOf } from "../database/rows.ts";
import { type EventType, type WebhookRecord, recordOf as webhookOf } from "../records/webhooks.ts";

/** `waiting`: to be sent, for the first time or again. `dead`: given up after its last attempt. */
export const DELIVERY_STATES = ["waiting", "delivered", "dead"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DeliveryRecord {
  /** Of version 7: in the order in which they were made. */
  id: string;
  projectId: string;
  webhookId: string;
  event: EventType;
  sessionId: string | null;
  taskId: string | null;
  /** What is sent, byte by byte. */
  body: string;
  state: DeliveryState;
  attempts: number;
  /** When it is sent next. */
  dueAt: number;
  /** The lease of whoever sends it. */
  owner: string | null;
  leaseUntil: number | null;
  /** Of the last attempt: when, how long, what was answered, or why nothing was. */
  attemptedAt: number | null;
  durationMs: number | null;
  statusCode: number | null;
  response: string | null;
  error: string | null;
  createdAt: number;
  finishedAt: number | null;
}

export type NewDelivery = Pick<DeliveryRecord, "projectId" | "webhookId" | "event" | "sessionId" | "taskId" | "body">;

/** How an attempt ended. */
export interface Attempt {
  durationMs: number;
  statusCode: number | null;
  response: string | null;
  /** Null for one that succeeded. */
  error: string | null;
  /** When to try again; undefined after the last attempt. */
  retryMs?: number | undefined;
}

/** What is asked of a list, newest first. */
export interface DeliveryPage {
  limit: number;
  state?: DeliveryState | undefined;
  /** The last id of the page before. */
  after?: string | undefined;
}

export type DeliveryCounts = Record<Exclude<DeliveryState, "delivered">, number>;

const MOST_COUNTED = 1_000;

export class Deliveries {
  readonly #db: Database;
  readonly #listeners = new Set<() => void>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Its id. Held back for `delayMs`, or until `release`. */
  async add(made: NewDelivery, { delayMs = 0, within = this.#db.sql }: { delayMs?: number; within?: SQL } = {}) {
    const id = Bun.randomUUIDv7();
    const { projectId, webhookId, event, sessionId, taskId, body } = made;
    await within`
      insert into deliveries (id, project_id, webhook_id, event, session_id, task_id, body, state, due_at, created_at)
      values (${id}, ${projectId}, ${webhookId}, ${event}, ${sessionId}, ${taskId}, ${body}, 'waiting',
        ${this.#now} + ${delayMs}, ${this.#now})`;
    return id;
  }

  /** What was held back of a task may be sent. */
  async release(taskId: string): Promise<void> {
    await this.#db.sql`
      update deliveries set due_at = ${this.#now}
      where task_id = ${taskId} and state = 'waiting' and attempts = 0 and due_at > ${this.#now}`;
  }

  /** Has this process look for deliveries: after a transaction that added one, since it is there only then. */
  notify(): void {
    for (const heard of this.#listeners) heard();
  }

  onAdd(heard: () => void): () => void {
    this.#listeners.add(heard);
    return () => void this.#listeners.delete(heard);
  }

  /** What a server of that name was sending is free again. For its start alone: whoever held those leases is gone. */
  async resume(node: string): Promise<void> {
    const prefix = ownerOf(node, "");
    await this.#db.sql`
      update deliveries set owner = null, lease_until = null
      where state = 'waiting' and substr(owner, 1, ${prefix.length}) = ${prefix}`;
  }

  /** Webhooks for which something is to be sent now. */
  async due(): Promise<WebhookRecord[]> {
    // Not `exists`: PostgreSQL would read all that is due rather than look once for each webhook.
    const rows = await this.#db.sql`
      select * from webhooks where is_enabled = 1 and (
        select 1 from deliveries where webhook_id = webhooks.id and ${this.#isFree()} limit 1) = 1 order by id`;
    return rows.map(webhookOf);
  }

  /**
   * The next one of a webhook, for that server and this time. One of a task waits for the first attempt of those before it, so that they arrive
   * in their order as long as all goes well.
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

  /** False when somebody else has it now; then nothing is written. */
  async attempted({ id, owner }: DeliveryRecord, attempt: Attempt): Promise<boolean> {
    const { sql } = this.#db;
    const { retryMs, ...told } = attempt;
    const isOver = attempt.error === null || retryMs === undefined;
    const state: DeliveryState = attempt.error === null ? "delivered" : isOver ? "dead" : "waiting";
    const set = rowOf({ ...told, owner: null, leaseUntil: null, state }, NOTHING);
    const finished = isOver ? sql`, finished_at = ${this.#now}` : sql`, due_at = ${this.#now} + ${retryMs ?? 0}`;
    const rows = await sql`
      update deliveries set ${sql(set)} ${finished} where id = ${id} and owner = ${owner} returning id`;
    return rows.length > 0;
  }

  async get(webhookId: string, id: string): Promise<DeliveryRecord | undefined> {
    const [row] = await this.#db.sql`select * from deliveries where id = ${id} and webhook_id = ${webhookId}`;
    return row && recordOf(row);
  }

  /** Newest first: one more than the page has says that there is another. */
  async list(webhookId: string, { limit, state, after }: DeliveryPage): Promise<DeliveryRecord[]> {
    const { sql } = this.#db;
    const rows = await sql`
      select * from deliveries where webhook_id = ${webhookId}
        ${state === undefined ? sql`` : sql`and state = ${state}`} ${after === undefined ? sql`` : sql`and id < ${after}`}
      order by id desc limit ${limit}`;
    return rows.map(recordOf);
  }

  /** What is to be looked after, by webhook. More than `MOST_COUNTED` are not counted: a list must not take longer for them. */
  async counts(webhookIds: readonly string[]): Promise<Map<string, DeliveryCounts>> {
    if (webhookIds.length === 0) return new Map();
    const { sql } = this.#db;
    const count = (state: DeliveryState) => sql`(select count(*) from (
      select 1 from deliveries where webhook_id = webhooks.id and state = ${state} limit ${MOST_COUNTED}) counted)`;
    const rows = await sql`
      select id, ${count("waiting")} as waiting, ${count("dead")} as dead from webhooks where id in ${sql([...webhookIds])}`;
    return new Map(
      rows.map(({ id, waiting, dead }: Record<"id" | keyof DeliveryCounts, string>) => [
        id,
        { waiting: Number(waiting), dead: Number(dead) },
      ]),
    );
  }

  /** Sends one again, whatever became of it, with all its attempts. One that is being sent now is left as it is. */
  async resend(webhookId: string, id: string): Promise<DeliveryRecord | undefined> {
    await this.#again(this.#db.sql`id = ${id}`, webhookId);
    return await this.get(webhookId, id);
  }

  /** All that were given up: how many. */
  async resendDead(webhookId: string): Promise<number> {
    return await this.#again(this.#db.sql`state = 'dead'`, webhookId);
  }

  /** Removes what was delivered, or given up, so many milliseconds ago. */
  async prune({ delivered, dead }: { delivered: number; dead: number }): Promise<void> {
    await this.#db.sql`
      delete from deliveries where finished_at is not null
        and ((state = 'delivered' and finished_at < ${this.#now} - ${delivered})
          or (state = 'dead' and finished_at < ${this.#now} - ${dead}))`;
  }

  async #again(which: unknown, webhookId: string): Promise<number> {
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

/** Used once: who lost a lease changes nothing. */
function ownerOf(node: string, id: string): string {
  return `${node}/${id}`;
}

const NOTHING = { flags: [], objects: [] };

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
