/** Chooses the box to scroll, scrolls it at once, and reports its position. */
import type { Point } from "../../core/library.ts";
import type { ScrollAnswer, ScrollRequest } from "../../core/library-pointer.ts";
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
  const rounded = (x: number, y: number) => ({ x: Math.round(x), y: Math.round(y) });
  return {
    ok: true,
    scroll: rounded(box.scrollLeft, box.scrollTop),
    max: rounded(Math.max(0, max.x), Math.max(0, max.y)),
    moved: rounded(box.scrollLeft - before.x, box.scrollTop - before.y),
    atTop: box.scrollTop <= 0,
    atEnd: box.scrollTop >= max.y - 1,
    ...(box === root() ? {} : { box: tagText(box) }),
  };
}

/** Placeholder for a page whose root element was removed. It has no size and does not scroll. */
let missingRoot: Element | undefined;

export function root(): Element {
  const found: Element | null = doc.scrollingElement ?? doc.documentElement;
  if (found) return found;
  missingRoot ??= doc.createElement("html");
  return missingRoot;
}

/** Scrolls the element to the center of all its scrollers. */
export function reveal(element: Element): void {
  plain(element).scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
}

/** The nearest scrollable box: the element itself or an ancestor. */
export function scrollerOf(element: Element): Element {
  for (let at: Element | null = element; at; at = parentOf(at)) if (at !== doc.body && canScroll(at, true)) return at;
  return root();
}

/** The page, or if it does not scroll, the scrollable box at its center: many applications scroll inside the page. */
export function pageScroller(isAcross: boolean): Element {
  const page = root();
  const distanceLeft = isAcross ? page.scrollWidth - innerWidth : page.scrollHeight - innerHeight;
  if (distanceLeft > 1) return page;
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
  let largest = 0;
  for (const element of doc.querySelectorAll("*")) {
    const { clientWidth, clientHeight } = plain(element);
    const area = clientWidth * clientHeight;
    if (area > largest && canScroll(element, isAcross)) [best, largest] = [element, area];
  }
  return best;
}
