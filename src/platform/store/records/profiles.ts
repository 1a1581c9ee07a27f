/**
 * Records of profiles. The state of a profile is a sealed object; the record has the keys of the latest and the previous one. The only
 * writer is the browser that holds the lease.
 */

import type { Database } from "../database/connection.ts";
import { json, time } from "../database/database.ts";
import type { Paged } from "../database/pages.ts";
import { Pages } from "../database/pages.ts";
import { Totals } from "../database/totals.ts";

export interface ProfileRecord {
  id: string;
  projectId: string;
  name: string | null;
  userId: string | null;
  createdAt: number;
  updatedAt: number;
  lastUsedAt: number | null;
  /** Null until a state is saved. */
  cookieDomains: string[] | null;
  object: string | null;
  previousObject: string | null;
  bytes: number;
  leaseBrowser: string | null;
  leaseUntil: number | null;
}

/** State that a browser saves to its profile. */
export interface SavedState {
  object: string;
  previousObject: string | null;
  bytes: number;
  cookieDomains: string[];
}

/** Omitted fields stay unchanged. */
export interface ProfileChange {
  name?: string | null | undefined;
  userId?: string | null | undefined;
}

export class ProfileRecords {
  readonly #db: Database;
  readonly #totals: Totals;
  readonly #pages: Pages;

  constructor(db: Database) {
    this.#db = db;
    this.#totals = new Totals(db);
    this.#pages = new Pages(db);
  }

  /** Time of the database clock, which leases use. */
  now(): Promise<number> {
    return this.#db.now();
  }

  async create(projectId: string, { name = null, userId = null }: ProfileChange, now: number): Promise<ProfileRecord> {
    const row = {
      id: crypto.randomUUID(),
      project_id: projectId,
      name,
      user_id: userId,
      search: searchTextOf(name, userId),
      created_at: now,
      updated_at: now,
      bytes: 0,
    };
    await this.#db.sql`insert into profiles ${this.#db.sql(row)}`;
    return recordOf(row);
  }

  async get(projectId: string, id: string): Promise<ProfileRecord | undefined> {
    const [row] = await this.#db.sql`select * from profiles where id = ${id} and project_id = ${projectId}`;
    return row && recordOf(row);
  }

  /** Newest first; `query` is a case-insensitive substring of the name or user id. */
  async list(
    projectId: string,
    { page, size, query }: { page: number; size: number; query?: string | undefined },
  ): Promise<Paged<ProfileRecord>> {
    const { sql } = this.#db;
    const like = `%${query?.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
    const isOf = query ? sql`and search like ${like} escape '\\'` : sql``;
    const where = sql`project_id = ${projectId} ${isOf}`;
    const rows = await this.#pages.read({ table: "profiles", where, key: query ? undefined : projectId, page, size });
    if (!query) return { items: rows.map(recordOf), total: await this.#totals.of(projectId, "profiles") };
    const [row] = await sql`select count(*) as n from profiles where ${where}`;
    return { items: rows.map(recordOf), total: Number(row?.n ?? 0) };
  }

  async change(projectId: string, id: string, change: ProfileChange, now: number): Promise<ProfileRecord | undefined> {
    const { transaction, dialect } = this.#db;
    // The lock keeps concurrent changes of different fields.
    return await transaction(async (tx) => {
      const locked = dialect === "postgres" ? tx`for update` : tx``;
      const [row] = await tx`select * from profiles where id = ${id} and project_id = ${projectId} ${locked}`;
      if (!row) return undefined;
      const current = recordOf(row);
      const { name = current.name, userId = current.userId } = change;
      const set = { name, user_id: userId, search: searchTextOf(name, userId), updated_at: now };
      const [changed] = await tx`update profiles set ${tx(set)} where id = ${id} returning *`;
      return changed && recordOf(changed);
    });
  }

  /**
   * Takes the lease for a browser and returns the record; undefined if another browser holds it. A lease is free if it expired, or if its
   * browser ended with its server.
   */
  async takeLease(
    id: string,
    { browser, node, now, until }: { browser: string; node: string; now: number; until: number },
  ): Promise<ProfileRecord | undefined> {
    const [row] = await this.#db.sql`
      update profiles set lease_browser = ${browser}, lease_node = ${node}, lease_until = ${until}
      where id = ${id} and (lease_browser is null or lease_until < ${now} or exists (
        select 1 from browsers where browsers.id = profiles.lease_browser and browsers.reason = 'restart'))
      returning *`;
    return row && recordOf(row);
  }

  /** Frees leases of browsers that ended with their server: those of `node`, which is starting, and expired ones. */
  async freeDeadLeases(node: string, now: number): Promise<void> {
    await this.#db.sql`
      update profiles set lease_browser = null, lease_node = null, lease_until = null
      where lease_node = ${node} or lease_until < ${now} or exists (
        select 1 from browsers where browsers.id = profiles.lease_browser and browsers.reason = 'restart')`;
  }

  /** Renews the leases that these browsers still hold. */
  async renewLeases(browsers: readonly string[], until: number): Promise<void> {
    const { sql } = this.#db;
    await sql`update profiles set lease_until = ${until} where lease_browser in ${sql([...browsers])}`;
  }

  async freeLease(browser: string): Promise<void> {
    await this.#db.sql`
      update profiles set lease_browser = null, lease_node = null, lease_until = null where lease_browser = ${browser}`;
  }

  /** Saves the state of a browser. False if it does not hold the lease. */
  async save(id: string, browser: string, state: SavedState, now: number): Promise<boolean> {
    const set = {
      object: state.object,
      previous_object: state.previousObject,
      bytes: state.bytes,
      cookie_domains: JSON.stringify(state.cookieDomains),
      last_used_at: now,
      updated_at: now,
    };
    const rows = await this.#db
      .sql`update profiles set ${this.#db.sql(set)} where id = ${id} and lease_browser = ${browser} returning id`;
    return rows.length > 0;
  }

  /** Existing profiles of these ids, in any project. */
  async byIds(ids: readonly string[]): Promise<ProfileRecord[]> {
    if (ids.length === 0) return [];
    const rows = await this.#db.sql`select * from profiles where id in ${this.#db.sql([...ids])}`;
    return rows.map(recordOf);
  }

  /** Returns the removed record, so that its objects can be removed. */
  async remove(projectId: string, id: string): Promise<ProfileRecord | undefined> {
    const [row] = await this.#db.sql`delete from profiles where id = ${id} and project_id = ${projectId} returning *`;
    return row && recordOf(row);
  }
}

/** Lower-case search text. SQLite's `lower` handles only ASCII. */
function searchTextOf(name: string | null, userId: string | null): string {
  return `${name ?? ""}\n${userId ?? ""}`.toLowerCase();
}

function recordOf(row: Record<string, unknown>): ProfileRecord {
  return {
    id: row.id as string,
    projectId: row.project_id as string,
    name: (row.name as string | null) ?? null,
    userId: (row.user_id as string | null) ?? null,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    lastUsedAt: time(row.last_used_at),
    cookieDomains: json<string[] | null>(row.cookie_domains, null),
    object: (row.object as string | null) ?? null,
    previousObject: (row.previous_object as string | null) ?? null,
    bytes: Number(row.bytes ?? 0),
    leaseBrowser: (row.lease_browser as string | null) ?? null,
    leaseUntil: time(row.lease_until),
  };
}
