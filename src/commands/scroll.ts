import { command, optionOr, positionalOr } from "../command.ts";
import { integer, oneOf } from "../values.ts";

/** Pixels, as the predecessor had it. */
const DEFAULT_AMOUNT = 500;

export const scroll = command({
  name: "scroll",
  group: "navigation",
  summary: "Scroll the page, and say where it is then",
  effect: "write",
  needs: "page",
  args: {
    direction: positionalOr(oneOf("down", "up", "left", "right"), "down", "Where to"),
    amount: optionOr(integer("pixels", { min: 0 }), DEFAULT_AMOUNT, "How far, in pixels"),
  },
  examples: ["scroll down", "scroll up --amount 1200"],
  async run({ page, args }) {
    const sign = args.direction === "down" || args.direction === "right" ? 1 : -1;
    const distance = sign * args.amount;
    const isVertical = args.direction === "down" || args.direction === "up";
    const { scroll: at, max, moved } = await page.main.call("scrollBy", isVertical ? [0, distance] : [distance, 0]);
    return { scrolled: args.direction, amount: Math.abs(isVertical ? moved.y : moved.x), position: at, max };
  },
  text: ({ scrolled, amount, position, max }) =>
    `scrolled: ${scrolled}\namount: ${amount}\nposition: (${position.x}, ${position.y}) of (${max.x}, ${max.y})`,
});
