/** Amounts of money: exact formatting and parsing. */
import { expect, test } from "bun:test";
import { dollars, nanoOf } from "../../../src/platform/billing/money.ts";
import { browserNano, minutesBegun, priceOf, proxyNano } from "../../../src/platform/billing/prices.ts";

test("formats and parses amounts exactly to the nano-USD", () => {
  const told: [number, string][] = [
    [0, "0"],
    [1, "0.000000001"],
    [12_300_000, "0.0123"],
    [1_000_000_000, "1"],
    [-1_500_000_000, "-1.5"],
    [9_007_199_254_740_991, "9007199.254740991"],
  ];
  for (const [nano, text] of told) {
    expect(dollars(nano)).toBe(text);
    expect(nanoOf(text)).toBe(nano);
  }
  // A float would round these.
  expect(nanoOf("0.1") + nanoOf("0.2")).toBe(nanoOf("0.3"));
  expect([nanoOf(0.25), nanoOf("0.0000000005"), nanoOf("0.0000000004"), nanoOf(1e-7)]).toEqual([
    250_000_000, 1, 0, 100,
  ]);
});

test("minutes and bytes cost the same charged separately and at once", () => {
  const prices = { browserHour: nanoOf("0.02"), proxyGigabyte: nanoOf("8.40") };
  let sum = 0;
  for (let minute = 0; minute < 60; minute++) sum += browserNano(prices, minute + 1) - browserNano(prices, minute);
  expect(sum).toBe(prices.browserHour);
  let bytes = 0;
  let cost = 0;
  for (const part of [1, 7, 1_000_003, 999_999_999_989, 123_456_789_012]) {
    cost += proxyNano(prices, bytes + part) - proxyNano(prices, bytes);
    bytes += part;
  }
  expect(cost).toBe(Number((BigInt(bytes) * BigInt(prices.proxyGigabyte)) / 1_000_000_000n));
  expect([0, 1, 60_000, 60_001].map((ms) => minutesBegun(1_000, 1_000 + ms))).toEqual([1, 1, 1, 2]);
  // A clock that was set back.
  expect(minutesBegun(1_000, 0)).toBe(1);
});

test("parses prices in dollars and refuses other text", () => {
  expect([priceOf("serve_price_proxy_gb", undefined), priceOf("serve_price_proxy_gb", "2.50")]).toEqual([
    0, 2_500_000_000,
  ]);
  for (const text of ["free", "-1", "1e3", "$2", "99999", "0.0000000001"])
    expect(() => priceOf("serve_price_proxy_gb", text)).toThrow(/serve_price_proxy_gb is not a price/);
});
