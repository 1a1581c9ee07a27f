/** The pointer position of a tab, and its held mouse buttons and keys. Every input event must contain them. Sends nothing. */

import type { Point } from "../core/library.ts";
import { type Key, MODIFIERS } from "./keymap.ts";

export type MouseButton = "left" | "middle" | "right";

const BUTTON_BITS: Record<MouseButton, number> = { left: 1, right: 2, middle: 4 };

export class InputState {
  /** In CSS pixels of the tab's viewport; absent before the first movement. */
  pointer: Point | undefined;
  readonly #buttons = new Set<MouseButton>();
  readonly #keys = new Map<string, Key>();

  /** `buttons` of mouse events. */
  get buttonBits(): number {
    let bits = 0;
    for (const button of this.#buttons) bits |= BUTTON_BITS[button];
    return bits;
  }

  /** `modifiers` of mouse and key events. */
  get modifierBits(): number {
    let bits = 0;
    for (const { bit, key } of Object.values(MODIFIERS)) if (this.#keys.has(key.key)) bits |= bit;
    return bits;
  }

  /** The button that was pressed last, for the movements of a drag. */
  get button(): MouseButton | undefined {
    return [...this.#buttons].at(-1);
  }

  get keys(): readonly Key[] {
    return [...this.#keys.values()];
  }

  isDown(input: MouseButton | Key): boolean {
    return typeof input === "string" ? this.#buttons.has(input) : this.#keys.has(input.key);
  }

  hold(input: MouseButton | Key): void {
    if (typeof input === "string") this.#buttons.add(input);
    else this.#keys.set(input.key, input);
  }

  release(input: MouseButton | Key): void {
    if (typeof input === "string") this.#buttons.delete(input);
    else this.#keys.delete(input.key);
  }

  /** Names of the held keys and buttons: `Shift`, `left button`. */
  held(): string[] {
    const keys = [...this.#keys.keys()].map((key) => (key === " " ? "Space" : key));
    return [...keys, ...[...this.#buttons].map((button) => `${button} button`)];
  }

  /** Called when another document is committed: it received none of the presses. */
  reset(): void {
    this.#buttons.clear();
    this.#keys.clear();
  }
}
