/** Finds the text that labels a control by its position, for controls without another name. */
import type { Sides } from "../dom/boxes.ts";
import { closestAround, plain } from "../dom/plain.ts";
import { squash, UNRENDERED, visibleText } from "../dom/text.ts";
import { contains, parentOf, shadowOf } from "../dom/tree.ts";
import { isPixel } from "../dom/visibility.ts";
import { explicitRole, isEditingHost } from "./roles.ts";

export interface Caption {
  text: string;
  /** The first text node, when the caption belongs only to this control. */
  node?: Text;
}

/** A longer text is a description, not a name. */
const MAX_CAPTION = 80;

/** Search limits: levels up (in all, and to the box of a row), siblings on each level, and texts. */
const MAX_LEVELS = 5;
const MAX_ROW_LEVELS = 3;
const MAX_SIBLINGS = 16;
const MAX_RUNS = 12;

/** Maximum pixels between a control and its caption: left of it, left in a row, above it, right of a check box. */
const MAX_LEFT = 400;
const MAX_LEFT_IN_ROW = 1_500;
const MAX_ABOVE = 40;
const MAX_RIGHT = 60;

/** Maximum indentation in pixels of a control below its caption. A `<dd>` is indented by 40. */
const INDENT = 60;

const FIELDS =
  "input:not([type=hidden]),select,textarea,progress,meter,[contenteditable=''],[contenteditable=true],[role=textbox]," +
  "[role=searchbox],[role=combobox],[role=spinbutton],[role=slider],[role=checkbox],[role=radio],[role=switch],[role=listbox]";
const CONTROLS = `${FIELDS},a[href],button,summary,[role=button],[role=link],[role=tab],[role=menuitem],[role=option]`;

/** Text inside these never labels a control outside. */
const SEPARATE = `${CONTROLS},li,article,nav,aside,header,footer,figure,table,[draggable=true]`;

/** The caption of a control in one of these is never outside of it, if it contains any text. */
const CARD = "li,article,[draggable=true]";

const FIELD_ROLES =
  /^(checkbox|combobox|listbox|meter|progressbar|radio|radiogroup|searchbox|slider|spinbutton|switch|textbox)$/;

/** True for fields. Buttons carry their own text. */
export function takesCaption(raw: Element): boolean {
  const element = plain(raw);
  if (element instanceof HTMLInputElement) return !/^(hidden|submit|reset|button|image)$/.test(element.type);
  if (/^(select|textarea|progress|meter)$/.test(element.localName) || isEditingHost(element)) return true;
  if (raw instanceof HTMLLabelElement) return raw.control !== null;
  return FIELD_ROLES.test(explicitRole(element) ?? "");
}

export function captionOf(control: Element): Caption | undefined {
  const cell = cellAround(control);
  const near = cell ? bestOf(control, runsAround(control, cell)) : undefined;
  if (near) return { text: near.text, node: near.first };
  const head = cell ? columnHeader(cell) : "";
  if (head) return { text: head };
  const run = bestOf(control, runsAround(control, undefined));
  // Numbers beside an editor are line numbers.
  if (!run || (isEditingHost(plain(control)) && !/\p{L}/u.test(run.text))) return undefined;
  return cell !== undefined || isHeadings(run.first) ? { text: run.text } : { text: run.text, node: run.first };
}

/** True for a text that can be the label of a field without being tied to it: not in a table cell and not in a heading. */
export function isLooseLabel(text: Text): boolean {
  return !isHeadings(text) && !closestAround(text, "td,th,[role=cell],[role=gridcell]");
}

function isHeadings(text: Text): boolean {
  return closestAround(text, "h1,h2,h3,h4,h5,h6,[role=heading]") !== null;
}

/** One line of text near a control. */
interface Run {
  text: string;
  first: Text;
  last: Text;
  /** In the innermost box around the control that has any text, such as a row of a settings page. */
  isInRow: boolean;
}

const SIDES = ["before", "after"] as const;
type Side = (typeof SIDES)[number];

type Runs = Record<Side, Run[]>;

