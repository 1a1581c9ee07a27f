import { command, option, optionOr, positionalOr } from "../command.ts";
import { Failure } from "../errors.ts";
import { callOn } from "../page/act.ts";
import { goneFailure } from "../page/elements.ts";
import type { ScrollRequest } from "../page/library.ts";
import type { Page } from "../page/page.ts";
import { decimal, elementIndex, integer, oneOf } from "../values.ts";

/** Pixels, as the predecessor had it. */
const DEFAULT_AMOUNT = 500;

export const scroll = command({
  name: "scroll",
  group: "navigation",
  summary: "Scroll the page or a box in it, and say where it is then",
  effect: "write",
  needs: "page",
  args: {
    direction: positionalOr(
      oneOf("down", "up", "left", "right", "top", "end", "bottom", "to"),
      "down",
      "Where to; `to` an element by its index",
    ),
    index: positionalOr(elementIndex(), undefined, "With `to`: index from the last state"),
    amount: optionOr(integer("pixels", { min: 0 }), DEFAULT_AMOUNT, "How far, in pixels"),
    pages: option(decimal("n", { min: 0 }), "How far, in heights of what is in view"),
    in: option(elementIndex(), "Scroll the box that this element is, or lies in"),
  },
  examples: [
    "scroll down",
    "scroll up --amount 1200",
    "scroll down --pages 1",
    "scroll to 42",
    "scroll end",
    "scroll down --in 7",
  ],
  addressed: ({ direction }) => (direction === "to" ? "index" : "in"),
  async run({ page, args }) {
    const { direction } = args;
    if ((direction === "to") !== (args.index !== undefined))
      throw new Failure("usage", "an index goes with `to`", "Write `svc scroll to 42`, or `svc scroll down --in 42`.");
    const answer = await scrolled(page, requestOf(direction, args.amount, args.pages), args.index ?? args.in);
    const { scroll: position, max, moved, atTop, atEnd, box } = answer;
    const amount = Math.abs(moved.y) || Math.abs(moved.x);
    return {
      scrolled: direction === "to" ? `to ${args.index}` : direction,
      amount,
      position,
      max,
      at_top: atTop,
      at_end: atEnd,
      ...(box === undefined ? {} : { in: box }),
    };
  },
  text: ({ scrolled, amount, position, max, at_end, at_top, in: box }) =>
    `scrolled: ${scrolled}\namount: ${amount}\nposition: (${position.x}, ${position.y}) of (${max.x}, ${max.y})` +
    `${max.y > 0 && at_end ? ", at the end" : max.y > 0 && at_top ? ", at the top" : ""}${box === undefined ? "" : `\nin: ${box}`}`,
});

type Direction = "down" | "up" | "left" | "right" | "top" | "end" | "bottom" | "to";

function requestOf(direction: Direction, amount: number, pages: number | undefined): ScrollRequest {
  const how = pages === undefined ? { amount, unit: "pixels" as const } : { amount: pages, unit: "pages" as const };
  if (direction === "to") return { ...how, direction: "down", to: "element" };
  if (direction === "top") return { ...how, direction: "up", to: "top" };
  if (direction === "end" || direction === "bottom") return { ...how, direction: "down", to: "end" };
  return { ...how, direction };
}

/** Scrolls the page, or where an index is given the frame that its element is in. */
async function scrolled(page: Page, request: ScrollRequest, index: number | undefined) {
  const handle = index === undefined ? undefined : page.elements.get(index);
  const answer = handle
    ? await callOn(handle, "scroll", { ...request, id: handle.id })
    : await page.main.call("scroll", [request]);
  if (answer.ok) return answer;
  if (handle) throw goneFailure(handle);
  throw new Failure("internal", "the page did not scroll");
}
