import { option, optionOr, positionalOr } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { type Reached, scrollUntil, untilOf } from "../../page/actions/scroll-until.ts";
import { scrollBy } from "../../page/actions/scrolling.ts";
import type { Point } from "../../page/core/library.ts";
import type { ScrollAnswer, ScrollRequest } from "../../page/core/library-pointer.ts";
import { checkPoint } from "../../page/locate/click-target.ts";
import { decimal, elementIndex, integer, oneOf, text } from "../../values.ts";
import { pixels } from "../../web-values.ts";
import { pointOf } from "../shared/target.ts";

/** Pixels, as the predecessor had it. */
const DEFAULT_AMOUNT = 500;

/** How far a step of --until goes, in heights of what is in view: less than one, so that nothing is passed over. */
const UNTIL_PAGES = 0.8;

const directions = oneOf("down", "up", "left", "right", "top", "end", "bottom", "leftmost", "rightmost", "to");

export const scroll = command({
  name: "scroll",
  group: "navigation",
  summary: "Scroll the page or a box in it, and print the new position",
  effect: "write",
  needs: "page",
  args: {
    direction: positionalOr(
      { ...directions, label: "direction" },
      "down",
      "Direction, end of the page, or `to` an element",
    ),
    index: positionalOr(elementIndex(), undefined, "With `to`: element to bring into view"),
    amount: optionOr(integer("pixels", { min: 0 }), DEFAULT_AMOUNT, "Distance in pixels"),
    pages: option(decimal("n", { min: 0 }), "Distance in viewport heights"),
    at: option(pixels(), "Turn the mouse wheel at this point, to scroll the box or map there"),
    until: option(
      text("text|selector|end", { nonEmpty: true }),
      "Scroll until this text or selector (#…, .…, [… or css=…) is visible, or to the end of a list that grows",
    ),
    in: option(elementIndex(), "Scroll this element, or the box around it"),
  },
  examples: [
    "scroll down",
    "scroll up --amount 1200",
    "scroll down --pages 1",
    "scroll to 42",
    "scroll end",
    "scroll down --in 7",
    "scroll down --at 400,300",
    "scroll down --until 'Order 4711'",
    "scroll --until end",
    "scroll rightmost --in 7",
  ],
  addressed: ({ direction }) => (direction === "to" ? "index" : "in"),
  async run({ page, args, signal, timeoutMs }) {
    const { direction, index, at, until } = args;
    if ((direction === "to") !== (index !== undefined))
      throw new Failure(
        "usage",
        "only `svc scroll to` takes an index",
        "Write `svc scroll to 42`, or `svc scroll down --in 42`.",
      );
    const steps = /^(down|up|left|right)$/.test(direction);
    if (!steps && (at !== undefined || until !== undefined))
      throw new Failure(
        "usage",
        "--at and --until work only with down, up, left and right",
        "Write `svc scroll down --until end`.",
      );
    const of = index ?? args.in;
    const handle = of === undefined ? undefined : page.elements.get(of);
    const place = { handle, at: at === undefined ? undefined : pointOf(at) };
    if (place.at && handle)
      throw new Failure("usage", "--at and --in cannot be used together", "Leave out one of them.");
    if (place.at) await checkPoint(page, place.at);
    const request = requestOf(direction, args.amount, args.pages);
    if (until === undefined) {
      const answer = await scrollBy(page, request, place, signal);
      return told(direction === "to" ? `to ${index}` : direction, answer, answer.moved);
    }
    const step = { ...request, amount: args.pages ?? UNTIL_PAGES, unit: "pages" as const };
    const { answer, reached, moved } = await scrollUntil(page, step, place, untilOf(until), timeoutMs, signal);
    return { ...told(direction, answer, moved), ...(reached ? { reached } : {}) };
  },
  text: ({ scrolled, amount, position, max, at_end, at_top, in: box, taken_by_page: taken, reached }) =>
    `scrolled: ${scrolled}\namount: ${amount}\nposition: (${position.x}, ${position.y}) of (${max.x}, ${max.y})` +
    `${max.y > 0 && at_end ? ", at the end" : max.y > 0 && at_top ? ", at the top" : ""}${box === undefined ? "" : `\nin: ${box}`}` +
    (amount === 0 && max.x === 0 && max.y === 0 && !taken
      ? `\n(nothing to scroll: the whole ${box === undefined ? "page" : "box"} is visible)`
      : "") +
    (taken ? "\ntaken_by_page: true (the page handles the wheel itself)" : "") +
    (reached ? `\nreached: [${reached.index}]${reached.element}` : ""),
});

interface Scrolled {
  scrolled: string;
  amount: number;
  position: Point;
  max: Point;
  at_top: boolean;
  at_end: boolean;
  in?: string;
  taken_by_page?: true;
  reached?: Reached;
}

function told(scrolled: string, answer: ScrollAnswer & { ok: true }, moved: Point): Scrolled {
  const { scroll: position, max, atTop, atEnd, box, taken } = answer;
  return {
    scrolled,
    amount: Math.abs(moved.y) || Math.abs(moved.x),
    position,
    max,
    at_top: atTop,
    at_end: atEnd,
    ...(box === undefined ? {} : { in: box }),
    ...(taken ? { taken_by_page: true } : {}),
  };
}

type Direction = "down" | "up" | "left" | "right" | "top" | "end" | "bottom" | "leftmost" | "rightmost" | "to";

function requestOf(direction: Direction, amount: number, pages: number | undefined): ScrollRequest {
  const how = pages === undefined ? { amount, unit: "pixels" as const } : { amount: pages, unit: "pages" as const };
  if (direction === "to") return { ...how, direction: "down", to: "element" };
  if (direction === "leftmost" || direction === "rightmost") return { ...how, direction: "right", to: direction };
  if (direction === "top") return { ...how, direction: "up", to: "top" };
  if (direction === "end" || direction === "bottom") return { ...how, direction: "down", to: "end" };
  return { ...how, direction };
}
