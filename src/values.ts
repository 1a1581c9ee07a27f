/** Types of arguments for text, numbers, choices, elements and files. Readers throw `usage` with the expected form. */
import { Failure } from "./errors.ts";
import { absolute } from "./lib/address.ts";
import { MAX_TIMEOUT_MS } from "./lib/limits.ts";
import { shorten } from "./lib/shorten.ts";
import { quoteWord } from "./lib/words.ts";
import { expected, type ValueType } from "./value-type.ts";

interface TextOptions {
  stdin?: boolean;
  nonEmpty?: boolean;
  secret?: true | "perhaps";
  typed?: true;
  code?: true;
}

/** Any text. `label` is its placeholder. */
export function text(label = "text", options: TextOptions = {}): ValueType<string> {
  const check = (value: unknown): string => {
    if (typeof value !== "string") throw expected("a text", value);
    if (options.nonEmpty && value === "") throw new Failure("usage", `the ${label} must not be empty`);
    return value;
  };
  const type: ValueType<string> = { label, schema: { type: "string" }, fromText: check, fromJson: check };
  const { stdin, secret, typed, code } = options;
  return {
    ...type,
    ...(stdin ? { stdin } : {}),
    ...(secret ? { secret } : {}),
    ...(typed ? { typed } : {}),
    ...(code ? { code } : {}),
  };
}

/** A field and its value, `field=value`. The first `=` separates them; `\\=` is an equals sign in the field's label. */
export function fieldPair(secret: true | "perhaps"): ValueType<string> {
  const read = (value: unknown): string => {
    if (typeof value === "string" && splitPair(value)) return value;
    // The text is not repeated, because it may be a password without its field.
    throw new Failure(
      "usage",
      "expected field=value, such as 3=Ann or 'Full name=Ann'",
      "Write field and value as one word: `svc fill 3=<value>`; for one field also `svc input 3 <text>`.",
    );
  };
  return { label: "field=value", schema: { type: "string" }, secret, typed: true, fromText: read, fromJson: read };
}

/** Field and value of a pair. Undefined without a field. */
export function splitPair(pair: string): { field: string; value: string } | undefined {
  const [written] = /^(?:\\=|\\(?!=)|[^=\\])+(?==)/s.exec(pair) ?? [];
  const field = written?.replaceAll("\\=", "=").trim();
  return written === undefined || !field ? undefined : { field, value: pair.slice(written.length + 1) };
}

/** A field and the environment variable of the caller with its value. Such pairs become the argument `fills`. */
export function environmentPair(fills: string): ValueType<string> {
  const read = (value: unknown): string => {
    const pair = typeof value === "string" ? splitPair(value) : undefined;
    if (typeof value === "string" && pair && pair.value !== "") return value;
    throw expected("field=NAME, such as Password=MY_PASSWORD", value);
  };
  return { label: "field=name", schema: { type: "string" }, fills, fromText: read, fromJson: read };
}

/** The name of an environment variable of the caller. Its value becomes the argument `fills`. */
export function environment(fills: string): ValueType<string> {
  return { ...text("name", { nonEmpty: true }), fills };
}

interface Range {
  min?: number;
  max?: number;
}

