/** Prepares fields for text: checks them, focuses them and selects their content. Does not type. */
import type { FieldEntered, FieldReady, FocusAnswer, Refusal } from "../../core/library-controls.ts";
import { clickTargetOf, factsOf, isDisabled } from "../accessibility/facts.ts";
import { fieldOf, hostOf, isKeysWidget, isSecret, isTyped, kindOf, takesKeys } from "../accessibility/field-kinds.ts";
import { isShown, isVisible } from "../dom/boxes.ts";
import { hasKeyListener } from "../dom/key-listeners.ts";
import { doc, plain } from "../dom/plain.ts";
import { clickableFor, focused, isReachable } from "../dom/reachable.ts";
import { squash } from "../dom/text.ts";
import { contains } from "../dom/tree.ts";
import { sleep, until } from "../dom/until.ts";
import { valueFor } from "../dom/values.ts";
import { elementOf } from "../identity/registry.ts";
import { point } from "../pointer/point.ts";
import { staysDisabled } from "../settling/rest.ts";
import { beforeAppending, beforeTyping } from "./read-back.ts";

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
  return await withPoint(answer);
}

/** Adds the point to click, when it is known at once. */
async function withPoint(answer: Refusal | FieldReady): Promise<Refusal | FieldReady> {
  if (!answer.ok || !answer.spot) return answer;
  const located = await point(answer.spot.id, { waitMs: 0, presses: 1 });
  return located.ok ? { ...answer, point: located.point } : answer;
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
  const problem = valueProblem(field, text, append);
  if (problem !== undefined) return refuse("value", problem);
  if (kind !== "chosen" && !isVisible(field) && !(takesKeys(field) && isShown(field))) return refuse("hidden");
  beforeTyping(field);
  const target = kind === "chosen" ? null : clickableFor(field);
  return {
    ok: true,
    isChosen: kind === "chosen",
    isSecret: isSecret(field),
    wantsKeys: append || kind !== "text" || hasKeyListener(field),
    wantsWhole: isPlainTextEditor(field),
    lineEnd: kind === "editable" ? "paragraph" : field instanceof HTMLInputElement ? "space" : "text",
    spot: target ? clickTargetOf(target) : null,
  };
}

/** Why the field cannot hold the text, as a clause after a colon; undefined when it can. */
function valueProblem(field: Element, text: string, append: boolean): string | undefined {
  const isChosen = kindOf(field) === "chosen";
  if (append && isChosen) return "text cannot be appended to its value";
  if (!(field instanceof HTMLInputElement)) return undefined;
  if (text === "") return isChosen && /^(color|range)$/.test(field.type) ? "it cannot be empty" : undefined;
  if (!isChosen && field.type !== "number") return undefined;
  const found = valueFor(field, append ? field.value + text : text);
  return "refused" in found ? found.refused : undefined;
}

/** True for an editable element that accepts only plain text, as in code editors. */
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
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement))
    return await enterEditor(field, field === host || append);
  // The text area behind a code editor contains only the selection. Only keys can select in the editor itself.
  if (!isReachable(field) && isVisible(field) && field instanceof HTMLTextAreaElement)
    return { ok: true, select: "keys", isEmpty: false };
  const isEmpty = field.value === "" && field.validity.badInput !== true;
  if (!append) field.select();
  else if (!caretToEnd(field)) return { ok: true, select: "keys", isEmpty };
  return { ok: true, select: "done", isEmpty };
}

async function enterEditor(field: Element, isHost: boolean): Promise<FieldEntered> {
  // The content of an editor that draws its text elsewhere is unknown.
  const isEmpty = field.textContent === "" && field.childElementCount === 0 && kindOf(field) !== "keys";
  if (isHost) return { ok: true, select: "keys", isEmpty };
  // For a part of an editor: Control+a would select the whole editor. Editors need a task to see the selection event.
  selectInside(field);
  await sleep();
  return { ok: true, select: "done", isEmpty: false };
}

/** Moves the caret to the end. False for input types without caret positions. */
function caretToEnd(field: HTMLInputElement | HTMLTextAreaElement): boolean {
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
  await sleep();
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
  const focusedElement = active !== null && active !== doc.body ? active : null;
  const isFocused = active !== null && contains(target, active) && (focusedElement !== null || target === doc.body);
  return { ok: isFocused, active: focusedElement ? factsOf(focusedElement) : null };
}

export function focusIsSecret(): boolean {
  const active = focused();
  return active !== null && isSecret(active);
}
