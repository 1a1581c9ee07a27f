/** Copies what the page shows into an inert document. Shadow roots and slots are flattened. */
import { plain } from "../dom/plain.ts";
import { UNRENDERED } from "../dom/text.ts";
import { childrenOf } from "../dom/tree.ts";

export interface Copy {
  document: Document;
  /** Elements of visible frames of the live document, in order. */
  frames: Element[];
  /** True when the page has more than MAX_ELEMENTS elements. */
  cut: boolean;
}

/** Maximum number of elements. A copy costs several times as much as a walk. */
const MAX_ELEMENTS = 100_000;

/** Maximum nesting of the copy, because its readers are recursive and a page could overflow their stack. */
const MAX_DEPTH = 200;

/** Minimum width and height, in pixels, of a frame with content for readers. */
const MIN_FRAME = 30;

/** Attributes to copy. None of them loads or runs anything. */
const COPIED_ATTRIBUTES = (
  "id class lang dir title role cite datetime colspan rowspan scope headers align start reversed value itemprop itemtype " +
  "property rel aria-label aria-level aria-checked aria-colspan aria-rowspan"
).split(" ");

/** Elements without readable content. */
const OMITTED = new Set([
  ...UNRENDERED,
  ..."textarea select canvas audio video object embed progress meter".split(" "),
]);

/** Elements without a meaning of their own, copied as `div` or `span` by their display style. */
const MEANINGLESS = /^(span|label|font|summary)$|-/;

/** Copies the elements and their descendants. */
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
    if (OMITTED.has(tag)) return;
    const style = getComputedStyle(element);
    if (style.display === "none" || style.contentVisibility === "hidden" || isClipped(element, style)) return;
    const isSeen = style.visibility === "visible";
    if (tag === "iframe" || tag === "frame") {
      if (isSeen && isLarge(element)) this.#copy.frames.push(element);
      return;
    }
    const isWithin = style.display === "contents" || tag === "body" || tag === "html";
    const own = isWithin ? undefined : this.#copyOf(element, tag, style, isSeen);
    if (own) into.append(own);
    if (tag !== "img" && tag !== "input") this.#children(element, own, into, isSeen);
  }

  #children(element: Element, own: Element | undefined, around: Element, isSeen: boolean): void {
    this.#depth++;
    const into = own && this.#depth < MAX_DEPTH ? own : around;
    const isClosed = element instanceof HTMLDetailsElement && !element.open;
    for (const child of childrenOf(element)) {
      if (isClosed && !(child instanceof Element && child.localName === "summary")) continue;
      if (child instanceof Element) this.element(child, into);
      else if (child instanceof Text && isSeen) into.append(child.data);
    }
    this.#depth--;
  }

  /** The copy of one element; undefined when the element itself is hidden or not copied. */
  #copyOf(element: Element, tag: string, style: CSSStyleDeclaration, isSeen: boolean): Element | undefined {
    const { document: inert } = this.#copy;
    const isBlock = !/^(inline|ruby)/.test(style.display);
    const isForeign = element.namespaceURI !== "http://www.w3.org/1999/xhtml";
    if (tag === "input") return isSeen ? checkBox(element as HTMLInputElement, inert) : undefined;
    if (tag === "img" && !isSeen) return undefined;
    const name = isForeign || MEANINGLESS.test(tag) || !/^[a-z][a-z0-9]*$/.test(tag) ? (isBlock ? "div" : "span") : tag;
    const copied = inert.createElement(name);
    for (const key of COPIED_ATTRIBUTES) {
      const value = plain(element).getAttribute(key);
      if (value !== null) copied.setAttribute(key, value);
    }
    if (element instanceof HTMLAnchorElement) link(element, copied);
    else if (element instanceof HTMLImageElement) picture(element, copied);
    return copied;
  }
}

/** True for text for screen readers only: one pixel large and clipped. */
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

/** Check boxes are the only fields that are copied, because task lists consist of them. */
function checkBox(from: HTMLInputElement, inert: Document): Element | undefined {
  if (from.type !== "checkbox") return undefined;
  const copied = inert.createElement("input");
  copied.setAttribute("type", "checkbox");
  copied.toggleAttribute("checked", from.checked);
  return copied;
}
