/**
 * One pass over a frame's document: what can be acted on, and the text between, in the order it is read. It only finds:
 * names, values and attributes are looked up afterwards, for what is going to be shown (outline.ts).
 */

import { isCross, isFileInput, type Listening, reasonOf } from "../accessibility/interactive.ts";
import { isVisible, type Sides } from "../dom/boxes.ts";
import type { Found, FoundElement, Rows, Walked } from "../dom/found.ts";
import { wordedIn } from "../dom/generated-content.ts";
import { plain } from "../dom/plain.ts";
import { scrollShare } from "../dom/scrollers.ts";
import { isSuspect } from "../dom/suspects.ts";
import { SILENT } from "../dom/text.ts";
import type { Inside } from "../dom/text-run.ts";
import { childrenOf, firstChildOf, nextSiblingOf, shadowOf } from "../dom/tree.ts";
import { isDataCell, isOutOfView } from "../dom/visibility.ts";
import { clipsIn, outermost } from "../hit-testing/clips.ts";
import { isInView, placeOf } from "../hit-testing/placing.ts";
import { dropWrapper } from "../hit-testing/wrappers.ts";
import { isHiddenSound, isPicture } from "./content.ts";
import { labelledBy, standsForHidden } from "./labels.ts";
import { Reading } from "./reading.ts";

const ELEMENT = 1;
const TEXT = 3;

/** Fewer children than this are not worth folding. */
const MIN_ROWS = 6;

/** Elements inside one another. Each takes several calls of the stack, of which a page gets about ten thousand. */
const MAX_DEPTH = 700;

const NO_CHILDREN = /^(input|textarea|select|canvas|audio|video|img|object|embed)$/;

const PICTURES = /^(img|svg|canvas)$/;

/** Mouse pointers that tell a thing to press, drag or pull at. */
const HANDS = /^(pointer|grab|grabbing|move|all-scroll|([nesw]{1,2}|nesw|nwse|ew|ns|col|row)-resize)$/;

export function walk(roots: readonly Element[], listening: Listening, maxElements: number): Walked {
  const work = new Walk(listening, maxElements);
  for (const root of roots) {
    work.visit(root, { around: undefined, hand: "", label: undefined });
    work.end();
  }
  return { found: work.found, rows: work.rows, suspects: work.suspects, cut: work.isCut };
}

/** What is asked of an element once: each answer of the browser costs more than what is done with it. */
interface Made {
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
  #seen = 0;
  #depth = 0;
  #isTooDeep = false;
  /** In a row that lies outside the viewport: where each of its texts is need not be asked. */
  #isFar = false;
  /** Inside a cell of data, whose row is one line. */
  #isInCell = false;
  #clips = outermost();
  /** Elements that style sheets put words into. */
  readonly #worded = new Set<Element>();
  readonly #reading = new Reading(this.found, this.suspects);

  constructor(listening: Listening, maxElements: number) {
    this.#listening = listening;
    this.#maxElements = maxElements;
    this.#noteWords(document);
  }

