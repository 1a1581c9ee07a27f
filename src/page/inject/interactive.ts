/** Why an element is listed: by what it is, by what it says it is, by who listens to it, or by the pointer it shows. */
import { controlOf } from "./facts.ts";
import { plain } from "./plain.ts";
import { explicitRole, FOCUSABLE_WIDGETS, isEditingHost, WIDGET_ROLES } from "./roles.ts";

const CONTROLS = new Set(["button", "input", "select", "textarea", "audio", "video", "embed", "object", "area"]);

const HANDLERS = [
  "onclick",
  "onmousedown",
  "onmouseup",
  "onpointerdown",
  "onpointerup",
  "ontouchstart",
  "ontouchend",
  "ondblclick",
  "oncontextmenu",
  "onmouseenter",
  "onmouseover",
  "onkeydown",
];

/**
 * - `sure`: it is made to be acted on, or something listens to it
 * - `pointer`: only the mouse pointer says so; what is inside may say it better
 */
export type Reason = "sure" | "pointer";

/** Elements that the page listens to, as the browser told before this walk. */
export type Listening = ReadonlySet<Element>;

export function reasonOf(
  raw: Element,
  style: CSSStyleDeclaration,
  hasPointerAround: boolean,
  listening: Listening,
): Reason | undefined {
  const element = plain(raw);
  const tag = element.localName;
  if (tag === "html" || tag === "body")
    return element instanceof HTMLBodyElement && isEditingHost(element) ? "sure" : undefined;
  if (element instanceof HTMLInputElement) return element.type === "hidden" ? undefined : "sure";
  if (CONTROLS.has(tag)) return isInert(element) ? undefined : "sure";
  if (tag === "summary" && element.parentElement?.localName === "details") return "sure";
  if (tag === "a" && (element.hasAttribute("href") || element.hasAttribute("xlink:href"))) return "sure";
  if (listening.has(raw) || isWidget(element) || isEditingHost(element) || isDraggable(element)) return "sure";
  if (HANDLERS.some((name) => element.hasAttribute(name))) return "sure";
  if (element.hasAttribute("tabindex") && (element as HTMLElement).tabIndex >= 0) return "sure";
  // The pointer cursor is inherited: only where it begins does it speak of this element.
  if (style.cursor !== "pointer" || hasPointerAround || tag === "option") return undefined;
  // The label of a control that is listed says nothing more.
  return controlOf(element) === element ? "pointer" : undefined;
}

/** Pictures and documents that are only embedded; media without controls. */
function isInert(element: Element): boolean {
  if (element instanceof HTMLObjectElement || element.localName === "embed") return !element.hasAttribute("tabindex");
  return false;
}

function isWidget(element: Element): boolean {
  const role = explicitRole(element);
  if (role === undefined || !WIDGET_ROLES.has(role)) return false;
  return !FOCUSABLE_WIDGETS.has(role) || element.hasAttribute("tabindex") || element.hasAttribute("aria-selected");
}

function isDraggable(element: Element): boolean {
  return element.getAttribute("draggable") === "true";
}

export function isFileInput(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === "file";
}
