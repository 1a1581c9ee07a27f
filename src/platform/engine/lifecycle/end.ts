/**
 * The end of one browser, from the first word to its attendants to its empty seat. Every step has a bound, and none that
 * fails keeps the next from being taken. Knows nothing of records and reasons.
 */

import { withTimeout } from "../../../lib/deadline.ts";
import { done } from "./bounded.ts";
import type { LifecycleHook } from "./lifecycle-hook.ts";
import { removeWorkspace } from "./orphan-cleanup.ts";
import type { RunningBrowser } from "./running.ts";
import { release } from "./start.ts";

/** How long attendants may take while the browser still runs. */
const STOPPING_MS = 15_000;

/** How long a browser may take to write what it has to and go. */
const CLOSE_MS = 10_000;

/** How long a killed process may take to be gone, and its folder. */
const KILL_MS = 15_000;

/** How long an attendant that was giving it may take to notice. */
const NOTICE_MS = 5_000;

/** How long attendants may take to keep what they keep: a recording of hours is written to a store far away. */
const CLOSED_MS = 120_000;

export interface Ending {
  readonly browser: RunningBrowser;
  /** Resolves when nobody is busy with giving it any more. */
  readonly given: Promise<void>;
  /** It was given to the end. */
  readonly isGiven: boolean;
  /** Its process is gone; may become true meanwhile. */
  readonly isDead: boolean;
}

/** Never rejects. */
export async function endBrowser(attendants: readonly LifecycleHook[], ending: Ending): Promise<void> {
  const { browser, given, isGiven } = ending;
  const { launched, seat } = browser.started;
  const say = (what: string) => `browser ${browser.id}, ${what}`;
  const each = (ms: number, what: string, work: (attendant: LifecycleHook) => Promise<void> | undefined) =>
    Promise.all(attendants.map((one) => done(ms, say(what), (async () => await work(one))())));
  const isOrderly = isGiven && !ending.isDead;
  if (isOrderly) await each(STOPPING_MS, "stopping", (one) => one.stopping?.(browser));
  const clean = isOrderly && !ending.isDead && (await closes(browser));
  await done(KILL_MS, say("ending its processes"), launched.end());
  await done(NOTICE_MS, say("giving it"), given);
  await each(CLOSED_MS, "closed", (one) => one.closed?.(browser, clean));
  await done(KILL_MS, say("removing its folder"), removeWorkspace(launched.folder));
  release(attendants, seat);
}

/** True when it went by itself, and nobody killed it on its way. */
async function closes(browser: RunningBrowser): Promise<boolean> {
  void browser.connection.root.sendMayFail("Browser.close");
  return (await withTimeout(browser.started.launched.exited, CLOSE_MS)) === "exit code 0";
}
