/**
 * Downloads of a browser. A browser that svc started saves a download under a guid, and under its sanitised name when it is
 * complete. Downloads of other browsers are only reported.
 */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Session } from "../cdp/connection.ts";
import type { Events } from "../cdp/protocol.gen.ts";
import { fileFailure } from "../errors.ts";
import { Changes } from "../lib/changes.ts";
import { moveToFreeName, safeFileName } from "../lib/filename.ts";
import { log } from "../lib/log.ts";
import { shorten } from "../lib/shorten.ts";
import type { CommandEvent } from "../outcome.ts";

export interface DownloadFolders {
  /** Folder of unfinished files; removed with the browser. */
  incoming: string;
  /** Folder of finished files; kept after the session. */
  saved: string;
}

export interface Download {
  /** The number by which commands name it, from 1. */
  n: number;
  name: string;
  url: string;
  /** Path of the finished file. */
  path?: string;
  bytes: number;
  /** Size that the server announced, in bytes. */
  total?: number;
  state: "in_progress" | "completed" | "canceled" | "failed";
}

interface Known extends Download {
  frameId: string;
  startedMs: number;
  /** Which of its events was reported last. */
  reported: "nothing" | "start" | "end";
}

/** How long a command waits for a download that has just event: most end within it. */
const QUICK_MS = 1_000;

/** Chrome reports the end of a navigation and its download in any order, at most this far apart. */
const ORDER_MS = 100;

/** A `data:` address holds the whole file. */
const MAX_URL = 500;

export class Downloads {
  readonly #byGuid = new Map<string, Known>();
  readonly #folders: DownloadFolders | undefined;
  /** Folder of the downloads of a run, and how many it may still start. */
  #redirected: { folder: string; left: number } | undefined;
  #root: Session | undefined;
  /** Ended since the last action, and not yet waited for. */
  readonly #fresh = new Set<Known>();
  readonly #changes = new Changes();
  /** When the last action began. */
  #actedMs = 0;

  /** The browser runs on another machine: its paths mean nothing here. */
  readonly #isFar: boolean;

  constructor(folders: DownloadFolders | undefined, isFar = false) {
    this.#folders = folders;
    this.#isFar = isFar;
  }

