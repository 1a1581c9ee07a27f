/**
 * The workspace of a session as a folder on the server that runs its browser. Downloads are copied into it. Files that a task
 * returns are stored as separate objects, so that later tasks do not change them.
 */
import { constants, lstatSync, readdirSync, rmSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { privateFolder } from "../../../lib/atomic-file.ts";
import { safeFileName } from "../../../lib/filename.ts";
import { log } from "../../../lib/log.ts";
import type { RunningBrowser } from "../../engine/lifecycle/running.ts";
import type { Objects } from "../../store/objects/objects.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import type { TaskFile } from "../../store/records/tasks.ts";
import { type RefusedFile, SyncedFolder } from "../../workspaces/folder.ts";
import type { Workspaces } from "../../workspaces/workspaces.ts";

/** Most output files of a task, and most bytes of each. */
const MAX_FILES = 200;
const MAX_BYTES = 256 * 1024 * 1024;

export class Workspace {
  readonly folder: string;
  /** Stamps of the browser's files that were copied, by path. */
  readonly #imported = new Map<string, string>();
  readonly #synced: SyncedFolder | undefined;

  /** A session whose workspace was deleted has only the folder. */
  constructor(home: string, session: Pick<SessionRecord, "id" | "workspaceId">, workspaces: Workspaces) {
    const { id, workspaceId } = session;
    this.folder = privateFolder(join(privateFolder(join(home, "server", "workspaces")), id));
    if (workspaceId !== null) this.#synced = new SyncedFolder(this.folder, workspaces, workspaceId);
  }

  /** Syncs changes in both directions. Returns the refused files. Errors: `io`. */
  async sync(): Promise<RefusedFile[]> {
    return (await this.#synced?.sync()) ?? [];
  }

  /** Pushes changes of the folder to the workspace. Returns the refused files. Errors: `io`. */
  async push(): Promise<RefusedFile[]> {
    return (await this.#synced?.push()) ?? [];
  }

  /** Copies new files from the browser's download and upload folders. */
  async importFiles(browser: RunningBrowser): Promise<void> {
    for (const folder of [browser.downloads, browser.uploads]) {
      for (const name of names(folder)) {
        const from = join(folder, name);
        // Incomplete downloads are named by a GUID.
        if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name)) continue;
        try {
          const found = lstatSync(from);
          const stamp = `${found.size}:${found.mtimeMs}`;
          if (!found.isFile() || this.#imported.get(from) === stamp) continue;
          await copyFile(from, join(this.folder, name), constants.COPYFILE_FICLONE);
          this.#imported.set(from, stamp);
        } catch (error) {
          log.warn(`browser ${browser.id}: copying ${name} to the workspace failed:`, error);
        }
      }
    }
  }

  /** Stores output files of a task as objects. Skips paths that do not exist in the folder. */
  async storeFiles(objects: Objects, taskId: string, paths: readonly string[]): Promise<TaskFile[]> {
    const stored: TaskFile[] = [];
    const known = new Set(names(this.folder, true));
    for (const path of new Set(paths.map((one) => one.replace(/^\.\//, "")))) {
      if (stored.length === MAX_FILES) break;
      const from = join(this.folder, path);
      const found = known.has(path) ? lstatSync(from, { throwIfNoEntry: false }) : undefined;
      if (!found?.isFile() || found.size > MAX_BYTES) continue;
      const id = crypto.randomUUID();
      const object = `tasks/${taskId}/${id}`;
      await objects.put(object, { path: from });
      stored.push({ id, taskId, path, bytes: found.size, object, createdAt: Date.now() });
    }
    return stored;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Removes session folders that an earlier run of this server left behind. */
export function removeWorkspaces(home: string): void {
  rmSync(join(home, "server", "workspaces"), { recursive: true, force: true });
}

/** The file name for downloads. */
export function fileNameOf(path: string): string {
  return safeFileName(path.split("/").at(-1) ?? path);
}

function names(folder: string, isDeep = false): string[] {
  try {
    return readdirSync(folder, { recursive: isDeep, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  } catch {
    // The folder is removed together with its browser.
    return [];
  }
}
