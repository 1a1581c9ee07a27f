/** Scrolls with wheel events, as a person does: pages can handle them. Jumps to an element or an end are made by script. */
import { Failure } from "../../errors.ts";
import { type ElementHandle, goneFailure } from "../core/elements.ts";
import type { Point } from "../core/library.ts";
import type { ScrollAnswer, ScrollRequest, WheelPlan } from "../core/library-pointer.ts";
import type { Page } from "../core/page.ts";
import { notchesOf, turnWheel } from "../input/pointer.ts";
import { callOn, toViewport } from "../locate/click-target.ts";

/** The box to scroll: that of an element, or the one at a point; else the page. */
export interface ScrollPlace {
  handle: ElementHandle | undefined;
  at: Point | undefined;
}

type Answer = ScrollAnswer & { ok: true };

/** Scrolls once and returns the new position. Errors: `stale` if the element is gone. */
export async function scrollBy(
  page: Page,
  request: ScrollRequest,
  place: ScrollPlace,
  signal: AbortSignal,
): Promise<Answer> {
  const { handle, at } = place;
  const target = handle ? { ...request, id: handle.id } : request;
  if (request.to !== undefined) {
    const jumped = await (handle ? callOn(handle, "scroll", target) : page.main.call("scroll", [target]));
    return successOf(jumped, handle);
  }
  const inFrame = at ?? null;
  const plan = await (handle
    ? callOn(handle, "wheelPlan", target, inFrame)
    : page.main.call("wheelPlan", [target, inFrame]));
  if (!plan) throw handle ? goneFailure(handle) : new Failure("internal", "the page did not scroll");
  const isTurned = plan.point !== null && (plan.delta.x !== 0 || plan.delta.y !== 0);
  if (isTurned) await turnAt(page, handle, plan, signal);
  return await wheelDone(page, handle, isTurned);
}

async function turnAt(
  page: Page,
  handle: ElementHandle | undefined,
  { point, delta, isTaken }: WheelPlan,
  signal: AbortSignal,
): Promise<void> {
  if (!point) return;
  const shown = handle ? await toViewport(page, handle.frame, point, true) : point;
  // The browser itself scrolls exactly by any distance in one event. Only pages that handle the wheel need notches.
  await turnWheel(page, shown, delta, isTaken ? notchesOf(delta) : 1, signal);
}

async function wheelDone(page: Page, handle: ElementHandle | undefined, isTurned: boolean): Promise<Answer> {
  const done = handle ? callOn(handle, "wheelDone", isTurned) : page.main.call("wheelDone", [isTurned]);
  return successOf(await done, handle);
}

function successOf(answer: ScrollAnswer, handle: ElementHandle | undefined): Answer {
  if (answer.ok) return answer;
  throw handle ? goneFailure(handle) : new Failure("internal", "the page did not scroll");
}
