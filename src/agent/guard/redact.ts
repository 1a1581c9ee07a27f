/** Replaces secret values in texts by their names, also encoded, cut or wrapped values. */
import { TOKEN_END, TOKEN_START } from "./placeholder.ts";

/** Shorter values are only replaced as whole words. */
const MIN_PART = 4;

/** Minimum length for encoded forms of a value, and for values that were cut. */
const MIN_ENCODED = 6;
const MIN_CUT = 12;
const MAX_CUT = 160;

export class Redactor {
  readonly #values = new Map<string, string>();
  #pattern: { expression: RegExp; names: string[] } | undefined;

  /** Adds a value, which becomes `<secret>name</secret>`. */
  add(name: string, value: string): void {
    if (value.trim() === "" || this.#values.has(value)) return;
    this.#values.set(value, name);
    this.#pattern = undefined;
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  get values(): readonly string[] {
    return [...this.#values.keys()];
  }

  text(text: string): string {
    if (this.isEmpty || text === "") return text;
    this.#pattern ??= patternOf(this.#values);
    const { expression, names } = this.#pattern;
    return text.replace(expression, (whole, ...groups) => {
      const at = names.findIndex((_, n) => groups[n] !== undefined);
      return at < 0 ? whole : `${TOKEN_START}${names[at]}${TOKEN_END}`;
    });
  }

  /** The names of the secrets that the text contains in any form. */
  namesIn(text: string): string[] {
    if (this.isEmpty || text === "") return [];
    this.#pattern ??= patternOf(this.#values);
    const { expression, names } = this.#pattern;
    const found = [...text.matchAll(expression)].map(([, ...groups]) => names.find((_, n) => groups[n] !== undefined));
    return [...new Set(found.filter((name) => name !== undefined))];
  }

  /** Redacts every text in a value, keys included. */
  data<T>(value: T): T {
    return this.isEmpty ? value : (this.#within(value) as T);
  }

  #within(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((one) => this.#within(one));
    if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [this.text(key), this.#within(one)]));
  }
}

function patternOf(values: ReadonlyMap<string, string>): { expression: RegExp; names: string[] } {
  // Longer values first, since they may contain shorter ones.
  const entries = [...values].sort(([a], [b]) => b.length - a.length);
  const groups = entries.map(([value]) => `(${alternatives(value).join("|")})`);
  // Existing placeholders stay as they are.
  const expression = new RegExp([...groups, `${TOKEN_START}[^<>]+${TOKEN_END}`].join("|"), "giu");
  return { expression, names: entries.map(([, name]) => name) };
}

function alternatives(value: string): string[] {
  const plain = spaced(value);
  if (value.length < MIN_PART) return [`(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`];
  const spellings = new Set([JSON.stringify(value).slice(1, -1), htmlOf(value), ...urlForms(value)]);
  if (value.length >= MIN_ENCODED) for (const one of encodings(value)) spellings.add(one);
  spellings.delete(value);
  const written = [...spellings].sort((a, b) => b.length - a.length).map(escaped);
  return [...written, plain, ...(value.length > MIN_CUT ? [beginning(value)] : [])];
}

/** Any white space matches a blank of the value. */
function spaced(value: string): string {
  return value.trim().split(/\s+/).map(escaped).join("\\s+");
}

/** The value, cut anywhere after its first characters. */
function beginning(value: string): string {
  const chars = [...value].map(escaped);
  const rest = chars.slice(MIN_CUT, MAX_CUT).reduceRight((inner, char) => `(?:${char}${inner})?`, "");
  return chars.slice(0, MIN_CUT).join("") + rest;
}

function urlForms(value: string): string[] {
  const whole = encodeURIComponent(value.toWellFormed());
  const strict = whole.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return [whole, strict, encodeURI(value.toWellFormed()), whole.replaceAll("%20", "+"), strict.replaceAll("%20", "+")];
}

function htmlOf(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Base 64 at each of the three offsets in a longer text, in both alphabets, and hexadecimal. */
function encodings(value: string): string[] {
  const bytes = Buffer.from(value);
  const within = [0, 1, 2].map((before) => {
    const coded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replaceAll("=", "");
    // Without the characters that also encode neighbouring bytes.
    return coded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [...within, ...within.map((one) => one.replaceAll("+", "-").replaceAll("/", "_")), bytes.toString("hex")];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
