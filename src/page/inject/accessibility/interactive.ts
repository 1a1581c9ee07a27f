/** Decides whether an element is listed: by its kind, its role, its listeners, or its mouse cursor. */
import type { Reason } from "../dom/found.ts";
import { closestAround, plain } from "../dom/plain.ts";
import { isPageHelper, isReachable } from "../dom/reachable.ts";
import { controlOf } from "./facts.ts";
import { explicitRole, FOCUSABLE_WIDGETS, isEditingHost, isSummary, WIDGET_ROLES } from "./roles.ts";

const CONTROLS = new Set([
  "button",
  "input",
  "select",
  "textarea",
  "audio",
  "video",
  "embed",
  "object",
  "area",
  "progress",
  "meter",
]);

/** Elements with event listeners, as the browser reported before this walk. */
export type Listening = ReadonlySet<Element>;

/** `beginsPointer`: the parent has another cursor. The cursor is inherited, so only its first element counts. */
export function reasonOf(raw: Element, beginsPointer: boolean, listening: Listening): Reason | undefined {
  const element = plain(raw);
  const tag = element.localName;
  if (tag === "html" || tag === "body")
    return element instanceof HTMLBodyElement && element.isContentEditable ? "sure" : undefined;
  if (CONTROLS.has(tag)) return isUsableControl(element, tag) ? "sure" : undefined;
  if (listening.has(raw) || (tag === "summary" && isSummary(raw))) return "sure";
  if (hasControlAttribute(element, tag)) return "sure";
  if (!beginsPointer || tag === "option") return undefined;
  // The label of a listed control adds nothing.
  return controlOf(element) === element ? "pointer" : undefined;
}

function isUsableControl(element: Element, tag: string): boolean {
  const type = tag === "input" ? (element as HTMLInputElement).type : undefined;
  if (type === "hidden") return false;
  if (tag === "select" || type === "text") return !isUnusable(element as HTMLElement);
  return !isHelper(element);
}

/** True for an element with only a cross as text. Inside a clickable element it removes, clears or closes that. */
export function isCross(raw: Element): boolean {
  const element = plain(raw);
  return element.childElementCount === 0 && /^\s*[×✕✖✗⨯╳]\s*$/.test(element.textContent ?? "");
}

/** True for an element that attributes, or the class of a custom element, make a control. */
function hasControlAttribute(element: Element, tag: string): boolean {
  if (!element.hasAttributes() && !tag.includes("-")) return false;
  if (tag === "a" && (element.hasAttribute("href") || element.hasAttribute("xlink:href"))) return true;
  if (isWidget(element) || isEditingHost(element) || isDraggable(element)) return true;
  return element.hasAttribute("tabindex") && (element as HTMLElement).tabIndex >= 0;
}

/** True for a field that people cannot see, click or focus: the original field that a widget replaced, or a trap for bots. */
function isUnusable(field: HTMLElement): boolean {
  if (field.tabIndex >= 0) return false;
  return getComputedStyle(field).opacity === "0" || !isReachable(field);
}

/** True for a helper of the page, for an input method or for copying, that people cannot write in or focus. */
function isHelper(element: Element): boolean {
  return element instanceof HTMLTextAreaElement && element.readOnly && isPageHelper(element);
}

function isWidget(element: Element): boolean {
  const role = explicitRole(element);
  if (role === undefined) return false;
  if (role === "progressbar" || role === "meter") return true;
  if (!WIDGET_ROLES.has(role)) return false;
  return !FOCUSABLE_WIDGETS.has(role) || element.hasAttribute("tabindex") || element.hasAttribute("aria-selected");
}

function isDraggable(element: Element): boolean {
  return element.getAttribute("draggable") === "true";
}

/** True for an item in a box without a size: some libraries keep a copy of a list for screen readers. */
export function isInEmptyList(raw: Element): boolean {
  const element = plain(raw);
  if (!/^(option|treeitem)$/.test(explicitRole(element) ?? "") || element.hasAttribute("tabindex")) return false;
  const box = closestAround(element, "[role=listbox], [role=tree]");
  if (!box || (box.clientWidth > 0 && box.clientHeight > 0)) return false;
  return box.getClientRects().length > 0 && getComputedStyle(box).overflow !== "visible";
}

export function isFileInput(element: Element): element is HTMLInputElement {
  return element.localName === "input" && (element as HTMLInputElement).type === "file";
}
