/** Fields that text goes into: found, readied for typing, and read back. Types nothing itself. */
import type { FieldEntered, FieldHeld, FieldReady, FocusAnswer, Refusal } from "../controls.ts";
import { factsOf, isDisabled, isVisible, shownValue, squash, visibleText } from "./facts.ts";
import { doc, plain } from "./plain.ts";
import { elementOf } from "./registry.ts";
import { focused, inside, isReachable, shownFor, spotOf } from "./spot.ts";
import { contains } from "./tree.ts";
import { until } from "./until.ts";
import { isChosen, setChosen, valueFor } from "./values.ts";

/** `keys` is a widget that takes keys without being a field: only its role tells. */
type Kind = "text" | "chosen" | "editable" | "keys" | "file" | "check" | "select" | "none";

const NO_FIELD = /^(submit|reset|button|image|hidden)$/;
const DOTS = "•".repeat(8);

/** Fields whose last text was a secret, and what fields held before a text was appended. */
const secrets = new WeakSet<Element>();
const before = new WeakMap<Element, string>();

function kindOf(raw: Element): Kind {
  const element = plain(raw);
  if (element instanceof HTMLTextAreaElement) return "text";
  if (element instanceof HTMLSelectElement) return "select";
  if (element instanceof HTMLInputElement) {
    if (element.type === "file") return "file";
    if (/^(checkbox|radio)$/.test(element.type)) return "check";
    if (NO_FIELD.test(element.type)) return "none";
    return isChosen(element) ? "chosen" : "text";
  }
  if (element instanceof HTMLElement && element.isContentEditable) return "editable";
  if ((element as { editContext?: unknown }).editContext) return "keys";
  return "none";
}

function isTyped(element: Element): boolean {
  return /^(text|chosen|editable|keys)$/.test(kindOf(element));
}

/** The field that a listed element stands for: itself, its label's, or the only one inside it. */
function fieldOf(listed: Element): Element {
  if (kindOf(listed) !== "none") return listed;
  if (listed instanceof HTMLLabelElement && listed.control) return listed.control;
  const fields = inside(listed).filter((one) => isTyped(one) && !(kindOf(one) === "editable" && !isHost(one)));
  const shown = fields.filter(isReachable);
  return (fields.length === 1 ? fields[0] : shown.length === 1 ? shown[0] : undefined) ?? listed;
}

/** An element that is editable by itself, not by what is around it. */
function isHost(element: Element): boolean {
  return element === doc.body || element.parentElement?.isContentEditable !== true;
}

function hostOf(element: HTMLElement): HTMLElement {
  let host = element;
  while (!isHost(host) && host.parentElement) host = host.parentElement;
  return host;
}

function isKeysWidget(element: Element): boolean {
  return /^(textbox|searchbox|combobox|spinbutton)$/.test(plain(element).getAttribute("role") ?? "");
}

export function isSecret(element: Element): boolean {
  if (element instanceof HTMLInputElement && element.type === "password") return true;
  if (secrets.has(element)) return true;
  const style = getComputedStyle(element) as CSSStyleDeclaration & { webkitTextSecurity?: string };
  return (style.webkitTextSecurity ?? "none") !== "none";
}

export async function checkField(
  id: number,
  text: string,
  append: boolean,
  waitMs: number,
): Promise<Refusal | FieldReady> {
  let answer = checkNow(id, text, append);
  if (!answer.ok && answer.reason === "disabled") {
    await until(waitMs, () => {
      answer = checkNow(id, text, append);
      return answer.ok || answer.reason !== "disabled";
    });
  }
  return answer;
}

