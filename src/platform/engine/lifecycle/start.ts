/**
 * Starts one browser in a workspace with its own folders and environment, and runs the `prepare` hooks. Removes everything if the
 * start fails.
 */

import { mkdirSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Launched, launch, whyNoSandbox } from "../../../browser/launch/launch.ts";
import type { Connection } from "../../../cdp/connection.ts";
import { multiplex } from "../../../cdp/shared/multiplexer.ts";
import { privateFolder } from "../../../lib/atomic-file.ts";
import { rejectOnAbort } from "../../../lib/deadline.ts";
import { DEFAULT_VIEWPORT } from "../../../lib/limits.ts";
import { log } from "../../../lib/log.ts";
import { shortRunFolder } from "../../../lib/paths.ts";
import { Refusal } from "../../refusal.ts";
import { done } from "./bounded.ts";
import { diskFull, isOfFullDisk } from "./disk.ts";
import type { LifecycleHook } from "./lifecycle-hook.ts";
import { ownWorkspace, removeWorkspace } from "./orphan-cleanup.ts";
import type { BrowserRequest, BrowserWorkspace, Started } from "./running.ts";

export interface StartSetup {
  readonly home: string;
  readonly hooks: readonly LifecycleHook[];
}

/** The exit of the process may be reported this much later than the end of the connection. */
const REASON_MS = 200;

/** Timeout of running `prepare` hooks after a failed start. */
const SETTLE_MS = 5_000;

export function runFolder(home: string): string {
  return shortRunFolder(join(home, "server", "run"));
}

/** For a long home the run folder is in the temporary folder, where others may have created it. */
function ownRunFolder(home: string): string {
  const folder = runFolder(home);
  privateFolder(dirname(folder));
  return privateFolder(folder);
}

/** Removes an empty run folder in the temporary folder. */
export function leaveRunFolder(home: string): void {
  const folder = runFolder(home);
  if (folder.startsWith(home)) return;
  try {
    rmdirSync(folder);
  } catch {
    // It does not exist, or is not empty; the next start removes its content.
  }
}

/** Starts a browser. Rejects with the error of a hook, a `Failure` or the reason of the signal; nothing remains then. */
export async function startBrowser(
  { home, hooks }: StartSetup,
  request: BrowserRequest | undefined,
  signal: AbortSignal,
): Promise<Started> {
  const aborted = rejectOnAbort(signal);
  let folder: string | undefined;
  let workspace: BrowserWorkspace | undefined;
  let preparing: Promise<unknown> = Promise.resolve();
  let launched: Launched | undefined;
  try {
    signal.throwIfAborted();
    launched = await launch({
      home,
      headed: false,
      runFolder: ownRunFolder(home),
      environment: (folder) => ({
        ...browserEnvironment(),
        HOME: join(folder, "home"),
        XDG_RUNTIME_DIR: join(folder, "home"),
      }),
      async prepare(userDataDir) {
        const own = dirname(userDataDir);
        folder = own;
        ownWorkspace(own);
        for (const name of ["home", "downloads", "uploads"]) mkdirSync(join(own, name), { mode: 0o700 });
        const prepared: BrowserWorkspace = { folder: own, userDataDir, args: windowSize(request) };
        workspace = prepared;
        const work = hooks.map(async (one) => one.prepare?.(prepared, request));
        preparing = Promise.allSettled(work);
        await Promise.race([Promise.all(work), aborted]);
        return { args: prepared.args };
      },
    });
    warnUnsandboxed(whyNoSandbox(launched.browser.origin));
    ownWorkspace(launched.folder, launched.process);
    const shared = multiplex(launched.transport);
    await Promise.race([firstPage(shared.connection), aborted]);
    return { workspace: workspace as BrowserWorkspace, launched, multiplexer: shared };
  } catch (error) {
    const why = launched && !signal.aborted ? await reasonOf(launched, error) : error;
    if (launched) await done(SETTLE_MS, "stopping a browser that failed to start", launched.end());
    await done(SETTLE_MS, "hooks of a browser that failed to start", preparing as Promise<unknown>);
    if (folder) await done(SETTLE_MS, "removing the folder of a browser that failed to start", removeWorkspace(folder));
    if (workspace) release(hooks, workspace);
    throw why;
  }
}

/**
 * Opens a blank page: clients use `browser.contexts()[0].pages()[0]`, and the live view shows it. The answer also proves that the
 * browser works.
 */
async function firstPage({ root }: Connection): Promise<void> {
  await root.send("Target.createTarget", { url: "about:blank" });
}

/** Calls the `released` hooks. */
export function release(hooks: readonly LifecycleHook[], workspace: BrowserWorkspace): void {
  for (const hook of hooks) {
    try {
      hook.released?.(workspace);
    } catch (error) {
      log.error(`releasing ${workspace.folder}:`, error);
    }
  }
}

let hasWarned = false;

/** Warns once: the reason is the same for all browsers, and operators must know it. */
function warnUnsandboxed(why: string | undefined): void {
  if (why === undefined || hasWarned) return;
  hasWarned = true;
  log.warn(
    `browsers run without Chrome's sandbox (${why}): a page that escapes from the browser can read everything that this server can, including keys and profiles. Run the server as a separate user, not as root.`,
  );
}

/** The connection ends before the process, but only the process knows the reason. */
async function reasonOf({ ended }: Launched, error: unknown): Promise<unknown> {
  return await Promise.race([ended, Bun.sleep(REASON_MS).then(() => error)]);
}

/** The last size wins. A full browser has a virtual screen, and no window narrower than 500 px. */
function windowSize(request: BrowserRequest | undefined): string[] {
  const { width, height } = request?.settings ?? DEFAULT_VIEWPORT;
  return [`--window-size=${width},${height}`, `--screen-info={${width}x${height}}`];
}

/** The variables that a browser needs; others may be secret. */
function browserEnvironment(): Record<string, string | undefined> {
  const { PATH, LANG, LC_ALL, LC_CTYPE, TZ, DISPLAY, WAYLAND_DISPLAY, FONTCONFIG_PATH, FONTCONFIG_FILE } = process.env;
  return { PATH, LANG, LC_ALL, LC_CTYPE, TZ, DISPLAY, WAYLAND_DISPLAY, FONTCONFIG_PATH, FONTCONFIG_FILE };
}

/** The error for the caller if a start fails; the reason is logged. */
export function startRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isOfFullDisk(error)) return diskFull();
  log.error("a browser could not be started:", error);
  return new Refusal(503, "The browser could not be started", {
    headers: { "Retry-After": "5" },
    hint: "Read the log of the server for the reason.",
  });
}
