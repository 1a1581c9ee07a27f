/**
 * Records of workspaces and their files. Each version of a file is a new row with its own object. The row of a workspace has its size
 * and number of files, updated in the same transaction.
 */
import type { SQL } from "bun";
import type { Database } from "../database/connection.ts";
import type { Paged } from "../database/pages.ts";
import { Pages } from "../database/pages.ts";
import { Totals } from "../database/totals.ts";
import type { Garbage } from "../objects/garbage.ts";

export interface WorkspaceRecord {
  id: string;
  projectId: string;
  /** The session for which it was created; null if a caller created it. */
  sessionId: string | null;
  name: string | null;
  bytes: number;
  files: number;
  /** Incremented with every change of a file. */
  revision: number;
  createdAt: number;
  updatedAt: number;
}

export interface WorkspaceFile {
  /** Id of this version. */
  id: string;
  workspaceId: string;
  /** Relative path with slashes. */
  path: string;
  bytes: number;
  /** Media type. */
  type: string;
  /** Object key. */
  object: string;
  modifiedAt: number;
}

/** Limits of a workspace. */
export interface WorkspaceLimits {
  bytes: number;
  files: number;
}

/** Why a file was refused: the workspace was deleted or is full, or the path conflicts with a file or folder. */
export type PutRefusal = "gone" | "full" | "in_the_way";

/** Sorts after every character of a path. */
const LAST = "\u{10ffff}";

export class WorkspaceRecords {
  readonly #db: Database;
  readonly #garbage: Garbage;
  readonly #totals: Totals;
  readonly #pages: Pages;

  constructor(db: Database, garbage: Garbage) {
    this.#db = db;
    this.#totals = new Totals(db);
    this.#pages = new Pages(db);
    this.#garbage = garbage;
  }

  async create(
    {
      projectId,
      name = null,
      sessionId = null,
    }: { projectId: string; name?: string | null; sessionId?: string | null },
    within: SQL = this.#db.sql,
  ): Promise<WorkspaceRecord> {
    const now = Date.now();
    const row = { id: crypto.randomUUID(), project_id: projectId, session_id: sessionId, name };
    const [made] =
      await within`insert into workspaces ${within({ ...row, created_at: now, updated_at: now })} returning *`;
    return recordOf(made);
  }

  /** Undefined for a workspace of another project. */
  async get(projectId: string, id: string): Promise<WorkspaceRecord | undefined> {
    const found = await this.find(id);
    return found?.projectId === projectId ? found : undefined;
  }

  async find(id: string): Promise<WorkspaceRecord | undefined> {
    const [row] = await this.#db.sql`select * from workspaces where id = ${id}`;
    return row && recordOf(row);
  }

