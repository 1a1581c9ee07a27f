/** Starts a session's daemon exactly once, however many clients try at the same time. */

import { closeSync, existsSync, openSync } from "node:fs";
import type { LaunchOptions } from "../command.ts";
import { Failure, fileFailure } from "../errors.ts";
import { privateFolder } from "../lib/atomic-file.ts";
import { MAX_SOCKET_PATH } from "../lib/limits.ts";
import { releaseLock, takeLock } from "../lib/lock.ts";
import { logFile, type SessionFiles, sessionFiles, shortFolder } from "../lib/paths.ts";
import { isAlive, killGroup } from "../lib/process.ts";
import { durationMs, setting } from "../lib/settings.ts";
import { connect } from "./connect.ts";
import { describeOptions } from "./launch-options.ts";
import { type Loss, lossFailure, takeLoss } from "./lost.ts";
import type { DaemonRequest } from "./request.ts";
import { cleanUpOrphans, isRunning, lastLogLines, logPrefix, readState, sweep } from "./session-files.ts";

export interface StartRequest {
  home: string;
  name: string;
  options: LaunchOptions;
  timeoutMs: number;
  signal: AbortSignal;
  /** The command starts something new and does not need an earlier session. */
  begins: boolean;
  /** Called with messages for a person: that no such session existed, or why it has ended. */
  notify(text: string): void;
}

/** A daemon that lives but does not listen on its socket for this long counts as hung. */
const HUNG_MS = 5_000;

/** The share of a command's deadline that the browser may use to start. Its own failure says more than a timeout of the command. */
const START_SHARE = 0.9;

/** Returns when the session's socket accepts connections. Throws the reason when it does not. */
export async function startDaemon(request: StartRequest): Promise<void> {
  const { home, name, signal } = request;
  checkOptions(request.options);
  privateFolder(home);
  const files = sessionFiles(home, name);
  if (!files.socket.startsWith(home) || !files.run.startsWith(home)) privateFolder(shortFolder());
  if (Buffer.byteLength(files.socket) > MAX_SOCKET_PATH) {
    throw new Failure(
      "daemon",
      `the socket path ${files.socket} is longer than the ${MAX_SOCKET_PATH} bytes the system allows`,
      "Set TMPDIR to a shorter folder.",
    );
  }
  let delayMs = 0;
  for (;;) {
    if (await accepts(files.socket, signal)) return;
    const lock = takeLock(files.lock);
    if ("nonce" in lock) {
      if (await accepts(files.socket, signal)) return releaseLock(files.lock, lock.nonce);
      return await spawnDaemon(request, files, lock.nonce);
    }
    // Another client is starting it, or it is ending.
    delayMs = delayMs === 0 ? 2 : Math.min(delayMs * 2, 40);
    await Bun.sleep(delayMs);
    signal.throwIfAborted();
  }
}

function checkOptions({
  headed,
  profile,
  cdpUrl,
  connect: attach,
  remote,
  caCert,
  downloadsFolder,
}: LaunchOptions): void {
  const chosen = [
    profile === undefined ? "" : "--profile",
    cdpUrl === undefined ? "" : "--cdp-url",
    attach ? "connect" : "",
    remote ? "cloud connect" : "",
  ].filter(Boolean);
  if (chosen.length > 1) throw new Failure("usage", `${chosen.join(" and ")} cannot be used together`);
  const ofOurs = caCert === undefined ? downloadsFolder && "--downloads-folder" : "--ca-cert";
  if (ofOurs && chosen.some((one) => one !== "--profile"))
    throw new Failure("usage", `${ofOurs} works only with a browser that svc starts, not with ${chosen[0]}`);
  if (headed && remote) throw new Failure("usage", "--headed has no effect on a cloud browser");
  if (headed && (cdpUrl !== undefined || attach))
    throw new Failure("usage", "--headed has no effect on a browser that is already running");
}

