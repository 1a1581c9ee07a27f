/** Sends keys and text as a keyboard does: key events, and composed input for characters without a key on a US keyboard. */

import type { Page } from "../core/page.ts";
import { BY_CHAR, type Chord, editingCommand, graphemes, type Key, MODIFIERS, SHIFT, withModifiers } from "./keymap.ts";

/** A longer text is inserted at once except for its last character: each key takes 1.5 ms. */
const MAX_KEYS = 500;

/** How to type a line end: the Enter key, a line break in the text, or a new paragraph without the Enter key. */
export type LineEnd = "key" | "text" | "paragraph";

function chord(key: Key, ...modifiers: string[]): Chord {
  return { modifiers, key };
}

const MAIN = process.platform === "darwin" ? "meta" : "control";
const KEY_A: Key = { key: "a", code: "KeyA", keyCode: 65, text: "a" };
const KEY_END: Key = { key: "End", code: "End", keyCode: 35 };

export const SELECT_ALL = chord(KEY_A, MAIN);
export const TO_END = chord(KEY_END, "control");
export const DELETE = chord({ key: "Delete", code: "Delete", keyCode: 46 });
export const ESCAPE = chord({ key: "Escape", code: "Escape", keyCode: 27 });
export const ENTER = chord({ key: "Enter", code: "Enter", keyCode: 13, text: "\r" });
export const TAB = chord({ key: "Tab", code: "Tab", keyCode: 9 });
export const ARROW_DOWN = chord({ key: "ArrowDown", code: "ArrowDown", keyCode: 40 });

/** Presses a key with modifiers. Modifiers that were held before stay held. All events are sent at once, so none stays held by accident. */
export async function pressChord(page: Page, { modifiers, key }: Chord): Promise<void> {
  const sent: Promise<unknown>[] = [];
  let bits = page.inputState.modifierBits;
  const own = modifiers.flatMap((name) => MODIFIERS[name] ?? []).filter(({ bit }) => (bits & bit) === 0);
  for (const { bit, key: modifier } of own) {
    bits |= bit;
    sent.push(keyEvent(page, "rawKeyDown", bits, modifier));
  }
  sent.push(...pressKey(page, key, bits));
  for (const { bit, key: modifier } of own.reverse()) {
    bits &= ~bit;
    sent.push(keyEvent(page, "keyUp", bits, modifier));
  }
  await Promise.all(sent);
}

/** Sends key down and up. A character is typed unless a modifier makes it a command. */
function pressKey(page: Page, key: Key, bits: number): Promise<unknown>[] {
  const pressed = withModifiers(key, bits);
  return [keyDown(page, pressed, bits), keyEvent(page, "keyUp", shifted(pressed, bits), pressed)];
}

function keyDown(page: Page, pressed: Key, bits: number, autoRepeat = false): Promise<unknown> {
  const own = Object.values(MODIFIERS).find((modifier) => modifier.key.key === pressed.key)?.bit ?? 0;
  const text = (bits & ~SHIFT) === 0 ? pressed.text : undefined;
  const command = editingCommand(pressed.key, bits);
  return keyEvent(page, text === undefined ? "rawKeyDown" : "keyDown", shifted(pressed, bits) | own, pressed, {
    ...(text === undefined ? {} : { text, unmodifiedText: text }),
    ...(command ? { commands: [command] } : {}),
    ...(autoRepeat ? { autoRepeat } : {}),
  });
}

/** Modifier bits for a key: those of a character that needs Shift include it. */
function shifted(key: Key, bits: number): number {
  return bits === 0 && key.shift ? SHIFT : bits;
}

function keyEvent(
  { session }: Page,
  type: "keyDown" | "rawKeyDown" | "keyUp",
  modifiers: number,
  key: Key,
  more: { text?: string; unmodifiedText?: string; commands?: string[]; autoRepeat?: boolean } = {},
): Promise<unknown> {
  return session.send("Input.dispatchKeyEvent", { type, modifiers, ...wire(key), ...more });
}

/** Presses a key and holds it. A key that is held already repeats, as on a keyboard. */
export async function holdKey(page: Page, key: Key): Promise<void> {
  const isRepeat = page.inputState.isDown(key);
  const bits = page.inputState.modifierBits;
  page.inputState.hold(key);
  await keyDown(page, withModifiers(key, bits), bits, isRepeat);
}

/** Releases a held key. */
export async function releaseKey(page: Page, key: Key): Promise<void> {
  page.inputState.release(key);
  const bits = page.inputState.modifierBits;
  await keyEvent(page, "keyUp", bits, withModifiers(key, bits));
}

function wire(key: Key) {
  return { key: key.key, code: key.code, windowsVirtualKeyCode: key.keyCode, location: key.location ?? 0 };
}

/**
 * Types text with key events for characters of a US keyboard, and as composed input for others. Without `everyKey` all but
 * the last character is inserted at once; the last key notifies listeners for keys. Held keys do not change the text.
 */
export async function typeText(page: Page, text: string, lineEnd: LineEnd = "key", everyKey = true): Promise<void> {
  const sent: Promise<unknown>[] = [];
  let composed = "";
  const flush = () => {
    if (composed) sent.push(page.session.send("Input.insertText", { text: composed }));
    composed = "";
  };
  const characters = graphemes(text.toWellFormed().replace(/\r\n?/g, "\n"));
  const firstKey = everyKey && text.length <= MAX_KEYS ? 0 : characters.length - 1;
  for (const [n, character] of characters.entries()) {
    const isControl = character === "\n" || character === "\t";
    const key = isControl && lineEnd !== "key" ? undefined : BY_CHAR.get(character);
    if (character === "\n" && lineEnd === "paragraph") {
      flush();
      sent.push(...newParagraph(page));
    } else if (!key || (n < firstKey && !isControl)) {
      composed += character;
    } else {
      flush();
      sent.push(...pressKey(page, key, 0));
    }
  }
  flush();
  await Promise.all(sent);
}

/** Inserts the whole text at once as composed input, without key events. */
export async function insertText(page: Page, text: string): Promise<void> {
  await page.session.send("Input.insertText", { text: text.toWellFormed().replace(/\r\n?/g, "\n") });
}

/** Sends the editing command of Enter with an unnamed key, as keyboards of phones do: in chats, Enter itself sends the message. */
function newParagraph({ session }: Page): Promise<unknown>[] {
  const key = { key: "Unidentified", code: "", windowsVirtualKeyCode: 0 };
  return [
    session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key, commands: ["insertNewline"] }),
    session.send("Input.dispatchKeyEvent", { type: "keyUp", ...key }),
  ];
}
