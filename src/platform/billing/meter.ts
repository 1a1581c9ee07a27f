/** Charges the browsers of this server at the start of each minute, and stops those whose project has reached a limit. */
import { log } from "../../lib/log.ts";
import { Refusal } from "../refusal.ts";
import type { BrowserRecords } from "../store/records/browsers.ts";
import type { Ledger } from "../store/records/ledger.ts";
import type { Payer } from "./allowance.ts";

const LOOK_MS = 1_000;

export interface MeterSetup {
  node: string;
  records: Pick<BrowserRecords, "due" | "chargeMinutes">;
  ledger: Pick<Ledger, "left">;
  /** Browsers that run on this server. */
  running(): readonly { readonly id: string; readonly record: Payer }[];
  /** Stops a browser; not awaited. */
  stop(id: string, reason: "budget"): void;
  now?: () => number;
}

export class Meter {
  readonly #setup: MeterSetup;
  #timer: Timer | undefined;
  #polling: Promise<void> | undefined;
  #isClosed = false;
  #isFailing = false;

  constructor(setup: MeterSetup) {
    this.#setup = setup;
  }

  start(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#polling = this.poll().finally(() => this.start());
    }, LOOK_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#polling;
  }

  /** Never throws: minutes that were not charged are charged the next time, or at the end of their browser. */
  async poll(): Promise<void> {
    try {
      await this.#charge();
      await this.#enforceLimits();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) log.error("charging browsers failed, will retry:", error);
      this.#isFailing = true;
    }
  }

  async #charge(): Promise<void> {
    const { records, node, stop, now = Date.now } = this.#setup;
    const at = now();
    for (const record of await records.due(node, at)) {
      try {
        await records.chargeMinutes(record, at);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        stop(record.id, "budget");
      }
    }
  }

  /** Other work can use up the credits, and the operator can lower a limit. */
  async #enforceLimits(): Promise<void> {
    const { running, ledger, stop } = this.#setup;
    const browsers = Map.groupBy(running(), ({ record }) => `${record.projectId} ${record.keyId}`);
    for (const group of browsers.values()) {
      const [first] = group;
      const left = first && (await ledger.left(first.record));
      if (left && left.nano <= 0) for (const { id } of group) stop(id, "budget");
    }
  }
}
