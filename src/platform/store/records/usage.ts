/** Usage of a project over time, from the ledger and its daily sums. */
import type { Database } from "../database/connection.ts";
import type { ChargeKind } from "./ledger.ts";

/** Usage and cost by kind. */
export type Used = Record<ChargeKind, { quantity: number; nano: number }>;

/** `group` is the day (`2026-11-30`), the model or the session id; null for usage without one. */
export interface UsageOf {
  group: string | null;
  used: Used;
}

/** In ms since 1970, whole days (UTC); `to` is exclusive. */
export interface Period {
  from: number;
  to: number;
}

const KINDS: readonly ChargeKind[] = ["tokens", "browser", "proxy"];

const DAY_MS = 86_400_000;

type Row = Record<string, unknown>;

export class UsageRecords {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** In chronological order, without days that had no usage. */
  async byDay(projectId: string, { from, to }: Period): Promise<UsageOf[]> {
    const rows = await this.#db.sql`
      select day as name, kind, sum(quantity) as quantity, sum(nano) as nano from usage_days
      where project_id = ${projectId} and day >= ${from / DAY_MS} and day < ${to / DAY_MS}
      group by day, kind order by day`;
    return grouped(rows, (day) => new Date(Number(day) * DAY_MS).toISOString().slice(0, 10));
  }

  /** By cost, highest first. Browsers and traffic have no model. */
  async byModel(projectId: string, { from, to }: Period): Promise<UsageOf[]> {
    const rows = await this.#db.sql`
      select model as name, kind, sum(quantity) as quantity, sum(nano) as nano from usage_days
      where project_id = ${projectId} and day >= ${from / DAY_MS} and day < ${to / DAY_MS}
      group by model, kind order by model`;
    return grouped(rows, (model) => (model === "" ? null : String(model))).sort(
      (a, b) => nanoOf(b.used) - nanoOf(a.used),
    );
  }

  /** By cost, highest first. Standalone browsers and purged sessions have no session id. */
  async bySession(projectId: string, { from, to }: Period, page: { page: number; size: number }): Promise<UsageOf[]> {
    const { sql } = this.#db;
    const rows = await sql`
      select session_id,
        sum(case when kind = 'tokens' then quantity else 0 end) as tokens_quantity,
        sum(case when kind = 'tokens' then nano else 0 end) as tokens_nano,
        sum(case when kind = 'browser' then quantity else 0 end) as browser_quantity,
        sum(case when kind = 'browser' then nano else 0 end) as browser_nano,
        sum(case when kind = 'proxy' then quantity else 0 end) as proxy_quantity,
        sum(case when kind = 'proxy' then nano else 0 end) as proxy_nano
      from ledger
      where project_id = ${projectId} and at >= ${from} and at < ${to} and kind <> 'credit'
      group by session_id order by sum(nano) desc, session_id limit ${page.size} offset ${(page.page - 1) * page.size}`;
    return rows.map((row: Row) => {
      const of = (kind: ChargeKind) => ({
        quantity: Number(row[`${kind}_quantity`]),
        nano: Number(row[`${kind}_nano`]),
      });
      const used = { tokens: of("tokens"), browser: of("browser"), proxy: of("proxy") };
      return { group: row.session_id as string | null, used };
    });
  }

  async countSessions(projectId: string, { from, to }: Period): Promise<number> {
    const [row] = await this.#db.sql`
      select count(distinct coalesce(session_id, '')) as n from ledger
      where project_id = ${projectId} and at >= ${from} and at < ${to} and kind <> 'credit'`;
    return Number(row?.n ?? 0);
  }
}

/** Groups adjacent rows with the same name. */
function grouped(rows: readonly Row[], nameOf: (name: unknown) => string | null): UsageOf[] {
  const groups: UsageOf[] = [];
  for (const row of rows) {
    const group = nameOf(row.name);
    let last = groups.at(-1);
    if (!last || last.group !== group) {
      last = { group, used: nothing() };
      groups.push(last);
    }
    last.used[row.kind as ChargeKind] = { quantity: Number(row.quantity), nano: Number(row.nano) };
  }
  return groups;
}

function nothing(): Used {
  const none = () => ({ quantity: 0, nano: 0 });
  return { tokens: none(), browser: none(), proxy: none() };
}

export function nanoOf({ tokens, browser, proxy }: Used): number {
  return tokens.nano + browser.nano + proxy.nano;
}

export function sumOf(items: readonly UsageOf[]): Used {
  const sum = nothing();
  for (const { used } of items)
    for (const kind of KINDS) {
      sum[kind].quantity += used[kind].quantity;
      sum[kind].nano += used[kind].nano;
    }
  return sum;
}
