/** Charges browsers for minutes and traffic, in the transactions that change their counters. */
import type { SQL } from "bun";
import { browserNano, minutesBegun, type Prices, proxyNano } from "../../billing/prices.ts";
import type { BrowserRecord } from "./browser-rows.ts";
import type { Ledger } from "./ledger.ts";

export class BrowserCharges {
  readonly #ledger: Ledger;
  readonly #prices: Prices;

  constructor(ledger: Ledger, prices: Prices) {
    this.#ledger = ledger;
    this.#prices = prices;
  }

  /**
   * Charges a running browser in advance up to `minutes` in total. Returns the charge in nano-USD. Errors: `Refusal` 402 if it would
   * exceed a limit; the caller must roll back.
   */
  async ahead(record: BrowserRecord, minutes: number, tx: SQL): Promise<number> {
    const nano = this.#price(record.minutes, minutes);
    const rows = await tx`
      update browsers set minutes = ${minutes}, browser_nano = browser_nano + ${nano}
      where id = ${record.id} and minutes = ${record.minutes} and status = 'active' returning id`;
    // No rows: it was charged or ended concurrently.
    if (rows.length > 0) await this.#ledger.chargeAhead(chargeOf(record, minutes - record.minutes, nano), tx);
    return nano;
  }

  /** Charges the rest of a browser that has ended. `record` must be read in this transaction. */
  async settle(record: BrowserRecord, tx: SQL): Promise<void> {
    const minutes = minutesOf(record);
    if (minutes === record.minutes) return;
    const nano = minutes === 0 ? -record.browserNano : this.#price(record.minutes, minutes);
    await tx`
      update browsers set minutes = ${minutes}, browser_nano = browser_nano + ${nano} where id = ${record.id}`;
    await this.#ledger.charge(chargeOf(record, minutes - record.minutes, nano), tx);
  }

  /** Charges the latest `bytes`, which `record.proxyBytes` already includes. */
  async traffic(record: BrowserRecord, bytes: number, tx: SQL): Promise<void> {
    const { id, proxyBytes } = record;
    const nano = proxyNano(this.#prices, proxyBytes) - proxyNano(this.#prices, proxyBytes - bytes);
    await tx`update browsers set proxy_nano = proxy_nano + ${nano} where id = ${id}`;
    await this.#ledger.charge({ ...chargeOf(record, bytes, nano), kind: "proxy" }, tx);
  }

  #price(from: number, to: number): number {
    return browserNano(this.#prices, to) - browserNano(this.#prices, from);
  }
}

/** Total minutes that a browser that has ended is charged for. */
function minutesOf({ reason, startedAt, finishedAt, leaseUntil, minutes }: BrowserRecord): number {
  // A browser that failed to start is free; one that ended because of a limit costs no more.
  if (reason === "failed") return 0;
  if (reason === "budget") return minutes;
  // The time of the crash is unknown: the lease is the upper bound.
  const until = reason === "restart" ? Math.min(finishedAt ?? 0, leaseUntil) : (finishedAt ?? 0);
  return Math.max(minutes, minutesBegun(startedAt, until));
}

function chargeOf({ id, projectId, keyId, agentSessionId }: BrowserRecord, quantity: number, nano: number) {
  const of = { projectId, keyId, sessionId: agentSessionId, browserId: id };
  return { ...of, kind: "browser" as const, quantity, nano };
}
