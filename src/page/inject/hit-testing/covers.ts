/** Which element receives events at a point. */
import type { Point } from "../../core/library.ts";
import { boxOf, clipOf, intersection, pictureOf, rectsOf, round, type Sides, turnOf } from "../dom/boxes.ts";
import { labelsOf } from "../dom/labels.ts";
import { plain } from "../dom/plain.ts";
import { closest, contains, hitAt } from "../dom/tree.ts";

/** Maximum number of pieces to test, largest first. A wrapped link has several. */
const MAX_PIECES = 4;

/** Points to test as shares of width and height: the center, points around it, points near the sides. */
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

/** Points to test on a rotated element: more of them, because most may be outside of the viewport. */
const TURNED_SHARES: readonly (readonly [number, number])[] = Array.from({ length: 45 }, (_, n) => [
  ((n % 15) + 0.5) / 15,
  (Math.floor(n / 15) + 0.5) / 3,
]);

/** The pieces of an element in the viewport that are not clipped, largest first. */
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

/** Points to try, starting with the center of the largest piece. */
function* pointsOf(pieces: readonly Sides[], shares = SHARES): Generator<Point> {
  for (const [x, y] of shares) {
    for (const { left, top, right, bottom } of pieces)
      yield { x: round(left + (right - left) * x), y: round(top + (bottom - top) * y) };
  }
}

/** Points on a rotated or skewed element, which fills only part of its box. Clipped points are omitted. */
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

/** Points for each side of the dense grid, which finds even a narrow uncovered strip. */
const DENSE_STEPS = 15;

function* pointsToTry(element: Element, isThorough: boolean): Generator<Point> {
  const pieces = visiblePieces(element);
  yield* pointsOf(pieces);
  yield* turnedPoints(element);
  for (let n = 0; isThorough && n < DENSE_STEPS * DENSE_STEPS; n++) {
    const share = [((n % DENSE_STEPS) + 0.5) / DENSE_STEPS, (Math.floor(n / DENSE_STEPS) + 0.5) / DENSE_STEPS] as const;
    yield* pointsOf(pieces, [share]);
  }
}

/**
 * A point where the element receives events, or else the element that covers the center of its largest piece; undefined
 * when nothing of it is in the viewport. `isThorough` allows hundreds of hit tests, for an element that will be acted on.
 */
export function receivingPoint(
  element: Element,
  isThorough = false,
): { point: Point } | { cover: Element | null } | undefined {
  let cover: Element | null | undefined;
  for (const point of pointsToTry(element, isThorough)) {
    const hit = hitAt(point.x, point.y);
    if (hit && receives(element, hit)) return { point };
    if (cover === undefined) cover = hit;
  }
  return cover === undefined ? undefined : { cover };
}

/** True when an event on `hit` acts on the element: on a descendant of it or on its label. */
export function receives(element: Element, hit: Element): boolean {
  if (hit !== element && keepsEvents(hit, element)) return false;
  if (contains(element, hit)) return true;
  for (const label of labelsOf(element)) if (contains(label, hit) && !isOwnControl(hit, label)) return true;
  if (isComboboxWrapper(element, hit)) return true;
  if (element instanceof HTMLAreaElement) return hit === pictureOf(element);
  if (element instanceof HTMLOptionElement) return hit === element.closest("select");
  return element instanceof HTMLLabelElement && element.control === hit;
}

/** A combobox input may be under its wrapper or ignore pointer events. The wrapper then handles them. */
function isComboboxWrapper(element: Element, hit: Element): boolean {
  if (!(element instanceof HTMLInputElement) || element.getAttribute("role") !== "combobox") return false;
  return hit !== document.body && hit !== document.documentElement && contains(hit, element);
}

/** True when the hit is a link or another control inside the label. */
function isOwnControl(hit: Element, label: Element): boolean {
  const control = closest(
    hit,
    (one) => one === label || /^(a|button|input|select|textarea)$/.test(plain(one).localName),
  );
  return control !== label && control !== null;
}

/** Events on a frame go to its document, and events on a disabled control to nobody. Ancestors do not receive them. */
function keepsEvents(hit: Element, outer: Element): boolean {
  if (/^i?frame$/.test(plain(hit).localName)) return true;
  const control = closest(hit, (at) => at === outer || /^(button|input|select|textarea)$/.test(plain(at).localName));
  return control !== null && control !== outer && control.matches(":disabled");
}

/** `covered`: another element receives the events at every tested point. `clipped`: ancestors hide all of the element. */
export function coverageOf(element: Element): "free" | "covered" | "clipped" {
  const found = receivingPoint(element);
  // The input of an editor that draws its text elsewhere has no area to clip.
  if (!found) return rectsOf(element).length === 0 ? "free" : "clipped";
  // A null cover: the element ignores pointer events.
  const isFree = "point" in found || found.cover === null || contains(found.cover, element);
  return isFree ? "free" : "covered";
}
