/** The text that a run has read, and the values of a claim that it does not contain. */
import type { JsonObject } from "../../extract/schema.ts";

/** Numbers in any notation, with group and decimal separators. */
const NUMBER = /\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?/g;

/** Numeric dates: 2026-10-12, 12.10.2026, 10/12/2026. */
const DAY = /\b(?:(\d{4})-(\d\d)-(\d\d)|(\d{1,2})[./](\d{1,2})[./](\d{4}))(?!\d)/;

const WORD = /[\p{L}\p{N}]+/gu;

export class ReadValues {
  readonly #words = new Set<string>();
  readonly #numbers = new Set<string>();
  readonly #values = new Set<string>();
  #text = "";

  /** Adds a single value, without its parts. */
  addValue(value: string): void {
    this.#values.add(normalize(value));
  }

  addText(text: string): void {
    const plain = normalize(text);
    this.#text += `\n${plain}`;
    for (const [word] of plain.matchAll(WORD)) this.#words.add(word);
    for (const number of numbersIn(plain)) this.#numbers.add(number);
  }

  /** The values of an output that were never read. */
  unseen(output: unknown, schema?: JsonObject): string[] {
    const values = schema === undefined && typeof output === "string" ? valuesOf(output) : leavesOf(output);
    return [...new Set(values)].filter((value) => !this.has(value));
  }

  has(value: string): boolean {
    const plain = normalize(value).trim();
    if (plain === "" || this.#values.has(plain) || this.#text.includes(plain)) return true;
    const url = URL.parse(value);
    if (url && /^https?:$/.test(url.protocol)) return this.#text.includes(normalize(`${url.pathname}${url.search}`));
    const words = [...plain.matchAll(WORD)].map(([word]) => word);
    const areWordsSeen = words.every(
      (word) => this.#words.has(word) || /^\d+$/.test(word) || MONTHS.has(word.slice(0, 3)),
    );
    const day = DAY.exec(plain);
    const areNumbersSeen = day ? this.#hasDay(day) : numberStringsIn(plain).every((one) => this.#hasNumber(one));
    return areWordsSeen && areNumbersSeen;
  }

  /** Day and year in any order; the month may have been read as a name in any language. */
  #hasDay([, isoYear, , isoDay, first, second, year]: readonly (string | undefined)[]): boolean {
    const has = (part: string | undefined) => this.#numbers.has(String(Number(part)));
    return has(isoYear ?? year) && (isoDay === undefined ? has(first) || has(second) : has(isoDay));
  }

  /** In any notation; the claimed number may be rounded. */
  #hasNumber(number: string): boolean {
    // `2 100` may also be two numbers.
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
}

const MONTHS = new Set(["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]);

export function normalize(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, " ")
    .replace(/[’‘]/g, "'")
    .replace(/[“”„«»]/g, '"');
}

function numberStringsIn(text: string): string[] {
  return [...text.matchAll(NUMBER)].map(([number]) => number);
}

/** All readings of each number in a text, and its parts: `12.10.2026` is also 12, 10 and 2026. */
function numbersIn(text: string): string[] {
  return numberStringsIn(text).flatMap((one) => [
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

/** The parts of a text that can be checked: numbers of several digits, dates, addresses, quotations. */
function valuesOf(text: string): string[] {
  const quotes = [...text.matchAll(/["“„«]([^"”“»\n]{3,120})["”“»]/g)].map(([, quoted = ""]) => quoted);
  const addresses = text.match(/https?:\/\/[^\s)>\]"']+|[\w.+-]+@[\w-]+\.[\w.-]+\w/g) ?? [];
  // Numbers within an address or a date are checked with it.
  const days = text.match(new RegExp(DAY, "g")) ?? [];
  const rest = [...addresses, ...days].reduce((left, part) => left.replaceAll(part, " "), text);
  const numbers = numberStringsIn(rest).filter((one) => one.replace(/\D/g, "").length > 1);
  return [...numbers, ...days, ...quotes, ...addresses.map((one) => one.replace(/[.,;:]+$/, ""))];
}

/** The texts and numbers of a value. */
function leavesOf(value: unknown): string[] {
  if (typeof value === "string") return value.length > 200 ? valuesOf(value) : [value];
  if (typeof value === "number") return Math.abs(value) < 10 && Number.isInteger(value) ? [] : [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(leavesOf);
}
