/**
 * A page whose JavaScript does not come to an end: found out after a command ran into its deadline, mended before the
 * next one. Knows no command.
 */
import type { Session } from "../../cdp/connection.ts";
import { asFailure } from "../../errors.ts";
import { rejectOnAbort, withTimeout } from "../../lib/deadline.ts";
import type { Page } from "../core/page.ts";
import { open } from "./navigate.ts";

/** A page that has said nothing for this long after a command timed out does not answer any more. */
const SILENT_MS = 1_000;

/** How long a page may take to answer once its script was stopped. */
const STOPPED_MS = 1_000;

/** How soon a timer that hangs the page comes again. */
const AGAIN_MS = 120;

/** How long a page may take to load again. */
const RELOAD_MS = 1_500;

/** What is done with a page that does not answer. */
export interface Remedy {
  /** The page is about to be replaced: it need not be loaded again. */
  isLeft: boolean;
  /** Its process may be ended. Not in a browser of others: more of their tabs may live in it. */
  mayCrash: boolean;
}

/** A page that a command waited for in vain: all its processes are asked at once whether they still answer. */
export class Suspicion {
  readonly #page: Page;
  readonly #sinceMs = performance.now();
  readonly #silent: Set<Session>;
  readonly #answered: Promise<unknown>;
  #mending: Promise<void> | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.#silent = new Set([...page.frames.values()].map(({ session }) => session));
    this.#answered = Promise.all([...this.#silent].map((session) => this.#ask(session)));
  }

  async #ask(session: Session): Promise<void> {
    if (await answers(session)) this.#silent.delete(session);
  }

  /** Resolves when the page answers again, or when nothing more can be done. Costs nothing where it has answered since. */
  mended(remedy: Remedy): Promise<void> {
    this.#mending ??= this.#mend(remedy);
    return this.#mending;
  }

  async #mend(remedy: Remedy): Promise<void> {
    const page = this.#page;
    const leftMs = Math.max(0, this.#sinceMs + SILENT_MS - performance.now());
    await withTimeout(this.#answered, leftMs);
    const silent = [...this.#silent].filter(({ gone }) => !gone);
    if (silent.length === 0) return;
    if (await this.#stopped(silent)) return page.recovered("the page did not answer: the script that ran was stopped");
    // Only the process of the page itself can be ended; a frame that hangs alone is left out of what is read.
    if (!remedy.mayCrash || !silent.includes(page.session)) return;
    await this.#loadedAgain(remedy);
  }

  async #loadedAgain({ isLeft }: Remedy): Promise<void> {
    const page = this.#page;
    const { url } = page;
    await page.endProcess();
    if (isLeft || !page.crash) return;
    if (await loads(page, url)) return page.recovered(`the page did not answer: it was loaded again: ${url}`);
    await page.endProcess();
    await loads(page, "about:blank");
    page.recovered(`the page did not answer, nor when it was loaded again: ${url} was left`);
  }

  /** Stops the scripts that run. False where the next one hangs as well: a timer that comes again and again. */
  async #stopped(silent: Session[]): Promise<boolean> {
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

/** True when the main thread behind the session answers; false when it went away, or a dialog holds it up. */
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
