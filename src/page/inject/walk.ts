/**
 * One pass over a frame's document: what can be acted on, and the text between, in the order it is read. It only finds:
 * names, values and attributes are looked up afterwards, for what is going to be shown (outline.ts).
 */
import { intersection, isShown, isVisible, rectsOf } from "./boxes.ts";
import { clipsIn, isWithin, outermost } from "./clips.ts";
import { isHiddenSound, isPicture } from "./content.ts";
import { isHiddenText } from "./covers.ts";
import type { Found, FoundElement, FoundText, Rows, Walked } from "./found.ts";
import { isCross, isCutAway, isFileInput, type Listening, reasonOf } from "./interactive.ts";
import { takesKeys } from "./kinds.ts";
import { labelledBy, standsForHidden } from "./labels.ts";
import { isDataCell, isOutOfView, isReadable } from "./places.ts";
import { plain } from "./plain.ts";
import { CELL_BAR, EMPTY_CELL, type Inside, type Piece, Run } from "./run.ts";
import { scrollShare } from "./scrollers.ts";
import { SILENT } from "./text.ts";
import { childrenOf, firstChildOf, nextSiblingOf, shadowOf } from "./tree.ts";

const ELEMENT = 1;
const TEXT = 3;

/** Fewer children than this are not worth folding. */
const MIN_ROWS = 6;

/** Elements inside one another. Each takes several calls of the stack, of which a page gets about ten thousand. */
const MAX_DEPTH = 700;

const NO_CHILDREN = /^(input|textarea|select|canvas|audio|video|img|object|embed)$/;

const PICTURES = /^(img|svg|canvas)$/;

