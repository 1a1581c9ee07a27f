/**
 * Drags with the mouse: presses, moves along a path, and releases. If the page uses the drag-and-drop events of HTML, the
 * browser reports the drag data, and the drag continues with `Input.dispatchDragEvent`.
 */
import type { Input_DragData } from "../../cdp/protocol.gen.ts";
import type { Frame } from "../core/frame.ts";
import type { Point } from "../core/library.ts";
import type { DropResult } from "../core/library-pointer.ts";
import type { Page } from "../core/page.ts";
import { move, pressDown, releaseButton } from "../input/pointer.ts";

/** Default number of movements between two points: pages that follow the pointer need more than its end. */
export const DRAG_STEPS = 10;

/** Pause before the release: some libraries determine the element under the pointer when they draw the next frame. */
const REST_MS = 50;

export interface DragHow {
  /** Points to pass; the last one is the end. */
  path: readonly Point[];
  /** The frames that may receive the drop. */
  frames: ReadonlySet<Frame>;
  /** Number of movements to each point. */
  steps: number;
  /** Duration of all movements; without it they are as fast as the page draws. */
  durationMs?: number | undefined;
  /** How long to hold the button before the first movement. */
  holdMs?: number | undefined;
}

/** Drags from a point along a path. `check` is called when the button is down, and throws if it was pressed on the wrong element. */
export async function drag(
  page: Page,
  from: Point,
  how: DragHow,
  signal: AbortSignal,
  check: () => Promise<void>,
): Promise<DropResult> {
  const { session } = page;
  let data: Input_DragData | undefined;
  const removeHandler = session.on("Input.dragIntercepted", (event) => {
    data = event.data;
  });
  await Promise.all([...how.frames].map((frame) => frame.call("beforeDrag", [])));
  await session.send("Input.setInterceptDrags", { enabled: true }, signal);
  try {
    await move(page, from, 0, signal);
    await pressDown(page, "left");
    await check();
    await pause(how.holdMs, signal);
    let isEntered = false;
    for (const [point, waitMs] of pointsOf(from, how)) {
      if (!data) await move(page, point, 0, signal);
      else {
        await dragEvent(page, isEntered ? "dragOver" : "dragEnter", data, point, signal);
        isEntered = true;
      }
      await pause(waitMs, signal);
    }
    await pause(REST_MS, signal);
    const end = how.path.at(-1) ?? from;
    if (data) {
      if (!isEntered) await dragEvent(page, "dragEnter", data, end, signal);
      await dragEvent(page, "dragOver", data, end, signal);
      await dragEvent(page, "drop", data, end, signal);
      page.inputState.pointer = end;
    } else await move(page, end, 0, signal);
    await releaseButton(page, "left");
    return data ? await dropResult(page, how.frames) : {};
  } finally {
    removeHandler();
    // After a failure the button must not stay down.
    if (page.inputState.isDown("left")) await releaseButton(page, "left").catch(() => {});
    await session.sendMayFail("Input.setInterceptDrags", { enabled: false });
  }
}

/** Result of the drop; empty if another frame may have accepted it. */
async function dropResult(page: Page, frames: ReadonlySet<Frame>): Promise<DropResult> {
  const results = await Promise.all([...frames].map((frame) => frame.call("afterDrag", [])));
  const accepted = results.find(({ dropped }) => dropped);
  return accepted ?? (frames.size < page.frames.size ? {} : { dropped: false });
}

/** All points to move to, each with the time to wait there. */
function* pointsOf(from: Point, { path, steps, durationMs }: DragHow): Generator<[Point, number | undefined]> {
  const waitMs = durationMs === undefined ? undefined : durationMs / (steps * path.length);
  let start = from;
  for (const end of path) {
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      yield [{ x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share }, waitMs];
    }
    start = end;
  }
}

async function pause(ms: number | undefined, signal: AbortSignal): Promise<void> {
  if (ms !== undefined) await Bun.sleep(ms);
  signal.throwIfAborted();
}

async function dragEvent(
  page: Page,
  type: "dragEnter" | "dragOver" | "drop",
  data: Input_DragData,
  at: Point,
  signal: AbortSignal,
): Promise<void> {
  const modifiers = page.inputState.modifierBits;
  await page.session.send("Input.dispatchDragEvent", { type, ...at, data, modifiers }, signal);
}
