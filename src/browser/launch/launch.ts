/**
 * Starts a browser that is controlled through a pipe. No port is opened, and the browser ends when the pipe closes,
 * even when the daemon is killed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pipeTransport, type Transport } from "../../cdp/transport.ts";
import { Failure } from "../../errors.ts";
import { privateFolder } from "../../lib/atomic-file.ts";
import { log } from "../../lib/log.ts";
import { hasGroup, identify, killGroup, killRest, type ProcessId } from "../../lib/process.ts";
import { chooseBrowser, type FoundBrowser } from "./find.ts";
import { lacksDisplay, type Screen, startScreen } from "./screen.ts";
import { SWITCHES, writePreferences } from "./switches.ts";

export interface Launched {
  transport: Transport;
  browser: FoundBrowser;
  process: ProcessId;
  /** The folder of this start, with the profile. Removed when the browser has ended. */
  folder: string;
  /** The virtual screen for its windows, on a machine without a display. */
  screen?: string;
  /** Resolves as soon as the process is gone: `exitOf code 0`, `signal SIGKILL`. */
  exited: Promise<string>;
  /** Resolves with the reason when the browser has ended. */
  ended: Promise<Failure>;
  /** Ends the browser with all its processes. Its folder stays. */
  end(): Promise<void>;
  /** Like `end`, and removes the folder. */
  kill(): Promise<void>;
}

export interface LaunchRequest {
  home: string;
  /** Folder in which the profile is created. */
  runFolder: string;
  headed: boolean;
  /** Starts this browser instead of the preferred one. */
  browser?: FoundBrowser;
  /** Fills the user data folder before the start. Returns the profile to use, and further arguments. */
  prepare?: (userDataDir: string) => Promise<{ profileDirectory?: string; args?: readonly string[] }>;
  /** Further arguments of the browser. */
  args?: readonly string[];
  /** The environment of the browser, if it differs. `folder` is that of this start. */
  environment?: (folder: string) => Record<string, string | undefined>;
}

/** How long killed helper processes may take to end. */
const REST_MS = 2_000;

/** Smallest number of free file descriptors that a start needs for its pipes. */
const PIPES_FILES = 10;

/** Number of stderr lines to keep for the message of a failed start. */
const STDERR_LINES = 12;

export async function launch(request: LaunchRequest): Promise<Launched> {
  const browser = request.browser ?? chooseBrowser(request.home, request.headed);
  privateFolder(request.runFolder);
  const folder = mkdtempSync(join(request.runFolder, "browser-"));
  const userDataDir = join(folder, "profile");
  mkdirSync(userDataDir, { mode: 0o700 });
  let screen: Screen | undefined;
  try {
    // No unnecessary await: the browser must start before the daemon does anything else.
    const prepared = request.prepare ? await request.prepare(userDataDir) : undefined;
    if (browser.name !== "headless-shell")
      writePreferences(userDataDir, prepared?.profileDirectory ?? "Default", request.headed);
    const args = argumentsFor(browser, request, folder, userDataDir, prepared?.profileDirectory);
    if (request.headed && lacksDisplay()) screen = await startScreen(folder);
    const environment = { ...(request.environment?.(folder) ?? process.env), ...screen?.environment };
    return start(browser, [...args, ...(prepared?.args ?? [])], folder, environment, screen);
  } catch (error) {
    await screen?.end();
    await removeFolder(folder);
    throw error;
  }
}

function argumentsFor(
  browser: FoundBrowser,
  { headed, args: more = [] }: LaunchRequest,
  folder: string,
  userDataDir: string,
  profileDirectory: string | undefined,
): string[] {
  // By default crash reports go to the folder of the user's own browser.
  const args = [...SWITCHES, `--user-data-dir=${userDataDir}`, `--crash-dumps-dir=${join(folder, "crashes")}`];
  if (profileDirectory !== undefined) args.push(`--profile-directory=${profileDirectory}`);
  // A managed browser must not use the user's key store. A copy of a profile needs it to read its cookies.
  else args.push("--password-store=basic", "--use-mock-keychain");
  // In a window a permission prompt would wait for a person. Headless it is denied as well.
  if (headed) args.push("--deny-permission-prompts");
  else args.push("--headless", "--hide-scrollbars", "--mute-audio", "--force-color-profile=srgb");
  // One process less: this saves a fifth of the time from the start to the first page.
  if (browser.name === "headless-shell") args.push("--enable-features=NetworkServiceInProcess2");
  const noSandboxReason = whyNoSandbox(browser.origin);
  if (noSandboxReason !== undefined) {
    args.push("--no-sandbox");
    // Goes to the daemon's log and to doctor. A client that starts a browser for a moment does not report it.
    if (log.path) log.info(`the browser runs without its sandbox: ${noSandboxReason}`);
  }
  if (hasSmallSharedMemory()) args.push("--disable-dev-shm-usage");
  return [...args, ...more];
}

