/**
 * What the pages of a browser download is kept, whoever speaks to it and whether they ask for it or not: as soon as a file
 * is whole it becomes an object with a record, and stays in the browser's folder under its name, for file inputs. Files
 * that never become whole are left out.
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
  /** Takes over a file that cannot become an object now, and sees to it that it does. */
  later(staged: Staged): Promise<void>;
  /** Bytes that one browser may keep, those still coming in included. */
  limitBytes: number;
  /** The same for their number. */
  limitFiles: number;
}

type Limits = "limitBytes" | "limitFiles";

const LIMIT_BYTES = 1024 ** 3;

/** Files without content cost names, records and objects: a page can save them by itself for as long as it lives. */
const LIMIT_FILES = 1_000;

/** How long a reader of the list waits for files that are whole and not yet kept. */
const SETTLE_MS = 10_000;

/** How long it may take to keep all that is not kept yet, at the end. */
const KEEP_MS = 100_000;

/** What is kept of the downloads of all browsers of this server. */
export class Downloads implements LifecycleHook {
  readonly #setup: DownloadsSetup;
  readonly #kept = new Map<string, Kept>();

  constructor(setup: Omit<DownloadsSetup, Limits> & Partial<Pick<DownloadsSetup, Limits>>) {
    this.#setup = { limitBytes: LIMIT_BYTES, limitFiles: LIMIT_FILES, ...setup };
  }

