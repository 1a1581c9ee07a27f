/** Splits the words of a line into options and positionals. Refuses unknown options, options without a value and flags with one. */
import { type Arg, type Args, optionName } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { Failure } from "../errors.ts";
import { unknownOption } from "./parse-errors.ts";

/** An option on the line. */
export interface OptionToken {
  /** As written: `--name` or `-n`. */
  text: string;
  /** Key of the argument. */
  key: string;
  arg: Arg;
  value: string;
}

export interface Tokens {
  positionals: string[];
  options: OptionToken[];
}

export function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-") && !/^-\.?\d/.test(word);
}

/** The declared option that the word names, with or without `=value`. */
export function lookUpOption(word: string, args: Args): { key: string; arg: Arg } | undefined {
  const name = word.split("=", 1)[0] ?? "";
  for (const [key, arg] of Object.entries(args)) {
    if (arg.place !== "option" && arg.place !== "flag") continue;
    if (name === `--${optionName(key, arg)}` || (arg.short !== undefined && name === `-${arg.short}`))
      return { key, arg };
  }
  return undefined;
}

/**
 * True when the option takes the next word as its value. An option with a default value takes it unless it is an option or
 * one of `notValues`, or unless `isProfileBare` asks for the default.
 */
export function takesNext(
  word: string,
  next: string | undefined,
  args: Args,
  isProfileBare: boolean,
  notValues: ReadonlySet<string> = new Set(),
): boolean {
  const found = lookUpOption(word, args);
  if (!found || found.arg.place === "flag" || word.includes("=") || next === undefined) return false;
  if (found.arg.bare === undefined) return true;
  return !isProfileBare && !isOption(next) && !notValues.has(next);
}

/** Splits the words behind the command's name. Words after `--` are positionals. Throws `usage`. */
export function tokenize(
  argv: readonly string[],
  args: Args,
  isProfileBare: boolean,
  command: AnyCommand | undefined,
): Tokens {
  const positionals: string[] = [];
  let options: OptionToken[] = [];
  for (let n = 0; n < argv.length; n++) {
    const word = argv[n] ?? "";
    if (word === "--") return { positionals: [...positionals, ...argv.slice(n + 1)], options };
    if (!isOption(word)) {
      positionals.push(word);
      continue;
    }
    const found = lookUpOption(word, args);
    if (!found) throw unknownOption(word, args, command);
    const next = takesNext(word, argv[n + 1], args, isProfileBare) ? argv[++n] : undefined;
    const token = { text: word.split("=", 1)[0] ?? "", ...found, value: optionValue(word, next, found.arg, command) };
    // The last value wins, because scripts put defaults first. Options that repeat keep all their values.
    if (!found.arg.repeats) options = options.filter(({ key }) => key !== found.key);
    options.push(token);
  }
  return { positionals, options };
}

/** The value of the option in `word`; `next` is the following word when the option takes it. Throws `usage` when there is none. */
function optionValue(word: string, next: string | undefined, arg: Arg, command: AnyCommand | undefined): string {
  const equals = word.indexOf("=");
  const written = equals < 0 ? next : word.slice(equals + 1);
  if (arg.place === "flag") return flagValue(word, written, arg, command);
  const value = written ?? arg.bare;
  if (value === undefined) throw new Failure("usage", `${word} needs a value: ${word} <${arg.type.label}>`);
  return value;
}

/** `true` or `false`. Only a flag without a default can be turned off, because a setting may have turned it on. */
function flagValue(word: string, written: string | undefined, arg: Arg, command: AnyCommand | undefined): string {
  if (written === undefined) return "true";
  if (arg.fallback === undefined && /^(true|false)$/.test(written)) return written;
  const name = word.split("=", 1)[0] ?? "";
  const hint = command && `Write \`svc ${command.name} ${name}\`, or leave ${name} out.`;
  throw new Failure("usage", `${name} takes no value`, hint);
}
