/** What was used and what it cost: what the API tells of it. Days are those of UTC. */
import { call, download } from "./api.ts";
import type { Found } from "./list.ts";

export interface Account {
  totalCreditsBalanceUsd: number;
  monthlyCreditsBalanceUsd: number;
  additionalCreditsBalanceUsd: number;
  isUnlimited: boolean;
  rateLimit: number;
  planInfo: { planName: string };
}

/** Numbers with many digits come as texts. */
export interface Counts {
  tokens: number;
  browserMinutes: number;
  proxyUsedMb: string;
  llmCostUsd: string;
  browserCostUsd: string;
  proxyCostUsd: string;
  totalCostUsd: string;
}

/** Of a day, a model or a session; null is what has none. */
export interface Used extends Counts {
  group: string | null;
}

/** First and last day, like `2026-11-01`. */
export interface Period {
  from: string;
  to: string;
}

export interface Usage {
  items: Used[];
  totals: Counts;
  totalItems: number;
}

/** The API gives so many at once. */
const MOST = 1_000;

export const account = () => call<Account>("GET", "/api/v3/billing/account");

export function usage(by: "day" | "model" | "session", period: Period, pageSize = MOST): Promise<Usage> {
  const query = new URLSearchParams({ ...period, by, pageSize: String(pageSize) });
  return call<Usage>("GET", `/api/v3/billing/usage?${query}`);
}

/** Rows of one page of sessions. */
const SESSIONS = 10;

/** Those that cost most first. */
export async function costly(period: Period, pages: number): Promise<Found<Used>> {
  const { items, totalItems } = await usage("session", period, Math.min(MOST, SESSIONS * pages));
  return { items, totalItems, hasMore: items.length < Math.min(MOST, totalItems) };
}

/** Every charge, as a file. */
export const ledger = (period: Period) => download(`/api/v3/billing/ledger.csv?${new URLSearchParams({ ...period })}`);

const DAY_MS = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The names of periods, and what they are today. */
export const PERIODS = {
  7: "Last 7 days",
  30: "Last 30 days",
  90: "Last 90 days",
  month: "This month",
  before: "Last month",
} as const;
export type PeriodName = keyof typeof PERIODS;

export function periodOf(name: PeriodName | string, now = Date.now()): Period {
  const today = new Date(now);
  const first = (months: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1);
  if (name === "month") return { from: dayOf(first(0)), to: dayOf(now) };
  if (name === "before") return { from: dayOf(first(-1)), to: dayOf(first(0) - DAY_MS) };
  return { from: dayOf(now - (Number(name) - 1) * DAY_MS), to: dayOf(now) };
}

/** Every day of a period, those without use included. */
export function daysOf({ from, to }: Period): string[] {
  const first = Date.parse(from);
  return Array.from({ length: Math.round((Date.parse(to) - first) / DAY_MS) + 1 }, (_, n) => dayOf(first + n * DAY_MS));
}
