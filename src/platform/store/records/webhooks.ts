/** Records of webhooks. Their secrets are sealed by the caller. */

import type { Database } from "../database/connection.ts";
import { json, time } from "../database/database.ts";
import type { Paged } from "../database/pages.ts";
import { flag, rowOf } from "../database/rows.ts";

export const EVENTS = ["agent.task.status_update", "test"] as const;
export type EventType = (typeof EVENTS)[number];

export interface WebhookRecord {
  id: string;
  projectId: string;
  url: string;
  name: string | null;
  /** Subscribed events. A test event is always sent. */
  events: EventType[];
  /** Prefix of the signature headers: `X-Svc` for `X-Svc-Signature`. */
  headerPrefix: string;
  isEnabled: boolean;
  /** Sealed. */
  secret: string;
  /** The sealed secret before the last rotation, and the end of its grace period. */
  previousSecret: string | null;
  previousUntil: number | null;
  createdAt: number;
  updatedAt: number;
}

type Changeable = Omit<WebhookRecord, "id" | "projectId" | "createdAt">;
export type WebhookChange = { [Name in keyof Changeable]?: Changeable[Name] | undefined };

export class WebhookRecords {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async insert(record: WebhookRecord): Promise<void> {
    await this.#db.sql`insert into webhooks ${this.#db.sql(rowOf(record, COLUMNS))}`;
  }

  /** Undefined for a webhook of another project. */
  async get(projectId: string, id: string): Promise<WebhookRecord | undefined> {
    const [row] = await this.#db.sql`select * from webhooks where id = ${id} and project_id = ${projectId}`;
    return row && recordOf(row);
  }

  /** Newest first. `page` starts at 1. */
  async list(projectId: string, { page, size }: { page: number; size: number }): Promise<Paged<WebhookRecord>> {
    const { sql } = this.#db;
    const rows = await sql`
      select * from webhooks where project_id = ${projectId}
      order by created_at desc, id limit ${size} offset ${(page - 1) * size}`;
    return { items: rows.map(recordOf), total: await this.count(projectId) };
  }

  async count(projectId: string): Promise<number> {
    const [row] = await this.#db.sql`select count(*) as n from webhooks where project_id = ${projectId}`;
    return Number(row?.n ?? 0);
  }

  /** Enabled webhooks that subscribe to an event. */
  async listening(projectId: string, event: EventType, within = this.#db.sql): Promise<WebhookRecord[]> {
    const rows = await within`select * from webhooks where project_id = ${projectId} and is_enabled = 1`;
    return rows.map(recordOf).filter(({ events }: WebhookRecord) => events.includes(event));
  }

  /** Undefined for an unknown webhook. */
  async change(projectId: string, id: string, set: WebhookChange): Promise<WebhookRecord | undefined> {
    const row = rowOf({ updatedAt: Date.now(), ...set }, COLUMNS);
    const [changed] = await this.#db.sql`
      update webhooks set ${this.#db.sql(row)} where id = ${id} and project_id = ${projectId} returning *`;
    return changed && recordOf(changed);
  }

  /** Removes a webhook with its deliveries. */
  async remove(projectId: string, id: string): Promise<void> {
    await this.#db.sql`delete from webhooks where id = ${id} and project_id = ${projectId}`;
  }
}

const COLUMNS = { flags: ["isEnabled"], objects: ["events"] };

export function recordOf(row: Record<string, unknown>): WebhookRecord {
  return {
    id: row.id as string,
    projectId: row.project_id as string,
    url: row.url as string,
    name: row.name as string | null,
    events: json<EventType[]>(row.events, []),
    headerPrefix: row.header_prefix as string,
    isEnabled: flag(row.is_enabled) ?? false,
    secret: row.secret as string,
    previousSecret: row.previous_secret as string | null,
    previousUntil: time(row.previous_until),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}
