/** Running generations of skills, one at a time per project. A row exists from the request to the outcome. */

import type { Database } from "../database/connection.ts";
import { json } from "../database/database.ts";

export interface SkillGeneration {
  skillId: string;
  request: GenerationRequest;
  /** The session that works for it. */
  sessionId: string | null;
  /** The demonstration task. */
  taskId: string | null;
  startedAt: number;
}

/** `keyId`: the API key that is charged. */
export type GenerationRequest = { keyId: string | null } & GenerationKind;

export type GenerationKind =
  /** An agent demonstrates the task. */
  | { kind: "create"; secrets?: string | null | undefined }
  /** A script is created from a finished task. */
  | { kind: "cache"; taskId: string; params: Record<string, unknown> }
  /** An agent demonstrates the task again after the script failed. */
  | { kind: "heal"; params: Record<string, unknown>; failure: string; secrets?: string | null | undefined }
  | {
      kind: "refine";
      feedback: string;
      testOutput?: string | null | undefined;
      testLogs?: string | null | undefined;
      secrets?: string | null | undefined;
    };

export class SkillGenerations {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Starts a generation. False if the lock is taken. */
  async begin(skillId: string, lock: string, request: GenerationRequest, within = this.#db.sql): Promise<boolean> {
    const row = { skill_id: skillId, lock, asked: JSON.stringify(request), started_at: Date.now() };
    const rows = await within`insert into skill_makings ${within(row)} on conflict do nothing returning skill_id`;
    return rows.length > 0;
  }

  async get(skillId: string): Promise<SkillGeneration | undefined> {
    const [row] = await this.#db.sql`select * from skill_makings where skill_id = ${skillId}`;
    return (
      row && {
        skillId,
        request: json<GenerationRequest>(row.asked, { kind: "create", keyId: null }),
        sessionId: row.session_id as string | null,
        taskId: row.task_id as string | null,
        startedAt: Number(row.started_at),
      }
    );
  }

  /** Sets the session and demonstration task. False if the generation has ended. */
  async work(skillId: string, { sessionId, taskId }: { sessionId: string; taskId: string | null }): Promise<boolean> {
    const rows = await this.#db.sql`
      update skill_makings set session_id = ${sessionId}, task_id = ${taskId}
      where skill_id = ${skillId} returning skill_id`;
    return rows.length > 0;
  }

  /** Ends the generation. True for the first caller. */
  async end(skillId: string, within = this.#db.sql): Promise<boolean> {
    const rows = await within`delete from skill_makings where skill_id = ${skillId} returning skill_id`;
    return rows.length > 0;
  }
}
