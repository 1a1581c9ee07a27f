/** Sends keys and text as a keyboard does: real key events, and composed input for what no US key types. */
import { BY_CHAR, type Chord, graphemes, type Key, MODIFIERS, SHIFT, withModifiers } from "./keymap.ts";
import type { Page } from "./page.ts";

/** Of a longer text all but the last character goes in at once: key by key it takes a millisecond and a half each. */
const MAX_KEYS = 500;

/** What a line end becomes: the Enter key, a line break in the text, or a new paragraph without any key of that name. */
export type LineEnd = "key" | "text" | "paragraph";

/** Editing commands of combinations: without them a browser without a window may do nothing on `Control+a`. */
const COMMANDS: Record<string, string> = {
  a: "selectAll",
  c: "copy",
  x: "cut",
  v: "paste",
  z: "undo",
  y: "redo",
  "shift+z": "redo",
  "shift+v": "pasteAndMatchStyle",
};

const ALT = 1;
const CONTROL_OR_META = 6;

function commandOf(key: Key, bits: number): string | undefined {
  if ((bits & CONTROL_OR_META) === 0 || (bits & ALT) !== 0) return undefined;
  return COMMANDS[(bits & SHIFT ? "shift+" : "") + key.key.toLowerCase()];
}

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
export const ARROW_DOWN = chord({ key: "ArrowDown", code: "ArrowDown", keyCode: 40 });

/** Holds the modifiers, presses the key, and lets everything go. All of it is sent at once, so nothing stays held. */
export async function pressChord(page: Page, { modifiers, key }: Chord): Promise<void> {
  const { session } = page;
  const sent: Promise<unknown>[] = [];
  let bits = 0;
  for (const modifier of modifiers) {
    const held = MODIFIERS[modifier];
    if (!held) continue;
    bits |= held.bit;
    sent.push(session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", modifiers: bits, ...wire(held.key) }));
  }
  const pressed = withModifiers(key, bits);
  const held = bits === 0 && pressed.shift ? SHIFT : bits;
  const own = Object.values(MODIFIERS).find((one) => one.key === key)?.bit ?? 0;
  const text = (bits & ~SHIFT) === 0 ? pressed.text : undefined;
  const command = commandOf(pressed, bits);
  sent.push(
    session.send("Input.dispatchKeyEvent", {
      type: text === undefined ? "rawKeyDown" : "keyDown",
      modifiers: held | own,
      ...wire(pressed),
      ...(text === undefined ? {} : { text, unmodifiedText: text }),
      ...(command ? { commands: [command] } : {}),
    }),
    session.send("Input.dispatchKeyEvent", { type: "keyUp", modifiers: held, ...wire(pressed) }),
  );
  for (const modifier of [...modifiers].reverse()) {
    const released = MODIFIERS[modifier];
    if (!released) continue;
    bits &= ~released.bit;
    sent.push(session.send("Input.dispatchKeyEvent", { type: "keyUp", modifiers: bits, ...wire(released.key) }));
  }
  await Promise.all(sent);
}

function wire(key: Key) {
  return { key: key.key, code: key.code, windowsVirtualKeyCode: key.keyCode, location: key.location ?? 0 };
}

/**
 * Types text with key events where a US keyboard has the character, and as composed input where it has not. Without `everyKey` all but the
 * last character goes in at once: its key then tells whoever waits for one.
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
      sent.push(...stroke(page, key));
    }
  }
  flush();
  await Promise.all(sent);
}

function stroke({ session }: Page, key: Key): Promise<unknown>[] {
  const event = { modifiers: key.shift ? SHIFT : 0, ...wire(key) };
  const down =
    key.text === undefined
      ? { type: "rawKeyDown" as const, ...event }
      : { type: "keyDown" as const, ...event, text: key.text, unmodifiedText: key.text };
  return [
    session.send("Input.dispatchKeyEvent", down),
    session.send("Input.dispatchKeyEvent", { type: "keyUp", ...event }),
  ];
}

/** The editing command of Enter under a key without a name, as the keyboards of phones send it: Enter itself sends messages. */
function newParagraph({ session }: Page): Promise<unknown>[] {
  const key = { key: "Unidentified", code: "", windowsVirtualKeyCode: 0 };
  return [
    session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key, commands: ["insertNewline"] }),
    session.send("Input.dispatchKeyEvent", { type: "keyUp", ...key }),
  ];
}
