/**
 * A click that stays on its element. What a press takes the focus from may show a message under itself, and move the button
 * away before it is released: a click that the page never hears of. Knows nothing of how the element was found.
 */

import type { Box, Point } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import { releaseButton, move, pressDown } from "../input/pointer.ts";
import { callOn, type Located } from "../locate/click-target.ts";

/** Presses, looks where the element is now, and releases there. */
export async function pressFollowing(page: Page, located: Located, modifiers: number): Promise<void> {
  const { handle, point, facts } = located;
  // Asked only when the press is done: what is sent to the page's scripts may overtake what is sent to its input.
  await Promise.all([move(page, point, modifiers), pressDown(page, "left", 1, modifiers)]);
  const after = await callOn(handle, "facts", handle.id).catch(() => null);
  const end = after ? moved(point, facts.box, after.box) : point;
  await Promise.all([...(end === point ? [] : [move(page, end, modifiers)]), releaseButton(page, "left", 1, modifiers)]);
}

/** The point, moved with the box, when the box does not hold it any more. What has no area is not followed. */
function moved(point: Point, before: Box, { x, y, width, height }: Box): Point {
  const isInside = point.x >= x && point.y >= y && point.x <= x + width && point.y <= y + height;
  if (isInside || width === 0 || height === 0) return point;
  return { x: point.x + x - before.x, y: point.y + y - before.y };
}
