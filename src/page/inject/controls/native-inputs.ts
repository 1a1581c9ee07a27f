/**
 * Setting ranges, colours and dates as a hand does, so that their pages get trusted events: where to press, and which key takes the value
 * from the one beside it to the wanted one. Sends nothing itself.
 */
import type { HandStep } from "../../core/library-controls.ts";
import { fieldOf, kindOf } from "../accessibility/field-kinds.ts";
import { doc, plain } from "../dom/plain.ts";
import { isReachable } from "../dom/reachable.ts";
import { setChosen, valueFor } from "../dom/values.ts";
import { elementOf } from "../identity/registry.ts";

/** About half the width of the thumb of a range. */
const THUMB = 8;

/** Arrow keys that are pressed one by one; farther away the value is brought beside the wanted one first. */
const MAX_KEYS = 20;

/** How far inside its left edge a date is pressed: on its first part, away from the button that opens a calendar. */
const INSET = 10;

function inputOf(id: number): HTMLInputElement | undefined {
  const listed = elementOf(id);
  const field = listed && fieldOf(listed);
  return field instanceof HTMLInputElement && kindOf(field) === "chosen" ? field : undefined;
}

/** Where to press for the value; null where nothing of the input can be pressed, or where it has the value. */
export function handPoint(id: number, text: string): { x: number; y: number } | null {
  const input = inputOf(id);
  const found = input && valueFor(input, text);
  if (!input || !found || "refused" in found || input.value === found.value) return null;
  plain(input).scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  if (!isReachable(input)) return null;
  const { left, top, width, height } = plain(input).getBoundingClientRect();
  const middle = { x: left + width / 2, y: top + height / 2 };
  if (input.type === "color") keepClosed(input);
  const point =
    input.type === "range"
      ? thumbAt(input, Number(found.value))
      : input.type === "color"
        ? middle
        : { ...middle, x: left + INSET };
  return doc.elementFromPoint(point.x, point.y) === input ? point : null;
}

function thumbAt(input: HTMLInputElement, value: number): { x: number; y: number } {
  const { left, top, width, height } = input.getBoundingClientRect();
  const min = Number(input.min || 0);
  const max = Number(input.max || 100);
  const share = max > min ? (value - min) / (max - min) : 0;
  const style = getComputedStyle(input);
  const isVertical = style.writingMode.startsWith("vertical");
  const along = (start: number, length: number, part: number) => start + THUMB + (length - 2 * THUMB) * part;
  const turned = style.direction === "rtl" ? 1 - share : share;
  return isVertical
    ? { x: left + width / 2, y: along(top, height, turned) }
    : { x: along(left, width, turned), y: top + height / 2 };
}

/** A press on a colour opens a window of the browser, in which nothing can be done from here. */
function keepClosed(input: HTMLInputElement): void {
  const prevent = (event: Event) => {
    if (event.composedPath()[0] === input) event.preventDefault();
  };
  addEventListener("click", prevent, { capture: true, once: true });
}

/** The next keys towards the value. Where that is far, the value is brought beside it first, without a word to the page. */
export function handStep(id: number, text: string, round: number): HandStep {
  const input = inputOf(id);
  const found = input && valueFor(input, text);
  if (!input || !found || "refused" in found || input.value === found.value) return { keys: [], isDone: true };
  if (doc.activeElement !== input) input.focus({ preventScroll: true });
  if (input.type === "range") return { keys: rangeKeys(input, Number(found.value)), isDone: false };
  // Once only: after the first keys another part of the date has the focus.
  const keys = found.value === "" || round > 0 ? [] : dateKeys(input, found.value);
  return { keys, isDone: false };
}

function rangeKeys(input: HTMLInputElement, wanted: number): string[] {
  const step = Number(input.step) || 1;
  const steps = Math.round((wanted - Number(input.value)) / step);
  const key = steps > 0 ? "ArrowUp" : "ArrowDown";
  if (Math.abs(steps) <= MAX_KEYS) return new Array<string>(Math.abs(steps)).fill(key);
  input.value = String(wanted - Math.sign(steps) * step);
  return [key];
}

/** Sets the value to the one beside it without a word, and tells the keys that lead from there to it. */
function dateKeys(input: HTMLInputElement, wanted: string): string[] {
  const place = placeOfPart(input.type);
  if (place < 0) return [];
  const part = /^(\d+-W|\d+-\d+-|\d+-|\d+:)(\d+)/.exec(wanted);
  if (!part) return [];
  const [, before = "", digits = ""] = part;
  const number = Number(digits);
  // One below, else one above: a first day or minute has none below it.
  const isUp = number > 1;
  const beside = String(number + (isUp ? -1 : 1)).padStart(2, "0");
  input.value = `${before}${beside}${wanted.slice(before.length + digits.length)}`;
  if (input.value === "") return [];
  return [...new Array<string>(place).fill("ArrowRight"), isUp ? "ArrowUp" : "ArrowDown"];
}

/** The place of the part that is turned by one (day, month, week or minute) among those that the browser shows; -1 for others. */
function placeOfPart(type: string): number {
  if (type === "time") return 1;
  if (type === "week") return 0;
  const isMonth = type === "month";
  if (!isMonth && !/^date/.test(type)) return -1;
  const parts = new Intl.DateTimeFormat(undefined, isMonth ? { year: "numeric", month: "long" } : {})
    .formatToParts(new Date())
    .filter(({ type: kind }) => /^(day|month|year)$/.test(kind));
  return parts.findIndex(({ type: kind }) => kind === (isMonth ? "month" : "day"));
}

/** Sets the value by script, with the events of a choice: the last way. */
export function handSet(id: number, text: string): void {
  const input = inputOf(id);
  const found = input && valueFor(input, text);
  if (input && found && "value" in found) setChosen(input, found.value);
}

/** Takes the focus from the field, as a person does who goes on. */
export function leaveField(): void {
  (doc.activeElement as HTMLElement | null)?.blur();
}