  /** Makes the browser report downloads, and save them where folders are set. */
  follow(root: Session): Promise<unknown> {
    this.#root = root;
    root.on("Browser.downloadWillBegin", (event) => this.#began(event));
    root.on("Browser.downloadProgress", (progress) => this.#progressed(progress));
    return root.sendMayFail(
      "Browser.setDownloadBehavior",
      this.#folders
        ? { behavior: "allowAndName", downloadPath: this.#folders.incoming, eventsEnabled: true }
        : { behavior: "default", eventsEnabled: true },
    );
  }

  /**
   * Saves up to `most` downloads in `folder` and cancels further ones, until the returned function is called. A browser that
   * svc did not start saves them in its own folder.
   */
  keepIn({ folder, most }: { folder: string; most: number }): () => void {
    this.#redirected = { folder, left: most };
    return () => {
      this.#redirected = undefined;
    };
  }

  get list(): readonly Download[] {
    return [...this.#byGuid.values()].map(plain);
  }

  #began({ guid, url, suggestedFilename, frameId }: Events["Browser.downloadWillBegin"]): void {
    if (this.#redirected && this.#redirected.left-- <= 0)
      void this.#root?.sendMayFail("Browser.cancelDownload", { guid });
    this.#byGuid.set(guid, {
      n: this.#byGuid.size + 1,
      name: safeFileName(suggestedFilename),
      url: shorten(url, url.startsWith("data:") ? MAX_URL : Number.MAX_SAFE_INTEGER),
      bytes: 0,
      state: "in_progress",
      frameId,
      startedMs: performance.now(),
      reported: "nothing",
    });
    this.#changes.notify();
  }

  #progressed(progress: Events["Browser.downloadProgress"]): void {
    const known = this.#byGuid.get(progress.guid);
    if (known?.state !== "in_progress") return;
    known.bytes = progress.receivedBytes;
    if (progress.totalBytes > 0) known.total = progress.totalBytes;
    if (progress.state === "inProgress") return;
    // Chrome reports a cancellation and a broken connection alike. Nobody cancels in a browser that svc started.
    if (progress.state === "canceled") known.state = this.#folders ? "failed" : "canceled";
    else this.#completed(known, progress);
    this.#fresh.add(known);
    this.#changes.notify();
  }

  #completed(known: Known, { guid, filePath }: Events["Browser.downloadProgress"]): void {
    const folders = this.#folders;
    try {
      if (folders) {
        // The mode of a folder that the user named is not changed; the default one is inside the private home.
        const saved = this.#redirected?.folder ?? folders.saved;
        mkdirSync(saved, { recursive: true, mode: 0o700 });
        const path = moveToFreeName(join(folders.incoming, guid), saved, known.name);
        chmodSync(path, 0o600);
        known.path = path;
      } else if (filePath && !this.#isFar) known.path = filePath;
      known.state = "completed";
    } catch (error) {
      log.error(fileFailure(error, `cannot save the download ${known.name}`).message);
      known.state = "failed";
    }
  }

  /** An action begins: `downloads wait` no longer returns downloads that ended before it. */
  acting(): void {
    this.#fresh.clear();
    this.#actedMs = performance.now();
  }

  /** True when the frame began a download: no document follows then. */
  beganIn(frameId: string, sinceMs = 0): boolean {
    // Downloads of earlier actions do not count.
    const fromMs = sinceMs === 0 ? 0 : Math.max(sinceMs - ORDER_MS, this.#actedMs);
    return [...this.#byGuid.values()].some((one) => one.frameId === frameId && one.startedMs >= fromMs);
  }

  /** Waits for the end of a download: a running one, else one that ended since the last action, else the next. Each is returned once. */
  async next(signal: AbortSignal): Promise<Download> {
    const under = () => [...this.#byGuid.values()].findLast(({ state }) => state === "in_progress");
    const chosen = () => under() ?? [...this.#fresh].at(-1);
    await this.until(() => chosen() !== undefined, signal);
    const known = chosen() as Known;
    await this.until(() => known.state !== "in_progress", signal);
    this.#fresh.delete(known);
    known.reported = "end";
    return plain(known);
  }

  /** Waits a moment for downloads that have just event. */
  async settle(signal: AbortSignal): Promise<void> {
    const young = [...this.#byGuid.values()].filter((one) => one.reported === "nothing" && one.state === "in_progress");
    const since = Math.max(0, ...young.map(({ startedMs }) => startedMs));
    const leftMs = since + QUICK_MS - performance.now();
    if (young.length === 0 || leftMs <= 0) return;
    const soon = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
    await this.until(() => young.every(({ state }) => state !== "in_progress"), soon).catch(() => {});
  }

  /** New events of downloads: the start and the end of each. */
  news(): CommandEvent[] {
    const news: CommandEvent[] = [];
    for (const known of this.#byGuid.values()) {
      const now = known.state === "in_progress" ? "start" : "end";
      if (known.reported === now || known.reported === "end") continue;
      known.reported = now;
      news.push({ kind: "download", text: this.#text(known), ...plain(known) });
    }
    return news;
  }

  #text({ name, bytes, path, state }: Known): string {
    if (state === "in_progress") return `${name} started`;
    if (state !== "completed") return `${name} ${state} after ${bytes} bytes`;
    return `${name} (${bytes} bytes)${path === undefined ? " completed" : ` saved to ${path}`}`;
  }

  async until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    while (!holds()) {
      signal.throwIfAborted();
      await this.#changes.next(signal);
    }
  }
}

function plain({ n, name, url, path, bytes, total, state }: Known): Download {
  return {
    n,
    name,
    url,
    ...(path === undefined ? {} : { path }),
    bytes,
    ...(total === undefined ? {} : { total }),
    state,
  };
}
