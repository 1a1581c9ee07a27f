/** Recovers a page whose JavaScript never ends: detected after a command timed out, recovered before the next one. */
import type { Session } from "../../cdp/connection.ts";
import { asFailure } from "../../errors.ts";
import { rejectOnAbort, withTimeout } from "../../lib/deadline.ts";
import type { Page } from "../core/page.ts";
import { open } from "./navigate.ts";

/** A page that has not answered for this long after a command timed out hangs. */
const SILENT_MS = 1_000;

/** How long a page may take to answer after its script was stopped. */
const STOPPED_MS = 1_000;

/** The longest time until a timer that hangs the page runs again. */
const AGAIN_MS = 120;

/** How long a page may take to load again. */
const RELOAD_MS = 1_500;

/** How to recover a page that does not answer. */
export interface RecoveryOptions {
  /** The next command replaces the page: it is not loaded again. */
  isLeft: boolean;
  /** Its process may be ended. False in a browser that svc did not start: other tabs may share the process. */
  mayCrash: boolean;
}

/** Checks a page after a command timed out: sends a call to all its processes at once to see which still answer. */
export class PageRecovery {
  readonly #page: Page;
  readonly #sinceMs = performance.now();
  readonly #silent: Set<Session>;
  readonly #answered: Promise<unknown>;
  #recovering: Promise<void> | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.#silent = new Set([...page.frames.values()].map(({ session }) => session));
    this.#answered = Promise.all([...this.#silent].map((session) => this.#check(session)));
  }

  async #check(session: Session): Promise<void> {
    if (await answers(session)) this.#silent.delete(session);
  }

  /** Resolves when the page answers again, or when recovery has failed. Returns at once if it has answered since. */
  recover(options: RecoveryOptions): Promise<void> {
    this.#recovering ??= this.#run(options);
    return this.#recovering;
  }

  async #run(options: RecoveryOptions): Promise<void> {
    const page = this.#page;
    const leftMs = Math.max(0, this.#sinceMs + SILENT_MS - performance.now());
    await withTimeout(this.#answered, leftMs);
    const silent = [...this.#silent].filter(({ gone }) => !gone);
    if (silent.length === 0) return;
    if (await this.#stopScripts(silent)) return page.recovered("the page did not respond; its script was stopped");
    // Only the process of the page itself can be ended. Reads leave out a frame that hangs alone.
    if (!options.mayCrash || !silent.includes(page.session)) return;
    await this.#reload(options);
  }

  async #reload({ isLeft }: RecoveryOptions): Promise<void> {
    const page = this.#page;
    const { url } = page;
    await page.endProcess();
    if (isLeft || !page.crash) return;
    if (await loads(page, url)) return page.recovered(`the page did not respond and was loaded again: ${url}`);
    await page.endProcess();
    await loads(page, "about:blank");
    page.recovered(`the page did not respond, also not after a reload; an empty page replaced ${url}`);
  }

  /** Stops the running scripts. False if another one hangs afterwards, such as one that a timer repeats. */
  async #stopScripts(silent: Session[]): Promise<boolean> {
    const page = this.#page;
    if (page.wasStopped) return false;
    page.wasStopped = true;
    for (const session of silent) void session.sendMayFail("Runtime.terminateExecution");
    const all = () => Promise.all(silent.map(answers)).then((each) => each.every(Boolean));
    if (!(await within(all(), STOPPED_MS))) return false;
    await Bun.sleep(AGAIN_MS);
    return await within(all(), STOPPED_MS);
  }
}

/** True if the main thread of the session answers; false if it is gone, or a dialog blocks it. */
async function answers(session: Session): Promise<boolean> {
  return (await session.sendMayFail("Runtime.evaluate", { expression: "1" })) !== undefined;
}

async function within(answered: Promise<boolean>, ms: number): Promise<boolean> {
  return (await withTimeout(answered, ms)) === true;
}

async function loads(page: Page, url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(RELOAD_MS);
  try {
    await Promise.race([open(page, url, "none", signal), rejectOnAbort(signal)]);
    return await within(answers(page.session), STOPPED_MS);
  } catch (error) {
    if (!asFailure(error) && !signal.aborted) throw error;
    return page.crash === undefined && (await within(answers(page.session), STOPPED_MS));
  }
}
