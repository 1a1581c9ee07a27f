/** Which element receives events at a point. */
import type { Point } from "../../core/library.ts";
import { boxOf, clipOf, intersection, pictureOf, rectsOf, round, type Sides, turnOf } from "../dom/boxes.ts";
import { labelsOf } from "../dom/labelled.ts";
import { plain } from "../dom/plain.ts";
import { closest, contains, hitAt } from "../dom/tree.ts";

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

/** Where in a turned element to look: most of it may lie outside the viewport, so along it more densely. */
const TURNED_SHARES: readonly (readonly [number, number])[] = Array.from({ length: 45 }, (_, n) => [
  ((n % 15) + 0.5) / 15,
  (Math.floor(n / 15) + 0.5) / 3,
]);

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
function* pointsOf(pieces: readonly Sides[], shares = SHARES): Generator<Point> {
  for (const [x, y] of shares) {
    for (const { left, top, right, bottom } of pieces)
      yield { x: round(left + (right - left) * x), y: round(top + (bottom - top) * y) };
  }
}

/** Points of an element that is turned: it fills its box only in part. Those out of its place in the viewport are left out. */
function* turnedPoints(element: Element): Generator<Point> {
  const turn = turnOf(element);
  const clip = turn && clipOf(element);
  if (!turn || !clip) return;
  const { x, y, width, height } = boxOf(element);
  const { offsetWidth, offsetHeight } = element as HTMLElement;
  for (const [across, down] of TURNED_SHARES) {
    const { x: dx, y: dy } = turn.transformPoint({ x: (across - 0.5) * offsetWidth, y: (down - 0.5) * offsetHeight });
    const point = { x: round(x + width / 2 + dx), y: round(y + height / 2 + dy) };
    if (point.x >= clip.left && point.x < clip.right && point.y >= clip.top && point.y < clip.bottom) yield point;
  }
}

/** Points so dense that a sliver that something leaves free is found. */
const DENSE = 15;

function* everyPoint(element: Element, isThorough: boolean): Generator<Point> {
  const pieces = visiblePieces(element);
  yield* pointsOf(pieces);
  yield* turnedPoints(element);
  for (let n = 0; isThorough && n < DENSE * DENSE; n++) {
    const share = [((n % DENSE) + 0.5) / DENSE, (Math.floor(n / DENSE) + 0.5) / DENSE] as const;
    yield* pointsOf(pieces, [share]);
  }
}

/**
 * A point where the element itself receives events; else what receives them at the middle of its largest piece.
 * `isThorough` is for an element that is going to be acted on: it costs hundreds of looks.
 */
export function receivingPoint(
  element: Element,
  isThorough = false,
): { point: Point } | { cover: Element | null } | undefined {
  let cover: Element | null | undefined;
  for (const point of everyPoint(element, isThorough)) {
    const hit = hitAt(point.x, point.y);
    if (hit && receives(element, hit)) return { point };
    if (cover === undefined) cover = hit;
  }
  return cover === undefined ? undefined : { cover };
}

/** Parts of the element itself, and the label that stands for a control, receive its events. */
export function receives(element: Element, hit: Element): boolean {
  if (hit !== element && keepsEvents(hit, element)) return false;
  if (contains(element, hit)) return true;
  for (const label of labelsOf(element)) if (contains(label, hit) && !isOwnControl(hit, label)) return true;
  if (isOpenedAround(element, hit)) return true;
  if (element instanceof HTMLAreaElement) return hit === pictureOf(element);
  if (element instanceof HTMLOptionElement) return hit === element.closest("select");
  return element instanceof HTMLLabelElement && element.control === hit;
}

/** A field that opens a list may lie under the box around it, or let the pointer through: the box listens in its place. */
function isOpenedAround(element: Element, hit: Element): boolean {
  if (!(element instanceof HTMLInputElement) || element.getAttribute("role") !== "combobox") return false;
  return hit !== document.body && hit !== document.documentElement && contains(hit, element);
}

/** A link or a button in a label does what it does itself. */
function isOwnControl(hit: Element, label: Element): boolean {
  const control = closest(
    hit,
    (one) => one === label || /^(a|button|input|select|textarea)$/.test(plain(one).localName),
  );
  return control !== label && control !== null;
}

/** Events over a frame go to the document inside, those over a disabled control to nobody: not to what is around them. */
function keepsEvents(hit: Element, outer: Element): boolean {
  if (/^i?frame$/.test(plain(hit).localName)) return true;
  const control = closest(hit, (at) => at === outer || /^(button|input|select|textarea)$/.test(plain(at).localName));
  return control !== null && control !== outer && control.matches(":disabled");
}

/**
 * How an element stands in the viewport: `covered` when something else receives the events at every point of it, `clipped` when
 * the boxes around it leave nothing of it to see.
 */
export function standing(element: Element): "free" | "covered" | "clipped" {
  const found = receivingPoint(element);
  // The field of an editor that draws its text elsewhere has no area that anything could clip.
  if (!found) return rectsOf(element).length === 0 ? "free" : "clipped";
  // Nothing at all receives events there: the element lets them through.
  const isFree = "point" in found || found.cover === null || contains(found.cover, element);
  return isFree ? "free" : "covered";
}
