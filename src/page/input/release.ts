/** Lets everything go that is held in a tab, before another tab is used: nobody would let it go there. */

import type { Page } from "../core/page.ts";
import { letKeyGo } from "./keyboard.ts";
import { letGo } from "./pointer.ts";

/** Returns what was held, in words. The events are not waited for: a page behind a dialog would not answer. */
export function letAllGo(page: Page): string[] {
  const { inputState } = page;
  const held = inputState.held();
  const sent: Promise<unknown>[] = inputState.keys.map((key) => letKeyGo(page, key));
  for (let button = inputState.button; button; button = inputState.button) sent.push(letGo(page, button));
  for (const one of sent) one.catch(() => {});
  return held;
}
