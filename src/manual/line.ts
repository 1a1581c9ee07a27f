/** A command and its arguments back to the words of a line: the inverse of the parser. Pure. */

import { type Arg, type Args, isAddressed, optionName } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { quoteWord } from "../lib/words.ts";

/** The words, or undefined where no line says it: a text that is `-`, or a word whose predecessor is left out. */
export function wordsOf(
  { name, args: declared }: AnyCommand,
  args: Readonly<Record<string, unknown>>,
  timeoutMs?: number,
): string[] | undefined {
  const given = Object.entries(declared as Args).filter(([key]) => args[key] !== undefined);
  // The word would mean: read it from standard input.
  if (given.some(([key, { type }]) => type.stdin && args[key] === "-")) return undefined;
  const places = placeWords(declared as Args, args);
  if (!places) return undefined;
  const options = given.flatMap(([key, arg]) => optionWords(key, arg, args[key]));
  if (timeoutMs !== undefined) options.push("--timeout", String(timeoutMs));
  const first = name.split(" ");
  return places.some(looksLikeOption) ? [...first, ...options, "--", ...places] : [...first, ...places, ...options];
}

function looksLikeOption(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}

function placeWords(declared: Args, args: Readonly<Record<string, unknown>>): string[] | undefined {
  const words: string[] = [];
  let isOver = false;
  for (const [key, { place }] of Object.entries(declared)) {
    if (place !== "positional" && place !== "positionals") continue;
    const value = args[key];
    // An option that stands for the value: the words after it move up.
    if (value === undefined && filledBy(declared, args, key)) continue;
    // No line says both: the parser would take the index for the word after it.
    if (value !== undefined && place === "positional" && isAddressed(declared, key, args)) return undefined;
    if (value === undefined) isOver = true;
    else if (isOver) return undefined;
    else words.push(...(place === "positionals" && Array.isArray(value) ? value : [value]).map(wordOf));
  }
  return words;
}

function filledBy(declared: Args, args: Readonly<Record<string, unknown>>, key: string): boolean {
  return Object.entries(declared).some(
    ([name, { type }]) => (type.fills === key || type.addresses === key) && args[name] !== undefined,
  );
}

function optionWords(key: string, arg: Arg, value: unknown): string[] {
  const name = `--${optionName(key, arg)}`;
  if (arg.place === "flag" && value === false && arg.fallback === undefined) return [`${name}=false`];
  if (arg.place === "flag") return value === true ? [name] : [];
  if (arg.place !== "option" || value === arg.fallback) return [];
  if (arg.repeats) return [value].flat().flatMap((one) => [name, wordOf(one)]);
  return arg.bare === undefined ? [name, wordOf(value)] : [`${name}=${wordOf(value)}`];
}

function wordOf(value: unknown): string {
  // A list in one word has commas.
  if (Array.isArray(value)) return value.map(wordOf).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The words as one line: as a shell reads them, or as a JSON array where one of them has line ends. */
export function lineOf(words: readonly string[]): string {
  return words.some((word) => /[\0-\x1f\x7f-\x9f\u2028\u2029]/.test(word))
    ? JSON.stringify(words)
    : words.map(quoteWord).join(" ");
}
