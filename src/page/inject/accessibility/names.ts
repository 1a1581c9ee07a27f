/**
 * The accessible name of an element, by "Accessible Name and Description Computation 1.2": labelledby, embedded control,
 * label, the element's own (label, alt, legend, caption, title of a drawing), content, tooltip, placeholder.
 */

import { cached } from "../dom/cache.ts";
import { generated } from "../dom/generated.ts";
import { labelsOf } from "../dom/labels.ts";
import { plain } from "../dom/plain.ts";
import { squash } from "../dom/text.ts";
import { childrenOf, parentOf } from "../dom/tree.ts";
import { embeddedValue } from "./embedded.ts";
import { ariaOf } from "./internals.ts";
import { explicitRole, isEditingHost, roleOf } from "./roles.ts";

/** Maximum length of a name. */
const MAX_NAME = 200;

/** Maximum number of elements to read for one name. */
const MAX_ELEMENTS = 2_000;

/** Maximum depth of the recursion, because the stack is limited. */
const MAX_DEPTH = 200;

/** Roles that are named by their content. */
export const NAMED_BY_CONTENT = new Set(
  (
    "button cell checkbox columnheader gridcell heading label link menuitem menuitemcheckbox menuitemradio option radio " +
    "row rowheader switch tab tooltip treeitem"
  ).split(" "),
);

/** Roles that ARIA does not allow to be named. A clickable element with one is described by its tooltip or text. */
export const DESCRIBED_BY_TEXT = new Set(
  (
    "caption code comment definition deletion emphasis generic insertion listitem mark none paragraph strong subscript " +
    "suggestion superscript term time"
  ).split(" "),
);

/** Popups inside an element are not part of its name. */
const POPUP_ROLES = new Set("alertdialog dialog grid listbox menu menubar radiogroup tablist tree treegrid".split(" "));

export const nameOf = cached((element: Element) => squash(named(element, initialContext())).slice(0, MAX_NAME));

/** The text of `aria-describedby` or `aria-description`. */
export function descriptionOf(raw: Element): string {
  const element = plain(raw);
  const parts = byIds(element, element.getAttribute("aria-describedby") ?? "").map((other) =>
    named(other, { ...initialContext(), depth: 1, referred: true, hidden: isHidden(other) }),
  );
  return squash(parts.join(" ") || (element.getAttribute("aria-description") ?? "")).slice(0, MAX_NAME);
}

/** The content of an element in the form of a name. */
export function spokenText(element: Element): string {
  return squash(contentName(element, initialContext(), false)).slice(0, MAX_NAME);
}

function initialContext(): Context {
  return { depth: 0, referred: false, hidden: false, task: { path: new Set(), remaining: MAX_ELEMENTS } };
}

interface Context {
  depth: number;
  /** Inside a name that another element references. Such references are followed only once. */
  referred: boolean;
  /** Inside a hidden element that names another one. Its hidden parts then count. */
  hidden: boolean;
  task: {
    /** The elements whose names are being computed, outermost first. */
    path: Set<Element>;
    /** How many more elements may be read. */
    remaining: number;
  };
}

function named(raw: Element, context: Context): string {
  const { path } = context.task;
  if (path.has(raw)) return "";
  path.add(raw);
  const name = context.depth > 0 ? partName(raw, context) : fullName(raw, context);
  path.delete(raw);
  return name;
}

/** The name of the requested element. */
function fullName(raw: Element, context: Context): string {
  const element = plain(raw);
  const role = roleOf(element);
  const explicit =
    referredName(element, context) || labelOf(element) || (role === "none" ? "" : ownName(raw, element, context));
  if (explicit) return explicit;
  const title = element.getAttribute("title")?.trim() ?? "";
  // A field is never named by its value.
  const isField = isEditingHost(element);
  if (DESCRIBED_BY_TEXT.has(role) && !isField) return title || contentName(raw, context, false);
  return (
    (NAMED_BY_CONTENT.has(role) && !isField && spoken(contentName(raw, context, false))) ||
    title ||
    (element.getAttribute("placeholder") ??
      element.getAttribute("aria-placeholder") ??
      (isField ? placeholderOf(raw) : ""))
  );
}

/** The placeholder that a style sheet writes into an empty editor, before it or in its first line. */
function placeholderOf(editor: Element): string {
  const first = plain(editor).firstElementChild;
  return squash(generated(editor, "::before") || (first ? generated(first, "::before") : ""));
}