function numberType(label: string, range: Range, whole: boolean): ValueType<number> {
  const { min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = range;
  const kind = whole ? "a whole number" : "a number";
  const bounds = `${range.min === undefined ? "" : ` of at least ${min}`}${range.max === undefined ? "" : ` and at most ${max}`}`;
  const check = (value: unknown): number => {
    const fits = typeof value === "number" && Number.isFinite(value) && (!whole || Number.isInteger(value));
    if (!fits || value < min || value > max) throw expected(`${kind}${bounds}`, value);
    return value;
  };
  const schema = {
    type: whole ? "integer" : "number",
    ...(range.min === undefined ? {} : { minimum: min }),
    ...(range.max === undefined ? {} : { maximum: max }),
  };
  const fromText = (word: string): number => {
    if (!/^[-+]?(\d+\.?\d*|\.\d+)$/.test(word)) throw expected(`${kind}${bounds}`, word);
    try {
      return check(Number(word));
    } catch {
      throw expected(`${kind}${bounds}`, word);
    }
  };
  return { label, schema, fromText, fromJson: check };
}

/** A whole number in decimal digits. */
export function integer(label = "n", range: Range = {}): ValueType<number> {
  return numberType(label, range, true);
}

/** A finite number in decimal notation. */
export function decimal(label = "n", range: Range = {}): ValueType<number> {
  return numberType(label, range, false);
}

/** The index of an element in the last `state`: a whole number from 0. */
export function elementIndex(): ValueType<number> {
  return numberOfElement("index", 1);
}

/** One number of a list: the index of an element, or a coordinate in pixels. `elements` is 2 for commands between two elements. */
export function elementOrPoint(label: string, elements: 1 | 2 = 1): ValueType<number> {
  return numberOfElement(label, elements);
}

function numberOfElement(label: string, elements: 1 | 2): ValueType<number> {
  const whole = integer(label, { min: 0 });
  const read = (value: unknown, convert: () => number) => {
    try {
      return convert();
    } catch (error) {
      throw new Failure("usage", expected("the number of an element", value).message, numberHint(String(value)), {
        cause: error,
      });
    }
  };
  return {
    ...whole,
    elements,
    fromText: (word) => read(word, () => whole.fromText(word)),
    fromJson: (value) => {
      const isName = typeof value === "string" && !/^\d+$/.test(value);
      return isName ? read(value, () => whole.fromJson(value)) : whole.fromJson(value);
    },
  };
}

/** How to find the index of an element that was named in another way. */
function numberHint(word: string): string {
  const shown = shorten(word, 60);
  const [x, y] = /^(\d+),(\d+)$/.exec(word)?.slice(1) ?? [];
  if (x !== undefined && y !== undefined) return `Write a point in pixels as two words: ${x} ${y}.`;
  if (/^[#.[]|^css=/.test(word))
    return `Run \`svc state --selector '${shown.replace(/^css=/, "")}'\`: it shows the index of each match.`;
  if (/^(@|ref=)?[a-z]\d+$/i.test(word) || /^-?[\d.]/.test(word))
    return "Run `svc state`: it shows the index of each element, as in [12].";
  return `Run \`svc state\` to see the numbers, or write --text ${quoteWord(shown)} in place of the number.`;
}

/** One of a few words. Differences in case are accepted. */
export function oneOf<const T extends readonly string[]>(...words: T): ValueType<T[number]> {
  const check = (value: unknown): T[number] => {
    const found = words.find((word) => word.toLowerCase() === String(value).toLowerCase());
    if (found === undefined || typeof value !== "string") throw expected(`one of ${words.join(", ")}`, value);
    return found;
  };
  return {
    label: words.join("|"),
    schema: { type: "string", enum: words },
    choices: words,
    fromText: check,
    fromJson: check,
  };
}

/** A flag: present or absent on the command line, true or false in JSON. */
export function bool(): ValueType<boolean> {
  const check = (value: unknown): boolean => {
    if (typeof value !== "boolean") throw expected("true or false", value);
    return value;
  };
  return { label: "", schema: { type: "boolean" }, fromText: (word) => check(word === "true"), fromJson: check };
}

/** The path of a file, resolved against the caller's folder. `~/` is the home folder. */
export function path(label = "path"): ValueType<string> {
  const read = (value: unknown): string => {
    if (typeof value !== "string" || value === "") throw expected(`a ${label}`, value);
    if (value.includes("\0")) throw new Failure("usage", "a path cannot hold a NUL character");
    return absolute(value);
  };
  const names = { names: "path", completes: "files" } as const;
  return { label, schema: { type: "string" }, ...names, fromText: read, fromJson: read };
}

/** A path, or `-` for standard input. */
export function fileOrStdin(): ValueType<string> {
  const file = path("file");
  const read = (value: unknown) => (value === "-" ? "-" : file.fromJson(value));
  return { ...file, stdin: true, fromText: read, fromJson: read };
}

/** JSON, or the path of a file with JSON, resolved against the caller's folder. */
export function jsonOrFile(label = "json-or-file"): ValueType<string> {
  const file = path(label);
  const read = (value: unknown): string => (typeof value === "string" && isJson(value) ? value : file.fromJson(value));
  return {
    label,
    schema: { type: "string" },
    names: "json-or-path",
    completes: "files",
    fromText: read,
    fromJson: read,
  };
}

/** True when the value is JSON itself. */
export function isJson(value: string): boolean {
  return /^\s*[[{]/.test(value);
}

/** A time span in milliseconds. */
export function milliseconds(): ValueType<number> {
  return integer("ms", { min: 1, max: MAX_TIMEOUT_MS });
}
