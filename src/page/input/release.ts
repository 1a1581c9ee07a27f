/** Releases all held keys and buttons of a tab before another tab is used. */

import type { Page } from "../core/page.ts";
import { releaseKey } from "./keyboard.ts";
import { releaseButton } from "./pointer.ts";

/** Returns the names of the released keys and buttons. Does not wait for the events: a page with an open dialog does not answer. */
export function releaseAll(page: Page): string[] {
  const { inputState } = page;
  const held = inputState.held();
  const sent: Promise<unknown>[] = inputState.keys.map((key) => releaseKey(page, key));
  for (let button = inputState.button; button; button = inputState.button) sent.push(releaseButton(page, button));
  for (const event of sent) event.catch(() => {});
  return held;
}
