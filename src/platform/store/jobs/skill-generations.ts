/** What is being made of skills: one at a time in each project. A row lasts from the request to its outcome. */

import type { Database } from "../database/connection.ts";
import { json } from "../database/database.ts";

export interface SkillGeneration {
  skillId: string;
  asked: GenerationRequest;
  /** The session that is at work for it. */
  sessionId: string | null;
  /** The task of the agent that shows how it is done. */
  taskId: string | null;
  startedAt: number;
}

/** `keyId`: the key that asked, which pays. */
export type GenerationRequest = { keyId: string | null } & GenerationKind;

export type GenerationKind =
  /** The agent does the task, and a script is made of that. */
  | { kind: "create"; secrets?: string | null | undefined }
  /** A task that an agent has done is kept for the next time. */
  | { kind: "cache"; taskId: string; params: Record<string, unknown> }
  /** The agent does what the script could not. */
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

  /** False while something else holds the lock. */
  async begin(skillId: string, lock: string, asked: GenerationRequest, within = this.#db.sql): Promise<boolean> {
    const row = { skill_id: skillId, lock, asked: JSON.stringify(asked), started_at: Date.now() };
    const rows = await within`insert into skill_makings ${within(row)} on conflict do nothing returning skill_id`;
    return rows.length > 0;
  }

  async get(skillId: string): Promise<SkillGeneration | undefined> {
    const [row] = await this.#db.sql`select * from skill_makings where skill_id = ${skillId}`;
    return (
      row && {
        skillId,
        asked: json<GenerationRequest>(row.asked, { kind: "create", keyId: null }),
        sessionId: row.session_id as string | null,
        taskId: row.task_id as string | null,
        startedAt: Number(row.started_at),
      }
    );
  }

  /** False when it was ended meanwhile. */
  async work(skillId: string, { sessionId, taskId }: { sessionId: string; taskId: string | null }): Promise<boolean> {
    const rows = await this.#db.sql`
      update skill_makings set session_id = ${sessionId}, task_id = ${taskId}
      where skill_id = ${skillId} returning skill_id`;
    return rows.length > 0;
  }

  /** True for the one that ended it. */
  async end(skillId: string, within = this.#db.sql): Promise<boolean> {
    const rows = await within`delete from skill_makings where skill_id = ${skillId} returning skill_id`;
    return rows.length > 0;
  }
}