  async given(browser: RunningBrowser): Promise<void> {
    const kept = new Kept(browser, this.#setup);
    this.#kept.set(browser.id, kept);
    await kept.follow();
  }

  async closed(browser: RunningBrowser): Promise<void> {
    try {
      await this.#kept.get(browser.id)?.finish();
    } finally {
      this.#kept.delete(browser.id);
    }
  }

  /** Resolves when what is whole by now is kept. */
  async settled(browserId: string): Promise<void> {
    const kept = this.#kept.get(browserId);
    if (kept) await done(SETTLE_MS, `browser ${browserId}, keeping its downloads`, kept.settled());
  }
}

/** The downloads of one browser. */
class Kept {
  readonly #browser: RunningBrowser;
  readonly #setup: DownloadsSetup;
  /** Names and sizes of those that come in, by their guid. */
  readonly #incoming = new Map<string, { name: string; bytes: number; isRefused: boolean }>();
  /** Contexts that clients made; and that of the browser itself, once one of its targets was seen. */
  readonly #contexts = new Set<string>();
  #ownContext: string | undefined;
  /** Whole, and not yet an object with a record: handed on at the end. */
  readonly #pending = new Set<FileRecord>();
  readonly #names = new Set<string>();
  #keptBytes = 0;
  #keptFiles = 0;
  /** A download was refused, and that was told. */
  #isFull = false;
  /** One file after the other: the disk is shared. */
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
    root.on("Browser.downloadWillBegin", (begun) => this.#began(begun));
    root.on("Browser.downloadProgress", (progress) => this.#progressed(progress));
    root.on("Target.targetCreated", ({ targetInfo }) => void this.#inContext(targetInfo.browserContextId));
    // Chrome sets downloads back to what they were before when a user leaves who had changed them.
    this.#browser.onLeft(() => void this.#behave());
    await Promise.all([this.#behave(), root.send("Target.setDiscoverTargets", { discover: true })]);
  }

  settled(): Promise<void> {
    return this.#queue;
  }

  /** Waits for what is under way, and hands on what could not be kept: the folder of the browser goes. */
  async finish(): Promise<void> {
    await done(KEEP_MS, `browser ${this.#browser.id}, keeping its downloads`, this.#queue);
    for (const record of this.#pending) {
      const path = join(privateFolder(join(this.#setup.home, "server", "staged")), record.id);
      try {
        renameSync(join(this.#browser.downloads, record.path), path);
        await this.#setup.later({ path, key: record.object });
        await this.#setup.records.insert(record);
      } catch (error) {
        log.error(`browser ${this.#browser.id}: the download ${record.path} is left in ${path}:`, error);
      }
    }
  }

  /** The browser's own context, and those that clients made: each has a behaviour of its own. */
  async #behave(): Promise<void> {
    await Promise.all([this.#behaveIn(undefined), ...[...this.#contexts].map((id) => this.#behaveIn(id))]);
  }

  async #behaveIn(browserContextId: string | undefined): Promise<void> {
    await this.#root.sendMayFail("Browser.setDownloadBehavior", {
      behavior: "allowAndName",
      downloadPath: this.#browser.downloads,
      eventsEnabled: true,
      ...(browserContextId === undefined ? {} : { browserContextId }),
    });
  }

  /** Nobody tells of a new context: its first target does. What a client set in others stays. */
  async #inContext(id: string | undefined): Promise<void> {
    if (id === undefined || id === this.#ownContext || this.#contexts.has(id)) return;
    const { browserContextIds } = (await this.#root.sendMayFail("Target.getBrowserContexts")) ?? {};
    if (!browserContextIds) return;
    for (const known of this.#contexts) if (!browserContextIds.includes(known)) this.#contexts.delete(known);
    if (browserContextIds.includes(id)) {
      this.#contexts.add(id);
      await this.#behaveIn(id);
    } else this.#ownContext = id;
  }

  #began({ guid, suggestedFilename }: Events["Browser.downloadWillBegin"]): void {
    this.#incoming.set(guid, { name: safeFileName(suggestedFilename), bytes: 0, isRefused: false });
    this.#limit(guid);
  }

  #progressed({ guid, receivedBytes, totalBytes, state, filePath }: Events["Browser.downloadProgress"]): void {
    const one = this.#incoming.get(guid);
    if (!one) return;
    // What the server announced counts at once: it is not written first and thrown away then.
    one.bytes = Math.max(receivedBytes, totalBytes);
    if (state === "inProgress") {
      this.#limit(guid);
      return;
    }
    this.#incoming.delete(guid);
    if (state !== "completed") return;
    try {
      const file = filePath ?? join(this.#browser.downloads, guid);
      // It may be whole before Chrome hears that it is not wanted.
      if (one.isRefused) rmSync(file, { force: true });
      else this.#keep(this.#place(file, one.name));
    } catch (error) {
      log.error(`browser ${this.#browser.id}: a download cannot be kept:`, error);
    }
  }

  /** Gives a whole file its name. Where a client let Chrome name it, it has one already. */
  #place(file: string, name: string): FileRecord {
    const { downloads, id: browserId, projectId } = this.#browser;
    if (dirname(file) !== downloads) throw new Error("it was saved outside the folder of the browser");
    const isNamed = basename(file) === safeFileName(basename(file)) && !this.#names.has(basename(file));
    const isGuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(basename(file));
    const placed = isNamed && !isGuid ? file : moveToFreeName(file, downloads, name);
    chmodSync(placed, 0o600);
    const path = basename(placed);
    this.#names.add(path);
    const { size } = statSync(placed);
    this.#keptBytes += size;
    this.#keptFiles++;
    const id = crypto.randomUUID();
    const object = `downloads/${browserId}/${id}`;
    return { id, projectId, browserId, kind: "download", path, bytes: size, object, modifiedAt: Date.now() };
  }

  #keep(record: FileRecord): void {
    const { records, objects } = this.#setup;
    this.#pending.add(record);
    this.#queue = this.#queue.then(async () => {
      try {
        await objects.put(record.object, { path: join(this.#browser.downloads, record.path) });
        await records.insert(record);
        this.#pending.delete(record);
      } catch (error) {
        log.error(`browser ${this.#browser.id}: the download ${record.path} cannot be kept now:`, error);
      }
    });
  }

  #limit(guid: string): void {
    const one = this.#incoming.get(guid);
    if (!one || one.isRefused) return;
    const wanted = [...this.#incoming.values()].filter(({ isRefused }) => !isRefused);
    const bytes = wanted.reduce((sum, { bytes }) => sum + bytes, this.#keptBytes);
    const { limitBytes, limitFiles } = this.#setup;
    const hasDiskSpace = bytes <= limitBytes && this.#keptBytes < limitBytes;
    if (hasDiskSpace && this.#keptFiles + wanted.length <= limitFiles) return;
    one.isRefused = true;
    if (!this.#isFull) {
      const kept = `${this.#keptFiles} files and ${this.#keptBytes} bytes`;
      log.warn(`browser ${this.#browser.id}: a download was ended, ${kept} are kept already; more are not told`);
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
