/**
 * A copy of what the page shows, in a document of its own that loads nothing and runs nothing: shadow roots laid open,
 * slots filled, what is hidden left out. The live document is only read. It knows no format.
 */
import { plain } from "../dom/plain.ts";
import { SILENT } from "../dom/text.ts";
import { childrenOf } from "../dom/tree.ts";

export interface Copy {
  document: Document;
  /** Elements of visible frames of the live document, in order. */
  frames: Element[];
  /** There were more elements than are looked at. */
  cut: boolean;
}

/** Elements looked at: a copy costs several times what a walk does. */
const MAX_ELEMENTS = 100_000;

/** Deeper than this nothing is nested any more: what reads the copy calls itself, and pages are made to overflow it. */
const MAX_DEPTH = 200;

/** Frames smaller than this, in pixels, hold no content for readers. */
const MIN_FRAME = 30;

/** What a reader of the copy may want to know of an element. Nothing that loads or runs is among them. */
const KEPT = (
  "id class lang dir title role cite datetime colspan rowspan scope headers align start reversed value itemprop itemtype " +
  "property rel aria-label aria-level aria-checked aria-colspan aria-rowspan"
).split(" ");

/** Elements without content of their own to read. */
const LEFT_OUT = new Set([...SILENT, ..."textarea select canvas audio video object embed progress meter".split(" ")]);

/** Elements that mean nothing by themselves: what they are drawn as decides. */
const MEANINGLESS = /^(span|label|font|summary)$|-/;

/** Copies the elements, or the body. */
export function copyOf(roots: Iterable<Element>): Copy {
  const inert = document.implementation.createHTMLDocument("");
  const copy: Copy = { document: inert, frames: [], cut: false };
  const copier = new Copier(copy);
  for (const root of roots) copier.element(root, inert.body);
  return copy;
}

class Copier {
  readonly #copy: Copy;
  #count = 0;
  #depth = 0;

  constructor(copy: Copy) {
    this.#copy = copy;
  }

  element(element: Element, into: Element): void {
    if (++this.#count > MAX_ELEMENTS) {
      this.#copy.cut = true;
      return;
    }
    const { localName: tag } = plain(element);
    if (LEFT_OUT.has(tag)) return;
    const style = getComputedStyle(element);
    if (style.display === "none" || style.contentVisibility === "hidden" || isClipped(element, style)) return;
    const isSeen = style.visibility === "visible";
    if (tag === "iframe" || tag === "frame") {
      if (isSeen && isLarge(element)) this.#copy.frames.push(element);
      return;
    }
    const isWithin = style.display === "contents" || tag === "body" || tag === "html";
    const own = isWithin ? undefined : this.#made(element, tag, style, isSeen);
    if (own) into.append(own);
    if (tag === "img" || tag === "input") return;
    this.#depth++;
    this.#children(element, own && this.#depth < MAX_DEPTH ? own : into, isSeen);
    this.#depth--;
  }

  #children(element: Element, into: Element, isSeen: boolean): void {
    const isClosed = element instanceof HTMLDetailsElement && !element.open;
    for (const child of childrenOf(element)) {
      if (isClosed && !(child instanceof Element && child.localName === "summary")) continue;
      if (child instanceof Element) this.element(child, into);
      else if (child instanceof Text && isSeen) into.append(child.data);
    }
  }

  /** The element's likeness; none for what is not to be seen itself, though something in it may be. */
  #made(element: Element, tag: string, style: CSSStyleDeclaration, isSeen: boolean): Element | undefined {
    const { document: inert } = this.#copy;
    const isBlock = !/^(inline|ruby)/.test(style.display);
    const isForeign = element.namespaceURI !== "http://www.w3.org/1999/xhtml";
    if (tag === "input") return isSeen ? checkBox(element as HTMLInputElement, inert) : undefined;
    if (tag === "img" && !isSeen) return undefined;
    const name = isForeign || MEANINGLESS.test(tag) || !/^[a-z][a-z0-9]*$/.test(tag) ? (isBlock ? "div" : "span") : tag;
    const made = inert.createElement(name);
    for (const key of KEPT) {
      const value = plain(element).getAttribute(key);
      if (value !== null) made.setAttribute(key, value);
    }
    if (element instanceof HTMLAnchorElement) link(element, made);
    else if (element instanceof HTMLImageElement) picture(element, made);
    return made;
  }
}

/** Made for screen readers alone: the size of a point, with its content cut off. */
function isClipped(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.position !== "absolute" && style.position !== "fixed") return false;
  if (style.overflow === "visible" && style.clip === "auto" && style.clipPath === "none") return false;
  const { width, height } = element.getBoundingClientRect();
  return width <= 1 && height <= 1;
}

function isLarge(frame: Element): boolean {
  const { width, height } = frame.getBoundingClientRect();
  return width >= MIN_FRAME && height >= MIN_FRAME;
}

function link(from: HTMLAnchorElement, to: Element): void {
  if (/^(https?|mailto|tel|ftp|file):/i.test(from.href)) to.setAttribute("href", from.href);
}

function picture(from: HTMLImageElement, to: Element): void {
  const source = from.currentSrc || from.src;
  to.setAttribute("alt", from.alt);
  if (/^(https?|file):/i.test(source)) to.setAttribute("src", source);
}

/** Of all fields a check box alone is kept: lists of tasks are made of them. */
function checkBox(from: HTMLInputElement, inert: Document): Element | undefined {
  if (from.type !== "checkbox") return undefined;
  const made = inert.createElement("input");
  made.setAttribute("type", "checkbox");
  made.toggleAttribute("checked", from.checked);
  return made;
}