function checkNow(id: number, text: string, append: boolean): Refusal | FieldReady {
  const listed = elementOf(id);
  if (!listed) return { ok: false, reason: "gone" };
  const field = fieldOf(listed);
  const kind = kindOf(field);
  const refuse = (reason: Refusal["reason"], detail?: string): Refusal => ({
    ok: false,
    reason,
    facts: factsOf(field),
    ...(detail === undefined ? {} : { detail }),
  });
  if (!isTyped(field) && !isKeysWidget(field)) return refuse("kind", kind);
  if (isDisabled(field)) return refuse("disabled");
  if (isReadOnly(field)) return refuse("readonly");
  if (append && kind === "chosen") return refuse("value", "its value is chosen as a whole");
  if (field instanceof HTMLInputElement && (kind === "chosen" || field.type === "number") && text !== "") {
    const found = valueFor(field, append ? field.value + text : text);
    if ("refused" in found) return refuse("value", found.refused);
  }
  if (kind === "chosen" && text === "" && /^(color|range)$/.test((field as HTMLInputElement).type))
    return refuse("value", "it always holds a value");
  const target = kind === "chosen" ? null : shownFor(field);
  return {
    ok: true,
    isChosen: kind === "chosen",
    isSecret: isSecret(field),
    lineEnd: kind === "editable" ? "paragraph" : field instanceof HTMLInputElement ? "space" : "text",
    spot: target ? spotOf(target) : null,
  };
}

function isReadOnly(field: Element): boolean {
  return (field as HTMLInputElement).readOnly === true || plain(field).getAttribute("aria-readonly") === "true";
}

export function setField(id: number, text: string): Refusal | null {
  const listed = elementOf(id);
  if (!listed) return { ok: false, reason: "gone" };
  const field = fieldOf(listed);
  if (!(field instanceof HTMLInputElement)) return { ok: false, reason: "kind", facts: factsOf(field) };
  const found = valueFor(field, text);
  if ("refused" in found) return { ok: false, reason: "value", facts: factsOf(field), detail: found.refused };
  setChosen(field, found.value);
  return null;
}

export async function enterField(id: number, append: boolean): Promise<FieldEntered> {
  const listed = elementOf(id);
  if (!listed) return { ok: false, reason: "gone" };
  const field = fieldOf(listed);
  if (isDisabled(field)) return { ok: false, reason: "disabled", facts: factsOf(field) };
  if (isReadOnly(field)) return { ok: false, reason: "readonly", facts: factsOf(field) };
  const host = kindOf(field) === "editable" ? hostOf(field as HTMLElement) : (field as HTMLElement);
  const active = focused();
  if (!active || !contains(host, active)) host.focus({ preventScroll: true });
  if (append) before.set(field, rawValue(field));
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) {
    const isEmpty = rawValue(field).trim() === "" && field.childElementCount === 0;
    if (field === host || append) return { ok: true, select: "keys", isEmpty };
    // A part of an editor: Control+a would take the whole of it. Editors learn of a selection by an event of its own.
    selectInside(field);
    await new Promise((resolve) => setTimeout(resolve));
    return { ok: true, select: "done", isEmpty: false };
  }
  // The field behind an editor of another make holds its selection alone: what is in the editor only the keys select.
  if (!isReachable(field) && isVisible(field) && field instanceof HTMLTextAreaElement)
    return { ok: true, select: "keys", isEmpty: false };
  const isEmpty = field.value === "" && field.validity.badInput !== true;
  if (!append) field.select();
  else if (!toEnd(field)) return { ok: true, select: "keys", isEmpty };
  return { ok: true, select: "done", isEmpty };
}

/** Puts the caret behind the text. False for the types of input that tell nothing of their caret. */
function toEnd(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  try {
    field.setSelectionRange(field.value.length, field.value.length);
    return field.selectionEnd !== null;
  } catch {
    return false;
  }
}

