/** Reproducible random choices, and words that users rarely type. */
import { random } from "../../property/random.ts";

/** The fixed default seed gives the same cases in every run. */
export const SEED = Number(process.env.SVC_PROPERTY_SEED ?? 20_261_122);

/** Number of cases of a property; `few` is the default for each run of the tests. */
export function runs(few: number): number {
  return Number(process.env.SVC_PROPERTY_RUNS ?? few);
}

export class Chance {
  readonly next: () => number;

  /** Case `n` of a seed. It does not depend on earlier cases, so one case can be repeated alone. */
  constructor(seed: number, n: number) {
    this.next = random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(n + 1, 0x85ebca6b));
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True with the probability `share`, from 0 to 1. */
  is(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new Error("nothing to choose from");
    return from[this.below(from.length)] as T;
  }

  /** Random text without slashes and tildes, so that no word names a file outside the test's folder. */
  text(maxLength: number): string {
    const length = this.below(maxLength + 1);
    const tops = [0x80, 0x80, 0x300, 0x3000, 0x1f700];
    const points = Array.from({ length }, () => Math.max(1, this.below(this.pick(tops))));
    return String.fromCodePoint(...points).replace(/[/~]/g, "_");
  }

  /** A word that no argument accepts on purpose. */
  garbage(): string {
    if (this.is(0.25)) return this.text(30);
    if (this.is(0.02)) return this.pick(["a", "é", "1", "-", "{", "\\"]).repeat(this.is(0.3) ? 50_000 : 300);
    if (this.is(0.01)) return "b".repeat(100_000);
    return this.pick(GARBAGE);
  }
}

const GARBAGE: readonly string[] = [
  ...["", " ", "-", "---", "-x", "-xyz", "--no-such", "--=x", "--json=1", "-s", "--session", "--text", "-1", "+1", "0"],
  ...["999999999999999999999", "1e3", "NaN", "Infinity", "0x10", "1.5", "-0", ".", "..", "null", "undefined", "true"],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "é",
    "e\u0301",
    "漢字",
    "👩‍👩‍👧",
    "\u202eabc",
    "\u2028",
  ],
  ...["\x01\x1b[31m", "\r\n", "a\nb", "\t", '"', "'", "\\", "$(id)", "`id`", "%s%n", "{}", "[]", '{"a":', "a=b", "="],
  ...["=x", "a:b", "a=", "#id", ".x", "[", "*", ":not(", ":has(>", "text=Save", "@e1", "ref=e1", "1,2", "1,2,3,4"],
  ...["(?<", "[a-", "**", "\ud800", "\ufeff", "\x7f", "🏳️‍🌈", "CON", "a".repeat(300)],
];
