/** Reads one element: its value, its styles, its states. */
import type { ElementStates, FieldValue, ListOption, Styles } from "../../core/library.ts";
import { checkedOf, isDisabled, shownValue } from "../accessibility/facts.ts";
import { fieldOf, isSecret, kindOf } from "../accessibility/field-kinds.ts";
import { ariaOf } from "../accessibility/internals.ts";
import { isVisible } from "../dom/boxes.ts";
import { linesOf } from "../dom/lines.ts";
import { doc, plain } from "../dom/plain.ts";
import { squash } from "../dom/text.ts";
import { elementOf } from "../identity/registry.ts";
import { displayedText } from "./read-back.ts";

/** The computed values of CSS properties; `unknown` is the first name that is not a property. */
export function styles(id: number, properties: string[]): Styles | null {
  const element = elementOf(id);
  if (!element) return null;
  const style = getComputedStyle(element);
  const found: [string, string][] = [];
  for (const property of properties) {
    if (!property.startsWith("--") && !CSS.supports(property, "initial")) return { unknown: property };
    found.push([property, style.getPropertyValue(property)]);
  }
  return { styles: Object.fromEntries(found) };
}

/** The value of any kind of field; null for an element without a value. Secrets are masked. */
export function elementValue(id: number): { held: FieldValue | null } | null {
  const listed = elementOf(id);
  return listed ? { held: fieldValueOf(fieldOf(listed)) } : null;
}

const VALUE_ELEMENTS = [HTMLTextAreaElement, HTMLSelectElement, HTMLOptionElement, HTMLOutputElement];

function fieldValueOf(element: Element): FieldValue | null {
  if (isSecret(element)) return { value: shownValue(element) ?? "" };
  if (element instanceof HTMLInputElement) return inputValue(element);
  if (element instanceof HTMLSelectElement && element.multiple)
    return { value: [...element.selectedOptions].map(({ value }) => value) };
  if (element instanceof HTMLProgressElement)
    return { value: element.hasAttribute("value") ? String(element.value) : "", max: String(element.max) };
  if (element instanceof HTMLMeterElement) return { value: String(element.value), max: String(element.max) };
  if (VALUE_ELEMENTS.some((kind) => element instanceof kind)) return { value: (element as HTMLTextAreaElement).value };
  if (element instanceof HTMLElement && plain(element).isContentEditable) return { value: linesOf(element) };
  const checked = checkedOf(element);
  if (checked !== undefined) return { value: checked, checked: checked === "true" };
  const value = kindOf(element) === "keys" ? displayedText(element) : shownValue(element);
  return value === undefined ? null : { value };
}

function inputValue(input: HTMLInputElement): FieldValue {
  if (input.type === "file") {
    const names = [...(input.files ?? [])].map(({ name }) => name);
    return { value: input.multiple ? names : (names[0] ?? "") };
  }
  if (/^(checkbox|radio)$/.test(input.type)) return { value: input.value, checked: input.checked };
  return { value: input.value };
}

const TYPED = /^(text|search|tel|url|email|password|number|date|time|datetime-local|month|week)$/;

export function statesOf(id: number): ElementStates | null {
  const listed = elementOf(id);
  if (!listed) return null;
  const field = fieldOf(listed);
  const enabled = !isDisabled(listed) && !isDisabled(field);
  const isField =
    field instanceof HTMLInputElement
      ? TYPED.test(field.type)
      : field instanceof HTMLTextAreaElement || (field instanceof HTMLElement && plain(field).isContentEditable);
  const isReadonly = (plain(field) as HTMLInputElement).readOnly === true || ariaOf(field, "readonly") === "true";
  const root = plain(plain(listed).getRootNode() as Document | ShadowRoot);
  return {
    visible: isVisible(listed),
    enabled,
    editable: isField && enabled && !isReadonly,
    checked: checkedOf(listed) ?? checkedOf(field) ?? null,
    focused: root.activeElement === listed && listed !== doc.body,
  };
}

/** The options of a native list, a datalist, or a widget with roles; null for another element. */
export function optionsOf(id: number): { options: ListOption[] | null } | null {
  const listed = elementOf(id);
  if (!listed) return null;
  const element = fieldOf(listed);
  if (element instanceof HTMLSelectElement) return { options: [...element.options].map(nativeOption) };
  if (element instanceof HTMLInputElement && element.list)
    return { options: [...element.list.querySelectorAll("option")].map(nativeOption) };
  const roles = widgetOptions([plain(listed), plain(element)]);
  return { options: roles.length > 0 || plain(listed).getAttribute("role") === "listbox" ? roles : null };
}

function nativeOption(option: HTMLOptionElement): ListOption {
  const group = option.parentElement instanceof HTMLOptGroupElement ? option.parentElement : undefined;
  return {
    value: option.value,
    label: squash(option.label),
    selected: option.selected,
    disabled: option.disabled || group?.disabled === true,
    ...(group ? { group: squash(group.label) } : {}),
  };
}

/** Options inside a widget or in the lists that it references. */
function widgetOptions(widgets: Element[]): ListOption[] {
  const found = widgets.flatMap((widget) => {
    const root = plain(widget.getRootNode() as Document | ShadowRoot);
    const ids = ["aria-controls", "aria-owns"].flatMap((name) => (widget.getAttribute(name) ?? "").split(/\s+/));
    const lists = ids.flatMap((id) => (id && root.getElementById(id)) || []);
    return [widget, ...lists].flatMap((list) => [...plain(list).querySelectorAll("[role=option]")]);
  });
  return [...new Set(found)].map((option) => {
    const label = squash(option.textContent ?? "");
    return {
      value: option.getAttribute("data-value") ?? label,
      label: option.getAttribute("aria-label") ?? label,
      selected: option.getAttribute("aria-selected") === "true" || option.getAttribute("aria-checked") === "true",
      disabled: isDisabled(option),
    };
  });
}
