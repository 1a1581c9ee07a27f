import { command, flag, option, optionOr, positional, positionals } from "../command.ts";
import { Failure } from "../errors.ts";
import {
  checkPoint,
  drag as dragMouse,
  find,
  type Located,
  type MouseButton,
  move,
  patience,
  press,
} from "../page/act.ts";
import { acting, effectLines } from "../page/effects.ts";
import { pressFollowing } from "../page/follow.ts";
import { modifierBits } from "../page/keymap.ts";
import type { Page } from "../page/page.ts";
import { bool, elementIndex, elementOrPoint, integer, oneOf, text } from "../values.ts";

const target = positional(elementIndex(), "Index from the last state");
const force = flag(bool(), "Act at the element's place even when something else covers it");
const modifiers = option(text("keys"), "Keys held meanwhile: Control, Shift, Alt, Meta; several joined by +");

export const click = command({
  name: "click",
  group: "interaction",
  summary: "Click an element by index, or a point by pixel",
  effect: "write",
  needs: "page",
  args: {
    target: positionals(elementOrPoint("index | x y"), "An index from the last state, or x and y in pixels"),
    button: optionOr(oneOf("left", "middle", "right"), "left", "Mouse button"),
    count: optionOr(integer("n", { min: 1, max: 3 }), 1, "How many times in a row: 2 is a double click"),
    modifiers,
    force,
  },
  examples: ["click 12", "click 340 210", "click 12 --button middle", "click 12 --modifiers Control+Shift"],
  async run({ page, args, signal, timeoutMs }) {
    const [first, second, ...rest] = args.target;
    if (first === undefined || rest.length > 0)
      throw new Failure("usage", "expected one index, or x and y", "Write `svc click 12` or `svc click 340 210`.");
    const how = { ...args, bits: modifierBits(args.modifiers) };
    if (second === undefined)
      return { clicked: first, ...(await clickElement({ page, signal, timeoutMs }, first, how)) };
    const point = { x: first, y: second };
    await checkPoint(page, point);
    const effect = await acting(page, signal, () => press(page, point, how.button, how.count, how.bits));
    return { clicked_coordinate: point, ...effect };
  },
  text: (r) =>
    ("clicked" in r ? `clicked: ${r.clicked}` : `clicked_coordinate: ${JSON.stringify(r.clicked_coordinate)}`) +
    effectLines(r),
});

interface Where {
  page: Page;
  signal: AbortSignal;
  timeoutMs: number;
}

interface How {
  button: MouseButton;
  count: number;
  bits: number;
  force: boolean;
}

/** Clicks where the element receives it, and tells what that led to. */
async function clickElement({ page, signal, timeoutMs }: Where, index: number, how: How) {
  const located = await find(page, index, { waitMs: patience(timeoutMs), force: how.force, forClick: true });
  const { missed, ...effect } = await acting(page, signal, () => clickOn(page, located, how), located);
  if (missed !== undefined && !how.force) throw missedFailure(index, missed);
  return effect;
}

async function clickOn(page: Page, located: Located, how: How): Promise<void> {
  const { button, count, bits } = how;
  if (located.takesFocus && count === 1 && button === "left") await pressFollowing(page, located, bits);
  else await press(page, located.point, button, count, bits);
}

/** The element went from under the pointer as it arrived: what was there then has got the press. */
function missedFailure(index: number, hit: string): Failure {
  return new Failure(
    "covered",
    `the click meant for element ${index} landed on ${hit}: the element moved away under the pointer`,
    "Run `svc state` to see what it did.",
  );
}

export const dblclick = command({
  name: "dblclick",
  group: "interaction",
  summary: "Double-click an element",
  effect: "write",
  needs: "page",
  args: { index: target, modifiers, force },
  examples: ["dblclick 7"],
  async run({ page, args, signal, timeoutMs }) {
    const how: How = { button: "left", count: 2, bits: modifierBits(args.modifiers), force: args.force };
    return { double_clicked: args.index, ...(await clickElement({ page, signal, timeoutMs }, args.index, how)) };
  },
  text: (r) => `double_clicked: ${r.double_clicked}${effectLines(r)}`,
});

