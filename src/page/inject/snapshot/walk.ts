/**
 * One pass over a frame's document. Finds elements that can be acted on and the text between them, in reading order.
 * Names, values and attributes are read later and only for what is shown (outline.ts).
 */

import { isCross, isFileInput, type Listening, reasonOf } from "../accessibility/interactive.ts";
import { isVisible, type Sides } from "../dom/boxes.ts";
import type { Found, FoundElement, Rows, Walked } from "../dom/found.ts";
import { elementsWithGeneratedText } from "../dom/generated-content.ts";
import { plain } from "../dom/plain.ts";
import { isSuspect } from "../dom/possible-hosts.ts";
import { scrollShare } from "../dom/scrollers.ts";
import { UNRENDERED } from "../dom/text.ts";
import type { Inside } from "../dom/text-run.ts";
import { childrenOf, firstChildOf, nextSiblingOf, shadowOf } from "../dom/tree.ts";
import { isDataCell, isOutOfView } from "../dom/visibility.ts";
import { clipsIn, outermost } from "../hit-testing/clips.ts";
import { isInView, placeOf } from "../hit-testing/placing.ts";
import { dropWrapper } from "../hit-testing/wrappers.ts";
import { isHiddenSound, isPicture } from "./content.ts";
import { isLabelOfHidden, visibleControlOf } from "./labels.ts";
import { Reading } from "./reading.ts";

const ELEMENT = 1;
const TEXT = 3;

/** Minimum number of children for folding. */
const MIN_ROWS = 6;

/** Maximum depth. Each level takes several stack frames, of which a page has about ten thousand. */
const MAX_DEPTH = 700;

const NO_CHILDREN = /^(input|textarea|select|canvas|audio|video|img|object|embed)$/;

const PICTURES = /^(img|svg|canvas)$/;

/** Mouse cursors of elements to click, drag or resize. */
const ACTION_CURSORS = /^(pointer|grab|grabbing|move|all-scroll|([nesw]{1,2}|nesw|nwse|ew|ns|col|row)-resize)$/;

/** The cursor if it indicates an action, else an empty string. */
function actionCursorOf(cursor: string): string {
  return cursor !== "auto" && ACTION_CURSORS.test(cursor) ? cursor : "";
}

export function walk(roots: readonly Element[], listening: Listening, maxElements: number): Walked {
  const walker = new Walk(listening, maxElements);
  for (const root of roots) {
    walker.visit(root, { around: undefined, actionCursor: "", label: undefined });
    walker.end();
  }
  return { found: walker.found, rows: walker.rows, suspects: walker.suspects, cut: walker.isCut };
}

/** Properties that are read once for each element, because reading them is the largest cost of a walk. */
interface Properties {
  tag: string;
  style: CSSStyleDeclaration;
  display: string;
  overflowY: string;
  role: string | null;
}

class Walk {
  readonly found: Found[] = [];
  readonly rows: Rows[] = [];
  readonly suspects: Element[] = [];
  readonly #listening: Listening;
  readonly #maxElements: number;
  #visited = 0;
  #depth = 0;
  #isTooDeep = false;
  /** In a row outside of the viewport: its texts need no position. */
  #isOutOfView = false;
  /** In a data cell, whose row is one line. */
  #isInCell = false;
  #clips = outermost();
  /** Elements with generated words. */
  readonly #withGenerated = new Set<Element>();
  readonly #reading = new Reading(this.found, this.suspects);

  constructor(listening: Listening, maxElements: number) {
    this.#listening = listening;
    this.#maxElements = maxElements;
    this.#findGenerated(document);
  }