function start(
  browser: FoundBrowser,
  args: string[],
  folder: string,
  environment: NodeJS.ProcessEnv,
  screen: Screen | undefined,
): Launched {
  const child = spawnBrowser(browser.path, args, folder, environment);
  const stderr = tail(child.stderr);
  const transport = pipeTransport(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const id = identify(child.pid ?? 0);
  const gone = exitOf(child);
  // Its last output may arrive after its end.
  const ended = gone
    .then((how) => Bun.sleep(20).then(() => how))
    .then((how) => new Failure("launch", `the browser ended (${how})${stderr()}`, "Run `svc doctor` to find out why."));
  const end = async () => {
    killGroup(id);
    transport.close();
    await gone;
    // A browser that ended by itself may leave helper processes for a moment.
    killRest(id);
    const untilMs = performance.now() + REST_MS;
    while (hasGroup(id) && performance.now() < untilMs) await Bun.sleep(5);
    await screen?.end();
  };
  const kill = async () => {
    await end();
    await removeFolder(folder);
  };
  const screenName = screen ? { screen: screen.name } : {};
  return { transport, browser, process: id, folder, ...screenName, exited: gone, ended, end, kill };
}

/** Bun throws for a file that is not executable, and returns a child without pipes for other failures. */
function spawnBrowser(path: string, args: string[], folder: string, environment: NodeJS.ProcessEnv): ChildProcess {
  const startFailure = (why: string) =>
    new Failure(
      "launch",
      `${path} cannot be started: ${why}`,
      "Run `svc doctor`, or set another one: `svc config set browser_path <path>`.",
    );
  try {
    const child = spawn(path, args, {
      stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      env: { ...environment, ...utf8Locale(), TMPDIR: folder, BREAKPAD_DUMP_LOCATION: join(folder, "crashes") },
    });
    child.on("error", () => {});
    if (child.pid === undefined) throw startFailure(spawnFailureReason(path));
    return child;
  } catch (error) {
    throw error instanceof Failure
      ? error
      : startFailure((error as NodeJS.ErrnoException).code ?? (error as Error).message);
  }
}

/** Bun reports both causes in the same way. */
function spawnFailureReason(path: string): string {
  const open: number[] = [];
  try {
    while (open.length < PIPES_FILES) open.push(openSync(path, "r"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EMFILE" || code === "ENFILE") return "too many files are open (ulimit -n)";
  } finally {
    for (const one of open) closeSync(one);
  }
  return "it is not a program, or it is not allowed to run";
}

/** Without a UTF-8 locale (cron, containers) Chrome cannot read file names with umlauts, so that `upload` would do nothing. */
function utf8Locale(): Record<string, string> {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || "") ? {} : { LC_ALL: "C.UTF-8" };
}

/** Describes how the process ended. */
function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on("exit", (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
    child.on("error", (error) => resolve(error.message));
  });
}

function tail(stream: Readable | null): () => string {
  const lines: string[] = [];
  stream?.on("data", (chunk: Buffer) => {
    lines.push(
      ...chunk
        .toString()
        .split("\n")
        .filter((line) => line.trim() !== ""),
    );
    lines.splice(0, Math.max(0, lines.length - STDERR_LINES));
  });
  return () => {
    const shown = lines
      .map((line) => line.replace(/^\[[\d:/.]+:(ERROR|FATAL|WARNING):[^\]]*\] /, ""))
      .filter((line) => !/DevTools listening|dbus|DEPRECATED_ENDPOINT|Fontconfig/.test(line));
    return shown.length === 0 ? "" : `: ${shown.join("; ").slice(0, 600)}`;
  };
}

/**
 * Removes a folder. Child processes of a killed browser may still write for a moment, so a failed removal is repeated.
 * Returns false and logs a warning when it fails.
 */
export async function removeFolder(folder: string): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return true;
    } catch {
      await Bun.sleep(20);
    }
  }
  log.warn(`could not remove ${folder}; it will be tried again later`);
  return false;
}

/** Why the browser must run without its sandbox. Undefined when the sandbox works. */
export function whyNoSandbox(origin: FoundBrowser["origin"]): string | undefined {
  if (process.platform !== "linux") return undefined;
  if (process.env.SVC_NO_SANDBOX === "1") return "SVC_NO_SANDBOX is set";
  if (process.getuid?.() === 0) return "Chrome refuses to use it as root";
  if (origin !== "system" && isOne("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"))
    return "AppArmor allows it only for browsers of the system";
  if (!isContainer()) return undefined;
  return canUnshare() ? undefined : "this container does not allow user namespaces";
}

/** Docker and Podman leave a file, Kubernetes a variable. */
function isContainer(): boolean {
  const files = ["/.dockerenv", "/run/.containerenv"];
  return process.env.KUBERNETES_SERVICE_HOST !== undefined || files.some((path) => existsSync(path));
}

function isOne(path: string): boolean {
  try {
    return readFileSync(path, "utf8").trim() === "1";
  } catch {
    return false;
  }
}

let canUnshareCached: boolean | undefined;

/** Cached, so that a server that starts many browsers does not run a program each time. */
function canUnshare(): boolean {
  canUnshareCached ??= Bun.spawnSync(["unshare", "--user", "true"], { stdout: "ignore", stderr: "ignore" }).success;
  return canUnshareCached;
}

/** Containers often have 64 MB of /dev/shm, in which pages with large pictures crash. */
function hasSmallSharedMemory(): boolean {
  if (process.platform !== "linux") return false;
  try {
    const { blocks, bsize } = statfsSync("/dev/shm");
    return blocks * bsize < 256 * 1024 * 1024;
  } catch {
    return true;
  }
}
