/** Scrolling by the mouse wheel: where to turn it, whether the page handled it, and when the scrolling is over. */
import type { Point } from "../../core/library.ts";
import type { ScrollAnswer, ScrollRequest, WheelPlan } from "../../core/library-pointer.ts";
import { clipOf, intersection, type Sides } from "../dom/boxes.ts";
import { frame } from "../dom/motion.ts";
import { doc, plain } from "../dom/plain.ts";
import { contains, hitAt, parentOf } from "../dom/tree.ts";
import { elementOf } from "../identity/registry.ts";
import { answerOf, canScroll, distance, pageScroller, pixels, root, scrollerOf } from "./scroll.ts";

/** Points of a box for the wheel as shares of width and height, center first. */
const SHARES = [0.5, 0.25, 0.75, 0.1, 0.9, 0.02, 0.98];

/** Maximum time for the browser to deliver the wheel event, and for the scrolling to end. */
const MAX_DELIVERY_MS = 250;
const MAX_SCROLL_MS = 1_000;

/** Number of frames without movement after which the scrolling is over. */
const REST_FRAMES = 3;

let listening: ReadonlySet<Element> = new Set();

/** Called by the walk with the elements that listen to the wheel, such as maps. */
export function recordWheelListeners(elements: ReadonlySet<Element>): void {
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

/** Chooses the box and the point, and starts to watch for the wheel. `point` is null when no wheel would move the box. */
export function wheelPlan(request: ScrollRequest, at: Point | null): WheelPlan | null {
  const listed = request.id === undefined ? undefined : elementOf(request.id);
  const around = request.id === undefined ? undefined : boxAround(request.id, listed);
  if (request.id !== undefined && !around) return null;
  const { dx, dy } = distance(request);
  const isAcross = /left|right/.test(request.direction);
  const box = at ? boxAt(at, isAcross) : (around ?? pageScroller(isAcross));
  const delta = { x: pixels(dx, request, box.clientWidth), y: pixels(dy, request, box.clientHeight) };
  const before = { x: box.scrollLeft, y: box.scrollTop };
  const canMove = canMoveBy(box, delta);
  // Wheel events may have an effect on a page that cannot scroll: a map, a game. For another box they would scroll its
  // ancestors.
  const onListener = listed && !at ? pointOver(listed, box) : null;
  const point = at ?? onListener ?? (canMove || box === root() ? pointIn(box, isAcross) : null);
  turn?.end();
  turn = { box, before, wanted: { x: before.x + delta.x, y: before.y + delta.y }, mutations: 0, end: watchWheel() };
  return { point, delta, isTaken: onListener !== null };
}

/** Boxes by the id of an element in them. A virtual list may remove that element while it scrolls. */
const boxes = new Map<number, Element>();

function boxAround(id: number, listed: Element | undefined): Element | undefined {
  const box = listed ? scrollerOf(listed) : boxes.get(id);
  if (!box?.isConnected) return undefined;
  boxes.set(id, box);
  return box;
}

/** A point where an element, or an ancestor within the box, handles the wheel itself, for example to zoom a map. */
function pointOver(listed: Element, box: Element): Point | null {
  for (let at: Element | null = listed; at && at !== box && at !== doc.body; at = parentOf(at)) {
    const listener = at;
    if (listening.has(listener)) return pointWhere(visibleBox(listener), (hit) => contains(listener, hit));
  }
  return null;
}

function canMoveBy(box: Element, { x, y }: Point): boolean {
  const max = { x: box.scrollWidth - box.clientWidth, y: box.scrollHeight - box.clientHeight };
  // From right to left, scroll positions go from 0 to negative values.
  const left = getComputedStyle(box).direction === "rtl" ? box.scrollLeft + max.x : box.scrollLeft;
  const has = (by: number, at: number, limit: number) => (by > 0 && at < limit - 1) || (by < 0 && at > 0);
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

/** A point of the box where no inner box and no wheel listener takes the wheel. */
function pointIn(box: Element, isAcross: boolean): Point | null {
  const clip = box === root() ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : visibleBox(box);
  return pointWhere(clip, (hit) => scrollsBox(hit, box, isAcross));
}

function pointWhere(clip: Sides | undefined, accepts: (hit: Element) => boolean): Point | null {
  if (!clip) return null;
  for (const down of SHARES)
    for (const across of SHARES) {
      const point = {
        x: Math.round(clip.left + (clip.right - clip.left) * across),
        y: Math.round(clip.top + (clip.bottom - clip.top) * down),
      };
      const hit = hitAt(point.x, point.y);
      if (hit && accepts(hit)) return point;
    }
  return null;
}

function visibleBox(box: Element) {
  const clip = clipOf(box);
  return clip && intersection(clip, plain(box).getBoundingClientRect());
}

function scrollsBox(hit: Element, box: Element, isAcross: boolean): boolean {
  if (box !== root() && !contains(box, hit)) return false;
  for (let at: Element | null = hit; at && at !== box; at = parentOf(at)) {
    if (/^i?frame$/.test(at.localName) || canScroll(at, isAcross)) return false;
    if (listening.has(at) && at !== doc.body) return false;
  }
  return true;
}

/**
 * Waits until the wheel event arrived and the scrolling is over, then reports the position. When the page left the wheel
 * to the browser, moves the box to the exact pixel. `wasSent` is false when no wheel event was sent.
 */
export async function wheelDone(wasSent: boolean): Promise<ScrollAnswer> {
  const current = turn;
  if (!current) return { ok: false };
  const { box, before, wanted } = current;
  const start = performance.now();
  while (wasSent && !current.event && performance.now() - start < MAX_DELIVERY_MS) await frame();
  await rest(box);
  current.end();
  turn = undefined;
  const isTaken = current.event?.defaultPrevented === true;
  const isMoved = box.scrollLeft !== before.x || box.scrollTop !== before.y;
  // A page that only blocks the wheel, for example under a dialog, is scrolled anyway.
  if (!isTaken || (!isMoved && current.mutations === 0))
    box.scrollTo({ left: wanted.x, top: wanted.y, behavior: "instant" });
  return { ...answerOf(box, before), ...(isTaken ? { taken: true } : {}) };
}

/** Resolves when the box has not moved for some frames. */
async function rest(box: Element): Promise<void> {
  const start = performance.now();
  let place = "";
  for (let still = 0; still < REST_FRAMES && performance.now() - start < MAX_SCROLL_MS; ) {
    await frame();
    const now = `${box.scrollLeft},${box.scrollTop}`;
    still = now === place ? still + 1 : 0;
    place = now;
  }
}
