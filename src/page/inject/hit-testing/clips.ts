/** The part of the viewport that clipping and scrolling ancestors leave for the content of an element. */
import { intersection, type Sides, viewport } from "../dom/boxes.ts";
import { doc, plain } from "../dom/plain.ts";

export interface Clips {
  /** For content in the normal flow. */
  own: Sides;
  /** For absolutely positioned content. Only its containing block and the ancestors of that clip it. */
  placed: Sides;
  viewport: Sides;
}

const NOTHING: Sides = { left: 0, top: 0, right: 0, bottom: 0 };

export function outermost(): Clips {
  const sides = viewport();
  return { own: sides, placed: sides, viewport: sides };
}

/** The clips for the content of an element, from the clips around it and its `overflow-y`. */
export function clipsIn(element: Element, style: CSSStyleDeclaration, overflowY: string, around: Clips): Clips {
  const isClipping = overflowY !== "visible" && clipsAt(element, style);
  // Without clipping, the position of the element makes no difference.
  if (!isClipping && around.own === around.viewport && around.placed === around.viewport) return around;
  const { position } = style;
  const base = position === "fixed" ? around.viewport : position === "absolute" ? around.placed : around.own;
  const own = isClipping ? (intersection(base, insideOf(element, style)) ?? NOTHING) : base;
  const placed = position === "static" ? around.placed : own;
  return own === around.own && placed === around.placed ? around : { own, placed, viewport: around.viewport };
}

/** The overflow of the root applies to the viewport. Inline elements and elements without a box do not clip. */
function clipsAt(element: Element, { display }: CSSStyleDeclaration): boolean {
  return element !== doc.documentElement && element !== doc.body && display !== "inline" && display !== "contents";
}

function insideOf(element: Element, style: CSSStyleDeclaration): Sides {
  const { left, top, right, bottom } = plain(element).getBoundingClientRect();
  const isWide = style.overflowX !== "visible";
  return { left: isWide ? left : -1e9, top, right: isWide ? right : 1e9, bottom };
}

export function isWithin(inner: Sides, outer: Sides): boolean {
  return (
    inner.left >= outer.left && inner.top >= outer.top && inner.right <= outer.right && inner.bottom <= outer.bottom
  );
}
