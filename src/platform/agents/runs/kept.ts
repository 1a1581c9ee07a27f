/** What this server holds of a session between its tasks: the folder of its workspace, and what its agent remembers. */
import { log } from "../../../lib/log.ts";
import type { Message } from "../../../models/model.ts";
import type { Fleet } from "../../engine/lifecycle/fleet.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import type { Workspaces } from "../../workspaces/workspaces.ts";
import type { Records, Teller } from "./progress.ts";
import { Workspace } from "./workspace.ts";

export interface Kept {
  workspace: Workspace;
  memory: readonly Message[];
  /** The tab that the last run ended in. */
  targetId?: string | undefined;
}

export interface KeptSetup {
  home: string;
  fleet: Fleet;
  records: Records;
  workspaces: Workspaces;
}

export class KeptSessions {
  readonly #setup: KeptSetup;
  readonly #kept = new Map<string, Kept>();

  constructor(setup: KeptSetup) {
    this.#setup = setup;
  }

  of(session: SessionRecord): Kept {
    const held = this.#kept.get(session.id);
    if (held) return held;
    const { home, workspaces } = this.#setup;
    const made = { workspace: new Workspace(home, session, workspaces), memory: [] };
    this.#kept.set(session.id, made);
    return made;
  }

  /** Removes the folder. The workspace itself stays. */
  forget(sessionId: string): void {
    this.#kept.get(sessionId)?.workspace.remove();
    this.#kept.delete(sessionId);
  }

  /** Syncs the workspace after a step and tells which files it refused. Never throws: the next step tries again. */
  async sync(session: SessionRecord, teller: Teller): Promise<void> {
    try {
      const { workspace } = await this.#withDownloads(session);
      for (const { path, why } of await workspace.sync()) {
        const data = `${path} is not kept in the workspace: ${why}`;
        await teller.say({ role: "ai", type: "file_operation_error", data, summary: data });
      }
    } catch (error) {
      log.warn(`session ${session.id}: its workspace could not be synced after a step:`, error);
    }
  }

  /** Carries what came since the last step to the workspace, before the browser ends. Never throws. */
  async settle(session: SessionRecord): Promise<void> {
    try {
      const { workspace } = await this.#withDownloads(session);
      await workspace.push();
    } catch (error) {
      log.error(`session ${session.id}: its last files could not be kept:`, error);
    }
  }

  /** Keeps the files that a task returns. Never throws: a file that cannot be kept does not take the outcome along. */
  async keepFiles(session: SessionRecord, taskId: string, paths: readonly string[]): Promise<void> {
    const { objects, tasks } = this.#setup.records;
    try {
      for (const file of await this.of(session).workspace.keep(objects, taskId, paths)) await tasks.addFile(file);
    } catch (error) {
      log.error(`task ${taskId}: its files could not be kept:`, error);
    }
  }

  async #withDownloads(session: SessionRecord): Promise<Kept> {
    const kept = this.of(session);
    const browser = session.browserId === null ? undefined : this.#setup.fleet.get(session.browserId);
    if (browser) await kept.workspace.bring(browser);
    return kept;
  }
}
