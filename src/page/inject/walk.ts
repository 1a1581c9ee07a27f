/** One pass over a frame's document: what can be acted on, and the text between, in the order it is read. */
import type { FrameWalk, ScrollShare, WalkNode } from "../library.ts";
import { boxOf, factsOf, isVisible, SILENT, squash } from "./facts.ts";
import { doc, plain } from "./plain.ts";
import { idOf } from "./registry.ts";
import { childrenOf, contains, hitAt, parentOf } from "./tree.ts";

const CONTROLS = new Set(["button", "input", "select", "textarea", "summary", "audio", "video", "embed", "object"]);

const WIDGET_ROLES = new Set(
  (
    "button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar " +
    "searchbox slider spinbutton switch tab textbox treeitem"
  ).split(" "),
);

const HANDLERS = [
  "onclick",
  "onmousedown",
  "onmouseup",
  "onpointerdown",
  "onpointerup",
  "ontouchstart",
  "ondblclick",
  "onkeydown",
];

/** Attributes worth a reader's time, in the order they are printed. Values are cut to this many characters. */
const SHOWN = [
  "type",
  "id",
  "name",
  "role",
  "placeholder",
  "aria-label",
  "title",
  "alt",
  "accept",
  "pattern",
  "min",
  "max",
  "step",
  "maxlength",
];
const VALUE_LENGTH = 100;

export function walk(maxElements: number): FrameWalk {
  const work = new Walk(maxElements);
  if (doc.documentElement) work.visit(doc.documentElement, 0, true);
  work.flush();
  const root = doc.scrollingElement ?? doc.documentElement;
  return {
    url: location.href,
    nodes: work.nodes,
    cut: work.isCut,
    viewport: { width: innerWidth, height: innerHeight },
    page: { width: root?.scrollWidth ?? 0, height: root?.scrollHeight ?? 0 },
    scroll: { x: Math.round(scrollX), y: Math.round(scrollY) },
  };
}

class Walk {
  readonly nodes: WalkNode[] = [];
  readonly #maxElements: number;
  #seen = 0;
  #text = "";
  #textDepth = 0;

  constructor(maxElements: number) {
    this.#maxElements = maxElements;
  }

  get isCut(): boolean {
    return this.#seen > this.#maxElements;
  }

  /** Ends the run of text: what follows begins a line of its own. */
  flush(): void {
    const text = squash(this.#text);
    this.#text = "";
    if (text) this.nodes.push({ kind: "text", depth: this.#textDepth, text });
  }

  /** `opaque` is false below an element that is fully transparent: its controls can be used, its text cannot be read. */
  visit(element: Element, depth: number, opaque: boolean): void {
    const tag = plain(element).localName;
    if (SILENT.has(tag) || ++this.#seen > this.#maxElements) return;
    const style = getComputedStyle(element);
    if (style.display === "none") this.#hidden(element, depth);
    else if (tag === "iframe" || tag === "frame") this.#frame(element, depth);
    else this.#shown(element, tag, style, depth, opaque);
  }

  #shown(element: Element, tag: string, style: CSSStyleDeclaration, depth: number, opaque: boolean): void {
    const block = style.display !== "contents" && !style.display.startsWith("inline");
    if (block) this.flush();
    const scroll = scrollShare(element, style);
    const listed =
      (isInteractive(element, style) || scroll !== undefined) && (isFileInput(element) || isVisible(element));
    if (listed) this.#element(element, depth, scroll);
    const readable = opaque && style.opacity !== "0";
    if ((!isLeaf(tag) || element === doc.documentElement) && style.contentVisibility !== "hidden")
      this.#children(element, listed ? depth + 1 : depth, readable && style.visibility === "visible", readable);
    if (block || listed) this.flush();
    else if (tag === "br") this.#text += " ";
  }

  #children(element: Element, depth: number, showsText: boolean, opaque: boolean): void {
    // What a closed <details> holds besides its summary is there, but in no way shown.
    const closed = element instanceof HTMLDetailsElement && !element.open;
    for (const child of childrenOf(element)) {
      if (closed && !(child instanceof Element && child.localName === "summary")) continue;
      if (child instanceof Element) this.visit(child, depth, opaque);
      else if (child instanceof Text && showsText) this.#readText(child, depth);
    }
  }

  #readText(node: Text, depth: number): void {
    if (!/\S/.test(node.data)) {
      if (this.#text) this.#text += " ";
      return;
    }
    if (this.#text && this.#textDepth !== depth) this.flush();
    this.#textDepth = depth;
    this.#text += node.data;
  }

  #element(element: Element, depth: number, scroll: ScrollShare | undefined): void {
    this.flush();
    const facts = factsOf(element);
    if (facts.inViewport && isCovered(element)) facts.states.push("covered");
    const attributes = attributesOf(element);
    this.nodes.push({ kind: "element", depth, id: idOf(element), facts, attributes, ...(scroll ? { scroll } : {}) });
  }

  #frame(element: Element, depth: number): void {
    this.flush();
    if (!isVisible(element)) return;
    const { localName: tag } = element;
    this.nodes.push({
      kind: "frame",
      depth,
      id: idOf(element),
      attributes: attributesOf(element),
      tag,
      box: boxOf(element),
    });
  }

  /** Of what is not displayed, file inputs alone matter: pages hide them behind a button, and `upload` needs them. */
  #hidden(element: Element, depth: number): void {
    if (isFileInput(element)) this.#element(element, depth, undefined);
    else
      for (const input of plain(element).querySelectorAll("input[type=file]")) this.#element(input, depth, undefined);
  }
}