function selectInside(element: Element): void {
  const range = doc.createRange();
  range.selectNodeContents(element);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

export async function ensureSelected(id: number): Promise<boolean> {
  const listed = elementOf(id);
  const field = listed && fieldOf(listed);
  if (!(field instanceof HTMLElement) || !field.isContentEditable) return true;
  if (squash(getSelection()?.toString() ?? "") !== "" || squash(field.innerText) === "") return true;
  selectInside(field);
  await new Promise((resolve) => setTimeout(resolve));
  return false;
}

export function heldBy(id: number, text: string, append: boolean, secret: boolean): FieldHeld | null {
  const listed = elementOf(id);
  if (!listed) return null;
  const field = fieldOf(listed);
  if (secret) secrets.add(field);
  else if (!append) secrets.delete(field);
  let value = rawValue(field);
  const wanted = expected(field, text, append);
  let isSame = alike(value, wanted);
  if (!isSame && isStandIn(field)) {
    // What an editor shows says more than the hidden field that takes its keys.
    const shown = visibleText(shownFor(field) ?? field, 20_000);
    isSame = squash(shown).includes(squash(wanted)) && wanted !== "";
    value = isSame ? wanted : shown;
  }
  return { value: isSecret(field) ? masked(value) : value, isSame };
}

function isStandIn(field: Element): boolean {
  return (field instanceof HTMLTextAreaElement && !isReachable(field)) || isKeysWidget(field);
}

function expected(field: Element, text: string, append: boolean): string {
  if (field instanceof HTMLInputElement && isChosen(field)) {
    const found = valueFor(field, text);
    return "value" in found ? found.value : text;
  }
  const lines = text.replace(/\r\n?/g, "\n");
  const typed = field instanceof HTMLInputElement ? lines.replace(/[\n\t]+/g, " ") : lines;
  return append ? (before.get(field) ?? "") + typed : typed;
}

/** Editors end with a line of their own and keep double spaces as hard ones. */
function alike(value: string, wanted: string): boolean {
  const even = (text: string) => text.replace(/\u00a0/g, " ").replace(/[\u200b\ufeff]/g, "");
  return even(value) === even(wanted) || even(value) === even(wanted).replace(/\n+$/, "");
}

function masked(value: string): string {
  return value === "" ? "" : DOTS;
}

function rawValue(field: Element): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)
    return field.value;
  if (field instanceof HTMLElement && field.isContentEditable) return editableText(field);
  return plain(field).getAttribute("aria-valuetext") ?? visibleText(field, 20_000);
}

/** One line a paragraph: the blank line that the margins of `<p>` give as text is none that was typed. */
function editableText(field: HTMLElement): string {
  const parts = [...field.childNodes].filter((node) => !(node instanceof Text) || node.data.trim() !== "");
  const isBlocks = parts.length > 0 && parts.every((node) => node instanceof HTMLParagraphElement);
  const text = isBlocks
    ? parts.map((node) => (node as HTMLElement).innerText.replace(/\n$/, "")).join("\n")
    : field.innerText.replace(/\n$/, "");
  return text.replace(/[\u200b\ufeff]/g, "");
}

/** What the field holds now; dots for a secret. */
export function fieldValue(id: number): string | null {
  const listed = elementOf(id);
  if (!listed) return null;
  const field = fieldOf(listed);
  if (kindOf(field) !== "none") return isSecret(field) ? masked(rawValue(field)) : rawValue(field);
  return shownValue(field) ?? null;
}

export function focusOn(id: number): Refusal | FocusAnswer {
  const listed = elementOf(id);
  if (!listed) return { ok: false, reason: "gone" };
  const target = listed instanceof HTMLLabelElement && listed.control ? listed.control : listed;
  if (isDisabled(target) && plain(target).matches(":disabled"))
    return { ok: false, reason: "disabled", facts: factsOf(target) };
  plain(target).scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  (target as HTMLElement).focus({ preventScroll: true });
  const active = focused();
  const has = active !== null && active !== doc.body ? active : null;
  const isHeld = active !== null && contains(target, active) && (has !== null || target === doc.body);
  return { ok: isHeld, active: has ? factsOf(has) : null };
}

export function focusIsSecret(): boolean {
  const active = focused();
  return active !== null && isSecret(active);
}
