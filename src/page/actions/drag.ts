/**
 * Drags with the mouse: presses, moves along a way, and releases. Where the page drags by the drag-and-drop events of HTML, the browser hands
 * the drag over to us, and we carry it to its end.
 */
import type { Input_DragData } from "../../cdp/protocol.gen.ts";
import type { Frame } from "../core/frame.ts";
import type { Point } from "../core/library.ts";
import type { DropResult } from "../core/library-pointer.ts";
import type { Page } from "../core/page.ts";
import { releaseButton, move, pressDown } from "../input/pointer.ts";

/** How many movements one leg of a drag is made of: pages that follow the pointer look at more than its end. */
export const DRAG_STEPS = 10;

/** Before the release: libraries that draw in the next frame decide then what the pointer is over. */
const REST_MS = 50;

export interface DragHow {
  /** Points to pass, the end included. */
  way: readonly Point[];
  /** The frames that may see the drop. */
  frames: ReadonlySet<Frame>;
  /** Movements to each of them. */
  steps: number;
  /** How long the movements take altogether; as fast as the page draws without it. */
  durationMs?: number | undefined;
  /** How long the button is down before the first movement. */
  holdMs?: number | undefined;
}

/** Drags from a point along the way. `check` is called when the button is down, and throws when it was pressed on the wrong thing. */
export async function drag(
  page: Page,
  from: Point,
  how: DragHow,
  signal: AbortSignal,
  check: () => Promise<void>,
): Promise<DropResult> {
  const { session } = page;
  let data: Input_DragData | undefined;
  const ignore = session.on("Input.dragIntercepted", (event) => {
    data = event.data;
  });
  await Promise.all([...how.frames].map((frame) => frame.call("beforeDrag", [])));
  await session.send("Input.setInterceptDrags", { enabled: true }, signal);
  try {
    await move(page, from, 0, signal);
    await pressDown(page, "left");
    await check();
    await pause(how.holdMs, signal);
    let isCarried = false;
    for (const [point, waitMs] of pointsOf(from, how)) {
      if (!data) await move(page, point, 0, signal);
      else {
        await carry(page, isCarried ? "dragOver" : "dragEnter", data, point, signal);
        isCarried = true;
      }
      await pause(waitMs, signal);
    }
    await pause(REST_MS, signal);
    const end = how.way.at(-1) ?? from;
    if (data) {
      if (!isCarried) await carry(page, "dragEnter", data, end, signal);
      await carry(page, "dragOver", data, end, signal);
      await carry(page, "drop", data, end, signal);
      page.inputState.pointer = end;
    } else await move(page, end, 0, signal);
    await releaseButton(page, "left");
    return data ? await dropIn(page, how.frames) : {};
  } finally {
    ignore();
    // A drag that was given up must not leave its button down.
    if (page.inputState.isDown("left")) await releaseButton(page, "left").catch(() => {});
    await session.sendMayFail("Input.setInterceptDrags", { enabled: false });
  }
}

/** What became of the drop; nothing is said where a frame that was not asked may have taken it. */
async function dropIn(page: Page, frames: ReadonlySet<Frame>): Promise<DropResult> {
  const results = await Promise.all([...frames].map((frame) => frame.call("afterDrag", [])));
  const taken = results.find(({ dropped }) => dropped);
  return taken ?? (frames.size < page.frames.size ? {} : { dropped: false });
}

/** Every point to move to, and how long to wait there. */
function* pointsOf(from: Point, { way, steps, durationMs }: DragHow): Generator<[Point, number | undefined]> {
  const waitMs = durationMs === undefined ? undefined : durationMs / (steps * way.length);
  let start = from;
  for (const end of way) {
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

async function carry(
  page: Page,
  type: "dragEnter" | "dragOver" | "drop",
  data: Input_DragData,
  at: Point,
  signal: AbortSignal,
): Promise<void> {
  const modifiers = page.inputState.modifierBits;
  await page.session.send("Input.dispatchDragEvent", { type, ...at, data, modifiers }, signal);
}
