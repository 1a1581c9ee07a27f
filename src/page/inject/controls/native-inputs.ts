/**
 * Sets ranges, colours and dates by mouse and keys, so that the page receives trusted events. Computes the point to press,
 * and the keys that change a neighbouring value to the wanted one. Sends no input itself.
 */
import type { NativeInputStep } from "../../core/library-controls.ts";
import { fieldOf, kindOf } from "../accessibility/field-kinds.ts";
import { doc, plain } from "../dom/plain.ts";
import { isReachable } from "../dom/reachable.ts";
import { setChosen, valueFor } from "../dom/values.ts";
import { elementOf } from "../identity/registry.ts";

/** Half the width of the thumb of a range, in pixels. */
const THUMB_PX = 8;

/** Maximum number of arrow keys to press. From farther away, the value is first set by script to one step before. */
const MAX_KEYS = 20;

/** Distance of the press from the left side of a date input: on its first part, away from the calendar button. */
const INSET_PX = 10;

function inputOf(id: number): HTMLInputElement | undefined {
  const listed = elementOf(id);
  const field = listed && fieldOf(listed);
  return field instanceof HTMLInputElement && kindOf(field) === "chosen" ? field : undefined;
}

/** The point to press for the value; null when the input cannot be pressed or already has the value. */
export function nativeInputPoint(id: number, text: string): { x: number; y: number } | null {
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
        : { ...middle, x: left + INSET_PX };
  return doc.elementFromPoint(point.x, point.y) === input ? point : null;
}

function thumbAt(input: HTMLInputElement, value: number): { x: number; y: number } {
  const { left, top, width, height } = input.getBoundingClientRect();
  const min = Number(input.min || 0);
  const max = Number(input.max || 100);
  const share = max > min ? (value - min) / (max - min) : 0;
  const style = getComputedStyle(input);
  const isVertical = style.writingMode.startsWith("vertical");
  const along = (start: number, length: number, part: number) => start + THUMB_PX + (length - 2 * THUMB_PX) * part;
  const position = style.direction === "rtl" ? 1 - share : share;
  return isVertical
    ? { x: left + width / 2, y: along(top, height, position) }
    : { x: along(left, width, position), y: top + height / 2 };
}

/** Prevents the colour picker. It is a window of the browser that cannot be controlled. */
function keepClosed(input: HTMLInputElement): void {
  const prevent = (event: Event) => {
    if (event.composedPath()[0] === input) event.preventDefault();
  };
  addEventListener("click", prevent, { capture: true, once: true });
}

/** The next keys towards the value. From far away, first sets the value one step before it, without events. */
export function nativeInputStep(id: number, text: string, round: number): NativeInputStep {
  const input = inputOf(id);
  const found = input && valueFor(input, text);
  if (!input || !found || "refused" in found || input.value === found.value) return { keys: [], isDone: true };
  if (doc.activeElement !== input) input.focus({ preventScroll: true });
  if (input.type === "range") return { keys: rangeKeys(input, Number(found.value)), isDone: false };
  // Only in the first round: the keys move the focus to another part of the date.
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

/** Sets the value one step away without events, and returns the keys that lead to the wanted value. */
function dateKeys(input: HTMLInputElement, wanted: string): string[] {
  const index = partIndex(input.type);
  if (index < 0) return [];
  const part = /^(\d+-W|\d+-\d+-|\d+-|\d+:)(\d+)/.exec(wanted);
  if (!part) return [];
  const [, before = "", digits = ""] = part;
  const number = Number(digits);
  // One below; one above for the first day or minute.
  const isUp = number > 1;
  const neighbour = String(number + (isUp ? -1 : 1)).padStart(2, "0");
  input.value = `${before}${neighbour}${wanted.slice(before.length + digits.length)}`;
  if (input.value === "") return [];
  return [...new Array<string>(index).fill("ArrowRight"), isUp ? "ArrowUp" : "ArrowDown"];
}

/** The index of the part to step (day, month, week or minute) among the displayed parts; -1 for other types. */
function partIndex(type: string): number {
  if (type === "time") return 1;
  if (type === "week") return 0;
  const isMonth = type === "month";
  if (!isMonth && !/^date/.test(type)) return -1;
  const parts = new Intl.DateTimeFormat(undefined, isMonth ? { year: "numeric", month: "long" } : {})
    .formatToParts(new Date())
    .filter(({ type: kind }) => /^(day|month|year)$/.test(kind));
  return parts.findIndex(({ type: kind }) => kind === (isMonth ? "month" : "day"));
}

/** Sets the value by script and sends the events of a choice: the last resort. */
export function setNativeInput(id: number, text: string): void {
  const input = inputOf(id);
  const found = input && valueFor(input, text);
  if (input && found && "value" in found) setChosen(input, found.value);
}

/** Removes the focus from the field, as when a person continues elsewhere. */
export function leaveField(): void {
  (doc.activeElement as HTMLElement | null)?.blur();
}
