/** Where elements and texts lie: in what the boxes around them leave of the viewport, out of it, or nowhere. */

import { takesKeys } from "../accessibility/field-kinds.ts";
import { isCutAway } from "../accessibility/interactive.ts";
import { intersection, isShown, rectsOf, type Sides, viewport } from "../dom/boxes.ts";
import { plain } from "../dom/plain.ts";
import { linesOf, type Piece, rectOf } from "../dom/text-run.ts";
import { isSeenAt, type Sight, sightOf } from "./hidden-text.ts";

export type Place = "in view" | "out of view" | "nowhere";

export function placeOf(element: Element, clip: Sides): Place {
  if (!isShown(element) || isCutAway(element)) return "nowhere";
  const rect = element.localName === "area" ? undefined : plain(element).getBoundingClientRect();
  if (rect && rect.width > 0 && rect.height > 0)
    return isSeen(rect, clip) && isInView(element, clip) ? "in view" : "out of view";
  if (rectsOf(element).length === 0) return rect && takesKeys(element) ? placeOfCaret(rect) : "nowhere";
  return isInView(element, clip) ? "in view" : "out of view";
}

/** The field of an editor that draws its text elsewhere has no size, and stands at the caret, often in a box without a size. */
function placeOfCaret({ left, top }: DOMRect): Place {
  const { right, bottom } = viewport();
  return left >= 0 && top >= 0 && left < right && top < bottom ? "in view" : "out of view";
}

export function isInView(element: Element, clip: Sides): boolean {
  return rectsOf(element).some((rect) => isSeen(rect, clip));
}

/** A narrower edge of an element is not seen as one: a menu that is folded often leaves as much as its padding. */
const EDGE = 6;

function isSeen(rect: Sides, clip: Sides): boolean {
  const seen = intersection(rect, clip);
  if (!seen) return false;
  const isEnough = (shown: number, whole: number) => shown >= Math.min(whole, EDGE);
  return (
    isEnough(seen.right - seen.left, rect.right - rect.left) && isEnough(seen.bottom - seen.top, rect.bottom - rect.top)
  );
}

/** A text that is drawn nowhere, or under something that cannot be looked through, is nowhere. */
export function placeOfText(piece: Piece): Place {
  const { clip } = piece;
  if (!clip) return "out of view";
  const rect = rectOf(piece);
  if (rect.width === 0 && rect.height === 0) return "nowhere";
  const shown = seenOf(rect, clip);
  if (!shown) return "out of view";
  const isWhole = shown.top === rect.top && shown.bottom === rect.bottom;
  if (isWhole && isSeenAt(piece, { x: (shown.left + shown.right) / 2, y: (shown.top + shown.bottom) / 2 }))
    return "in view";
  // The box around several lines is larger than they are.
  const sights = new Set<Sight>();
  for (const line of linesOf(piece)) {
    const seen = seenOf(line, clip);
    const sight = seen ? sightOf(piece, seen) : "cut";
    if (sight === "seen") return "in view";
    sights.add(sight);
  }
  return sights.has("cut") ? "out of view" : "nowhere";
}

/** Of less than a pixel nothing is seen. */
function seenOf(rect: Sides, clip: Sides): Sides | undefined {
  const seen = intersection(rect, clip);
  return seen && seen.right - seen.left >= 1 && seen.bottom - seen.top >= 1 ? seen : undefined;
}
