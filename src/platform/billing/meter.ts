/**
 * Charges the browsers of this server for each minute as it begins, and ends those that cannot be paid any more. Knows nothing of how
 * browsers run.
 */
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
  /** Browsers that run here. */
  running(): readonly { readonly id: string; readonly record: Payer }[];
  /** Ends one; not awaited. */
  stop(id: string, reason: "budget"): void;
  now?: () => number;
}

export class Meter {
  readonly #setup: MeterSetup;
  #timer: Timer | undefined;
  #looking: Promise<void> | undefined;
  #isClosed = false;
  #isFailing = false;

  constructor(setup: MeterSetup) {
    this.#setup = setup;
  }

  start(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.look().finally(() => this.start());
    }, LOOK_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** Never throws: minutes that could not be charged now are charged the next time, or at the end of their browser. */
  async look(): Promise<void> {
    try {
      await this.#charge();
      await this.#compare();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) log.error("browsers cannot be charged at the moment:", error);
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

  /** Credits may be used up by other work, and limits may be lowered. */
  async #compare(): Promise<void> {
    const { running, ledger, stop } = this.#setup;
    const browsers = Map.groupBy(running(), ({ record }) => `${record.projectId} ${record.keyId}`);
    for (const group of browsers.values()) {
      const [first] = group;
      const left = first && (await ledger.left(first.record));
      if (left && left.nano <= 0) for (const { id } of group) stop(id, "budget");
    }
  }
}
