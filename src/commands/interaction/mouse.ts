import { option, optionOr, positional, positionalOr } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { acting, effectLines } from "../../page/actions/effects.ts";
import type { Point } from "../../page/core/library.ts";
import type { Page } from "../../page/core/page.ts";
import type { MouseButton } from "../../page/input/input-state.ts";
import { move, notchesOf, pressDown, releaseButton, turnWheel } from "../../page/input/pointer.ts";
import { checkPoint, find, readyTimeout } from "../../page/locate/click-target.ts";
import { integer, oneOf } from "../../values.ts";
import { target, targetOf } from "../shared/target.ts";

const button = optionOr(oneOf("left", "middle", "right"), "left", "Mouse button");

export const mouseMove = command({
  name: "mouse move",
  group: "interaction",
  summary: "Move the mouse to a point or an element; buttons and keys that are down stay down",
  effect: "write",
  needs: "page",
  args: {
    target,
    steps: optionOr(integer("n", { min: 1, max: 500 }), 1, "Number of movements on the way"),
  },
  examples: ["mouse move 340 210", "mouse move 340 210 --steps 20", "mouse move 12"],
  async run({ page, args, signal, timeoutMs }) {
    const place = targetOf(args.target, "mouse move");
    if ("point" in place) await checkPoint(page, place.point);
    const options = { waitMs: readyTimeout(timeoutMs), allowDisabled: true, follow: true };
    const to = "point" in place ? place.point : (await find(page, place.index, options)).point;
    const effect = await acting(page, signal, () => walk(page, to, args.steps, signal));
    return { moved_to: to, ...effect };
  },
  text: (r) => `moved_to: ${r.moved_to.x},${r.moved_to.y}${effectLines(r)}`,
});

async function walk(page: Page, to: Point, steps: number, signal: AbortSignal): Promise<void> {
  const from = page.inputState.pointer ?? to;
  for (let step = 1; step <= steps; step++) {
    const share = step / steps;
    const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    await move(page, point, 0, signal);
  }
}

export const mouseDown = command({
  name: "mouse down",
  group: "interaction",
  summary: "Press a mouse button and keep it down",
  effect: "write",
  needs: "page",
  args: { button },
  examples: ["mouse down", "mouse down --button right"],
  async run({ page, args, signal }) {
    const at = pointerOf(page);
    const held = page.inputState.isDown(args.button);
    if (held)
      throw new Failure(
        "usage",
        `the ${args.button} mouse button is already down`,
        "Run `svc mouse up` to release it.",
      );
    return { pressed: args.button, at, ...(await acting(page, signal, () => pressDown(page, args.button))) };
  },
  text: (r) => `pressed: ${r.pressed}\nat: ${r.at.x},${r.at.y}${effectLines(r)}`,
});

export const mouseUp = command({
  name: "mouse up",
  group: "interaction",
  summary: "Release a mouse button; without --button the one that is down",
  effect: "write",
  needs: "page",
  args: { button: option(oneOf("left", "middle", "right"), "Mouse button") },
  examples: ["mouse up", "mouse up --button right"],
  async run({ page, args, signal }) {
    const at = pointerOf(page);
    const released: MouseButton | undefined = args.button ?? page.inputState.button;
    if (released === undefined || !page.inputState.isDown(released))
      throw new Failure(
        "usage",
        `${released === undefined ? "no" : `the ${released}`} mouse button is ${released === undefined ? "" : "not "}down`,
        "Run `svc mouse down` first.",
      );
    return { released, at, ...(await acting(page, signal, () => releaseButton(page, released))) };
  },
  text: (r) => `released: ${r.released}\nat: ${r.at.x},${r.at.y}${effectLines(r)}`,
});

export const mouseWheel = command({
  name: "mouse wheel",
  group: "interaction",
  summary: "Turn the mouse wheel at the pointer; negative values scroll up and left",
  effect: "write",
  needs: "page",
  args: {
    dy: positional(integer("dy"), "Distance down, in pixels; sent in steps of about 100, as a mouse does"),
    dx: positionalOr(integer("dx"), 0, "Distance to the right, in pixels"),
  },
  examples: ["mouse wheel 300", "mouse wheel -120", "mouse wheel 0 200"],
  async run({ page, args, signal }) {
    const at = page.inputState.pointer ?? (await middleOf(page));
    const by = { x: args.dx, y: args.dy };
    const effect = await acting(page, signal, async () => {
      if (!page.inputState.pointer) await move(page, at, 0, signal);
      await turnWheel(page, at, by, notchesOf(by), signal);
    });
    return { turned: { dx: args.dx, dy: args.dy }, at, ...effect };
  },
  text: (r) => `turned: ${r.turned.dx},${r.turned.dy}\nat: ${r.at.x},${r.at.y}${effectLines(r)}`,
});

function pointerOf({ inputState }: Page): Point {
  if (inputState.pointer) return inputState.pointer;
  throw new Failure("usage", "the mouse has no position in this tab yet", "Run `svc mouse move <x> <y>` first.");
}

async function middleOf(page: Page): Promise<Point> {
  const { cssVisualViewport } = await page.session.send("Page.getLayoutMetrics");
  return { x: Math.round(cssVisualViewport.clientWidth / 2), y: Math.round(cssVisualViewport.clientHeight / 2) };
}
