/** Whether text is visible where it is drawn. An opaque element may cover it, or an ancestor may clip it. */
import type { Point } from "../../core/library.ts";
import type { Sides } from "../dom/boxes.ts";
import { doc, plain } from "../dom/plain.ts";
import type { Piece } from "../dom/text-run.ts";
import { closest, contains, hitAt, parentOf, shadowOf } from "../dom/tree.ts";

/** `cut`: an ancestor clips the text. */
export type TextVisibility = "seen" | "covered" | "cut";

/** Distance in pixels of the tested points along a text. Words are longer. */
const STEP = 12;

/** Distance in pixels from the sides at which a point is certainly inside the text. */
const INSET = 2;

export function isVisibleAt(piece: Piece, point: Point): boolean {
  return coverAt(piece, point) === undefined;
}

/**
 * The visibility of a text that is drawn in a rectangle. A box that covers all corners covers everything between, because
 * boxes and their clips are convex. Otherwise points along the middle are tested, and along the diagonals for rotated
 * text.
 */
export function visibilityOf(piece: Piece, rect: Sides): TextVisibility {
  const corners = cornersOf(rect);
  const covers = new Set<Element | "cut">();
  for (const points of [corners, linesBetween(corners)]) {
    for (const point of points) {
      const cover = coverAt(piece, point);
      if (!cover) return "seen";
      covers.add(cover);
    }
    if (covers.size === 1 && !covers.has("cut")) return "covered";
  }
  return covers.has("cut") && !isCutToShape(piece.parent) ? "cut" : "covered";
}

type Corners = [topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point];

function cornersOf({ left, top, right, bottom }: Sides): Corners {
  const [dx, dy] = [Math.min(INSET, (right - left) / 2), Math.min(INSET, (bottom - top) / 2)];
  const [x1, x2, y1, y2] = [left + dx, right - dx, top + dy, bottom - dy];
  return [
    { x: x1, y: y1 },
    { x: x2, y: y1 },
    { x: x2, y: y2 },
    { x: x1, y: y2 },
  ];
}

/** Points along the center line of the longer side and along both diagonals. */
function linesBetween([topLeft, topRight, bottomRight, bottomLeft]: Corners): Point[] {
  const isWide = topRight.x - topLeft.x > bottomLeft.y - topLeft.y;
  const middle = isWide
    ? [between(topLeft, bottomLeft, 0.5), between(topRight, bottomRight, 0.5)]
    : [between(topLeft, topRight, 0.5), between(bottomLeft, bottomRight, 0.5)];
  const points: Point[] = [];
  for (const [from, to] of [middle, [topLeft, bottomRight], [bottomLeft, topRight]] as [Point, Point][]) {
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP);
    for (let step = 0; step <= steps; step++) points.push(between(from, to, step / (steps || 1)));
  }
  return points;
}

function between(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** What hides a text at a point: the topmost opaque element, or clipping. Undefined when the text is visible. */
function coverAt(piece: Piece, { x, y }: Point): Element | "cut" | undefined {
  const { node, parent } = piece;
  const owner = node instanceof Text ? ownerOf(node) : node;
  const hit = hitAt(x, y);
  if (!hit || hit === owner || hit === parent) return undefined;
  // Hit tests ignore such elements, so their order is unknown.
  if (getComputedStyle(parent).pointerEvents === "none") return undefined;
  const stack = stackAt(plain(parent).getRootNode() as Document | ShadowRoot, hit, parent, x, y);
  return coverAmong(stack, parent, [owner, boxOf(piece)], { x, y });
}

function coverAmong(
  stack: Iterable<Element>,
  parent: Element,
  own: readonly (Node | null)[],
  { x, y }: Point,
): Element | "cut" | undefined {
  for (const one of stack) {
    if (own.includes(one)) return undefined;
    const isAround = contains(one, parent);
    if (isAround ? isBehind(parent, one) : isOpaqueAt(one, parent, x, y)) return one;
    if (isAround && isInert(parent)) return undefined;
  }
  return isInert(parent) ? undefined : "cut";
}

/** The element that a hit test returns for a text: its parent in the document. */
function ownerOf(text: Text): Node | null {
  const { parentNode } = plain(text);
  return parentNode instanceof ShadowRoot ? parentNode.host : parentNode;
}

/** The nearest ancestor with a box, which hit tests return when the parent has none. */
function boxOf({ parent, style }: Piece): Element | null {
  return style.display === "contents" ? closest(parent, (at) => getComputedStyle(at).display !== "contents") : parent;
}

/**
 * All elements at a point, topmost first. `elementsFromPoint` of a scope returns only the hosts of unrelated shadow
 * roots, so their content is inserted before them.
 */
function* stackAt(
  scope: Document | ShadowRoot,
  hit: Element,
  parent: Element,
  x: number,
  y: number,
): Generator<Element> {
  yield hit;
  for (const one of plain(scope).elementsFromPoint(x, y)) {
    const root = shadowOf(one);
    if (root && !contains(one, parent))
      for (const inner of root.elementsFromPoint(x, y)) if (inner.getRootNode() === root) yield inner;
    yield one;
  }
}

/** True when hit tests ignore an element: it is inert, or outside of the open modal dialog. */
function isInert(element: Element): boolean {
  if (closest(element, (one) => (plain(one) as HTMLElement).inert === true)) return true;
  const modals = doc.querySelectorAll("dialog:modal");
  const last = modals[modals.length - 1];
  return last !== undefined && !contains(last, element);
}

/** True when a negative z-index moves the text behind the opaque background of an ancestor. */
function isBehind(parent: Element, around: Element): boolean {
  if (!isOpaqueColor(getComputedStyle(around).backgroundColor)) return false;
  return closest(parent, (at) => at === around || Number(getComputedStyle(at).zIndex) < 0) !== around;
}

/** True when an ancestor has a clip path. Scrolling does not reveal the rest. */
function isCutToShape(parent: Element): boolean {
  return closest(parent, (at) => getComputedStyle(at).clipPath !== "none") !== null;
}

const OPAQUE_TAGS = /^(img|video|canvas|iframe|embed|object)$/;

/** True when an element is painted opaquely at a point, including the opacity of its own ancestors. */
function isOpaqueAt(one: Element, parent: Element, x: number, y: number): boolean {
  if (!OPAQUE_TAGS.test(plain(one).localName) && !isOpaqueColor(getComputedStyle(one).backgroundColor)) return false;
  for (let at: Element | null = one; at && !contains(at, parent); at = parentOf(at))
    if (Number(getComputedStyle(at).opacity) < 1) return false;
  return [...plain(one).getClientRects()].some(
    (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
  );
}

function isOpaqueColor(color: string): boolean {
  if (color === "transparent") return false;
  const alpha = /^rgba\(.*,\s*([\d.]+)\)$/.exec(color)?.[1] ?? /\/\s*([\d.]+)\)$/.exec(color)?.[1];
  return alpha === undefined || Number(alpha) >= 0.99;
}
