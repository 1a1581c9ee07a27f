/**
 * Records of browsers. A record is `active` only while a node holds its lease. Usage is counted here and charged in the ledger in the
 * same transaction.
 */

import { FREE, minutesBegun, type Prices } from "../../billing/prices.ts";
import type { Database } from "../database/connection.ts";
import { time } from "../database/database.ts";
import type { Paged } from "../database/pages.ts";
import { Pages } from "../database/pages.ts";
import { Totals } from "../database/totals.ts";
import { BrowserCharges } from "./browser-charges.ts";
import type { BrowserRecord } from "./browser-rows.ts";
import { recordOf, write } from "./browser-rows.ts";
import { Ledger } from "./ledger.ts";

/** End of a browser. */
export interface Finished {
  reason: string;
  at: number;
  profileError?: string | null | undefined;
}

/** An active browser, with the time at which another node requested a stop. */
export interface ActiveBrowser {
  id: string;
  stopAskedAt: number | null;
}

/** Filter of a list. */
export interface BrowserFilter {
  status?: string | undefined;
  agentSessionId?: string | undefined;
  /** Labels that a browser must have, all of them. */
  labels?: readonly (readonly [name: string, value: string])[] | undefined;
}

export class BrowserRecords {
  readonly #db: Database;
  readonly #charges: BrowserCharges;
  readonly #totals: Totals;
  readonly #pages: Pages;

  constructor(db: Database, prices: Prices = FREE) {
    this.#db = db;
    this.#totals = new Totals(db);
    this.#pages = new Pages(db);
    this.#charges = new BrowserCharges(new Ledger(db), prices);
  }

  /** Time of the database clock, which leases use. */
  now(): Promise<number> {
    return this.#db.now();
  }

  async insert(record: BrowserRecord): Promise<void> {
    await this.#db.transaction((tx) => write(record, tx));
  }

