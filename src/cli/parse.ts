/**
 * Parses argv into a command and its arguments. citty accepts unknown options and extra words, so both are refused here
 * first; citty then gets checked words in a fixed order. The only file that imports citty.
 */
import { type ArgsDef, parseArgs } from "citty";
import { type Arg, type Args, type ArgsOf, optionName } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { asFailure, Failure } from "../errors.ts";
import { globals } from "../manual/globals.ts";
import { spelledValue } from "../manual/spellings.ts";
import { helpHint, usageLine } from "../manual/usage.ts";
import { fromEnvironment, hasSecret } from "./environment.ts";
import { type FoundCommand, findCommand, isBareNoun, wordsBeforeOption } from "./find-command.ts";
import { extraWords, unknownCommand } from "./parse-errors.ts";
import { type OptionToken, tokenize } from "./tokens.ts";

export interface Parsed {
  /** Absent when only help or the version is requested. */
  command?: AnyCommand;
  /** The words that name a command or a group of commands. */
  words: string[];
  args: Record<string, unknown>;
  globals: ArgsOf<typeof globals>;
  /** Words after the name, when only help is requested. */
  rest: readonly string[];
}

/** Parses the line. Throws `usage` for every undeclared word. */
export function parseLine(argv: readonly string[], commands: readonly AnyCommand[]): Parsed {
  try {
    return parse(argv, commands, false);
  } catch (error) {
    // `open --profile URL`: --profile took a word that the command needs. The second attempt gives it no value.
    if (!asFailure(error) || !argv.includes("--profile")) throw error;
    return parse(argv, commands, true);
  }
}

function parse(argv: readonly string[], commands: readonly AnyCommand[], isProfileBare: boolean): Parsed {
  const { found, rest } = findCommand(argv, commands, isProfileBare);
  try {
    return parseFound(found, rest, commands, isProfileBare);
  } catch (error) {
    const failure = asFailure(error);
    // Words that name no command say more about the mistake than the option after them.
    const before = failure && !found ? wordsBeforeOption(rest, commands, isProfileBare) : undefined;
    if (before) throw unknownCommand(before.words, commands, before.option);
    if (!failure || failure.hint !== undefined) throw error;
    throw new Failure(failure.code, failure.message, helpHint(found?.command));
  }
}

function parseFound(
  found: FoundCommand | undefined,
  rest: readonly string[],
  commands: readonly AnyCommand[],
  isProfileBare: boolean,
): Parsed {
  const args: Args = found?.command.args ?? {};
  const { positionals, options } = tokenize(rest, { ...globals, ...args }, isProfileBare, found?.command);
  const own = options.filter(({ key }) => Object.hasOwn(args, key));
  const common = options.filter(({ key }) => !Object.hasOwn(args, key));
  const parsed = { args: {}, globals: read(globals, common, []) as Parsed["globals"], rest: [] };
  if (parsed.globals.help || parsed.globals.version)
    return found ? { ...parsed, ...found, rest: positionals } : { ...parsed, words: positionals };
  if (!found && positionals.length === 0) return { ...parsed, words: [] };
  if (!found) throw unknownCommand(positionals, commands);
  if (positionals.length > 0 && isBareNoun(found, commands))
    throw unknownCommand([...found.words, ...positionals], commands);
  return { ...parsed, ...found, args: read(args, own, positionals, found.command) };
}

/** The values of the arguments by key. Throws `usage` for missing and extra words, and values of another type. */
function read(
  args: Args,
  options: OptionToken[],
  positionals: string[],
  command?: AnyCommand,
): Record<string, unknown> {
  const filled = fromEnvironment(options);
  const places = placesOf(args, options, filled, positionals, command);
  const parsed = splitByCitty(options, places, positionals);
  const values: Record<string, unknown> = {};
  for (const [key, arg] of Object.entries(args)) {
    const raw = rawValue(key, arg, options, parsed, places.length);
    if (raw === undefined || raw === false) continue;
    const name = arg.place === "option" ? `--${optionName(key, arg)}` : key;
    const one = (word: string) => typedValue(name, word, arg, command);
    values[key] = Array.isArray(raw) ? raw.map(one) : raw === true || one(String(raw));
  }
  const off = options.filter(isOff).map(({ key }) => [key, false]);
  return { ...values, ...Object.fromEntries(off), ...filled };
}

/** Keys of the single positionals on the line. Leaves out those that an option gives, by the name of a variable or as a locator. */
function placesOf(
  args: Args,
  options: readonly OptionToken[],
  filled: object,
  positionals: string[],
  command: AnyCommand | undefined,
): string[] {
  const entries = Object.entries(args);
  const isReplaced = (key: string) =>
    Object.hasOwn(filled, key) || options.some(({ arg }) => arg.type.addresses === key);
  const single = entries.filter(([key, arg]) => arg.place === "positional" && !isReplaced(key));
  const list = entries.find(([, arg]) => arg.place === "positionals");
  const needed = list?.[1].required && !isReplaced(list[0]) ? [...single, list] : single;
  const missing = needed.slice(positionals.length).find(([, arg]) => arg.required);
  if (missing) throw new Failure("usage", `missing ${missing[0]}: ${usageLine(command)}`, helpHint(command));
  if (list || positionals.length <= single.length) return single.map(([key]) => key);
  const isHidden = hasSecret(options) || entries.some(([, arg]) => arg.type.secret === true);
  throw extraWords(positionals, single.length, command, isHidden);
}

type CittyResult = Record<string, unknown> & { _: string[] };

function splitByCitty(options: readonly OptionToken[], places: string[], positionals: string[]): CittyResult {
  // Only the options on the line are declared, because citty looks up every declared key in three spellings.
  const definition: ArgsDef = {};
  for (const { key, arg } of options) definition[key] = { type: arg.place === "flag" ? "boolean" : "string" };
  for (const key of places) definition[key] = { type: "positional", required: false };
  const words = options
    .filter((one) => !isOff(one))
    .map(({ key, arg, value }) => (arg.place === "flag" ? `--${key}` : `--${key}=${value}`));
  if (words.length + positionals.length === 0) return { _: [] };
  return parseArgs([...words, "--", ...positionals], definition);
}

function isOff({ arg, value }: OptionToken): boolean {
  return arg.place === "flag" && value === "false";
}

/** The raw value of an argument: a text, a list of texts, or true for a flag. */
function rawValue(
  key: string,
  arg: Arg,
  options: readonly OptionToken[],
  parsed: CittyResult,
  places: number,
): unknown {
  if (arg.place === "positionals") return parsed._.slice(places);
  if (!arg.repeats) return Object.hasOwn(parsed, key) ? parsed[key] : undefined;
  const values = options.filter((one) => one.key === key).map(({ value }) => value);
  return values.length === 0 ? undefined : values;
}

/** Converts the word to the argument's type. A failure names the argument. */
function typedValue(name: string, word: string, arg: Arg, command: AnyCommand | undefined): unknown {
  try {
    return arg.type.fromText(word);
  } catch (error) {
    const failure = asFailure(error);
    if (!failure) throw error;
    throw new Failure(failure.code, `${name}: ${failure.message}`, spelledValue(word, command) ?? failure.hint);
  }
}
