/** Cheap visibility checks for the walk over a large page. */
import type { Sides } from "./boxes.ts";
import { plain } from "./plain.ts";
import { parentOf } from "./tree.ts";

/** False for hidden or transparent text and for text for screen readers only, which is in a box of one pixel. */
export function isReadable(parent: Element, style: CSSStyleDeclaration): boolean {
  if (style.position === "absolute" && style.overflow !== "visible" && isPixel(parent)) return false;
  if (plain(parent).checkVisibility({ visibilityProperty: true, opacityProperty: true })) return !skipsContent(style);
  if (style.display !== "contents") return false;
  const around = parentOf(parent);
  return around !== null && isReadable(around, getComputedStyle(around));
}

/** `content-visibility` has no effect on these display types. */
const NEVER_SKIPPED = /^(inline|contents|ruby|(inline-)?table|table-(row|column|header|footer).*)$/;

/** True when the element itself is visible but its content is not. */
function skipsContent(style: CSSStyleDeclaration): boolean {
  return style.contentVisibility === "hidden" && !NEVER_SKIPPED.test(style.display);
}

export function isPixel(element: Element): boolean {
  const { clientWidth, clientHeight } = plain(element);
  return clientWidth <= 1 && clientHeight <= 1;
}

/** A cell with more characters or with block content belongs to a layout table. */
const MAX_CELL = 120;
const LINES = "table,p,ul,ol,h1,h2,h3,h4,form,br,pre,textarea";

/** True for a cell of a data table. Its row is read as one line. */
export function isDataCell(raw: Element, display: string, role: string | null): boolean {
  if (display !== "table-cell" && (role === null || !CELL_ROLES.test(role))) return false;
  const element = plain(raw);
  // The cheapest checks come first: cells of layout tables are large.
  if (element.firstElementChild !== null && element.querySelector(LINES) !== null) return false;
  return lengthOf(element) <= MAX_CELL;
}

/** Avoids `textContent` for the usual cell with a single text node, because it is slow. */
function lengthOf(element: Element): number {
  const first = element.firstChild;
  if (first === null) return 0;
  if (first instanceof Text && first.nextSibling === null) return first.data.length;
  return (element.textContent ?? "").length;
}

const CELL_ROLES = /^(cell|gridcell|columnheader|rowheader)$/;

/** True for a row that is completely out of view. */
export function isOutOfView(row: Element, view: Sides): boolean {
  const { left, top, right, bottom } = plain(row).getBoundingClientRect();
  if (right <= left || bottom <= top) return false;
  if (top >= view.bottom || left >= view.right) return true;
  // Its content may be higher or wider than the row.
  if (bottom <= view.top) return plain(row).scrollHeight <= bottom - top + 1;
  return right <= view.left && plain(row).scrollWidth <= right - left + 1;
}
