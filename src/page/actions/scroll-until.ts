/** Scrolls on until a text or an element shows, or to the end of a list that grows. Bounded by the deadline; tells how far it came. */
import { Failure } from "../../errors.ts";
import { describeFacts, type ElementHandle } from "../core/elements.ts";
import type { Point, ScrollAnswer, ScrollRequest } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import { callOn } from "../locate/click-target.ts";
import { type ScrollPlace, scrollBy } from "./scrolling.ts";

/** The share of the deadline after which it is told how far it came. */
const PATIENCE = 0.8;

/** How long a list may take to draw its next rows, to fetch what they show, and at its end to load more. */
const DRAWS_MS = 150;
const FETCHES_MS = 1_000;
const GROWS_MS = 1_200;

/** A list that so often in a row drew nothing late draws at once, or holds all of its rows: it is waited for no longer. */
const MAX_IN_VAIN = 2;

export interface Reached {
  index: number;
  element: string;
}

export type Until = "end" | { text: string } | { selector: string };

/** `end`; a selector where it begins with #, . or [ or `css=`; else a text, or `text=`. */
export function untilOf(word: string): Until {
  if (word === "end") return "end";
  if (word.startsWith("text=")) return { text: word.slice(5) };
  if (word.startsWith("css=")) return { selector: word.slice(4) };
  return /^[#.[]/.test(word) ? { selector: word } : { text: word };
}

type Answer = ScrollAnswer & { ok: true };

export async function scrollUntil(
  page: Page,
  request: ScrollRequest,
  place: ScrollPlace,
  until: Until,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<{ answer: Answer; reached?: Reached; moved: Point }> {
  const end = performance.now() + timeoutMs * PATIENCE;
  const moved = { x: 0, y: 0 };
  for (let inVain = 0; ; ) {
    const beganMs = performance.now();
    const reached = until === "end" ? undefined : await look(page, place.handle, until);
    // A step of nothing tells where it is.
    const answer = await scrollBy(page, reached ? { ...request, amount: 0 } : request, place, signal);
    moved.x += answer.moved.x;
    moved.y += answer.moved.y;
    if (reached) return { answer, reached, moved };
    if (inVain < MAX_IN_VAIN) inVain = (await rowsDrawn(page, place.handle)) ? 0 : inVain + 1;
    await rowsFetched(page, place.handle, beganMs);
    const isStuck = answer.moved.x === 0 && answer.moved.y === 0;
    if (isStuck && !(await grows(page, request, place, answer, signal))) {
      const last = until === "end" ? undefined : await look(page, place.handle, until);
      if (until === "end" || last) return { answer, moved, ...(last ? { reached: last } : {}) };
      throw notThereFailure(until, answer);
    }
    if (performance.now() >= end) throw lateFailure(until, answer);
  }
}

async function look(
  page: Page,
  handle: ElementHandle | undefined,
  until: Exclude<Until, "end">,
): Promise<Reached | undefined> {
  const frame = handle?.frame ?? page.main;
  const library = await frame.library();
  const found = await frame.call("seekTo", [until], library);
  if (found === "invalid") throw new Failure("usage", "that is not a CSS selector", "Write text=… for a text.");
  if (found === null) return undefined;
  const index = page.elements.assign(frame, library, found.id, found.facts);
  return { index, element: describeFacts(found.facts) };
}

/** Waits for rows that are drawn late. False where nothing was drawn in that time. */
async function rowsDrawn(page: Page, handle: ElementHandle | undefined): Promise<boolean> {
  const beganMs = performance.now();
  await (handle ? callOn(handle, "change", DRAWS_MS, 0) : page.main.call("change", [DRAWS_MS, 0]));
  return performance.now() - beganMs < DRAWS_MS;
}

/** Waits for what the rows that came into view ask of a server. */
async function rowsFetched(page: Page, handle: ElementHandle | undefined, sinceMs: number): Promise<void> {
  const end = performance.now() + FETCHES_MS;
  let isFetching = false;
  while (page.traffic.pendingSince(sinceMs).length > 0 && performance.now() < end) {
    isFetching = true;
    await page.traffic.change(end - performance.now());
  }
  if (isFetching) await rowsDrawn(page, handle);
}

/** True when the list has become longer within a moment. */
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
  return "text" in until ? `the text ${JSON.stringify(until.text)}` : `an element that matches ${until.selector}`;
}

function howFar({ scroll, max }: Answer): string {
  return `(${scroll.x}, ${scroll.y}) of (${max.x}, ${max.y})`;
}

function notThereFailure(until: Until, answer: Answer): Failure {
  return new Failure(
    "not_found",
    `${wordOf(until)} did not show: scrolled to the end, ${howFar(answer)}`,
    "Run `svc scroll top` and the command again to search from the beginning, or `svc state` to see what is there.",
  );
}

function lateFailure(until: Until, answer: Answer): Failure {
  return new Failure(
    "timeout",
    `${wordOf(until)} did not show in time: scrolled to ${howFar(answer)}`,
    "Run the command again to go on from there, or give it longer with --timeout <ms>.",
  );
}
