/** State of sessions that this server keeps between their tasks: the workspace folder and the memory of the agent. */
import { log } from "../../../lib/log.ts";
import type { Message } from "../../../models/model.ts";
import type { Fleet } from "../../engine/lifecycle/fleet.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import type { Workspaces } from "../../workspaces/workspaces.ts";
import type { ProgressWriter, Records } from "./progress-writer.ts";
import { Workspace } from "./workspace.ts";

export interface SessionState {
  workspace: Workspace;
  memory: readonly Message[];
  /** Current tab of the previous run. */
  targetId?: string | undefined;
}

export interface SessionStatesSetup {
  home: string;
  fleet: Fleet;
  records: Records;
  workspaces: Workspaces;
}

export class SessionStates {
  readonly #setup: SessionStatesSetup;
  readonly #states = new Map<string, SessionState>();

  constructor(setup: SessionStatesSetup) {
    this.#setup = setup;
  }

  of(session: SessionRecord): SessionState {
    const known = this.#states.get(session.id);
    if (known) return known;
    const { home, workspaces } = this.#setup;
    const state = { workspace: new Workspace(home, session, workspaces), memory: [] };
    this.#states.set(session.id, state);
    return state;
  }

  /** Removes the folder, not the workspace. */
  forget(sessionId: string): void {
    this.#states.get(sessionId)?.workspace.remove();
    this.#states.delete(sessionId);
  }

  /** Syncs the workspace after a step and reports refused files as messages. Never throws: the next step tries again. */
  async sync(session: SessionRecord, progress: ProgressWriter): Promise<void> {
    try {
      const { workspace } = await this.#withDownloads(session);
      for (const { path, why } of await workspace.sync()) {
        const data = `${path} was not saved to the workspace: ${why}`;
        await progress.addMessage({ role: "ai", type: "file_operation_error", data, summary: data });
      }
    } catch (error) {
      log.warn(`session ${session.id}: syncing the workspace after a step failed:`, error);
    }
  }

  /** Saves files since the last step to the workspace, before the browser ends. Never throws. */
  async settle(session: SessionRecord): Promise<void> {
    try {
      const { workspace } = await this.#withDownloads(session);
      await workspace.push();
    } catch (error) {
      log.error(`session ${session.id}: saving its last files failed:`, error);
    }
  }

  /** Stores the files that a task returns. Never throws: the outcome counts even if a file cannot be stored. */
  async keepFiles(session: SessionRecord, taskId: string, paths: readonly string[]): Promise<void> {
    const { objects, tasks } = this.#setup.records;
    try {
      for (const file of await this.of(session).workspace.storeFiles(objects, taskId, paths)) await tasks.addFile(file);
    } catch (error) {
      log.error(`task ${taskId}: storing its files failed:`, error);
    }
  }

  async #withDownloads(session: SessionRecord): Promise<SessionState> {
    const state = this.of(session);
    const browser = session.browserId === null ? undefined : this.#setup.fleet.get(session.browserId);
    if (browser) await state.workspace.importFiles(browser);
    return state;
  }
}
