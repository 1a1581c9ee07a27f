/** Projects and their API keys. A key is random, told once, and kept as its SHA-256 alone. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { type Database, time } from "./database.ts";

export interface KeyRecord {
  id: string;
  projectId: string;
  name: string;
  /** The first characters, by which its owner recognises it. */
  start: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

/** Characters of a key that may be shown: the prefix and five more. */
const SHOWN = 9;

export class Keys {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The one project of a server, made on first start. */
  async project(): Promise<string> {
    const [held] = await this.#db.sql`select id from projects order by created_at limit 1`;
    if (held) return held.id as string;
    const id = crypto.randomUUID();
    await this.#db.sql`insert into projects ${this.#db.sql({ id, name: "default", created_at: Date.now() })}`;
    return id;
  }

  async create(projectId: string, name: string): Promise<{ key: string; record: KeyRecord }> {
    const key = `svc_${randomBytes(32).toString("base64url")}`;
    const row = {
      id: crypto.randomUUID(),
      project_id: projectId,
      name,
      start: key.slice(0, SHOWN),
      hash: hashOf(key),
      created_at: Date.now(),
    };
    await this.#db.sql`insert into api_keys ${this.#db.sql(row)}`;
    return { key, record: recordOf(row) };
  }

  async list(): Promise<KeyRecord[]> {
    const rows = await this.#db.sql`select * from api_keys order by created_at`;
    return rows.map(recordOf);
  }

  /** How many keys are in force. */
  async count(): Promise<number> {
    const [row] = await this.#db.sql`select count(*) as n from api_keys where revoked_at is null`;
    return Number(row?.n ?? 0);
  }

  /** False when there is no such key in force. */
  async revoke(id: string): Promise<boolean> {
    const rows = await this.#db
      .sql`update api_keys set revoked_at = ${Date.now()} where id = ${id} and revoked_at is null returning id`;
    return rows.length > 0;
  }

  /** The key's record, or undefined when it is none in force. */
  async check(key: string): Promise<KeyRecord | undefined> {
    const hash = hashOf(key);
    const [row] = await this.#db.sql`select * from api_keys where hash = ${hash} and revoked_at is null`;
    if (!row || !timingSafeEqual(Buffer.from(row.hash as string), Buffer.from(hash))) return undefined;
    return recordOf(row);
  }
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
