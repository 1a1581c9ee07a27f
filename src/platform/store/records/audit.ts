/** The audit log of API keys: created, revoked and refused keys. Limited in size. Contains no secrets. */
import { log } from "../../../lib/log.ts";
import type { Database } from "../database/connection.ts";
import type { Paged } from "../database/pages.ts";

export type AuditAction = "key.created" | "key.revoked" | "key.refused";

export interface AuditEntry {
  /** Null for a refused key, which belongs to no project. */
  projectId: string | null;
  keyId?: string | null | undefined;
  action: AuditAction | (string & {});
  /** Description of the key, safe to show. */
  target?: string | null | undefined;
  /** IP address of the caller; null for the command line. */
  address?: string | null | undefined;
}

export interface AuditRecord extends Required<{ [K in keyof AuditEntry]: Exclude<AuditEntry[K], undefined> }> {
  id: string;
  at: number;
}

/** Retention: age and number of entries. */
const KEEP_MS = 90 * 86_400_000;
const KEEP_ROWS = 100_000;

/** Entries between two prunings. */
const PRUNE_EVERY = 500;

/** In this interval each refused caller is recorded once, and at most this many callers. */
const REFUSED_MS = 60_000;
const REFUSED_CALLERS = 60;

export interface AuditLimits {
  keepRows: number;
  pruneEvery: number;
}

export class Audit {
  readonly #db: Database;
  readonly #limits: AuditLimits;
  /** Addresses that were recorded in the current interval. */
  readonly #refused = new Set<string>();
  #refusedSince = 0;
  #untilPrune = 0;

  constructor(db: Database, limits: AuditLimits = { keepRows: KEEP_ROWS, pruneEvery: PRUNE_EVERY }) {
    this.#db = db;
    this.#limits = limits;
  }

  /** Never throws: a failure to write is logged. */
  async record(entry: AuditEntry, now = Date.now()): Promise<void> {
    const { projectId, keyId = null, action, target = null, address = null } = entry;
    const row = { id: crypto.randomUUID(), at: now, project_id: projectId, key_id: keyId, action, target, address };
    try {
      await this.#db.sql`insert into audit ${this.#db.sql(row)}`;
      if (this.#untilPrune-- <= 0) {
        this.#untilPrune = this.#limits.pruneEvery;
        await this.#prune(now);
      }
    } catch (error) {
      log.error(`writing the audit log failed (${action}):`, error);
    }
  }

  /** Records a request without a valid key, limited by address and interval. */
  async refused(address: string, start: string | null, now = Date.now()): Promise<void> {
    // The second condition handles a clock that was set back.
    if (now - this.#refusedSince >= REFUSED_MS || now < this.#refusedSince) {
      this.#refused.clear();
      this.#refusedSince = now;
    }
    if (this.#refused.has(address) || this.#refused.size >= REFUSED_CALLERS) return;
    this.#refused.add(address);
    await this.record({ projectId: null, action: "key.refused", target: start, address }, now);
  }

  /** Entries of a project and those without a project, newest first. `page` starts at 1. */
  async list(projectId: string, { page, size }: { page: number; size: number }): Promise<Paged<AuditRecord>> {
    const { sql } = this.#db;
    const isOf = sql`(project_id = ${projectId} or project_id is null)`;
    const [row] = await sql`select count(*) as n from audit where ${isOf}`;
    const rows = await sql`
      select * from audit where ${isOf} order by at desc, id limit ${size} offset ${(page - 1) * size}`;
    return { items: rows.map(recordOf), total: Number(row?.n ?? 0) };
  }

  async #prune(now: number): Promise<void> {
    const { sql } = this.#db;
    const [first] = await sql`select at from audit order by at desc, id limit 1 offset ${this.#limits.keepRows}`;
    const before = Math.max(now - KEEP_MS, first ? Number(first.at) + 1 : 0);
    await sql`delete from audit where at < ${before}`;
  }
}

function recordOf(row: Record<string, unknown>): AuditRecord {
  return {
    id: row.id as string,
    at: Number(row.at),
    projectId: row.project_id as string | null,
    keyId: row.key_id as string | null,
    action: row.action as string,
    target: row.target as string | null,
    address: row.address as string | null,
  };
}
