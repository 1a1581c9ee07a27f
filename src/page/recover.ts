/**
 * A page whose JavaScript does not come to an end: found out after a command ran into its deadline, mended before the
 * next one. Knows no command.
 */
import { asFailure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { open } from "./navigate.ts";
import type { Page } from "./page.ts";

/** A page that has said nothing for this long after a command timed out does not answer any more. */
const SILENT_MS = 1_000;

/** How long a page may take to answer once its script was stopped. */
const STOPPED_MS = 300;

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

/** A page that a command waited for in vain. */
export class Suspicion {
  readonly #page: Page;
  readonly #sinceMs = performance.now();
  readonly #answered: Promise<boolean>;
  #mending: Promise<void> | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.#answered = answers(page);
  }

  /** Resolves when the page answers again, or when nothing more can be done. Costs nothing where it has answered since. */
  mended(remedy: Remedy): Promise<void> {
    this.#mending ??= this.#mend(remedy);
    return this.#mending;
  }

  async #mend(remedy: Remedy): Promise<void> {
    const page = this.#page;
    const leftMs = Math.max(0, this.#sinceMs + SILENT_MS - performance.now());
    if (await within(this.#answered, leftMs)) return;
    if (await this.#stopped()) {
      page.recovered("the page did not answer: the script that ran was stopped");
      return;
    }
    if (!remedy.mayCrash) return;
    const { url } = page;
    await page.endProcess();
    if (remedy.isLeft || !page.crash) return;
    if (await loads(page, url)) return page.recovered(`the page did not answer: it was loaded again: ${url}`);
    await page.endProcess();
    await loads(page, "about:blank");
    page.recovered(`the page did not answer, nor when it was loaded again: ${url} was left`);
  }

  /** Stops the script that runs. False where the next one hangs as well: a timer that comes again and again. */
  async #stopped(): Promise<boolean> {
    const page = this.#page;
    if (page.wasStopped) return false;
    page.wasStopped = true;
    // The scripts of all its processes: a frame that hangs alone holds up what is asked of it.
    for (const session of new Set([...page.frames.values()].map((frame) => frame.session)))
      void session.sendMayFail("Runtime.terminateExecution");
    if (!(await within(answers(page), STOPPED_MS))) return false;
    await Bun.sleep(AGAIN_MS);
    return await within(answers(page), STOPPED_MS);
  }
}

/** True when the page's main thread answers; false when the page went away, or a dialog holds it up. */
async function answers(page: Page): Promise<boolean> {
  return (await page.session.sendMayFail("Runtime.evaluate", { expression: "1" })) !== undefined;
}

async function within(answered: Promise<boolean>, ms: number): Promise<boolean> {
  // A page without an answer yet is given one turn of the loop at least.
  return (await Promise.race([answered, Bun.sleep(ms)])) === true;
}

async function loads(page: Page, url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(RELOAD_MS);
  try {
    await Promise.race([open(page, url, "none", signal), rejectOnAbort(signal)]);
    return await within(answers(page), STOPPED_MS);
  } catch (error) {
    if (!asFailure(error) && !signal.aborted) throw error;
    return page.crash === undefined && (await within(answers(page), STOPPED_MS));
  }
}
