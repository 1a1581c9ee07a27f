/**
 * Presses an element as a person does: the pointer arrives, its effects happen, the element is found again and pressed there.
 * A press that would hit another element is stopped in the page (`inject/hit-testing/aim.ts`) and repeated.
 */
import { isProtocolError } from "../../cdp/errors.ts";
import { Failure } from "../../errors.ts";
import { describeFacts } from "../core/elements.ts";
import type { Box, Point } from "../core/library.ts";
import type { PressResult } from "../core/library-pointer.ts";
import type { Page } from "../core/page.ts";
import { move, type PressHow, press, pressDown, releaseButton } from "../input/pointer.ts";
import { callOn, find, type Located } from "../locate/click-target.ts";

/** How long the effects of hovering may take before a press, such as a menu that slides open. */
const ARRIVAL_MS = 400;

/** Pause before a retry, to limit the load on a page whose element keeps moving. */
const AGAIN_MS = 20;

export interface PressOptions {
  /** Time limit of the wait for the element and of the retries. */
  waitMs: number;
  force?: boolean;
  forClick?: boolean;
  /** The press is an action on the element: its begin is marked in the document. */
  beginsAction?: boolean;
}

/** Presses the element; retries while the press would hit another one. Returns the elements that appeared on hovering. */
export async function pressElement(
  page: Page,
  index: number,
  how: PressHow,
  options: PressOptions,
  signal?: AbortSignal,
): Promise<string[]> {
  const { opened } = await pressing(page, index, how, options, async (located) => {
    await pressAt(page, located, how, signal);
    return options.force ? {} : await resultOf(located);
  });
  return opened;
}

/**
 * Finds the element, hovers over it if the page is known to react to that, and calls `attempt` with its position, which
 * presses and returns the result. Retries while the press misses. Errors: `covered` or `hidden` if the element cannot be hit.
 */
export async function pressing<T extends PressResult>(
  page: Page,
  index: number,
  how: PressHow,
  options: PressOptions,
  attempt: (located: Located) => Promise<T>,
): Promise<{ result: T; opened: string[] }> {
  const end = performance.now() + options.waitMs;
  const opened: string[] = [];
  const locate = () => {
    const waitMs = Math.max(0, end - performance.now());
    return find(page, index, { ...options, waitMs, presses: how.count, follow: true });
  };
  for (;;) {
    let located = await locate();
    if (located.hovers) {
      opened.push(...(await arrive(page, located, 0)));
      located = await locate();
    }
    const result = await attempt(located);
    if (result.missed === undefined || options.force) return { result, opened };
    if (performance.now() >= end) throw missedFailure(located, result.missed);
    await Bun.sleep(AGAIN_MS);
  }
}

/** Presses once at the position where the element was found. */
export async function pressAt(page: Page, located: Located, how: PressHow, signal?: AbortSignal): Promise<void> {
  const isPlain = how.count === 1 && how.button === "left" && how.holdMs === undefined;
  if (located.takesFocus && isPlain) await pressFollowing(page, located, how.bits);
  else await press(page, located.point, how, signal);
}

/**
 * Presses, reads where the element is now, and releases there. When the press takes the focus from a field, the page may show a
 * message that moves the button away before it is released, and the page would get no click.
 */
async function pressFollowing(page: Page, located: Located, modifiers: number): Promise<void> {
  const { handle, point, facts } = located;
  // Read after the press is done, because calls of page scripts may overtake input events.
  await Promise.all([move(page, point, modifiers), pressDown(page, "left", 1, modifiers)]);
  const after = await callOn(handle, "facts", handle.id).catch(() => null);
  const end = after ? moved(point, facts.box, after.box) : point;
  await Promise.all([
    ...(end === point ? [] : [move(page, end, modifiers)]),
    releaseButton(page, "left", 1, modifiers),
  ]);
}

/** Moves the point with the box when the box no longer contains it. A box without area is not followed. */
function moved(point: Point, before: Box, { x, y, width, height }: Box): Point {
  const isInside = point.x >= x && point.y >= y && point.x <= x + width && point.y <= y + height;
  if (isInside || width === 0 || height === 0) return point;
  return { x: point.x + x - before.x, y: point.y + y - before.y };
}

/** Result of the press. If the document is gone, the press has hit the element. */
export async function resultOf({ handle }: Located): Promise<PressResult> {
  return await handle.frame.call("pressResult", [], handle.library).catch((error) => {
    if (isProtocolError(error, "context_gone") || isProtocolError(error, "closed")) return {};
    throw error;
  });
}

/** Moves the pointer onto the element and waits for the effects of hovering. Returns the elements that appeared. */
export async function arrive(page: Page, { handle, point }: Located, firstMs: number): Promise<string[]> {
  await callOn(handle, "beforeHover");
  await move(page, point);
  return await callOn(handle, "afterHover", firstMs, Math.max(firstMs, ARRIVAL_MS));
}

/** The failure of a press that would always have hit another element; nothing was pressed. */
export function missedFailure({ handle, facts, isMoving }: Located, hit: string): Failure {
  const what = `element ${handle.index}, ${describeFacts(facts)},`;
  if (isMoving)
    return new Failure(
      "hidden",
      `${what} keeps moving: each attempt would have clicked ${hit} instead, so nothing was clicked`,
      "Run `svc state` to see the page, or click at a point with `svc click <x> <y>`.",
    );
  return new Failure(
    "covered",
    `${what} moved away under the pointer: the click would have hit ${hit} instead, so nothing was clicked`,
    "Run `svc state` to see the page, or run the command again with --force.",
  );
}
