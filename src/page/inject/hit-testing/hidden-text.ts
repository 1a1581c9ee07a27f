/** What is seen of text where it is drawn: it may lie under something that cannot be looked through, or be cut away there. */
import type { Point } from "../../core/library.ts";
import type { Sides } from "../dom/boxes.ts";
import { doc, plain } from "../dom/plain.ts";
import type { Piece } from "../dom/text-run.ts";
import { closest, contains, hitAt, parentOf, shadowOf } from "../dom/tree.ts";

/** `cut`: a box around the text clips it away there. */
export type Sight = "seen" | "covered" | "cut";

/** Pixels between the points that are looked at along a text: words are longer. */
const STEP = 12;

/** A point so far from the edges of a text lies in it. */
const INSET = 2;

export function isSeenAt(piece: Piece, point: Point): boolean {
  return coverAt(piece, point) === undefined;
}

/**
 * What is seen of a text that is drawn in that rectangle. Where one box covers its corners, it covers all between them: boxes are
 * convex, and so is what clips them. Else points are looked at along its middle, and from corner to corner for what is turned.
 */
export function sightOf(piece: Piece, rect: Sides): Sight {
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

/** Points along the middle of the longer side, and along both diagonals. */
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

/** What keeps a text from being seen at a point of it: the topmost box that cannot be looked through, or a cut. */
function coverAt(piece: Piece, { x, y }: Point): Element | "cut" | undefined {
  const { node, parent } = piece;
  const owner = node instanceof Text ? ownerOf(node) : node;
  const hit = hitAt(x, y);
  if (!hit || hit === owner || hit === parent) return undefined;
  // What lets presses through may lie over or under the rest: nothing tells.
  if (getComputedStyle(parent).pointerEvents === "none") return undefined;
  const box = boxOf(piece);
  for (const one of stackAt(plain(parent).getRootNode() as Document | ShadowRoot, hit, parent, x, y)) {
    if (one === owner || one === box) return undefined;
    if (!contains(one, parent)) {
      if (isOpaqueAt(one, parent, x, y)) return one;
    } else if (isBehind(parent, one)) return one;
    else if (isInert(parent)) return undefined;
  }
  return isInert(parent) ? undefined : "cut";
}

/** The element that is hit where a text is: what holds it in the document, wherever it is drawn. */
function ownerOf(text: Text): Node | null {
  const { parentNode } = plain(text);
  return parentNode instanceof ShadowRoot ? parentNode.host : parentNode;
}

/** The box that a text is drawn in, which is hit for it where its own element has none. */
function boxOf({ parent, style }: Piece): Element | null {
  return style.display === "contents" ? closest(parent, (at) => getComputedStyle(at).display !== "contents") : parent;
}

/**
 * All that is hit at a point, the topmost first. A scope knows what lies in it and around it; of shadow roots beside it
 * only the hosts, so that what is in them comes before those.
 */
function* stackAt(
  scope: Document | ShadowRoot,
  hit: Element,
  under: Element,
  x: number,
  y: number,
): Generator<Element> {
  yield hit;
  for (const one of plain(scope).elementsFromPoint(x, y)) {
    const root = shadowOf(one);
    if (root && !contains(one, under))
      for (const inner of root.elementsFromPoint(x, y)) if (inner.getRootNode() === root) yield inner;
    yield one;
  }
}

/** True where nothing of an element is hit: it is inert, or something modal is open beside it. */
function isInert(element: Element): boolean {
  if (closest(element, (one) => (plain(one) as HTMLElement).inert === true)) return true;
  const modals = doc.querySelectorAll("dialog:modal");
  const last = modals[modals.length - 1];
  return last !== undefined && !contains(last, element);
}

/** True where something around a text that lies behind an opaque box around both is hit before it. */
function isBehind(parent: Element, around: Element): boolean {
  if (!isOpaqueColor(getComputedStyle(around).backgroundColor)) return false;
  return closest(parent, (at) => at === around || Number(getComputedStyle(at).zIndex) < 0) !== around;
}

/** True where something around a text is cut to a shape: nothing scrolls the rest of it into view. */
function isCutToShape(parent: Element): boolean {
  return closest(parent, (at) => getComputedStyle(at).clipPath !== "none") !== null;
}

const OPAQUE_TAGS = /^(img|video|canvas|iframe|embed|object)$/;

/** True for a box that is painted there without gaps, and is not faded by anything that is around it alone. */
function isOpaqueAt(one: Element, under: Element, x: number, y: number): boolean {
  if (!OPAQUE_TAGS.test(plain(one).localName) && !isOpaqueColor(getComputedStyle(one).backgroundColor)) return false;
  for (let at: Element | null = one; at && !contains(at, under); at = parentOf(at))
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
