import { command, optionOr, positional, positionals } from "../command.ts";
import { Failure } from "../errors.ts";
import { locate, move, patience, press } from "../page/act.ts";
import { acting, effectLines } from "../page/effects.ts";
import type { Page } from "../page/page.ts";
import { factsOf } from "../page/read.ts";
import { elementIndex, integer, oneOf } from "../values.ts";

const button = optionOr(oneOf("left", "middle", "right"), "left", "Mouse button");

export const click = command({
  name: "click",
  group: "interaction",
  summary: "Click an element by index, or a point by pixel",
  effect: "write",
  needs: "page",
  args: {
    target: positionals(integer("index | x y", { min: 0 }), "An index from the last state, or x and y in pixels"),
    button,
  },
  examples: ["click 12", "click 340 210", "click 12 --button middle"],
  async run({ page, args, signal, timeoutMs }) {
    const [first, second, ...rest] = args.target;
    if (first === undefined || rest.length > 0)
      throw new Failure("usage", "expected one index, or x and y", "Write `svc click 12` or `svc click 340 210`.");
    if (second !== undefined) {
      const point = { x: first, y: second };
      await checkPoint(page, point);
      const effect = await acting(page, signal, () => press(page, point, args.button));
      return { clicked_coordinate: point, ...effect };
    }
    await refuseUnclickable(page, first);
    const point = await locate(page, first, { waitMs: patience(timeoutMs) });
    const effect = await acting(page, signal, () => press(page, point, args.button));
    return { clicked: first, ...effect };
  },
  text: (r) =>
    ("clicked" in r ? `clicked: ${r.clicked}` : `clicked_coordinate: ${JSON.stringify(r.clicked_coordinate)}`) +
    effectLines(r),
});

/** A click there opens a window of the system, in which nothing can be done from here. */
async function refuseUnclickable(page: Page, index: number): Promise<void> {
  const { tag, type } = await factsOf(page, index);
  if (tag === "select")
    throw new Failure(
      "unsuitable",
      `element ${index} is a <select>: its list opens outside the page`,
      `Run \`svc select ${index} <option>\`.`,
    );
  if (tag === "input" && type === "file")
    throw new Failure(
      "unsuitable",
      `element ${index} is a file input: its dialog opens outside the page`,
      `Run \`svc upload ${index} <path>\`.`,
    );
}

async function checkPoint(page: Page, point: { x: number; y: number }): Promise<void> {
  const { cssVisualViewport } = await page.session.send("Page.getLayoutMetrics");
  const { clientWidth, clientHeight } = cssVisualViewport;
  if (point.x < clientWidth && point.y < clientHeight) return;
  throw new Failure(
    "usage",
    `the point (${point.x}, ${point.y}) lies outside the viewport of ${clientWidth}x${clientHeight}`,
    "Scroll first; pixels count from the top left of what is in view.",
  );
}

const target = positional(elementIndex(), "Index from the last state");

export const dblclick = command({
  name: "dblclick",
  group: "interaction",
  summary: "Double-click an element",
  effect: "write",
  needs: "page",
  args: { index: target },
  examples: ["dblclick 7"],
  async run({ page, args, signal, timeoutMs }) {
    const point = await locate(page, args.index, { waitMs: patience(timeoutMs) });
    return { double_clicked: args.index, ...(await acting(page, signal, () => press(page, point, "left", 2))) };
  },
  text: (r) => `double_clicked: ${r.double_clicked}${effectLines(r)}`,
});

export const rightclick = command({
  name: "rightclick",
  group: "interaction",
  summary: "Right-click an element",
  effect: "write",
  needs: "page",
  args: { index: target },
  examples: ["rightclick 7"],
  async run({ page, args, signal, timeoutMs }) {
    const point = await locate(page, args.index, { waitMs: patience(timeoutMs) });
    return { right_clicked: args.index, ...(await acting(page, signal, () => press(page, point, "right"))) };
  },
  text: (r) => `right_clicked: ${r.right_clicked}${effectLines(r)}`,
});

export const hover = command({
  name: "hover",
  group: "interaction",
  summary: "Move the pointer over an element and leave it there",
  effect: "write",
  needs: "page",
  args: { index: target },
  examples: ["hover 7"],
  async run({ page, args, signal, timeoutMs }) {
    const point = await locate(page, args.index, { waitMs: patience(timeoutMs), allowDisabled: true });
    return { hovered: args.index, ...(await acting(page, signal, () => move(page, point))) };
  },
  text: (r) => `hovered: ${r.hovered}${effectLines(r)}`,
});