  #noteWords(root: Document | ShadowRoot): void {
    for (const one of wordedIn(root)) this.#worded.add(one);
  }

  /** What is left of the viewport here; undefined where nothing is. */
  get #clip(): Sides | undefined {
    return this.#isFar ? undefined : this.#clips.own;
  }

  end(): void {
    this.#reading.flush();
  }

  get isCut(): boolean {
    return this.#isTooDeep || this.#seen > this.#maxElements;
  }

  visit(element: Element, inside: Inside): void {
    const tag = plain(element).localName;
    if (SILENT.has(tag) || ++this.#seen > this.#maxElements) return;
    if (this.#depth >= MAX_DEPTH) {
      this.#isTooDeep = true;
      return;
    }
    this.#depth++;
    const style = getComputedStyle(element);
    const wasFar = this.#isFar;
    const clips = this.#clips;
    const { overflowY } = style;
    this.#clips = clipsIn(element, style, overflowY, clips);
    // What is placed by itself may be anywhere.
    if (wasFar && /^(absolute|fixed)$/.test(style.position)) this.#isFar = false;
    const { display } = style;
    if (tag === "area" || tag === "map") this.#area(element, tag, inside);
    else if (display === "none") this.#hidden(element, inside);
    else if (tag === "iframe" || tag === "frame") this.#frame(element, inside);
    else this.#shown(element, { tag, style, display, overflowY, role: plain(element).getAttribute("role") }, inside);
    this.#isFar = wasFar;
    this.#clips = clips;
    this.#depth--;
  }

  #shown(element: Element, made: Made, inside: Inside): void {
    const { tag, style, display } = made;
    const { cursor } = style;
    const hand = cursor !== "auto" && HANDS.test(cursor) ? cursor : "";
    const isCell = isDataCell(element, display, made.role);
    const wasInCell = this.#isInCell;
    const block = display !== "contents" && !display.startsWith("inline") && !isCell && !wasInCell;
    if (block) this.#reading.flush();
    else if (tag === "br") this.#reading.flush();
    else if (wasInCell && !display.startsWith("inline")) this.#reading.space();
    if (display === "table-row") this.#reading.beginRow();
    this.#isInCell = wasInCell || isCell;
    const listed = this.#list(element, made, hand, inside);
    const from = this.found.length;
    if (!NO_CHILDREN.test(tag)) this.#within(element, tag, style, hand, listed, inside);
    if (listed) dropWrapper(listed, this.found, from);
    this.#isInCell = wasInCell;
    if (isCell && !listed) this.#reading.endCell(this.found.length > from);
    // What is laid out as a block of its own, or has a number, ends the line.
    if (block || listed || display.startsWith("inline-") || wasInCell) this.#reading.end(block || listed !== undefined);
  }

  /** The element itself, if it can be acted on or scrolled. */
  #list(element: Element, made: Made, hand: string, inside: Inside): FoundElement | undefined {
    const scroll = scrollShare(element, made.style, made.overflowY);
    const reason =
      reasonOf(element, hand !== "" && hand !== inside.hand, this.#listening) ??
      (scroll ? "scroll" : undefined) ??
      (hand !== "" && isCross(element) ? "sure" : undefined) ??
      (standsForHidden(element) ? "label" : undefined) ??
      (this.#isPicture(element, made, inside) ? "picture" : undefined);
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

  #isPicture(element: Element, { tag, role }: Made, { around, label }: Inside): boolean {
    if (label !== undefined || !(PICTURES.test(tag) || (role === "img" && tag !== "input"))) return false;
    return isPicture(element, tag, around, () => isInView(element, this.#clips.own));
  }

  #within(
    element: Element,
    tag: string,
    style: CSSStyleDeclaration,
    hand: string,
    listed: FoundElement | undefined,
    inside: Inside,
  ): void {
    const around = listed ? undefined : inside.label;
    const label = tag === "label" ? labelledBy(element as HTMLLabelElement, listed !== undefined) : around;
    const isSame = !listed && hand === inside.hand && label === inside.label;
    this.#children(element, tag, style, isSame ? inside : { around: listed ?? inside.around, hand, label });
  }

  #children(element: Element, tag: string, style: CSSStyleDeclaration, inside: Inside): void {
    const before = this.found.length;
    const root = shadowOf(element);
    if (root) this.#noteWords(root);
    const isWorded = this.#worded.has(element);
    if (isWorded) this.#reading.readGenerated("::before", element, style, inside, this.#clip);
    const slices: [number, number][] | undefined = plain(element).childElementCount >= MIN_ROWS ? [] : undefined;
    const assigned = tag === "slot" ? childrenOf(element) : undefined;
    if (assigned) for (const child of assigned) this.#child(child, element, tag, style, inside, slices);
    else
      for (let child = firstChildOf(element); child; child = nextSiblingOf(child))
        this.#child(child, element, tag, style, inside, slices);
    if (isWorded) this.#reading.readGenerated("::after", element, style, inside, this.#clip);
    if (slices && slices.length >= MIN_ROWS) this.rows.push(slices);
    if ((tag.includes("-") || this.found.length === before) && isSuspect(element, tag)) this.suspects.push(element);
  }

  #child(
    child: Node,
    parent: Element,
    tag: string,
    style: CSSStyleDeclaration,
    inside: Inside,
    slices: [number, number][] | undefined,
  ): void {
    // What a closed <details> holds besides its summary is there, but in no way shown.
    const isClosed = tag === "details" && !(parent as HTMLDetailsElement).open;
    const { nodeType } = child;
    if (nodeType === TEXT) {
      if (!isClosed) this.#reading.read(child as Text, parent, style, inside, this.#clip);
      return;
    }
    // A form can hide its own kind behind an input of that name; nothing else can.
    if (nodeType !== ELEMENT && typeof nodeType === "number") return;
    const element = child as Element;
    if (isClosed && plain(element).localName !== "summary") return;
    if (!slices) {
      this.visit(element, inside);
      return;
    }
    const from = this.found.length;
    this.#visitRow(element, inside);
    if (this.found.length > from) slices.push([from, this.found.length]);
  }

  #visitRow(row: Element, inside: Inside): void {
    const wasFar = this.#isFar;
    this.#isFar ||= isOutOfView(row, this.#clips.own);
    this.visit(row, inside);
    this.#isFar = wasFar;
  }

  #frame(element: Element, inside: Inside): void {
    this.#reading.flush();
    if (!isVisible(element)) return;
    this.found.push({ kind: "frame", element, around: inside.around, inView: isInView(element, this.#clips.own) });
  }

  /** Areas of an image map are not displayed themselves: they lie on the picture that uses the map. */
  #area(element: Element, tag: string, inside: Inside): void {
    if (tag === "area" && plain(element).hasAttribute("href") && isVisible(element)) {
      const inView = isInView(element, this.#clips.own);
      this.found.push({ kind: "element", element, reason: "sure", around: inside.around, inView });
    }
    if (tag === "map") for (const child of plain(element).children) this.visit(child, inside);
  }

  /** Of what is not displayed, sound matters, and file inputs: pages hide them behind a button, and `upload` needs them. */
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
