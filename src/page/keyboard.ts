/** Keys: their names, their places on a US keyboard, and how text becomes key events. */
import { Failure } from "../errors.ts";
import type { Page } from "./page.ts";

interface Key {
  key: string;
  code: string;
  keyCode: number;
  /** What the key types. Absent for keys that type nothing. */
  text?: string;
  location?: number;
}

const MODIFIERS: Record<string, { bit: number; key: Key }> = {
  alt: { bit: 1, key: { key: "Alt", code: "AltLeft", keyCode: 18, location: 1 } },
  control: { bit: 2, key: { key: "Control", code: "ControlLeft", keyCode: 17, location: 1 } },
  meta: { bit: 4, key: { key: "Meta", code: "MetaLeft", keyCode: 91, location: 1 } },
  shift: { bit: 8, key: { key: "Shift", code: "ShiftLeft", keyCode: 16, location: 1 } },
};

const MODIFIER_ALIASES: Record<string, string> = {
  ctrl: "control",
  option: "alt",
  cmd: "meta",
  command: "meta",
  super: "meta",
  win: "meta",
};

/** Named keys by lower-case name. */
const NAMED = new Map<string, Key>();

function name(keyCode: number, key: string, names: string, text?: string, code = key): void {
  const made: Key = { key, code, keyCode, ...(text === undefined ? {} : { text }) };
  for (const one of [key.toLowerCase(), ...names.split(" ").filter(Boolean)]) NAMED.set(one, made);
}

name(13, "Enter", "return", "\r");
name(9, "Tab", "");
name(8, "Backspace", "");
name(46, "Delete", "del");
name(27, "Escape", "esc");
name(32, " ", "space spacebar", " ", "Space");
name(33, "PageUp", "pgup");
name(34, "PageDown", "pgdn");
name(35, "End", "");
name(36, "Home", "");
name(37, "ArrowLeft", "left");
name(38, "ArrowUp", "up");
name(39, "ArrowRight", "right");
name(40, "ArrowDown", "down");
name(45, "Insert", "ins");
name(93, "ContextMenu", "menu");
name(20, "CapsLock", "");
for (let n = 1; n <= 12; n++) name(111 + n, `F${n}`, "");

/** The US layout, unshifted and shifted, by code. */
const LAYOUT: [string, string, string, number][] = [
  ["`", "~", "Backquote", 192],
  ["-", "_", "Minus", 189],
  ["=", "+", "Equal", 187],
  ["[", "{", "BracketLeft", 219],
  ["]", "}", "BracketRight", 221],
  ["\\", "|", "Backslash", 220],
  [";", ":", "Semicolon", 186],
  ["'", '"', "Quote", 222],
  [",", "<", "Comma", 188],
  [".", ">", "Period", 190],
  ["/", "?", "Slash", 191],
  ...[...")!@#$%^&*("].map((shifted, n): [string, string, string, number] => [String(n), shifted, `Digit${n}`, 48 + n]),
  ...[..."abcdefghijklmnopqrstuvwxyz"].map((c): [string, string, string, number] => [
    c,
    c.toUpperCase(),
    `Key${c.toUpperCase()}`,
    c.toUpperCase().charCodeAt(0),
  ]),
];

const BY_CHAR = new Map<string, Key & { shift: boolean }>();
for (const [plain, shifted, code, keyCode] of LAYOUT) {
  BY_CHAR.set(plain, { key: plain, code, keyCode, text: plain, shift: false });
  BY_CHAR.set(shifted, { key: shifted, code, keyCode, text: shifted, shift: true });
}
BY_CHAR.set(" ", { key: " ", code: "Space", keyCode: 32, text: " ", shift: false });
BY_CHAR.set("\n", { key: "Enter", code: "Enter", keyCode: 13, text: "\r", shift: false });
BY_CHAR.set("\t", { key: "Tab", code: "Tab", keyCode: 9, shift: false });

/** Editing commands of combinations: without them a browser without a window does nothing on `Control+a`. */
const COMMANDS: Record<string, string> = { a: "selectAll", c: "copy", x: "cut", v: "paste", z: "undo", y: "redo" };

export interface Chord {
  modifiers: string[];
  key: Key;
}

/**
 * `Enter`, `Control+a`, `Shift+Tab`, `+`, `Control++`; several separated by spaces. A word that is no key is typed as
 * text, as the predecessor did; words that mix keys and text are refused.
 */
