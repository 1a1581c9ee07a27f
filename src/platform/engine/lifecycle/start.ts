/**
 * The start of one browser in a workspace of its own: own folders, own environment, hooks around it. When it fails nothing
 * is left of it. Knows nothing of records, places or who asked.
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

/** How long the reason of a death may come later than the end of the connection. */
const REASON_MS = 200;

/** How long hooks that still prepare are waited for when the start has failed already. */
const SETTLE_MS = 5_000;

export function runFolder(home: string): string {
  return shortRunFolder(join(home, "server", "run"));
}

/** The one of a long home lies in the temporary folder, where anybody may have made it. */
function ownRunFolder(home: string): string {
  const folder = runFolder(home);
  privateFolder(dirname(folder));
  return privateFolder(folder);
}

/** Takes the folder away where it lies in the temporary one: nobody would look for it there. One with something in it stays. */
export function leaveRunFolder(home: string): void {
  const folder = runFolder(home);
  if (folder.startsWith(home)) return;
  try {
    rmdirSync(folder);
  } catch {
    // It was never made, or the next start removes what is in it.
  }
}

/** Starts it. Rejects with what an hook threw, with a `Failure`, or with the signal's reason; nothing is left then. */
export async function startBrowser(
  { home, hooks }: StartSetup,
  asked: BrowserRequest | undefined,
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
      environment: (folder) => ({ ...kept(), HOME: join(folder, "home"), XDG_RUNTIME_DIR: join(folder, "home") }),
      async prepare(userDataDir) {
        const own = dirname(userDataDir);
        folder = own;
        ownWorkspace(own);
        for (const name of ["home", "downloads", "uploads"]) mkdirSync(join(own, name), { mode: 0o700 });
        const mine: BrowserWorkspace = { folder: own, userDataDir, args: windowSize(asked) };
        workspace = mine;
        const work = hooks.map(async (one) => one.prepare?.(mine, asked));
        preparing = Promise.allSettled(work);
        await Promise.race([Promise.all(work), aborted]);
        return { args: mine.args };
      },
    });
    tellUnsandboxed(whyNoSandbox(launched.browser.origin));
    ownWorkspace(launched.folder, launched.process);
    const shared = multiplex(launched.transport);
    await Promise.race([firstPage(shared.connection), aborted]);
    return { workspace: workspace as BrowserWorkspace, launched, split: shared };
  } catch (error) {
    const why = launched && !signal.aborted ? await reasonOf(launched, error) : error;
    if (launched) await done(SETTLE_MS, "killing a browser that did not start", launched.end());
    await done(SETTLE_MS, "hooks of a browser that did not start", preparing as Promise<unknown>);
    if (folder) await done(SETTLE_MS, "removing the folder of a browser that did not start", removeWorkspace(folder));
    if (workspace) release(hooks, workspace);
    throw why;
  }
}

/**
 * A browser that has a window as people know it: clients of such platforms take `browser.contexts()[0].pages()[0]`, and the live
 * view has something to show. Its answer also tells that the browser lives.
 */
async function firstPage({ root }: Connection): Promise<void> {
  await root.send("Target.createTarget", { url: "about:blank" });
}

/** The workspace is gone: everybody lets go of what they had for it. */
export function release(hooks: readonly LifecycleHook[], workspace: BrowserWorkspace): void {
  for (const hook of hooks) {
    try {
      hook.released?.(workspace);
    } catch (error) {
      log.error(`letting go of ${workspace.folder}:`, error);
    }
  }
}

let isTold = false;

/** Once: it is the same for all of them, and whoever hosts others' pages must know it. */
function tellUnsandboxed(why: string | undefined): void {
  if (why === undefined || isTold) return;
  isTold = true;
  log.warn(
    `browsers run without Chrome's sandbox (${why}): a page that breaks out of its browser has all that this server has, its keys and profiles too. Run the server as a user of its own, not as root.`,
  );
}

/** The end of the connection comes before the end of the process, which knows why. */
async function reasonOf({ ended }: Launched, error: unknown): Promise<unknown> {
  return await Promise.race([ended, Bun.sleep(REASON_MS).then(() => error)]);
}

/** The last of several sizes on the line counts. A full browser has a screen of its own, and no window below 500 points. */
function windowSize(asked: BrowserRequest | undefined): string[] {
  const { width, height } = asked?.settings ?? DEFAULT_VIEWPORT;
  return [`--window-size=${width},${height}`, `--screen-info={${width}x${height}}`];
}

/** What a browser needs of our environment; the rest may be secret. */
function kept(): Record<string, string | undefined> {
  const { PATH, LANG, LC_ALL, LC_CTYPE, TZ, DISPLAY, WAYLAND_DISPLAY, FONTCONFIG_PATH, FONTCONFIG_FILE } = process.env;
  return { PATH, LANG, LC_ALL, LC_CTYPE, TZ, DISPLAY, WAYLAND_DISPLAY, FONTCONFIG_PATH, FONTCONFIG_FILE };
}

/** What a caller is answered when a browser did not start; the reason is in the log. */
export function startRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isOfFullDisk(error)) return diskFull();
  log.error("a browser could not be started:", error);
  return new Refusal(503, "The browser could not be started", {
    headers: { "Retry-After": "5" },
    hint: "The log of the server says why.",
  });
}
