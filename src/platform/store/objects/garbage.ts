/**
 * Keys of objects that no row names: they are written before their row and removed after it, and a server may be killed in
 * between. What stands here is removed when its time has come, by whichever server looks.
 */
import type { SQL } from "bun";
import { log } from "../../../lib/log.ts";
import type { Database } from "../database/connection.ts";
import type { Objects } from "./objects.ts";

/** A file of 5 GB that goes to a slow storage is there long before. */
const UNNAMED_MS = 86_400_000;

/** Keys that are looked up at once. */
const SOME = 500;

export interface GarbageSetup {
  database: Database;
  objects: Objects;
  /** This server: what an earlier run of it had begun to write is removed at its start. */
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

  /** Notes an object that is about to be written; `named` strikes it out. */
  async announce(object: string): Promise<void> {
    const { sql } = this.#db;
    const row = { object, node: this.#node, remove_at: (await this.#db.now()) + UNNAMED_MS };
    await sql`insert into garbage ${sql(row)}`;
  }

  /** False when it was removed meanwhile. `tx` adds the row that names it. */
  async named(object: string, tx: SQL): Promise<boolean> {
    return (await tx`delete from garbage where object = ${object} returning object`).length > 0;
  }

  /** An object that was announced and gets no row: it is due at once. */
  async giveUp(object: string): Promise<void> {
    await this.#db.sql`update garbage set remove_at = 0 where object = ${object}`;
  }

  /** What is to be removed as soon as `tx` has taken its rows away. */
  async doom(objects: readonly string[], tx: SQL): Promise<void> {
    for (let at = 0; at < objects.length; at += SOME) {
      const rows = objects.slice(at, at + SOME).map((object) => ({ object, node: this.#node, remove_at: 0 }));
      await tx`insert into garbage ${tx(rows)} on conflict (object) do update set remove_at = 0`;
    }
  }

  /** Removes what an earlier run of this server left half-done. Nothing of this run is under way yet. */
  async start(): Promise<void> {
    await this.#db.sql`update garbage set remove_at = 0 where node = ${this.#node}`;
    await this.collect();
  }

  /** Removes what is due. What cannot be removed now is left for the next time. */
  async collect(): Promise<void> {
    for (;;) {
      const now = await this.#db.now();
      const rows = await this.#db.sql`select object from garbage where remove_at <= ${now} limit ${SOME}`;
      for (const { object } of rows) {
        try {
          await this.#objects.remove(object);
        } catch (error) {
          log.warn("an object that nobody needs could not be removed now:", error);
          return;
        }
        await this.#db.sql`delete from garbage where object = ${object}`;
      }
      if (rows.length < SOME) return;
    }
  }
}