/** The contribution of an element to the name of another. Replacements of the content are surrounded by spaces. */
function partName(raw: Element, context: Context): string {
  const element = plain(raw);
  const role = explicitRole(element);
  const referred = context.referred ? "" : referredName(element, context);
  if (referred) return ` ${referred} `;
  const value = embeddedValue(element, role, (one) => named(one, deeper(context)));
  if (value) return ` ${value} `;
  const explicit = labelOf(element) || (role === "none" ? "" : ownName(raw, element, context));
  if (explicit) return ` ${explicit} `;
  if (value !== undefined) return "";
  const content = spoken(contentName(raw, context, false));
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

function deeper(context: Context): Context {
  return { ...context, depth: context.depth + 1 };
}

function referredName(element: Element, context: Context): string {
  const ids = element.getAttribute("aria-labelledby");
  if (!ids) return "";
  const { path } = context.task;
  const parts = byIds(element, ids).map((other) => {
    // An element may reference itself along with others.
    const isSelf = path.delete(other);
    const name = named(other, { ...context, depth: 1, referred: true, hidden: isHidden(other) });
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

function isHidden(raw: Element): boolean {
  const element = plain(raw);
  if (element.closest("[aria-hidden=true i]")) return true;
  if (element.checkVisibility({ visibilityProperty: true })) return false;
  // An element without a box of its own is as visible as its parent.
  const around = getComputedStyle(raw).display === "contents" ? parentOf(raw) : null;
  return around === null || isHidden(around);
}

/** The name that HTML gives the element. */
function ownName(raw: Element, element: Element, context: Context): string {
  const label = labelName(raw, context);
  if (label) return label;
  const tag = element.localName;
  if (tag === "input") return buttonName(element as HTMLInputElement);
  if (tag === "img" || tag === "area") return element.getAttribute("alt")?.trim() ?? "";
  if (tag === "optgroup" || tag === "option") return element.getAttribute("label")?.trim() ?? "";
  const inside = NAMING_CHILD[tag] ?? (raw instanceof SVGElement ? "title" : undefined);
  if (!inside) return "";
  for (const child of element.children) if (child.localName === inside) return squash(named(child, deeper(context)));
  return "";
}

function labelName(raw: Element, context: Context): string {
  if (context.depth > 1 || (context.depth === 1 && !context.referred)) return "";
  const names = labelsOf(raw).map((one) => named(one, { ...context, depth: 1, hidden: isHidden(one) }));
  return squash(names.join(" "));
}

const NAMING_CHILD: Partial<Record<string, string>> = { fieldset: "legend", figure: "figcaption", table: "caption" };

function buttonName(input: HTMLInputElement): string {
  if (!/^(submit|reset|button|image)$/.test(input.type)) return "";
  const value = input.getAttribute("value");
  if (input.type === "image") return input.alt || value || input.getAttribute("title") || "Submit";
  return value ?? (input.type === "submit" ? "Submit" : input.type === "reset" ? "Reset" : "");
}

/** The name from content. `isHiddenText`: the element's own text is hidden, but its descendants may be visible. */
function contentName(raw: Element, context: Context, isHiddenText: boolean): string {
  let name = isHiddenText ? "" : generated(raw, "::before");
  // A closed <details> shows only its summary.
  const isClosed = raw instanceof HTMLDetailsElement && !raw.open;
  for (const node of children(raw)) {
    if (name.length > MAX_NAME * 2) break;
    if (isClosed && !(node instanceof Element && node.localName === "summary")) continue;
    if (node instanceof Element) name += partOf(node, context);
    else if (node instanceof Text && !isHiddenText) name += node.data;
  }
  return isHiddenText ? name : name + generated(raw, "::after");
}

function children(raw: Element): Iterable<Node> {
  const own = childrenOf(raw);
  const element = plain(raw);
  const owned = element.getAttribute("aria-owns");
  return owned ? [...own, ...byIds(element, owned).filter((one) => !element.contains(one))] : own;
}

function partOf(raw: Element, context: Context): string {
  const element = plain(raw);
  if (UNNAMED_TAGS.has(element.localName) || context.depth > MAX_DEPTH || context.task.remaining-- <= 0) return "";
  const style = getComputedStyle(raw);
  const isHiddenText = !context.hidden && style.visibility !== "visible";
  if (!context.hidden && (style.display === "none" || isHiddenFromTree(element))) return "";
  const role = explicitRole(element) ?? "";
  if (isNamedSeparately(raw, role, context)) return "";
  const name = isHiddenText ? contentName(raw, deeper(context), true) : named(raw, deeper(context));
  // A box of its own is a separate word.
  return style.display !== "inline" || element.localName === "br" ? ` ${name} ` : name;
}

/** True for a part that has a name of its own and does not contribute to that of its parent. */
function isNamedSeparately(raw: Element, role: string, context: Context): boolean {
  if (POPUP_ROLES.has(role)) return role !== "listbox" || context.depth >= 2;
  return role === "group" && explicitRole(parentOf(raw) ?? raw) === "treeitem";
}

const UNNAMED_TAGS = new Set("script style noscript template title head desc metadata rt rp".split(" "));

/** Hidden from the accessibility tree. */
function isHiddenFromTree(element: Element): boolean {
  return element.hasAttribute("inert") || element.getAttribute("aria-hidden")?.toLowerCase() === "true";
}
