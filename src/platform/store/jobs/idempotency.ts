/** Results of requests by `Idempotency-Key`: the first request with a key does the work, repetitions get its result, for a day. */
import type { Database } from "../database/connection.ts";

export interface Created {
  sessionId: string;
  taskId: string | null;
}

/** State of a key: reserved for this request, in use by a running one, used for a different one, or the result. */
export type Reserved = "free" | "busy" | "different" | Created;

/** A reservation without a result for this long belongs to a crashed server. */
const ABANDONED_MS = 120_000;
const KEPT_MS = 86_400_000;

export class IdempotencyKeys {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** `request` is a digest of the request. */
  async reserve(projectId: string, key: string, request: string): Promise<Reserved> {
    const now = await this.#db.now();
    return await this.#db.transaction(async (tx) => {
      await tx`delete from repeats where created_at < ${now - KEPT_MS}
        or (session_id is null and created_at < ${now - ABANDONED_MS})`;
      const reservation = { project_id: projectId, key, request, created_at: now };
      const inserted = await tx`
        insert into repeats ${tx(reservation)} on conflict (project_id, key) do nothing returning key`;
      if (inserted.length > 0) return "free";
      const [row] = await tx`select * from repeats where project_id = ${projectId} and key = ${key}`;
      if (!row) return "busy";
      if (row.request !== request) return "different";
      if (row.session_id === null) return "busy";
      return { sessionId: row.session_id as string, taskId: row.task_id as string | null };
    });
  }

  async made(projectId: string, key: string, { sessionId, taskId }: Created, within = this.#db.sql): Promise<void> {
    await within`
      update repeats set session_id = ${sessionId}, task_id = ${taskId}
      where project_id = ${projectId} and key = ${key}`;
  }

  /** Releases the key of a refused request, so that it can be sent again. */
  async release(projectId: string, key: string): Promise<void> {
    await this.#db.sql`
      delete from repeats where project_id = ${projectId} and key = ${key} and session_id is null`;
  }
}
