/** The place that a command acts at, as its words say it: an element by index, or a point by pixel. */
import { flag, option, somePositionals } from "../../args.ts";
import { Failure } from "../../errors.ts";
import type { Point } from "../../page/core/library.ts";
import { bool, elementOrPoint, text } from "../../values.ts";

export const target = somePositionals(elementOrPoint("index | x y"), "Index from the last state, or x and y in pixels");
export const force = flag(bool(), "Act at the element's position even if another element covers it");
export const modifiers = option(text("keys"), "Keys to hold down: Control, Shift, Alt, Meta; joined with +");

/** Reads the words of `target`. Throws `usage` for anything but one index or one point. */
export function targetOf(words: readonly number[], command: string): { index: number } | { point: Point } {
  const [first, second, ...rest] = words;
  if (first === undefined || rest.length > 0)
    throw new Failure(
      "usage",
      "expected one index, or x and y in pixels",
      `Write \`svc ${command} 12\`, \`svc ${command} --text Save\` or \`svc ${command} 340 210\`.`,
    );
  return second === undefined ? { index: first } : { point: { x: first, y: second } };
}

/** The point or distance that `pixels()` has let through. */
export function pointOf(value: string): Point {
  const [x = 0, y = 0] = value.split(",").map(Number);
  return { x, y };
}
