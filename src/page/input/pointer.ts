/** Sends mouse events: movements, presses and the wheel. Each contains the held keys and buttons. */
import { sleep } from "../../lib/deadline.ts";
import type { Point } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import type { MouseButton } from "./input-state.ts";

/** Parameters of a press. */
export interface PressHow {
  button: MouseButton;
  /** Number of presses: two are a double click. */
  count: number;
  /** Bits of modifier keys in addition to those that are held. */
  bits: number;
  /** How long the button stays down. */
  holdMs?: number | undefined;
}

export const LEFT_CLICK: PressHow = { button: "left", count: 1, bits: 0 };

/** Moves the pointer to a point in one event. */
export async function move(page: Page, point: Point, bits = 0, signal?: AbortSignal): Promise<void> {
  const { inputState, session } = page;
  inputState.pointer = point;
  const button = inputState.button ?? "none";
  const modifiers = inputState.modifierBits | bits;
  const event = { type: "mouseMoved", ...point, button, buttons: inputState.buttonBits, modifiers } as const;
  await session.send("Input.dispatchMouseEvent", event, signal);
}

/** Presses a button at the pointer and holds it. */
export async function pressDown(page: Page, button: MouseButton, count = 1, bits = 0): Promise<void> {
  const { inputState, session } = page;
  const at = inputState.pointer ?? { x: 0, y: 0 };
  inputState.hold(button);
  const modifiers = inputState.modifierBits | bits;
  const event = { ...at, button, buttons: inputState.buttonBits, clickCount: count, modifiers };
  await session.send("Input.dispatchMouseEvent", { type: "mousePressed", ...event });
}

/** Releases a button at the pointer. */
export async function releaseButton(page: Page, button: MouseButton, count = 1, bits = 0): Promise<void> {
  const { inputState, session } = page;
  const at = inputState.pointer ?? { x: 0, y: 0 };
  inputState.release(button);
  const modifiers = inputState.modifierBits | bits;
  const event = { ...at, button, buttons: inputState.buttonBits, clickCount: count, modifiers };
  await session.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...event });
}

/**
 * Moves to a point, then presses and releases. All events are sent at once: nothing can happen between movement and press,
 * and the movement does not wait for a rendered frame.
 */
export async function press(page: Page, point: Point, how: PressHow, signal?: AbortSignal): Promise<void> {
  const { button, count, bits, holdMs } = how;
  const sent = [move(page, point, bits)];
  for (let n = 1; n <= count; n++) {
    sent.push(pressDown(page, button, n, bits));
    if (holdMs !== undefined) await waitHeld(Promise.all(sent), holdMs, signal);
    sent.push(releaseButton(page, button, n, bits));
  }
  await Promise.all(sent);
  signal?.throwIfAborted();
}

/** Waits while a button is down. An abort only ends the wait early, so that the button is released. */
async function waitHeld(pressed: Promise<unknown>, holdMs: number, signal?: AbortSignal): Promise<void> {
  await pressed;
  await (signal ? sleep(holdMs, signal).catch(() => {}) : Bun.sleep(holdMs));
}

/** Pixels of one notch of a wheel. Pages that handle wheel events count notches: each event is one, whatever its distance. */
const NOTCH = 120;

/** Limit of events for one turn of the wheel, since each one waits for the page. Longer turns use larger steps. */
const MAX_NOTCHES = 60;

export function notchesOf({ x, y }: Point): number {
  return Math.max(1, Math.min(MAX_NOTCHES, Math.ceil(Math.max(Math.abs(x), Math.abs(y)) / NOTCH)));
}

/** Turns the wheel at a point by `by` pixels, in `notches` steps of whole pixels. */
export async function turnWheel(
  page: Page,
  at: Point,
  by: Point,
  notches: number,
  signal?: AbortSignal,
): Promise<void> {
  const { inputState, session } = page;
  const upTo = (n: number) => ({ x: Math.round((by.x * n) / notches), y: Math.round((by.y * n) / notches) });
  // One after the other: the browser merges events that wait.
  for (let n = 1; n <= notches; n++) {
    const [from, to] = [upTo(n - 1), upTo(n)];
    const turn = { type: "mouseWheel", ...at, deltaX: to.x - from.x, deltaY: to.y - from.y } as const;
    await session.send("Input.dispatchMouseEvent", { ...turn, modifiers: inputState.modifierBits }, signal);
  }
}
