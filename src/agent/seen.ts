/** What a run has read, and whether a claim is made of it. Pure. */
import type { JsonObject } from "../extract/schema.ts";

/** Numbers in any notation, and their parts. */
const NUMBER = /\d(?:[\d.,'’\u00a0\u202f ]*\d)?/g;

const WORD = /[\p{L}\p{N}]+/gu;

export class Seen {
  readonly #words = new Set<string>();
  readonly #numbers = new Set<string>();
  #text = "";

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
    const numbers = numbersIn(plain);
    const areWordsSeen = words.every(
      (word) => this.#words.has(word) || /^\d+$/.test(word) || MONTHS.has(word.slice(0, 3)),
    );
    const [first] = numbers;
    const isDate = /^\d{4}-\d\d-\d\d/.test(plain);
    const areNumbersSeen = isDate
      ? plain
          .slice(0, 10)
          .split("-")
          .filter((_, part) => part !== 1)
          .every((part) => this.#numbers.has(String(Number(part))))
      : first === undefined || wholesIn(plain).every((one) => this.#hasNumber(one));
    return areWordsSeen && areNumbersSeen;
  }

  /** In any notation, and rounded as it is told. */
  #hasNumber(number: string): boolean {
    return readingsOf(number).some((reading) => {
      const claimed = Number(reading);
      if (this.#numbers.has(String(claimed))) return true;
      const decimals = reading.split(".")[1]?.length ?? 0;
      const half = 0.5 * 10 ** -decimals + 1e-9;
      for (const one of this.#numbers) if (Math.abs(Number(one) - claimed) <= half) return true;
      return false;
    });
  }

  /** How much of a text was read, by its words: 0 to 1. */
  share(text: string): number {
    const words = [...normal(text).matchAll(WORD)].map(([word]) => word);
    return words.length === 0 ? 0 : words.filter((word) => this.#words.has(word)).length / words.length;
  }
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

/** Of a text what can be checked: numbers of more than one digit, addresses, quotations. */
function valuesOf(text: string): string[] {
  const numbers = wholesIn(text).filter((one) => one.replace(/\D/g, "").length > 1);
  const quotes = [...text.matchAll(/["“„«]([^"”“»\n]{3,120})["”“»]/g)].map(([, quoted = ""]) => quoted);
  const addresses = text.match(/https?:\/\/[^\s)>\]"']+|[\w.+-]+@[\w-]+\.[\w.-]+\w/g) ?? [];
  // Numbers within an address are checked with it.
  const rest = addresses.reduce((left, address) => left.replaceAll(address, " "), text);
  return [
    ...numbers.filter((one) => rest.includes(one)),
    ...quotes,
    ...addresses.map((one) => one.replace(/[.,;:]+$/, "")),
  ];
}

/** Texts and numbers of an object. */
function leavesOf(value: unknown): string[] {
  if (typeof value === "string") return value.length > 200 ? valuesOf(value) : [value];
  if (typeof value === "number") return Math.abs(value) < 10 && Number.isInteger(value) ? [] : [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(leavesOf);
}