/** True when a daemon accepts connections at the socket. */
async function accepts(path: string, signal: AbortSignal): Promise<boolean> {
  // The socket file appears only when the daemon accepts connections. This check costs 1 % of a failed connection.
  if (!existsSync(path)) return false;
  const connected = await connect(path, signal);
  connected?.end();
  return connected !== undefined;
}

async function spawnDaemon(request: StartRequest, files: SessionFiles, nonce: string): Promise<void> {
  const { home, name, options, signal } = request;
  try {
    await clearPredecessor(files, signal);
    const loss = takeLoss(files);
    if (loss && mustReport(loss, request)) throw lossFailure(name, loss);
    sweep(home, name);
    if (loss) request.notify(`The earlier session '${name}' has ended: ${loss.why}. A new one is started.`);
    else if (!request.begins) request.notify(`Session '${name}' was not running. ${whatStarts(options)}`);
    const idleTimeoutMs = durationMs(String(setting(home, "idle_timeout"))) ?? 0;
    const argument: DaemonRequest = {
      home,
      name,
      nonce,
      options,
      idleTimeoutMs,
      startMs: Math.max(300, request.timeoutMs * START_SHARE),
    };
    // Home and name are visible in process lists. The rest goes through standard input, because the address of a
    // browser may hold a token.
    const child = spawnSelf(["__daemon", home, name], JSON.stringify(argument), logFile(home));
    while (!(await accepts(files.socket, signal))) {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw notStarted(home, name, child.signalCode ? `signal ${child.signalCode}` : `exit code ${child.exitCode}`);
      }
      await Bun.sleep(2);
      signal.throwIfAborted();
    }
    child.unref();
  } finally {
    releaseLock(files.lock, nonce);
  }
}

/** A lost cloud browser is always reported, unless the line says which browser to use. */
function mustReport(loss: Loss, { begins, options }: StartRequest): boolean {
  if (!loss.config.remote) return !begins;
  return Object.values(options).every((value) => value === undefined || value === false);
}

/** Describes the browser that a command gets when it opened none itself. */
function whatStarts(options: LaunchOptions): string {
  const isThere = options.connect || options.cdpUrl !== undefined;
  const what = isThere ? "It connects to a running browser" : "A new browser is started, with an empty page";
  return `${what} (${describeOptions(options)}).`;
}

/** Cleans up after a daemon that was killed. Kills one that hangs. */
async function clearPredecessor(files: SessionFiles, signal: AbortSignal): Promise<void> {
  const state = readState(files);
  if (isRunning(state)) {
    const until = performance.now() + HUNG_MS;
    while (isAlive(state) && performance.now() < until) {
      await Bun.sleep(20);
      signal.throwIfAborted();
    }
    killGroup(state);
    cleanUpOrphans(files, "its daemon did not respond and was killed");
    return;
  }
  cleanUpOrphans(files);
}

function notStarted(home: string, name: string, how: string): Failure {
  const lines = lastLogLines(logFile(home), logPrefix(name), 3);
  const logged = lines.length === 0 ? "" : `; its last log lines: ${lines.join(" | ")}`;
  return new Failure(
    "daemon",
    `the daemon of session '${name}' did not start (${how})${logged}`,
    `Read the end of ${logFile(home)}.`,
  );
}

/** Starts this program again, detached from the terminal, with the text as standard input. Its output goes to the log. */
function spawnSelf(args: string[], input: string, log: string) {
  const isCompiled = Bun.main.startsWith("/$bunfs/") || Bun.main.includes("~BUN");
  const command = isCompiled ? args : [Bun.main, ...args];
  const output = openLog(log);
  try {
    return Bun.spawn([process.execPath, ...command], {
      detached: true,
      stdio: [Buffer.from(input), output, output],
      cwd: "/",
      windowsHide: true,
    });
  } finally {
    closeSync(output);
  }
}

function openLog(path: string): number {
  try {
    return openSync(path, "a", 0o600);
  } catch (error) {
    throw fileFailure(error, `cannot write ${path}`);
  }
}
