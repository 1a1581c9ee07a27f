/**
 * Ends one browser: hooks, close, kill, removal of the workspace. Every step has a timeout, and a failed step does not stop the
 * next.
 */

import { withTimeout } from "../../../lib/deadline.ts";
import { done } from "./bounded.ts";
import type { LifecycleHook } from "./lifecycle-hook.ts";
import { removeWorkspace } from "./orphan-cleanup.ts";
import type { RunningBrowser } from "./running.ts";
import { release } from "./start.ts";

/** Timeout of the `stopping` hooks. */
const STOPPING_MS = 15_000;

/** Timeout of a clean close. */
const CLOSE_MS = 10_000;

/** Timeout of killing the processes, and of removing the folder. */
const KILL_MS = 15_000;

/** Timeout of a running assignment after its signal aborted. */
const NOTICE_MS = 5_000;

/** Timeout of the `closed` hooks: a recording of hours may be uploaded to a remote store. */
const CLOSED_MS = 120_000;

export interface Ending {
  readonly browser: RunningBrowser;
  /** Resolves when the assignment has finished or failed. */
  readonly assigned: Promise<void>;
  /** The assignment succeeded. */
  readonly isAssigned: boolean;
  /** The process has ended; may become true later. */
  readonly isDead: boolean;
}

/** Never rejects. */
export async function endBrowser(hooks: readonly LifecycleHook[], ending: Ending): Promise<void> {
  const { browser, assigned, isAssigned } = ending;
  const { launched, workspace } = browser.started;
  const describe = (what: string) => `browser ${browser.id}, ${what}`;
  const each = (ms: number, what: string, work: (hook: LifecycleHook) => Promise<void> | undefined) =>
    Promise.all(hooks.map((one) => done(ms, describe(what), (async () => await work(one))())));
  const isGraceful = isAssigned && !ending.isDead;
  if (isGraceful) await each(STOPPING_MS, "stopping", (one) => one.stopping?.(browser));
  const clean = isGraceful && !ending.isDead && (await closes(browser));
  await done(KILL_MS, describe("ending its processes"), launched.end());
  await done(NOTICE_MS, describe("its assignment"), assigned);
  await each(CLOSED_MS, "closed", (one) => one.closed?.(browser, clean));
  await done(KILL_MS, describe("removing its folder"), removeWorkspace(launched.folder));
  release(hooks, workspace);
}

/** True if the browser closed by itself and was not killed. */
async function closes(browser: RunningBrowser): Promise<boolean> {
  void browser.connection.root.sendMayFail("Browser.close");
  return (await withTimeout(browser.started.launched.exited, CLOSE_MS)) === "exit code 0";
}
