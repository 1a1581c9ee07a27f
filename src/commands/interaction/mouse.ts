import { option, optionOr, positional, positionalOr } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { acting, effectLines } from "../../page/actions/effects.ts";
import type { Point } from "../../page/core/library.ts";
import type { Page } from "../../page/core/page.ts";
import type { MouseButton } from "../../page/input/input-state.ts";
import { letGo, move, notchesOf, pressDown, turnWheel } from "../../page/input/pointer.ts";
import { checkPoint, find, patience } from "../../page/locate/click-target.ts";
import { integer, oneOf } from "../../values.ts";
import { target, targetOf } from "../shared/target.ts";

const button = optionOr(oneOf("left", "middle", "right"), "left", "Mouse button");

export const mouseMove = command({
  name: "mouse move",
  group: "interaction",
  summary: "Move the pointer to a point or onto an element, with the buttons and keys that are held",
  effect: "write",
  needs: "page",
  args: {
    target,
    steps: optionOr(integer("n", { min: 1, max: 500 }), 1, "Movements on the way there"),
  },
  examples: ["mouse move 340 210", "mouse move 340 210 --steps 20", "mouse move 12"],
  async run({ page, args, signal, timeoutMs }) {
    const place = targetOf(args.target, "mouse move");
    if ("point" in place) await checkPoint(page, place.point);
    const options = { waitMs: patience(timeoutMs), allowDisabled: true, follow: true };
    const to = "point" in place ? place.point : (await find(page, place.index, options)).point;
    const effect = await acting(page, signal, () => walk(page, to, args.steps, signal));
    return { moved_to: to, ...effect };
  },
  text: (r) => `moved_to: ${r.moved_to.x},${r.moved_to.y}${effectLines(r)}`,
});

async function walk(page: Page, to: Point, steps: number, signal: AbortSignal): Promise<void> {
  const from = page.hands.pointer ?? to;
  for (let step = 1; step <= steps; step++) {
    const share = step / steps;
    const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    await move(page, point, 0, signal);
  }
}

export const mouseDown = command({
  name: "mouse down",
  group: "interaction",
  summary: "Press a mouse button where the pointer is, and keep it down",
  effect: "write",
  needs: "page",
  args: { button },
  examples: ["mouse down", "mouse down --button right"],
  async run({ page, args, signal }) {
    const at = pointerOf(page);
    const held = page.hands.isDown(args.button);
    if (held)
      throw new Failure("usage", `the ${args.button} button is down already`, "Run `svc mouse up` to let it go.");
    return { pressed: args.button, at, ...(await acting(page, signal, () => pressDown(page, args.button))) };
  },
  text: (r) => `pressed: ${r.pressed}\nat: ${r.at.x},${r.at.y}${effectLines(r)}`,
});

export const mouseUp = command({
  name: "mouse up",
  group: "interaction",
  summary: "Let a mouse button go where the pointer is; without --button the one that is down",
  effect: "write",
  needs: "page",
  args: { button: option(oneOf("left", "middle", "right"), "Mouse button") },
  examples: ["mouse up", "mouse up --button right"],
  async run({ page, args, signal }) {
    const at = pointerOf(page);
    const released: MouseButton | undefined = args.button ?? page.hands.button;
    if (released === undefined || !page.hands.isDown(released))
      throw new Failure("usage", `the ${released ?? "mouse"} button is not down`, "Run `svc mouse down` first.");
    return { released, at, ...(await acting(page, signal, () => letGo(page, released))) };
  },
  text: (r) => `released: ${r.released}\nat: ${r.at.x},${r.at.y}${effectLines(r)}`,
});

export const mouseWheel = command({
  name: "mouse wheel",
  group: "interaction",
  summary: "Turn the wheel where the pointer is: down by positive pixels, up by negative ones, then to the right",
  effect: "write",
  needs: "page",
  args: {
    dy: positional(integer("dy"), "Down, in pixels; turned in notches of about 100, as a wheel does"),
    dx: positionalOr(integer("dx"), 0, "To the right, in pixels"),
  },
  examples: ["mouse wheel 300", "mouse wheel -120", "mouse wheel 0 200"],
  async run({ page, args, signal }) {
    const at = page.hands.pointer ?? (await middleOf(page));
    const by = { x: args.dx, y: args.dy };
    const effect = await acting(page, signal, async () => {
      if (!page.hands.pointer) await move(page, at, 0, signal);
      await turnWheel(page, at, by, notchesOf(by), signal);
    });
    return { turned: { dx: args.dx, dy: args.dy }, at, ...effect };
  },
  text: (r) => `turned: ${r.turned.dx},${r.turned.dy}\nat: ${r.at.x},${r.at.y}${effectLines(r)}`,
});

function pointerOf({ hands }: Page): Point {
  if (hands.pointer) return hands.pointer;
  throw new Failure("usage", "the pointer has not been moved into this tab yet", "Run `svc mouse move <x> <y>` first.");
}

async function middleOf(page: Page): Promise<Point> {
  const { cssVisualViewport } = await page.session.send("Page.getLayoutMetrics");
  return { x: Math.round(cssVisualViewport.clientWidth / 2), y: Math.round(cssVisualViewport.clientHeight / 2) };
}
