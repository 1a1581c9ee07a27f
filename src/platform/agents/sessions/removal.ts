/**
 * Removes sessions with all their data: messages, tasks, screenshots, files, browsers with downloads and recordings. Their costs stay
 * in the ledger. The next sweep finishes an interrupted removal.
 */
import { log } from "../../../lib/log.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import { LIVE } from "../../store/records/sessions.ts";
import type { Workspaces } from "../../workspaces/workspaces.ts";
import type { Records } from "../runs/progress-writer.ts";

/** Interval of sweeps. */
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
   * Hides a session and removes it. Its record stays without content while a webhook delivery is pending, except for a purge. A session
   * that still runs, because its server does not respond, is removed by a later sweep.
   */
  async remove({ id }: SessionRecord, { isPurge }: { isPurge: boolean }): Promise<void> {
    const { sessions, feed } = this.#records;
    await sessions.hide(id);
    const session = await sessions.find(id);
    if (session && !LIVE.includes(session.status)) await this.#erase(session, isPurge);
    feed.changed(id);
  }

  /** Finishes interrupted removals. Never throws. */
  async sweep(): Promise<void> {
    try {
      for (const session of await this.#records.sessions.deleted()) await this.#erase(session, false);
    } catch (error) {
      log.warn("removing deleted sessions failed, will retry:", error);
    }
  }

  /** Removes objects before rows, because the rows have their keys. */
  async #erase({ id, workspaceId }: SessionRecord, isPurge: boolean): Promise<void> {
    const { sessions, tasks, objects } = this.#records;
    const taskIds = (await tasks.ofSession(id)).map((task) => `tasks/${task.id}/`);
    const browserIds = await sessions.browserIds(id);
    const browsers = browserIds.flatMap((browser) => [`downloads/${browser}/`, `recordings/${browser}.`]);
    for (const prefix of [`sessions/${id}/`, ...taskIds, ...browsers])
      for (const { key } of await objects.list(prefix)) await objects.remove(key);
    const own = workspaceId === null ? undefined : await this.#workspaces.records.find(workspaceId);
    // A workspace that the caller created stays.
    if (own?.sessionId === id) await this.#workspaces.remove(own.id);
    await sessions.erase(id, isPurge);
  }
}
