/**
 * Requests with an `Idempotency-Key`: the first one with a key does the work, whoever repeats it gets what that made. A key
 * is kept for a day.
 */
import type { Database } from "../database/connection.ts";

export interface Created {
  sessionId: string;
  taskId: string | null;
}

/** What became of a key: it is the caller's to use; somebody is at it; it made something; it was used for another request. */
export type Reserved = "free" | "busy" | "different" | Created;

/** A server that reserved a key and made nothing for so long is dead. */
const ABANDONED_MS = 120_000;
const KEPT_MS = 86_400_000;

export class IdempotencyKeys {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** `request` is a digest of what is asked. */
  async reserve(projectId: string, key: string, request: string): Promise<Reserved> {
    const now = await this.#db.now();
    return await this.#db.transaction(async (tx) => {
      await tx`delete from repeats where created_at < ${now - KEPT_MS}
        or (session_id is null and created_at < ${now - ABANDONED_MS})`;
      const row = { project_id: projectId, key, request, created_at: now };
      const made = await tx`
        insert into repeats ${tx(row)} on conflict (project_id, key) do nothing returning key`;
      if (made.length > 0) return "free";
      const [held] = await tx`select * from repeats where project_id = ${projectId} and key = ${key}`;
      if (!held) return "busy";
      if (held.request !== request) return "different";
      if (held.session_id === null) return "busy";
      return { sessionId: held.session_id as string, taskId: held.task_id as string | null };
    });
  }

  async made(projectId: string, key: string, { sessionId, taskId }: Created, within = this.#db.sql): Promise<void> {
    await within`
      update repeats set session_id = ${sessionId}, task_id = ${taskId}
      where project_id = ${projectId} and key = ${key}`;
  }

  /** The request was refused: it may be sent again. */
  async release(projectId: string, key: string): Promise<void> {
    await this.#db.sql`
      delete from repeats where project_id = ${projectId} and key = ${key} and session_id is null`;
  }
}
