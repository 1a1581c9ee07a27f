/**
 * Callbacks around each browser of a server: network rules, profiles, recordings, downloads.
 *
 * Order for a browser that a caller requested: `prepare`, `assigned`, `stopping`, `closed`, `released`. For a browser of the
 * pool: `prepare` without a request, then the same when it is assigned, or only `released`. A failure before `assigned` leads to
 * `released`. After a call of `assigned`, `closed` always follows; `clean` is false unless the assignment succeeded and the
 * browser closed itself on request.
 *
 * Hooks do not depend on each other: `assigned` runs in their order, all other callbacks run in parallel. Every call has a
 * timeout; a timeout counts as a failure and does not stop the others.
 */

import type { BrowserRequest, BrowserWorkspace, RunningBrowser } from "./running.ts";

export interface LifecycleHook {
  /** Called before a slot or a browser is taken. An error refuses the browser. */
  check?(request: BrowserRequest): Promise<void>;
  /** Called before the browser starts; `request` is undefined for the pool. An error refuses the browser. */
  prepare?(workspace: BrowserWorkspace, request: BrowserRequest | undefined): Promise<void> | void;
  /** The browser runs and has an owner, but no record yet. An error refuses the browser. */
  assigned?(browser: RunningBrowser): Promise<void>;
  /** Called before a clean close, while the browser runs. Errors are logged. */
  stopping?(browser: RunningBrowser): Promise<void>;
  /** The processes have ended, the folder still exists. `clean`: the browser closed itself and wrote its files. */
  closed?(browser: RunningBrowser, clean: boolean): Promise<void>;
  /** The workspace was removed, assigned or not. */
  released?(workspace: BrowserWorkspace): void;
}
