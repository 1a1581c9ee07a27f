/** Projects and their API keys. A key is random, told once, and kept as its SHA-256 alone. */
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
  /** The first characters, by which its owner recognises it. */
  start: string;
  createdAt: number;
  /** To the minute. */
  lastUsedAt: number | null;
  revokedAt: number | null;
}

/** A key as it is told, once. */
export interface NewKey {
  key: string;
  record: KeyRecord;
}

/** Of 32 random bytes; what looks otherwise is none, and is not even looked up. */
const FORM = /^svc_[\w-]{43}$/;

/** Characters of a key that may be shown: the prefix and five more. */
const SHOWN = 9;

/**
 * How long a key that was found in force is taken for it without another look. A revocation by this process counts at once,
 * one by another process (`serve keys revoke`) after this time.
 */
const TRUSTED_MS = 2_000;
const TRUSTED_KEYS = 1_000;

/** `lastUsedAt` is written no more often. */
const USED_MS = 60_000;

export class Keys {
  readonly #db: Database;
  readonly #audit: Audit;
  /** Keys in force by their hash. */
  readonly #trusted = new Map<string, { record: KeyRecord; until: number }>();
  /** When the use of a key was last written down, by its id. */
  readonly #used = new Map<string, number>();
  readonly #revokedListeners: ((id: string) => void)[] = [];
  /** Grows with every revocation: what was read before it is not trusted after it. */
  #revocations = 0;

  constructor(db: Database, audit: Audit = new Audit(db)) {
    this.#db = db;
    this.#audit = audit;
  }

  /** The one project of a server, made on first start. */
  async project(): Promise<string> {
    return (await this.#oldestProject(this.#db.sql)) ?? (await this.#alone((tx) => this.#makeProject(tx)));
  }

  /** The first key, when there has never been one. Of servers that start at once one makes it. */
  async first(projectId: string): Promise<NewKey | undefined> {
    const made = await this.#alone(async (tx) => {
      const [held] = await tx`select id from api_keys limit 1`;
      return held ? undefined : await insert(tx, projectId, "first key");
    });
    if (made) await this.#audited("key.created", made.record, null);
    return made;
  }

  /** `address` is the caller's; null for the command line. */
  async create(projectId: string, name: string, address: string | null = null): Promise<NewKey> {
    const made = await insert(this.#db.sql, projectId, name);
    await this.#audited("key.created", made.record, address);
    return made;
  }

  /** Oldest first, with those that were revoked. */
  async list(): Promise<KeyRecord[]> {
    const rows = await this.#db.sql`select * from api_keys order by created_at, id`;
    return rows.map(recordOf);
  }

  /** How many keys are in force. */
  async count(): Promise<number> {
    const [row] = await this.#db.sql`select count(*) as n from api_keys where revoked_at is null`;
    return Number(row?.n ?? 0);
  }

  /**
   * Those in force that somebody means who gives a key's id, its start as it is shown, a part of either from its start, or the
   * whole key: of one that got into wrong hands that is what is there.
   */
  async meant(given: string): Promise<KeyRecord[]> {
    if (FORM.test(given)) {
      const rows = await this.#db.sql`select * from api_keys where hash = ${hashOf(given)} and revoked_at is null`;
      return rows.map(recordOf);
    }
    const text = given.replace(/(…|\.\.\.)$/, "");
    const inForce = (await this.list()).filter(({ revokedAt }) => revokedAt === null);
    const exact = inForce.filter(({ id }) => id === text);
    if (exact.length > 0 || text === "") return exact;
    return inForce.filter(({ id, start }) => id.startsWith(text) || start.startsWith(text));
  }

  /** False when there is no valid key like that. */
  async revoke(id: string, address: string | null = null): Promise<boolean> {
    const forget = () => {
      this.#revocations++;
      this.#trusted.clear();
    };
    const [row] = await this.#db
      .sql`update api_keys set revoked_at = ${Date.now()} where id = ${id} and revoked_at is null returning *`;
    forget();
    if (!row) return false;
    this.#used.delete(id);
    for (const listener of this.#revokedListeners) listener(id);
    await this.#audited("key.revoked", recordOf(row), address);
    return true;
  }

  /** Calls it for each key that this process revokes. */
  onRevoked(listener: (id: string) => void): void {
    this.#revokedListeners.push(listener);
  }

  /** Those that were revoked, by whatever process. */
  async revokedIds(): Promise<string[]> {
    const rows = await this.#db.sql`select id from api_keys where revoked_at is not null`;
    return rows.map(({ id }: { id: string }) => id);
  }

  /** The key's record, or undefined when it is none in force. `address` is the caller's, for the audit of refusals. */
  async check(key: string | undefined, address = ""): Promise<KeyRecord | undefined> {
    const now = Date.now();
    const record = key !== undefined && FORM.test(key) ? await this.#inForce(hashOf(key), now) : undefined;
    if (record) this.#noteUse(record, now);
    else void this.#audit.refused(address, key?.startsWith("svc_") ? key.slice(0, SHOWN) : null, now);
    return record;
  }

  async #inForce(hash: string, now: number): Promise<KeyRecord | undefined> {
    const trusted = this.#trusted.get(hash);
    // A clock that was set back must not keep it in force.
    if (trusted && now < trusted.until && now >= trusted.until - TRUSTED_MS) return trusted.record;
    const revocations = this.#revocations;
    const [row] = await this.#db.sql`select * from api_keys where hash = ${hash} and revoked_at is null`;
    this.#trusted.delete(hash);
    if (!row || !timingSafeEqual(Buffer.from(row.hash as string), Buffer.from(hash))) return undefined;
    const record = recordOf(row);
    if (this.#trusted.size >= TRUSTED_KEYS) this.#trusted.clear();
    if (revocations === this.#revocations) this.#trusted.set(hash, { record, until: now + TRUSTED_MS });
    return record;
  }

  /** Nobody waits for it: an answer is worth more than the minute of a use. */
  #noteUse({ id, lastUsedAt }: KeyRecord, now: number): void {
    const last = this.#used.get(id) ?? lastUsedAt ?? 0;
    if (now - last < USED_MS) return;
    this.#used.set(id, now);
    this.#db.sql`update api_keys set last_used_at = ${now} where id = ${id}`.catch((error: unknown) =>
      log.debug(`the use of key ${id} could not be written:`, error),
    );
  }

  #audited(action: "key.created" | "key.revoked", { id, projectId, name, start }: KeyRecord, address: string | null) {
    return this.#audit.record({ projectId, keyId: id, action, target: `${name} (${start}…)`, address });
  }

  async #oldestProject(sql: SQL): Promise<string | undefined> {
    const [held] = await sql`select id from projects order by created_at, id limit 1`;
    return held?.id as string | undefined;
  }

  async #makeProject(tx: SQL): Promise<string> {
    const held = await this.#oldestProject(tx);
    if (held !== undefined) return held;
    const id = crypto.randomUUID();
    await tx`insert into projects ${tx({ id, name: "default", created_at: Date.now() })}`;
    return id;
  }

  /** A transaction that no other server takes part in at the same time. */
  async #alone<T>(work: (tx: SQL) => Promise<T>): Promise<T> {
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
    start: key.slice(0, SHOWN),
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
