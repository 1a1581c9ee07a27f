/**
 * One process per session: owns the browser, answers on the socket, runs commands in order, and ends with its browser.
 * Knows no command: it looks them up in the list.
 */
import { chmodSync, readFileSync, renameSync, rmSync } from "node:fs";
import { attachTo, attachToRunning } from "../browser/attach.ts";
import { Browser } from "../browser/browser.ts";
import { launch, type Launched } from "../browser/launch.ts";
import { browserOf, copyProfile, localProfiles, matchProfile } from "../browser/profile.ts";
import type { AnyCommand, LaunchOptions } from "../command.ts";
import { commands } from "../commands/index.ts";
import { asFailure, Failure } from "../errors.ts";
import { writeWhole } from "../lib/files.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { log, logToFile } from "../lib/log.ts";
import { logFile, type SessionFiles, sessionFiles } from "../lib/paths.ts";
import { identify } from "../lib/process.ts";
import { DEFAULT_TIMEOUT_MS, describe, type Outcome, run, timeoutFailure } from "../outcome.ts";
import { BUILD } from "../version.ts";
import { comparable } from "./options.ts";
import { adoptLock, logPrefix, type Phase, releaseLock, removeLeftovers, removeRun, type SessionState, writeState } from "./files.ts";
import { listen, type Peer } from "./listen.ts";
import { Order } from "./order.ts";
import { type Greeting, PROTOCOL, type RunRequest } from "./wire.ts";

/** The one argument of `svc __daemon`. */
export interface DaemonRequest {
  home: string;
  name: string;
  nonce: string;
  options: LaunchOptions;
  idleTimeoutMs: number;
  /** Milliseconds until the browser must be there. */
  startMs: number;
}

/** How long a daemon without a browser waits for the request of the client that started it. */
const FIRST_REQUEST_MS = 1_000;

/** How long after its pipe a browser's end is told. */
const PIPE_MS = 1_000;

/** How often the daemon looks whether its files are still its own. */
const WATCH_MS = 5_000;

/** What a command line says, and how an outcome is printed: the edge's knowledge, handed in by `main.ts`. */
export interface LineReader {
  parse(argv: readonly string[]): { command?: AnyCommand; args: Record<string, unknown>; globals: { json: boolean; timeout: number | undefined } };
  render(outcome: Outcome, asJson: boolean): { stdout: string; stderr: string; code: number };
}

export async function serve(request: DaemonRequest, reader: LineReader): Promise<void> {
  process.umask(0o077);
  logToFile(logFile(request.home), logPrefix(request.name));
  const files = sessionFiles(request.home, request.name);
  if (!adoptLock(files, request.nonce)) return;
  // A bug in one command must not take the user's browser with it.
  process.on("uncaughtException", (error) => log.error("uncaught", error));
  process.on("unhandledRejection", (error) => log.error("unhandled", error));
  await new Daemon(request, files, reader).start();
}

/** One command to run, however it was asked for. */
interface Work {
  command: AnyCommand;
  args: Record<string, unknown>;
  timeoutMs: number;
  /** How much of the deadline the client has used up: it had to start us. */
  spentMs: number;
  progress: (message: string) => void;
}

class Daemon {
  readonly #request: DaemonRequest;
  readonly #files: SessionFiles;
  readonly #reader: LineReader;
  readonly #order = new Order();
  readonly #byName = new Map<string, AnyCommand>(commands.map((one) => [one.name, one]));
  readonly #peers = new Set<Peer>();
  #browser: Promise<Browser> | undefined;
  #launched: Launched | undefined;
  #stopListening: (() => void) | undefined;
  #idle: Timer | undefined;
  #running = 0;
  readonly #firstServed = Promise.withResolvers<void>();
  #ending: Promise<void> | undefined;
  readonly #startedAt = new Date().toISOString();

  constructor(request: DaemonRequest, files: SessionFiles, reader: LineReader) {
    this.#request = request;
    this.#files = files;
    this.#reader = reader;
  }

