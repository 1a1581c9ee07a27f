/** What usage is measured by: its cost, or what was used. */
import { cost, count } from "./agents.ts";
import type { Counts } from "./billing.ts";
import { span } from "./format.ts";

export interface Measure {
  name: string;
  series: readonly string[];
  parts(used: Counts): number[];
  told(value: number): string;
}

/** Cents where there are some, and what is less as exact as sessions tell it. */
export function dollars(amount: number | string): string {
  if (Number(amount) < 0.01) return cost(String(amount));
  return `$${Number(amount).toLocaleString(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
/** Counted in whole ones: seconds would say more than is known. */
export const minutes = (n: number) => (n < 60 ? `${n} min` : span(n * 60));
export const megabytes = (n: number | string) =>
  `${Number(n).toLocaleString(undefined, { maximumFractionDigits: 1 })} MB`;

const single = (name: string, part: (used: Counts) => number, told: (value: number) => string): Measure => ({
  ...{ name, series: [name], told },
  parts: (used) => [part(used)],
});

export const MEASURES: Readonly<Record<string, Measure>> = {
  cost: {
    name: "Cost",
    series: ["Language models", "Browser time", "Proxy traffic"],
    parts: ({ llmCostUsd, browserCostUsd, proxyCostUsd }) => [llmCostUsd, browserCostUsd, proxyCostUsd].map(Number),
    told: dollars,
  },
  tokens: single("Tokens", ({ tokens }) => tokens, count),
  minutes: single("Browser time", ({ browserMinutes }) => browserMinutes, minutes),
  traffic: single("Proxy traffic", ({ proxyUsedMb }) => Number(proxyUsedMb), megabytes),
};
