/** Translates svc command lines to Python calls, for hints and the Python reference. */

import { type Arg, type Args, optionName } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { splitWords } from "../lib/words.ts";
import { identifier, isMethod } from "./methods.ts";

/** Replaces the commands in a hint by calls: `svc click 3` becomes `browser.click(3)`. Commands that Python code cannot run stay. */
export function pythonHint(hint: string, commands: readonly AnyCommand[]): string {
  return hint
    .replace(/`svc ([^`]+)`/g, (match, line: string) => {
      const call = pythonCall(line, commands);
      return call === undefined ? match : `\`${call}\``;
    })
    .replaceAll("--timeout <ms>", "timeout=<ms>");
}

/** The command line as a call, or undefined if Python code cannot run it. */
export function pythonCall(line: string, commands: readonly AnyCommand[]): string | undefined {
  const words = wordsOf(line);
  const named = commandOf(words, commands);
  if (!named) return undefined;
  const { command, rest } = named;
  const declared = command.args as Args;
  const given: string[] = [];
  const options: string[] = [];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name, , value] = /^--?([a-z][\w-]*)(=(.*))?$/s.exec(word) ?? [];
    if (name === undefined) {
      // Words after `--` are ordinary arguments.
      if (word !== "--") given.push(literal(word));
      continue;
    }
    const keyword = keywordOf(name, declared);
    if (!keyword) return undefined;
    options.push(`${keyword.name}=${keyword.isFlag ? "True" : literal(value ?? rest.shift() ?? "")}`);
  }
  return `browser.${identifier(command.name)}(${[...given, ...options].join(", ")})`;
}

/** The keyword argument for an option, or undefined if Python has none for it. */
function keywordOf(option: string, declared: Args): { name: string; isFlag: boolean } | undefined {
  if (option === "timeout") return { name: "timeout", isFlag: false };
  const [key, arg] = optionNamed(option, declared) ?? [];
  if (key === undefined || !arg || arg.type.fills !== undefined) return undefined;
  return { name: pythonName(key), isFlag: arg.place === "flag" };
}

/** Reserved words of Python that are names of arguments; `helper.py` gets them from Python itself. */
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

/** The Python name of an argument. A reserved word gets an underscore: `in_`. */
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

/** The command with the longest name that the words begin with. */
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

/** A value as a Python literal; `<index>` becomes the name of a variable. */
function literal(word: string): string {
  if (/^-?\d+(\.\d+)?$/.test(word)) return word;
  const [, placeholder] = /^<([^<>]+)>$/.exec(word) ?? [];
  if (placeholder !== undefined) return placeholder.replace(/\W+/g, "_");
  return word === "…" ? "..." : JSON.stringify(word);
}
