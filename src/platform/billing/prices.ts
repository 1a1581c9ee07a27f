/** Prices of browsers and traffic, and cost calculation. Pure. */
import { Failure } from "../../errors.ts";
import { nanoOf } from "./money.ts";

/** In nano-USD. */
export interface Prices {
  browserHour: number;
  /** Per 10^9 bytes. */
  proxyGigabyte: number;
}

/** Default prices. */
export const FREE: Prices = { browserHour: 0, proxyGigabyte: 0 };

const MINUTE_MS = 60_000;
const GIGABYTE = 1_000_000_000n;

/** Highest price in dollars; sums of such amounts are still exact. */
const MAX_PRICE = 10_000;

/**
 * Total price of a browser's first `minutes`. The hourly price may not be divisible by 60: charge the difference of two totals, so
 * that rounding errors do not add up.
 */
export function browserNano({ browserHour }: Prices, minutes: number): number {
  return Math.floor((minutes * browserHour) / 60);
}

/** Total price of the first `bytes` of traffic; see `browserNano`. */
export function proxyNano({ proxyGigabyte }: Prices, bytes: number): number {
  // The product exceeds the exact range of a float.
  return Number((BigInt(bytes) * BigInt(proxyGigabyte)) / GIGABYTE);
}

/** Started minutes between two times in ms; at least one. */
export function minutesBegun(from: number, to: number): number {
  return Math.max(1, Math.ceil((to - from) / MINUTE_MS));
}

/** Parses a price setting to nano-USD. Errors: `usage`. */
export function priceOf(setting: string, text: string | undefined): number {
  if (text === undefined) return 0;
  if (/^\d{1,5}(\.\d{1,9})?$/.test(text) && Number(text) <= MAX_PRICE) return nanoOf(text);
  throw new Failure(
    "usage",
    `${setting} is not a price: expected US dollars like 0.02, got '${text}'`,
    `Run \`svc config set ${setting} 0.02\`.`,
  );
}
