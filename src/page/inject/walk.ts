/** One pass over a frame's document: what can be acted on, and the text between, in the order it is read. */
import type { FrameWalk, ScrollShare, WalkNode } from "../library.ts";
import { boxOf, factsOf, isVisible, SILENT, squash } from "./facts.ts";
import { idOf } from "./registry.ts";
import { childrenOf, parentOf } from "./tree.ts";

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
  const nodes: WalkNode[] = [];
  let seen = 0;
  let text = "";
  let textDepth = 0;

  const flush = () => {
    const squashed = squash(text);
    text = "";
    if (squashed) nodes.push({ kind: "text", depth: textDepth, text: squashed });
  };

  const visitText = (node: Text, depth: number) => {
    if (!/\S/.test(node.data)) {
      if (text) text += " ";
      return;
    }
    if (text && textDepth !== depth) flush();
    textDepth = depth;
    text += node.data;
  };

  const visit = (element: Element, depth: number): void => {
    if (SILENT.has(element.localName) || ++seen > maxElements) return;
    const style = getComputedStyle(element);
    const file = element instanceof HTMLInputElement && element.type === "file";
    if (style.display === "none" && !file) return;
    const block = style.display !== "contents" && !style.display.startsWith("inline");
    if (block) flush();
    const shown = file || isVisible(element);
    if (element instanceof HTMLIFrameElement || element.localName === "frame") {
      flush();
      if (shown)
        nodes.push({
          kind: "frame",
          depth,
          id: idOf(element),
          attributes: attributesOf(element),
          tag: element.localName,
          box: boxOf(element),
        });
      return;
    }
    const scroll = shown ? scrollShare(element, style) : undefined;
    const listed = shown && (file || isInteractive(element, style) || scroll !== undefined);
    if (listed) {
      flush();
      const facts = factsOf(element);
      nodes.push({
        kind: "element",
        depth,
        id: idOf(element),
        facts,
        attributes: attributesOf(element),
        ...(scroll ? { scroll } : {}),
      });
    }
    if (!isLeaf(element)) {
      for (const child of childrenOf(element)) {
        if (child instanceof Element) visit(child, listed ? depth + 1 : depth);
        else if (child instanceof Text && style.visibility === "visible" && style.opacity !== "0")
          visitText(child, listed ? depth + 1 : depth);
      }
    }
    if (block || listed) flush();
    else if (element.localName === "br") text += " ";
  };

  if (document.documentElement) visit(document.documentElement, 0);
  flush();
  const root = document.scrollingElement ?? document.documentElement;
  return {
    nodes,
    cut: seen > maxElements,
    viewport: { width: innerWidth, height: innerHeight },
    page: { width: root?.scrollWidth ?? 0, height: root?.scrollHeight ?? 0 },
    scroll: { x: Math.round(scrollX), y: Math.round(scrollY) },
  };
}

function isLeaf(element: Element): boolean {
  return /^(input|textarea|select|svg|canvas|audio|video|img|object|embed)$/.test(element.localName);
}

function isInteractive(element: Element, style: CSSStyleDeclaration): boolean {
  const tag = element.localName;
  if (tag === "html" || tag === "body") return false;
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
  return style.cursor === "pointer" && !inheritsPointer(element);
}

function inheritsPointer(element: Element): boolean {
  const parent = parentOf(element);
  return parent !== null && getComputedStyle(parent).cursor === "pointer";
}

function scrollShare(element: Element, style: CSSStyleDeclaration): ScrollShare | undefined {
  if (element === document.scrollingElement || element === document.body || element.clientHeight === 0)
    return undefined;
  if (!/auto|scroll|overlay/.test(style.overflowY) || element.scrollHeight <= element.clientHeight + 1)
    return undefined;
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return undefined;
  const pages = (pixels: number) => Math.round((pixels / element.clientHeight) * 10) / 10;
  return {
    above: pages(element.scrollTop),
    below: pages(element.scrollHeight - element.clientHeight - element.scrollTop),
  };
}

function attributesOf(element: Element): [string, string][] {
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
