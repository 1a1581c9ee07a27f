/**
 * One process per session: owns the browser, answers on the socket, and ends with its browser. This file is its life from
 * start to end; what it does for its clients is in `worker.ts`.
 */

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
import { listen, type Peer } from "./listen.ts";
import { END_OF_CONNECTION, endByIdleness, endOfBrowser, noteLoss } from "./lost.ts";
import type { DaemonRequest } from "./request.ts";
import { logPrefix, type Phase, removeLeftovers, removeRun, writeState } from "./session-files.ts";
import { type Greeting, PROTOCOL } from "./wire.ts";
import type { LineReader, Worker, WorkerEvents } from "./worker.ts";

/** How long a daemon without a browser waits for the request of the client that started it. */
const FIRST_REQUEST_MS = 1_000;

/** Why a rented browser is given back before anybody has used it. */
const NOBODY = "whoever asked for a browser of the cloud has gone";

/** A daemon that has had nothing to do for this long tidies up. */
const REST_MS = 1_000;

/** How often the daemon looks whether its files are still its own. */
const WATCH_MS = 5_000;

export async function serve(request: DaemonRequest, loadReader: () => Promise<LineReader>): Promise<void> {
  process.umask(0o077);
  logToFile(logFile(request.home), logPrefix(request.name));
  const files = sessionFiles(request.home, request.name);
  if (!adoptLock(files.lock, request.nonce)) return;
  // A bug in one command must not take the user's browser with it.
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
  #rented: LeasedBrowser | undefined;
  /** What whoever ends the session is told. */
  #closed: Closed = {};
  /** Ends what is still on its way to a browser. */
  readonly #over = new AbortController();
  #isOnItsWay = true;
  /** How many commands are under way. */
  #running = 0;
  #wasAsked = false;
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
    // The browser takes longest: it starts before anything else.
    const browser = this.#startBrowser();
    this.#browser = browser;
    const arrived = () => {
      this.#isOnItsWay = false;
    };
    browser.then(arrived, arrived);
    this.#writeState("starting");
    // All that the commands need is loaded while the browser starts.
    const [{ Worker }, reader] = await Promise.all([import("./worker.ts"), this.#loadReader()]);
    this.#openSocket(new Worker(browser, this.#request, reader, this));
    releaseLock(this.#files.lock, this.#request.nonce);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => this.#endUncalled(`its daemon got ${signal}`));
    }
    setInterval(() => this.#watch(), WATCH_MS).unref();
    this.#idleWhen(0);
    await this.#untilBrowserEnds(browser);
  }

  busy(running: number): void {
    this.#running = running;
    this.#idleWhen(running);
    this.#wasAsked = true;
    // An interrupted `cloud connect`: what it has rented would cost until the session is idle for long.
    if (running === 0 && this.#isOnItsWay && this.#request.options.remote) void this.#end("stopped", NOBODY);
  }

  /** Before anyone is told of a failed start: whoever comes next must find no socket here, and start anew. */
  failing(): void {
    this.#stopAccepting();
    this.#mark("failed");
  }

  /** Tells the phase where there is still a state to tell it in: the home may be gone. */
  #mark(phase: Phase): void {
    if (existsSync(this.#files.state)) this.#writeState(phase);
  }

  #startBrowser(): Promise<Browser> {
    const { home, name, options, startMs } = this.#request;
    const launched = (one: Launched) => {
      this.#launched = one;
      this.#writeState("starting");
    };
    const rented = (one: LeasedBrowser) => {
      this.#rented = one;
      this.#writeState(this.#ending ? "stopping" : "starting");
    };
    const ending = this.#over.signal;
    return acquireBrowser({ home, name, runFolder: this.#files.run, options, startMs, launched, rented, ending });
  }

  /** Listens under a name of its own first: the socket appears when it accepts connections, and not before. */
  #openSocket(worker: Worker): void {
    const { socket, pid } = this.#files;
    const temporary = `${socket}.${process.pid}`;
    this.#stopListening = listen(temporary, {
      greet: (peer, greeting) => this.#greet(worker, peer, greeting),
      request: (peer, request) => worker.serve(peer, request),
      cancel: (peer, id) => worker.cancel(peer, id),
    });
    if (process.platform !== "win32") chmodSync(temporary, 0o600);
    writeWhole(pid, `${process.pid}\n`, { durable: false });
    renameSync(temporary, socket);
  }

  #greet(worker: Worker, peer: Peer, greeting: Greeting): boolean {
    if (greeting.stopIfIdle && (this.#isOnItsWay || this.#running > 0)) {
      peer.send({ type: "busy" });
      peer.end();
      return false;
    }
    if (greeting.stop || greeting.stopIfIdle) {
      void this.#end("stopped", "close").then(() => peer.send({ type: "stopped", ...this.#closed }));
      return false;
    }
    const isSame = greeting.svc === PROTOCOL && greeting.build === BUILD;
    if (greeting.line) {
      if (isSame)
        void worker.serveLine(peer, { line: greeting.line, cwd: "/", callerRules: {}, environment: {}, ...greeting });
      else peer.sendLine({ type: "slow_path" });
      return false;
    }
    if (isSame) return true;
    peer.send({ type: "mismatch", build: BUILD });
    peer.end();
    return false;
  }

  async #untilBrowserEnds(browser: Promise<Browser>): Promise<void> {
    try {
      const live = await browser;
      this.#writeState("running");
      if (this.#rented && !this.#wasAsked) setTimeout(() => this.#endUnasked(), FIRST_REQUEST_MS);
      this.#stopAbandoned().catch((error) => log.debug("browsers of earlier sessions:", error));
      await live.connection.over;
      const how = this.#launched ? await withTimeout(this.#launched.exited, 200) : undefined;
      await this.#endUncalled(how ? endOfBrowser(how) : END_OF_CONNECTION);
    } catch (error) {
      log.error("the browser did not start:", asFailure(error)?.message ?? error);
      this.#mark("failed");
      // The client that started us gets the failure before we go.
      await withTimeout(this.#firstServed.promise, FIRST_REQUEST_MS);
      await this.#end("failed", "the browser did not start");
    }
  }

  /** Ends without having been closed: whoever comes next is told why. */
  #endUncalled(why: string): Promise<void> {
    if (!this.#isOnItsWay && !this.#ending && existsSync(this.#files.state))
      noteLoss(this.#files, { why, config: comparable(this.#request.options) });
    return this.#end("stopped", why);
  }

  /** The client that started us was killed before it could ask. */
  #endUnasked(): void {
    if (!this.#wasAsked) void this.#end("stopped", NOBODY);
  }

  #idleWhen(running: number): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#rest);
    if (running > 0) return;
    // What a command left behind goes when nobody waits: an idle daemon is to be small.
    this.#rest = setTimeout(() => Bun.gc(true), REST_MS);
    if (this.#idle) this.#firstServed.resolve();
    const { idleTimeoutMs } = this.#request;
    const end = () => void this.#endUncalled(endByIdleness(idleTimeoutMs));
    this.#idle = setTimeout(end, idleTimeoutMs === 0 ? 2_147_483_647 : idleTimeoutMs);
  }

  /** A daemon whose files are gone, or another's, can never be reached again: it ends. */
  #watch(): void {
    let mine = false;
    try {
      mine = readFileSync(this.#files.pid, "utf8").trim() === String(process.pid) && existsSync(this.#files.socket);
    } catch {
      // The file is gone.
    }
    if (!mine) void this.#endUncalled("its files were removed");
  }

  /** Throws where the state of a session that starts cannot be written: nobody would find it. Later a full disk is no reason to end. */
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
      ...(this.#rented ? { remote: { id: this.#rented.id, liveUrl: this.#rented.liveUrl } } : {}),
      startedAt: this.#startedAt,
    });
  }

  /** What an earlier session was killed with goes on costing until somebody stops it: whoever comes next does. */
  async #stopAbandoned(): Promise<void> {
    const { home, options } = this.#request;
    if (abandonedBrowsers(home).length === 0) return;
    const [{ stopAbandoned }, { openApi }] = await Promise.all([
      import("../cloud/lease.ts"),
      import("../cloud/api.ts"),
    ]);
    const { left } = await stopAbandoned(home, () => openApi({ home, key: options.apiKey }), this.#over.signal);
    for (const { id, failure } of left)
      log.warn(`the browser ${id} of an earlier session still runs: ${failure.message}`);
  }

  /** Stops the browser that was rented. Where that fails its note stays, and whoever comes next stops it. */
  async #giveBack(): Promise<void> {
    if (!this.#rented) return;
    try {
      this.#closed = (await this.#rented.stop()) ?? {};
    } catch (error) {
      log.error(`the platform's browser ${this.#rented.id} still runs:`, (error as Error).message);
    }
  }

  #stopAccepting(): void {
    if (!this.#stopListening) return;
    this.#stopListening();
    this.#stopListening = undefined;
    rmSync(this.#files.socket, { force: true });
  }

  /** Ends once: browser gone, files gone, peers told, process gone. */
  #end(phase: Phase, why: string): Promise<void> {
    this.#ending ??= this.#shutDown(phase, why);
    return this.#ending;
  }

  async #shutDown(phase: Phase, why: string): Promise<void> {
    log.info(`ending (${phase}): ${why}`);
    this.#stopAccepting();
    this.#mark("stopping");
    this.#over.abort(new Failure("closed", "the session is ending", "Run the command again."));
    if (this.#launched) await this.#launched.kill();
    else (await this.#browser?.catch(() => undefined))?.connection.close();
    await this.#giveBack();
    removeLeftovers(this.#files);
    // One turn of the loop for the answers that are still to be written.
    setTimeout(() => process.exit(0), 5);
  }
}
