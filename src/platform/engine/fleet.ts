/**
 * The browsers of this server: started, given out, ended. Every way to an end goes through one place, which leaves no
 * process, no folder and no record that lies. Knows nothing of HTTP.
 */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { launch } from "../../browser/launch.ts";
import { split } from "../../cdp/split.ts";
import { privateFolder } from "../../lib/files.ts";
import { log } from "../../lib/log.ts";
import { Refusal } from "../refusal.ts";
import type { BrowserRecord, BrowserRecords, BrowserSettings } from "../store/browsers.ts";
import type { Asked, Attendant, Seat } from "./attendant.ts";
import { RunningBrowser, type Started } from "./running.ts";

export interface FleetSetup {
  home: string;
  /** Name of this server among those that share a database. */
  node: string;
  records: BrowserRecords;
  attendants: readonly Attendant[];
  /** Browsers at the same time. */
  concurrency: number;
  /** Callers that may wait for one to become free. */
  queue: number;
  /** Browsers started in advance. */
  warm: number;
}

/** How long a lease holds that is not renewed. */
const LEASE_MS = 30_000;

/** How long a browser may take to write what it has to and go. */
const CLOSE_MS = 10_000;

export class Fleet {
  readonly #setup: FleetSetup;
  readonly #running = new Map<string, RunningBrowser>();
  readonly #ends = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, Timer>();

  constructor(setup: FleetSetup) {
    this.#setup = setup;
  }

  /** Ends the records of what an earlier run left, and begins to keep leases and limits. */
  async start(): Promise<void> {
    await this.#setup.records.finishAbandoned(this.#setup.node, Date.now());
  }

  get(id: string): RunningBrowser | undefined {
    return this.#running.get(id);
  }

  all(): RunningBrowser[] {
    return [...this.#running.values()];
  }

  /** Starts one, or gives out one of those started in advance. Errors: `Refusal` 429 when all are taken. */
  async create(projectId: string, settings: BrowserSettings): Promise<RunningBrowser> {
    if (this.#running.size >= this.#setup.concurrency)
      throw new Refusal(429, "Too many concurrent active sessions", { headers: { "Retry-After": "5" } });
    const asked: Asked = { id: crypto.randomUUID(), projectId, settings };
    const started = await this.#start(asked);
    const now = Date.now();
    const record: BrowserRecord = {
      ...asked,
      status: "active",
      reason: null,
      profileId: settings.profileId,
      createdAt: now,
      startedAt: now,
      timeoutAt: now + settings.timeoutMinutes * 60_000,
      finishedAt: null,
      node: this.#setup.node,
      leaseUntil: now + LEASE_MS,
      stopAskedAt: null,
      proxyBytes: 0,
      recording: null,
      agentSessionId: null,
    };
    const browser = new RunningBrowser(started, record);
    await this.#setup.records.insert(record);
    this.#running.set(browser.id, browser);
    void started.launched.ended.then(() => this.stop(browser.id, "died"));
    this.#timers.set(
      browser.id,
      setTimeout(() => void this.stop(browser.id, "timeout"), settings.timeoutMinutes * 60_000),
    );
    for (const attendant of this.#setup.attendants) await attendant.given?.(browser);
    return browser;
  }

  async #start(asked: Asked | undefined): Promise<Started> {
    const { home, attendants } = this.#setup;
    let seat: Seat | undefined;
    const launched = await launch({
      home,
      headed: false,
      runFolder: privateFolder(join(home, "server", "run")),
      environment: (folder) => ({ ...kept(), HOME: join(folder, "home"), XDG_RUNTIME_DIR: join(folder, "home") }),
      async prepare(userDataDir) {
        const folder = dirname(userDataDir);
        for (const name of ["home", "downloads", "uploads"]) mkdirSync(join(folder, name), { mode: 0o700 });
        seat = { folder, userDataDir, args: [] };
        for (const attendant of attendants) await attendant.prepare?.(seat, asked);
        return { args: seat.args };
      },
    });
    const shared = split(launched.transport);
    await shared.connection.root.send("Browser.getVersion");
    return { seat: seat as Seat, launched, split: shared };
  }

  /** Ends a browser for that reason; resolves when nothing of it is left. Does nothing for one that is gone. */
  stop(id: string, reason: string): Promise<void> {
    const browser = this.#running.get(id);
    if (!browser) return this.#ends.get(id) ?? Promise.resolve();
    this.#running.delete(id);
    const end = this.#end(browser, reason).finally(() => this.#ends.delete(id));
    this.#ends.set(id, end);
    return end;
  }

  async #end(browser: RunningBrowser, reason: string): Promise<void> {
    const { attendants, records } = this.#setup;
    const { launched, seat } = browser.started;
    clearTimeout(this.#timers.get(browser.id));
    this.#timers.delete(browser.id);
    const isAlive = reason !== "died";
    const each = async (what: string, work: (attendant: Attendant) => unknown) => {
      for (const attendant of attendants) {
        try {
          await work(attendant);
        } catch (error) {
          log.error(`browser ${browser.id}, ${what}:`, error);
        }
      }
    };
    if (isAlive) await each("stopping", (one) => one.stopping?.(browser));
    const clean = isAlive && (await closes(browser));
    await each("closed", (one) => one.closed?.(browser, clean));
    await launched.kill();
    await each("released", (one) => one.released?.(seat));
    await records.finish(browser.id, reason, Date.now());
  }

  /** Ends all, each in good order. */
  async drain(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.stop(id, "drain")));
    await Promise.all(this.#ends.values());
  }
}

/** True when it went by itself. */
async function closes(browser: RunningBrowser): Promise<boolean> {
  const { launched } = browser.started;
  void browser.connection.root.sendMayFail("Browser.close");
  return await Promise.race([launched.ended.then(() => true), Bun.sleep(CLOSE_MS).then(() => false)]);
}

/** What a browser needs of our environment; the rest may be secret. */
function kept(): Record<string, string | undefined> {
  const { PATH, LANG, LC_ALL, LC_CTYPE, TZ, DISPLAY, WAYLAND_DISPLAY, FONTCONFIG_PATH, FONTCONFIG_FILE } = process.env;
  return { PATH, LANG, LC_ALL, LC_CTYPE, TZ, DISPLAY, WAYLAND_DISPLAY, FONTCONFIG_PATH, FONTCONFIG_FILE };
}
