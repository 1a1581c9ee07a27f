/** The place of elements and texts: in the visible part of the viewport, outside of it, or nowhere. */

import { takesKeys } from "../accessibility/field-kinds.ts";
import { isInEmptyList } from "../accessibility/interactive.ts";
import { intersection, isShown, rectsOf, type Sides, viewport } from "../dom/boxes.ts";
import { plain } from "../dom/plain.ts";
import { linesOf, type Piece, rectOf } from "../dom/text-run.ts";
import { isVisibleAt, type TextVisibility, visibilityOf } from "./hidden-text.ts";

export type Place = "in view" | "out of view" | "nowhere";

export function placeOf(element: Element, clip: Sides): Place {
  if (!isShown(element) || isInEmptyList(element)) return "nowhere";
  const rect = element.localName === "area" ? undefined : plain(element).getBoundingClientRect();
  if (rect && rect.width > 0 && rect.height > 0)
    return isPartVisible(rect, clip) && isInView(element, clip) ? "in view" : "out of view";
  if (rectsOf(element).length === 0) return rect && takesKeys(element) ? placeOfCaret(rect) : "nowhere";
  return isInView(element, clip) ? "in view" : "out of view";
}

/** The input of an editor that draws its text elsewhere has no size. It is at the caret, often in a box without a size. */
function placeOfCaret({ left, top }: DOMRect): Place {
  const { right, bottom } = viewport();
  return left >= 0 && top >= 0 && left < right && top < bottom ? "in view" : "out of view";
}

export function isInView(element: Element, clip: Sides): boolean {
  return rectsOf(element).some((rect) => isPartVisible(rect, clip));
}

/** Minimum visible pixels of an element. A collapsed menu often still shows its padding. */
const MIN_VISIBLE_PX = 6;

function isPartVisible(rect: Sides, clip: Sides): boolean {
  const visible = intersection(rect, clip);
  if (!visible) return false;
  const isEnough = (shown: number, full: number) => shown >= Math.min(full, MIN_VISIBLE_PX);
  return (
    isEnough(visible.right - visible.left, rect.right - rect.left) &&
    isEnough(visible.bottom - visible.top, rect.bottom - rect.top)
  );
}

/** A text that is not drawn, or is under an opaque element, is nowhere. */
export function placeOfText(piece: Piece): Place {
  const { clip } = piece;
  if (!clip) return "out of view";
  const rect = rectOf(piece);
  if (rect.width === 0 && rect.height === 0) return "nowhere";
  const shown = visiblePartOf(rect, clip);
  if (!shown) return "out of view";
  const isUncut = shown.top === rect.top && shown.bottom === rect.bottom;
  if (isUncut && isVisibleAt(piece, { x: (shown.left + shown.right) / 2, y: (shown.top + shown.bottom) / 2 }))
    return "in view";
  // The bounding box of several lines is larger than the lines.
  const sights = new Set<TextVisibility>();
  for (const line of linesOf(piece)) {
    const visible = visiblePartOf(line, clip);
    const sight = visible ? visibilityOf(piece, visible) : "cut";
    if (sight === "seen") return "in view";
    sights.add(sight);
  }
  return sights.has("cut") ? "out of view" : "nowhere";
}

/** The visible part of a rectangle; undefined when it is smaller than a pixel. */
function visiblePartOf(rect: Sides, clip: Sides): Sides | undefined {
  const visible = intersection(rect, clip);
  return visible && visible.right - visible.left >= 1 && visible.bottom - visible.top >= 1 ? visible : undefined;
}
