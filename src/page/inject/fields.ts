/** Fields: readied for typing, set where nobody types, read back; options of lists; file inputs. */
import type { FieldAnswer, FieldKind, PageLibrary, SelectAnswer } from "../library.ts";
import { factsOf, isDisabled, shownValue } from "./facts.ts";
import { doc, plain } from "./plain.ts";
import { elementOf, idOf } from "./registry.ts";
import { squash } from "./text.ts";

/** Inputs whose value is chosen, not typed. */
const VALUE_TYPES = /^(date|time|datetime-local|month|week|color|range)$/;
const NO_FIELD = /^(submit|reset|button|image|hidden)$/;

function kindOf(raw: Element): FieldKind {
  const element = plain(raw);
  if (element instanceof HTMLTextAreaElement) return "text";
  if (element instanceof HTMLSelectElement) return "select";
  if (element instanceof HTMLInputElement) {
    if (element.type === "file") return "file";
    if (/^(checkbox|radio)$/.test(element.type)) return "check";
    if (NO_FIELD.test(element.type)) return "none";
    return VALUE_TYPES.test(element.type) ? "value" : "text";
  }
  return element instanceof HTMLElement && element.isContentEditable ? "editable" : "none";
}

/** An element that holds the field: wrappers and labels are often what is listed. */
export function fieldOf(element: Element): Element {
  if (kindOf(element) !== "none") return element;
  if (element instanceof HTMLLabelElement && element.control) return element.control;
  const inside = plain(element).querySelectorAll("input:not([type=hidden]), textarea, [contenteditable]");
  return inside.length === 1 && inside[0] ? inside[0] : element;
}

export function beginInput(id: number, text: string): FieldAnswer {
  const listed = elementOf(id);
  if (!listed) return { ok: false, reason: "gone" };
  const element = fieldOf(listed);
  const kind = kindOf(element);
  if (kind === "none" || kind === "file" || kind === "check" || kind === "select") {
    return { ok: false, reason: "kind", facts: factsOf(element), detail: kind };
  }
  if (isDisabled(element)) return { ok: false, reason: "disabled", facts: factsOf(element) };
  if ((element as HTMLInputElement).readOnly === true)
    return { ok: false, reason: "readonly", facts: factsOf(element) };
  const type = element instanceof HTMLInputElement ? element.type : element.localName;
  if (kind === "value") {
    const refused = setValue(element as HTMLInputElement, text);
    if (refused) return { ok: false, reason: "value", facts: factsOf(element), detail: refused };
  } else {
    if (type === "number" && text.trim() !== "" && !/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text.trim())) {
      return { ok: false, reason: "value", facts: factsOf(element), detail: "it holds numbers" };
    }
    focusAll(element as HTMLElement);
  }
  return { ok: true, kind, type, value: shownValue(element) ?? "" };
}

/** Sets a chosen value as the control itself would, or says what the control takes. */
function setValue(input: HTMLInputElement, text: string): string | undefined {
  const probe = doc.createElement("input");
  for (const name of ["type", "min", "max", "step"]) {
    const value = input.getAttribute(name);
    if (value !== null) probe.setAttribute(name, value);
  }
  probe.value = text;
  const numeric =
    input.type === "range" ? Number(probe.value) !== Number(text) : probe.value.toLowerCase() !== text.toLowerCase();
  if (numeric) return FORMATS[input.type] ?? "it holds another kind of value";
  if (input.value === probe.value) return undefined;
  input.focus();
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  native?.set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return undefined;
}

const FORMATS: Record<string, string> = {
  date: "it holds a date like 2026-01-31",
  time: "it holds a time like 13:45",
  "datetime-local": "it holds a date and time like 2026-01-31T13:45",
  month: "it holds a month like 2026-01",
  week: "it holds a week like 2026-W05",
  color: "it holds a colour like #1e90ff",
  range: "it holds a number within its bounds",
};

/** Focus, with everything selected: what is typed next replaces it. */
function focusAll(element: HTMLElement): void {
  element.focus();
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.select();
    return;
  }
  const selection = getSelection();
  const range = doc.createRange();
  range.selectNodeContents(element);
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** What the field holds now. A password's true text is handed to our own comparison, never printed. */
export function fieldValue(id: number): string | null {
  const listed = elementOf(id);
  if (!listed) return null;
  const element = fieldOf(listed);
  if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  )
    return element.value;
  if (element instanceof HTMLElement && element.isContentEditable) return element.innerText.replace(/\n$/, "");
  const value = shownValue(element);
  return value ?? null;
}

export function select(id: number, wanted: string): SelectAnswer {
  const listed = elementOf(id);
  if (!listed) return { ok: false, reason: "gone" };
  const element = listed instanceof HTMLLabelElement && listed.control ? listed.control : listed;
  if (!(element instanceof HTMLSelectElement)) return { ok: false, reason: "kind", facts: factsOf(element) };
  if (isDisabled(element)) return { ok: false, reason: "disabled", facts: factsOf(element) };
  const options = [...element.options];
  const same = (text: string) => squash(text).toLowerCase() === squash(wanted).toLowerCase();
  const found =
    options.find((option) => option.value === wanted) ??
    options.find((option) => squash(option.label) === squash(wanted)) ??
    options.find((option) => same(option.value) || same(option.label));
  if (!found)
    return {
      ok: false,
      reason: "missing",
      facts: factsOf(element),
      options: options.map((option) => squash(option.label)),
    };
  if (found.disabled || found.closest("optgroup[disabled]"))
    return { ok: false, reason: "option_disabled", facts: factsOf(element) };
  const changed = element.multiple ? !found.selected : element.value !== found.value || !found.selected;
  element.focus();
  if (changed) {
    if (!element.multiple) element.selectedIndex = found.index;
    found.selected = true;
    element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return { ok: true, selected: squash(found.label), value: found.value, changed };
}

export function fileInput(id: number): ReturnType<PageLibrary["fileInput"]> {
  const listed = elementOf(id);
  if (!listed) return { ok: false, reason: "gone", inputs: [] };
  const element = inputFor(listed);
  if (!element) {
    const inputs = [...doc.querySelectorAll("input[type=file]")].map(idOf);
    return { ok: false, reason: "kind", inputs };
  }
  if (isDisabled(element)) return { ok: false, reason: "disabled", inputs: [] };
  return {
    ok: true,
    multiple: element.multiple,
    accept: element.accept,
  };
}

/** The file input itself, the one of a label, or the only one inside: never one somewhere near. */
export function inputFor(element: Element): HTMLInputElement | undefined {
  const isFile = (one: Element | null): one is HTMLInputElement =>
    one instanceof HTMLInputElement && one.type === "file";
  if (isFile(element)) return element;
  if (element instanceof HTMLLabelElement && isFile(element.control)) return element.control;
  const inside = plain(element).querySelectorAll("input[type=file]");
  return inside.length === 1 && isFile(inside[0] ?? null) ? (inside[0] as HTMLInputElement) : undefined;
}
