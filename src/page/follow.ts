/**
 * A click that stays on its element. What a press takes the focus from may show a message under itself, and move the button away
 * before it is released: a click that the page never hears of. Knows nothing of how the element was found.
 */
import { callOn, type Located, type MouseButton, press } from "./act.ts";
import type { Box, Point } from "./library.ts";
import type { Page } from "./page.ts";

/** Presses, looks where the element is now, and releases there. */
export async function pressFollowing(
  page: Page,
  located: Located,
  button: MouseButton,
  modifiers: number,
): Promise<void> {
  const { handle, point, facts } = located;
  // In a frame the place would have to be moved through all those around it; there a click is as it always was.
  const takesNoFocus = facts.states.includes("focused");
  if (takesNoFocus || handle.frame.parentId !== undefined || button !== "left")
    return await press(page, point, button, 1, modifiers);
  const send = (type: "mouseMoved" | "mousePressed" | "mouseReleased", at: typeof point, buttons: number) =>
    page.session.send("Input.dispatchMouseEvent", {
      type,
      ...at,
      button: type === "mouseMoved" && buttons === 0 ? "none" : button,
      buttons,
      ...(type === "mouseMoved" ? {} : { clickCount: 1 }),
      modifiers,
    });
  // Asked only when the press is done: what is sent to the page's scripts may overtake what is sent to its input.
  await Promise.all([send("mouseMoved", point, 0), send("mousePressed", point, 1)]);
  const after = await callOn(handle, "facts", handle.id).catch(() => null);
  const box = after?.box;
  const end =
    box && !holds(box, point) ? { x: point.x + box.x - facts.box.x, y: point.y + box.y - facts.box.y } : point;
  await Promise.all([...(end !== point ? [send("mouseMoved", end, 1)] : []), send("mouseReleased", end, 0)]);
}

/** True for a box without an area too: what is gone is not followed. */
function holds({ x, y, width, height }: Box, point: Point): boolean {
  if (width === 0 || height === 0) return true;
  return point.x >= x && point.y >= y && point.x <= x + width && point.y <= y + height;
}
