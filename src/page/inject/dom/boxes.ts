/** Geometry of elements: their boxes, their visibility, and the boxes that clip them. */
import type { Box, Origin } from "../../core/library.ts";
import { doc, plain } from "./plain.ts";
import { childrenOf, parentOf } from "./tree.ts";

/** Sides of a rectangle in the frame's viewport. */
export interface Sides {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Maximum number of overflowing pieces that are read. */
const MAX_OVERFLOWING = 20;

/**
 * The boxes of an element in viewport pixels; for an area of an image map, on its image. An element without an area
 * (around floats or absolutely positioned children, `display: contents`) has the boxes of its overflowing content.
 */
export function rectsOf(element: Element, depth = 0): Sides[] {
  if (element instanceof HTMLAreaElement) {
    const rect = areaRect(element);
    return rect ? [rect] : [];
  }
  const rects: Sides[] = [];
  for (const rect of plain(element).getClientRects()) if (rect.width > 0 && rect.height > 0) rects.push(rect);
  return rects.length > 0 ? rects : overflowOf(element, depth);
}

/** Maximum depth for following overflow through boxes without an area. */
const MAX_OVERFLOW_DEPTH = 30;

function overflowOf(element: Element, depth = 0): Sides[] {
  const rects: Sides[] = [];
  if (depth > MAX_OVERFLOW_DEPTH) return rects;
  const children = childrenOf(element);
  if (children.length === 0) return rects;
  const { display, overflowX, overflowY, visibility, contentVisibility } = getComputedStyle(element);
  const clips = overflowX !== "visible" || overflowY !== "visible" || contentVisibility === "hidden";
  if (display === "none" || display === "") return rects;
  if (clips && display !== "contents" && display !== "inline") return rects;
  for (let n = 0; n < children.length && rects.length < MAX_OVERFLOWING; n++) {
    const child = children[n];
    if (child instanceof Text && visibility === "visible" && /\S/.test(child.data)) rects.push(...textRects(child));
    // One check of a child is enough: the recursion checks its descendants.
    else if (child instanceof Element && isShown(child)) rects.push(...rectsOf(child, depth + 1));
  }
  return rects;
}

function textRects(text: Text): Sides[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
}

/** The image that uses the map of an area. */
export function pictureOf(area: HTMLAreaElement): HTMLImageElement | undefined {
  const name = (area.closest("map") as HTMLMapElement | null)?.name;
  if (!name) return undefined;
  for (const image of doc.querySelectorAll("img[usemap]"))
    if (image.getAttribute("usemap")?.replace(/^#/, "") === name) return image as HTMLImageElement;
  return undefined;
}

function areaRect(area: HTMLAreaElement): Sides | undefined {
  const picture = pictureOf(area);
  if (!picture) return undefined;
  const { left, top, right, bottom } = picture.getBoundingClientRect();
  const numbers = area.coords.split(/[\s,]+/).map(Number);
  if (numbers.some(Number.isNaN) || numbers.length < 3 || area.shape === "default") return { left, top, right, bottom };
  const [x = 0, y = 0, radius = 0] = numbers;
  if (area.shape === "circle")
    return { left: left + x - radius, top: top + y - radius, right: left + x + radius, bottom: top + y + radius };
  const xs = numbers.filter((_, n) => n % 2 === 0);
  const ys = numbers.filter((_, n) => n % 2 === 1);
  return {
    left: left + Math.min(...xs),
    top: top + Math.min(...ys),
    right: left + Math.max(...xs),
    bottom: top + Math.max(...ys),
  };
}

export function boxOf(element: Element): Box {
  const { left, top, right, bottom } = sidesOf(element);
  return { x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) };
}

export function areaOf(element: Element): number {
  const { width, height } = plain(element).getBoundingClientRect();
  return width * height;
}

function sidesOf(element: Element): Sides {
  if (element instanceof HTMLAreaElement) return areaRect(element) ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const own = plain(element).getBoundingClientRect();
  if (own.width > 0 && own.height > 0) return own;
  const pieces = overflowOf(element);
  return pieces.length === 0 ? own : boundsOf(pieces);
}

/** The bounding box of rectangles; infinite without any. */
export function boundsOf(rects: readonly Sides[]): Sides {
  return {
    left: Math.min(...rects.map(({ left }) => left)),
    top: Math.min(...rects.map(({ top }) => top)),
    right: Math.max(...rects.map(({ right }) => right)),
    bottom: Math.max(...rects.map(({ bottom }) => bottom)),
  };
}

/** The rotation and skew of an element without translation; undefined when it is axis-aligned. */
export function turnOf(element: Element): DOMMatrix | undefined {
  const { a, b, c, d } = transformOf(element);
  return b === 0 && c === 0 ? undefined : new DOMMatrix([a, b, c, d, 0, 0]);
}

/** The combined transforms of an element and its ancestors. */
function transformOf(element: Element): DOMMatrix {
  let turn = new DOMMatrix();
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const { transform, rotate, scale } = getComputedStyle(at);
    if (transform !== "none") turn = new DOMMatrix(transform).multiply(turn);
    if (scale !== "none") turn = new DOMMatrix(`scale(${scale.replaceAll(" ", ",")})`).multiply(turn);
    if (rotate !== "none") turn = new DOMMatrix(`rotate(${rotate})`).multiply(turn);
  }
  return turn;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** True when the element is shown and has an area. An element without a box of its own counts by its content. */
export function isVisible(element: Element): boolean {
  return isShown(element) && rectsOf(element).length > 0;
}

/** True when no style hides the element, with or without a box. */
export function isShown(element: Element): boolean {
  const shown = element instanceof HTMLAreaElement ? pictureOf(element) : element;
  if (!shown) return false;
  if (plain(shown).checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false })) return true;
  return getComputedStyle(shown).display === "contents";
}

