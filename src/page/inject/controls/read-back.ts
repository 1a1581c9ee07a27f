/** The value of a field, and whether it is the text that was typed. Secrets leave the page as dots. */
import type { FieldReadBack } from "../../core/library-controls.ts";
import { shownValue } from "../accessibility/facts.ts";
import { fieldOf, isKeysWidget, isSecret, kindOf, setSecret } from "../accessibility/field-kinds.ts";
import { linesOf } from "../dom/lines.ts";
import { plain } from "../dom/plain.ts";
import { clickableFor, isReachable } from "../dom/reachable.ts";
import { squash, visibleText } from "../dom/text.ts";
import { until } from "../dom/until.ts";
import { isChosen, valueFor } from "../dom/values.ts";
import { elementOf } from "../identity/registry.ts";
import { rowsOf } from "./rows.ts";

const DOTS = "•".repeat(8);

/** Values before text was appended. */
const beforeAppend = new WeakMap<Element, string>();

export function beforeAppending(field: Element): void {
  beforeAppend.set(field, rawValue(field));
}

/** Values before text was typed. */
const beforeTyped = new WeakMap<Element, string>();

export function beforeTyping(field: Element): void {
  beforeTyped.set(field, rawValue(field));
}

/** True when the page accepted nothing of the text: the field has no letter of it, or still has its old value. */
function acceptsNothing(field: Element, value: string, text: string): boolean {
  const letters = (one: string) =>
    one
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[\s\p{P}\p{S}]+/gu, "") || one.trim();
  const [actual, wanted] = [letters(value), letters(text)];
  if (wanted === "") return false;
  if (![...wanted].some((letter) => actual.includes(letter))) return true;
  // A field that cuts or formats its text may have the same value after two different texts.
  const isUnchanged = letters(beforeTyped.get(field) ?? "") === actual;
  return isUnchanged && !actual.includes(wanted) && !wanted.includes(actual);
}

/** Maximum time until an editor has drawn its text again, which takes a few frames. */
const REDRAW_MS = 300;

export async function readBack(
  id: number,
  text: string,
  append: boolean,
  secret: boolean,
): Promise<FieldReadBack | null> {
  const listed = elementOf(id);
  const waitMs = listed && kindOf(fieldOf(listed)) === "keys" ? REDRAW_MS : 0;
  let result: FieldReadBack | null = null;
  await until(waitMs, () => {
    result = readBackNow(id, text, append, secret);
    return result === null || result.isSame;
  });
  return result;
}

function readBackNow(id: number, text: string, append: boolean, secret: boolean): FieldReadBack | null {
  const listed = elementOf(id);
  if (!listed) return null;
  const field = fieldOf(listed);
  if (secret || !append) setSecret(field, secret);
  let value = rawValue(field);
  const wanted = expected(field, text, append);
  let isSame = isRich(field) ? isEquivalent(asDrawn(value), asDrawn(wanted)) : isEquivalent(value, wanted);
  if (!isSame && isHiddenInput(field)) {
    // The displayed text of an editor is more reliable than the hidden field that receives its keys.
    const shown = visibleText(clickableFor(field) ?? field, 20_000);
    isSame = squash(shown).includes(squash(wanted)) && wanted !== "";
    value = isSame ? wanted : shown;
  } else if (!isSame && kindOf(field) === "keys") isSame = isDisplayedPart(value, text, append);
  const isNone = !isSame && acceptsNothing(field, value, text);
  return { value: isSecret(field) ? masked(value) : value, isSame, isNone };
}

function isRich(field: Element): boolean {
  return kindOf(field) === "editable";
}

/** Editors draw a tab as a space and omit empty lines at the end. */
function asDrawn(text: string): string {
  return text.replace(/\t/g, " ").replace(/\n+$/, "");
}

function isHiddenInput(field: Element): boolean {
  return (
    (field instanceof HTMLTextAreaElement && !isReachable(field)) || (isKeysWidget(field) && kindOf(field) === "none")
  );
}

/** The displayed text of a custom field or of a field that draws its text elsewhere. */
export function displayedText(field: Element): string {
  const box = kindOf(field) === "keys" ? clickableFor(field) : null;
  return box ? rowsOf(box) : visibleText(field, 20_000);
}

/** True when the displayed part of a longer text matches the typed text. After appending, only the end must be visible. */
function isDisplayedPart(shown: string, typed: string, append: boolean): boolean {
  const [displayed, wanted] = [shown, typed].map((text) =>
    text
      .replace(/\r\n?/g, "\n")
      .replace(/[ \t]+/g, " ")
      .trimEnd(),
  ) as [string, string];
  if (append) return displayed.endsWith(wanted) || (wanted !== "" && wanted.endsWith(displayed));
  return displayed !== "" && wanted.includes(displayed);
}

function expected(field: Element, text: string, append: boolean): string {
  if (field instanceof HTMLInputElement && isChosen(field)) {
    const found = valueFor(field, text);
    return "value" in found ? found.value : text;
  }
  const lines = text.replace(/\r\n?/g, "\n");
  const typed = field instanceof HTMLInputElement ? lines.replace(/[\n\t]+/g, " ") : lines;
  return append ? (beforeAppend.get(field) ?? "") + typed : typed;
}

/** Editors add a line at the end and store double spaces as non-breaking ones. */
function isEquivalent(value: string, wanted: string): boolean {
  const normalize = (text: string) => text.replace(/\u00a0/g, " ").replace(/[\u200b\ufeff]/g, "");
  return normalize(value) === normalize(wanted) || normalize(value) === normalize(wanted).replace(/\n+$/, "");
}

function masked(value: string): string {
  return value === "" ? "" : DOTS;
}

function rawValue(field: Element): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)
    return field.value;
  if (field instanceof HTMLElement && field.isContentEditable) return linesOf(field);
  return plain(field).getAttribute("aria-valuetext") ?? displayedText(field);
}

/** The current value of the field; dots for a secret. */
export function fieldValue(id: number): string | null {
  const listed = elementOf(id);
  if (!listed) return null;
  const field = fieldOf(listed);
  if (kindOf(field) !== "none") return isSecret(field) ? masked(rawValue(field)) : rawValue(field);
  return shownValue(field) ?? null;
}
