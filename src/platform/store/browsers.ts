/** The records of browsers. A record never lies: it is `active` only while a node holds its lease. */
import { type Database, json, time } from "./database.ts";

/** A proxy of the caller's own. */
export interface CustomProxy {
  host: string;
  port: number;
  username?: string | null | undefined;
  password?: string | null | undefined;
  ignoreCertErrors?: boolean | undefined;
}

/** What was asked of a browser, checked and with its defaults. Kept with the record, but for the proxy's password. */
export interface BrowserSettings {
  profileId: string | null;
  /** Undefined: not said, so the operator's default; null: none. */
  proxyCountryCode?: string | null | undefined;
  customProxy: CustomProxy | null;
  timeoutMinutes: number;
  /** Without a client for this long it is stopped; 0 is never. */
  idleTimeoutMs: number;
  width: number;
  height: number;
  allowResizing: boolean;
  enableRecording: boolean;
  /** Labels of the caller's own. */
  metadata?: Record<string, string> | undefined;
}

export interface BrowserRecord {
  id: string;
  projectId: string;
  status: "active" | "stopped";
  /** Why it ended: `asked`, `timeout`, `idle`, `died`, `restart`, `drain`, `failed`, `lost`. */
  reason: string | null;
  profileId: string | null;
  settings: BrowserSettings;
  createdAt: number;
  startedAt: number;
  timeoutAt: number;
  finishedAt: number | null;
  node: string;
  /** Where other servers reach that node; null where they do not. */
  nodeUrl: string | null;
  leaseUntil: number;
  stopAskedAt: number | null;
  proxyBytes: number;
  /** Key of the object, once there is one. */
  recording: string | null;
  agentSessionId: string | null;
  /** Why what it did is not kept in its profile; null where it is, or where it has none. */
  profileError: string | null;
}

/** How a browser ended. */
export interface Finished {
  reason: string;
  at: number;
  profileError?: string | null | undefined;
}

/** A browser that is recorded as active, and when another node asked to stop it. */
export interface Active {
  id: string;
  stopAskedAt: number | null;
}

export interface Paged<T> {
  items: T[];
  total: number;
}

/** Which browsers a list shows. */
export interface BrowserFilter {
  status?: string | undefined;
  agentSessionId?: string | undefined;
  /** Pairs of name and value: those that have all of them. */
  labels?: readonly (readonly [name: string, value: string])[] | undefined;
}

/** Sums over the browsers that began on one day. */
export interface UsageOfDay {
  /** `2026-11-20`, of UTC. */
  day: string;
  browsers: number;
  browserSeconds: number;
  proxyBytes: number;
}

export class BrowserRecords {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The time that leases are told in. */
  now(): Promise<number> {
    return this.#db.now();
  }

