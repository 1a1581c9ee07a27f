/** What a key event means in the browser that is shown. Pure. */
import { ALT, CONTROL, META, modifiersOf } from "./modifiers.ts";

const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform);

/** The name of a key and its modifiers. Command of a Mac is Control in the browser that is shown. */
export function plain(event: KeyboardEvent): { key: string; mods: number } {
  let mods = modifiersOf(event);
  let { key } = event;
  if (IS_MAC && (mods & META) !== 0) mods = (mods & ~META) | CONTROL;
  if (IS_MAC && key === "Meta") key = "Control";
  // A third level (AltGr, or Option on a Mac) is part of the character and no modifier.
  if (isThirdLevel(event)) mods &= ~(ALT | CONTROL);
  return { key: key.slice(0, 64), mods };
}

/** What a key types; empty for keys that type nothing. */
export function textOf(event: KeyboardEvent): string {
  if (event.key === "Enter") return "\r";
  return isCharacter(event) && (plain(event).mods & (ALT | CONTROL | META)) === 0 ? event.key : "";
}

/** An input method has the key, or it types nothing before the next one. */
export function isDeadKey({ isComposing, keyCode, key }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229 || /^(Dead|Process|Unidentified)$/.test(key);
}

const isCharacter = ({ key }: KeyboardEvent) => [...key].length === 1;

function isThirdLevel(event: KeyboardEvent): boolean {
  if (!isCharacter(event)) return false;
  return event.getModifierState("AltGraph") || (IS_MAC && event.altKey && !event.metaKey && !event.ctrlKey);
}
