/** Why an element is listed: by what it is (a control, a canvas, media, what measures), by what it says it is, by who listens to it, or by the pointer it shows. */
import type { Reason } from "../dom/found.ts";
import { closestAround, plain } from "../dom/plain.ts";
import { isForScript, isReachable } from "../dom/reachable.ts";
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

/** Elements that the page listens to, as the browser told before this walk. */
export type Listening = ReadonlySet<Element>;

/** `beginsPointer`: the cursor is inherited, and only where it begins to be a pointer does it speak of the element. */
export function reasonOf(raw: Element, beginsPointer: boolean, listening: Listening): Reason | undefined {
  const element = plain(raw);
  const tag = element.localName;
  if (tag === "html" || tag === "body")
    return element instanceof HTMLBodyElement && element.isContentEditable ? "sure" : undefined;
  if (CONTROLS.has(tag)) return isUsableControl(element, tag) ? "sure" : undefined;
  if (listening.has(raw) || (tag === "summary" && isSummary(raw))) return "sure";
  if (isMadeSo(element, tag)) return "sure";
  if (!beginsPointer || tag === "option") return undefined;
  // The label of a control that is listed says nothing more.
  return controlOf(element) === element ? "pointer" : undefined;
}

function isUsableControl(element: Element, tag: string): boolean {
  const type = tag === "input" ? (element as HTMLInputElement).type : undefined;
  if (type === "hidden") return false;
  if (tag === "select" || type === "text") return !isOutOfUse(element as HTMLElement);
  return !isHelper(element);
}

/** True for a cross of its own element: within something that takes the pointer, it removes, clears or closes that. */
export function isCross(raw: Element): boolean {
  const element = plain(raw);
  return element.childElementCount === 0 && /^\s*[×✕✖✗⨯╳]\s*$/.test(element.textContent ?? "");
}

/** True for an element that an attribute, or the class of a custom element, makes a control. */
function isMadeSo(element: Element, tag: string): boolean {
  if (!element.hasAttributes() && !tag.includes("-")) return false;
  if (tag === "a" && (element.hasAttribute("href") || element.hasAttribute("xlink:href"))) return true;
  if (isWidget(element) || isEditingHost(element) || isDraggable(element)) return true;
  return element.hasAttribute("tabindex") && (element as HTMLElement).tabIndex >= 0;
}

/**
 * True for a field that nobody can see, press or come to by keys: what a widget keeps for forms in place of the one that it
 * replaced, and traps for programs.
 */
function isOutOfUse(field: HTMLElement): boolean {
  if (field.tabIndex >= 0) return false;
  return getComputedStyle(field).opacity === "0" || !isReachable(field);
}

/** A page's own place for an input method or for copying: nobody can write in it or come to it. */
function isHelper(element: Element): boolean {
  return element instanceof HTMLTextAreaElement && element.readOnly && isForScript(element);
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

/** True for an item in a box without a size: libraries keep such copies of their lists for screen readers alone. */
export function isCutAway(raw: Element): boolean {
  const element = plain(raw);
  if (!/^(option|treeitem)$/.test(explicitRole(element) ?? "") || element.hasAttribute("tabindex")) return false;
  const box = closestAround(element, "[role=listbox], [role=tree]");
  if (!box || (box.clientWidth > 0 && box.clientHeight > 0)) return false;
  return box.getClientRects().length > 0 && getComputedStyle(box).overflow !== "visible";
}

export function isFileInput(element: Element): element is HTMLInputElement {
  return element.localName === "input" && (element as HTMLInputElement).type === "file";
}
