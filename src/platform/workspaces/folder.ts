/**
 * A local folder that is synced with a workspace. A push uploads local changes, a pull downloads changes of others. The last writer of
 * a file wins.
 */
import { type BigIntStats, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { asFailure, fileFailure } from "../../errors.ts";
import { log } from "../../lib/log.ts";
import { Refusal } from "../refusal.ts";
import type { WorkspaceFile } from "../store/records/workspaces.ts";
import { faultOfPath } from "./paths.ts";
import type { Workspaces } from "./workspaces.ts";

/** A file as of the last sync. */
interface SyncedFile {
  /** Id of its row. */
  version: string;
  stamp: string;
}

/** A file that the workspace refused, with the reason. */
export interface RefusedFile {
  path: string;
  why: string;
}

export class SyncedFolder {
  readonly #path: string;
  readonly #workspaces: Workspaces;
  readonly #workspaceId: string;
  readonly #known = new Map<string, SyncedFile>();
  /** Stamps of refused files: each version is reported once. */
  readonly #refused = new Map<string, string>();
  #revision: number | undefined;

  constructor(path: string, workspaces: Workspaces, workspaceId: string) {
    this.#path = path;
    this.#workspaces = workspaces;
    this.#workspaceId = workspaceId;
  }

  /** Pushes, then pulls. Returns the refused files. Errors: `io`. */
  async sync(): Promise<RefusedFile[]> {
    const refused = await this.push();
    try {
      await this.#pull();
    } catch (error) {
      throw asFailure(error) ?? fileFailure(error, "cannot copy the files of the workspace");
    }
    return refused;
  }

  /** Uploads local changes. Returns the refused files. Errors: `io`. */
  async push(): Promise<RefusedFile[]> {
    try {
      return await this.#push();
    } catch (error) {
      throw asFailure(error) ?? fileFailure(error, "cannot read the files of the session");
    }
  }

  async #push(): Promise<RefusedFile[]> {
    const refused: RefusedFile[] = [];
    const found = filesIn(this.#path);
    for (const [path, stamp] of found) {
      if (this.#known.get(path)?.stamp === stamp || this.#refused.get(path) === stamp) continue;
      const why = await this.#upload(path, stamp);
      if (why === undefined) continue;
      this.#refused.set(path, stamp);
      refused.push({ path, why });
    }
    for (const [path, { version }] of this.#known) {
      if (found.has(path)) continue;
      await this.#workspaces.records.removeFile(this.#workspaceId, path, version);
      this.#known.delete(path);
    }
    return refused;
  }

  /** Downloads changes of the workspace. Does nothing if it was deleted. */
  async #pull(): Promise<void> {
    const workspace = await this.#workspaces.records.find(this.#workspaceId);
    if (!workspace || workspace.revision === this.#revision) return;
    const files = await this.#workspaces.all(this.#workspaceId);
    const paths = new Set(files.map(({ path }) => path));
    for (const path of this.#known.keys()) {
      if (paths.has(path)) continue;
      rmSync(join(this.#path, path), { force: true });
      this.#known.delete(path);
    }
    let isComplete = true;
    for (const file of files) {
      if (this.#known.get(file.path)?.version === file.id) continue;
      const isThere = await this.#download(file);
      isComplete &&= isThere;
    }
    if (isComplete) this.#revision = workspace.revision;
  }

  /** Uploads a file. Returns the reason if it is refused. */
  async #upload(path: string, stamp: string): Promise<string | undefined> {
    const file = join(this.#path, path);
    const bytes = Number(stamp.split(":")[0]);
    const why = faultOfPath(path);
    if (why !== undefined) return why;
    try {
      await this.#workspaces.checkCapacity(this.#workspaceId, path, bytes);
      const { id } = await this.#workspaces.put(this.#workspaceId, path, { file, bytes, type: Bun.file(path).type });
      this.#known.set(path, { version: id, stamp });
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  }

  /** Downloads a file. False if it was replaced in the meantime, or if its path conflicts with a local file or folder. */
  async #download({ path, object, id }: WorkspaceFile): Promise<boolean> {
    const stream = await this.#workspaces.content(object);
    if (!stream) return false;
    const partial = join(this.#workspaces.folder, crypto.randomUUID());
    const to = join(this.#path, path);
    try {
      await write(stream, partial);
      mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
      renameSync(partial, to);
      this.#known.set(path, { version: id, stamp: stampOf(lstatSync(to, { bigint: true })) });
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!/^(EEXIST|ENOTDIR|EISDIR|ENOTEMPTY)$/.test(code ?? "")) throw error;
      log.warn(`workspace ${this.#workspaceId}: cannot write ${path}, its name is in use:`, code);
      return false;
    } finally {
      rmSync(partial, { force: true });
    }
  }
}

/** Stamps of the regular files in a folder, by relative path. */
function filesIn(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const stat = lstatSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
    if (stat?.isFile()) found.set(process.platform === "win32" ? name.replaceAll("\\", "/") : name, stampOf(stat));
  }
  return found;
}

/** Changes whenever the file is written. The size is the first part. */
function stampOf({ size, mtimeNs, ino }: BigIntStats): string {
  return `${size}:${mtimeNs}:${ino}`;
}

async function write(stream: ReadableStream<Uint8Array>, path: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    for await (const piece of stream) await file.writeFile(piece);
  } finally {
    await file.close();
  }
}
