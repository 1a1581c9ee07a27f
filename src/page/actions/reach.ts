/** Acting on what a page's script found beside the listed element: labels, wrappers, options of lists. */
import { Failure } from "../../errors.ts";
import { describeFacts, type ElementHandle, goneFailure } from "../core/elements.ts";
import type { ClickTarget, Refusal } from "../core/library-controls.ts";
import type { Page } from "../core/page.ts";
import { LEFT_CLICK } from "../input/pointer.ts";
import { DISABLED_HINT } from "../locate/click-target.ts";
import { pressElement } from "./pressing.ts";

/** The element's index; given now where it has none, as the next `state` would. */
function indexOfSpot(page: Page, handle: ElementHandle, { id, facts }: ClickTarget): number {
  if (id === handle.id) return handle.index;
  return page.elements.assign(handle.frame, handle.library, id, facts);
}

/** A real click on it. */
export async function pressTarget(page: Page, handle: ElementHandle, spot: ClickTarget, waitMs: number): Promise<void> {
  const index = indexOfSpot(page, handle, spot);
  await pressElement(page, index, LEFT_CLICK, { waitMs });
}

/** How messages name the element of an index. */
export function nameOf(handle: ElementHandle, facts: ClickTarget["facts"] | undefined): string {
  return `element ${handle.index}, ${facts ? describeFacts(facts) : handle.seen},`;
}

/** The failure of a control that is left alone. `what` says what it was to be, and the hint what to do with it instead. */
export function refusal(handle: ElementHandle, answer: Refusal, what: string, hint: string): Failure {
  const name = nameOf(handle, answer.facts);
  switch (answer.reason) {
    case "gone":
      return goneFailure(handle);
    case "disabled":
      return new Failure("disabled", `${name} is disabled`, DISABLED_HINT);
    case "readonly":
      return new Failure("disabled", `${name} is read-only`, `Run \`svc click ${handle.index}\` to see what it opens.`);
    case "hidden":
      return new Failure("hidden", `${name} cannot be seen`, "Run `svc state` to see what is shown now.");
    case "value":
      return new Failure(
        "unsuitable",
        `${name} cannot hold that text: ${answer.detail}`,
        "Write it in that form and run the command again.",
      );
    default:
      return new Failure("unsuitable", `${name} is not ${what}`, hint);
  }
}

/** What is read after an action, or null when the action took the document away. */
export async function afterwards<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Failure && error.code === "stale") return null;
    throw error;
  }
}
