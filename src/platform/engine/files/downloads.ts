/**
 * Stores every completed download of a browser as an object with a record. The file also stays in the browser's folder, for file
 * inputs. Incomplete downloads are discarded.
 */
import { chmodSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Session } from "../../../cdp/connection.ts";
import type { Events } from "../../../cdp/protocol.gen.ts";
import { privateFolder } from "../../../lib/atomic-file.ts";
import { moveToFreeName, safeFileName } from "../../../lib/filename.ts";
import { log } from "../../../lib/log.ts";
import type { Objects } from "../../store/objects/objects.ts";
import type { Staged } from "../../store/objects/staged.ts";
import type { FileRecord, FileRecords } from "../../store/records/file-records.ts";
import { done } from "../lifecycle/bounded.ts";
import type { LifecycleHook } from "../lifecycle/lifecycle-hook.ts";
import type { RunningBrowser } from "../lifecycle/running.ts";

export interface DownloadsSetup {
  home: string;
  records: FileRecords;
  objects: Objects;
  /** Queues a file that cannot be stored now. */
  later(staged: Staged): Promise<void>;
  /** Maximum bytes per browser, including running downloads. */
  limitBytes: number;
  /** Maximum number of files per browser. */
  limitFiles: number;
}

type Limits = "limitBytes" | "limitFiles";

const LIMIT_BYTES = 1024 ** 3;

/** Empty files also use names, records and objects; a page can save any number. */
const LIMIT_FILES = 1_000;

/** Timeout of a list request that waits for completed files to be stored. */
const SETTLE_MS = 10_000;

/** Timeout of storing the remaining files at the end. */
const STORE_MS = 100_000;

/** Downloads of all browsers of this server. */
export class Downloads implements LifecycleHook {
  readonly #setup: DownloadsSetup;
  readonly #byBrowser = new Map<string, BrowserDownloads>();

  constructor(setup: Omit<DownloadsSetup, Limits> & Partial<Pick<DownloadsSetup, Limits>>) {
    this.#setup = { limitBytes: LIMIT_BYTES, limitFiles: LIMIT_FILES, ...setup };
  }

  async assigned(browser: RunningBrowser): Promise<void> {
    const downloads = new BrowserDownloads(browser, this.#setup);
    this.#byBrowser.set(browser.id, downloads);
    await downloads.follow();
  }

  async closed(browser: RunningBrowser): Promise<void> {
    try {
      await this.#byBrowser.get(browser.id)?.finish();
    } finally {
      this.#byBrowser.delete(browser.id);
    }
  }

  /** Resolves when all completed files are stored. */
  async settled(browserId: string): Promise<void> {
    const downloads = this.#byBrowser.get(browserId);
    if (downloads) await done(SETTLE_MS, `browser ${browserId}, storing its downloads`, downloads.settled());
  }
}

/** The downloads of one browser. */
class BrowserDownloads {
  readonly #browser: RunningBrowser;
  readonly #setup: DownloadsSetup;
  /** Running downloads by GUID. */
  readonly #incoming = new Map<string, { name: string; bytes: number; isRefused: boolean }>();
  /** Browser contexts of clients, and the default context once a target of it was seen. */
  readonly #contexts = new Set<string>();
  #ownContext: string | undefined;
  /** Completed, but not stored yet; queued at the end. */
  readonly #pending = new Set<FileRecord>();
  readonly #names = new Set<string>();
  #storedBytes = 0;
  #storedFiles = 0;
  /** A refusal was logged; further ones are not. */
  #isFull = false;
  /** Stores files sequentially, because the disk is shared. */
  #queue: Promise<void> = Promise.resolve();

  constructor(browser: RunningBrowser, setup: DownloadsSetup) {
    this.#browser = browser;
    this.#setup = setup;
  }

  get #root(): Session {
    return this.#browser.connection.root;
  }

