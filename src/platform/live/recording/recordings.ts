/**
 * Recordings of a server's browsers: started and ended with them, converted to videos and stored as objects. Each has a folder
 * until then, so that a restart can finish it.
 */

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { privateFolder } from "../../../lib/atomic-file.ts";
import { withTimeout } from "../../../lib/deadline.ts";
import { log } from "../../../lib/log.ts";
import type { LifecycleHook } from "../../engine/lifecycle/lifecycle-hook.ts";
import type { RunningBrowser } from "../../engine/lifecycle/running.ts";
import type { BrowserRecords } from "../../store/records/browsers.ts";
import type { Hubs } from "../stream/hub.ts";
import { openStaged } from "../stream/staged.ts";
import { Recorder } from "./recorder.ts";

export interface RecordingsSetup {
  home: string;
  hubs: Hubs;
  records: BrowserRecords;
  /** Stores the file under that key. */
  store(key: string, path: string): Promise<void>;
  discard(key: string): Promise<void>;
}

/** The end of a browser waits this long for its video, so that most are available when clients ask. */
const WAIT_MS = 2000;

/** Delay of retrying to store a video; the next start retries too. */
const RETRY_MS = 60_000;

const STAGE = "frames";
const VIDEO = "video.webm";

export class Recordings implements LifecycleHook {
  readonly #setup: RecordingsSetup;
  readonly #folder: string;
  readonly #recorders = new Map<string, Recorder>();
  readonly #finishing = new Map<string, Promise<void>>();
  readonly #retries = new Set<Timer>();
  #isClosed = false;

  constructor(setup: RecordingsSetup) {
    this.#setup = setup;
    this.#folder = join(privateFolder(join(setup.home, "server")), "recordings");
  }

  /** Finishes recordings of an earlier run in the background. */
  start(): void {
    for (const id of readdirSync(privateFolder(this.#folder))) void this.#finish(id);
  }

  async assigned(browser: RunningBrowser): Promise<void> {
    if (!browser.settings.enableRecording) return;
    const folder = privateFolder(join(privateFolder(this.#folder), browser.id));
    this.#recorders.set(browser.id, new Recorder(this.#setup.hubs, browser, join(folder, STAGE)));
  }

  async stopping(browser: RunningBrowser): Promise<void> {
    await this.#recorders.get(browser.id)?.stop();
  }

  async closed({ id }: RunningBrowser): Promise<void> {
    const recorder = this.#recorders.get(id);
    if (!recorder) return;
    this.#recorders.delete(id);
    await recorder.stop();
    await withTimeout(this.#finish(id), WAIT_MS);
  }

  /** Waits for running conversions. Unfinished recordings continue at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#retries) clearTimeout(timer);
    await Promise.all([...this.#recorders.values()].map((one) => one.stop()));
    await Promise.all(this.#finishing.values());
  }

  #finish(id: string): Promise<void> {
    const running = this.#finishing.get(id);
    if (running) return running;
    const work = this.#video(id)
      .catch((error) => {
        log.error(`storing the recording of browser ${id} failed and will be retried`, error);
        this.#retry(id);
      })
      .finally(() => this.#finishing.delete(id));
    this.#finishing.set(id, work);
    return work;
  }

  #retry(id: string): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#retries.delete(timer);
      void this.#finish(id);
    }, RETRY_MS);
    this.#retries.add(timer);
  }

  async #video(id: string): Promise<void> {
    const folder = join(this.#folder, id);
    const staged = await openStaged(join(folder, STAGE)).catch((error: NodeJS.ErrnoException) => {
      // The browser never showed a picture.
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (staged) {
      try {
        const { writeWebm } = await import("./webm.ts");
        const path = join(folder, VIDEO);
        if (await writeWebm(path, staged.size, staged.pictures())) {
          const key = `recordings/${id}.webm`;
          await this.#setup.store(key, path);
          // The browser may have been purged with its session.
          if (!(await this.#setup.records.setRecording(id, key))) await this.#setup.discard(key);
        }
      } finally {
        await staged.close();
      }
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
