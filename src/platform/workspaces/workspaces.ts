/**
 * Workspaces: folders of files that outlive sessions. The object of a file is written before its row, so that each row has an object;
 * objects of interrupted uploads are removed as garbage.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { privateFolder } from "../../lib/atomic-file.ts";
import { log } from "../../lib/log.ts";
import { notFound, Refusal } from "../refusal.ts";
import type { Garbage } from "../store/objects/garbage.ts";
import type { Objects } from "../store/objects/objects.ts";
import type { PutRefusal, WorkspaceFile, WorkspaceRecords } from "../store/records/workspaces.ts";

/** More files would make the start of each session slow. */
const MAX_FILES = 10_000;

/** Largest upload, if the quota allows it. */
export const MAX_FILE_BYTES = 5_000_000_000;

/** Interval of garbage collection. */
const COLLECT_MS = 600_000;

/** Rows per database query: of all files, and of a folder in a shallow list. */
const PAGE = 1_000;
const FOLDER_PAGE = 2;

export interface WorkspacesSetup {
  home: string;
  records: WorkspaceRecords;
  objects: Objects;
  garbage: Garbage;
  /** Most bytes of a workspace; null means unlimited. */
  quotaBytes: number | null;
}

/** A local file to store. It is copied, not moved. */
export interface Incoming {
  file: string;
  bytes: number;
  type: string;
}

interface ListQuery {
  prefix: string;
  after?: string;
  limit: number;
  isShallow: boolean;
}

/** A page of a list: full paths of files, and folders with a trailing slash. */
export interface Listing {
  files: WorkspaceFile[];
  folders: string[];
  /** Cursor of the next page; undefined on the last page. */
  next: string | undefined;
}

export class Workspaces {
  readonly records: WorkspaceRecords;
  readonly quotaBytes: number | null;
  /** Folder for running uploads. */
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

  /** Removes incomplete uploads of an earlier run, and starts garbage collection. */
  async start(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { mode: 0o700 });
    await this.#garbage.start();
    this.#timer = setInterval(() => void this.collect(), COLLECT_MS);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Removes unreferenced objects. Never throws: it is retried. */
  async collect(): Promise<void> {
    await this.#garbage.collect().catch((error) => log.warn("removing garbage failed, will retry:", error));
  }

  /** Checks the limits before an upload of `bytes` to `path`. Errors: `Refusal` 404 and 413. */
  async checkCapacity(id: string, path: string, bytes: number): Promise<void> {
    const workspace = await this.records.find(id);
    if (!workspace) throw notFound("Workspace");
    const before = await this.records.file(id, path);
    const added = bytes - (before?.bytes ?? 0);
    const isFull = added > 0 && workspace.bytes + added > (this.quotaBytes ?? Number.POSITIVE_INFINITY);
    if (isFull || (!before && workspace.files >= MAX_FILES)) throw this.#refusal("full");
  }

  /** Stores a file, replacing one with the same path. Errors: `Refusal` 404, 409 and 413. */
  async put(workspaceId: string, path: string, { file, bytes, type }: Incoming): Promise<WorkspaceFile> {
    const id = crypto.randomUUID();
    const object = `workspaces/${workspaceId}/${id}`;
    const stored: WorkspaceFile = { id, workspaceId, path, bytes, type, object, modifiedAt: Date.now() };
    await this.#garbage.announce(object);
    let why: PutRefusal | undefined;
    try {
      await this.#objects.put(object, { path: file });
      why = await this.records.put(stored, { bytes: this.quotaBytes ?? Number.POSITIVE_INFINITY, files: MAX_FILES });
    } catch (error) {
      await this.#discard(object);
      throw error;
    }
    if (why === undefined) await this.collect();
    else await this.#discard(object);
    if (why !== undefined) throw this.#refusal(why);
    return stored;
  }

  /** Errors: `Refusal` 404 for an unknown file. */
  async removeFile(workspaceId: string, path: string): Promise<void> {
    if (!(await this.records.removeFile(workspaceId, path))) throw notFound("File");
    await this.collect();
  }

  /** Removes a workspace with all its files. Does nothing for an unknown id. */
  async remove(id: string): Promise<void> {
    await this.records.remove(id);
    await this.collect();
  }

  /**
   * Lists files whose path starts with `prefix`, sorted by path. With `isShallow`, files below a further slash are listed once as their
   * folder; files and folders both count for `limit`.
   */
  async list(id: string, query: ListQuery): Promise<Listing> {
    const files: WorkspaceFile[] = [];
    const folders: string[] = [];
    let next = query.after ?? "";
    for await (const entry of this.#entries(id, query)) {
      if (files.length + folders.length === query.limit) return { files, folders, next };
      if (typeof entry === "string") folders.push(entry);
      else files.push(entry);
      next = pathOf(entry);
    }
    return { files, folders, next: undefined };
  }

  /** Files and, with `isShallow`, folders (as their path) after `after`. */
  async *#entries(
    id: string,
    { prefix, after = "", limit, isShallow }: ListQuery,
  ): AsyncGenerator<WorkspaceFile | string> {
    let last = after;
    // A folder needs one row only; the page grows while files follow each other.
    let pageSize = isShallow ? FOLDER_PAGE : limit + 1;
    for (;;) {
      const rows = await this.records.files(id, { prefix, after: cursorAfter(last), limit: pageSize });
      for (const row of rows) {
        if (isInFolder(row, last)) continue;
        const entry = (isShallow && folderOf(row, prefix)) || row;
        last = pathOf(entry);
        yield entry;
      }
      if (rows.length < pageSize) return;
      pageSize = last.endsWith("/") ? FOLDER_PAGE : Math.min(pageSize * 2, limit + 1);
    }
  }

  /** All files of a workspace. */
  async all(id: string): Promise<WorkspaceFile[]> {
    const files: WorkspaceFile[] = [];
    for (;;) {
      const page = await this.records.files(id, { after: files.at(-1)?.path, limit: PAGE });
      files.push(...page);
      if (page.length < PAGE) return files;
    }
  }

  /** The content of a file; undefined if it was replaced or deleted in the meantime. */
  async content(object: string): Promise<ReadableStream<Uint8Array> | undefined> {
    return await this.#objects.stream(object);
  }

  async #discard(object: string): Promise<void> {
    await this.#garbage.giveUp(object).catch((error) => log.warn("discarding an upload failed, will retry:", error));
    await this.collect();
  }

  #refusal(why: PutRefusal): Refusal {
    if (why === "gone") return notFound("Workspace");
    if (why === "in_the_way") return new Refusal(409, "The path conflicts with an existing file or folder");
    const most = this.quotaBytes === null ? "" : ` and ${this.quotaBytes} bytes`;
    return new Refusal(413, `The workspace is full: the limit is ${MAX_FILES} files${most}`, {
      hint: "Delete files that you no longer need.",
    });
  }
}

function pathOf(entry: WorkspaceFile | string): string {
  return typeof entry === "string" ? entry : entry.path;
}

/** Whether `last` is a folder that contains the file, and is already listed. */
function isInFolder({ path }: WorkspaceFile, last: string): boolean {
  return last.endsWith("/") && path.startsWith(last);
}

/** The folder of a file directly below `prefix`, with its slash; undefined for a file that is not in a folder there. */
function folderOf({ path }: WorkspaceFile, prefix: string): string | undefined {
  const slash = path.indexOf("/", prefix.length);
  return slash < 0 ? undefined : path.slice(0, slash + 1);
}

/** The cursor that follows a file, or all files of a folder. */
function cursorAfter(path: string): string {
  return path.endsWith("/") ? `${path}\u{10ffff}` : path;
}
