/**
 * Folders of files that outlive sessions. A file becomes an object first and a row then, so that each row has its object,
 * whatever happens in between; what an upload leaves that was cut off is garbage, and removed.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { privateFolder } from "../../lib/atomic-file.ts";
import { log } from "../../lib/log.ts";
import { notFound, Refusal } from "../refusal.ts";
import type { Garbage } from "../store/objects/garbage.ts";
import type { Objects } from "../store/objects/objects.ts";
import type { NotKept, WorkspaceFile, WorkspaceRecords } from "../store/records/workspaces.ts";

/** A workspace with more files would be slow to lay out for each session. */
const MAX_FILES = 10_000;

/** What one upload may bring, where the workspace has room. */
export const MAX_FILE_BYTES = 5_000_000_000;

/** How often it is looked for garbage that others left. */
const COLLECT_MS = 600_000;

/** Rows that are read at once. */
const SOME = 1_000;
const FEW = 2;

export interface WorkspacesSetup {
  home: string;
  records: WorkspaceRecords;
  objects: Objects;
  garbage: Garbage;
  /** Bytes that one workspace may hold; null is any number. */
  quotaBytes: number | null;
}

/** A file on this server's disk that is to be kept. It stays where it is. */
export interface Incoming {
  file: string;
  bytes: number;
  type: string;
}

/** One page of a list: whole paths, and folders with a slash at their end. */
export interface Listing {
  files: WorkspaceFile[];
  folders: string[];
  /** Behind what it goes on; undefined on the last page. */
  next: string | undefined;
}

export class Workspaces {
  readonly records: WorkspaceRecords;
  readonly quotaBytes: number | null;
  /** Uploads that are under way are written here. */
  readonly folder: string;
  readonly #objects: Objects;
  readonly #garbage: Garbage;
  #timer: Timer | undefined;

  constructor({ home, records, objects, garbage, quotaBytes }: WorkspacesSetup) {
    this.records = records;
    this.quotaBytes = quotaBytes;
    this.folder = join(privateFolder(join(home, "server")), "uploads");
    this.#objects = objects;
    this.#garbage = garbage;
  }

  /** Removes what an earlier run of this server had begun. */
  async start(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { mode: 0o700 });
    await this.#garbage.start();
    this.#timer = setInterval(() => void this.collect(), COLLECT_MS);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Removes objects that nothing names any more. Never throws: it is tried again. */
  async collect(): Promise<void> {
    await this.#garbage.collect().catch((error) => log.warn("garbage could not be removed now:", error));
  }

  /** Refuses what has no room under that path before it comes. Errors: `Refusal` 404 and 413. */
  async checkRoom(id: string, path: string, bytes: number): Promise<void> {
    const workspace = await this.records.find(id);
    if (!workspace) throw notFound("Workspace");
    const before = await this.records.file(id, path);
    const added = bytes - (before?.bytes ?? 0);
    const isFull = added > 0 && workspace.bytes + added > (this.quotaBytes ?? Number.POSITIVE_INFINITY);
    if (isFull || (!before && workspace.files >= MAX_FILES)) throw this.#refusal("full");
  }

  /** Keeps the file under that path, in place of what is there. Errors: `Refusal` 404, 409 and 413. */
  async put(workspaceId: string, path: string, { file, bytes, type }: Incoming): Promise<WorkspaceFile> {
    const id = crypto.randomUUID();
    const object = `workspaces/${workspaceId}/${id}`;
    const kept: WorkspaceFile = { id, workspaceId, path, bytes, type, object, modifiedAt: Date.now() };
    await this.#garbage.announce(object);
    let why: NotKept | undefined;
    try {
      await this.#objects.put(object, { path: file });
      why = await this.records.put(kept, { bytes: this.quotaBytes ?? Number.POSITIVE_INFINITY, files: MAX_FILES });
    } catch (error) {
      await this.#discard(object);
      throw error;
    }
    if (why === undefined) await this.collect();
    else await this.#discard(object);
    if (why !== undefined) throw this.#refusal(why);
    return kept;
  }

  /** Errors: `Refusal` 404 where there is no such file. */
  async removeFile(workspaceId: string, path: string): Promise<void> {
    if (!(await this.records.removeFile(workspaceId, path))) throw notFound("File");
    await this.collect();
  }

  /** With all its files. Does nothing where there is none. */
  async remove(id: string): Promise<void> {
    await this.records.remove(id);
    await this.collect();
  }

  /**
   * Files whose path begins with `prefix`, in the order of their paths. `isShallow`: those below a further slash are told as
   * their folder, once; it and the files count the same for `limit`.
   */
  async list(
    id: string,
    { prefix, after = "", limit, isShallow }: { prefix: string; after?: string; limit: number; isShallow: boolean },
  ): Promise<Listing> {
    const files: WorkspaceFile[] = [];
    const folders: string[] = [];
    let last = after;
    // Of a folder one row is enough; the more files stand side by side, the more are read at once.
    let some = isShallow ? FEW : limit + 1;
    for (;;) {
      const rows = await this.records.files(id, { prefix, after: behind(last), limit: some });
      for (const row of rows) {
        // In a folder that was told already.
        if (last.endsWith("/") && row.path.startsWith(last)) continue;
        if (files.length + folders.length === limit) return { files, folders, next: last };
        const slash = isShallow ? row.path.indexOf("/", prefix.length) : -1;
        if (slash < 0) files.push(row);
        else folders.push(row.path.slice(0, slash + 1));
        last = slash < 0 ? row.path : row.path.slice(0, slash + 1);
      }
      if (rows.length < some) return { files, folders, next: undefined };
      some = last.endsWith("/") ? FEW : Math.min(some * 2, limit + 1);
    }
  }

  /** All files of a workspace. */
  async all(id: string): Promise<WorkspaceFile[]> {
    const files: WorkspaceFile[] = [];
    for (;;) {
      const some = await this.records.files(id, { after: files.at(-1)?.path, limit: SOME });
      files.push(...some);
      if (some.length < SOME) return files;
    }
  }

  /** The bytes of a file; undefined when it has been replaced or deleted meanwhile. */
  async content(object: string): Promise<ReadableStream<Uint8Array> | undefined> {
    return await this.#objects.stream(object);
  }

  async #discard(object: string): Promise<void> {
    await this.#garbage.giveUp(object).catch((error) => log.warn("an upload could not be discarded now:", error));
    await this.collect();
  }

  #refusal(why: NotKept): Refusal {
    if (why === "gone") return notFound("Workspace");
    if (why === "in_the_way")
      return new Refusal(409, "A name in the path is that of a file, or the path is that of a folder");
    const most = this.quotaBytes === null ? "" : ` and ${this.quotaBytes} bytes`;
    return new Refusal(413, `The workspace is full: it may hold ${MAX_FILES} files${most}`, {
      hint: "Delete files that are not needed any more.",
    });
  }
}

/** Behind a file; behind all that a folder holds. */
function behind(path: string): string {
  return path.endsWith("/") ? `${path}\u{10ffff}` : path;
}
