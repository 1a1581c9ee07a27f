/**
 * A click that follows its element. The press takes the focus from a field, which may show a message and move the element
 * away before the release: then the page would receive no click.
 */

import type { Box, Point } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import { move, pressDown, releaseButton } from "../input/pointer.ts";
import { callOn, type Located } from "../locate/click-target.ts";

/** Presses, finds the element again, and releases there. */
export async function pressFollowing(page: Page, located: Located, modifiers: number): Promise<void> {
  const { handle, point, facts } = located;
  // Called only after the press: calls to scripts may overtake input events.
  await Promise.all([move(page, point, modifiers), pressDown(page, "left", 1, modifiers)]);
  const after = await callOn(handle, "facts", handle.id).catch(() => null);
  const end = after ? moved(point, facts.box, after.box) : point;
  await Promise.all([
    ...(end === point ? [] : [move(page, end, modifiers)]),
    releaseButton(page, "left", 1, modifiers),
  ]);
}

/** The point, moved with the box if it is outside of the box now. A box without area is not followed. */
function moved(point: Point, before: Box, { x, y, width, height }: Box): Point {
  const isInside = point.x >= x && point.y >= y && point.x <= x + width && point.y <= y + height;
  if (isInside || width === 0 || height === 0) return point;
  return { x: point.x + x - before.x, y: point.y + y - before.y };
}
