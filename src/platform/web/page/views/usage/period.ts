/** Periods of days (UTC) for the usage view. Pure. */

/** First and last day, like `2026-11-01`. */
export interface Period {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The selectable periods. */
export const PERIODS = [
  ["7", "Last 7 days"],
  ["30", "Last 30 days"],
  ["90", "Last 90 days"],
  ["month", "This month"],
  ["before", "Last month"],
] as const;

/** The first and last day of a period of `PERIODS`, relative to `now`. */
export function periodOf(name: string, now = Date.now()): Period {
  const today = new Date(now);
  const first = (months: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1);
  if (name === "month") return { from: dayOf(first(0)), to: dayOf(now) };
  if (name === "before") return { from: dayOf(first(-1)), to: dayOf(first(0) - DAY_MS) };
  return { from: dayOf(now - (Number(name) - 1) * DAY_MS), to: dayOf(now) };
}

/** Every day of a period, also those without usage. */
export function daysOf({ from, to }: Period): string[] {
  const first = Date.parse(from);
  return Array.from({ length: Math.round((Date.parse(to) - first) / DAY_MS) + 1 }, (_, n) => dayOf(first + n * DAY_MS));
}