export function parseKeys(keys: string): Chord[] | { text: string } {
  const words = keys.split(" ").filter(Boolean);
  if (words.length === 0) {
    if (keys.length > 0) return [{ modifiers: [], key: requireKey(" ") }];
    throw new Failure("usage", "expected keys, got an empty text", "Write a key like Enter or Control+a.");
  }
  const chords = words.map(parseChord);
  const known = chords.filter((chord): chord is Chord => chord !== undefined);
  if (known.length === chords.length) return known;
  const isCombination = (word: string) => {
    const first = word.includes("+") && word !== "+" ? (word.split("+")[0] ?? "") : "";
    return modifierOf(first) !== undefined || NAMED.has(first.toLowerCase());
  };
  const combination = words.find((word, n) => chords[n] === undefined && isCombination(word));
  if (combination === undefined && (words.length === 1 || known.length === 0)) return { text: keys };
  const bad = combination ?? words[chords.indexOf(undefined)];
  throw new Failure(
    "usage",
    `'${bad}' is not a key`,
    "Run `svc type <text>` to type text; keys are named like Enter, Tab, ArrowDown, F5, Control+a.",
  );
}

function modifierOf(word: string): { bit: number; key: Key } | undefined {
  const lower = word.toLowerCase();
  return MODIFIERS[MODIFIER_ALIASES[lower] ?? lower];
}

/** `Control+Shift` as the bits of the protocol; 0 for none. */
export function modifierBits(keys: string | undefined): number {
  let bits = 0;
  for (const word of (keys ?? "").split(/[+,\s]+/).filter(Boolean)) {
    const modifier = modifierOf(word);
    if (!modifier)
      throw new Failure(
        "usage",
        `'${word}' is not a modifier`,
        "Modifiers are Control, Shift, Alt and Meta, joined by +.",
      );
    bits |= modifier.bit;
  }
  return bits;
}

function parseChord(word: string): Chord | undefined {
  const parts = word === "+" ? ["+"] : word.endsWith("++") ? [...word.slice(0, -2).split("+"), "+"] : word.split("+");
  const last = parts.pop() ?? "";
  const modifiers = parts.map((part) => MODIFIER_ALIASES[part.toLowerCase()] ?? part.toLowerCase());
  if (modifiers.some((modifier) => MODIFIERS[modifier] === undefined)) return undefined;
  const key = keyOf(last) ?? (parts.length === 0 ? modifierOf(last)?.key : undefined);
  return key ? { modifiers, key } : undefined;
}

function keyOf(word: string): Key | undefined {
  return (
    NAMED.get(word.toLowerCase()) ??
    BY_CHAR.get(word) ??
    ([...word].length === 1 ? { key: word, code: "", keyCode: 0, text: word } : undefined)
  );
}

function requireKey(char: string): Key {
  const key = BY_CHAR.get(char);
  if (!key) throw new Failure("internal", `no key types '${char}'`);
  return key;
}

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
  const shortcut = (bits & ~8) !== 0;
  const shifted =
    (bits & 8) !== 0 && /^[a-z]$/.test(key.key)
      ? { ...key, key: key.key.toUpperCase(), ...(key.text ? { text: key.text.toUpperCase() } : {}) }
      : key;
  const command = (bits & 6) !== 0 ? COMMANDS[key.key.toLowerCase()] : undefined;
  const text = shortcut ? undefined : shifted.text;
  const down = {
    type: text === undefined ? ("rawKeyDown" as const) : ("keyDown" as const),
    modifiers: bits,
    ...wire(shifted),
    ...(text === undefined ? {} : { text, unmodifiedText: text }),
    ...(command ? { commands: [command] } : {}),
  };
  sent.push(session.send("Input.dispatchKeyEvent", down));
  sent.push(session.send("Input.dispatchKeyEvent", { type: "keyUp", modifiers: bits, ...wire(shifted) }));
  for (const modifier of [...modifiers].reverse()) {
    const held = MODIFIERS[modifier];
    if (!held) continue;
    bits &= ~held.bit;
    sent.push(session.send("Input.dispatchKeyEvent", { type: "keyUp", modifiers: bits, ...wire(held.key) }));
  }
  await Promise.all(sent);
}

function wire(key: Key) {
  return { key: key.key, code: key.code, windowsVirtualKeyCode: key.keyCode, location: key.location ?? 0 };
}

/** Types text with key events where a US keyboard has the character, and as composed input where it has not. */
export async function typeText(page: Page, text: string): Promise<void> {
  const { session } = page;
  const sent: Promise<unknown>[] = [];
  let composed = "";
  const flush = () => {
    if (composed) sent.push(session.send("Input.insertText", { text: composed }));
    composed = "";
  };
  for (const char of text.replace(/\r\n?/g, "\n")) {
    const key = BY_CHAR.get(char);
    if (!key) {
      composed += char;
      continue;
    }
    flush();
    const modifiers = key.shift ? 8 : 0;
    const event = { modifiers, ...wire(key) };
    const down =
      key.text === undefined
        ? { type: "rawKeyDown" as const, ...event }
        : { type: "keyDown" as const, ...event, text: key.text, unmodifiedText: key.text };
    sent.push(
      session.send("Input.dispatchKeyEvent", down),
      session.send("Input.dispatchKeyEvent", { type: "keyUp", ...event }),
    );
  }
  flush();
  await Promise.all(sent);
}
