/** What a run has read, and whether a claim is made of it. Pure. */
import type { JsonObject } from "../extract/schema.ts";

/** Numbers in any notation: what stands between groups of three, or before decimals, is part of one; a list is of several. */
const NUMBER = /\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?/g;

/** Days in figures: 2026-10-12, 12.10.2026, 10/12/2026. */
const DAY = /\b(?:(\d{4})-(\d\d)-(\d\d)|(\d{1,2})[./](\d{1,2})[./](\d{4}))(?!\d)/;

const WORD = /[\p{L}\p{N}]+/gu;

/** What a field holds was perhaps typed there: it proves nothing. */
const FIELD = /<(input|textarea|select)\b[^>]*>/g;

/** A number that we gave. */
const INDEX = /\[\d+\](?=<)/g;

/** Where words that are quoted as evidence need not stand beside each other on the page. */
const BREAK = /[\n;|•…"“”„«»()[\]]|\s[-–—]+\s|[.,:!?](?=\s|$)|\.{2,}/;

/** Part of the words of evidence that pages must have shown as they are quoted. */
const SHOWN_SHARE = 0.7;

export class Seen {
  readonly #words = new Set<string>();
  readonly #numbers = new Set<string>();
  #text = "";
  #shown = "";

  add(text: string): void {
    const plain = normal(text);
    this.#text += `\n${plain}`;
    for (const [word] of plain.matchAll(WORD)) this.#words.add(word);
    for (const number of numbersIn(plain)) this.#numbers.add(number);
  }

  /** Values of an answer that were never read, as they stand in it. */
  unseen(output: unknown, schema?: JsonObject): string[] {
    const values = schema === undefined && typeof output === "string" ? valuesOf(output) : leavesOf(output);
    return [...new Set(values)].filter((value) => !this.has(value));
  }

  has(value: string): boolean {
    const plain = normal(value).trim();
    if (plain === "" || this.#text.includes(plain)) return true;
    const url = URL.parse(value);
    if (url && /^https?:$/.test(url.protocol)) return this.#text.includes(normal(`${url.pathname}${url.search}`));
    const words = [...plain.matchAll(WORD)].map(([word]) => word);
    const areWordsSeen = words.every(
      (word) => this.#words.has(word) || /^\d+$/.test(word) || MONTHS.has(word.slice(0, 3)),
    );
    const day = DAY.exec(plain);
    const areNumbersSeen = day ? this.#hasDay(day) : wholesIn(plain).every((one) => this.#hasNumber(one));
    return areWordsSeen && areNumbersSeen;
  }

  /** In any order and notation: the name of its month may have been read in any language. */
  #hasDay([, isoYear, , isoDay, first, second, year]: readonly (string | undefined)[]): boolean {
    const has = (part: string | undefined) => this.#numbers.has(String(Number(part)));
    return has(isoYear ?? year) && (isoDay === undefined ? has(first) || has(second) : has(isoDay));
  }

  /** In any notation, and rounded as it is told. */
  #hasNumber(number: string): boolean {
    // `2 100` may also be two numbers beside each other.
    const beside = number.split(" ");
    if (beside.length > 1 && beside.every((one) => this.#hasNumber(one))) return true;
    return readingsOf(number).some((reading) => {
      const claimed = Number(reading);
      if (this.#numbers.has(String(claimed))) return true;
      const decimals = reading.split(".")[1]?.length ?? 0;
      const half = 0.5 * 10 ** -decimals + 1e-9;
      for (const one of this.#numbers) if (Math.abs(Number(one) - claimed) <= half) return true;
      return false;
    });
  }

  /** What a page showed, in its own words: proof of what is claimed. */
  addShown(text: string): void {
    this.#shown += ` ${phrase(text.replace(FIELD, "<$1>").replace(INDEX, " "))} `;
  }

  /** True where a page showed these very words: most of them, several at a time, as those who copy from two places do not say where one ends. */
  wasShown(evidence: string): boolean {
    const runs = evidence.split(BREAK).map(phrase).filter(Boolean);
    const stretches = runs.flatMap((run) => this.#stretches(run.split(" ")));
    if (stretches.some(({ words, isShown }) => !isShown && words.some((word) => /\d/.test(word)))) return false;
    const count = (some: typeof stretches) => some.reduce((sum, { words }) => sum + words.length, 0);
    const whole = count(stretches);
    const shown = stretches.filter(({ isShown }) => isShown);
    const isShort = runs.length === 1 || whole <= 3;
    const proves = shown.some(({ words }) => isShort || words.length > 1 || /\d/.test(words[0] ?? ""));
    return proves && count(shown) / whole >= SHOWN_SHARE;
  }

  /** The words in stretches that stand so on a page. A single word among others is none. */
  #stretches(words: readonly string[]): { words: readonly string[]; isShown: boolean }[] {
    const stretches: { words: readonly string[]; isShown: boolean }[] = [];
    for (let from = 0; from < words.length; ) {
      let to = from;
      while (to < words.length && this.#shown.includes(` ${words.slice(from, to + 1).join(" ")} `)) to++;
      const stretch = words.slice(from, Math.max(to, from + 1));
      stretches.push({ words: stretch, isShown: to - from > 1 || (to > from && words.length === 1) });
      from += stretch.length;
    }
    return stretches;
  }
}

/** Words alone, one space between them: how they are set apart differs between a page, its tree and a quotation. */
function phrase(text: string): string {
  return (normal(text).match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu) ?? []).join(" ");
}

const MONTHS = new Set(["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]);

function normal(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, " ")
    .replace(/[’‘]/g, "'")
    .replace(/[“”„«»]/g, '"');
}

function wholesIn(text: string): string[] {
  return [...text.matchAll(NUMBER)].map(([number]) => number);
}

/** Each number of a text in all its readings, and its parts: `12.10.2026` is also 12, 10 and 2026. */
function numbersIn(text: string): string[] {
  return wholesIn(text).flatMap((one) => [
    ...readingsOf(one).map((reading) => String(Number(reading))),
    ...one.split(/\D+/).map((part) => String(Number(part))),
  ]);
}

/** `1,234.50`, `1.234,50` and `1 234.5` are all 1234.5. */
function readingsOf(number: string): string[] {
  const dense = number.replace(/['’\s\u00a0\u202f]/g, "");
  const readings = [dense.replace(/,/g, ""), dense.replace(/\./g, "").replace(",", ".")];
  return readings.filter((reading) => Number.isFinite(Number(reading)));
}

/** Of a text what can be checked: numbers of more than one digit, days, addresses, quotations. */
function valuesOf(text: string): string[] {
  const quotes = [...text.matchAll(/["“„«]([^"”“»\n]{3,120})["”“»]/g)].map(([, quoted = ""]) => quoted);
  const addresses = text.match(/https?:\/\/[^\s)>\]"']+|[\w.+-]+@[\w-]+\.[\w.-]+\w/g) ?? [];
  // Numbers within an address or a day are checked with it.
  const days = text.match(new RegExp(DAY, "g")) ?? [];
  const rest = [...addresses, ...days].reduce((left, part) => left.replaceAll(part, " "), text);
  const numbers = wholesIn(rest).filter((one) => one.replace(/\D/g, "").length > 1);
  return [...numbers, ...days, ...quotes, ...addresses.map((one) => one.replace(/[.,;:]+$/, ""))];
}

/** Texts and numbers of an object. */
function leavesOf(value: unknown): string[] {
  if (typeof value === "string") return value.length > 200 ? valuesOf(value) : [value];
  if (typeof value === "number") return Math.abs(value) < 10 && Number.isInteger(value) ? [] : [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(leavesOf);
}
