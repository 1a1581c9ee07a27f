/**
 * The closed set of argument types: how a word of the command line and how a JSON value become a value. Knows no command.
 * Every reader throws `Failure("usage")` with the expected form in its message.
 */
import { Failure } from "./errors.ts";
import { absolute, normalizeUrl } from "./lib/address.ts";
import { shorten } from "./lib/shorten.ts";
import { quoteWord } from "./lib/words.ts";

export interface JsonSchema {
  readonly type: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly default?: unknown;
}

export interface ValueType<T> {
  /** Placeholder in usage lines, such as `index` or `ms`. */
  readonly label: string;
  readonly schema: JsonSchema;
  readonly choices?: readonly string[];
  /** The word `-` means: read the value from standard input. `stream`: the command itself reads it there, as it comes. */
  readonly stdin?: true | "stream";
  /** The word names a variable in the caller's environment; what it holds becomes the argument of this name. */
  readonly fills?: string;
  /** The value is the index of an element (or of two), which can be addressed by what it says instead. */
  readonly elements?: 1 | 2;
  /** It helps to say which element is meant, in place of the argument of this name. */
  readonly addresses?: string;
  /** What a shell offers for it. */
  readonly completes?: Completes;
  /**
   * No message repeats a word of a line that may be one, and no history keeps it. `perhaps`: a text that is a secret where the
   * line says so or the answer hides it; of a command that failed nobody knows.
   */
  readonly secret?: true | "perhaps";
  /** It is typed into a field of the page: that of the same command, else the one that has the focus. */
  readonly typed?: true;
  /** It is JavaScript that runs in the page. */
  readonly code?: true;
  /** The value is the path of a file or folder, or an address that may be one: rules for files look at it. */
  readonly names?: "path" | "address" | "json-or-path" | "json-or-@path";
  fromText(text: string): T;
  fromJson(value: unknown): T;
}

/** What can be offered for a word that is no fixed choice: names of files, or what exists only now. */
export type Completes =
  | "files"
  /** A file only where the word begins like a path. */
  | "addresses"
  | "sessions"
  | "tabs"
  | "profiles"
  /** Those that have profiles. */
  | "browsers"
  | "tunnels"
  | "settings"
  /** What the setting of the word before may be. */
  | "setting values"
  | "commands"
  | "topics";

/** The type, with what a shell offers for it. */
export function completing<T>(type: ValueType<T>, completes: Completes): ValueType<T> {
  return { ...type, completes };
}

function expected(what: string, got: unknown): Failure {
  const shown = typeof got === "string" ? `'${shorten(got)}'` : shorten(JSON.stringify(got) ?? String(got));
  return new Failure("usage", `expected ${what}, got ${shown}`);
}

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

/** A field and its value, `field=value`. The first `=` splits; `\\=` is one that belongs to the field's label. */
export function fieldPair(secret: true | "perhaps"): ValueType<string> {
  const read = (value: unknown): string => {
    if (typeof value === "string" && splitPair(value)) return value;
    // The text is not repeated: it may be a password that lost its field.
    throw new Failure(
      "usage",
      "expected field=value, such as 3=Ann or 'Full name=Ann'",
      "Write field and value as one word: `svc fill 3=<value>`; for one field also `svc input 3 <text>`.",
    );
  };
  return { label: "field=value", schema: { type: "string" }, secret, typed: true, fromText: read, fromJson: read };
}

/** Field and value of a pair; undefined where there is no field. */
export function splitPair(pair: string): { field: string; value: string } | undefined {
  const [written] = /^(?:\\=|\\(?!=)|[^=\\])+(?==)/s.exec(pair) ?? [];
  const field = written?.replaceAll("\\=", "=").trim();
  return written === undefined || !field ? undefined : { field, value: pair.slice(written.length + 1) };
}

/** A field and the environment variable of the caller that holds its value: pairs of those stand for the argument `fills`. */
export function environmentPair(fills: string): ValueType<string> {
  const read = (value: unknown): string => {
    const pair = typeof value === "string" ? splitPair(value) : undefined;
    if (typeof value === "string" && pair && pair.value !== "") return value;
    throw expected("field=NAME, such as Password=MY_PASSWORD", value);
  };
  return { label: "field=name", schema: { type: "string" }, fills, fromText: read, fromJson: read };
}

/** The name of an environment variable of the caller, whose value stands for the argument `fills`. */
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

/** The index of an element in the last `state`: a whole number from 0 on. */
export function elementIndex(): ValueType<number> {
  return numberOfElement("index", 1);
}

/** One number of a list that is the index of an element, or a point in pixels. `elements` is 2 where it has two ends. */
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

/** How to find the number of an element that was named in another way. */
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

/** One of a few words. Case matters, except that a word which differs in case alone is accepted. */
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

/** A switch: present or absent on the command line, true or false in JSON. */
export function bool(): ValueType<boolean> {
  const check = (value: unknown): boolean => {
    if (typeof value !== "boolean") throw expected("true or false", value);
    return value;
  };
  return { label: "", schema: { type: "boolean" }, fromText: (word) => check(word === "true"), fromJson: check };
}

/** A path of a file, made absolute against the caller's folder. `~/` is the home folder. */
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

/** JSON as it is, or the path of a file that holds it, made absolute against the caller's folder. */
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

