/**
 * What goes along with the browsers of a server: rules for its network, profiles, recordings, downloads. The fleet knows
 * that they come before a start and after an end, and nothing of what they do.
 *
 * A browser that is started for somebody: `prepare`, `given`, `stopping`, `closed`, `released`. One that is started in
 * advance: `prepare` without `asked`, then the same when it is given, or `released` alone when it never is. Where it goes
 * wrong: what fails before it is given goes straight to `released`; from `given` on there is always `closed`, with `clean`
 * false unless the browser was given to the end and closed itself when it was told to.
 *
 * Lifecycle hooks do not depend on each other: `given` is called in their order, everything else side by side. Each call has a
 * bound; one that takes longer counts as failed, and the others go on.
 */

import type { BrowserRequest, BrowserWorkspace, RunningBrowser } from "./running.ts";

export interface LifecycleHook {
  /** First of all, before a place or a browser in advance is taken. What it throws refuses the browser. */
  check?(asked: BrowserRequest): Promise<void>;
  /** Before the browser starts. `asked` is undefined for one that is started in advance. What it throws refuses the browser. */
  prepare?(workspace: BrowserWorkspace, asked: BrowserRequest | undefined): Promise<void> | void;
  /** The browser runs and belongs to somebody; before that is answered or recorded. What it throws refuses the browser. */
  given?(browser: RunningBrowser): Promise<void>;
  /** It is about to be closed in good order and still runs. What it throws is logged. */
  stopping?(browser: RunningBrowser): Promise<void>;
  /** Its processes are gone, its folder is still there. `clean`: it was closed in good order, and wrote what it had to. */
  closed?(browser: RunningBrowser, clean: boolean): Promise<void>;
  /** The workspace is gone, whether it ever belonged to somebody or not. */
  released?(workspace: BrowserWorkspace): void;
}