export function inViewport(box: Box): boolean {
  return box.x < innerWidth && box.y < innerHeight && box.x + box.width > 0 && box.y + box.height > 0;
}

/** The common part of two rectangles; undefined when they do not overlap. */
export function intersection(a: Sides, b: Sides): Sides | undefined {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const right = Math.min(a.right, b.right);
  const bottom = Math.min(a.bottom, b.bottom);
  return right > left && bottom > top ? { left, top, right, bottom } : undefined;
}

export const viewport = (): Sides => ({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });

/** The part of the viewport in which an element can be visible, after clipping by scrollers and other ancestors. */
export function clipOf(element: Element): Sides | undefined {
  let clip: Sides | undefined = viewport();
  let { position } = getComputedStyle(element);
  let before = element;
  for (let at = parentOf(element); at && clip; before = at, at = parentOf(at)) {
    if (position === "fixed" || (position === "absolute" && isOnTop(before))) break;
    const style = getComputedStyle(at);
    if (style.display === "contents" || style.display === "inline") continue;
    // Only its containing block and the ancestors of that clip an absolutely positioned element.
    if (position === "absolute" && style.position === "static") continue;
    if (isClipping(at, style)) clip = intersection(clip, insideOf(at, style));
    position = style.position;
  }
  return clip;
}

function isClipping(element: Element, { overflowX, overflowY, contain }: CSSStyleDeclaration): boolean {
  if (element === doc.documentElement || element === doc.body) return false;
  return overflowX !== "visible" || overflowY !== "visible" || contain !== "none";
}

/** Ancestors do not clip an element in the top layer. */
function isOnTop(element: Element): boolean {
  return plain(element).matches(":popover-open, :modal, :fullscreen");
}

function insideOf(element: Element, style: CSSStyleDeclaration): Sides {
  const { left, top, right, bottom } = plain(element).getBoundingClientRect();
  const x = style.overflowX !== "visible";
  const y = style.overflowY !== "visible";
  return {
    left: x ? left : Number.NEGATIVE_INFINITY,
    top: y ? top : Number.NEGATIVE_INFINITY,
    right: x ? right : Number.POSITIVE_INFINITY,
    bottom: y ? bottom : Number.POSITIVE_INFINITY,
  };
}

/** Where the content of a frame element begins in this viewport, its scale, and its axes when rotated or skewed. */
export function originOf(element: Element): Origin {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = element as HTMLElement;
  const scale = offsetWidth > 0 ? width / offsetWidth : 1;
  const style = getComputedStyle(element);
  const inset = (side: string) =>
    Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) +
    Number.parseFloat(style.getPropertyValue(`padding-${side}`));
  const [x, y] = [inset("left"), inset("top")];
  const { a, b, c, d } = transformOf(element);
  const isStraight = b === 0 && c === 0 && a > 0 && Math.abs(a - d) < 1e-6;
  if (isStraight) return { x: left + x * scale, y: top + y * scale, scale };
  // The center of a transformed box is the center of its bounding box, for every transform origin.
  const zoom = zoomOf(element);
  const axes: Origin["axes"] = [a * zoom, b * zoom, c * zoom, d * zoom];
  const [dx, dy] = [x - offsetWidth / 2, y - offsetHeight / 2];
  return {
    x: left + width / 2 + axes[0] * dx + axes[2] * dy,
    y: top + height / 2 + axes[1] * dx + axes[3] * dy,
    scale,
    axes,
  };
}

function zoomOf(element: Element): number {
  return (element as Element & { currentCSSZoom?: number }).currentCSSZoom ?? 1;
}
