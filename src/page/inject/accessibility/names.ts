/**
 * The accessible name of an element, after "Accessible Name and Description Computation 1.2": labelledby, embedded
 * control, label, the element's own (label, alt, legend, caption, title of a drawing), content, tooltip, placeholder.
 * It knows nothing of what is listed or shown.
 */

import { generated } from "../dom/generated.ts";
import { labelsOf } from "../dom/labelled.ts";
import { remembering } from "../dom/memory.ts";
import { plain } from "../dom/plain.ts";
import { squash } from "../dom/text.ts";
import { childrenOf, parentOf } from "../dom/tree.ts";
import { embeddedValue } from "./embedded.ts";
import { ariaOf } from "./internals.ts";
import { explicitRole, isEditingHost, roleOf } from "./roles.ts";

/** A name longer than this tells nothing more. */
const MOST = 200;

/** How many elements are looked at for one name: what holds thousands that say nothing has no name. */
const MOST_LOOKS = 2_000;

/** How deep in an element its name is looked for: the stack is not without end. */
const MOST_DEEP = 200;

/** Roles that are named by what they hold. */
export const NAMED_BY_CONTENT = new Set(
  (
    "button cell checkbox columnheader gridcell heading label link menuitem menuitemcheckbox menuitemradio option radio " +
    "row rowheader switch tab tooltip treeitem"
  ).split(" "),
);

/** Roles without a name by the rules: where one can be acted on, its text tells it, unless it has a tooltip. */
export const TOLD_BY_TEXT = new Set(
  (
    "caption code comment definition deletion emphasis generic insertion listitem mark none paragraph strong subscript " +
    "suggestion superscript term time"
  ).split(" "),
);

/** What opens inside an element does not name it. */
const APART = new Set("alertdialog dialog grid listbox menu menubar radiogroup tablist tree treegrid".split(" "));

export const nameOf = remembering((element: Element) => squash(named(element, outset())).slice(0, MOST));

/** What `aria-describedby` or `aria-description` says of an element. */
export function descriptionOf(raw: Element): string {
  const element = plain(raw);
  const parts = byIds(element, element.getAttribute("aria-describedby") ?? "").map((other) =>
    named(other, { ...outset(), depth: 1, referred: true, hidden: isUnseen(other) }),
  );
  return squash(parts.join(" ") || (element.getAttribute("aria-description") ?? "")).slice(0, MOST);
}

/** What an element holds, as a name would tell it. */
export function spokenText(element: Element): string {
  return squash(contentName(element, outset(), false)).slice(0, MOST);
}

function outset(): Way {
  return { depth: 0, referred: false, hidden: false, task: { path: new Set(), looks: MOST_LOOKS } };
}

interface Way {
  depth: number;
  /** Inside a name that another element refers to: references are followed once only. */
  referred: boolean;
  /** Inside what names another though it is hidden itself: then its hidden parts count. */
  hidden: boolean;
  task: {
    /** The elements that are being named, from the outermost. */
    path: Set<Element>;
    /** How many elements may still be looked at. */
    looks: number;
  };
}

function named(raw: Element, way: Way): string {
  const { path } = way.task;
  if (path.has(raw)) return "";
  path.add(raw);
  const name = way.depth > 0 ? partName(raw, way) : wholeName(raw, way);
  path.delete(raw);
  return name;
}

/** The name of the element that was asked for. */
function wholeName(raw: Element, way: Way): string {
  const element = plain(raw);
  const role = roleOf(element);
  const said = referredName(element, way) || labelOf(element) || (role === "none" ? "" : ownName(raw, element, way));
  if (said) return said;
  const title = element.getAttribute("title")?.trim() ?? "";
  // A field is named by others, never by what was typed into it.
  const isField = isEditingHost(element);
  if (TOLD_BY_TEXT.has(role) && !isField) return title || contentName(raw, way, false);
  return (
    (NAMED_BY_CONTENT.has(role) && !isField && spoken(contentName(raw, way, false))) ||
    title ||
    (element.getAttribute("placeholder") ?? element.getAttribute("aria-placeholder") ?? (isField ? hintOf(raw) : ""))
  );
}

/** What a style sheet writes into an empty editor, before its content or in its first line: `content: attr(data-placeholder)`. */
function hintOf(editor: Element): string {
  const first = plain(editor).firstElementChild;
  return squash(generated(editor, "::before") || (first ? generated(first, "::before") : ""));
}

/** What an element adds to the name of another. What stands in place of its content is set apart from the words around. */
function partName(raw: Element, way: Way): string {
  const element = plain(raw);
  const role = explicitRole(element);
  const referred = way.referred ? "" : referredName(element, way);
  if (referred) return ` ${referred} `;
  const value = embeddedValue(element, role, (one) => named(one, deeper(way)));
  if (value) return ` ${value} `;
  const said = labelOf(element) || (role === "none" ? "" : ownName(raw, element, way));
  if (said) return ` ${said} `;
  if (value !== undefined) return "";
  const content = spoken(contentName(raw, way, false));
  if (content) return content;
  const title = element.getAttribute("title")?.trim();
  return title ? ` ${title} ` : "";
}