/** Text before and after a control, nearest first, up to the next field on either side; only inside `limit`. */
function runsAround(control: Element, limit: Element | undefined): Runs {
  const runs: Runs = { before: [], after: [] };
  const isOver = { before: false, after: false };
  let at: Element | null = control;
  for (let level = 0; at && at !== limit && level < MAX_LEVELS; level++) {
    // Text in a button belongs to the button.
    const parent = parentOf(at);
    if (parent && plain(parent).matches(CONTROLS)) break;
    const isInRow = level < MAX_ROW_LEVELS && runs.before.length === 0 && runs.after.length === 0;
    for (const side of SIDES.filter((one) => !isOver[one])) {
      const { nodes, hitField } = siblingsOf(at, side);
      runs[side].push(...runsIn(nodes, side).map((run) => ({ ...run, isInRow })));
      isOver[side] = hitField || runs[side].length >= MAX_RUNS;
    }
    at = parentOf(at);
    if (!at || /^(body|html)$/.test(plain(at).localName)) break;
    if (plain(at).matches(CARD) && runs.before.length + runs.after.length > 0) break;
  }
  return runs;
}

/** The nearest siblings up to the next field. Text beyond that belongs to that field. */
function siblingsOf(at: Element, side: Side): { nodes: Node[]; hitField: boolean } {
  const nodes: Node[] = [];
  let node: Node | null = nextTo(at, side);
  for (; node && nodes.length < MAX_SIBLINGS; node = nextTo(node, side)) {
    if (node instanceof Element && (plain(node).matches(FIELDS) || plain(node).querySelector(FIELDS) !== null))
      return { nodes, hitField: true };
    if (node instanceof Element || node instanceof Text) nodes.push(node);
  }
  return { nodes, hitField: false };
}

function nextTo(node: Node, side: Side): Node | null {
  return side === "before" ? plain(node).previousSibling : plain(node).nextSibling;
}

/** The lines of text in neighbouring nodes, nearest first, without the text of controls. */
function runsIn(nodes: readonly Node[], side: Side): Omit<Run, "isInRow">[] {
  const reader = new RunReader(side);
  for (const node of nodes) reader.visit(node);
  reader.end();
  return reader.runs;
}

/** Collects runs of text from nodes that are visited from the nearest to the farthest. */
class RunReader {
  readonly runs: Omit<Run, "isInRow">[] = [];
  readonly #side: Side;
  #run: Omit<Run, "isInRow"> | undefined;

  constructor(side: Side) {
    this.#side = side;
  }

  visit(node: Node): void {
    if (this.runs.length >= MAX_RUNS) return;
    if (node instanceof Text) this.#read(node);
    else if (node instanceof Element && !UNRENDERED.has(plain(node).localName)) this.#enter(node);
  }

  /** Ends the current run, and keeps it if it contains a letter. */
  end(): void {
    const open = this.#run;
    if (open && /\p{L}/u.test(open.text)) this.runs.push({ ...open, text: squash(open.text) });
    this.#run = undefined;
  }

  #read(node: Text): void {
    const open = this.#run;
    if (!open) this.#run = /\S/.test(node.data) ? { text: node.data, first: node, last: node } : undefined;
    else if (this.#side === "before") [open.text, open.first] = [node.data + open.text, node];
    else [open.text, open.last] = [open.text + node.data, node];
  }

