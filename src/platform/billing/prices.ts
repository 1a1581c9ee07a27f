/** What the operator charges for browsers and for traffic, and how counters become money. Pure. */
import { Failure } from "../../errors.ts";
import { nanoOf } from "./money.ts";

/** In nano-USD. */
export interface Prices {
  browserHour: number;
  /** 10^9 bytes. */
  proxyGigabyte: number;
}

/** Where the operator says nothing. */
export const FREE: Prices = { browserHour: 0, proxyGigabyte: 0 };

const MINUTE_MS = 60_000;
const GIGABYTE = 1_000_000_000n;

/** More dollars than any price has; a sum of such amounts is still exact. */
const MAX_PRICE = 10_000;

/**
 * The price of so many minutes. A price of an hour that does not divide by 60 leaves fractions: the price of the next minutes is the
 * difference of two totals, so that nothing is lost over a whole hour.
 */
export function browserNano({ browserHour }: Prices, minutes: number): number {
  return Math.floor((minutes * browserHour) / 60);
}

/** The price of so many bytes, as `browserNano`. */
export function proxyNano({ proxyGigabyte }: Prices, bytes: number): number {
  // The product of both is larger than a float can carry exactly.
  return Number((BigInt(bytes) * BigInt(proxyGigabyte)) / GIGABYTE);
}

/** Minutes that have begun between two times in ms: at least one. */
export function minutesBegun(from: number, to: number): number {
  return Math.max(1, Math.ceil((to - from) / MINUTE_MS));
}

/** The price that a setting says, in nano-USD. Errors: `usage`. */
export function priceOf(setting: string, text: string | undefined): number {
  if (text === undefined) return 0;
  if (/^\d{1,5}(\.\d{1,9})?$/.test(text) && Number(text) <= MAX_PRICE) return nanoOf(text);
  throw new Failure(
    "usage",
    `${setting} is not a price: expected US dollars like 0.02, got '${text}'`,
    `Set it: \`svc config set ${setting} 0.02\`.`,
  );
}
