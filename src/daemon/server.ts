/** The daemon: one process per session, from start to end. It owns the browser and ends with it. */
import { chmodSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import type { Browser } from "../browser/browser.ts";
import type { Launched } from "../browser/launch/launch.ts";
import type { LeasedBrowser } from "../cloud/lease.ts";
import { abandonedBrowsers } from "../cloud/note.ts";
import type { Closed } from "../command.ts";
import { asFailure, Failure } from "../errors.ts";
import { writeWhole } from "../lib/atomic-file.ts";
import { withTimeout } from "../lib/deadline.ts";
import { adoptLock, releaseLock } from "../lib/lock.ts";
import { log, logToFile } from "../lib/log.ts";
import { logFile, type SessionFiles, sessionFiles } from "../lib/paths.ts";
import { identify } from "../lib/process.ts";
import { BUILD } from "../version.ts";
import { acquireBrowser } from "./acquire.ts";
import { comparable } from "./launch-options.ts";
import { listen } from "./listen.ts";
import { END_OF_CONNECTION, endByIdleness, endOfBrowser, noteLoss } from "./lost.ts";
import type { DaemonRequest } from "./request.ts";
import { logPrefix, type Phase, removeLeftovers, removeRun, writeState } from "./session-files.ts";
import type { LineReader, Worker, WorkerEvents } from "./worker.ts";

/** How long a daemon without a browser waits for the request of the client that started it. */
const FIRST_REQUEST_MS = 1_000;

/** Why a cloud browser is stopped before it was used. */
const NO_CLIENT = "the client that asked for the cloud browser disconnected";

/** How long a daemon is idle before it frees memory. */
const REST_MS = 1_000;

/** Interval at which the daemon checks that its files are still its own. */
const WATCH_MS = 5_000;

/** The longest delay of a timer. */
const NEVER_MS = 2_147_483_647;

/** Runs the daemon. Returns at once when another client holds the lock of the session. */
export async function serve(request: DaemonRequest, loadReader: () => Promise<LineReader>): Promise<void> {
  process.umask(0o077);
  logToFile(logFile(request.home), logPrefix(request.name));
  const files = sessionFiles(request.home, request.name);
  if (!adoptLock(files.lock, request.nonce)) return;
  // A bug in one command must not end the user's browser.
  process.on("uncaughtException", (error) => log.error("uncaught", error));
  process.on("unhandledRejection", (error) => log.error("unhandled", error));
  await new Daemon(request, files, loadReader).start().catch((error) => {
    log.error("the daemon cannot start:", asFailure(error)?.message ?? error);
    process.exit(1);
  });
}

class Daemon implements WorkerEvents {
  readonly #request: DaemonRequest;
  readonly #files: SessionFiles;
  readonly #loadReader: () => Promise<LineReader>;
  readonly #startedAt = new Date().toISOString();
  readonly #firstServed = Promise.withResolvers<void>();
  #browser: Promise<Browser> | undefined;
  #launched: Launched | undefined;
  #lease: LeasedBrowser | undefined;
  /** The reply to the client that stops the daemon. */
  #closed: Closed = {};
  /** Aborted when the session ends: cancels a browser that is still starting. */
  readonly #stopping = new AbortController();
  #isStarting = true;
  /** The number of running commands. */
  #running = 0;
  /** A client has sent a command. */
  #wasUsed = false;
  #stopListening: (() => void) | undefined;
  #idle: Timer | undefined;
  #rest: Timer | undefined;
  #ending: Promise<void> | undefined;

  constructor(request: DaemonRequest, files: SessionFiles, loadReader: () => Promise<LineReader>) {
    this.#request = request;
    this.#files = files;
    this.#loadReader = loadReader;
  }

  async start(): Promise<void> {
    removeRun(this.#files);
    // The browser takes longest: it starts first.
    const browser = this.#startBrowser();
    this.#browser = browser;
    const started = () => {
      this.#isStarting = false;
    };
    browser.then(started, started);
    this.#writeState("starting");
    // The commands are loaded while the browser starts.
    const [{ Worker }, reader] = await Promise.all([import("./worker.ts"), this.#loadReader()]);
    this.#openSocket(new Worker(browser, this.#request, reader, this));
    releaseLock(this.#files.lock, this.#request.nonce);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => this.#endUnexpectedly(`its daemon got ${signal}`));
    }
    setInterval(() => this.#watch(), WATCH_MS).unref();
    this.#idleWhen(0);
    await this.#untilBrowserEnds(browser);
  }

  busy(running: number): void {
    this.#running = running;
    this.#idleWhen(running);
    this.#wasUsed = true;
    // An interrupted `cloud connect`: its browser would cost money until the idle timeout.
    if (running === 0 && this.#isStarting && this.#request.options.remote) void this.#end("stopped", NO_CLIENT);
  }

  /** Closes the socket before a client gets the failure, so that the next client starts a new daemon. */
  failing(): void {
    this.#stopAccepting();
    this.#updatePhase("failed");
  }

  /** Writes the phase, unless the state file is gone: somebody may have removed the home. */
  #updatePhase(phase: Phase): void {
    if (existsSync(this.#files.state)) this.#writeState(phase);
  }

  #startBrowser(): Promise<Browser> {
    const { home, name, options, startMs } = this.#request;
    const onLaunch = (launched: Launched) => {
      this.#launched = launched;
      this.#writeState("starting");
    };
    const onLease = (lease: LeasedBrowser) => {
      this.#lease = lease;
      this.#writeState(this.#ending ? "stopping" : "starting");
    };
    const { signal } = this.#stopping;
    return acquireBrowser({ home, name, runFolder: this.#files.run, options, startMs, onLaunch, onLease, signal });
  }

  /** Listens under a temporary name first: the socket must not appear before it accepts connections. */
  #openSocket(worker: Worker): void {
    const { socket, pid } = this.#files;
    const temporary = `${socket}.${process.pid}`;
    this.#stopListening = listen(temporary, { worker, stop: (onlyIfIdle) => this.#stop(onlyIfIdle) });
    if (process.platform !== "win32") chmodSync(temporary, 0o600);
    writeWhole(pid, `${process.pid}\n`, { durable: false });
    renameSync(temporary, socket);
  }

  #stop(onlyIfIdle: boolean): Promise<Closed> | undefined {
    if (onlyIfIdle && (this.#isStarting || this.#running > 0)) return undefined;
    return this.#end("stopped", "close").then(() => this.#closed);
  }

  async #untilBrowserEnds(browser: Promise<Browser>): Promise<void> {
    try {
      const live = await browser;
      this.#writeState("running");
      if (this.#lease && !this.#wasUsed) setTimeout(() => this.#endUnused(), FIRST_REQUEST_MS);
      this.#stopAbandoned().catch((error) => log.debug("browsers of earlier sessions:", error));
      await live.connection.over;
      const how = this.#launched ? await withTimeout(this.#launched.exited, 200) : undefined;
      await this.#endUnexpectedly(how ? endOfBrowser(how) : END_OF_CONNECTION);
    } catch (error) {
      log.error("the browser did not start:", asFailure(error)?.message ?? error);
      this.#updatePhase("failed");
      // The client that started this daemon gets the failure before the end.
      await withTimeout(this.#firstServed.promise, FIRST_REQUEST_MS);
      await this.#end("failed", "the browser did not start");
    }
  }

  /** Ends the session although nobody closed it. The next command reports why. */
  #endUnexpectedly(why: string): Promise<void> {
    if (!this.#isStarting && !this.#ending && existsSync(this.#files.state))
      noteLoss(this.#files, { why, config: comparable(this.#request.options) });
    return this.#end("stopped", why);
  }

  /** The client that started this daemon was killed before it sent its command. */
  #endUnused(): void {
    if (!this.#wasUsed) void this.#end("stopped", NO_CLIENT);
  }

  #idleWhen(running: number): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#rest);
    if (running > 0) return;
    // Frees memory while no client waits.
    this.#rest = setTimeout(() => Bun.gc(true), REST_MS);
    if (this.#idle) this.#firstServed.resolve();
    const { idleTimeoutMs } = this.#request;
    const end = () => void this.#endUnexpectedly(endByIdleness(idleTimeoutMs));
    this.#idle = setTimeout(end, idleTimeoutMs === 0 ? NEVER_MS : idleTimeoutMs);
  }

  /** Ends the daemon when its files are gone or belong to another one: no client can reach it. */
  #watch(): void {
    let isOwner = false;
    try {
      isOwner = readFileSync(this.#files.pid, "utf8").trim() === String(process.pid) && existsSync(this.#files.socket);
    } catch {
      // The file is gone.
    }
    if (!isOwner) void this.#endUnexpectedly("its files were removed");
  }

  /** Writes the state file. Throws only while the session starts, because clients find it by that file. Later a failure is logged. */
  #writeState(phase: Phase): void {
    try {
      this.#store(phase);
    } catch (error) {
      if (!this.#stopListening && !this.#ending) throw error;
      log.warn((error as Error).message);
    }
  }

  #store(phase: Phase): void {
    const { options, idleTimeoutMs } = this.#request;
    const browser = this.#launched?.process;
    writeState(this.#files, {
      phase,
      ...identify(process.pid),
      build: BUILD,
      config: comparable(options),
      idleTimeoutMs,
      ...(browser ? { browser } : {}),
      ...(this.#lease ? { remote: { id: this.#lease.id, liveUrl: this.#lease.liveUrl } } : {}),
      startedAt: this.#startedAt,
    });
  }

  /** Stops cloud browsers of earlier sessions whose daemon was killed: they cost money until somebody stops them. */
  async #stopAbandoned(): Promise<void> {
    const { home, options } = this.#request;
    if (abandonedBrowsers(home).length === 0) return;
    const [{ stopAbandoned }, { openApi }] = await Promise.all([
      import("../cloud/lease.ts"),
      import("../cloud/api.ts"),
    ]);
    const { left } = await stopAbandoned(home, () => openApi({ home, key: options.apiKey }), this.#stopping.signal);
    for (const { id, failure } of left)
      log.warn(`the cloud browser ${id} of an earlier session is still running: ${failure.message}`);
  }

  /** Stops the cloud browser. When that fails its note stays, and a later daemon stops it. */
  async #stopLease(): Promise<void> {
    if (!this.#lease) return;
    try {
      this.#closed = (await this.#lease.stop()) ?? {};
    } catch (error) {
      log.error(`the cloud browser ${this.#lease.id} is still running:`, (error as Error).message);
    }
  }

  #stopAccepting(): void {
    if (!this.#stopListening) return;
    this.#stopListening();
    this.#stopListening = undefined;
    rmSync(this.#files.socket, { force: true });
  }

  /** Ends the browser, removes the files and exits. Later calls wait for the first. */
  #end(phase: Phase, why: string): Promise<void> {
    this.#ending ??= this.#shutDown(phase, why);
    return this.#ending;
  }

  async #shutDown(phase: Phase, why: string): Promise<void> {
    log.info(`ending (${phase}): ${why}`);
    this.#stopAccepting();
    this.#updatePhase("stopping");
    this.#stopping.abort(new Failure("closed", "the session is ending", "Run the command again."));
    if (this.#launched) await this.#launched.kill();
    else (await this.#browser?.catch(() => undefined))?.connection.close();
    await this.#stopLease();
    removeLeftovers(this.#files);
    // One turn of the event loop for the last replies.
    setTimeout(() => process.exit(0), 5);
  }
}
