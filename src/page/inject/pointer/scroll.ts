/** Which box is scrolled, jumps in it, and where that led. */
import type { Point, ScrollAnswer, ScrollRequest } from "../../core/library.ts";
import { doc, plain } from "../dom/plain.ts";
import { hitAt, parentOf } from "../dom/tree.ts";
import { tagText } from "../hit-testing/covering.ts";
import { elementOf } from "../identity/registry.ts";

export function scroll(request: ScrollRequest): ScrollAnswer {
  const listed = request.id === undefined ? undefined : elementOf(request.id);
  if (request.id !== undefined && !listed) return { ok: false };
  const { dx, dy } = distance(request);
  const box = listed ? scrollerOf(listed) : pageScroller(dx !== 0 || /most$/.test(request.to ?? ""));
  const before = { x: box.scrollLeft, y: box.scrollTop };
  if (request.to === "element" && listed) reveal(listed);
  else if (request.to === "top") box.scrollTo({ top: 0, behavior: "instant" });
  else if (request.to === "leftmost") box.scrollTo({ left: -box.scrollWidth, behavior: "instant" });
  else if (request.to === "rightmost") box.scrollTo({ left: box.scrollWidth, behavior: "instant" });
  else if (request.to === "end") box.scrollTo({ top: box.scrollHeight, behavior: "instant" });
  else
    box.scrollBy({
      left: pixels(dx, request, box.clientWidth),
      top: pixels(dy, request, box.clientHeight),
      behavior: "instant",
    });
  return answerOf(box, before);
}

export function distance({ direction, amount }: ScrollRequest): { dx: number; dy: number } {
  const sign = direction === "up" || direction === "left" ? -1 : 1;
  const isAcross = direction === "left" || direction === "right";
  return { dx: isAcross ? sign * amount : 0, dy: isAcross ? 0 : sign * amount };
}

export function pixels(amount: number, { unit }: ScrollRequest, page: number): number {
  return unit === "pages" ? amount * page : amount;
}

export function answerOf(box: Element, before: Point): ScrollAnswer & { ok: true } {
  const max = { x: box.scrollWidth - box.clientWidth, y: box.scrollHeight - box.clientHeight };
  const whole = (x: number, y: number) => ({ x: Math.round(x), y: Math.round(y) });
  return {
    ok: true,
    scroll: whole(box.scrollLeft, box.scrollTop),
    max: whole(Math.max(0, max.x), Math.max(0, max.y)),
    moved: whole(box.scrollLeft - before.x, box.scrollTop - before.y),
    atTop: box.scrollTop <= 0,
    atEnd: box.scrollTop >= max.y - 1,
    ...(box === root() ? {} : { box: tagText(box) }),
  };
}

/** Stands for a page whose root was removed by a script: it has no size, and stays where it is. */
let rootless: Element | undefined;

export function root(): Element {
  const found: Element | null = doc.scrollingElement ?? doc.documentElement;
  if (found) return found;
  rootless ??= doc.createElement("html");
  return rootless;
}

/** The element into the middle of every box around it. */
export function reveal(element: Element): void {
  plain(element).scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
}

/** The nearest box that can be scrolled: the element itself, or around it. */
export function scrollerOf(element: Element): Element {
  for (let at: Element | null = element; at; at = parentOf(at)) if (at !== doc.body && canScroll(at, true)) return at;
  return root();
}

/** The page; where that cannot be scrolled, the box in its middle that can: many applications scroll inside. */
export function pageScroller(isAcross: boolean): Element {
  const page = root();
  const room = isAcross ? page.scrollWidth - innerWidth : page.scrollHeight - innerHeight;
  if (room > 1) return page;
  const middle = hitAt(innerWidth / 2, innerHeight / 2);
  for (let at = middle; at && at !== page; at = parentOf(at)) if (canScroll(at, isAcross)) return at;
  return largestScroller(isAcross) ?? page;
}

export function canScroll(raw: Element, isAcross: boolean): boolean {
  const element = plain(raw);
  const style = getComputedStyle(raw);
  const isTall = element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(style.overflowY);
  const isWide = element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(style.overflowX);
  return isTall || (isAcross && isWide);
}

function largestScroller(isAcross: boolean): Element | undefined {
  let best: Element | undefined;
  let most = 0;
  for (const element of doc.querySelectorAll("*")) {
    const { clientWidth, clientHeight } = plain(element);
    const area = clientWidth * clientHeight;
    if (area > most && canScroll(element, isAcross)) [best, most] = [element, area];
  }
  return best;
}
