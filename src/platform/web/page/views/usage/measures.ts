/** What usage is measured by: its cost, or what was used. Pure. */
import type { UsageTotals } from "../../api/v3.gen.ts";
import { cost, count, span } from "../../components/format.tsx";
import type { Column } from "../../components/table.tsx";

export interface Measure {
  name: string;
  /** Names of the parts of a bar. */
  series: readonly string[];
  parts(used: UsageTotals): number[];
  told(value: number): string;
}

/** Whole cents; less than a cent as exact as sessions tell it. */
export function dollars(amount: number | string): string {
  if (Number(amount) < 0.01) return cost(String(amount));
  return `$${Number(amount).toLocaleString(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** The server counts whole minutes: seconds would be more exact than they are. */
export const minutes = (n: number) => (n < 60 ? `${n} min` : span(n * 60));

export const megabytes = (n: number | string) =>
  `${Number(n).toLocaleString(undefined, { maximumFractionDigits: 1 })} MB`;

const single = (name: string, part: (used: UsageTotals) => number, told: (value: number) => string): Measure => ({
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

/** The columns of tables of usage. */
export const NUMBERS: readonly Column<UsageTotals>[] = [
  ["Cost", ({ totalCostUsd }) => dollars(totalCostUsd)],
  ["Tokens", ({ tokens }) => tokens.toLocaleString()],
  ["Browser time", ({ browserMinutes }) => minutes(browserMinutes)],
  ["Proxy traffic", ({ proxyUsedMb }) => megabytes(proxyUsedMb)],
];
