/** Sets ranges, colours and dates with pointer and keyboard, and by script if that fails. */

import type { ElementHandle } from "../core/elements.ts";
import type { Page } from "../core/page.ts";
import { pressChord } from "../input/keyboard.ts";
import { keyNamed } from "../input/keymap.ts";
import { LEFT_CLICK, press } from "../input/pointer.ts";
import { callOn, toViewport } from "../locate/click-target.ts";

/** Limit of attempts for a page that reverts each key. */
const MAX_ROUNDS = 3;

export async function setNativeInput(page: Page, handle: ElementHandle, text: string): Promise<void> {
  const inner = await callOn(handle, "nativeInputPoint", handle.id, text);
  if (inner) await press(page, await toViewport(page, handle.frame, inner, true), LEFT_CLICK);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { keys, isDone } = await callOn(handle, "nativeInputStep", handle.id, text, round);
    if (isDone) return;
    if (keys.length === 0) break;
    for (const key of keys) await pressChord(page, { modifiers: [], key: keyNamed(key) });
  }
  await callOn(handle, "setNativeInput", handle.id, text);
}
