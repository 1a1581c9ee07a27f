/** Facts about an element: role, name, value, states, box. */

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
import { spokenNameOf } from "./spoken-name.ts";
import { traitsOf } from "./traits.ts";

function isTextControl(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
}

/** The visible value of a control. Secrets are masked. */
export function shownValue(raw: Element): string | undefined {
  const element = plain(raw);
  if (element instanceof HTMLInputElement) return inputValue(element);
  if (element instanceof HTMLTextAreaElement) return masked(element, element.value);
  if (element instanceof HTMLSelectElement)
    return [...element.selectedOptions].map((option) => squash(option.label)).join(", ");
  if (element instanceof HTMLElement && element.isContentEditable) return masked(raw, squash(element.innerText));
  if (element instanceof HTMLProgressElement && !element.hasAttribute("value")) return undefined;
  if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement) return String(element.value);
  const ariaValue = ariaOf(raw, "valuetext") || ariaOf(raw, "valuenow");
  if (ariaValue !== null) return ariaValue;
  // A custom list or field shows its value as text.
  return /^(combobox|searchbox|textbox)$/.test(explicitRole(element) ?? "") ? spokenText(raw) : undefined;
}

function inputValue(input: HTMLInputElement): string | undefined {
  if (/^(checkbox|radio|submit|reset|button|image)$/.test(input.type)) return undefined;
  if (input.type === "file") return [...(input.files ?? [])].map((file) => file.name).join(", ");
  return masked(input, input.value);
}

/** An ARIA attribute in lower case. */
function ariaWord(raw: Element, name: string): string | undefined {
  return ariaOf(raw, name)?.toLowerCase();
}

function masked(field: Element, value: string): string {
  return value !== "" && isSecret(field) ? "•".repeat(8) : value;
}

/** Disabled by HTML, or by ARIA on the element or an ancestor. */
export function isDisabled(raw: Element): boolean {
  const element = plain(raw);
  if (element.matches(":disabled")) return true;
  const by = closest(raw, (one) => ariaOf(one, "disabled") !== null);
  return by !== null && ariaWord(by, "disabled") === "true";
}

/** The control of a label, else the element itself. */
export function controlOf(element: Element): Element {
  return (element instanceof HTMLLabelElement && element.control) || element;
}

/** The states of an element as words, in the order of output. */
function statesOf(raw: Element): string[] {
  const element = plain(raw);
  const aria = (name: string) => ariaWord(raw, name);
  const isSelected = element instanceof HTMLOptionElement ? element.selected : aria("selected") === "true";
  const expanded = expandedOf(element);
  const current = aria("current");
  const states = [
    isDisabled(raw) && "disabled",
    closest(raw, (one) => (plain(one) as HTMLElement).inert === true) && "inert",
    CHECKED_STATES[checkedOf(raw) ?? "false"],
    isSelected && "selected",
    pressedState(aria("pressed")),
    expanded !== undefined && `expanded=${expanded}`,
    (element.matches(":required") || aria("required") === "true") && "required",
    isReadonly(element) && "readonly",
    isInvalid(element) && "invalid",
    current && current !== "false" && "current",
    mediaState(element),
    isFocused(raw, element) && "focused",
  ];
  return states.filter((state): state is string => Boolean(state));
}

const CHECKED_STATES: Readonly<Record<string, string | undefined>> = { true: "checked", mixed: "mixed" };

function pressedState(pressed: string | undefined): string | undefined {
  if (pressed === "true" || pressed === "mixed") return "pressed";
  return pressed === "false" ? "pressed=false" : undefined;
}

function mediaState(element: Element): string | undefined {
  if (element instanceof HTMLMediaElement) return element.paused ? "paused" : "playing";
  return element instanceof HTMLImageElement && isBroken(element) ? "broken" : undefined;
}

function isFocused(raw: Element, element: Element): boolean {
  const root = element.getRootNode() as Document | ShadowRoot;
  return plain(root).activeElement === raw && raw !== doc.body;
}

/** An image that failed to load. A loading image is not broken. */
function isBroken(image: HTMLImageElement): boolean {
  return image.complete && image.naturalWidth === 0 && image.currentSrc !== "";
}

/** `true`, `false` or `mixed` for a checkable element; undefined for others. */
export function checkedOf(raw: Element): "true" | "false" | "mixed" | undefined {
  const element = plain(controlOf(raw));
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
    return element.indeterminate ? "mixed" : element.checked ? "true" : "false";
  const role = explicitRole(element) ?? "";
  const checked = ariaWord(element, "checked");
  if (checked === "mixed") return /^(menuitemradio|radio|switch)$/.test(role) ? "false" : "mixed";
  if (checked !== undefined) return checked === "true" ? "true" : "false";
  return /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(role) ? "false" : undefined;
}

function expandedOf(element: Element): string | undefined {
  if (element.localName === "summary" && isSummary(element))
    return String((element.parentElement as HTMLDetailsElement).open);
  const explicit = ariaWord(element, "expanded");
  if (explicit === "true" || explicit === "false") return explicit;
  const popover = (element as HTMLButtonElement).popoverTargetElement;
  return popover ? String(popover.matches(":popover-open")) : undefined;
}

/** Input types without a read-only state. */
const ALWAYS_WRITABLE = /^(button|checkbox|color|file|hidden|image|radio|range|reset|submit)$/;

function isReadonly(element: Element): boolean {
  if (ariaWord(element, "readonly") === "true") return true;
  return isTextControl(element) && element.readOnly && !ALWAYS_WRITABLE.test(element.type);
}

/** Invalid by ARIA, or by the browser's validation after user input. */
function isInvalid(element: Element): boolean {
  const explicit = ariaWord(element, "invalid");
  if (explicit) return explicit !== "false";
  return element.matches(":user-invalid");
}

/** The first text node of the caption that names an element. */
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
  const { name, caption } = spokenNameOf(element);
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

/** The absolute URL of a link. */
function hrefOf(element: Element): string | undefined {
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) return element.href || undefined;
  if (element instanceof SVGAElement && element.href.baseVal) return new URL(element.href.baseVal, doc.baseURI).href;
  return undefined;
}

export function clickTargetOf(element: Element): ClickTarget {
  return { id: idOf(element), facts: factsOf(element) };
}
