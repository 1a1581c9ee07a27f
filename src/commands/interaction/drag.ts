import { option, optionList, optionOr, positionals } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { DRAG_STEPS, drag as dragMouse } from "../../page/actions/drag.ts";
import { acting, canBeRead, effectLines } from "../../page/actions/effects.ts";
import { missedFailure, resultOf } from "../../page/actions/pressing.ts";
import { afterwards } from "../../page/actions/reach.ts";
import type { Frame } from "../../page/core/frame.ts";
import type { Point } from "../../page/core/library.ts";
import type { DropResult } from "../../page/core/library-pointer.ts";
import type { Page } from "../../page/core/page.ts";
import { callOn, checkPoint, find, type Located, readyTimeout } from "../../page/locate/click-target.ts";
import { elementOrPoint, integer, milliseconds } from "../../values.ts";
import { pixels } from "../../web-values.ts";
import { force, pointOf } from "../shared/target.ts";

/** How long what was dragged may take to come to rest: libraries let it glide into place. */
const GLIDES_MS = 500;

export const drag = command({
  name: "drag",
  group: "interaction",
  summary: "Drag an element to another element, or from one point to another",
  effect: "write",
  needs: "page",
  args: {
    target: positionals(
      elementOrPoint("from to | x1 y1 x2 y2", 2),
      "Two indices from the last state, or two points in pixels",
    ),
    by: option(pixels(), "Distance to drag, in pixels, instead of a target: 120,0"),
    via: optionList(pixels(), "Point to pass on the way, in pixels; repeat it for several"),
    steps: optionOr(integer("n", { min: 1, max: 500 }), DRAG_STEPS, "Number of mouse movements to each point"),
    duration: option(
      milliseconds(),
      "Duration of the movement, in milliseconds; by default as fast as the page can draw",
    ),
    hold: option(milliseconds(), "Hold the button down for this long before moving, in milliseconds"),
    force,
  },
  examples: [
    "drag 4 9",
    "drag 4 --by 120,0",
    "drag 100 200 300 200",
    "drag 4 9 --hold 300 --duration 600",
    "drag 4 9 --via 200,80 --via 400,80",
  ],
  async run({ page, args, signal, timeoutMs }) {
    const options = { waitMs: readyTimeout(timeoutMs), force: args.force };
    const via = args.via.map(pointOf);
    const { from, to, frames, subject, ...told } = await dragEnds(page, args.target, args.by, options);
    const how = { frames, path: [...via, to], steps: args.steps, durationMs: args.duration, holdMs: args.hold };
    let drop: DropResult = {};
    const effect = await acting(page, signal, async () => {
      drop = await dragMouse(page, from, how, signal, () => checkPress(subject, args.force));
    });
    const moved = subject && canBeRead(page, effect) ? await movement(subject) : undefined;
    const { dropped, on } = drop;
    return {
      ...told,
      released: to,
      ...(moved ? { moved } : {}),
      ...(dropped === undefined ? {} : { dropped }),
      ...(on === undefined ? {} : { dropped_on: on }),
      ...effect,
    };
  },
  text: (r) =>
    `dragged: ${r.dragged}\nto: ${r.to_where}\nreleased: ${r.released.x},${r.released.y}` +
    (r.moved ? `\nmoved: ${typeof r.moved === "string" ? r.moved : `${r.moved.x},${r.moved.y}`}` : "") +
    (r.dropped === undefined
      ? ""
      : `\ndropped: ${r.dropped ? (r.dropped_on ?? true) : "false (nothing accepted the drop)"}`) +
    effectLines(r),
});

/** The press must have arrived at what is to be dragged. */
async function checkPress(subject: Located | undefined, isForced: boolean): Promise<void> {
  if (!subject || isForced) return;
  const { missed } = await resultOf(subject);
  if (missed !== undefined) throw missedFailure(subject, missed);
}

/** How far the dragged element is from where it was, in pixels of its frame. */
async function movement({ handle, facts }: Located): Promise<Point | "gone"> {
  const box = await afterwards(callOn(handle, "restingBox", handle.id, GLIDES_MS));
  if (!box) return "gone";
  return { x: Math.round(box.x - facts.box.x), y: Math.round(box.y - facts.box.y) };
}

interface Ends {
  from: Point;
  to: Point;
  /** The frames that may see it dropped. */
  frames: ReadonlySet<Frame>;
  /** What is dragged, where it was named by its index. */
  subject?: Located;
  dragged: string;
  to_where: string;
}

/** Where a drag begins and ends, and how it is told. */
async function dragEnds(
  page: Page,
  numbers: number[],
  by: string | undefined,
  options: { waitMs: number; force: boolean },
): Promise<Ends> {
  const [first = 0, second = 0, third = 0, fourth = 0] = numbers;
  const hold = { ...options, presses: 1 };
  if (by !== undefined && numbers.length === 1) {
    const { x, y } = pointOf(by);
    const subject = await find(page, first, hold);
    const { point: from } = subject;
    const to = { x: from.x + x, y: from.y + y };
    const frames = new Set([page.main, subject.handle.frame]);
    return { from, to, frames, subject, dragged: String(first), to_where: `${to.x},${to.y}` };
  }
  if (by === undefined && numbers.length === 4) {
    const [from, to] = [
      { x: first, y: second },
      { x: third, y: fourth },
    ];
    await checkPoint(page, from);
    return { from, to, frames: new Set([page.main]), dragged: `${first},${second}`, to_where: `${third},${fourth}` };
  }
  if (by !== undefined || numbers.length !== 2)
    throw new Failure(
      "usage",
      "expected two indices, or two points",
      "Write `svc drag 4 9` or `svc drag 4 --by 120,0`.",
    );
  // The end is looked up first: what is brought into view last is the one to take hold of.
  await find(page, second, { ...options, force: true });
  const subject = await find(page, first, hold);
  const end = await find(page, second, { ...options, force: true });
  const frames = new Set([page.main, subject.handle.frame, end.handle.frame]);
  return { from: subject.point, to: end.point, frames, subject, dragged: String(first), to_where: String(second) };
}
