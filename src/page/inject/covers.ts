/** Which element receives events at a point, and what lies over what. */
import type { Point } from "../library.ts";
import { clipOf, intersection, pictureOf, rectsOf, round, type Sides } from "./boxes.ts";
import { plain } from "./plain.ts";
import { contains, hitAt, parentOf } from "./tree.ts";

/** Pieces of an element that are looked at, largest first: a wrapped link has several. */
const MAX_PIECES = 4;

/** Where in a piece to look, as shares of its width and height: the middle, then around it, then its edges. */
const SHARES: readonly (readonly [number, number])[] = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.25, 0.25],
  [0.75, 0.75],
  [0.25, 0.75],
  [0.75, 0.25],
  [0.05, 0.5],
  [0.95, 0.5],
  [0.5, 0.05],
  [0.5, 0.95],
  [0.1, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
  [0.9, 0.1],
];

/** The pieces of an element that lie in the viewport and are not clipped away, largest first. */
export function visiblePieces(element: Element): Sides[] {
  const clip = clipOf(element instanceof HTMLAreaElement ? (pictureOf(element) ?? element) : element);
  if (!clip) return [];
  const pieces: Sides[] = [];
  for (const rect of rectsOf(element)) {
    const piece = intersection(rect, clip);
    if (piece) pieces.push(piece);
  }
  const area = (one: Sides) => (one.right - one.left) * (one.bottom - one.top);
  return pieces.sort((a, b) => area(b) - area(a)).slice(0, MAX_PIECES);
}

/** Points to try, the middle of the largest piece first. */
export function* pointsOf(pieces: readonly Sides[]): Generator<Point> {
  for (const [x, y] of SHARES) {
    for (const { left, top, right, bottom } of pieces)
      yield { x: round(left + (right - left) * x), y: round(top + (bottom - top) * y) };
  }
}

/** A point where the element itself receives events; else what receives them at the middle of its largest piece. */
export function receivingPoint(element: Element): { point: Point } | { cover: Element | null } | undefined {
  let cover: Element | null | undefined;
  for (const point of pointsOf(visiblePieces(element))) {
    const hit = hitAt(point.x, point.y);
    if (hit && receives(element, hit)) return { point };
    if (cover === undefined) cover = hit;
  }
  return cover === undefined ? undefined : { cover };
}

/** Parts of the element itself, and the label that stands for a control, receive its events. */
export function receives(element: Element, hit: Element): boolean {
  // Events over a frame go to the document inside, and never reach what is around the frame.
  if (hit !== element && /^i?frame$/.test(plain(hit).localName)) return false;
  if (contains(element, hit)) return true;
  for (const label of labelsOf(element)) if (contains(label, hit)) return true;
  if (element instanceof HTMLAreaElement) return hit === pictureOf(element);
  if (element instanceof HTMLOptionElement) return hit === element.closest("select");
  return element instanceof HTMLLabelElement && element.control === hit;
}

export function labelsOf(element: Element): Iterable<HTMLLabelElement> {
  return "labels" in element ? ((element.labels as NodeListOf<HTMLLabelElement> | null) ?? []) : [];
}

/** True when something else receives the events at every point of what is in view of the element. */
export function isCovered(element: Element): boolean {
  const found = receivingPoint(element);
  if (!found || "point" in found) return false;
  // Nothing at all receives events there: the element lets them through.
  return found.cover !== null && !contains(found.cover, element);
}

/** True when text of an element, drawn in that rectangle, lies under something that cannot be looked through. */
export function isHiddenText(parent: Element, rect: Sides): boolean {
  const y = (rect.top + rect.bottom) / 2;
  const inset = Math.min(2, (rect.right - rect.left) / 2);
  for (const x of [(rect.left + rect.right) / 2, rect.left + inset, rect.right - inset]) {
    const hit = hitAt(x, y);
    if (!hit || hit === parent || contains(hit, parent) || contains(parent, hit)) return false;
    if (!isOpaqueAt(hit, parent, x, y)) return false;
  }
  return getComputedStyle(parent).pointerEvents !== "none";
}

const OPAQUE_TAGS = /^(img|video|canvas|iframe|embed|object)$/;

/** True when one of the boxes from the hit up to what both have around them is painted there without gaps. */
function isOpaqueAt(hit: Element, under: Element, x: number, y: number): boolean {
  for (let at: Element | null = hit; at && !contains(at, under); at = parentOf(at)) {
    const style = getComputedStyle(at);
    if (Number(style.opacity) < 1) return false;
    const box = plain(at).getBoundingClientRect();
    const isThere = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    if (isThere && (isOpaqueColor(style.backgroundColor) || OPAQUE_TAGS.test(at.localName))) return true;
  }
  return false;
}

function isOpaqueColor(color: string): boolean {
  if (color === "transparent") return false;
  const alpha = /^rgba\(.*,\s*([\d.]+)\)$/.exec(color)?.[1] ?? /\/\s*([\d.]+)\)$/.exec(color)?.[1];
  return alpha === undefined || Number(alpha) >= 0.99;
}
