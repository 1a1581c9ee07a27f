/**
 * What the pages of a browser download. A browser of our own saves it, under a guid while it comes in and under its
 * sanitised name when it is whole; of a browser of others it is only told. Knows no tab and no command.
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
  /** Where unfinished files lie: goes with the browser. */
  incoming: string;
  /** Where finished ones are kept, also after the session. */
  saved: string;
}

export interface Download {
  /** The number by which commands name it, from 1. */
  n: number;
  name: string;
  url: string;
  /** Where the finished file is. */
  path?: string;
  bytes: number;
  /** Size that the server announced. */
  total?: number;
  state: "in_progress" | "completed" | "canceled" | "failed";
}

interface Known extends Download {
  frameId: string;
  startedMs: number;
  /** What has been said of it. */
  told: "nothing" | "start" | "end";
}

/** How long an answer waits for a download that has just begun: most are whole by then. */
const QUICK_MS = 1_000;

/** What is told within this time belongs together. */
const ORDER_MS = 100;

/** A `data:` address holds the whole file. */
const MAX_URL = 500;

export class Downloads {
  readonly #byGuid = new Map<string, Known>();
  readonly #folders: DownloadFolders | undefined;
  /** Where a run keeps those that it makes, and how many it may still make. */
  #kept: { folder: string; left: number } | undefined;
  #root: Session | undefined;
  /** Ended since the last action, and not yet waited for. */
  readonly #fresh = new Set<Known>();
  readonly #changes = new Changes();
  /** When the last action began. */
  #actedMs = 0;

  /** The browser's files lie on another machine: a path of it would be taken for one of ours. */
  readonly #isFar: boolean;

  constructor(folders: DownloadFolders | undefined, isFar = false) {
    this.#folders = folders;
    this.#isFar = isFar;
  }

  /** Asks the browser to tell of downloads, and to save them where there is a place for them. */
  follow(root: Session): Promise<unknown> {
    this.#root = root;
    root.on("Browser.downloadWillBegin", (begun) => this.#began(begun));
    root.on("Browser.downloadProgress", (progress) => this.#progressed(progress));
    return root.sendMayFail(
      "Browser.setDownloadBehavior",
      this.#folders
        ? { behavior: "allowAndName", downloadPath: this.#folders.incoming, eventsEnabled: true }
        : { behavior: "default", eventsEnabled: true },
    );
  }

  /**
   * From here on so many downloads are kept there and others stopped, until what it returns is called. Those of a browser of
   * others stay where it saves them.
   */
  keepIn({ folder, most }: { folder: string; most: number }): () => void {
    this.#kept = { folder, left: most };
    return () => {
      this.#kept = undefined;
    };
  }

  get list(): readonly Download[] {
    return [...this.#byGuid.values()].map(plain);
  }

  #began({ guid, url, suggestedFilename, frameId }: Events["Browser.downloadWillBegin"]): void {
    if (this.#kept && this.#kept.left-- <= 0) void this.#root?.sendMayFail("Browser.cancelDownload", { guid });
    this.#byGuid.set(guid, {
      n: this.#byGuid.size + 1,
      name: safeFileName(suggestedFilename),
      url: shorten(url, url.startsWith("data:") ? MAX_URL : Number.MAX_SAFE_INTEGER),
      bytes: 0,
      state: "in_progress",
      frameId,
      startedMs: performance.now(),
      told: "nothing",
    });
    this.#changes.tell();
  }

  #progressed(progress: Events["Browser.downloadProgress"]): void {
    const known = this.#byGuid.get(progress.guid);
    if (known?.state !== "in_progress") return;
    known.bytes = progress.receivedBytes;
    if (progress.totalBytes > 0) known.total = progress.totalBytes;
    if (progress.state === "inProgress") return;
    // Chrome has one word for a person who cancels and a server that dies; nobody cancels in a browser of our own.
    if (progress.state === "canceled") known.state = this.#folders ? "failed" : "canceled";
    else this.#completed(known, progress);
    this.#fresh.add(known);
    this.#changes.tell();
  }

  #completed(known: Known, { guid, filePath }: Events["Browser.downloadProgress"]): void {
    const folders = this.#folders;
    try {
      if (folders) {
        // A folder that the user named stays as it is; ours lies in a home that is closed.
        const saved = this.#kept?.folder ?? folders.saved;
        mkdirSync(saved, { recursive: true, mode: 0o700 });
        const path = moveToFreeName(join(folders.incoming, guid), saved, known.name);
        chmodSync(path, 0o600);
        known.path = path;
      } else if (filePath && !this.#isFar) known.path = filePath;
      known.state = "completed";
    } catch (error) {
      log.error(fileFailure(error, `cannot keep the download ${known.name}`).message);
      known.state = "failed";
    }
  }

  /** An action begins: what ended before it is not what a later `downloads wait` means. */
  acting(): void {
    this.#fresh.clear();
    this.#actedMs = performance.now();
  }

  /** True when the frame began a download: it will get no document then. */
  beganIn(frameId: string, sinceMs = 0): boolean {
    // Chrome tells the end of the navigation and the download in either order. What an earlier action began is not meant.
    const fromMs = sinceMs === 0 ? 0 : Math.max(sinceMs - ORDER_MS, this.#actedMs);
    return [...this.#byGuid.values()].some((one) => one.frameId === frameId && one.startedMs >= fromMs);
  }

  /** The download under way, else one that ended since the last action, else the next; when it ended. Each is given once. */
  async next(signal: AbortSignal): Promise<Download> {
    const under = () => [...this.#byGuid.values()].findLast(({ state }) => state === "in_progress");
    const chosen = () => under() ?? [...this.#fresh].at(-1);
    await this.until(() => chosen() !== undefined, signal);
    const known = chosen() as Known;
    await this.until(() => known.state !== "in_progress", signal);
    this.#fresh.delete(known);
    known.told = "end";
    return plain(known);
  }

  /** Waits for what has just begun, and no longer than that takes to be news. */
  async settle(signal: AbortSignal): Promise<void> {
    const young = [...this.#byGuid.values()].filter((one) => one.told === "nothing" && one.state === "in_progress");
    const since = Math.max(0, ...young.map(({ startedMs }) => startedMs));
    const leftMs = since + QUICK_MS - performance.now();
    if (young.length === 0 || leftMs <= 0) return;
    const soon = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
    await this.until(() => young.every(({ state }) => state !== "in_progress"), soon).catch(() => {});
  }

  /** What is to be said of downloads: that one began, and how it ended. */
  news(): CommandEvent[] {
    const news: CommandEvent[] = [];
    for (const known of this.#byGuid.values()) {
      const now = known.state === "in_progress" ? "start" : "end";
      if (known.told === now || known.told === "end") continue;
      known.told = now;
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
