/** Scrolls until a text or an element appears, or to the end of a list that grows. */
import { Failure } from "../../errors.ts";
import { describeFacts, type ElementHandle } from "../core/elements.ts";
import type { Point } from "../core/library.ts";
import type { ScrollAnswer, ScrollRequest } from "../core/library-pointer.ts";
import type { Page } from "../core/page.ts";
import { callOn } from "../locate/click-target.ts";
import { type ScrollPlace, scrollBy } from "./scrolling.ts";

/** Share of the timeout after which it stops, so that the error can contain the position. */
const TIMEOUT_SHARE = 0.8;

/** How long a list may take to draw its next rows, to fetch their content, and at its end to load more. */
const DRAWS_MS = 150;
const FETCHES_MS = 1_000;
const GROWS_MS = 1_200;

/** After so many successive waits in which no row was drawn, the list draws at once or has all of its rows: no more waits. */
const MAX_IDLE_WAITS = 2;

export interface Reached {
  index: number;
  element: string;
}

export type Until = "end" | { text: string } | { selector: string };

/** Parses `end`; a selector, which begins with #, . or [, or with `css=`; else a text, also with `text=`. */
export function untilOf(word: string): Until {
  if (word === "end") return "end";
  if (word.startsWith("text=")) return { text: word.slice(5) };
  if (word.startsWith("css=")) return { selector: word.slice(4) };
  return /^[#.[]/.test(word) ? { selector: word } : { text: word };
}

type Answer = ScrollAnswer & { ok: true };

/**
 * Scrolls in steps of `request` until `until` is reached. Returns the last position, the element, and the total distance in
 * pixels. Errors: `not_found` at the end; `timeout`; `usage` for an invalid selector.
 */
export async function scrollUntil(
  page: Page,
  request: ScrollRequest,
  place: ScrollPlace,
  until: Until,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<{ answer: Answer; reached?: Reached; moved: Point }> {
  const end = performance.now() + timeoutMs * TIMEOUT_SHARE;
  const moved = { x: 0, y: 0 };
  for (let idleWaits = 0; ; ) {
    const beganMs = performance.now();
    const reached = await seek(page, place.handle, until);
    // A step of distance 0 returns the position.
    const answer = await scrollBy(page, reached ? { ...request, amount: 0 } : request, place, signal);
    moved.x += answer.moved.x;
    moved.y += answer.moved.y;
    if (reached) return { answer, reached, moved };
    if (idleWaits < MAX_IDLE_WAITS) idleWaits = (await rowsDrawn(page, place.handle)) ? 0 : idleWaits + 1;
    await rowsFetched(page, place.handle, beganMs);
    if (isStuck(answer) && !(await grows(page, request, place, answer, signal)))
      return { answer, moved, ...(await reachedAtEnd(page, place, until, answer)) };
    if (performance.now() >= end) throw timeoutFailure(until, answer);
  }
}

function isStuck({ moved }: Answer): boolean {
  return moved.x === 0 && moved.y === 0;
}

/** The result at the end of scrolling. Errors: `not_found`. */
async function reachedAtEnd(
  page: Page,
  place: ScrollPlace,
  until: Until,
  answer: Answer,
): Promise<{ reached?: Reached }> {
  const reached = await seek(page, place.handle, until);
  if (until === "end") return {};
  if (!reached) throw notFoundFailure(until, answer);
  return { reached };
}

/** Searches the frame and scrolls the match into view. */
async function seek(page: Page, handle: ElementHandle | undefined, until: Until): Promise<Reached | undefined> {
  if (until === "end") return undefined;
  const frame = handle?.frame ?? page.main;
  const library = await frame.library();
  const found = await frame.call("seekTo", [until], library);
  if (found === "invalid")
    throw new Failure("usage", `${wordOf(until)} is not a CSS selector`, "To search for a text, write text=<text>.");
  if (found === null) return undefined;
  const index = page.elements.assign(frame, library, found.id, found.facts);
  return { index, element: describeFacts(found.facts) };
}

/** Waits for rows that are drawn late. False if none was drawn. */
async function rowsDrawn(page: Page, handle: ElementHandle | undefined): Promise<boolean> {
  const beganMs = performance.now();
  await (handle ? callOn(handle, "change", DRAWS_MS, 0) : page.main.call("change", [DRAWS_MS, 0]));
  return performance.now() - beganMs < DRAWS_MS;
}

/** Waits for requests since `sinceMs`: they fetch the content of rows that came into view. */
async function rowsFetched(page: Page, handle: ElementHandle | undefined, sinceMs: number): Promise<void> {
  const end = performance.now() + FETCHES_MS;
  let isFetching = false;
  while (page.traffic.pendingSince(sinceMs).length > 0 && performance.now() < end) {
    isFetching = true;
    await page.traffic.change(end - performance.now());
  }
  if (isFetching) await rowsDrawn(page, handle);
}

/** Waits up to `GROWS_MS` for the list to become longer. */
async function grows(page: Page, request: ScrollRequest, place: ScrollPlace, before: Answer, signal: AbortSignal) {
  const end = performance.now() + GROWS_MS;
  while (performance.now() < end) {
    await rowsDrawn(page, place.handle);
    const now = await scrollBy(page, { ...request, amount: 0 }, place, signal);
    if (now.max.y > before.max.y || now.max.x > before.max.x) return true;
  }
  return false;
}

function wordOf(until: Until): string {
  if (until === "end") return "the end";
  return "text" in until ? `the text ${JSON.stringify(until.text)}` : `'${until.selector}'`;
}

function positionOf({ scroll, max }: Answer): string {
  return `(${scroll.x}, ${scroll.y}) of (${max.x}, ${max.y})`;
}

function notFoundFailure(until: Until, answer: Answer): Failure {
  return new Failure(
    "not_found",
    `${wordOf(until)} was not found: scrolled to the end, ${positionOf(answer)}`,
    "To search from the beginning, run `svc scroll top` and the command again.",
  );
}

function timeoutFailure(until: Until, answer: Answer): Failure {
  return new Failure(
    "timeout",
    `${wordOf(until)} was not reached in time: scrolled to ${positionOf(answer)}`,
    "Run the command again to continue from there, or give it more time with --timeout <ms>.",
  );
}
