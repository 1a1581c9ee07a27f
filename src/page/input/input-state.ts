/**
 * Where the pointer of a tab is, and which mouse buttons and keys are held there. The browser keeps none of this for us: every event says
 * it anew. Sends nothing.
 */

import type { Point } from "../core/library.ts";
import { type Key, MODIFIERS } from "./keymap.ts";

export type MouseButton = "left" | "middle" | "right";

const BUTTON_BITS: Record<MouseButton, number> = { left: 1, right: 2, middle: 4 };

export class InputState {
  /** In the tab's viewport; absent before the first movement. */
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

  isDown(what: MouseButton | Key): boolean {
    return typeof what === "string" ? this.#buttons.has(what) : this.#keys.has(what.key);
  }

  hold(what: MouseButton | Key): void {
    if (typeof what === "string") this.#buttons.add(what);
    else this.#keys.set(what.key, what);
  }

  release(what: MouseButton | Key): void {
    if (typeof what === "string") this.#buttons.delete(what);
    else this.#keys.delete(what.key);
  }

  /** What is held, in words: `Shift`, `left button`. */
  held(): string[] {
    const keys = [...this.#keys.keys()].map((key) => (key === " " ? "Space" : key));
    return [...keys, ...[...this.#buttons].map((button) => `${button} button`)];
  }

  /** Another document knows nothing of what was pressed in the one before. */
  letGo(): void {
    this.#buttons.clear();
    this.#keys.clear();
  }
}
