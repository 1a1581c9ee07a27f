/** Projects and their API keys. A key is random, shown once, and stored only as its SHA-256. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { SQL } from "bun";
import { log } from "../../../lib/log.ts";
import type { Database } from "../database/connection.ts";
import { time } from "../database/database.ts";
import { Audit } from "./audit.ts";

export interface KeyRecord {
  id: string;
  projectId: string;
  name: string;
  /** First characters of the key, for identification. */
  start: string;
  createdAt: number;
  /** Accurate to a minute. */
  lastUsedAt: number | null;
  revokedAt: number | null;
}

/** A new key in plain text, for the one response that shows it. */
export interface NewKey {
  key: string;
  record: KeyRecord;
}

/** Format of keys, with 32 random bytes; other texts are not looked up. */
const FORM = /^svc_[\w-]{43}$/;

/** Characters of a key that can be shown: the prefix and five more. */
const START_LENGTH = 9;

/** Cache of valid keys. A revocation by this process takes effect immediately, one by another process after `CACHE_MS`. */
const CACHE_MS = 2_000;
const MAX_CACHED = 1_000;

/** Shortest interval between updates of `lastUsedAt`. */
const USED_MS = 60_000;

export class Keys {
  readonly #db: Database;
  readonly #audit: Audit;
  /** Valid keys by hash. */
  readonly #cache = new Map<string, { record: KeyRecord; until: number }>();
  /** Last update of `lastUsedAt` by key id. */
  readonly #used = new Map<string, number>();
  readonly #revokedListeners: ((id: string) => void)[] = [];
  /** Incremented by every revocation: a record that was read before is not cached after it. */
  #revocations = 0;

  constructor(db: Database, audit: Audit = new Audit(db)) {
    this.#db = db;
    this.#audit = audit;
  }

