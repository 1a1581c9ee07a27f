/**
 * Looks after the sessions of this server: does what was asked of them in the database, ends those whose browser is gone, and
 * lets tasks of silent servers be done by others.
 */
import { log } from "../../../lib/log.ts";
import type { Fleet } from "../../engine/lifecycle/fleet.ts";
import type { Jobs } from "../../store/jobs/jobs.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import { endOf } from "./endings.ts";
import type { Records } from "./progress.ts";
import { RUN_TASK, type Runs } from "./runs.ts";

const LOOK_MS = 1_000;

export interface LookoutSetup {
  node: string;
  fleet: Fleet;
  jobs: Jobs;
  records: Records;
  runs: Runs;
  leaseMs: number;
}

export class Lookout {
  readonly #setup: LookoutSetup;
  #looking: Promise<void> | undefined;
  #timer: Timer | undefined;
  #isClosed = false;

  constructor(setup: LookoutSetup) {
    this.#setup = setup;
  }

  start(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.look().finally(() => this.start()), LOOK_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** One look, after the one that is under way. Never throws. */
  async look(): Promise<void> {
    const before = this.#looking;
    const looking = (async () => {
      await before;
      try {
        await this.#asked();
        await this.#orphans();
        // A job of another server that nobody does is anybody's after a while.
        await this.#setup.jobs.adopt(RUN_TASK, this.#setup.leaseMs / 2);
      } catch (error) {
        log.warn("the sessions could not be looked after:", error);
      }
    })();
    this.#looking = looking;
    await looking;
  }

  async #asked(): Promise<void> {
    const { records, node, fleet, runs } = this.#setup;
    for (const session of await records.sessions.asked(node)) {
      const active = runs.active(session.id);
      if (session.answer !== null && active) {
        await records.sessions.change(session.id, { answer: null });
        active.answer(session.answer);
      }
      if (session.stopAsked === null) continue;
      if (session.status === "idle" && session.stopAsked === "session") {
        await runs.settle(session);
        await fleet.stop(session.browserId ?? "", "asked");
        await this.#over(session, "asked");
      } else if (session.status === "idle")
        await records.sessions.change(session.id, { stopAsked: null }, { from: ["idle"] });
      else active?.stop("It was stopped.");
    }
  }

  async #orphans(): Promise<void> {
    const { records, node, runs } = this.#setup;
    for (const { session, reason } of await records.sessions.orphans()) {
      const isMine = session.node === node && !runs.active(session.id);
      if (session.status === "idle" && (isMine || reason === "restart")) await this.#over(session, reason ?? "died");
    }
  }

  async #over(session: SessionRecord, reason: string): Promise<void> {
    const { records, runs } = this.#setup;
    const { status, why } = endOf(reason);
    // Why its last task failed is still what a caller wants to know.
    const told = reason === "asked" ? session.reason : [sentence(session.reason), why].filter(Boolean).join(" ");
    const set = { status, reason: told, finishedAt: Date.now(), stopAsked: null };
    runs.forget(session.id);
    await records.sessions.change(session.id, set, { from: ["idle"] });
    records.feed.changed(session.id);
  }
}

/** A reason may be words of a page, with no full stop. */
function sentence(text: string | null): string | null {
  return text && !/[.!?…]$/.test(text) ? `${text}.` : text;
}
