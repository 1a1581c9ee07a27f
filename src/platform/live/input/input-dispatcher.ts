/**
 * Sends mouse and keyboard events of the controlling viewer to the shown tab. Tracks pressed buttons and keys, and releases them
 * when the viewer leaves.
 */
import type { Session } from "../../../cdp/connection.ts";
import { editingCommand } from "../../../page/input/keymap.ts";
import type { KeyInput, MouseInput, WheelInput } from "../stream/messages.ts";

const BUTTONS = ["left", "middle", "right", "back", "forward"] as const;

/** Unanswered inputs. For a page that hangs, moves are dropped first, then all input. */
const MAX_WAITING_MOVES = 8;
const MAX_WAITING = 400;

export interface Size {
  width: number;
  height: number;
}

export class InputDispatcher {
  readonly #session: Session;
  readonly #keys = new Map<string, KeyInput>();
  readonly #buttons = new Set<number>();
  #at = { x: 0, y: 0 };
  #waiting = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  get session(): Session {
    return this.#session;
  }

  /** False while the page does not process input. */
  get isTaking(): boolean {
    return this.#waiting < MAX_WAITING;
  }

  mouse({ kind, x, y, button, buttons, clicks, mods }: MouseInput, size: Size): void {
    if (kind === "move" && this.#waiting > MAX_WAITING_MOVES) return;
    if (kind === "up" && !this.#buttons.has(button)) return;
    const name = BUTTONS[button];
    if (name === undefined) return;
    if (kind === "down") this.#buttons.add(button);
    if (kind === "up") this.#buttons.delete(button);
    this.#at = point({ x, y }, size);
    const pressed = BUTTONS.find((_, n) => this.#buttons.has(n)) ?? "none";
    const type = ({ move: "mouseMoved", down: "mousePressed", up: "mouseReleased" } as const)[kind];
    this.#send("Input.dispatchMouseEvent", {
      type,
      ...this.#at,
      button: kind === "move" ? pressed : name,
      buttons,
      modifiers: mods,
      clickCount: kind === "move" ? 0 : Math.max(1, clicks),
    });
  }

  wheel({ x, y, dx, dy, mods }: WheelInput, size: Size): void {
    if (this.#waiting > MAX_WAITING_MOVES) return;
    const deltas = { deltaX: dx, deltaY: dy };
    this.#send("Input.dispatchMouseEvent", {
      type: "mouseWheel",
      ...point({ x, y }, size),
      ...deltas,
      modifiers: mods,
    });
  }

  key(input: KeyInput): void {
    if (!this.isTaking) return;
    const { down, key, code, keyCode, location, mods, text, repeat } = input;
    const name = code || key;
    if (!down && !this.#keys.delete(name)) return;
    if (down) this.#keys.set(name, input);
    const command = down ? commandOf(key, mods) : undefined;
    this.#send("Input.dispatchKeyEvent", {
      type: !down ? "keyUp" : text === "" ? "rawKeyDown" : "keyDown",
      key,
      code,
      windowsVirtualKeyCode: keyCode,
      location,
      modifiers: mods,
      autoRepeat: repeat,
      isKeypad: location === 3,
      ...(down && text !== "" ? { text, unmodifiedText: text } : {}),
      ...(command === undefined ? {} : { commands: [command] }),
    });
  }

  /** Inserts text of an input method or the clipboard. */
  insert(text: string): void {
    if (text !== "" && this.isTaking) this.#send("Input.insertText", { text: text.toWellFormed() });
  }

  /** Releases all buttons and keys. */
  release(): void {
    for (const input of [...this.#keys.values()]) this.key({ ...input, down: false, mods: 0, text: "", repeat: false });
    for (const n of this.#buttons) {
      const button = BUTTONS[n] ?? "left";
      this.#send("Input.dispatchMouseEvent", { type: "mouseReleased", ...this.#at, button, buttons: 0, clickCount: 1 });
    }
    this.#buttons.clear();
  }

  #send<M extends "Input.dispatchMouseEvent" | "Input.dispatchKeyEvent" | "Input.insertText">(
    method: M,
    params: Parameters<typeof this.sendMayFail<M>>[1],
  ): void {
    this.#waiting++;
    void this.sendMayFail(method, params).finally(() => this.#waiting--);
  }

  sendMayFail<M extends "Input.dispatchMouseEvent" | "Input.dispatchKeyEvent" | "Input.insertText">(
    method: M,
    params: Parameters<Session["sendMayFail"]>[1],
  ): Promise<unknown> {
    return this.#session.sendMayFail(method, params as never);
  }
}

/** The editing command of a shortcut. A paste arrives as text from the viewer's clipboard. */
function commandOf(key: string, mods: number): string | undefined {
  const command = editingCommand(key, mods);
  return command?.startsWith("paste") ? undefined : command;
}

/** Converts fractions of the picture to a point of the viewport; the last pixel is included. */
function point({ x, y }: { x: number; y: number }, { width, height }: Size): { x: number; y: number } {
  return { x: Math.min(x * width, width - 1), y: Math.min(y * height, height - 1) };
}
