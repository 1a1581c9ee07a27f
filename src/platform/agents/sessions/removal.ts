/**
 * Removes sessions with everything that is kept of them: messages, tasks, pictures, files, their browsers with downloads and
 * recordings. What they cost stays in the ledger. Whatever is interrupted is finished by the next sweep.
 */
import { log } from "../../../lib/log.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import { LIVE } from "../../store/records/sessions.ts";
import type { Workspaces } from "../../workspaces/workspaces.ts";
import type { Records } from "../runs/progress.ts";

/** How often it is looked for sessions that could not be removed at once. */
const SWEEP_MS = 600_000;

export interface RemovalSetup {
  records: Records;
  workspaces: Workspaces;
}

export class Removal {
  readonly #records: Records;
  readonly #workspaces: Workspaces;
  #timer: Timer | undefined;

  constructor({ records, workspaces }: RemovalSetup) {
    this.#records = records;
    this.#workspaces = workspaces;
  }

  start(): void {
    this.#timer = setInterval(() => void this.sweep(), SWEEP_MS);
    void this.sweep();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /**
   * Hides a session and removes it. Its record stays, without content, while a webhook waits to be told of it; not so where
   * `isPurge`. One that still runs, since its server does not answer, is removed later.
   */
  async remove({ id }: SessionRecord, { isPurge }: { isPurge: boolean }): Promise<void> {
    const { sessions, feed } = this.#records;
    await sessions.hide(id);
    const session = await sessions.find(id);
    if (session && !LIVE.includes(session.status)) await this.#erase(session, isPurge);
    feed.changed(id);
  }

  /** Finishes what was begun. Never throws. */
  async sweep(): Promise<void> {
    try {
      for (const session of await this.#records.sessions.deleted()) await this.#erase(session, false);
    } catch (error) {
      log.warn("deleted sessions could not be removed now:", error);
    }
  }

  /** Objects first: their keys are found by the rows. */
  async #erase({ id, workspaceId }: SessionRecord, isPurge: boolean): Promise<void> {
    const { sessions, tasks, objects } = this.#records;
    const taskIds = (await tasks.ofSession(id)).map((task) => `tasks/${task.id}/`);
    const browserIds = await sessions.browserIds(id);
    const browsers = browserIds.flatMap((browser) => [`downloads/${browser}/`, `recordings/${browser}.`]);
    for (const prefix of [`sessions/${id}/`, ...taskIds, ...browsers])
      for (const { key } of await objects.list(prefix)) await objects.remove(key);
    const own = workspaceId === null ? undefined : await this.#workspaces.records.find(workspaceId);
    // A workspace that a caller made stays.
    if (own?.sessionId === id) await this.#workspaces.remove(own.id);
    await sessions.erase(id, isPurge);
  }
}
