/** Waiting until something is so in the page. */
import { Failure } from "../errors.ts";
import type { Page } from "./page.ts";
import { selectorFailure } from "./read.ts";

export type Condition = { selector: string; state: "attached" | "detached" | "visible" | "hidden" } | { text: string };

/** How often a condition is looked at while waiting. */
const POLL_MS = 50;

/** Resolves when the condition holds in a frame of the page; for `detached` and `hidden`, in all of them. */
export async function waitFor(page: Page, condition: Condition, signal: AbortSignal): Promise<void> {
  if ("selector" in condition && !(await page.main.call("isSelector", [condition.selector])))
    throw selectorFailure(condition.selector);
  const everywhere = "state" in condition && (condition.state === "detached" || condition.state === "hidden");
  while (!(await holds(page, condition, everywhere))) {
    await Bun.sleep(POLL_MS);
    signal.throwIfAborted();
  }
}

async function holds(page: Page, condition: Condition, everywhere: boolean): Promise<boolean> {
  const asked = [...page.frames.values()].map((frame) =>
    frame.call("holds", [condition]).catch((error) => {
      // A frame that is being replaced says nothing; the main frame is asked again.
      if (error instanceof Failure && !page.session.gone) return frame === page.main ? false : everywhere;
      throw error;
    }),
  );
  const answers = await Promise.all(asked);
  return everywhere ? answers.every(Boolean) : answers.some(Boolean);
}
