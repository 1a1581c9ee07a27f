/**
 * Starts a browser of our own over a pipe: no port is opened, and the browser ends by itself when the pipe closes, so
 * none is left when the daemon is killed.
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
  /** The folder of this run, profile included; removed when the browser ended. */
  folder: string;
  /** The virtual screen of its own that it shows its windows on, where there is no display. */
  screen?: string;
  /** Resolves at once when its process is gone: `exit code 0`, `signal SIGKILL`. */
  exited: Promise<string>;
  /** Resolves with the reason when the browser ended. */
  ended: Promise<Failure>;
  /** Ends the browser and everything it started; its folder stays. */
  end(): Promise<void>;
  /** As `end`, and removes its folder. */
  kill(): Promise<void>;
}

export interface LaunchRequest {
  home: string;
  /** Folder below which the profile is made. */
  runFolder: string;
  headed: boolean;
  /** Start this browser instead of the preferred one. */
  browser?: FoundBrowser;
  /** Fills the user data folder before the browser starts, and says which profile of it to use and which more arguments. */
  prepare?: (userDataDir: string) => Promise<{ profileDirectory?: string; args?: readonly string[] }>;
  /** More arguments of the browser's own. */
  args?: readonly string[];
  /** The environment of its processes, where that is not ours; `folder` is the one of this run. */
  environment?: (folder: string) => Record<string, string | undefined>;
}

/** How long killed helpers may take to be gone. */
const REST_MS = 2_000;

/** Files that a start needs for its pipes, at least. */
const PIPES_FILES = 10;

/** Lines of the browser's stderr kept to tell why it did not start. */
const STDERR_LINES = 12;

export async function launch(request: LaunchRequest): Promise<Launched> {
  const browser = request.browser ?? chooseBrowser(request.home, request.headed);
  privateFolder(request.runFolder);
  const folder = mkdtempSync(join(request.runFolder, "browser-"));
  const userDataDir = join(folder, "profile");
  mkdirSync(userDataDir, { mode: 0o700 });
  let screen: Screen | undefined;
  try {
    // No await without need: the browser is to be on its way before the daemon does anything else.
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
  // Crash reports too stay in our folder: by default they go to that of the user's own browser.
  const args = [...SWITCHES, `--user-data-dir=${userDataDir}`, `--crash-dumps-dir=${join(folder, "crashes")}`];
  if (profileDirectory !== undefined) args.push(`--profile-directory=${profileDirectory}`);
  // A managed browser has no business with the user's key store; a copy of a profile needs it to read its cookies.
  else args.push("--password-store=basic", "--use-mock-keychain");
  // A question in a window waits for a person; without one it is answered like this as well.
  if (headed) args.push("--deny-permission-prompts");
  else args.push("--headless", "--hide-scrollbars", "--mute-audio", "--force-color-profile=srgb");
  // One process less to wait for: a fifth of the time from start to first page.
  if (browser.name === "headless-shell") args.push("--enable-features=NetworkServiceInProcess2");
  const unsandboxed = whyNoSandbox(browser.origin);
  if (unsandboxed !== undefined) {
    args.push("--no-sandbox");
    // Told in the daemon's log, and by doctor; a client that starts a browser for a moment says nothing.
    if (log.path) log.info(`the browser runs without its sandbox: ${unsandboxed}`);
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
  const child = spawned(browser.path, args, folder, environment);
  const stderr = tail(child.stderr);
  const transport = pipeTransport(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const id = identify(child.pid ?? 0);
  const gone = exit(child);
  // What it said last may still be on its way when it is gone.
  const ended = gone
    .then((how) => Bun.sleep(20).then(() => how))
    .then((how) => new Failure("launch", `the browser ended (${how})${stderr()}`, "Run `svc doctor` to find out why."));
  const end = async () => {
    killGroup(id);
    transport.close();
    await gone;
    // One that ended by itself, or was killed alone, may leave helpers that have not noticed it yet.
    killRest(id);
    const noLongerMs = performance.now() + REST_MS;
    while (hasGroup(id) && performance.now() < noLongerMs) await Bun.sleep(5);
    await screen?.end();
  };
  const kill = async () => {
    await end();
    await removeFolder(folder);
  };
  const shown = screen ? { screen: screen.name } : {};
  return { transport, browser, process: id, folder, ...shown, exited: gone, ended, end, kill };
}

/** Bun throws for a file that cannot be run, and gives a child without pipes for one that is none. */
function spawned(path: string, args: string[], folder: string, environment: NodeJS.ProcessEnv): ChildProcess {
  const cannot = (why: string) =>
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
    if (child.pid === undefined) throw cannot(whyNoProcess(path));
    return child;
  } catch (error) {
    throw error instanceof Failure ? error : cannot((error as NodeJS.ErrnoException).code ?? (error as Error).message);
  }
}

/** Bun tells of both in the same way. */
function whyNoProcess(path: string): string {
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

/** Without a UTF-8 locale (cron, containers) Chrome cannot name a file with an umlaut: `upload` would do nothing. */
function utf8Locale(): Record<string, string> {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || "") ? {} : { LC_ALL: "C.UTF-8" };
}

/** The end of the process, in words. */
function exit(child: ChildProcess): Promise<string> {
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
    const told = lines
      .map((line) => line.replace(/^\[[\d:/.]+:(ERROR|FATAL|WARNING):[^\]]*\] /, ""))
      .filter((line) => !/DevTools listening|dbus|DEPRECATED_ENDPOINT|Fontconfig/.test(line));
    return told.length === 0 ? "" : `: ${told.join("; ").slice(0, 600)}`;
  };
}

/**
 * Child processes of a killed browser may still write for a moment: a removal that meets a new file is repeated. False, and a
 * line in the log, when it could not be removed.
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
  log.warn(`could not remove ${folder}; it is tried again later`);
  return false;
}

/** Why the browser must run without its sandbox here, or undefined when it can have it. */
export function whyNoSandbox(origin: FoundBrowser["origin"]): string | undefined {
  if (process.platform !== "linux") return undefined;
  if (process.env.SVC_NO_SANDBOX === "1") return "SVC_NO_SANDBOX is set";
  if (process.getuid?.() === 0) return "Chrome refuses it to root";
  if (origin !== "system" && isOne("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"))
    return "AppArmor allows it to the system's own browsers alone";
  if (!existsSync("/.dockerenv") && !existsSync("/run/.containerenv")) return undefined;
  return canUnshare() ? undefined : "this container does not allow user namespaces";
}

function isOne(path: string): boolean {
  try {
    return readFileSync(path, "utf8").trim() === "1";
  } catch {
    return false;
  }
}

let unshares: boolean | undefined;

/** Asked once: a server that starts many browsers is not to wait for a program each time. */
function canUnshare(): boolean {
  unshares ??= Bun.spawnSync(["unshare", "--user", "true"], { stdout: "ignore", stderr: "ignore" }).success;
  return unshares;
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
