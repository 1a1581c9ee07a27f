/**
 * Random command lines, made from the list of commands: names, arguments and options that are valid, invalid, missing,
 * repeated, unknown or misspelt. Commands that would install, open windows, serve, or reach other machines or the user's
 * browser get an unknown option, so that they are refused.
 */

import { type Arg, type Args, optionName } from "../../../src/args.ts";
import { parseLine } from "../../../src/cli/parse.ts";
import { commands } from "../../../src/commands/index.ts";
import { globals } from "../../../src/manual/globals.ts";
import { Chance, SEED } from "./chance.ts";
import { environment, standardInput, wordFor } from "./values.ts";

export interface Line {
  argv: string[];
  stdin: string | undefined;
  env: Record<string, string>;
  /** Runs in the home without a session, because the line would change settings or end the session. */
  isBare: boolean;
}

/** Never run: they download programs, open windows, serve, or attach to a browser outside the test. */
export const EXCLUDED = new Set([
  "connect",
  "cloud connect",
  "serve",
  "tunnel",
  "setup",
  "install",
  "doctor",
  "profile update",
]);

/** Run only in the home without a session, because they affect later lines. */
export const BARE_HOME_ONLY = new Set(["close", "config set", "config unset", "cloud login", "cloud logout"]);

/** Global options that are left out: they open a window, attach to the user's browser, or serve. */
const NEVER: ReadonlySet<string> = new Set(["headed", "connect", "mcp"]);

const COMMON = Object.entries(globals as Args).filter(([key]) => !NEVER.has(key));

/** Makes line `n`, with addresses below `base`. */
export function lineOf(n: number, base: string, seed = SEED): Line {
  const chance = new Chance(seed, n);
  const words = chance.is(0.04) ? anything(chance) : ofCommand(chance, base);
  const argv = chance.is(0.15) ? mutated(chance, words) : words;
  if (chance.is(0.35)) argv.unshift("--json");
  if (chance.is(0.06)) argv.unshift("--session", chance.pick(SESSIONS));
  return {
    argv: safe(["--timeout", "500", ...argv]),
    stdin: standardInput(chance),
    env: chance.is(0.12) ? environment(chance) : {},
    isBare: chance.is(0.2) || BARE_HOME_ONLY.has(commandOf(argv) ?? ""),
  };
}

const SESSIONS = ["default", "", " ", "a/b", "..", "é", "x".repeat(101), "other", "-", "__proto__", "default ", "\n"];

function anything(chance: Chance): string[] {
  return Array.from({ length: chance.below(6) }, () => chance.garbage());
}

function ofCommand(chance: Chance, base: string): string[] {
  const command = chance.pick(commands);
  const name = chance.pick([command.name, command.name, command.name, ...(command.aliases ?? [])]).split(" ");
  const words: string[] = [];
  for (const [key, arg] of Object.entries(command.args as Args)) words.push(...written(chance, key, arg, base));
  for (const [key, arg] of COMMON) if (chance.is(0.015)) words.push(...optionWords(chance, key, arg, base));
  if (chance.is(0.06)) words.splice(chance.below(words.length + 1), 0, "--");
  return [...name, ...words];
}

/** The words of one argument; empty if it is left out. */
function written(chance: Chance, key: string, arg: Arg, base: string): string[] {
  if (arg.place === "filled") return [];
  if (arg.place === "positional") return chance.is(arg.required ? 0.92 : 0.5) ? [wordFor(chance, key, arg, base)] : [];
  if (arg.place === "positionals")
    return Array.from({ length: chance.below(4) }, () => wordFor(chance, key, arg, base));
  return chance.is(arg.isCommon ? 0.03 : 0.12) ? optionWords(chance, key, arg, base) : [];
}

function optionWords(chance: Chance, key: string, arg: Arg, base: string): string[] {
  const option = arg.short && chance.is(0.3) ? `-${arg.short}` : `--${optionName(key, arg)}`;
  if (arg.place === "flag") return [chance.is(0.05) ? `${option}=${chance.garbage()}` : option];
  const value = wordFor(chance, key, arg, base);
  return chance.is(0.3) ? [`${option}=${value}`] : [option, value];
}

/** Drops, repeats, misspells, moves or inserts a word. */
function mutated(chance: Chance, words: readonly string[]): string[] {
  const made = [...words];
  const at = chance.below(made.length);
  const word = made[at] ?? "";
  const ways = [
    () => made.splice(at, 1),
    () => made.splice(at, 0, word),
    () => made.splice(at, 1, misspelt(chance, word)),
    () => made.splice(at, 0, chance.garbage()),
    () => made.push(chance.garbage()),
    () => made.splice(chance.below(made.length), 0, ...made.splice(at, 1)),
  ];
  chance.pick(ways)();
  return made;
}

function misspelt(chance: Chance, word: string): string {
  const letters = [...word];
  const at = chance.below(letters.length);
  letters.splice(at, chance.below(2), chance.pick(["x", "-", "E", "é", "=", ""]));
  return letters.join("");
}

/** Removes NUL characters, and adds an unknown option to commands that must not run. */
function safe(argv: readonly string[]): string[] {
  const words = argv.map((word) => word.replaceAll("\0", ""));
  const isServer = words.some((word) => word.startsWith("--mcp"));
  return isServer || EXCLUDED.has(commandOf(words) ?? "") ? ["--no-such-option", ...words] : words;
}

/** The command that the line would run. */
function commandOf(argv: readonly string[]): string | undefined {
  try {
    return parseLine(argv, commands).command?.name;
  } catch {
    return undefined;
  }
}
