/** Whether text can be read and a row be in view, asked as cheaply as a walk over a large page needs it. */
import type { Sides } from "./boxes.ts";
import { plain } from "./plain.ts";
import { parentOf } from "./tree.ts";

/** Not hidden, not fully transparent, and not for screen readers alone: those texts stand in a box of one pixel. */
export function isReadable(parent: Element, style: CSSStyleDeclaration): boolean {
  if (style.position === "absolute" && style.overflow !== "visible" && isPixel(parent)) return false;
  if (plain(parent).checkVisibility({ visibilityProperty: true, opacityProperty: true })) return !skipsContent(style);
  if (style.display !== "contents") return false;
  const around = parentOf(parent);
  return around !== null && isReadable(around, getComputedStyle(around));
}

/** What is laid out so cannot skip its content: `content-visibility` says nothing there. */
const NEVER_SKIPPED = /^(inline|contents|ruby|(inline-)?table|table-(row|column|header|footer).*)$/;

/** The element itself is visible then. */
function skipsContent(style: CSSStyleDeclaration): boolean {
  return style.contentVisibility === "hidden" && !NEVER_SKIPPED.test(style.display);
}

export function isPixel(element: Element): boolean {
  const { clientWidth, clientHeight } = plain(element);
  return clientWidth <= 1 && clientHeight <= 1;
}

/** A cell of more characters, or with lines of its own, is laid out by a table rather than data. */
const MAX_CELL = 120;
const LINES = "table,p,ul,ol,h1,h2,h3,h4,form,br,pre,textarea";

/** True for a cell of a table of data: its row is read as one line. */
export function isDataCell(raw: Element, display: string, role: string | null): boolean {
  if (display !== "table-cell" && (role === null || !CELL_ROLES.test(role))) return false;
  const element = plain(raw);
  // In this order: of a table that lays out a page, hardly anything is read.
  if (element.firstElementChild !== null && element.querySelector(LINES) !== null) return false;
  return lengthOf(element) <= MAX_CELL;
}

/** Most cells hold one text, which is there already: to put that of all children together costs more than the rest of a cell. */
function lengthOf(element: Element): number {
  const first = element.firstChild;
  if (first === null) return 0;
  if (first instanceof Text && first.nextSibling === null) return first.data.length;
  return (element.textContent ?? "").length;
}

const CELL_ROLES = /^(cell|gridcell|columnheader|rowheader)$/;

/** True for a row of which no part can be in view. */
export function isOutOfView(row: Element, view: Sides): boolean {
  const { left, top, right, bottom } = plain(row).getBoundingClientRect();
  if (right <= left || bottom <= top) return false;
  if (top >= view.bottom || left >= view.right) return true;
  // What it holds may be higher or wider than itself.
  if (bottom <= view.top) return plain(row).scrollHeight <= bottom - top + 1;
  return right <= view.left && plain(row).scrollWidth <= right - left + 1;
}
