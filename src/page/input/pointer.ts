/** Sends the events of a mouse: movements, presses and the wheel. Keys and buttons that are held go along with each of them. */
import { rejectOnAbort } from "../../lib/deadline.ts";
import type { Point } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import type { MouseButton } from "./input-state.ts";

/** How a press is made. */
export interface PressHow {
  button: MouseButton;
  /** Presses in a row: two are a double click. */
  count: number;
  /** Modifier keys held meanwhile, besides those that are held anyway. */
  bits: number;
  /** How long the button stays down. */
  holdMs?: number | undefined;
}

export const LEFT_CLICK: PressHow = { button: "left", count: 1, bits: 0 };

/** Moves the pointer there, as one real movement. */
export async function move(page: Page, point: Point, bits = 0, signal?: AbortSignal): Promise<void> {
  const { inputState, session } = page;
  inputState.pointer = point;
  const button = inputState.button ?? "none";
  const modifiers = inputState.modifierBits | bits;
  const event = { type: "mouseMoved", ...point, button, buttons: inputState.buttonBits, modifiers } as const;
  await session.send("Input.dispatchMouseEvent", event, signal);
}

/** Presses a button where the pointer is, and leaves it down. */
export async function pressDown(page: Page, button: MouseButton, count = 1, bits = 0): Promise<void> {
  const { inputState, session } = page;
  const at = inputState.pointer ?? { x: 0, y: 0 };
  inputState.hold(button);
  const modifiers = inputState.modifierBits | bits;
  const event = { ...at, button, buttons: inputState.buttonBits, clickCount: count, modifiers };
  await session.send("Input.dispatchMouseEvent", { type: "mousePressed", ...event });
}

/** Lets a button go where the pointer is. */
export async function letGo(page: Page, button: MouseButton, count = 1, bits = 0): Promise<void> {
  const { inputState, session } = page;
  const at = inputState.pointer ?? { x: 0, y: 0 };
  inputState.release(button);
  const modifiers = inputState.modifierBits | bits;
  const event = { ...at, button, buttons: inputState.buttonBits, clickCount: count, modifiers };
  await session.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...event });
}

/**
 * Moves to a point, then presses and releases. All of it is sent at once: nothing comes between the movement and the press, and the
 * pointer's arrival costs no wait for a frame.
 */
export async function press(page: Page, point: Point, how: PressHow, signal?: AbortSignal): Promise<void> {
  const { button, count, bits, holdMs } = how;
  const sent = [move(page, point, bits)];
  for (let n = 1; n <= count; n++) {
    sent.push(pressDown(page, button, n, bits));
    if (holdMs !== undefined) await held(Promise.all(sent), holdMs, signal);
    sent.push(letGo(page, button, n, bits));
  }
  await Promise.all(sent);
  signal?.throwIfAborted();
}

/** Waits while a button is down. An abort ends it early: the button is let go all the same. */
async function held(pressed: Promise<unknown>, holdMs: number, signal?: AbortSignal): Promise<void> {
  await pressed;
  const ended = signal && rejectOnAbort(signal).catch(() => {});
  await Promise.race([Bun.sleep(holdMs), ...(ended ? [ended] : [])]);
}

/** Pixels of a notch of a wheel. Pages that take the wheel count its notches: a single event is one, however many pixels it tells. */
const NOTCH = 120;

/** A wheel that is turned farther takes larger steps: each one waits for the page. */
const MAX_NOTCHES = 60;

export function notchesOf({ x, y }: Point): number {
  return Math.max(1, Math.min(MAX_NOTCHES, Math.ceil(Math.max(Math.abs(x), Math.abs(y)) / NOTCH)));
}

/** Turns the wheel at a point, in steps of whole pixels that come to `by`. */
export async function turnWheel(
  page: Page,
  at: Point,
  by: Point,
  notches: number,
  signal?: AbortSignal,
): Promise<void> {
  const { inputState, session } = page;
  const upTo = (n: number) => ({ x: Math.round((by.x * n) / notches), y: Math.round((by.y * n) / notches) });
  // One after the other: the browser joins those that wait.
  for (let n = 1; n <= notches; n++) {
    const [from, to] = [upTo(n - 1), upTo(n)];
    const turn = { type: "mouseWheel", ...at, deltaX: to.x - from.x, deltaY: to.y - from.y } as const;
    await session.send("Input.dispatchMouseEvent", { ...turn, modifiers: inputState.modifierBits }, signal);
  }
}
