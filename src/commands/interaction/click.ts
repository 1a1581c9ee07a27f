/** `click`, `dblclick` and `rightclick`: mouse presses that differ only in button, count and the name of the result. */

import { option, optionOr } from "../../args.ts";
import { command } from "../../command.ts";
import { acting, type Effect, effectLines } from "../../page/actions/effects.ts";
import { pressAt, pressing } from "../../page/actions/pressing.ts";
import type { Point } from "../../page/core/library.ts";
import type { Page } from "../../page/core/page.ts";
import { modifierBits } from "../../page/input/keymap.ts";
import { type PressHow, press } from "../../page/input/pointer.ts";
import { checkPoint, readyTimeout } from "../../page/locate/click-target.ts";
import { integer, milliseconds, oneOf } from "../../values.ts";
import { force, modifiers, target, targetOf } from "../shared/target.ts";

interface Context {
  page: Page;
  signal: AbortSignal;
  timeoutMs: number;
  args: { target: readonly number[]; modifiers: string | undefined; force: boolean };
}

interface Press {
  button: PressHow["button"];
  count: number;
  holdMs?: number | undefined;
}

const shared = { group: "interaction", effect: "write", needs: "page" } as const;

type Pressed<K extends string> = Effect & ({ [key in K]: number } | { [key in `${K}_coordinate`]: Point });

/** Presses an element or a point. The result has the index under `key`, or the point under `<key>_coordinate`. */
async function pressTarget<K extends string>(name: string, key: K, press: Press, context: Context) {
  const { args, ...where } = context;
  const place = targetOf(args.target, name);
  const how: PressHow = { ...press, bits: modifierBits(args.modifiers) };
  const [at, effect] =
    "point" in place
      ? [{ [`${key}_coordinate`]: place.point }, await pressPoint(place.point, how, where)]
      : [{ [key]: place.index }, await pressElement(place.index, how, args.force, where)];
  return { ...at, ...effect } as Pressed<K>;
}

type Where = Omit<Context, "args">;

async function pressPoint(point: Point, how: PressHow, { page, signal }: Where): Promise<Effect> {
  await checkPoint(page, point);
  return await acting(page, signal, () => press(page, point, how, signal));
}

async function pressElement(index: number, how: PressHow, force: boolean, where: Where): Promise<Effect> {
  const { page, signal, timeoutMs } = where;
  // Only the left button opens a picker of the system, in which nothing can be chosen.
  const options = { force, forClick: how.button === "left", waitMs: readyTimeout(timeoutMs), beginsAction: true };
  const { result, opened } = await pressing(page, index, how, options, (located) =>
    acting(page, signal, () => pressAt(page, located, how, signal), located),
  );
  const { missed: _, ...effect } = result;
  return opened.length > 0 ? { ...effect, opened } : effect;
}

const pressText = (key: string) => (data: object) => {
  const [place, value] = Object.entries(data).find(([name]) => name.startsWith(key)) ?? [];
  return `${place}: ${JSON.stringify(value)}${effectLines(data as Effect)}`;
};

export const click = command({
  ...shared,
  name: "click",
  summary: "Click an element, or a point in pixels",
  args: {
    target,
    button: optionOr(oneOf("left", "middle", "right"), "left", "Mouse button"),
    count: optionOr(integer("n", { min: 1, max: 3 }), 1, "Number of clicks: 2 is a double click"),
    hold: option(milliseconds(), "Hold the button down for this long, in milliseconds"),
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
  run: (context) => {
    const { button, count, hold: holdMs } = context.args;
    return pressTarget("click", "clicked", { button, count, holdMs }, context);
  },
  text: pressText("clicked"),
});

function variant<K extends string>(name: string, key: K, summary: string, press: Press) {
  return command({
    ...shared,
    name,
    summary: `${summary} an element, or a point in pixels`,
    args: { target, modifiers, force },
    examples: [`${name} 7`, `${name} 340 210`],
    run: (context) => pressTarget(name, key, press, context),
    text: pressText(key),
  });
}

export const dblclick = variant("dblclick", "double_clicked", "Double-click", { button: "left", count: 2 });
export const rightclick = variant("rightclick", "right_clicked", "Right-click", { button: "right", count: 1 });
