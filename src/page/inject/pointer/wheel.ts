/** Scrolling by the wheel: where to turn it so that the right box moves, what the page made of it, and when it came to rest. */
import type { Point, ScrollAnswer, ScrollRequest, WheelPlan } from "../../core/library.ts";
import { clipOf, intersection, type Sides } from "../dom/boxes.ts";
import { frame } from "../dom/motion.ts";
import { doc, plain } from "../dom/plain.ts";
import { contains, hitAt, parentOf } from "../dom/tree.ts";
import { elementOf } from "../identity/registry.ts";
import { answerOf, canScroll, distance, pageScroller, pixels, root, scrollerOf } from "./scroll.ts";

/** Where in a box the wheel may be turned, as shares of its width and height, the middle first. */
const SHARES = [0.5, 0.25, 0.75, 0.1, 0.9, 0.02, 0.98];

/** How long the browser may take to deliver the wheel, and a page to come to rest after it. */
const ARRIVES_MS = 250;
const RESTS_MS = 1_000;

/** Frames without a movement that are a rest. */
const REST_FRAMES = 3;

let listening: ReadonlySet<Element> = new Set();

/** Called by the walk: the elements that listen to the wheel, such as maps. */
export function noteWheel(elements: ReadonlySet<Element>): void {
  listening = elements;
}

interface Turn {
  box: Element;
  before: Point;
  wanted: Point;
  event?: Event;
  mutations: number;
  end(): void;
}

let turn: Turn | undefined;

/** Chooses the box and the point, and watches for the wheel. `point` is null where no wheel would move that box. */
export function wheelPlan(request: ScrollRequest, at: Point | null): WheelPlan | null {
  const listed = request.id === undefined ? undefined : elementOf(request.id);
  const around = request.id === undefined ? undefined : boxAround(request.id, listed);
  if (request.id !== undefined && !around) return null;
  const { dx, dy } = distance(request);
  const isAcross = /left|right/.test(request.direction);
  const box = at ? boxAt(at, isAcross) : (around ?? pageScroller(isAcross));
  const delta = { x: pixels(dx, request, box.clientWidth), y: pixels(dy, request, box.clientHeight) };
  const before = { x: box.scrollLeft, y: box.scrollTop };
  const hasDiskSpace = roomOf(box, delta);
  // A page without room may still turn wheels into something: a map, a game. The wheel of a box would move what is around it.
  const onTaker = listed && !at ? pointOver(listed, box) : null;
  const point = at ?? onTaker ?? (hasDiskSpace || box === root() ? pointIn(box, isAcross) : null);
  turn?.end();
  turn = { box, before, wanted: { x: before.x + delta.x, y: before.y + delta.y }, mutations: 0, end: watchWheel() };
  return { point, delta, isTaken: onTaker !== null };
}

/** Boxes by the elements in them that were named to scroll them: a list that draws only some rows takes such a row away. */
const boxes = new Map<number, Element>();

function boxAround(id: number, listed: Element | undefined): Element | undefined {
  const box = listed ? scrollerOf(listed) : boxes.get(id);
  if (!box?.isConnected) return undefined;
  boxes.set(id, box);
  return box;
}

/** A point where an element, or one around it within the box, takes the wheel: it zooms a map or moves what it draws. */
function pointOver(listed: Element, box: Element): Point | null {
  for (let at: Element | null = listed; at && at !== box && at !== doc.body; at = parentOf(at)) {
    const taker = at;
    if (listening.has(taker)) return pointWhere(visibleBox(taker), (hit) => contains(taker, hit));
  }
  return null;
}

function roomOf(box: Element, { x, y }: Point): boolean {
  const max = { x: box.scrollWidth - box.clientWidth, y: box.scrollHeight - box.clientHeight };
  // From right to left the way goes from 0 to below it.
  const left = getComputedStyle(box).direction === "rtl" ? box.scrollLeft + max.x : box.scrollLeft;
  const has = (by: number, at: number, most: number) => (by > 0 && at < most - 1) || (by < 0 && at > 0);
  return has(x, left, max.x) || has(y, box.scrollTop, max.y);
}

function watchWheel(): () => void {
  const note = (event: Event) => {
    if (turn && event.isTrusted) turn.event = event;
  };
  const observer = new MutationObserver((records) => {
    if (turn?.event) turn.mutations += records.length;
  });
  addEventListener("wheel", note, { capture: true, passive: true });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  return () => {
    removeEventListener("wheel", note, { capture: true });
    observer.disconnect();
  };
}

function boxAt(at: Point, isAcross: boolean): Element {
  for (let one = hitAt(at.x, at.y); one && one !== root(); one = parentOf(one))
    if (canScroll(one, isAcross)) return one;
  return root();
}

/** A point of the box where neither a box inside it nor a map would take the wheel. */
function pointIn(box: Element, isAcross: boolean): Point | null {
  const clip = box === root() ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : visibleBox(box);
  return pointWhere(clip, (hit) => leadsTo(hit, box, isAcross));
}

function pointWhere(clip: Sides | undefined, isRight: (hit: Element) => boolean): Point | null {
  if (!clip) return null;
  for (const down of SHARES)
    for (const across of SHARES) {
      const point = {
        x: Math.round(clip.left + (clip.right - clip.left) * across),
        y: Math.round(clip.top + (clip.bottom - clip.top) * down),
      };
      const hit = hitAt(point.x, point.y);
      if (hit && isRight(hit)) return point;
    }
  return null;
}

function visibleBox(box: Element) {
  const clip = clipOf(box);
  return clip && intersection(clip, plain(box).getBoundingClientRect());
}

function leadsTo(hit: Element, box: Element, isAcross: boolean): boolean {
  if (box !== root() && !contains(box, hit)) return false;
  for (let at: Element | null = hit; at && at !== box; at = parentOf(at)) {
    if (/^i?frame$/.test(at.localName) || canScroll(at, isAcross)) return false;
    if (listening.has(at) && at !== doc.body) return false;
  }
  return true;
}

/**
 * Waits until the wheel arrived and the box rests, brings the box to the very pixel where the page left the wheel to the browser, and tells
 * where it is. `wasSent` is false where no wheel was turned.
 */
export async function wheelDone(wasSent: boolean): Promise<ScrollAnswer> {
  const mine = turn;
  if (!mine) return { ok: false };
  const { box, before, wanted } = mine;
  const start = performance.now();
  while (wasSent && !mine.event && performance.now() - start < ARRIVES_MS) await frame();
  await rest(box);
  mine.end();
  turn = undefined;
  const isTaken = mine.event?.defaultPrevented === true;
  const isMoved = box.scrollLeft !== before.x || box.scrollTop !== before.y;
  // A page that only blocks the wheel, as under a dialog, is scrolled all the same.
  if (!isTaken || (!isMoved && mine.mutations === 0))
    box.scrollTo({ left: wanted.x, top: wanted.y, behavior: "instant" });
  return { ...answerOf(box, before), ...(isTaken ? { taken: true } : {}) };
}

/** Resolves when the box has not moved for some frames. */
async function rest(box: Element): Promise<void> {
  const start = performance.now();
  let place = "";
  for (let still = 0; still < REST_FRAMES && performance.now() - start < RESTS_MS; ) {
    await frame();
    const now = `${box.scrollLeft},${box.scrollTop}`;
    still = now === place ? still + 1 : 0;
    place = now;
  }
}
