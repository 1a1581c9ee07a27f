/** Keys: names, codes on a US keyboard, and the parser for words like `Control+a`. Sends nothing. */
import { Failure } from "../../errors.ts";

export interface Key {
  key: string;
  code: string;
  keyCode: number;
  /** The text that the key types. Absent for other keys. */
  text?: string;
  location?: number;
  /** The character needs Shift on this keyboard. */
  shift?: boolean;
}

export interface Chord {
  modifiers: string[];
  key: Key;
}

const ALT = 1;
const CONTROL_OR_META = 6;
export const SHIFT = 8;

/** Editing commands of shortcuts. Without them a headless browser may ignore `Control+a`. */
const EDITING_COMMANDS: Record<string, string> = {
  a: "selectAll",
  c: "copy",
  x: "cut",
  v: "paste",
  z: "undo",
  y: "redo",
  "shift+z": "redo",
  "shift+v": "pasteAndMatchStyle",
};

/** The editing command of a key with these modifiers (bits of CDP); undefined if it is not a shortcut. */
export function editingCommand(key: string, modifiers: number): string | undefined {
  if ((modifiers & CONTROL_OR_META) === 0 || (modifiers & ALT) !== 0) return undefined;
  return EDITING_COMMANDS[(modifiers & SHIFT ? "shift+" : "") + key.toLowerCase()];
}

export const MODIFIERS: Record<string, { bit: number; key: Key }> = {
  alt: { bit: ALT, key: { key: "Alt", code: "AltLeft", keyCode: 18, location: 1 } },
  control: { bit: 2, key: { key: "Control", code: "ControlLeft", keyCode: 17, location: 1 } },
  meta: { bit: 4, key: { key: "Meta", code: "MetaLeft", keyCode: 91, location: 1 } },
  shift: { bit: SHIFT, key: { key: "Shift", code: "ShiftLeft", keyCode: 16, location: 1 } },
};

const MODIFIER_ALIASES: Record<string, string> = {
  ctrl: "control",
  option: "alt",
  cmd: "meta",
  command: "meta",
  super: "meta",
  win: "meta",
  controlormeta: process.platform === "darwin" ? "meta" : "control",
};

/** Named keys by lower-case name. */
const NAMED = new Map<string, Key>();

function name(keyCode: number, key: string, names: string, text?: string, code = key): void {
  const named: Key = { key, code, keyCode, ...(text === undefined ? {} : { text }) };
  for (const alias of [key.toLowerCase(), ...names.split(" ").filter(Boolean)]) NAMED.set(alias, named);
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
for (let n = 1; n <= 24; n++) name(111 + n, `F${n}`, "");

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

/** Keys by the character they type. */
export const BY_CHAR = new Map<string, Key>();
/** Keys by code, such as `KeyA` or `Comma`. Case-sensitive, since some codes are also words. */
const BY_CODE = new Map<string, Key>();
const SHIFTED = new Map<string, Key>();
for (const [plain, shifted, code, keyCode] of LAYOUT) {
  const unshifted: Key = { key: plain, code, keyCode, text: plain };
  const upper: Key = { key: shifted, code, keyCode, text: shifted, shift: true };
  BY_CHAR.set(plain, unshifted);
  BY_CHAR.set(shifted, upper);
  BY_CODE.set(code, unshifted);
  SHIFTED.set(plain, upper);
}
BY_CHAR.set(" ", { key: " ", code: "Space", keyCode: 32, text: " " });
BY_CHAR.set("\n", { key: "Enter", code: "Enter", keyCode: 13, text: "\r" });
BY_CHAR.set("\t", { key: "Tab", code: "Tab", keyCode: 9 });

/** The key with these modifiers applied: Shift turns `1` into `!`, and `Control+A` means the key of `a`. */
export function withModifiers(key: Key, bits: number): Key {
  if ((bits & SHIFT) !== 0) return SHIFTED.get(key.key) ?? key;
  if (bits !== 0 && key.shift === true && /^[A-Z]$/.test(key.key)) return BY_CHAR.get(key.key.toLowerCase()) ?? key;
  return key;
}

/**
 * Parses `Enter`, `Control+a`, `Shift+Tab`, `+`, `Control++`; several separated by spaces. If no word is a key, the result is
 * text to type. Errors: `usage` for an empty text, and for words that mix keys and text.
 */
export function parseKeys(keys: string): Chord[] | { text: string } {
  const words = keys.split(" ").filter(Boolean);
  if (words.length === 0) {
    const space = BY_CHAR.get(" ");
    if (keys.length > 0 && space) return [{ modifiers: [], key: space }];
    throw new Failure("usage", "expected a key, got an empty text", "Name a key, such as Enter or Control+a.");
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
    "Name keys like Enter, Tab, ArrowDown, F5 or Control+a; to type text, run `svc type <text>`.",
  );
}

/** One key or modifier by its name. Errors: `usage`. */
export function keyNamed(word: string): Key {
  const key = keyOf(word) ?? modifierOf(word)?.key;
  if (key) return key;
  throw new Failure(
    "usage",
    `'${word}' is not a key`,
    "Name one key, such as Shift, Control, ArrowRight or a; run the command once for each key.",
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
      throw new Failure("usage", `'${word}' is not a modifier`, "Use Control, Shift, Alt and Meta, joined by +.");
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
    BY_CODE.get(word) ??
    ([...word].length === 1 ? { key: word, code: "", keyCode: 0, text: word } : undefined)
  );
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Splits text into grapheme clusters: an emoji of many code points stays whole. */
export function graphemes(text: string): string[] {
  // Only code points beyond Latin form clusters.
  if (!/[^\n\t -\u02ff]/.test(text)) return [...text];
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
