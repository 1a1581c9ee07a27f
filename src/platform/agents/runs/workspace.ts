/**
 * The files of a session on the server that has its browser: its workspace laid out as a folder. What pages download is
 * copied in; files that a task returns are kept as objects of their own, so that later tasks do not change them.
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
import { type NotTaken, SyncedFolder } from "../../workspaces/folder.ts";
import type { Workspaces } from "../../workspaces/workspaces.ts";

/** Files that one task leaves at most, and bytes of each. */
const MAX_FILES = 200;
const MAX_BYTES = 256 * 1024 * 1024;

export class Workspace {
  readonly folder: string;
  /** Files of the browser that were copied, each as it was then. */
  readonly #brought = new Map<string, string>();
  readonly #synced: SyncedFolder | undefined;

  /** Without a workspace, which may have been deleted, the folder is all there is. */
  constructor(home: string, session: Pick<SessionRecord, "id" | "workspaceId">, workspaces: Workspaces) {
    const { id, workspaceId } = session;
    this.folder = privateFolder(join(privateFolder(join(home, "server", "workspaces")), id));
    if (workspaceId !== null) this.#synced = new SyncedFolder(this.folder, workspaces, workspaceId);
  }

  /** Carries changes in both directions. Returns the files that were refused. Errors: `io`. */
  async sync(): Promise<NotTaken[]> {
    return (await this.#synced?.sync()) ?? [];
  }

  /** Carries changes of the folder to the workspace. Errors: `io`. */
  async push(): Promise<NotTaken[]> {
    return (await this.#synced?.push()) ?? [];
  }

  /** Copies what is new in the browser's folders of downloads and uploads. */
  async bring(browser: RunningBrowser): Promise<void> {
    for (const folder of [browser.downloads, browser.uploads]) {
      for (const name of names(folder)) {
        const from = join(folder, name);
        // What still comes in has a guid for a name.
        if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name)) continue;
        try {
          const found = lstatSync(from);
          const stamp = `${found.size}:${found.mtimeMs}`;
          if (!found.isFile() || this.#brought.get(from) === stamp) continue;
          await copyFile(from, join(this.folder, name), constants.COPYFILE_FICLONE);
          this.#brought.set(from, stamp);
        } catch (error) {
          log.warn(`browser ${browser.id}: ${name} could not be brought into the workspace:`, error);
        }
      }
    }
  }

  /** Keeps files of a task; paths that lead nowhere in here are left out. */
  async keep(objects: Objects, taskId: string, paths: readonly string[]): Promise<TaskFile[]> {
    const kept: TaskFile[] = [];
    const known = new Set(names(this.folder, true));
    for (const path of new Set(paths.map((one) => one.replace(/^\.\//, "")))) {
      if (kept.length === MAX_FILES) break;
      const from = join(this.folder, path);
      const found = known.has(path) ? lstatSync(from, { throwIfNoEntry: false }) : undefined;
      if (!found?.isFile() || found.size > MAX_BYTES) continue;
      const id = crypto.randomUUID();
      const object = `tasks/${taskId}/${id}`;
      await objects.put(object, { path: from });
      kept.push({ id, taskId, path, bytes: found.size, object, createdAt: Date.now() });
    }
    return kept;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Removes the folders of sessions that an earlier run of this server left. */
export function removeWorkspaces(home: string): void {
  rmSync(join(home, "server", "workspaces"), { recursive: true, force: true });
}

/** The name under which a file is handed out. */
export function fileNameOf(path: string): string {
  return safeFileName(path.split("/").at(-1) ?? path);
}

function names(folder: string, isDeep = false): string[] {
  try {
    return readdirSync(folder, { recursive: isDeep, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  } catch {
    // It goes with its browser.
    return [];
  }
}