  /** The project of the server, created on first start. */
  async project(): Promise<string> {
    return (await this.#oldestProject(this.#db.sql)) ?? (await this.#exclusive((tx) => this.#createProject(tx)));
  }

  /** Creates the first key if none has ever existed. Of servers that start concurrently only one creates it. */
  async first(projectId: string): Promise<NewKey | undefined> {
    const created = await this.#exclusive(async (tx) => {
      const [existing] = await tx`select id from api_keys limit 1`;
      return existing ? undefined : await insert(tx, projectId, "first key");
    });
    if (created) await this.#audited("key.created", created.record, null);
    return created;
  }

  /** `address` of the caller; null for the command line. */
  async create(projectId: string, name: string, address: string | null = null): Promise<NewKey> {
    const created = await insert(this.#db.sql, projectId, name);
    await this.#audited("key.created", created.record, address);
    return created;
  }

  /** All keys including revoked ones, oldest first. */
  async list(): Promise<KeyRecord[]> {
    const rows = await this.#db.sql`select * from api_keys order by created_at, id`;
    return rows.map(recordOf);
  }

  /** Number of valid keys. */
  async count(): Promise<number> {
    const [row] = await this.#db.sql`select count(*) as n from api_keys where revoked_at is null`;
    return Number(row?.n ?? 0);
  }

  /** Valid keys that match a reference: an id, the shown start, a prefix of either, or the full key, for example of a leaked one. */
  async matching(reference: string): Promise<KeyRecord[]> {
    if (FORM.test(reference)) {
      const rows = await this.#db.sql`select * from api_keys where hash = ${hashOf(reference)} and revoked_at is null`;
      return rows.map(recordOf);
    }
    const text = reference.replace(/(…|\.\.\.)$/, "");
    const valid = (await this.list()).filter(({ revokedAt }) => revokedAt === null);
    const exact = valid.filter(({ id }) => id === text);
    if (exact.length > 0 || text === "") return exact;
    return valid.filter(({ id, start }) => id.startsWith(text) || start.startsWith(text));
  }

  /** False for an unknown or already revoked key. */
  async revoke(id: string, address: string | null = null): Promise<boolean> {
    const [row] = await this.#db
      .sql`update api_keys set revoked_at = ${Date.now()} where id = ${id} and revoked_at is null returning *`;
    this.#revocations++;
    this.#cache.clear();
    if (!row) return false;
    this.#used.delete(id);
    for (const listener of this.#revokedListeners) listener(id);
    await this.#audited("key.revoked", recordOf(row), address);
    return true;
  }

  /** Calls `listener` for each key that this process revokes. */
  onRevoked(listener: (id: string) => void): void {
    this.#revokedListeners.push(listener);
  }

  /** Ids of all revoked keys. */
  async revokedIds(): Promise<string[]> {
    const rows = await this.#db.sql`select id from api_keys where revoked_at is not null`;
    return rows.map(({ id }: { id: string }) => id);
  }

  /** The record of a valid key, else undefined. `address` of the caller, for the audit log of refusals. */
  async check(key: string | undefined, address = ""): Promise<KeyRecord | undefined> {
    const now = Date.now();
    const record = key !== undefined && FORM.test(key) ? await this.#valid(hashOf(key), now) : undefined;
    if (record) this.#noteUse(record, now);
    else void this.#audit.refused(address, key?.startsWith("svc_") ? key.slice(0, START_LENGTH) : null, now);
    return record;
  }

  async #valid(hash: string, now: number): Promise<KeyRecord | undefined> {
    const cached = this.#cache.get(hash);
    // The second bound handles a clock that was set back.
    if (cached && now < cached.until && now >= cached.until - CACHE_MS) return cached.record;
    const revocations = this.#revocations;
    const [row] = await this.#db.sql`select * from api_keys where hash = ${hash} and revoked_at is null`;
    this.#cache.delete(hash);
    if (!row || !timingSafeEqual(Buffer.from(row.hash as string), Buffer.from(hash))) return undefined;
    const record = recordOf(row);
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    if (revocations === this.#revocations) this.#cache.set(hash, { record, until: now + CACHE_MS });
    return record;
  }

  /** Not awaited, so that requests are not delayed. */
  #noteUse({ id, lastUsedAt }: KeyRecord, now: number): void {
    const last = this.#used.get(id) ?? lastUsedAt ?? 0;
    if (now - last < USED_MS) return;
    this.#used.set(id, now);
    this.#db.sql`update api_keys set last_used_at = ${now} where id = ${id}`.catch((error: unknown) =>
      log.debug(`updating the last use of key ${id} failed:`, error),
    );
  }

  #audited(action: "key.created" | "key.revoked", { id, projectId, name, start }: KeyRecord, address: string | null) {
    return this.#audit.record({ projectId, keyId: id, action, target: `${name} (${start}…)`, address });
  }

  async #oldestProject(sql: SQL): Promise<string | undefined> {
    const [row] = await sql`select id from projects order by created_at, id limit 1`;
    return row?.id as string | undefined;
  }

  async #createProject(tx: SQL): Promise<string> {
    const existing = await this.#oldestProject(tx);
    if (existing !== undefined) return existing;
    const id = crypto.randomUUID();
    await tx`insert into projects ${tx({ id, name: "default", created_at: Date.now() })}`;
    return id;
  }

  /** A transaction that excludes other servers. */
  async #exclusive<T>(work: (tx: SQL) => Promise<T>): Promise<T> {
    return await this.#db.transaction(async (tx) => {
      if (this.#db.dialect === "postgres") await tx`lock table projects in share row exclusive mode`;
      return await work(tx);
    });
  }
}

async function insert(sql: SQL, projectId: string, name: string): Promise<NewKey> {
  const key = `svc_${randomBytes(32).toString("base64url")}`;
  const row = {
    id: crypto.randomUUID(),
    project_id: projectId,
    name,
    start: key.slice(0, START_LENGTH),
    hash: hashOf(key),
    created_at: Date.now(),
  };
  await sql`insert into api_keys ${sql(row)}`;
  return { key, record: recordOf(row) };
}

function hashOf(key: string): string {
  return new Bun.CryptoHasher("sha256").update(key).digest("hex");
}

function recordOf(row: Record<string, unknown>): KeyRecord {
  return {
    id: row.id as string,
    projectId: row.project_id as string,
    name: row.name as string,
    start: row.start as string,
    createdAt: Number(row.created_at),
    lastUsedAt: time(row.last_used_at),
    revokedAt: time(row.revoked_at),
  };
}
