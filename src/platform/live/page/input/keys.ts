/** Converts key events for the shown browser. Pure. */
import { ALT, CONTROL, META, modifiersOf } from "./modifiers.ts";

const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform);

/** Name of a key and its modifiers. Command of a Mac becomes Control. */
export function plain(event: KeyboardEvent): { key: string; mods: number } {
  let mods = modifiersOf(event);
  let { key } = event;
  if (IS_MAC && (mods & META) !== 0) mods = (mods & ~META) | CONTROL;
  if (IS_MAC && key === "Meta") key = "Control";
  // AltGr, and Option on a Mac, are part of the character, not modifiers.
  if (isThirdLevel(event)) mods &= ~(ALT | CONTROL);
  return { key: key.slice(0, 64), mods };
}

/** The text of a key; empty for keys without text. */
export function textOf(event: KeyboardEvent): string {
  if (event.key === "Enter") return "\r";
  return isCharacter(event) && (plain(event).mods & (ALT | CONTROL | META)) === 0 ? event.key : "";
}

/** True if the key belongs to an input method or is a dead key. */
export function isDeadKey({ isComposing, keyCode, key }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229 || /^(Dead|Process|Unidentified)$/.test(key);
}

const isCharacter = ({ key }: KeyboardEvent) => [...key].length === 1;

function isThirdLevel(event: KeyboardEvent): boolean {
  if (!isCharacter(event)) return false;
  return event.getModifierState("AltGraph") || (IS_MAC && event.altKey && !event.metaKey && !event.ctrlKey);
}
