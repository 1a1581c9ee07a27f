/**
 * Finds the text that names a control by its place, as a person pairs them: over it, to the left, above, beside a check box,
 * or at the head of its column. It is asked only for controls that nothing else names.
 */
import type { Sides } from "../dom/boxes.ts";
import { closestAround, plain } from "../dom/plain.ts";
import { SILENT, squash, visibleText } from "../dom/text.ts";
import { contains, parentOf, shadowOf } from "../dom/tree.ts";
import { isPixel } from "../dom/visibility.ts";
import { explicitRole, isEditingHost } from "./roles.ts";

export interface Caption {
  text: string;
  /** The first text node of a caption that is this control's alone. */
  node?: Text;
}

/** A longer text explains; it does not name. */
const MAX_CAPTION = 80;

/** How many levels up (to the box of its row), how many siblings on each, and how many texts in all are looked at. */
const MAX_LEVELS = 5;
const MAX_ROW_LEVELS = 3;
const MAX_SIBLINGS = 16;
const MAX_RUNS = 12;

/** Pixels between a caption and its control: on a line, above, and between a check box and the text right of it. */
const MAX_LEFT = 400;
const MAX_LEFT_IN_ROW = 1_500;
const MAX_ABOVE = 40;
const MAX_RIGHT = 60;

/** How far the control may be indented below its caption: `<dd>` is by 40 pixels. */
const INDENT = 60;

const FIELDS =
  "input:not([type=hidden]),select,textarea,progress,meter,[contenteditable=''],[contenteditable=true],[role=textbox]," +
  "[role=searchbox],[role=combobox],[role=spinbutton],[role=slider],[role=checkbox],[role=radio],[role=switch],[role=listbox]";
const CONTROLS = `${FIELDS},a[href],button,summary,[role=button],[role=link],[role=tab],[role=menuitem],[role=option]`;

/** Text in these is theirs: a control outside is not named by an item of a list or by what the page begins with. */
const APART = `${CONTROLS},li,article,nav,aside,header,footer,figure,table,[draggable=true]`;

/** A control in one of these that has text is named by that text or by none: what stands beside it is another one's. */
const CARD = "li,article,[draggable=true]";

const FIELD_ROLES =
  /^(checkbox|combobox|listbox|meter|progressbar|radio|radiogroup|searchbox|slider|spinbutton|switch|textbox)$/;

/** True for what a person calls by the text beside it: fields, not buttons, which say themselves what they do. */
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
  // Numbers beside an editor are those of its lines.
  if (!run || (isEditingHost(plain(control)) && !/\p{L}/u.test(run.text))) return undefined;
  return cell !== undefined || isHeadings(run.first) ? { text: run.text } : { text: run.text, node: run.first };
}

/** True where a text is that of a label which is not tied to its field: that of a cell stays in its row, a heading over what it heads. */
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
  /** It stands in the innermost box around the control that has any text, as in a row of a settings page. */
  isInRow: boolean;
}

const SIDES = ["before", "after"] as const;
type Side = (typeof SIDES)[number];

type Runs = Record<Side, Run[]>;

/** Text before and after a control, the nearest first, as far as the next field on either side; within `limit`. */
function runsAround(control: Element, limit: Element | undefined): Runs {
  const runs: Runs = { before: [], after: [] };
  const isOver = { before: false, after: false };
  let at: Element | null = control;
  for (let level = 0; at && at !== limit && level < MAX_LEVELS; level++) {
    // What lies in a button is the button's.
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

/** The nearest siblings, up to one that is or holds another field: what lies behind it is that field's. */
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

/** The lines of text in neighbouring nodes, the nearest first, without the text of controls. */
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
  #open: Omit<Run, "isInRow"> | undefined;

  constructor(side: Side) {
    this.#side = side;
  }

  visit(node: Node): void {
    if (this.runs.length >= MAX_RUNS) return;
    if (node instanceof Text) this.#read(node);
    else if (node instanceof Element && !SILENT.has(plain(node).localName)) this.#enter(node);
  }

  /** Ends the current run, and keeps it if it contains a letter. */
  end(): void {
    const open = this.#open;
    if (open && /\p{L}/u.test(open.text)) this.runs.push({ ...open, text: squash(open.text) });
    this.#open = undefined;
  }

  #read(node: Text): void {
    const open = this.#open;
    if (!open) this.#open = /\S/.test(node.data) ? { text: node.data, first: node, last: node } : undefined;
    else if (this.#side === "before") [open.text, open.first] = [node.data + open.text, node];
    else [open.text, open.last] = [open.text + node.data, node];
  }

  #enter(element: Element): void {
    const isApart = plain(element).matches(APART) || isLabelOfOther(element);
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

/** A label that has a control of its own names that one alone. */
function isLabelOfOther(element: Element): boolean {
  return element instanceof HTMLLabelElement && element.control !== null;
}

/** The run that a person reads as the control's name. */
function bestOf(control: Element, { before, after }: Runs): Run | undefined {
  const box = plain(control).getBoundingClientRect();
  const shortBefore = before.filter(isShort);
  const shortAfter = after.filter(isShort);
  if (box.width === 0 && box.height === 0) return shortBefore[0];
  const all = [...shortBefore, ...shortAfter].map((run) => ({ run, rect: rectOf(run) }));
  const isRtl = getComputedStyle(control).direction === "rtl";
  const toLeft = (rect: Sides) => besideBy(rect, box, isRtl);
  const inRow = all.filter(({ run }) => run.isInRow);
  const left = nearest(all, toLeft, MAX_LEFT) ?? nearest(inRow, toLeft, MAX_LEFT_IN_ROW);
  const above = nearest(all, (rect) => aboveBy(rect, box), MAX_ABOVE);
  if (isChecked(control)) return nearest(all, (rect) => besideBy(rect, box, !isRtl), MAX_RIGHT) ?? left ?? above;
  const over = all.find(({ rect }) => isOver(rect, box))?.run;
  // Text in a box of one pixel is written for those who hear it, beside what it names.
  const [next] = shortBefore;
  const unseen = next?.first.parentElement && isPixel(next.first.parentElement) ? next : undefined;
  return over ?? left ?? above ?? unseen;
}

function isShort({ text }: Run): boolean {
  return text.length <= MAX_CAPTION;
}

function isChecked(control: Element): boolean {
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
  most: number,
): Run | undefined {
  let best: Run | undefined;
  let least = most;
  for (const { run, rect } of all) {
    const gap = rect.right > rect.left ? distance(rect) : Number.POSITIVE_INFINITY;
    if (gap < least) [best, least] = [run, gap];
  }
  return best;
}

/** Pixels between a text and the control on its line; infinite for one that is not on its left (or right). */
function besideBy(rect: Sides, box: Sides, isRight: boolean): number {
  const shared = Math.min(rect.bottom, box.bottom) - Math.max(rect.top, box.top);
  const smaller = Math.min(rect.bottom - rect.top, box.bottom - box.top);
  if (shared < smaller / 2) return Number.POSITIVE_INFINITY;
  const gap = isRight ? rect.left - box.right : box.left - rect.right;
  return gap >= -2 ? gap : Number.POSITIVE_INFINITY;
}

function aboveBy(rect: Sides, box: Sides): number {
  const isInColumn = rect.left < box.right && rect.right > box.left - INDENT;
  const gap = box.top - rect.bottom;
  return isInColumn && gap >= -6 ? gap : Number.POSITIVE_INFINITY;
}

/** Drawn within the control, as floating labels and placeholders made of text are. */
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

/** The text at the head of the column of a cell; empty in a table whose first row heads nothing. */
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
