/** Where an element is shown: its boxes, whether it is visible, and what it is clipped by. */
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

/** Pieces of what overflows an element that are looked at. */
const MAX_OVERFLOWING = 20;

/**
 * The pieces an element is drawn in. Those of an image map's area lie on its picture. What has no area of its own
 * (around floats or what is placed absolutely, `display: contents`) is drawn where what it holds overflows it.
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

/** How deep what overflows is followed: boxes without an area in one another, over and over, show nothing that is worth it. */
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
    // Asked once each: what lies in it is looked for anew at every level.
    else if (child instanceof Element && isShown(child)) rects.push(...rectsOf(child, depth + 1));
  }
  return rects;
}

function textRects(text: Text): Sides[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
}

/** The picture that uses the map of an area. */
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

function sidesOf(element: Element): Sides {
  if (element instanceof HTMLAreaElement) return areaRect(element) ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const own = plain(element).getBoundingClientRect();
  if (own.width > 0 && own.height > 0) return own;
  const pieces = overflowOf(element);
  if (pieces.length === 0) return own;
  return {
    left: Math.min(...pieces.map(({ left }) => left)),
    top: Math.min(...pieces.map(({ top }) => top)),
    right: Math.max(...pieces.map(({ right }) => right)),
    bottom: Math.max(...pieces.map(({ bottom }) => bottom)),
  };
}

/** How an element is turned or slanted, its place left out; undefined for one that lies straight. */
export function turnOf(element: Element): DOMMatrix | undefined {
  const { a, b, c, d } = transformOf(element);
  return b === 0 && c === 0 ? undefined : new DOMMatrix([a, b, c, d, 0, 0]);
}

/** What the transforms of an element and of those around it come to. */
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

/** Shown, with an area. What has no box of its own shows as far as what it holds does. */
export function isVisible(element: Element): boolean {
  return isShown(element) && rectsOf(element).length > 0;
}

/** Not hidden by styles, whether it has a box or not. */
export function isShown(element: Element): boolean {
  const shown = element instanceof HTMLAreaElement ? pictureOf(element) : element;
  if (!shown) return false;
  if (plain(shown).checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false })) return true;
  return getComputedStyle(shown).display === "contents";
}

export function inViewport(box: Box): boolean {
  return box.x < innerWidth && box.y < innerHeight && box.x + box.width > 0 && box.y + box.height > 0;
}

/** What is left of a rectangle inside another; undefined when nothing is. */
export function intersection(a: Sides, b: Sides): Sides | undefined {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const right = Math.min(a.right, b.right);
  const bottom = Math.min(a.bottom, b.bottom);
  return right > left && bottom > top ? { left, top, right, bottom } : undefined;
}

export const viewport = (): Sides => ({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });

/** The part of the viewport in which an element can show: what scrollers and other clipping boxes around it leave. */
export function clipOf(element: Element): Sides | undefined {
  let clip: Sides | undefined = viewport();
  let { position } = getComputedStyle(element);
  let before = element;
  for (let at = parentOf(element); at && clip; before = at, at = parentOf(at)) {
    if (position === "fixed" || (position === "absolute" && isOnTop(before))) break;
    const style = getComputedStyle(at);
    if (style.display === "contents" || style.display === "inline") continue;
    // What is placed absolutely is clipped only from the box on that it is placed.
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

/** In the top layer nothing around an element clips it. */
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

/** Where the content of a frame's element begins in this viewport, and how much it is enlarged, turned or pulled. */
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
  // The middle of what is turned is the middle of the box around it, wherever it is turned about.
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