  async insert(record: BrowserRecord): Promise<void> {
    const labels = Object.entries(record.settings.metadata ?? {});
    if (labels.length === 0) return void (await this.#db.sql`insert into browsers ${this.#db.sql(rowOf(record))}`);
    const { id: browser_id, projectId: project_id } = record;
    const rows = labels.map(([name, value]) => ({ browser_id, project_id, name, value }));
    await this.#db.transaction(async (tx) => {
      await tx`insert into browsers ${tx(rowOf(record))}`;
      await tx`insert into browser_labels ${tx(rows)}`;
    });
  }

  /** Of that project alone: another's is not found. */
  async get(projectId: string, id: string): Promise<BrowserRecord | undefined> {
    const [row] = await this.#db.sql`select * from browsers where id = ${id} and project_id = ${projectId}`;
    return row && recordOf(row);
  }

  /** Newest first. `page` counts from 1. */
  async list(
    projectId: string,
    { page, size, status, agentSessionId, labels = [] }: { page: number; size: number } & BrowserFilter,
  ): Promise<Paged<BrowserRecord>> {
    const { sql } = this.#db;
    // In the words of the index of active ones, for which a parameter would not do.
    const isIn = status === "active" ? sql`and status = 'active'` : status ? sql`and status = ${status}` : sql``;
    const isOf = agentSessionId === undefined ? sql`` : sql`and agent_session_id = ${agentSessionId}`;
    const where = labels.reduce(
      (found, [name, value]) => sql`${found} and id in (
        select browser_id from browser_labels where project_id = ${projectId} and name = ${name} and value = ${value})`,
      sql`project_id = ${projectId} ${isIn} ${isOf}`,
    );
    const [row] = await sql`select count(*) as n from browsers where ${where}`;
    const rows = await sql`
      select * from browsers where ${where} order by created_at desc, id limit ${size} offset ${(page - 1) * size}`;
    return { items: rows.map(recordOf), total: Number(row?.n ?? 0) };
  }

  /** Which node has it, and where that is reached, of whatever project; undefined for one that does not run. */
  async owner(id: string): Promise<{ node: string; url: string | null } | undefined> {
    const [row] = await this.#db.sql`select node, node_url from browsers where id = ${id} and status = 'active'`;
    return row && { node: row.node as string, url: row.node_url as string | null };
  }

  /** Why it ended; undefined while it has not, or when there is none. */
  async reason(id: string): Promise<string | undefined> {
    const [row] = await this.#db.sql`select reason from browsers where id = ${id} and status = 'stopped'`;
    return row?.reason ?? undefined;
  }

  /** Ends the record, once: false when it was ended before. */
  async finish(id: string, { reason, at, profileError = null }: Finished): Promise<boolean> {
    const rows = await this.#db.sql`
      update browsers set status = 'stopped', reason = ${reason}, finished_at = ${at},
        profile_error = cast(${profileError} as text)
      where id = ${id} and status = 'active' returning id`;
    return rows.length > 0;
  }

  async addTraffic(id: string, bytes: number): Promise<void> {
    await this.#db.sql`update browsers set proxy_bytes = proxy_bytes + ${bytes} where id = ${id}`;
  }

  async setRecording(id: string, object: string): Promise<void> {
    await this.#db.sql`update browsers set recording = ${object} where id = ${id}`;
  }

  /** Asks the node that has it to stop it. */
  async askToStop(id: string, at: number): Promise<void> {
    await this.#db.sql`update browsers set stop_asked_at = ${at} where id = ${id} and status = 'active'`;
  }

  /** Those of that node. */
  async activeOf(node: string): Promise<Active[]> {
    const rows = await this.#db.sql`select id, stop_asked_at from browsers where node = ${node} and status = 'active'`;
    return rows.map((row: Record<string, unknown>) => ({ id: row.id as string, stopAskedAt: time(row.stop_asked_at) }));
  }

  /** Renews the leases of a node. */
  async renew(node: string, leaseUntil: number): Promise<void> {
    await this.#db.sql`update browsers set lease_until = ${leaseUntil} where node = ${node} and status = 'active'`;
  }

  /** Ends what a node that is gone left: its own at its start, and those of others whose lease ran out. */
  async finishAbandoned(node: string, now: number): Promise<BrowserRecord[]> {
    const rows = await this.#db.sql`
      update browsers set status = 'stopped', reason = 'restart', finished_at = ${now}
      where status = 'active' and (node = ${node} or lease_until < ${now}) returning *`;
    return rows.map(recordOf);
  }

  /** What was used on each day (of UTC) since then that had a browser, oldest first. A browser counts for its first day. */
  async usage(projectId: string, since: number, now: number): Promise<UsageOfDay[]> {
    const rows = await this.#db.sql`
      select created_at / 86400000 as day, count(*) as browsers, sum(proxy_bytes) as proxy_bytes,
        sum(coalesce(finished_at, ${now}) - started_at) as ms
      from browsers where project_id = ${projectId} and created_at >= ${since}
      group by created_at / 86400000 order by day`;
    return rows.map((row: Record<string, unknown>) => ({
      day: new Date(Number(row.day) * 86_400_000).toISOString().slice(0, 10),
      browsers: Number(row.browsers),
      // A clock that was set back must not make them negative.
      browserSeconds: Math.max(0, Math.round(Number(row.ms) / 1000)),
      proxyBytes: Number(row.proxy_bytes),
    }));
  }

  async countActive(projectId: string): Promise<number> {
    const [row] = await this.#db
      .sql`select count(*) as n from browsers where project_id = ${projectId} and status = 'active'`;
    return Number(row?.n ?? 0);
  }
}

/** A proxy's password is needed as long as the browser runs, and by nobody who reads the database. */
function kept(settings: BrowserSettings): BrowserSettings {
  const { customProxy } = settings;
  return customProxy ? { ...settings, customProxy: { ...customProxy, password: undefined } } : settings;
}

function rowOf(record: BrowserRecord): Record<string, unknown> {
  return {
    id: record.id,
    project_id: record.projectId,
    status: record.status,
    reason: record.reason,
    profile_id: record.profileId,
    settings: JSON.stringify(kept(record.settings)),
    created_at: record.createdAt,
    started_at: record.startedAt,
    timeout_at: record.timeoutAt,
    finished_at: record.finishedAt,
    node: record.node,
    node_url: record.nodeUrl,
    lease_until: record.leaseUntil,
    stop_asked_at: record.stopAskedAt,
    proxy_bytes: record.proxyBytes,
    recording: record.recording,
    agent_session_id: record.agentSessionId,
    profile_error: record.profileError,
  };
}

function recordOf(row: Record<string, unknown>): BrowserRecord {
  return {
    id: row.id as string,
    projectId: row.project_id as string,
    status: row.status as BrowserRecord["status"],
    reason: row.reason as string | null,
    profileId: row.profile_id as string | null,
    settings: json<BrowserSettings>(row.settings, {} as BrowserSettings),
    createdAt: Number(row.created_at),
    startedAt: Number(row.started_at),
    timeoutAt: Number(row.timeout_at),
    finishedAt: time(row.finished_at),
    node: row.node as string,
    nodeUrl: row.node_url as string | null,
    leaseUntil: Number(row.lease_until),
    stopAskedAt: time(row.stop_asked_at),
    proxyBytes: Number(row.proxy_bytes),
    recording: row.recording as string | null,
    agentSessionId: row.agent_session_id as string | null,
    profileError: row.profile_error as string | null,
  };
}