  #findGenerated(root: Document | ShadowRoot): void {
    for (const one of elementsWithGeneratedText(root)) this.#withGenerated.add(one);
  }

  /** The visible part of the viewport at this element; undefined when there is none. */
  get #clip(): Sides | undefined {
    return this.#isOutOfView ? undefined : this.#clips.own;
  }

  end(): void {
    this.#reading.flush();
  }

  get isCut(): boolean {
    return this.#isTooDeep || this.#visited > this.#maxElements;
  }

  visit(element: Element, inside: Inside): void {
    const tag = plain(element).localName;
    if (UNRENDERED.has(tag) || ++this.#visited > this.#maxElements) return;
    if (this.#depth >= MAX_DEPTH) {
      this.#isTooDeep = true;
      return;
    }
    this.#depth++;
    const style = getComputedStyle(element);
    const wasOutOfView = this.#isOutOfView;
    const clips = this.#clips;
    const { overflowY } = style;
    this.#clips = clipsIn(element, style, overflowY, clips);
    // A positioned element may be anywhere.
    if (wasOutOfView && /^(absolute|fixed)$/.test(style.position)) this.#isOutOfView = false;
    const { display } = style;
    if (tag === "area" || tag === "map") this.#area(element, tag, inside);
    else if (display === "none") this.#hidden(element, inside);
    else if (tag === "iframe" || tag === "frame") this.#frame(element, inside);
    else this.#shown(element, { tag, style, display, overflowY, role: plain(element).getAttribute("role") }, inside);
    this.#isOutOfView = wasOutOfView;
    this.#clips = clips;
    this.#depth--;
  }

  #shown(element: Element, properties: Properties, inside: Inside): void {
    const { tag, style, display } = properties;
    const { cursor } = style;
    const actionCursor = actionCursorOf(cursor);
    const isCell = isDataCell(element, display, properties.role);
    const wasInCell = this.#isInCell;
    const isInline = display.startsWith("inline");
    const block = display !== "contents" && !isInline && !isCell && !wasInCell;
    if (block || tag === "br") this.#reading.flush();
    else if (wasInCell && !isInline) this.#reading.space();
    if (display === "table-row") this.#reading.beginRow();
    this.#isInCell = wasInCell || isCell;
    const listed = this.#list(element, properties, actionCursor, inside);
    const from = this.found.length;
    if (!NO_CHILDREN.test(tag)) this.#within(element, tag, style, actionCursor, listed, inside);
    if (listed) dropWrapper(listed, this.found, from);
    this.#isInCell = wasInCell;
    if (isCell && !listed) this.#reading.endCell(this.found.length > from);
    // Blocks and listed elements end the line.
    if (block || listed || display.startsWith("inline-") || wasInCell) this.#reading.end(block || listed !== undefined);
  }

  /** Lists the element if it can be acted on or scrolled. */
  #list(element: Element, properties: Properties, actionCursor: string, inside: Inside): FoundElement | undefined {
    const scroll = scrollShare(element, properties.style, properties.overflowY);
    const reason =
      reasonOf(element, actionCursor !== "" && actionCursor !== inside.actionCursor, this.#listening) ??
      (scroll ? "scroll" : undefined) ??
      (actionCursor !== "" && isCross(element) ? "sure" : undefined) ??
      (isLabelOfHidden(element) ? "label" : undefined) ??
      (this.#isPicture(element, properties, inside) ? "picture" : undefined);
    if (!reason) return undefined;
    const place = placeOf(element, this.#clips.own);
    if (place === "nowhere" && !isFileInput(element)) return undefined;
    this.#reading.flush();
    const { around } = inside;
    const inView = place === "in view";
    const one: FoundElement = { kind: "element", element, reason, around, inView, ...(scroll ? { scroll } : {}) };
    this.found.push(one);
    return one;
  }

  #isPicture(element: Element, { tag, role }: Properties, { around, label }: Inside): boolean {
    if (label !== undefined || !(PICTURES.test(tag) || (role === "img" && tag !== "input"))) return false;
    return isPicture(element, tag, around, () => isInView(element, this.#clips.own));
  }

  #within(
    element: Element,
    tag: string,
    style: CSSStyleDeclaration,
    actionCursor: string,
    listed: FoundElement | undefined,
    inside: Inside,
  ): void {
    const around = listed ? undefined : inside.label;
    const label = tag === "label" ? visibleControlOf(element as HTMLLabelElement, listed !== undefined) : around;
    const isSame = !listed && actionCursor === inside.actionCursor && label === inside.label;
    this.#children(element, tag, style, isSame ? inside : { around: listed ?? inside.around, actionCursor, label });
  }

  #children(element: Element, tag: string, style: CSSStyleDeclaration, inside: Inside): void {
    const before = this.found.length;
    const root = shadowOf(element);
    if (root) this.#findGenerated(root);
    const isGenerated = this.#withGenerated.has(element);
    if (isGenerated) this.#reading.readGenerated("::before", element, style, inside, this.#clip);
    const rowRanges: [number, number][] | undefined = plain(element).childElementCount >= MIN_ROWS ? [] : undefined;
    const visit = (child: Node) => this.#child(child, element, tag, style, inside, rowRanges);
    if (tag === "slot") Array.from(childrenOf(element), visit);
    else for (let child = firstChildOf(element); child; child = nextSiblingOf(child)) visit(child);
    if (isGenerated) this.#reading.readGenerated("::after", element, style, inside, this.#clip);
    if (rowRanges && rowRanges.length >= MIN_ROWS) this.rows.push(rowRanges);
    if ((tag.includes("-") || this.found.length === before) && isSuspect(element, tag)) this.suspects.push(element);
  }

  #child(
    child: Node,
    parent: Element,
    tag: string,
    style: CSSStyleDeclaration,
    inside: Inside,
    rowRanges: [number, number][] | undefined,
  ): void {
    // A closed <details> shows only its summary.
    const isClosed = tag === "details" && !(parent as HTMLDetailsElement).open;
    const { nodeType } = child;
    if (nodeType === TEXT) {
      if (!isClosed) this.#reading.read(child as Text, parent, style, inside, this.#clip);
      return;
    }
    // An input named `nodeType` hides that property of its form. No other element can do so.
    if (nodeType !== ELEMENT && typeof nodeType === "number") return;
    const element = child as Element;
    if (isClosed && plain(element).localName !== "summary") return;
    if (!rowRanges) {
      this.visit(element, inside);
      return;
    }
    const from = this.found.length;
    this.#visitRow(element, inside);
    if (this.found.length > from) rowRanges.push([from, this.found.length]);
  }

  #visitRow(row: Element, inside: Inside): void {
    const wasOutOfView = this.#isOutOfView;
    this.#isOutOfView ||= isOutOfView(row, this.#clips.own);
    this.visit(row, inside);
    this.#isOutOfView = wasOutOfView;
  }

  #frame(element: Element, inside: Inside): void {
    this.#reading.flush();
    if (!isVisible(element)) return;
    this.found.push({ kind: "frame", element, around: inside.around, inView: isInView(element, this.#clips.own) });
  }

  /** Areas of an image map have no box. They lie on the image that uses the map. */
  #area(element: Element, tag: string, inside: Inside): void {
    if (tag === "area" && plain(element).hasAttribute("href") && isVisible(element)) {
      const inView = isInView(element, this.#clips.own);
      this.found.push({ kind: "element", element, reason: "sure", around: inside.around, inView });
    }
    if (tag === "map") for (const child of plain(element).children) this.visit(child, inside);
  }

  /** Lists two kinds of elements that are not displayed: audio, and file inputs, which pages hide and `upload` needs. */
  #hidden(element: Element, inside: Inside): void {
    if (isHiddenSound(element)) {
      this.#reading.flush();
      this.found.push({ kind: "element", element, reason: "sure", around: inside.around, inView: false });
    }
    const inputs = isFileInput(element) ? [element] : plain(element).querySelectorAll("input[type=file]");
    if (inputs.length === 0) return;
    this.#reading.flush();
    for (const input of inputs)
      this.found.push({ kind: "element", element: input, reason: "sure", around: inside.around, inView: false });
  }
}