  async start(): Promise<void> {
    const files = this.#files;
    removeRun(files);
    // The browser takes longest: it starts before anything else.
    const browser = this.#startBrowser();
    this.#browser = browser;
    browser.catch(() => {});
    this.#writeState("starting");
    writeWhole(files.pid, `${process.pid}\n`, { durable: false });
    const temporary = `${files.socket}.${process.pid}`;
    this.#stopListening = listen(temporary, { greet: (peer, greeting) => this.#greet(peer, greeting), request: (peer, one) => this.#serve(peer, one), gone: (peer) => this.#peers.delete(peer) });
    if (process.platform !== "win32") chmodSync(temporary, 0o600);
    renameSync(temporary, files.socket);
    releaseLock(files, this.#request.nonce);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void this.#end("stopped", signal));
    setInterval(() => this.#watch(), WATCH_MS).unref();
    this.#armIdle();
    try {
      const live = await browser;
      this.#writeState("running");
      const reason = await live.connection.over;
      const how = this.#launched ? await Promise.race([this.#launched.ended, Bun.sleep(200)]) : undefined;
      await this.#end("stopped", how?.message ?? reason.message);
    } catch (error) {
      log.error("the browser did not start:", asFailure(error)?.message ?? error);
      // The client that started us gets the failure before we go.
      await Promise.race([this.#firstServed.promise, Bun.sleep(FIRST_REQUEST_MS)]);
      await this.#end("failed", "the browser did not start");
    }
  }

  async #startBrowser(): Promise<Browser> {
    const { options, startMs } = this.#request;
    const deadline = AbortSignal.timeout(startMs);
    try {
      return await this.#obtainBrowser(options, deadline);
    } catch (error) {
      await this.#launched?.kill();
      if (deadline.aborted && !asFailure(error)) throw new Failure("timeout", `the browser was not ready within ${startMs} ms`, "Run `svc doctor`, or give it longer with --timeout <ms>.");
      throw error;
    }
  }

  async #obtainBrowser(options: LaunchOptions, deadline: AbortSignal): Promise<Browser> {
    if (options.cdpUrl !== undefined) return await this.#attached(await attachTo(options.cdpUrl, deadline), deadline);
    if (options.connect) {
      const found = await attachToRunning(deadline);
      log.info(`connected to ${found.label}`);
      return await this.#attached(found.transport, deadline);
    }
    const launched = await launch({
      home: this.#request.home,
      runFolder: this.#files.run,
      headed: options.headed ?? false,
      ...(options.profile === undefined ? {} : withProfile(options.profile, this.#request.home)),
    });
    this.#launched = launched;
    this.#writeState("starting");
    const browser = new Browser(launched.transport, true);
    const started = browser.start(deadline).catch(async (error) => {
      // A pipe that closed is a browser that ended: its own reason says more.
      throw asFailure(error)?.code === "closed" ? ((await Promise.race([launched.ended, Bun.sleep(PIPE_MS)])) ?? error) : error;
    });
    await Promise.race([started, rejectOnAbort(deadline)]);
    return browser;
  }

  async #attached(transport: ConstructorParameters<typeof Browser>[0], deadline: AbortSignal): Promise<Browser> {
    const browser = new Browser(transport, false);
    await Promise.race([browser.start(deadline), rejectOnAbort(deadline)]);
    return browser;
  }

  #greet(peer: Peer, greeting: Greeting): boolean {
    this.#peers.add(peer);
    if (greeting.stop) {
      void this.#end("stopped", "close").then(() => peer.send({ type: "stopped" }));
      return false;
    }
    const isSame = greeting.svc === PROTOCOL && greeting.build === BUILD;
    if (greeting.line) {
      if (isSame) void this.#serveLine(peer, greeting.line, greeting.cwd ?? "/");
      else peer.sendLine({ type: "long" });
      return false;
    }
    if (isSame) return true;
    peer.send({ type: "mismatch", build: BUILD });
    peer.end();
    return false;
  }

  async #serve(peer: Peer, request: RunRequest): Promise<void> {
    const { id, args, timeoutMs, spentMs } = request;
    const command = this.#byName.get(request.command);
    const progress = (message: string) => peer.send({ type: "progress", id, message });
    const outcome: Outcome = command
      ? await this.#outcome(peer, { command, args, timeoutMs, spentMs, progress })
      : { ok: false, error: { code: "usage", message: `unknown command '${request.command}'` } };
    peer.send({ type: "outcome", id, outcome });
  }

  /** A line of the short way: parsed here, as its own client would have, in the folder it was typed in. */
  async #serveLine(peer: Peer, line: string[], cwd: string): Promise<void> {
    const asJson = line.includes("--json");
    const print = (outcome: Outcome) => peer.sendLine({ type: "printed", ...this.#reader.render(outcome, asJson) });
    try {
      const { command, args, globals } = inFolder(cwd, () => this.#reader.parse(line));
      if (!command || command.needs === "nothing" || command.launch) return peer.sendLine({ type: "long" });
      const timeoutMs = globals.timeout ?? command.timeoutMs ?? DEFAULT_TIMEOUT_MS;
      peer.sendLine({ type: "deadline", ms: timeoutMs });
      const progress = (message: string) => peer.sendLine({ type: "progress", message });
      print(await this.#outcome(peer, { command, args, timeoutMs, spentMs: 0, progress }));
    } catch (error) {
      print({ ok: false, error: describe(error, "the command line") });
    }
  }

  async #outcome(peer: Peer, work: Work): Promise<Outcome> {
    clearTimeout(this.#idle);
    this.#running++;
    try {
      return await this.#inOrder(peer, work);
    } finally {
      this.#running--;
      this.#firstServed.resolve();
      this.#armIdle();
    }
  }

  async #inOrder(peer: Peer, { command, args, timeoutMs, spentMs, progress }: Work): Promise<Outcome> {
    // The deadline counts from here: waiting for the browser and for earlier commands is part of it.
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(timeoutFailure(command.name, timeoutMs)), Math.max(1, timeoutMs - spentMs));
    const signal = AbortSignal.any([peer.signal, deadline.signal]);
    try {
      const browser = await Promise.race([this.#ready(), rejectOnAbort(signal)]);
      return await this.#order.run(command.effect === "read", signal, async () => {
        const context = command.needs === "page" ? { browser, page: await browser.page(signal) } : { browser };
        const outcome = await run({ command, args, context, signal, timeoutMs, progress });
        const events = await browser.takeHappenings(signal);
        return events.length === 0 ? outcome : { ...outcome, events };
      });
    } catch (error) {
      return { ok: false, error: describe(error, command.name) };
    } finally {
      clearTimeout(timer);
    }
  }

  async #ready(): Promise<Browser> {
    try {
      return await (this.#browser as Promise<Browser>);
    } catch (error) {
      // Before anyone is told of the failed start: whoever comes next must find no socket here, and start anew.
      this.#stopAccepting();
      throw error;
    }
  }

  #armIdle(): void {
    clearTimeout(this.#idle);
    const { idleTimeoutMs } = this.#request;
    if (idleTimeoutMs === 0 || this.#running > 0) return;
    this.#idle = setTimeout(() => void this.#end("stopped", `no command for ${idleTimeoutMs} ms`), idleTimeoutMs);
  }

  /** A daemon whose files are gone, or another's, can never be reached again: it ends. */
  #watch(): void {
    let mine = false;
    try {
      mine = readFileSync(this.#files.pid, "utf8").trim() === String(process.pid);
    } catch {
      // The file is gone.
    }
    if (!mine) void this.#end("stopped", "its files were removed");
  }

  #writeState(phase: Phase): void {
    const { options, idleTimeoutMs } = this.#request;
    const browser = this.#launched?.process;
    const state: SessionState = { phase, ...identify(process.pid), build: BUILD, config: comparable(options), idleTimeoutMs, ...(browser ? { browser } : {}), startedAt: this.#startedAt };
    writeState(this.#files, state);
  }

  /** Ends once: browser gone, files gone, peers told, process gone. */
  #end(phase: Phase, why: string): Promise<void> {
    this.#ending ??= this.#shutDown(phase, why);
    return this.#ending;
  }

  #stopAccepting(): void {
    if (!this.#stopListening) return;
    this.#stopListening();
    this.#stopListening = undefined;
    rmSync(this.#files.socket, { force: true });
  }

  async #shutDown(phase: Phase, why: string): Promise<void> {
    log.info(`ending (${phase}): ${why}`);
    this.#stopAccepting();
    if (this.#launched) await this.#launched.kill();
    else (await this.#browser?.catch(() => undefined))?.connection.close();
    removeLeftovers(this.#files);
    // One turn of the loop for the answers that are still to be written.
    setTimeout(() => process.exit(0), 5);
  }
}

/** Runs `work` as if the process stood in that folder: a path on a line means the folder of whoever typed it. */
function inFolder<T>(cwd: string, work: () => T): T {
  const before = process.cwd();
  try {
    process.chdir(cwd);
  } catch {
    // The folder is gone: absolute paths still mean what they say.
  }
  try {
    return work();
  } finally {
    process.chdir(before);
  }
}

function withProfile(name: string, home: string) {
  const profile = matchProfile(name, localProfiles());
  return {
    browser: browserOf(profile, home),
    prepare: async (userDataDir: string) => {
      copyProfile(profile, userDataDir);
      return { profileDirectory: profile.directory };
    },
  };
}
