/** Scrolls as a person does, by the wheel: pages hear it, and boxes come to rest at the very pixel. Jumps are made without it. */
import { Failure } from "../../errors.ts";
import { type ElementHandle, goneFailure } from "../core/elements.ts";
import type { Point, ScrollAnswer, ScrollRequest } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import { notchesOf, turnWheel } from "../input/pointer.ts";
import { callOn, toViewport } from "../locate/click-target.ts";

/** Which box to scroll: that of an element, or that at a point; else that of the page. */
export interface ScrollPlace {
  handle: ElementHandle | undefined;
  at: Point | undefined;
}

type Answer = ScrollAnswer & { ok: true };

export async function scrollBy(
  page: Page,
  request: ScrollRequest,
  place: ScrollPlace,
  signal: AbortSignal,
): Promise<Answer> {
  const { handle, at } = place;
  const asked = handle ? { ...request, id: handle.id } : request;
  if (request.to !== undefined) {
    const jumped = await (handle ? callOn(handle, "scroll", asked) : page.main.call("scroll", [asked]));
    return answered(jumped, handle);
  }
  const inFrame = at ?? null;
  const plan = await (handle
    ? callOn(handle, "wheelPlan", asked, inFrame)
    : page.main.call("wheelPlan", [asked, inFrame]));
  if (!plan) throw handle ? goneFailure(handle) : new Failure("internal", "the page did not scroll");
  const { point, delta, isTaken } = plan;
  const isTurned = point !== null && (delta.x !== 0 || delta.y !== 0);
  if (isTurned) {
    const shown = handle ? await toViewport(page, handle.frame, point, true) : point;
    // A box that the browser scrolls comes to rest at the pixel: it needs no notches, and is there sooner without them.
    await turnWheel(page, shown, delta, isTaken ? notchesOf(delta) : 1, signal);
  }
  return answered(
    await (handle ? callOn(handle, "wheelDone", isTurned) : page.main.call("wheelDone", [isTurned])),
    handle,
  );
}

function answered(answer: ScrollAnswer, handle: ElementHandle | undefined): Answer {
  if (answer.ok) return answer;
  throw handle ? goneFailure(handle) : new Failure("internal", "the page did not scroll");
}
