/** Whether an element moves, and where a moving element will be when an event arrives. */
import type { Point } from "../../core/library.ts";
import { doc, plain } from "./plain.ts";
import { sleep } from "./until.ts";

/** The last known position of an element in its document, and the time when it was first seen there. */
const positions = new WeakMap<Element, { key: string; since: number }>();

/** Duration of a screen frame. An element at the same position after a longer time does not move. */
const FRAME_MS = 17;

/** How long to wait for a movement by script to end before following the element. */
const MAX_SCRIPT_WAIT_MS = 400;

/** The share of the wait that is spent on an animation with an end. */
const FINITE_ANIMATION_SHARE = 0.6;

function positionKey(element: Element): string {
  const box = plain(element).getBoundingClientRect();
  return `${box.x + scrollX},${box.y + scrollY},${box.width},${box.height}`;
}

/** Records the position of an element, so that a later action need not wait to see whether it moves. */
export function recordPosition(element: Element): void {
  const key = positionKey(element);
  if (positions.get(element)?.key !== key) positions.set(element, { key, since: performance.now() });
}

/**
 * True when the element is at the same position as one frame ago: compared with the recorded position, or else after two
 * frames. A page that paints no frames is judged by time.
 */
export async function isStill(element: Element): Promise<boolean> {
  const before = positionKey(element);
  const seen = positions.get(element);
  recordPosition(element);
  if (seen && seen.key === before && performance.now() - seen.since > FRAME_MS && animationsOf(element).length === 0)
    return true;
  await frame();
  return positionKey(element) === before;
}

/** Resolves with the next animation frame, or after 60 ms in a page that paints none. */
export function frame(): Promise<unknown> {
  return Promise.race([new Promise(requestAnimationFrame), sleep(60)]);
}

/** Running animations and transitions that may move the element or its ancestors. */
function animationsOf(element: Element): Animation[] {
  return doc.getAnimations().filter((animation) => {
    const { effect } = animation;
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return animation.playState === "running" && target !== null && target.contains(element);
  });
}

/** How many of `waitMs` milliseconds to wait for a moving element to stop before following it. */
export function restMs(element: Element, waitMs: number): number {
  const ends = animationsOf(element).map((one) => Number(one.effect?.getComputedTiming().endTime ?? 0));
  if (ends.includes(Number.POSITIVE_INFINITY)) return 0;
  return ends.length > 0
    ? waitMs * FINITE_ANIMATION_SHARE
    : Math.min(MAX_SCRIPT_WAIT_MS, waitMs * FINITE_ANIMATION_SHARE);
}

/** How far the element moves in half a frame: the approximate delay of an event that is sent now. */
export async function leadOf(element: Element): Promise<Point> {
  const before = plain(element).getBoundingClientRect();
  await frame();
  const now = plain(element).getBoundingClientRect();
  // A jump is not a movement, for example when a marquee restarts.
  const half = (distance: number, size: number) => (Math.abs(distance) > size ? 0 : distance / 2);
  return { x: half(now.x - before.x, now.width), y: half(now.y - before.y, now.height) };
}