function isFileInput(element: Element): boolean {
  return element instanceof HTMLInputElement && element.type === "file";
}

/** True when another element lies over the middle of what is in view of this one. */
function isCovered(element: Element): boolean {
  const box = plain(element).getBoundingClientRect();
  const middle = (from: number, to: number, most: number) => (Math.max(from, 0) + Math.min(to, most)) / 2;
  const [x, y] = [middle(box.left, box.right, innerWidth), middle(box.top, box.bottom, innerHeight)];
  const hit = hitAt(x, y);
  if (!hit || contains(element, hit) || contains(hit, element)) return false;
  const labels = "labels" in element ? (element.labels as NodeListOf<Element> | null) : null;
  if (labels && [...labels].some((one) => contains(one, hit))) return false;
  return !isClipped(element, x, y);
}

/** True when the point lies outside of a scroller around the element: scrolled away is not covered. */
function isClipped(element: Element, x: number, y: number): boolean {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    if (getComputedStyle(at).overflow === "visible") continue;
    const box = plain(at).getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return true;
  }
  return false;
}

function isLeaf(tag: string): boolean {
  return /^(input|textarea|select|svg|canvas|audio|video|img|object|embed)$/.test(tag);
}

function isInteractive(raw: Element, style: CSSStyleDeclaration): boolean {
  const element = plain(raw);
  const tag = element.localName;
  if (tag === "html" || tag === "body") return element instanceof HTMLBodyElement && element.isContentEditable;
  if (element instanceof HTMLInputElement) return element.type !== "hidden";
  if (CONTROLS.has(tag)) return tag !== "summary" || element.parentElement?.localName === "details";
  if (tag === "a" || tag === "area")
    return element.hasAttribute("href") || style.cursor === "pointer" || element.hasAttribute("onclick");
  const role = element.getAttribute("role");
  if (role?.split(/\s+/).some((one) => WIDGET_ROLES.has(one.toLowerCase()))) return true;
  if (element instanceof HTMLElement && element.isContentEditable)
    return element.parentElement?.isContentEditable !== true;
  if (HANDLERS.some((name) => element.hasAttribute(name))) return true;
  if (element.hasAttribute("tabindex") && (element as HTMLElement).tabIndex >= 0) return true;
  // The pointer cursor is inherited: only where it begins does it speak of this element.
  return style.cursor === "pointer" && !inheritsPointer(raw);
}

function inheritsPointer(element: Element): boolean {
  const parent = parentOf(element);
  return parent !== null && getComputedStyle(parent).cursor === "pointer";
}

function scrollShare(raw: Element, style: CSSStyleDeclaration): ScrollShare | undefined {
  const element = plain(raw);
  if (raw === doc.scrollingElement || raw === doc.body || element.clientHeight === 0) return undefined;
  if (!/auto|scroll|overlay/.test(style.overflowY) || element.scrollHeight <= element.clientHeight + 1)
    return undefined;
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return undefined;
  const pages = (pixels: number) => Math.round((pixels / element.clientHeight) * 10) / 10;
  return {
    above: pages(element.scrollTop),
    below: pages(element.scrollHeight - element.clientHeight - element.scrollTop),
  };
}

function attributesOf(raw: Element): [string, string][] {
  const element = plain(raw);
  const attributes: [string, string][] = [];
  for (const name of SHOWN) {
    const value = element.getAttribute(name);
    if (value === null || value === "") continue;
    if (name === "role" && value === element.localName) continue;
    attributes.push([name, squash(value).slice(0, VALUE_LENGTH)]);
  }
  if (element instanceof HTMLAnchorElement) {
    const href = element.getAttribute("href");
    if (href) attributes.push(["href", squash(href).slice(0, VALUE_LENGTH)]);
  }
  if (element instanceof HTMLIFrameElement) {
    const src = element.getAttribute("src");
    if (src) attributes.push(["src", src.slice(0, VALUE_LENGTH)]);
  }
  if (element instanceof HTMLSelectElement) attributes.push(...optionsOf(element));
  return attributes;
}

/** The first options by label, and how many there are. */
function optionsOf(element: HTMLSelectElement): [string, string][] {
  const labels = [...element.options].slice(0, 10).map((option) => squash(option.label).slice(0, 30));
  const more = element.options.length - labels.length;
  return [["options", `${labels.join("|")}${more > 0 ? `|… ${more} more` : ""}`]];
}