  /** Workspaces that callers created, newest first. */
  async list(projectId: string, { page, size }: { page: number; size: number }): Promise<Paged<WorkspaceRecord>> {
    const { sql } = this.#db;
    const where = sql`project_id = ${projectId} and session_id is null`;
    const rows = await this.#pages.read({ table: "workspaces", where, key: projectId, page, size });
    return { items: rows.map(recordOf), total: await this.#totals.of(projectId, "workspaces") };
  }

  async rename(projectId: string, id: string, name: string | null): Promise<WorkspaceRecord | undefined> {
    const [row] = await this.#db.sql`
      update workspaces set name = ${name}, updated_at = ${Date.now()}
      where id = ${id} and project_id = ${projectId} returning *`;
    return row && recordOf(row);
  }

  /** Removes a workspace with its files; their objects become garbage. False for an unknown id. */
  async remove(id: string): Promise<boolean> {
    return await this.#db.transaction(async (tx) => {
      if (!(await this.#locked(id, tx))) return false;
      const rows = await tx`delete from workspace_files where workspace_id = ${id} returning object`;
      await this.#garbage.add(
        rows.map(({ object }: { object: string }) => object),
        tx,
      );
      // Cached scripts belong to the workspace.
      await tx`delete from skills where workspace_id = ${id}`;
      await tx`delete from workspaces where id = ${id}`;
      return true;
    });
  }

  async file(workspaceId: string, path: string): Promise<WorkspaceFile | undefined> {
    const [row] = await this.#db.sql`
      select * from workspace_files where workspace_id = ${workspaceId} and path = ${path}`;
    return row && fileOf(row);
  }

  /** Files whose path starts with `prefix`, sorted by path, after `after`. */
  async files(
    workspaceId: string,
    { prefix = "", after = "", limit }: { prefix?: string | undefined; after?: string | undefined; limit: number },
  ): Promise<WorkspaceFile[]> {
    const { sql } = this.#db;
    // Only one lower bound: with two, SQLite would start at the first and scan to the second.
    const isBehind = Buffer.compare(Buffer.from(after), Buffer.from(prefix)) >= 0;
    const first = isBehind && after !== "" ? sql`path > ${after}` : sql`path >= ${prefix}`;
    const rows = await sql`
      select * from workspace_files
      where workspace_id = ${workspaceId} and ${first} and path < ${prefix + LAST}
      order by path limit ${limit}`;
    return rows.map(fileOf);
  }

  /** Adds a file or a new version. Its object must be announced and written. */
  async put(file: WorkspaceFile, limits: WorkspaceLimits): Promise<PutRefusal | undefined> {
    const { workspaceId, path, bytes } = file;
    return await this.#db.transaction(async (tx) => {
      const workspace = await this.#locked(workspaceId, tx);
      if (!workspace) return "gone";
      const [before] = await tx`
        select * from workspace_files where workspace_id = ${workspaceId} and path = ${path}`;
      const added = { bytes: bytes - Number(before?.bytes ?? 0), files: before ? 0 : 1 };
      if (exceeds(workspace, added, limits)) return "full";
      if (!before && (await hasConflict(workspaceId, path, tx))) return "in_the_way";
      if (!(await this.#garbage.named(file.object, tx))) return "gone";
      if (before) {
        await tx`delete from workspace_files where id = ${before.id}`;
        await this.#garbage.add([before.object], tx);
      }
      await tx`insert into workspace_files ${tx(rowOf(file))}`;
      await changed(workspaceId, added, tx);
      return undefined;
    });
  }

  /** Removes a file. False for an unknown path, or if `version` is not the current one. */
  async removeFile(workspaceId: string, path: string, version?: string): Promise<boolean> {
    return await this.#db.transaction(async (tx) => {
      if (!(await this.#locked(workspaceId, tx))) return false;
      const isOf = version === undefined ? tx`` : tx`and id = ${version}`;
      const [row] = await tx`
        delete from workspace_files where workspace_id = ${workspaceId} and path = ${path} ${isOf} returning *`;
      if (!row) return false;
      await this.#garbage.add([row.object], tx);
      await changed(workspaceId, { bytes: -Number(row.bytes), files: -1 }, tx);
      return true;
    });
  }

  /** Locks the row of a workspace for a change of its files. */
  async #locked(id: string, tx: SQL): Promise<WorkspaceRecord | undefined> {
    const locked = this.#db.dialect === "postgres" ? tx`for update` : tx``;
    const [row] = await tx`select * from workspaces where id = ${id} ${locked}`;
    return row && recordOf(row);
  }
}

/** A workspace over its limit accepts smaller versions of its files. */
function exceeds(workspace: WorkspaceRecord, added: WorkspaceLimits, limits: WorkspaceLimits): boolean {
  const isOver = (what: keyof WorkspaceLimits) => added[what] > 0 && workspace[what] + added[what] > limits[what];
  return isOver("bytes") || isOver("files");
}

/** Whether a path would be both a file and a folder. */
async function hasConflict(workspaceId: string, path: string, tx: SQL): Promise<boolean> {
  const names = path.split("/");
  const above = names.slice(1).map((_, n) => names.slice(0, n + 1).join("/"));
  const is = above.length > 0 ? tx`or path in ${tx(above)}` : tx``;
  const [row] = await tx`
    select id from workspace_files where workspace_id = ${workspaceId}
      and ((path > ${`${path}/`} and path < ${`${path}/${LAST}`}) ${is}) limit 1`;
  return row !== undefined;
}

async function changed(id: string, by: { bytes: number; files: number }, tx: SQL): Promise<void> {
  await tx`
    update workspaces set bytes = bytes + ${by.bytes}, files = files + ${by.files}, revision = revision + 1,
      updated_at = ${Date.now()} where id = ${id}`;
}

function rowOf({ workspaceId: workspace_id, modifiedAt: modified_at, ...rest }: WorkspaceFile) {
  return { ...rest, workspace_id, modified_at };
}

function recordOf(row: Record<string, unknown>): WorkspaceRecord {
  return {
    id: row.id as string,
    projectId: row.project_id as string,
    sessionId: row.session_id as string | null,
    name: row.name as string | null,
    bytes: Number(row.bytes),
    files: Number(row.files),
    revision: Number(row.revision),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}

function fileOf(row: Record<string, unknown>): WorkspaceFile {
  return {
    id: row.id as string,
    workspaceId: row.workspace_id as string,
    path: row.path as string,
    bytes: Number(row.bytes),
    type: row.type as string,
    object: row.object as string,
    modifiedAt: Number(row.modified_at),
  };
}