  /** Inserts a record and charges the first minute. Errors: `Refusal` 402 if that would exceed a limit. */
  async begin(record: BrowserRecord): Promise<Pick<BrowserRecord, "minutes" | "browserNano">> {
    return await this.#db.transaction(async (tx) => {
      await write(record, tx);
      return { minutes: 1, browserNano: await this.#charges.ahead(record, 1, tx) };
    });
  }

  /** Browsers of a node whose current minute is not charged. */
  async due(node: string, now: number): Promise<BrowserRecord[]> {
    const rows = await this.#db.sql`
      select * from browsers where node = ${node} and status = 'active' and started_at + minutes * 60000 <= ${now}`;
    return rows.map(recordOf);
  }

  /** Charges the minutes started until `now`. Errors: `Refusal` 402 if that would exceed a limit; then nothing is charged. */
  async chargeMinutes(record: BrowserRecord, now: number): Promise<void> {
    await this.#db.transaction((tx) => this.#charges.ahead(record, minutesBegun(record.startedAt, now + 1), tx));
  }

  /** Undefined for a browser of another project. */
  async get(projectId: string, id: string): Promise<BrowserRecord | undefined> {
    const [row] = await this.#db.sql`select * from browsers where id = ${id} and project_id = ${projectId}`;
    return row && recordOf(row);
  }

  /** Newest first. `page` starts at 1. */
  async list(
    projectId: string,
    { page, size, status, agentSessionId, labels = [] }: { page: number; size: number } & BrowserFilter,
  ): Promise<Paged<BrowserRecord>> {
    const { sql } = this.#db;
    const skip = (page - 1) * size;
    if (labels.length > 0) return await this.#labelled(projectId, { status, agentSessionId, labels }, { size, skip });
    if (agentSessionId !== undefined) {
      // A session has few browsers, so its index is faster than that of the project.
      const found = (await this.ofSession(agentSessionId))
        .filter((one) => one.projectId === projectId && (status === undefined || one.status === status))
        .reverse();
      return { items: found.slice(skip, skip + size), total: found.length };
    }
    // A literal, because the partial index does not match a parameter.
    const isIn = status === "active" ? sql`and status = 'active'` : status ? sql`and status = ${status}` : sql``;
    const where = sql`project_id = ${projectId} ${isIn}`;
    const rows = await this.#pages.read({ table: "browsers", where, key: `${projectId} ${status}`, page, size });
    return { items: rows.map(recordOf), total: await this.#totals.of(projectId, "browsers", status) };
  }

  /** Reads the index of the first label in chronological order, and joins browsers only for other filters. */
  async #labelled(
    projectId: string,
    { status, agentSessionId, labels = [] }: BrowserFilter,
    { size, skip }: { size: number; skip: number },
  ): Promise<Paged<BrowserRecord>> {
    const { sql } = this.#db;
    const [[name, value] = ["", ""], ...others] = labels;
    const has = others.reduce(
      (found, [other, its]) => sql`${found} and exists (select 1 from browser_labels more
        where more.browser_id = labels.browser_id and more.name = ${other} and more.value = ${its})`,
      sql`labels.project_id = ${projectId} and labels.name = ${name} and labels.value = ${value}`,
    );
    const isIn = status === undefined ? sql`` : sql`and browsers.status = ${status}`;
    const isOf = agentSessionId === undefined ? sql`` : sql`and browsers.agent_session_id = ${agentSessionId}`;
    const all = sql`
      from browser_labels labels join browsers on browsers.id = labels.browser_id where ${has} ${isIn} ${isOf}`;
    const isPlain = status === undefined && agentSessionId === undefined;
    const [row] = await sql`select count(*) as n ${isPlain ? sql`from browser_labels labels where ${has}` : all}`;
    const rows = await sql`
      select browsers.* ${all} order by labels.created_at desc, labels.browser_id limit ${size} offset ${skip}`;
    return { items: rows.map(recordOf), total: Number(row?.n ?? 0) };
  }

  /** Browsers of an agent session, oldest first. */
  async ofSession(sessionId: string): Promise<BrowserRecord[]> {
    const rows = await this.#db.sql`
      select * from browsers where agent_session_id = ${sessionId} order by created_at, id`;
    return rows.map(recordOf);
  }

  /** Node of a running browser and its URL, in any project. */
  async owner(id: string): Promise<{ node: string; url: string | null } | undefined> {
    const [row] = await this.#db.sql`select node, node_url from browsers where id = ${id} and status = 'active'`;
    return row && { node: row.node as string, url: row.node_url as string | null };
  }

  /** Whether a record exists, in any project. */
  async has(id: string): Promise<boolean> {
    return (await this.#db.sql`select id from browsers where id = ${id}`).length > 0;
  }

  /** Why it ended; undefined for a running or unknown browser. */
  async reason(id: string): Promise<string | undefined> {
    const [row] = await this.#db.sql`select reason from browsers where id = ${id} and status = 'stopped'`;
    return row?.reason ?? undefined;
  }

  /** Ends the record. False if it had already ended. */
  async finish(id: string, { reason, at, profileError = null }: Finished): Promise<boolean> {
    return await this.#db.transaction(async (tx) => {
      const [row] = await tx`
        update browsers set status = 'stopped', reason = ${reason}, finished_at = ${at},
          profile_error = cast(${profileError} as text)
        where id = ${id} and status = 'active' returning *`;
      if (!row) return false;
      await this.#charges.settle(recordOf(row), tx);
      return true;
    });
  }

  async addTraffic(id: string, bytes: number): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const [row] = await tx`update browsers set proxy_bytes = proxy_bytes + ${bytes} where id = ${id} returning *`;
      if (row) await this.#charges.traffic(recordOf(row), bytes, tx);
    });
  }

  /** False if the record was deleted. */
  async setRecording(id: string, object: string): Promise<boolean> {
    return (await this.#db.sql`update browsers set recording = ${object} where id = ${id} returning id`).length > 0;
  }

  /** Requests the node that has the browser to stop it. */
  async askToStop(id: string, at: number): Promise<void> {
    await this.#db.sql`update browsers set stop_asked_at = ${at} where id = ${id} and status = 'active'`;
  }

  /** Active browsers of a node. */
  async activeOf(node: string): Promise<ActiveBrowser[]> {
    const rows = await this.#db.sql`select id, stop_asked_at from browsers where node = ${node} and status = 'active'`;
    return rows.map((row: Record<string, unknown>) => ({ id: row.id as string, stopAskedAt: time(row.stop_asked_at) }));
  }

  /** Renews the leases of a node. */
  async renew(node: string, leaseUntil: number): Promise<void> {
    await this.#db.sql`update browsers set lease_until = ${leaseUntil} where node = ${node} and status = 'active'`;
  }

  /** Ends browsers of dead nodes: those of `node`, which is starting, and those with an expired lease. */
  async finishAbandoned(node: string, now: number): Promise<BrowserRecord[]> {
    return await this.#db.transaction(async (tx) => {
      const rows = await tx`
        update browsers set status = 'stopped', reason = 'restart', finished_at = ${now}
        where status = 'active' and (node = ${node} or lease_until < ${now}) returning *`;
      const ended = rows.map(recordOf) as BrowserRecord[];
      for (const one of ended) await this.#charges.settle(one, tx);
      return ended;
    });
  }

  async countActive(projectId: string): Promise<number> {
    const [row] = await this.#db
      .sql`select count(*) as n from browsers where project_id = ${projectId} and status = 'active'`;
    return Number(row?.n ?? 0);
  }
}
