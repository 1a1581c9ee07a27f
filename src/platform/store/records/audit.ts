/** Who did what to the keys of a server, and who was refused. Bounded: it can fill no disk. Holds no secret. */
import { log } from "../../../lib/log.ts";
import type { Database } from "../database/connection.ts";
import type { Paged } from "../database/pages.ts";

export type AuditAction = "key.created" | "key.revoked" | "key.refused";

export interface AuditEntry {
  /** Null where it concerns no project: a key that is none. */
  projectId: string | null;
  keyId?: string | null | undefined;
  action: AuditAction | (string & {});
  /** What it was done to, in words that may be shown. */
  target?: string | null | undefined;
  /** Of the caller; null for the command line. */
  address?: string | null | undefined;
}

export interface AuditRecord extends Required<{ [K in keyof AuditEntry]: Exclude<AuditEntry[K], undefined> }> {
  id: string;
  at: number;
}

/** What is kept: so long, and so many. */
const KEEP_MS = 90 * 86_400_000;
const KEEP_ROWS = 100_000;

/** After so many new ones, old ones are looked for. */
const PRUNE_EVERY = 500;

/** A refused caller is written down once in this time, and so many callers at most. */
const REFUSED_MS = 60_000;
const REFUSED_CALLERS = 60;

export interface AuditLimits {
  keepRows: number;
  pruneEvery: number;
}

export class Audit {
  readonly #db: Database;
  readonly #limits: AuditLimits;
  /** Callers that were refused lately. */
  readonly #refused = new Set<string>();
  #refusedSince = 0;
  #untilPrune = 0;

  constructor(db: Database, limits: AuditLimits = { keepRows: KEEP_ROWS, pruneEvery: PRUNE_EVERY }) {
    this.#db = db;
    this.#limits = limits;
  }

  /** Never throws: what was done is done, and that it could not be written down is logged. */
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
      log.error(`the audit could not be written (${action}):`, error);
    }
  }

  /** A call without a key in force. Of many from one address one is written down, and of many addresses some. */
  async refused(address: string, start: string | null, now = Date.now()): Promise<void> {
    // Also when the clock was set back.
    if (now - this.#refusedSince >= REFUSED_MS || now < this.#refusedSince) {
      this.#refused.clear();
      this.#refusedSince = now;
    }
    if (this.#refused.has(address) || this.#refused.size >= REFUSED_CALLERS) return;
    this.#refused.add(address);
    await this.record({ projectId: null, action: "key.refused", target: start, address }, now);
  }

  /** Newest first: of that project, and what concerns none. `page` counts from 1. */
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