/** Elements that can hold a shadow root besides custom ones. */
const HOSTS = /^(article|aside|blockquote|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

/** Mouse pointers that tell a thing to press, drag or pull at. */
const HANDS = /^(pointer|grab|grabbing|move|all-scroll|([nesw]{1,2}|nesw|nwse|ew|ns|col|row)-resize)$/;

export function walk(roots: readonly Element[], listening: Listening, maxElements: number): Walked {
  const work = new Walk(listening, maxElements);
  for (const root of roots) {
    work.visit(root, { around: undefined, hand: "", label: undefined });
    work.flush();
  }
  return { found: work.found, rows: work.rows, suspects: work.suspects, cut: work.isCut };
}

type Place = "in view" | "out of view" | "nowhere";

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
  /** Empty cells before the first text of a row. */
  #emptyCells = 0;
  #clips = outermost();
  #run: Run | undefined;
  /** `white-space` of the elements in which it mattered. */
  readonly #whiteSpaces = new Map<Element, string>();

  constructor(listening: Listening, maxElements: number) {
    this.#listening = listening;
    this.#maxElements = maxElements;
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
    if (block) this.flush();
    else if (tag === "br") this.flush();
    else if (wasInCell && !display.startsWith("inline")) this.#space();
    if (display === "table-row") this.#emptyCells = 0;
    this.#isInCell = wasInCell || isCell;
    const listed = this.#list(element, made, hand, inside);
    const from = this.found.length;
    if (!NO_CHILDREN.test(tag)) this.#within(element, tag, style, hand, listed, inside);
    if (listed?.reason === "pointer") this.#dropWrapper(listed, from);
    this.#isInCell = wasInCell;
    if (isCell && !listed) this.#endCell(this.found.length > from);
    // What is laid out as a block of its own, or has a number, ends the line.
    if (block || listed || display.startsWith("inline-") || wasInCell) this.#end(block || listed !== undefined);
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
    const place = this.#placeOf(element);
    if (place === "nowhere" && !isFileInput(element)) return undefined;
    this.flush();
    const { around } = inside;
    const inView = place === "in view";
    const one: FoundElement = { kind: "element", element, reason, around, inView, ...(scroll ? { scroll } : {}) };
    this.found.push(one);
    return one;
  }

  #isPicture(element: Element, { tag, role }: Made, { around, label }: Inside): boolean {
    if (label !== undefined || !(PICTURES.test(tag) || (role === "img" && tag !== "input"))) return false;
    return isPicture(element, tag, around, () => this.#isInView(element));
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
    const slices: [number, number][] | undefined = plain(element).childElementCount >= MIN_ROWS ? [] : undefined;
    const assigned = tag === "slot" ? childrenOf(element) : undefined;
    if (assigned) for (const child of assigned) this.#child(child, element, tag, style, inside, slices);
    else
      for (let child = firstChildOf(element); child; child = nextSiblingOf(child))
        this.#child(child, element, tag, style, inside, slices);
    if (slices && slices.length >= MIN_ROWS) this.rows.push(slices);
    if (tag.includes("-") || this.found.length === before) this.#suspect(element, tag);
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
      if (!isClosed) this.#read(child as Text, parent, style, inside);
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

  #read(node: Text, parent: Element, style: CSSStyleDeclaration, inside: Inside): void {
    const { data } = node;
    // Of most texts it does not matter whether their spaces are kept.
    const isSpaced = /\s\s|[^\S ]/.test(data) || (!this.#run && data.startsWith(" "));
    const whiteSpace = isSpaced ? this.#whiteSpaceOf(parent, style) : undefined;
    if (whiteSpace !== undefined && data.includes("\n") && /^(pre|break-spaces)/.test(whiteSpace))
      this.#readLines(node, parent, style, inside);
    else if (!/\S/.test(data)) this.#space();
    else this.#open(style, inside, whiteSpace).add(node, parent);
  }

  #whiteSpaceOf(element: Element, style: CSSStyleDeclaration): string {
    let whiteSpace = this.#whiteSpaces.get(element);
    if (whiteSpace === undefined) {
      whiteSpace = style.whiteSpace;
      this.#whiteSpaces.set(element, whiteSpace);
    }
    return whiteSpace;
  }

  /** Preformatted text: each of its lines is one. */
  #readLines(node: Text, parent: Element, style: CSSStyleDeclaration, inside: Inside): void {
    let from = 0;
    for (const line of node.data.split("\n")) {
      if (from > 0) this.flush();
      if (line !== "")
        this.#open(style, inside, this.#whiteSpaceOf(parent, style)).add(node, parent, from, from + line.length);
      from += line.length + 1;
    }
  }

  /** The run that the next text belongs to. */
  #open(style: CSSStyleDeclaration, inside: Inside, whiteSpace: string | undefined): Run {
    const isKept = whiteSpace === undefined ? undefined : /^(pre|pre-wrap|break-spaces)$/.test(whiteSpace);
    if (this.#run && !this.#run.takes(inside, style, isKept)) this.flush();
    this.#run ??= new Run(inside, style);
    this.#run.isKept ??= isKept;
    return this.#run;
  }

  #space(): void {
    this.#run?.space();
  }

  #endCell(hasElements: boolean): void {
    if (this.#run) this.#run.endCell();
    else this.#emptyCells = hasElements ? 0 : this.#emptyCells + 1;
  }

  #end(isLine: boolean): void {
    if (isLine) this.flush();
    else this.#space();
  }

  /** Ends the run of text: what follows begins a line of its own. */
  flush(): void {
    const run = this.#run;
    if (!run) return;
    this.#run = undefined;
    const text = run.textOf();
    const before = run.isRow ? (EMPTY_CELL + CELL_BAR).repeat(this.#emptyCells) : "";
    this.#emptyCells = 0;
    if (!/\S/.test(text) || !isReadable(run.first.parent, run.style)) return;
    if (this.#isFar) {
      this.#add(run, run.pieces, before + text, false);
      return;
    }
    if (run.pieces.length === 1 || isWithin(run.rect, this.#clips.own)) {
      const place = this.#placeOfText(run.firstRect, run.first.parent);
      if (place !== "nowhere") this.#add(run, run.pieces, before + text, place === "in view");
      return;
    }
    for (const { text, pieces, isIn } of run.split(this.#clips.own))
      if (text !== "") this.#add(run, pieces, text, isIn);
  }

  #add({ inside: { around, label }, isRow }: Run, pieces: readonly Piece[], text: string, inView: boolean): void {
    const { node: first, parent } = pieces[0] as Piece;
    const { node: last } = pieces.at(-1) as Piece;
    const one: FoundText = { kind: "text", text, first, last, parent, around, inView };
    if (isRow) one.isRow = true;
    if (label !== undefined) one.labels = label;
    this.found.push(one);
  }

  #placeOfText(rect: DOMRect, parent: Element): Place {
    if (rect.width === 0 && rect.height === 0) {
      this.#suspectTextOf(parent);
      return "nowhere";
    }
    const shown = intersection(rect, this.#clips.own);
    if (!shown) return "out of view";
    return isHiddenText(parent, shown) ? "nowhere" : "in view";
  }

  #placeOf(element: Element): Place {
    if (!isShown(element) || isCutAway(element)) return "nowhere";
    const rect = element.localName === "area" ? undefined : plain(element).getBoundingClientRect();
    if (rect && rect.width > 0 && rect.height > 0)
      return intersection(rect, this.#clips.own) && this.#isInView(element) ? "in view" : "out of view";
    if (rectsOf(element).length === 0) return rect && takesKeys(element) ? this.#placeOfCaret(rect) : "nowhere";
    return this.#isInView(element) ? "in view" : "out of view";
  }

  /** The field of an editor that draws its text elsewhere has no size, and stands at the caret. */
  #placeOfCaret({ left, top }: DOMRect): Place {
    const { right, bottom } = this.#clips.own;
    return left >= 0 && top >= 0 && left < right && top < bottom ? "in view" : "out of view";
  }

  #isInView(element: Element): boolean {
    return rectsOf(element).some((rect) => intersection(rect, this.#clips.own) !== undefined);
  }

  #frame(element: Element, inside: Inside): void {
    this.flush();
    if (!isVisible(element)) return;
    this.found.push({ kind: "frame", element, around: inside.around, inView: this.#isInView(element) });
  }

  /** Areas of an image map are not displayed themselves: they lie on the picture that uses the map. */
  #area(element: Element, tag: string, inside: Inside): void {
    if (tag === "area" && plain(element).hasAttribute("href") && isVisible(element)) {
      const inView = this.#isInView(element);
      this.found.push({ kind: "element", element, reason: "sure", around: inside.around, inView });
    }
    if (tag === "map") for (const child of plain(element).children) this.visit(child, inside);
  }

  /** Of what is not displayed, sound matters, and file inputs: pages hide them behind a button, and `upload` needs them. */
  #hidden(element: Element, inside: Inside): void {
    if (isHiddenSound(element)) {
      this.flush();
      this.found.push({ kind: "element", element, reason: "sure", around: inside.around, inView: false });
    }
    const inputs = isFileInput(element) ? [element] : plain(element).querySelectorAll("input[type=file]");
    if (inputs.length === 0) return;
    this.flush();
    for (const input of inputs)
      this.found.push({ kind: "element", element: input, reason: "sure", around: inside.around, inView: false });
  }

  /** A box that only shows the pointer, around one thing that can be acted on and fills it: the thing says it better. */
  #dropWrapper(wrapper: FoundElement, from: number): void {
    const inner = this.found.slice(from).filter((one): one is FoundElement => one.kind === "element" && !one.dropped);
    const only = inner.length === 1 ? inner[0] : undefined;
    if (only && only.reason !== "scroll" && areaOf(only.element) > 0.8 * areaOf(wrapper.element))
      wrapper.dropped = true;
  }

  /** Custom elements, boxes that show something though they hold nothing, and boxes that do not show what they hold. */
  #suspect(element: Element, tag: string): void {
    if (shadowOf(element) || !(tag.includes("-") || HOSTS.test(tag))) return;
    const first = plain(element).firstElementChild;
    const looksEmpty = firstChildOf(element) === null ? isVisible(element) : first && isOutOfTree(first);
    if (tag.includes("-") || looksEmpty) this.suspects.push(element);
  }

  /** Text that is drawn nowhere, though its element is: that shows something else in its place. */
  #suspectTextOf(element: Element): void {
    if (HOSTS.test(plain(element).localName) && !shadowOf(element) && isVisible(element)) this.suspects.push(element);
  }
}

function isOutOfTree(element: Element): boolean {
  return getComputedStyle(element).display === "";
}

function areaOf(element: Element): number {
  const { width, height } = plain(element).getBoundingClientRect();
  return width * height;
}
