/** Lines of svc as code in Python would write them: for the hints that such code gets, and for its reference. Pure. */

import { type Arg, type Args, optionName } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { splitWords } from "../lib/words.ts";
import { identifier, isMethod } from "./methods.ts";

/** A hint whose commands are methods: `svc click 3` is `browser.click(3)`. What code cannot run stays as it is. */
export function pythonHint(hint: string, commands: readonly AnyCommand[]): string {
  return hint
    .replace(/`svc ([^`]+)`/g, (whole, line: string) => {
      const call = pythonCall(line, commands);
      return call === undefined ? whole : `\`${call}\``;
    })
    .replaceAll("--timeout <ms>", "timeout=<ms>");
}

/** The line as a call, or undefined where it is none that code can make. */
export function pythonCall(line: string, commands: readonly AnyCommand[]): string | undefined {
  const words = wordsOf(line);
  const named = commandOf(words, commands);
  if (!named) return undefined;
  const { command, rest } = named;
  const declared = command.args as Args;
  const given: string[] = [];
  const options: string[] = [];
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    const [, name, , value] = /^--?([a-z][\w-]*)(=(.*))?$/s.exec(word) ?? [];
    if (name === undefined) {
      // Text behind `--` is an argument like others.
      if (word !== "--") given.push(literal(word));
      continue;
    }
    const [key, arg] = optionNamed(name, declared) ?? [];
    if (name === "timeout") options.push(`timeout=${literal(value ?? rest[++at] ?? "")}`);
    else if (key === undefined || !arg || arg.type.fills !== undefined) return undefined;
    else if (arg.place === "flag") options.push(`${pythonName(key)}=True`);
    else options.push(`${pythonName(key)}=${literal(value ?? rest[++at] ?? "")}`);
  }
  return `browser.${identifier(command.name)}(${[...given, ...options].join(", ")})`;
}

/** Words of Python's own that are names of arguments here; `helper.py` asks Python itself. */
const KEYWORDS: ReadonlySet<string> = new Set([
  "as",
  "assert",
  "class",
  "for",
  "from",
  "global",
  "if",
  "in",
  "is",
  "not",
  "with",
]);

/** The name of an argument as code writes it: `in_`, where Python has the word for itself. */
export function pythonName(key: string): string {
  const name = identifier(key);
  return KEYWORDS.has(name) ? `${name}_` : name;
}

function wordsOf(line: string): string[] {
  try {
    return splitWords(line);
  } catch {
    return [];
  }
}

/** The command whose name takes most of the words. */
function commandOf(words: readonly string[], commands: readonly AnyCommand[]) {
  for (const length of [3, 2, 1]) {
    const name = words.slice(0, length).join(" ");
    const command = commands.find((one) => one.name === name || one.aliases?.includes(name));
    if (command && length <= words.length)
      return isMethod(command) ? { command, rest: words.slice(length) } : undefined;
  }
  return undefined;
}

function optionNamed(name: string, declared: Args): [string, Arg] | undefined {
  return Object.entries(declared).find(([key, arg]) => optionName(key, arg) === name || arg.short === name);
}

/** A value as Python writes it: numbers as they are, `<index>` as the name of a variable. */
function literal(word: string): string {
  if (/^-?\d+(\.\d+)?$/.test(word)) return word;
  const [, placeholder] = /^<([^<>]+)>$/.exec(word) ?? [];
  if (placeholder !== undefined) return placeholder.replace(/\W+/g, "_");
  return word === "…" ? "..." : JSON.stringify(word);
}