function labelOf(element: Element): string | undefined {
  return ariaOf(element, "label")?.trim();
}

function spoken(text: string): string {
  return /\S/.test(text) ? text : "";
}

function deeper(way: Way): Way {
  return { ...way, depth: way.depth + 1 };
}

function referredName(element: Element, way: Way): string {
  const ids = element.getAttribute("aria-labelledby");
  if (!ids) return "";
  const { path } = way.task;
  const parts = byIds(element, ids).map((other) => {
    // An element may name itself along with others.
    const isSelf = path.delete(other);
    const name = named(other, { ...way, depth: 1, referred: true, hidden: isUnseen(other) });
    if (isSelf) path.add(other);
    return name;
  });
  return squash(parts.join(" "));
}

function byIds(element: Element, ids: string): Element[] {
  const root = plain(element.getRootNode() as Document | ShadowRoot | Element);
  if (!("getElementById" in root)) return [];
  return ids.split(/\s+/).flatMap((id) => (id && root.getElementById(id)) || []);
}

function isUnseen(raw: Element): boolean {
  const element = plain(raw);
  if (element.closest("[aria-hidden=true i]")) return true;
  if (element.checkVisibility({ visibilityProperty: true })) return false;
  // What has no box of its own is seen with what is around it.
  const around = getComputedStyle(raw).display === "contents" ? parentOf(raw) : null;
  return around === null || isUnseen(around);
}

/** What HTML itself names the element by. */
function ownName(raw: Element, element: Element, way: Way): string {
  const label = labelName(raw, way);
  if (label) return label;
  const tag = element.localName;
  if (tag === "input") return buttonName(element as HTMLInputElement);
  if (tag === "img" || tag === "area") return element.getAttribute("alt")?.trim() ?? "";
  if (tag === "optgroup" || tag === "option") return element.getAttribute("label")?.trim() ?? "";
  const inside = NAMING_CHILD[tag] ?? (raw instanceof SVGElement ? "title" : undefined);
  if (!inside) return "";
  for (const child of element.children) if (child.localName === inside) return squash(named(child, deeper(way)));
  return "";
}

function labelName(raw: Element, way: Way): string {
  if (way.depth > 1 || (way.depth === 1 && !way.referred)) return "";
  const names = labelsOf(raw).map((one) => named(one, { ...way, depth: 1, hidden: isUnseen(one) }));
  return squash(names.join(" "));
}

const NAMING_CHILD: Partial<Record<string, string>> = { fieldset: "legend", figure: "figcaption", table: "caption" };

function buttonName(input: HTMLInputElement): string {
  if (!/^(submit|reset|button|image)$/.test(input.type)) return "";
  const value = input.getAttribute("value");
  if (input.type === "image") return input.alt || value || input.getAttribute("title") || "Submit";
  return value ?? (input.type === "submit" ? "Submit" : input.type === "reset" ? "Reset" : "");
}

/** `isMute` where the element's own text is not to be seen, though something in it may be. */
function contentName(raw: Element, way: Way, isMute: boolean): string {
  let name = isMute ? "" : generated(raw, "::before");
  // What a closed <details> holds besides its summary is not shown.
  const isClosed = raw instanceof HTMLDetailsElement && !raw.open;
  for (const node of children(raw)) {
    if (name.length > MOST * 2) break;
    if (isClosed && !(node instanceof Element && node.localName === "summary")) continue;
    if (node instanceof Element) name += piece(node, way);
    else if (node instanceof Text && !isMute) name += node.data;
  }
  return isMute ? name : name + generated(raw, "::after");
}

function children(raw: Element): Iterable<Node> {
  const own = childrenOf(raw);
  const element = plain(raw);
  const owned = element.getAttribute("aria-owns");
  return owned ? [...own, ...byIds(element, owned).filter((one) => !element.contains(one))] : own;
}

function piece(raw: Element, way: Way): string {
  const element = plain(raw);
  if (NAMELESS.has(element.localName) || way.depth > MOST_DEEP || way.task.looks-- <= 0) return "";
  const style = getComputedStyle(raw);
  const isMute = !way.hidden && style.visibility !== "visible";
  if (!way.hidden && (style.display === "none" || isSilenced(element))) return "";
  const role = explicitRole(element) ?? "";
  if (isNamedApart(raw, role, way)) return "";
  const name = isMute ? contentName(raw, deeper(way), true) : named(raw, deeper(way));
  // Boxes of their own are words of their own.
  return style.display !== "inline" || element.localName === "br" ? ` ${name} ` : name;
}

/** True for a part that names itself and not what is around it. */
function isNamedApart(raw: Element, role: string, way: Way): boolean {
  if (APART.has(role)) return role !== "listbox" || way.depth >= 2;
  return role === "group" && explicitRole(parentOf(raw) ?? raw) === "treeitem";
}

const NAMELESS = new Set("script style noscript template title head desc metadata rt rp".split(" "));

/** Hidden from everyone but the eye. */
function isSilenced(element: Element): boolean {
  return element.hasAttribute("inert") || element.getAttribute("aria-hidden")?.toLowerCase() === "true";
}