  async follow(): Promise<void> {
    const root = this.#root;
    root.on("Browser.downloadWillBegin", (event) => this.#begin(event));
    root.on("Browser.downloadProgress", (event) => this.#progress(event));
    root.on("Target.targetCreated", ({ targetInfo }) => void this.#addContext(targetInfo.browserContextId));
    // Chrome resets the download behavior when the protocol user that set it leaves.
    this.#browser.onLeft(() => void this.#setBehavior());
    await Promise.all([this.#setBehavior(), root.send("Target.setDiscoverTargets", { discover: true })]);
  }

  settled(): Promise<void> {
    return this.#queue;
  }

  /** Waits for running work, then queues the remaining files, because the folder will be removed. */
  async finish(): Promise<void> {
    await done(STORE_MS, `browser ${this.#browser.id}, storing its downloads`, this.#queue);
    for (const record of this.#pending) {
      const path = join(privateFolder(join(this.#setup.home, "server", "staged")), record.id);
      try {
        renameSync(join(this.#browser.downloads, record.path), path);
        await this.#setup.later({ path, key: record.object });
        await this.#setup.records.insert(record);
      } catch (error) {
        log.error(
          `browser ${this.#browser.id}: storing the download ${record.path} failed; the file stays in ${path}:`,
          error,
        );
      }
    }
  }

  /** Sets the behavior of every browser context. */
  async #setBehavior(): Promise<void> {
    await Promise.all([this.#setBehaviorIn(undefined), ...[...this.#contexts].map((id) => this.#setBehaviorIn(id))]);
  }

  async #setBehaviorIn(browserContextId: string | undefined): Promise<void> {
    await this.#root.sendMayFail("Browser.setDownloadBehavior", {
      behavior: "allowAndName",
      downloadPath: this.#browser.downloads,
      eventsEnabled: true,
      ...(browserContextId === undefined ? {} : { browserContextId }),
    });
  }

  /** A new context is noticed by its first target; no event reports it. Settings of clients in other contexts stay. */
  async #addContext(id: string | undefined): Promise<void> {
    if (id === undefined || id === this.#ownContext || this.#contexts.has(id)) return;
    const { browserContextIds } = (await this.#root.sendMayFail("Target.getBrowserContexts")) ?? {};
    if (!browserContextIds) return;
    for (const known of this.#contexts) if (!browserContextIds.includes(known)) this.#contexts.delete(known);
    if (browserContextIds.includes(id)) {
      this.#contexts.add(id);
      await this.#setBehaviorIn(id);
    } else this.#ownContext = id;
  }

  #begin({ guid, suggestedFilename }: Events["Browser.downloadWillBegin"]): void {
    this.#incoming.set(guid, { name: safeFileName(suggestedFilename), bytes: 0, isRefused: false });
    this.#limit(guid);
  }

  #progress({ guid, receivedBytes, totalBytes, state, filePath }: Events["Browser.downloadProgress"]): void {
    const one = this.#incoming.get(guid);
    if (!one) return;
    // The announced size counts from the beginning, so that a too large file is refused early.
    one.bytes = Math.max(receivedBytes, totalBytes);
    if (state === "inProgress") {
      this.#limit(guid);
      return;
    }
    this.#incoming.delete(guid);
    if (state !== "completed") return;
    try {
      const file = filePath ?? join(this.#browser.downloads, guid);
      // It may complete before Chrome receives the cancellation.
      if (one.isRefused) rmSync(file, { force: true });
      else this.#store(this.#place(file, one.name));
    } catch (error) {
      log.error(`browser ${this.#browser.id}: storing a download failed:`, error);
    }
  }

  /** Renames a completed file. A file that Chrome named for a client keeps its name. */
  #place(file: string, name: string): FileRecord {
    const { downloads, id: browserId, projectId } = this.#browser;
    if (dirname(file) !== downloads) throw new Error("the file was saved outside the folder of the browser");
    const isNamed = basename(file) === safeFileName(basename(file)) && !this.#names.has(basename(file));
    const isGuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(basename(file));
    const placed = isNamed && !isGuid ? file : moveToFreeName(file, downloads, name);
    chmodSync(placed, 0o600);
    const path = basename(placed);
    this.#names.add(path);
    const { size } = statSync(placed);
    this.#storedBytes += size;
    this.#storedFiles++;
    const id = crypto.randomUUID();
    const object = `downloads/${browserId}/${id}`;
    return { id, projectId, browserId, kind: "download", path, bytes: size, object, modifiedAt: Date.now() };
  }

  #store(record: FileRecord): void {
    const { records, objects } = this.#setup;
    this.#pending.add(record);
    this.#queue = this.#queue.then(async () => {
      try {
        await objects.put(record.object, { path: join(this.#browser.downloads, record.path) });
        await records.insert(record);
        this.#pending.delete(record);
      } catch (error) {
        log.error(
          `browser ${this.#browser.id}: storing the download ${record.path} failed and will be retried:`,
          error,
        );
      }
    });
  }

  #limit(guid: string): void {
    const one = this.#incoming.get(guid);
    if (!one || one.isRefused) return;
    const accepted = [...this.#incoming.values()].filter(({ isRefused }) => !isRefused);
    const bytes = accepted.reduce((sum, { bytes }) => sum + bytes, this.#storedBytes);
    const { limitBytes, limitFiles } = this.#setup;
    const hasDiskSpace = bytes <= limitBytes && this.#storedBytes < limitBytes;
    if (hasDiskSpace && this.#storedFiles + accepted.length <= limitFiles) return;
    one.isRefused = true;
    if (!this.#isFull) {
      const stored = `${this.#storedFiles} files and ${this.#storedBytes} bytes`;
      log.warn(
        `browser ${this.#browser.id}: a download was cancelled, because ${stored} are stored already; further ones are not logged`,
      );
    }
    this.#isFull = true;
    void this.#cancel(guid);
  }

  async #cancel(guid: string): Promise<void> {
    await Promise.all(
      [undefined, ...this.#contexts].map((browserContextId) =>
        this.#root.sendMayFail("Browser.cancelDownload", {
          guid,
          ...(browserContextId === undefined ? {} : { browserContextId }),
        }),
      ),
    );
  }
}