  #enter(element: Element): void {
    const isApart = plain(element).matches(SEPARATE) || isLabelOfOther(element);
    if (isApart) this.end();
    const { display, visibility } = getComputedStyle(element);
    if (isApart || display === "none" || visibility !== "visible") return;
    const isBlock = !/^(inline$|contents)/.test(display) || plain(element).localName === "br";
    if (isBlock) this.end();
    const root = shadowOf(element) ?? plain(element);
    let child: Node | null = this.#side === "before" ? root.lastChild : root.firstChild;
    for (; child; child = nextTo(child, this.#side)) this.visit(child);
    if (isBlock) this.end();
  }
}

/** A label with a control labels only that control. */
function isLabelOfOther(element: Element): boolean {
  return element instanceof HTMLLabelElement && element.control !== null;
}

/** The run that is the caption of the control. */
function bestOf(control: Element, { before, after }: Runs): Run | undefined {
  const box = plain(control).getBoundingClientRect();
  const shortBefore = before.filter(isShort);
  const shortAfter = after.filter(isShort);
  if (box.width === 0 && box.height === 0) return shortBefore[0];
  const all = [...shortBefore, ...shortAfter].map((run) => ({ run, rect: rectOf(run) }));
  const isRtl = getComputedStyle(control).direction === "rtl";
  const toLeft = (rect: Sides) => horizontalGap(rect, box, isRtl);
  const inRow = all.filter(({ run }) => run.isInRow);
  const left = nearest(all, toLeft, MAX_LEFT) ?? nearest(inRow, toLeft, MAX_LEFT_IN_ROW);
  const above = nearest(all, (rect) => verticalGap(rect, box), MAX_ABOVE);
  if (isCheckable(control)) return nearest(all, (rect) => horizontalGap(rect, box, !isRtl), MAX_RIGHT) ?? left ?? above;
  const over = all.find(({ rect }) => isOver(rect, box))?.run;
  // Text in a box of one pixel is for screen readers, next to the element that it names.
  const [next] = shortBefore;
  const forScreenReaders = next?.first.parentElement && isPixel(next.first.parentElement) ? next : undefined;
  return over ?? left ?? above ?? forScreenReaders;
}

function isShort({ text }: Run): boolean {
  return text.length <= MAX_CAPTION;
}

function isCheckable(control: Element): boolean {
  const role = explicitRole(control) ?? "";
  const field = control instanceof HTMLLabelElement ? control.control : control;
  return (
    /^(checkbox|radio|switch)$/.test(role) ||
    (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type))
  );
}

function rectOf({ first, last }: Run): Sides {
  const range = document.createRange();
  range.setStart(first, 0);
  range.setEnd(last, last.length);
  return range.getBoundingClientRect();
}

function nearest(
  all: readonly { run: Run; rect: Sides }[],
  distance: (rect: Sides) => number,
  limit: number,
): Run | undefined {
  let best: Run | undefined;
  let shortest = limit;
  for (const { run, rect } of all) {
    const gap = rect.right > rect.left ? distance(rect) : Number.POSITIVE_INFINITY;
    if (gap < shortest) [best, shortest] = [run, gap];
  }
  return best;
}

/** Horizontal distance in pixels of a text and a control on one line; infinite when the text is not on that side. */
function horizontalGap(rect: Sides, box: Sides, isRight: boolean): number {
  const shared = Math.min(rect.bottom, box.bottom) - Math.max(rect.top, box.top);
  const smaller = Math.min(rect.bottom - rect.top, box.bottom - box.top);
  if (shared < smaller / 2) return Number.POSITIVE_INFINITY;
  const gap = isRight ? rect.left - box.right : box.left - rect.right;
  return gap >= -2 ? gap : Number.POSITIVE_INFINITY;
}

function verticalGap(rect: Sides, box: Sides): number {
  const isInColumn = rect.left < box.right && rect.right > box.left - INDENT;
  const gap = box.top - rect.bottom;
  return isInColumn && gap >= -6 ? gap : Number.POSITIVE_INFINITY;
}

/** True for text inside the box of the control: floating labels, and placeholders made of elements. */
function isOver(rect: Sides, box: Sides): boolean {
  const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
  return rect.right > rect.left && x > box.left && x < box.right && y > box.top - 2 && y < box.bottom;
}

function cellAround(control: Element): Element | undefined {
  let at = parentOf(control);
  for (let level = 0; at && level < MAX_LEVELS; level++, at = parentOf(at))
    if (/^t[dh]$/.test(plain(at).localName) || /^(grid)?cell$/.test(explicitRole(at) ?? "")) return at;
  return undefined;
}

/** The text of the column header above a cell; empty in a table without a header row. */
function columnHeader(cell: Element): string {
  const table = plain(cell).closest("table");
  const row = plain(cell).closest("tr");
  if (!table || !row) return "";
  const head = table.rows[0];
  if (!head || head === row || ![...head.cells].every((one) => one.localName === "th" || head.closest("thead")))
    return "";
  let left = columnsBefore(row, cell);
  for (const one of head.cells) {
    if (left < one.colSpan) return visibleText(one, MAX_CAPTION).slice(0, MAX_CAPTION);
    left -= one.colSpan;
  }
  return "";
}

function columnsBefore(row: HTMLTableRowElement, cell: Element): number {
  let columns = 0;
  for (const one of row.cells) {
    if (one === cell || contains(one, cell)) break;
    columns += one.colSpan;
  }
  return columns;
}
