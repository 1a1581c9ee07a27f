/** Measures of usage: cost, tokens, browser time and traffic. Pure. */
import type { UsageTotals } from "../../api/v3.gen.ts";
import { cost, count, span } from "../../components/format.tsx";
import type { Column } from "../../components/table.tsx";

export interface Measure {
  name: string;
  /** Names of the parts of a bar. */
  series: readonly string[];
  parts(used: UsageTotals): number[];
  format(value: number): string;
}

/** Dollars with two decimal places; amounts below a cent as exact as for sessions. */
export function dollars(amount: number | string): string {
  if (Number(amount) < 0.01) return cost(String(amount));
  return `$${Number(amount).toLocaleString(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** Whole minutes as the server counts them. */
export const minutes = (n: number) => (n < 60 ? `${n} min` : span(n * 60));

export const megabytes = (n: number | string) =>
  `${Number(n).toLocaleString(undefined, { maximumFractionDigits: 1 })} MB`;

const single = (name: string, part: (used: UsageTotals) => number, format: (value: number) => string): Measure => ({
  ...{ name, series: [name], format },
  parts: (used) => [part(used)],
});

export const MEASURES: Readonly<Record<string, Measure>> = {
  cost: {
    name: "Cost",
    series: ["Language models", "Browser time", "Proxy traffic"],
    parts: ({ llmCostUsd, browserCostUsd, proxyCostUsd }) => [llmCostUsd, browserCostUsd, proxyCostUsd].map(Number),
    format: dollars,
  },
  tokens: single("Tokens", ({ tokens }) => tokens, count),
  minutes: single("Browser time", ({ browserMinutes }) => browserMinutes, minutes),
  traffic: single("Proxy traffic", ({ proxyUsedMb }) => Number(proxyUsedMb), megabytes),
};

/** The columns of usage tables. */
export const NUMBERS: readonly Column<UsageTotals>[] = [
  ["Cost", ({ totalCostUsd }) => dollars(totalCostUsd)],
  ["Tokens", ({ tokens }) => tokens.toLocaleString()],
  ["Browser time", ({ browserMinutes }) => minutes(browserMinutes)],
  ["Proxy traffic", ({ proxyUsedMb }) => megabytes(proxyUsedMb)],
];
