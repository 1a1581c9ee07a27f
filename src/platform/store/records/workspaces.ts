/**
 * Workspaces and the files in them. A file is written whole: a new version is another row, with an object of its own. What a
 * workspace holds is counted in its row, in the same step as the files change.
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
  /** The session that it was made with; null where a caller made it. */
  sessionId: string | null;
  name: string | null;
  bytes: number;
  files: number;
  /** Another one whenever a file came, changed or went. */
  revision: number;
  createdAt: number;
  updatedAt: number;
}

export interface WorkspaceFile {
  /** Of this version. */
  id: string;
  workspaceId: string;
  /** Below the workspace, with a slash between names. */
  path: string;
  bytes: number;
  /** Media type. */
  type: string;
  /** Key of the object. */
  object: string;
  modifiedAt: number;
}

/** What a workspace may hold. */
export interface WorkspaceLimits {
  bytes: number;
  files: number;
}

/** Why a file was not taken: its workspace is gone or full, or its path leads through a file or is that of a folder. */
export type NotKept = "gone" | "full" | "in_the_way";

/** Behind every path that begins so: no path has this character. */
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

  /** Of that project alone. */
  async get(projectId: string, id: string): Promise<WorkspaceRecord | undefined> {
    const found = await this.find(id);
    return found?.projectId === projectId ? found : undefined;
  }

  async find(id: string): Promise<WorkspaceRecord | undefined> {
    const [row] = await this.#db.sql`select * from workspaces where id = ${id}`;
    return row && recordOf(row);
  }

  /** Those that callers made, newest first. */
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

  /** With its files; their objects are garbage from then on. False where there is none. */
  async remove(id: string): Promise<boolean> {
    return await this.#db.transaction(async (tx) => {
      if (!(await this.#locked(id, tx))) return false;
      const rows = await tx`delete from workspace_files where workspace_id = ${id} returning object`;
      await this.#garbage.doom(
        rows.map(({ object }: { object: string }) => object),
        tx,
      );
      // Scripts that were kept for tasks that come again belong to it.
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

  /** Those whose path begins with `prefix`, in the order of their paths, behind `after`. */
  async files(
    workspaceId: string,
    { prefix = "", after = "", limit }: { prefix?: string | undefined; after?: string | undefined; limit: number },
  ): Promise<WorkspaceFile[]> {
    const { sql } = this.#db;
    // One bound alone: of two SQLite would begin at the first, and go through all files up to the second.
    const isBehind = Buffer.compare(Buffer.from(after), Buffer.from(prefix)) >= 0;
    const first = isBehind && after !== "" ? sql`path > ${after}` : sql`path >= ${prefix}`;
    const rows = await sql`
      select * from workspace_files
      where workspace_id = ${workspaceId} and ${first} and path < ${prefix + LAST}
      order by path limit ${limit}`;
    return rows.map(fileOf);
  }

  /** Adds the file, or a new version of it. Its object was announced, and is there. */
  async put(file: WorkspaceFile, limits: WorkspaceLimits): Promise<NotKept | undefined> {
    const { workspaceId, path, bytes } = file;
    return await this.#db.transaction(async (tx) => {
      const workspace = await this.#locked(workspaceId, tx);
      if (!workspace) return "gone";
      const [before] = await tx`
        select * from workspace_files where workspace_id = ${workspaceId} and path = ${path}`;
      const added = bytes - Number(before?.bytes ?? 0);
      // What is too full already may still shrink.
      if (added > 0 && workspace.bytes + added > limits.bytes) return "full";
      if (!before && workspace.files >= limits.files) return "full";
      if (!before && (await isInTheWay(workspaceId, path, tx))) return "in_the_way";
      if (!(await this.#garbage.named(file.object, tx))) return "gone";
      if (before) {
        await tx`delete from workspace_files where id = ${before.id}`;
        await this.#garbage.doom([before.object], tx);
      }
      await tx`insert into workspace_files ${tx(rowOf(file))}`;
      await changed(workspaceId, { bytes: added, files: before ? 0 : 1 }, tx);
      return undefined;
    });
  }

  /** False where there is none, or where `version` is given and it is another one by now. */
  async removeFile(workspaceId: string, path: string, version?: string): Promise<boolean> {
    return await this.#db.transaction(async (tx) => {
      if (!(await this.#locked(workspaceId, tx))) return false;
      const isOf = version === undefined ? tx`` : tx`and id = ${version}`;
      const [row] = await tx`
        delete from workspace_files where workspace_id = ${workspaceId} and path = ${path} ${isOf} returning *`;
      if (!row) return false;
      await this.#garbage.doom([row.object], tx);
      await changed(workspaceId, { bytes: -Number(row.bytes), files: -1 }, tx);
      return true;
    });
  }

  /** Whoever changes its files has its row. */
  async #locked(id: string, tx: SQL): Promise<WorkspaceRecord | undefined> {
    const locked = this.#db.dialect === "postgres" ? tx`for update` : tx``;
    const [row] = await tx`select * from workspaces where id = ${id} ${locked}`;
    return row && recordOf(row);
  }
}

/** On a disk a name is that of a file or of a folder. */
async function isInTheWay(workspaceId: string, path: string, tx: SQL): Promise<boolean> {
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
