/** Messages of sessions, numbered from 1 in each session. */

import type { Database } from "../database/connection.ts";
import { time } from "../database/database.ts";

export interface MessageRecord {
  id: string;
  sessionId: string;
  /** Sequence number in the session, starting at 1. */
  seq: number;
  taskId: string | null;
  /** Step of the task. */
  step: number | null;
  role: "human" | "ai";
  type: string;
  data: string;
  summary: string;
  /** Object key. */
  screenshot: string | null;
  hidden: boolean;
  createdAt: number;
}

export type NewMessage = Pick<MessageRecord, "role" | "type" | "data"> &
  Partial<Pick<MessageRecord, "taskId" | "step" | "summary" | "hidden">>;

/** Messages of a page in chronological order. */
export interface MessagePage {
  messages: MessageRecord[];
  /** Whether there are more in the direction of reading. */
  hasMore: boolean;
}

export class MessageRecords {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Adds a message. Needs a transaction, because the counter of the session gives the number. Undefined for a deleted session. */
  async add(sessionId: string, message: NewMessage, tx: Database["sql"]): Promise<MessageRecord | undefined> {
    const [counted] = await tx`
      update sessions set message_count = message_count + 1, updated_at = ${Date.now()}
      where id = ${sessionId} returning message_count`;
    if (!counted) return undefined;
    const record: MessageRecord = {
      taskId: null,
      step: null,
      summary: "",
      hidden: false,
      ...message,
      id: crypto.randomUUID(),
      sessionId,
      seq: Number(counted.message_count),
      screenshot: null,
      createdAt: Date.now(),
    };
    const { taskId, createdAt, hidden, ...rest } = record;
    const { sessionId: session_id, ...columns } = rest;
    const row = { ...columns, session_id, task_id: taskId, created_at: createdAt, hidden: Number(hidden) };
    await tx`insert into messages ${tx(row)}`;
    return record;
  }

  /** Sets the screenshot of the last message of a step. */
  async illustrate(sessionId: string, taskId: string, step: number, screenshot: string): Promise<void> {
    await this.#db.sql`
      update messages set screenshot = ${screenshot} where session_id = ${sessionId} and seq = (
        select max(seq) from messages where session_id = ${sessionId} and task_id = ${taskId} and step = ${step})`;
  }

  /** Sequence number of a message; undefined if the session does not have it. */
  async seqOf(sessionId: string, id: string): Promise<number | undefined> {
    const [row] = await this.#db.sql`select seq from messages where id = ${id} and session_id = ${sessionId}`;
    return row && Number(row.seq);
  }

  /** The messages that follow `after`, else the latest ones before `before`, else the latest ones. */
  async page(
    sessionId: string,
    { after, before, limit }: { after?: number | undefined; before?: number | undefined; limit: number },
  ): Promise<MessagePage> {
    const { sql } = this.#db;
    const isForward = after !== undefined;
    const bounds = sql`
      ${after === undefined ? sql`` : sql`and seq > ${after}`}
      ${before === undefined ? sql`` : sql`and seq < ${before}`}`;
    const order = isForward ? sql`order by seq` : sql`order by seq desc`;
    const rows = await sql`
      select * from messages where session_id = ${sessionId} ${bounds} ${order} limit ${limit + 1}`;
    const found = rows.map(recordOf).slice(0, limit);
    return { messages: isForward ? found : found.reverse(), hasMore: rows.length > limit };
  }

  /** All messages of a task, in order. */
  async ofTask(taskId: string, sessionId: string): Promise<MessageRecord[]> {
    const rows = await this.#db.sql`
      select * from messages where session_id = ${sessionId} and task_id = ${taskId} order by seq`;
    return rows.map(recordOf);
  }

  /** Object keys of all screenshots of a session. */
  async pictures(sessionId: string): Promise<string[]> {
    const rows = await this.#db.sql`
      select screenshot from messages where session_id = ${sessionId} and screenshot is not null`;
    return rows.map((row: Record<string, unknown>) => row.screenshot as string);
  }
}

function recordOf(row: Record<string, unknown>): MessageRecord {
  return {
    id: row.id as string,
    sessionId: row.session_id as string,
    seq: Number(row.seq),
    taskId: row.task_id as string | null,
    step: time(row.step),
    role: row.role as MessageRecord["role"],
    type: row.type as string,
    data: row.data as string,
    summary: row.summary as string,
    screenshot: row.screenshot as string | null,
    hidden: Number(row.hidden) === 1,
    createdAt: Number(row.created_at),
  };
}
