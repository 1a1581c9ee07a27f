/** Fields made ready for text: checked, set, given the focus, their content selected. Types nothing itself. */
import type { FieldEntered, FieldReady, FocusAnswer, Refusal } from "../../core/library-controls.ts";
import { clickTargetOf, factsOf, isDisabled } from "../accessibility/facts.ts";
import { fieldOf, hostOf, isKeysWidget, isSecret, isTyped, kindOf, takesKeys } from "../accessibility/field-kinds.ts";
import { isShown, isVisible } from "../dom/boxes.ts";
import { isKeyed } from "../dom/keyed.ts";
import { doc, plain } from "../dom/plain.ts";
import { focused, isReachable, shownFor } from "../dom/reachable.ts";
import { squash } from "../dom/text.ts";
import { contains } from "../dom/tree.ts";
import { until } from "../dom/until.ts";
import { valueFor } from "../dom/values.ts";
import { elementOf } from "../identity/registry.ts";
import { point } from "../pointer/point.ts";
import { staysDisabled } from "../settling/rest.ts";
import { beforeAppending, beforeTyping } from "./held-value.ts";

export async function checkField(
  id: number,
  text: string,
  append: boolean,
  waitMs: number,
  idleInMs: number | null = null,
): Promise<Refusal | FieldReady> {
  const start = performance.now();
  let answer: Refusal | FieldReady = { ok: false, reason: "gone" };
  await until(waitMs, () => {
    answer = checkNow(id, text, append);
    if (!answer.ok && answer.reason === "disabled") return staysDisabled(start, idleInMs);
    return answer.ok || answer.reason !== "hidden";
  });
  return await placed(answer);
}

/** With the place to click on, where that can be told at once. */
async function placed(answer: Refusal | FieldReady): Promise<Refusal | FieldReady> {
  if (!answer.ok || !answer.spot) return answer;
  const place = await point(answer.spot.id, { waitMs: 0, presses: 1 });
  return place.ok ? { ...answer, point: place.point } : answer;
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
  if (kind !== "chosen" && !isVisible(field) && !(takesKeys(field) && isShown(field))) return refuse("hidden");
  beforeTyping(field);
  const target = kind === "chosen" ? null : shownFor(field);
  return {
    ok: true,
    isChosen: kind === "chosen",
    isSecret: isSecret(field),
    wantsKeys: append || kind !== "text" || isKeyed(field),
    wantsWhole: isPlainTextEditor(field),
    lineEnd: kind === "editable" ? "paragraph" : field instanceof HTMLInputElement ? "space" : "text",
    spot: target ? clickTargetOf(target) : null,
  };
}

/** An editable element that holds nothing but plain text, as editors of code do. */
function isPlainTextEditor(field: Element): boolean {
  if (!(field instanceof HTMLElement) || !field.isContentEditable) return false;
  const style = getComputedStyle(field) as CSSStyleDeclaration & { webkitUserModify?: string };
  return style.webkitUserModify === "read-write-plaintext-only";
}

function isReadOnly(field: Element): boolean {
  return (field as HTMLInputElement).readOnly === true || plain(field).getAttribute("aria-readonly") === "true";
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
  if (append) beforeAppending(field);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) {
    // What the field of an editor that draws its text elsewhere holds cannot be told.
    const isEmpty = field.textContent === "" && field.childElementCount === 0 && kindOf(field) !== "keys";
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