/** The body of a request: JSON as it is, `@file` that holds it (made absolute), or `-` for standard input. */
export function requestBody(): ValueType<string> {
  const file = path("file");
  const read = (value: unknown): string => {
    const word = typeof value === "string" ? value.trim() : (JSON.stringify(value) ?? "");
    if (word.startsWith("@")) return `@${file.fromJson(word.slice(1))}`;
    if (!isJson(word)) throw expected('JSON like {"task": "…"}, @file or -', value);
    return word;
  };
  return {
    label: "json",
    schema: { type: "string" },
    stdin: true,
    names: "json-or-@path",
    fromText: (word) => (word === "-" ? word : read(word)),
    fromJson: read,
  };
}

/** `name=value` of a query. */
export function queryPair(): ValueType<string> {
  return pair("key=value", /^[^=\s]+=/s);
}

/** `name: value` of a header. */
export function headerPair(): ValueType<string> {
  return pair("name: value", /^[\w!#$%&'*+.^`|~-]+:[^\r\n\0]*$/);
}

/** `x,y` in whole pixels: a point, or a distance. */
export function pixels(): ValueType<string> {
  return pair("x,y", /^-?\d+,-?\d+$/);
}

/** `x,y,width,height` in whole pixels. */
export function rectangle(): ValueType<string> {
  return pair("x,y,w,h", /^\d+,\d+,[1-9]\d*,[1-9]\d*$/);
}

function pair(label: string, form: RegExp): ValueType<string> {
  const read = (value: unknown): string => {
    if (typeof value === "string" && form.test(value)) return value;
    throw expected(label, value);
  };
  return { label, schema: { type: "string" }, fromText: read, fromJson: read };
}

/** Whether such a value is the JSON itself. */
export function isJson(value: string): boolean {
  return /^\s*[[{]/.test(value);
}

/**
 * An address as people write it. Kept: any URL of a scheme that a browser opens. `localhost`, private and loopback
 * addresses, `*.local`, and `host:port` get http; paths of files become file URLs; other names get https.
 */
export function url(): ValueType<string> {
  const read = (value: unknown): string => {
    if (typeof value !== "string" || value.trim() === "") throw expected("a URL", value);
    return normalizeUrl(value.trim());
  };
  const names = { names: "address", completes: "addresses" } as const;
  return { label: "url", schema: { type: "string" }, ...names, fromText: read, fromJson: read };
}

/** A domain of cookies: a host name, with a leading dot or without. */
export function domain(): ValueType<string> {
  const read = (value: unknown): string => {
    if (typeof value === "string" && /^\.?[^\s/:;,@]+$|^\[[\da-f:]+\]$/i.test(value)) return value;
    throw expected("a domain like example.com", value);
  };
  return { label: "domain", schema: { type: "string" }, fromText: read, fromJson: read };
}

/** Domains with commas between them: lower case, without a leading dot or `*.`; international names as the network has them. */
export function domains(): ValueType<string[]> {
  const one = domain();
  const read = (value: unknown): string[] => {
    const words = Array.isArray(value) ? value : String(value).split(/[\s,]+/);
    const held = words.filter((word) => word !== "").map((word) => plainDomain(one.fromJson(word)));
    if (held.length === 0) throw expected("domains like example.com,example.org", value);
    return held;
  };
  return { label: "domains", schema: { type: "array", items: one.schema }, fromText: read, fromJson: read };
}

function plainDomain(value: string): string {
  const bare = value.replace(/^(\*?\.)/, "");
  return URL.parse(`http://${bare}`)?.hostname ?? bare.toLowerCase();
}

/** A key that the platform gave out. `-` reads it from standard input, where no list of processes shows it. */
export function apiKey(): ValueType<string> {
  const read = (value: unknown): string => {
    const key = typeof value === "string" ? value.trim() : "";
    // It travels in a header: what is no visible ASCII was mistyped, and is not repeated here.
    if (!/^[\x21-\x7e]{8,500}$/.test(key))
      throw new Failure("usage", "that is not a key: expected 8 or more letters and digits");
    return key;
  };
  return {
    ...text("key"),
    stdin: true,
    secret: true,
    fromText: (word) => (word === "-" ? word : read(word)),
    fromJson: read,
  };
}

/** An identifier of the platform, such as that of a profile. */
export function uuid(): ValueType<string> {
  const read = (value: unknown): string => {
    if (typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value))
      return value.toLowerCase();
    throw expected("an identifier like 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80", value);
  };
  return { label: "id", schema: { type: "string" }, fromText: read, fromJson: read };
}

/** Twenty-three days: a little less than what a timer can hold. */
const MAX_MS = 2_000_000_000;

/** A time span in milliseconds. */
export function milliseconds(): ValueType<number> {
  return integer("ms", { min: 1, max: MAX_MS });
}

/** The debugging address of a browser: http, https, ws or wss. */
export function cdpUrl(): ValueType<string> {
  const read = (value: unknown): string => {
    const url = typeof value === "string" ? URL.parse(value) : null;
    if (url && /^(https?|wss?):$/.test(url.protocol) && url.hostname !== "") return url.href;
    throw expected("an address like http://127.0.0.1:9222 or ws://host:port/devtools/browser/…", value);
  };
  return { label: "url", schema: { type: "string" }, fromText: read, fromJson: read };
}
