/** What a field holds, and whether that is what was typed. Secrets leave the page as dots. */
import type { FieldHeld } from "../../core/library-controls.ts";
import { shownValue } from "../accessibility/facts.ts";
import { fieldOf, isKeysWidget, isSecret, kindOf, setSecret } from "../accessibility/field-kinds.ts";
import { linesOf } from "../dom/lines.ts";
import { plain } from "../dom/plain.ts";
import { isReachable, shownFor } from "../dom/reachable.ts";
import { squash, visibleText } from "../dom/text.ts";
import { until } from "../dom/until.ts";
import { isChosen, valueFor } from "../dom/values.ts";
import { elementOf } from "../identity/registry.ts";
import { rowsOf } from "./rows.ts";

const DOTS = "•".repeat(8);

/** What fields held before a text was appended. */
const before = new WeakMap<Element, string>();

export function beforeAppending(field: Element): void {
  before.set(field, rawValue(field));
}

/** What fields held before a text was typed into them. */
const untouched = new WeakMap<Element, string>();

export function beforeTyping(field: Element): void {
  untouched.set(field, rawValue(field));
}

/** True when a page took nothing of the text: the field shares no letter with it, or holds what it held before. */
function takesNone(field: Element, value: string, text: string): boolean {
  const letters = (one: string) =>
    one
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[\s\p{P}\p{S}]+/gu, "") || one.trim();
  const [held, wanted] = [letters(value), letters(text)];
  if (wanted === "") return false;
  if (![...wanted].some((letter) => held.includes(letter))) return true;
  // A field that cuts or formats a text may hold the same as after the text before.
  const isUntouched = letters(untouched.get(field) ?? "") === held;
  return isUntouched && !held.includes(wanted) && !wanted.includes(held);
}

/** An editor that draws its text beside its field draws it in one of the next frames. */
const REDRAW_MS = 300;

export async function heldBy(id: number, text: string, append: boolean, secret: boolean): Promise<FieldHeld | null> {
  const listed = elementOf(id);
  const waitMs = listed && kindOf(fieldOf(listed)) === "keys" ? REDRAW_MS : 0;
  let held: FieldHeld | null = null;
  await until(waitMs, () => {
    held = heldNow(id, text, append, secret);
    return held === null || held.isSame;
  });
  return held;
}

function heldNow(id: number, text: string, append: boolean, secret: boolean): FieldHeld | null {
  const listed = elementOf(id);
  if (!listed) return null;
  const field = fieldOf(listed);
  if (secret || !append) setSecret(field, secret);
  let value = rawValue(field);
  const wanted = expected(field, text, append);
  let isSame = isRich(field) ? alike(drawn(value), drawn(wanted)) : alike(value, wanted);
  if (!isSame && isStandIn(field)) {
    // What an editor shows says more than the hidden field that takes its keys.
    const shown = visibleText(shownFor(field) ?? field, 20_000);
    isSame = squash(shown).includes(squash(wanted)) && wanted !== "";
    value = isSame ? wanted : shown;
  } else if (!isSame && kindOf(field) === "keys") isSame = isShownOf(value, text, append);
  const isNone = !isSame && takesNone(field, value, text);
  return { value: isSecret(field) ? masked(value) : value, isSame, isNone };
}

function isRich(field: Element): boolean {
  return kindOf(field) === "editable";
}

/** An editor draws a tab as a space, and what is empty at its end not at all. */
function drawn(text: string): string {
  return text.replace(/\t/g, " ").replace(/\n+$/, "");
}

function isStandIn(field: Element): boolean {
  return (
    (field instanceof HTMLTextAreaElement && !isReachable(field)) || (isKeysWidget(field) && kindOf(field) === "none")
  );
}

/** What shows of the text of a field that draws it elsewhere, or of one made of boxes. */
export function drawnText(field: Element): string {
  const box = kindOf(field) === "keys" ? shownFor(field) : null;
  return box ? rowsOf(box) : visibleText(field, 20_000);
}

/** True when what an editor shows of its text, which may be longer, is what was typed. Of appended text only the end is sure to show. */
function isShownOf(shown: string, typed: string, append: boolean): boolean {
  const [seen, wanted] = [shown, typed].map((text) =>
    text
      .replace(/\r\n?/g, "\n")
      .replace(/[ \t]+/g, " ")
      .trimEnd(),
  ) as [string, string];
  if (append) return seen.endsWith(wanted) || (wanted !== "" && wanted.endsWith(seen));
  return seen !== "" && wanted.includes(seen);
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
  if (field instanceof HTMLElement && field.isContentEditable) return linesOf(field);
  return plain(field).getAttribute("aria-valuetext") ?? drawnText(field);
}

/** What the field holds now; dots for a secret. */
export function fieldValue(id: number): string | null {
  const listed = elementOf(id);
  if (!listed) return null;
  const field = fieldOf(listed);
  if (kindOf(field) !== "none") return isSecret(field) ? masked(rawValue(field)) : rawValue(field);
  return shownValue(field) ?? null;
}
