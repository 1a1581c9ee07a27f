/**
 * Monitors the sessions of this server by polling the database: executes stop requests and answers, ends sessions whose browser is
 * gone, and releases the tasks of servers that no longer renew their leases.
 */
import { log } from "../../../lib/log.ts";
import type { Fleet } from "../../engine/lifecycle/fleet.ts";
import type { Jobs } from "../../store/jobs/jobs.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import { endForReason } from "./endings.ts";
import type { Records } from "./progress-writer.ts";
import { RUN_TASK, type Runs } from "./runs.ts";

const POLL_MS = 1_000;

export interface SessionMonitorSetup {
  node: string;
  fleet: Fleet;
  jobs: Jobs;
  records: Records;
  runs: Runs;
  leaseMs: number;
}

export class SessionMonitor {
  readonly #setup: SessionMonitorSetup;
  #polling: Promise<void> | undefined;
  #timer: Timer | undefined;
  #isClosed = false;

  constructor(setup: SessionMonitorSetup) {
    this.#setup = setup;
  }

  start(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.poll().finally(() => this.start()), POLL_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#polling;
  }

  /** Polls once, after a poll that is already running. Never throws. */
  async poll(): Promise<void> {
    const before = this.#polling;
    const polling = (async () => {
      await before;
      try {
        await this.#handleRequests();
        await this.#endOrphans();
        // Any server may then run the job.
        await this.#setup.jobs.adopt(RUN_TASK, this.#setup.leaseMs / 2);
      } catch (error) {
        log.warn("monitoring the sessions failed:", error);
      }
    })();
    this.#polling = polling;
    await polling;
  }

  async #handleRequests(): Promise<void> {
    const { records, node, fleet, runs } = this.#setup;
    for (const session of await records.sessions.withRequests(node)) {
      const active = runs.active(session.id);
      if (session.answer !== null && active) {
        await records.sessions.change(session.id, { answer: null });
        active.answer(session.answer);
      }
      if (session.stopAsked === null) continue;
      if (session.status === "idle" && session.stopAsked === "session") {
        await runs.settle(session);
        await fleet.stop(session.browserId ?? "", "asked");
        await this.#end(session, "asked");
      } else if (session.status === "idle")
        await records.sessions.change(session.id, { stopAsked: null }, { from: ["idle"] });
      else active?.stop("The task was stopped.");
    }
  }

  async #endOrphans(): Promise<void> {
    const { records, node, runs } = this.#setup;
    for (const { session, reason } of await records.sessions.orphans()) {
      const isMine = session.node === node && !runs.active(session.id);
      if (session.status === "idle" && (isMine || reason === "restart")) await this.#end(session, reason ?? "died");
    }
  }

  async #end(session: SessionRecord, reason: string): Promise<void> {
    const { records, runs } = this.#setup;
    const { status, why } = endForReason(reason);
    // Keeps the reason why its last task failed.
    const explanation = reason === "asked" ? session.reason : [sentence(session.reason), why].filter(Boolean).join(" ");
    const set = { status, reason: explanation, finishedAt: Date.now(), stopAsked: null };
    runs.forget(session.id);
    await records.sessions.change(session.id, set, { from: ["idle"] });
    records.feed.changed(session.id);
  }
}

/** Adds a full stop if the text has none. */
function sentence(text: string | null): string | null {
  return text && !/[.!?…]$/.test(text) ? `${text}.` : text;
}
