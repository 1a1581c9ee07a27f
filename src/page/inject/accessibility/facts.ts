/** What is so of an element: role, name, value, states, box. It knows nothing of what is listed or printed. */

import type { ElementFacts } from "../../core/library.ts";
import type { ClickTarget } from "../../core/library-controls.ts";
import { boxOf, inViewport } from "../dom/boxes.ts";
import { idOf } from "../dom/ids.ts";
import { doc, plain } from "../dom/plain.ts";
import { squash, visibleText } from "../dom/text.ts";
import { closest } from "../dom/tree.ts";
import { isSecret } from "./field-kinds.ts";
import { ariaOf } from "./internals.ts";
import { spokenText } from "./names.ts";
import { explicitRole, isSummary, roleOf } from "./roles.ts";
import { calledOf } from "./spoken-name.ts";
import { traitsOf } from "./traits.ts";

function isTextControl(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
}

/** The value a person sees in a control. Passwords never. */
export function shownValue(raw: Element): string | undefined {
  const element = plain(raw);
  if (element instanceof HTMLInputElement) {
    if (/^(checkbox|radio|submit|reset|button|image)$/.test(element.type)) return undefined;
    if (element.type === "file") return [...(element.files ?? [])].map((file) => file.name).join(", ");
    return concealed(element, element.value);
  }
  if (element instanceof HTMLTextAreaElement) return concealed(element, element.value);
  if (element instanceof HTMLSelectElement)
    return [...element.selectedOptions].map((option) => squash(option.label)).join(", ");
  if (element instanceof HTMLElement && element.isContentEditable) return concealed(raw, squash(element.innerText));
  if (element instanceof HTMLProgressElement && !element.hasAttribute("value")) return undefined;
  if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement) return String(element.value);
  const said = ariaOf(raw, "valuetext") || ariaOf(raw, "valuenow");
  if (said !== null) return said;
  // A list or field made of boxes holds what is written in it.
  return /^(combobox|searchbox|textbox)$/.test(explicitRole(element) ?? "") ? spokenText(raw) : undefined;
}

/** A word that ARIA says of the element, its letters small. */
function wordOf(raw: Element, name: string): string | undefined {
  return ariaOf(raw, name)?.toLowerCase();
}

function concealed(field: Element, value: string): string {
  return value !== "" && isSecret(field) ? "•".repeat(8) : value;
}

/** By HTML, or by ARIA on the element or around it. */
export function isDisabled(raw: Element): boolean {
  const element = plain(raw);
  if (element.matches(":disabled")) return true;
  const by = closest(raw, (one) => ariaOf(one, "disabled") !== null);
  return by !== null && wordOf(by, "disabled") === "true";
}

/** The control that a label stands for, else the element itself. */
export function controlOf(element: Element): Element {
  return (element instanceof HTMLLabelElement && element.control) || element;
}

function statesOf(raw: Element): string[] {
  const element = plain(raw);
  const states: string[] = [];
  const aria = (name: string) => wordOf(raw, name);
  if (isDisabled(raw)) states.push("disabled");
  if (closest(raw, (one) => (plain(one) as HTMLElement).inert === true)) states.push("inert");
  const checked = checkedOf(raw);
  if (checked !== undefined && checked !== "false") states.push(checked === "mixed" ? "mixed" : "checked");
  if (element instanceof HTMLOptionElement ? element.selected : aria("selected") === "true") states.push("selected");
  if (aria("pressed") === "true" || aria("pressed") === "mixed") states.push("pressed");
  else if (aria("pressed") === "false") states.push("pressed=false");
  const expanded = expandedOf(element);
  if (expanded !== undefined) states.push(`expanded=${expanded}`);
  if (element.matches(":required") || aria("required") === "true") states.push("required");
  if (isReadonly(element)) states.push("readonly");
  if (isInvalid(element)) states.push("invalid");
  const current = aria("current");
  if (current && current !== "false") states.push("current");
  if (element instanceof HTMLMediaElement) states.push(element.paused ? "paused" : "playing");
  if (element instanceof HTMLImageElement && isBroken(element)) states.push("broken");
  const root = element.getRootNode() as Document | ShadowRoot;
  if (plain(root).activeElement === raw && raw !== doc.body) states.push("focused");
  return states;
}

/** A picture that did not load; one that is still on its way is not broken. */
function isBroken(image: HTMLImageElement): boolean {
  return image.complete && image.naturalWidth === 0 && image.currentSrc !== "";
}

/** `true`, `false` or `mixed` for what can be checked; undefined for the rest. */
export function checkedOf(raw: Element): "true" | "false" | "mixed" | undefined {
  const element = plain(controlOf(raw));
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
    return element.indeterminate ? "mixed" : element.checked ? "true" : "false";
  const role = explicitRole(element) ?? "";
  const checked = wordOf(element, "checked");
  if (checked === "mixed") return /^(menuitemradio|radio|switch)$/.test(role) ? "false" : "mixed";
  if (checked !== undefined) return checked === "true" ? "true" : "false";
  return /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(role) ? "false" : undefined;
}

function expandedOf(element: Element): string | undefined {
  if (element.localName === "summary" && isSummary(element))
    return String((element.parentElement as HTMLDetailsElement).open);
  const written = wordOf(element, "expanded");
  if (written === "true" || written === "false") return written;
  const popover = (element as HTMLButtonElement).popoverTargetElement;
  return popover ? String(popover.matches(":popover-open")) : undefined;
}

/** The kinds of inputs that know no read-only. */
const ALWAYS_WRITABLE = /^(button|checkbox|color|file|hidden|image|radio|range|reset|submit)$/;

function isReadonly(element: Element): boolean {
  if (wordOf(element, "readonly") === "true") return true;
  return isTextControl(element) && element.readOnly && !ALWAYS_WRITABLE.test(element.type);
}

/** As the author says, or as the browser found after a person has been at the field. */
function isInvalid(element: Element): boolean {
  const written = wordOf(element, "invalid");
  if (written) return written !== "false";
  return element.matches(":user-invalid");
}

/** The text node with which the caption begins that an element is called by. */
const captions = new WeakMap<Element, Text>();

export function captionNodeOf(element: Element): Text | undefined {
  return captions.get(element);
}

export function factsOf(element: Element): ElementFacts {
  const box = boxOf(element);
  const control = controlOf(element);
  const value = shownValue(element);
  const href = hrefOf(element);
  const isField = isTextControl(element) || element instanceof HTMLSelectElement;
  const text = isField ? "" : visibleText(element, 200);
  const { name, caption } = calledOf(element);
  if (caption) captions.set(element, caption);
  else captions.delete(element);
  const traits = name === "" ? traitsOf(element) : undefined;
  return {
    tag: plain(element).localName,
    role: roleOf(element),
    name,
    text,
    ...(traits ? { traits } : {}),
    ...(value === undefined ? {} : { value }),
    ...(href ? { href } : {}),
    ...(control instanceof HTMLInputElement ? { type: control.type } : {}),
    box,
    states: statesOf(element),
    inViewport: inViewport(box),
  };
}

/** The full address that a link leads to. */
function hrefOf(element: Element): string | undefined {
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) return element.href || undefined;
  if (element instanceof SVGAElement && element.href.baseVal) return new URL(element.href.baseVal, doc.baseURI).href;
  return undefined;
}

export function clickTargetOf(element: Element): ClickTarget {
  return { id: idOf(element), facts: factsOf(element) };
}
