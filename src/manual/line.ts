/** Turns a command and its arguments into the words of a command line: the inverse of the parser. */

import { type Arg, type Args, isAddressed, optionName } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { quoteWord } from "../lib/words.ts";

/** The words, or undefined if no command line can express the arguments: a text that is `-`, or an argument after a missing one. */
export function wordsOf(
  { name, args: declared }: AnyCommand,
  args: Readonly<Record<string, unknown>>,
  timeoutMs?: number,
): string[] | undefined {
  const given = Object.entries(declared as Args).filter(([key]) => args[key] !== undefined);
  // The parser would read standard input instead.
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
    if (value === undefined) {
      // If an option replaces this argument, the words after it move up.
      isOver ||= !filledBy(declared, args, key);
      continue;
    }
    // With an address, the parser would read the index as the next argument.
    if (isOver || (place === "positional" && isAddressed(declared, key, args))) return undefined;
    words.push(...(place === "positionals" && Array.isArray(value) ? value : [value]).map(wordOf));
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
  // A list in one word is comma-separated.
  if (Array.isArray(value)) return value.map(wordOf).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The words as one line, quoted for a shell; as a JSON array if a word has control characters such as line ends. */
export function lineOf(words: readonly string[]): string {
  return words.some((word) => /[\0-\x1f\x7f-\x9f\u2028\u2029]/.test(word))
    ? JSON.stringify(words)
    : words.map(quoteWord).join(" ");
}
