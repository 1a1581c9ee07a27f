/** Presses elements that the script in the page found for a control: labels, wrappers, options of lists. */
import { Failure } from "../../errors.ts";
import { describeFacts, type ElementHandle, goneFailure } from "../core/elements.ts";
import type { ClickTarget, Refusal } from "../core/library-controls.ts";
import type { Page } from "../core/page.ts";
import { LEFT_CLICK } from "../input/pointer.ts";
import { DISABLED_HINT } from "../locate/click-target.ts";
import { pressElement } from "./pressing.ts";

/** The index of the element; assigned now if it has none. */
function indexOfSpot(page: Page, handle: ElementHandle, { id, facts }: ClickTarget): number {
  if (id === handle.id) return handle.index;
  return page.elements.assign(handle.frame, handle.library, id, facts);
}

/** Clicks the target. */
export async function pressTarget(page: Page, handle: ElementHandle, spot: ClickTarget, waitMs: number): Promise<void> {
  const index = indexOfSpot(page, handle, spot);
  await pressElement(page, index, LEFT_CLICK, { waitMs });
}

/** The name of an element for messages. */
export function nameOf(handle: ElementHandle, facts: ClickTarget["facts"] | undefined): string {
  return `element ${handle.index}, ${facts ? describeFacts(facts) : handle.seen},`;
}

/** The failure of a refused control. `what` names the required kind of element; `hint` is for an element of another kind. */
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
      return new Failure("hidden", `${name} is not visible`, "Run `svc state` to see the page.");
    case "value":
      return new Failure(
        "unsuitable",
        `${name} does not accept that value: ${answer.detail}`,
        "Run the command again with a value of that form.",
      );
    default:
      return new Failure("unsuitable", `${name} is not ${what}`, hint);
  }
}

/** The result of a read after an action, or null if the action replaced the document. */
export async function afterwards<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Failure && error.code === "stale") return null;
    throw error;
  }
}
