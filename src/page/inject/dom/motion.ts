/** Whether an element is at rest, and where one that is not will be when an event arrives. */
import type { Point } from "../../core/library.ts";
import { doc, plain } from "./plain.ts";

/** Where an element was when it was last looked at, in its document, and since when it was seen there. */
const seenAt = new WeakMap<Element, { place: string; since: number }>();

/** A frame of a screen: what is at the same place after more than that does not move. */
const FRAME_MS = 17;

/** How long a movement by script is given to end before its element is followed. */
const SCRIPT_MS = 400;

/** The share of the time to wait that a movement with an end is given. */
const ENDING_SHARE = 0.6;

function placeKey(element: Element): string {
  const box = plain(element).getBoundingClientRect();
  return `${box.x + scrollX},${box.y + scrollY},${box.width},${box.height}`;
}

/** Notes where an element is, so that acting on it later need not watch whether it moves. */
export function notePlace(element: Element): void {
  const place = placeKey(element);
  if (seenAt.get(element)?.place !== place) seenAt.set(element, { place, since: performance.now() });
}

/**
 * True when it shows at the same place as a frame ago: since it was last looked at, else in two frames from now. A page
 * that paints no frames is judged by time.
 */
export async function isStill(element: Element): Promise<boolean> {
  const before = placeKey(element);
  const seen = seenAt.get(element);
  notePlace(element);
  if (seen && seen.place === before && performance.now() - seen.since > FRAME_MS && animationsOf(element).length === 0)
    return true;
  await frame();
  return placeKey(element) === before;
}

/** Resolves with the next frame, or after 60 ms in a page that paints none. */
export function frame(): Promise<unknown> {
  return Promise.race([new Promise(requestAnimationFrame), new Promise((resolve) => setTimeout(resolve, 60))]);
}

/** Running animations and transitions that may move the element or something around it. */
function animationsOf(element: Element): Animation[] {
  return doc.getAnimations().filter((animation) => {
    const { effect } = animation;
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return animation.playState === "running" && target !== null && target.contains(element);
  });
}

/** How long to wait for a moving element to come to rest before it is followed, of `waitMs` in all. */
export function restMs(element: Element, waitMs: number): number {
  const ends = animationsOf(element).map((one) => Number(one.effect?.getComputedTiming().endTime ?? 0));
  if (ends.includes(Number.POSITIVE_INFINITY)) return 0;
  return ends.length > 0 ? waitMs * ENDING_SHARE : Math.min(SCRIPT_MS, waitMs * ENDING_SHARE);
}

/** How far the element moves in half a frame: an event that is sent now arrives about then. */
export async function lead(element: Element): Promise<Point> {
  const before = plain(element).getBoundingClientRect();
  await frame();
  const now = plain(element).getBoundingClientRect();
  // A jump is no movement: a marquee that begins anew.
  const half = (distance: number, size: number) => (Math.abs(distance) > size ? 0 : distance / 2);
  return { x: half(now.x - before.x, now.width), y: half(now.y - before.y, now.height) };
}
