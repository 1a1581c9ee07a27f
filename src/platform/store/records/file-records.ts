/** Records of files of browsers: their names and object keys. */
import type { Database } from "../database/connection.ts";

export interface FileRecord {
  id: string;
  projectId: string;
  browserId: string;
  kind: "download";
  /** File name; later duplicates get a numeric suffix. */
  path: string;
  bytes: number;
  /** Key of the object. */
  object: string;
  modifiedAt: number;
}

/** Position of the last item of a page. */
export interface FilePosition {
  modifiedAt: number;
  id: string;
}

export class FileRecords {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async insert(record: FileRecord): Promise<void> {
    const { id, kind, path, bytes, object } = record;
    const { projectId: project_id, browserId: browser_id, modifiedAt: modified_at } = record;
    const row = { id, project_id, browser_id, kind, path, bytes, object, modified_at };
    await this.#db.sql`insert into files ${this.#db.sql(row)}`;
  }

  /** Files of a browser, oldest first, at most `limit` after `after`. */
  async list(
    browserId: string,
    kind: FileRecord["kind"],
    { limit, after = { modifiedAt: -1, id: "" } }: { limit: number; after?: FilePosition | undefined },
  ): Promise<FileRecord[]> {
    const { modifiedAt, id } = after;
    const rows = await this.#db.sql`
      select * from files where browser_id = ${browserId} and kind = ${kind}
        and (modified_at > ${modifiedAt} or (modified_at = ${modifiedAt} and id > ${id}))
      order by modified_at, id limit ${limit}`;
    return rows.map(recordOf);
  }
}

function recordOf(row: Record<string, unknown>): FileRecord {
  return {
    id: row.id as string,
    projectId: row.project_id as string,
    browserId: row.browser_id as string,
    kind: row.kind as FileRecord["kind"],
    path: row.path as string,
    bytes: Number(row.bytes),
    object: row.object as string,
    modifiedAt: Number(row.modified_at),
  };
}
