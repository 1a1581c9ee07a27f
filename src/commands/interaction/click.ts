import { option, optionOr } from "../../args.ts";
import { command } from "../../command.ts";
import { acting, type Effect, effectLines } from "../../page/actions/effects.ts";
import { pressAt, pressing } from "../../page/actions/pressing.ts";
import type { Page } from "../../page/core/page.ts";
import { modifierBits } from "../../page/input/keymap.ts";
import { type PressHow, press } from "../../page/input/pointer.ts";
import { checkPoint, patience } from "../../page/locate/click-target.ts";
import { integer, milliseconds, oneOf } from "../../values.ts";
import { force, modifiers, target, targetOf } from "../shared/target.ts";

const hold = option(milliseconds(), "How long the button stays down: a long press");

interface Where {
  page: Page;
  signal: AbortSignal;
  timeoutMs: number;
}

/** Presses an element or a point as the words say, and tells what that led to. */
async function clicked(
  where: Where,
  words: readonly number[],
  name: string,
  how: PressHow,
  options: { force: boolean; forClick?: boolean },
) {
  const { page, signal, timeoutMs } = where;
  const place = targetOf(words, name);
  if ("point" in place) {
    await checkPoint(page, place.point);
    return { ...place, effect: await acting(page, signal, () => press(page, place.point, how, signal)) };
  }
  const waiting = { ...options, waitMs: patience(timeoutMs), stirs: true };
  const { result, opened } = await pressing(page, place.index, how, waiting, (located) =>
    acting(page, signal, () => pressAt(page, located, how, signal), located),
  );
  const { missed: _, ...effect } = result;
  return { ...place, effect: (opened.length > 0 ? { ...effect, opened } : effect) as Effect };
}

export const click = command({
  name: "click",
  group: "interaction",
  summary: "Click an element by index, or a point by pixel",
  effect: "write",
  needs: "page",
  args: {
    target,
    button: optionOr(oneOf("left", "middle", "right"), "left", "Mouse button"),
    count: optionOr(integer("n", { min: 1, max: 3 }), 1, "How many times in a row: 2 is a double click"),
    hold,
    modifiers,
    force,
  },
  examples: [
    "click 12",
    "click --text Save",
    "click 340 210",
    "click 12 --button middle",
    "click 12 --hold 800",
    "click 12 --modifiers Control+Shift",
  ],
  async run({ args, ...where }) {
    const how = { button: args.button, count: args.count, bits: modifierBits(args.modifiers), holdMs: args.hold };
    const { effect, ...place } = await clicked(where, args.target, "click", how, { force: args.force, forClick: true });
    return "index" in place ? { clicked: place.index, ...effect } : { clicked_coordinate: place.point, ...effect };
  },
  text: (r) =>
    ("clicked" in r ? `clicked: ${r.clicked}` : `clicked_coordinate: ${JSON.stringify(r.clicked_coordinate)}`) +
    effectLines(r),
});

export const dblclick = command({
  name: "dblclick",
  group: "interaction",
  summary: "Double-click an element by index, or a point by pixel",
  effect: "write",
  needs: "page",
  args: { target, modifiers, force },
  examples: ["dblclick 7", "dblclick 340 210"],
  async run({ args, ...where }) {
    const how: PressHow = { button: "left", count: 2, bits: modifierBits(args.modifiers) };
    const options = { force: args.force, forClick: true };
    const { effect, ...place } = await clicked(where, args.target, "dblclick", how, options);
    return "index" in place
      ? { double_clicked: place.index, ...effect }
      : { double_clicked_coordinate: place.point, ...effect };
  },
  text: (r) =>
    ("double_clicked" in r
      ? `double_clicked: ${r.double_clicked}`
      : `double_clicked_coordinate: ${JSON.stringify(r.double_clicked_coordinate)}`) + effectLines(r),
});

export const rightclick = command({
  name: "rightclick",
  group: "interaction",
  summary: "Right-click an element by index, or a point by pixel",
  effect: "write",
  needs: "page",
  args: { target, modifiers, force },
  examples: ["rightclick 7", "rightclick 340 210"],
  async run({ args, ...where }) {
    const how: PressHow = { button: "right", count: 1, bits: modifierBits(args.modifiers) };
    const { effect, ...place } = await clicked(where, args.target, "rightclick", how, { force: args.force });
    return "index" in place
      ? { right_clicked: place.index, ...effect }
      : { right_clicked_coordinate: place.point, ...effect };
  },
  text: (r) =>
    ("right_clicked" in r
      ? `right_clicked: ${r.right_clicked}`
      : `right_clicked_coordinate: ${JSON.stringify(r.right_clicked_coordinate)}`) + effectLines(r),
});
