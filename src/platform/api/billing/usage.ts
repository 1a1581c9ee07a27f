/** Usage of a project over time, and its ledger as a CSV file. Extensions of this server. */
import { csvLine } from "../../billing/csv.ts";
import { dollars, megabytes } from "../../billing/money.ts";
import { Refusal } from "../../refusal.ts";
import type { Entry, EntryKind } from "../../store/records/ledger.ts";
import { nanoOf, type Period, sumOf, type UsageOf, type Used } from "../../store/records/usage.ts";
import type { Platform } from "../http/endpoint.ts";
import { endpoint } from "../http/endpoint.ts";
import { decimal, integer, MAX_PAGE, queryInteger } from "../http/fields.ts";
import { z } from "../http/hono.ts";

const COMMON = { versions: ["v3"], tag: "Billing", method: "get", status: 200 } as const;

const DAY_MS = 86_400_000;

/** Length of the default period in days, today included. */
const USUAL_DAYS = 30;

/** Ledger rows read per database query. */
const ROWS = 1_000;

const period = {
  from: z.iso
    .date()
    .optional()
    .openapi({ description: `First day (UTC), such as 2026-11-01; default ${USUAL_DAYS} days before \`to\`` }),
  to: z.iso.date().optional().openapi({ description: "Last day (UTC), inclusive; default today" }),
};

const counts = {
  tokens: integer(),
  browserMinutes: integer(),
  proxyUsedMb: decimal(),
  llmCostUsd: decimal(),
  browserCostUsd: decimal(),
  proxyCostUsd: decimal(),
  totalCostUsd: decimal(),
};

const UsageItem = z
  .object({
    group: z.string().nullable().openapi({
      description:
        "Day, model or session id. Null for usage without a model (browsers and traffic) or without a session (standalone browsers, purged sessions)",
    }),
    ...counts,
  })
  .openapi("UsageItem");

const UsageResponse = z
  .object({
    from: z.string(),
    to: z.string(),
    items: z.array(UsageItem),
    totals: z.object(counts).openapi("UsageTotals"),
    totalItems: integer(),
    pageNumber: integer(),
    pageSize: integer(),
  })
  .openapi("UsageResponse");

const getUsage = endpoint({
  ...COMMON,
  path: "/billing/usage",
  id: "getUsage",
  summary: "Read usage by day, model or session",
  description:
    "Days are in chronological order, without days that had no usage; models and sessions are ordered by cost. `totals` covers the whole period. Extension of this server.",
  query: z.object({
    ...period,
    by: z.enum(["day", "model", "session"]).default("day"),
    pageSize: queryInteger(1, 1_000, 100).openapi({ description: "Items per page" }),
    pageNumber: queryInteger(1, MAX_PAGE, 1).openapi({ description: "Page number, starting at 1" }),
  }),
  answer: UsageResponse,
  async handle({ platform, projectId, query }) {
    const { by, pageSize, pageNumber } = query;
    const within = periodOf(query, platform.now());
    const { usage } = platform;
    const days = await usage.byDay(projectId, within);
    const page = { page: pageNumber, size: pageSize };
    const groups = by === "model" ? await usage.byModel(projectId, within) : days;
    const items =
      by === "session"
        ? await usage.bySession(projectId, within, page)
        : groups.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
    const body = {
      ...{ from: dayOf(within.from), to: dayOf(within.to - DAY_MS) },
      items: items.map(itemOf),
      totals: countsOf(sumOf(days)),
      totalItems: by === "session" ? await usage.countSessions(projectId, within) : groups.length,
      ...{ pageNumber, pageSize },
    };
    return { status: 200, body };
  },
});

const exportLedger = endpoint({
  ...COMMON,
  path: "/billing/ledger.csv",
  id: "exportLedger",
  summary: "Export every charge and credit as CSV",
  description:
    "One line per ledger entry in chronological order, after a header line. Quantities are tokens, minutes or bytes. Text that a spreadsheet would interpret as a formula is prefixed with an apostrophe. Extension of this server.",
  query: z.object(period),
  fileType: "text/csv",
  handle({ platform, projectId, query }) {
    const within = periodOf(query, platform.now());
    const name = `ledger-${dayOf(within.from)}-${dayOf(within.to - DAY_MS)}.csv`;
    return { status: 200, file: { name, content: csv(platform, projectId, within) } };
  },
});

/** The requested period in ms since 1970, `to` exclusive. Errors: 422 if it ends before it begins. */
function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: number): Period {
  const end = (to === undefined ? Math.floor(now / DAY_MS) * DAY_MS : Date.parse(to)) + DAY_MS;
  const start = from === undefined ? end - USUAL_DAYS * DAY_MS : Date.parse(from);
  if (start >= end) throw new Refusal(422, "Input should not be before `from`", { field: "to" });
  return { from: start, to: end };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function itemOf({ group, used }: UsageOf): z.output<typeof UsageItem> {
  return { group, ...countsOf(used) };
}

function countsOf(used: Used) {
  const { tokens, browser, proxy } = used;
  return {
    tokens: tokens.quantity,
    browserMinutes: browser.quantity,
    proxyUsedMb: megabytes(proxy.quantity),
    llmCostUsd: dollars(tokens.nano),
    browserCostUsd: dollars(browser.nano),
    proxyCostUsd: dollars(proxy.nano),
    totalCostUsd: dollars(nanoOf(used)),
  };
}

const HEADER = [
  "time",
  "kind",
  "session_id",
  "task_id",
  "browser_id",
  "key_id",
  "model",
  "note",
  "quantity",
  "unit",
  "usd",
];

const UNITS: Readonly<Record<EntryKind, string>> = { tokens: "tokens", browser: "minutes", proxy: "bytes", credit: "" };

/** Streams the ledger page by page, so that a ledger of any length fits into memory. */
function csv({ ledger }: Platform, projectId: string, within: Period): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after: Entry | undefined;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(csvLine(HEADER))),
    async pull(controller) {
      const entries = await ledger.entries(projectId, { ...within, after, limit: ROWS });
      after = entries.at(-1);
      if (entries.length > 0) controller.enqueue(encoder.encode(entries.map(lineOf).join("")));
      if (entries.length < ROWS) controller.close();
    },
  });
}

function lineOf({ at, kind, sessionId, taskId, browserId, keyId, model, note, quantity, nano }: Entry): string {
  const time = new Date(at).toISOString();
  return csvLine([time, kind, sessionId, taskId, browserId, keyId, model, note, quantity, UNITS[kind], dollars(nano)]);
}

export const usage = [getUsage, exportLedger];