export const rightclick = command({
  name: "rightclick",
  group: "interaction",
  summary: "Right-click an element",
  effect: "write",
  needs: "page",
  args: { index: target, modifiers, force },
  examples: ["rightclick 7"],
  async run({ page, args, signal, timeoutMs }) {
    const located = await find(page, args.index, { waitMs: patience(timeoutMs), force: args.force });
    const bits = modifierBits(args.modifiers);
    const { missed, ...effect } = await acting(
      page,
      signal,
      () => press(page, located.point, "right", 1, bits),
      located,
    );
    if (missed !== undefined && !args.force) throw missedFailure(args.index, missed);
    return { right_clicked: args.index, ...effect };
  },
  text: (r) => `right_clicked: ${r.right_clicked}${effectLines(r)}`,
});

export const hover = command({
  name: "hover",
  group: "interaction",
  summary: "Move the pointer over an element, or to a point, and leave it there",
  effect: "write",
  needs: "page",
  args: {
    target: positionals(elementOrPoint("index | x y"), "An index from the last state, or x and y in pixels"),
    force,
  },
  examples: ["hover 7", "hover 340 210"],
  async run({ page, args, signal, timeoutMs }) {
    const [first, second, ...rest] = args.target;
    if (first === undefined || rest.length > 0)
      throw new Failure("usage", "expected one index, or x and y", "Write `svc hover 12` or `svc hover 340 210`.");
    if (second !== undefined) {
      const point = { x: first, y: second };
      await checkPoint(page, point);
      return { hovered_coordinate: point, ...(await acting(page, signal, () => move(page, point))) };
    }
    const options = { waitMs: patience(timeoutMs), allowDisabled: true, force: args.force };
    const located = await find(page, first, options);
    const { missed: _, ...effect } = await acting(page, signal, () => move(page, located.point), located);
    return { hovered: first, ...effect };
  },
  text: (r) =>
    ("hovered" in r ? `hovered: ${r.hovered}` : `hovered_coordinate: ${JSON.stringify(r.hovered_coordinate)}`) +
    effectLines(r),
});

export const drag = command({
  name: "drag",
  group: "interaction",
  summary: "Drag an element onto another, or from one point to another",
  effect: "write",
  needs: "page",
  args: {
    target: positionals(
      elementOrPoint("from to | x1 y1 x2 y2", 2),
      "Two indices from the last state, or two points in pixels",
    ),
    by: option(text("x,y"), "How far to drag, in pixels, in place of where to: 120,0"),
    force,
  },
  examples: ["drag 4 9", "drag 4 --by 120,0", "drag 100 200 300 200"],
  async run({ page, args, signal, timeoutMs }) {
    const options = { waitMs: patience(timeoutMs), force: args.force };
    const { from, to, ...told } = await dragEnds(page, args.target, args.by, options);
    const effect = await acting(page, signal, () => dragMouse(page, from, to, signal));
    return { ...told, ...effect };
  },
  text: (r) => `dragged: ${r.dragged}\nto: ${r.to_where}${effectLines(r)}`,
});

/** Where a drag begins and ends, and how it is told. */
async function dragEnds(
  page: Page,
  numbers: number[],
  by: string | undefined,
  options: { waitMs: number; force: boolean },
) {
  const [first = 0, second = 0, third = 0, fourth = 0] = numbers;
  if (by !== undefined && numbers.length === 1) {
    const [, x, y] = /^(-?\d+),(-?\d+)$/.exec(by) ?? [];
    if (x === undefined)
      throw new Failure("usage", `expected --by x,y in pixels, got '${by}'`, "Write it like --by 120,0.");
    const { point: from } = await find(page, first, options);
    const to = { x: from.x + Number(x), y: from.y + Number(y) };
    return { from, to, dragged: String(first), to_where: `${to.x},${to.y}` };
  }
  if (by === undefined && numbers.length === 4) {
    const [from, to] = [
      { x: first, y: second },
      { x: third, y: fourth },
    ];
    await checkPoint(page, from);
    return { from, to, dragged: `${first},${second}`, to_where: `${third},${fourth}` };
  }
  if (by !== undefined || numbers.length !== 2)
    throw new Failure(
      "usage",
      "expected two indices, or two points",
      "Write `svc drag 4 9` or `svc drag 4 --by 120,0`.",
    );
  // The end is looked up first: what is brought into view last is the one to take hold of.
  await find(page, second, { ...options, force: true });
  const { point: from } = await find(page, first, options);
  const { point: to } = await find(page, second, { ...options, force: true });
  return { from, to, dragged: String(first), to_where: String(second) };
}
