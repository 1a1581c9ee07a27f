/**
 * Keys of unreferenced objects: an object is written before its row and removed after it, and a server can crash in between. Any server
 * removes them when they are due.
 */
import type { SQL } from "bun";
import { log } from "../../../lib/log.ts";
import type { Database } from "../database/connection.ts";
import type { Objects } from "./objects.ts";

/** Time for an upload: more than a 5 GB file to a slow storage takes. */
const UPLOAD_MS = 86_400_000;

/** Keys per database query. */
const BATCH = 500;

export interface GarbageSetup {
  database: Database;
  objects: Objects;
  /** This server; its interrupted uploads are removed at its start. */
  node: string;
}

export class Garbage {
  readonly #db: Database;
  readonly #objects: Objects;
  readonly #node: string;

  constructor({ database, objects, node }: GarbageSetup) {
    this.#db = database;
    this.#objects = objects;
    this.#node = node;
  }

  /** Adds an object that is about to be written; `named` removes it again. */
  async announce(object: string): Promise<void> {
    const { sql } = this.#db;
    const row = { object, node: this.#node, remove_at: (await this.#db.now()) + UPLOAD_MS };
    await sql`insert into garbage ${sql(row)}`;
  }

  /** Removes the entry in the transaction that adds the referencing row. False if the object was already removed. */
  async named(object: string, tx: SQL): Promise<boolean> {
    return (await tx`delete from garbage where object = ${object} returning object`).length > 0;
  }

  /** Makes an announced object due that gets no row. */
  async giveUp(object: string): Promise<void> {
    await this.#db.sql`update garbage set remove_at = 0 where object = ${object}`;
  }

  /** Makes objects due in the transaction that removes their rows. */
  async add(objects: readonly string[], tx: SQL): Promise<void> {
    for (let at = 0; at < objects.length; at += BATCH) {
      const rows = objects.slice(at, at + BATCH).map((object) => ({ object, node: this.#node, remove_at: 0 }));
      await tx`insert into garbage ${tx(rows)} on conflict (object) do update set remove_at = 0`;
    }
  }

  /** Removes the interrupted uploads of an earlier run of this server. */
  async start(): Promise<void> {
    await this.#db.sql`update garbage set remove_at = 0 where node = ${this.#node}`;
    await this.collect();
  }

  /** Removes due objects. Stops at the first failure; the next call continues. */
  async collect(): Promise<void> {
    for (;;) {
      const now = await this.#db.now();
      const rows = await this.#db.sql`select object from garbage where remove_at <= ${now} limit ${BATCH}`;
      for (const { object } of rows) {
        try {
          await this.#objects.remove(object);
        } catch (error) {
          log.warn("removing an unreferenced object failed, will retry:", error);
          return;
        }
        await this.#db.sql`delete from garbage where object = ${object}`;
      }
      if (rows.length < BATCH) return;
    }
  }
}
