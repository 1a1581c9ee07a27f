/**
 * argv to a command and its arguments. A strict pass over the table stands before citty, which would let typos through:
 * unknown options, extra words and misplaced values are refused here, and what remains is handed to citty in one order.
 */
import { type ArgsDef, parseArgs } from "citty";
import { type AnyCommand, type Arg, type Args, type ArgsOf, optionName } from "../command.ts";
import { asFailure, Failure } from "../errors.ts";
import { shorten } from "../lib/shorten.ts";
import { globals } from "../manual/globals.ts";
import { spelledCommand, spelledOption, spelledValue, spelledVerb, spelledWords } from "../manual/spellings.ts";
import { suggestion } from "../manual/suggest.ts";
import { helpHint, usageLine } from "../manual/usage.ts";
import { fromEnvironment, hasSecret } from "./environment.ts";

export interface Parsed {
  /** Absent where only help or the version is asked for. */
  command?: AnyCommand;
  /** The words as far as they name a command or a group of commands. */
  words: string[];
  args: Record<string, unknown>;
  globals: ArgsOf<typeof globals>;
  /** Words behind the name, where only help is asked for. */
  rest: readonly string[];
}

interface Token {
  kind: "word" | "option";
  text: string;
  /** For options: the argument's key and where it is declared. */
  key: string;
  arg?: Arg;
  value?: string;
}

/** What citty makes of the words. */
type ParsedWords = Record<string, unknown> & { _: string[] };

interface Found {
  command: AnyCommand;
  words: string[];
}

/** Reads the line. `usage` for anything the table does not know. */
export function parseLine(argv: readonly string[], commands: readonly AnyCommand[]): Parsed {
  try {
    return parseTokens(argv, commands, false);
  } catch (error) {
    // `open --profile URL`: a bare --profile took a word that the command needs.
    if (!asFailure(error) || !argv.includes("--profile")) throw error;
    return parseTokens(argv, commands, true);
  }
}

function parseTokens(argv: readonly string[], commands: readonly AnyCommand[], isProfileBare: boolean): Parsed {
  const { found, rest } = findCommand(argv, commands, isProfileBare);
  try {
    return readTokens(found, rest, commands, isProfileBare);
  } catch (error) {
    const failure = asFailure(error);
    const riddle = failure && !found ? unknownWords(rest, commands) : undefined;
    if (riddle) throw riddle;
    if (!failure || failure.hint !== undefined) throw error;
    throw new Failure(failure.code, failure.message, helpHint(found?.command));
  }
}

function readTokens(
  found: Found | undefined,
  rest: readonly string[],
  commands: readonly AnyCommand[],
  isProfileBare: boolean,
): Parsed {
  const args = found?.command.args ?? {};
  const { positionals, options } = split(rest, { ...globals, ...args }, isProfileBare, found?.command);
  const own = options.filter(({ key }) => Object.hasOwn(args, key));
  const common = options.filter(({ key }) => !Object.hasOwn(args, key));
  const parsedGlobals = read(globals, common, []) as Parsed["globals"];
  if (parsedGlobals.help || parsedGlobals.version)
    return {
      ...(found ? { command: found.command } : {}),
      words: found?.words ?? positionals,
      args: {},
      globals: parsedGlobals,
      rest: found ? positionals : [],
    };
  if (!found) {
    if (positionals.length === 0) return { words: [], args: {}, globals: parsedGlobals, rest: [] };
    throw unknownCommand(positionals, commands);
  }
  if (positionals.length > 0 && isBareNoun(found, commands))
    throw unknownCommand([...found.words, ...positionals], commands);
  return {
    command: found.command,
    words: found.words,
    args: read(args, own, positionals, found.command),
    globals: parsedGlobals,
    rest: [],
  };
}

/** The command whose name or alias the first words spell; options before it are skipped over. */
function findCommand(
  argv: readonly string[],
  commands: readonly AnyCommand[],
  isProfileBare: boolean,
): { found: Found | undefined; rest: readonly string[] } {
  const at: number[] = [];
  for (let n = 0; n < argv.length && at.length < mostWords(at, argv, commands); n++) {
    const word = argv[n] ?? "";
    if (word === "--" && at.length > 0) break;
    if (word === "--") continue;
    if (!isOption(word)) at.push(n);
    else if (takesNext(word, argv[n + 1], globals, commands, isProfileBare)) n++;
    else if (at.length > 0) {
      // An option between the first and a possible next word: its value, if it has one, is not a word of the name.
      const first = at.map((place) => argv[place] ?? "").join(" ");
      const known = commands.filter((one) => one.name === first || one.aliases?.includes(first));
      const longer = at.length === 2 ? commands.filter(({ name }) => name.startsWith(`${first} `)) : [];
      const arg = [...known, ...longer].map(({ args }) => lookUp(word, args)).find((found) => found !== undefined);
      if (arg && arg.arg.place === "option" && !word.includes("=")) n++;
    }
  }
  for (const count of [3, 2, 1]) {
    const words = at.slice(0, count).map((n) => argv[n] ?? "");
    if (words.length < count) continue;
    const name = words.join(" ");
    const command = commands.find((one) => one.name === name || one.aliases?.includes(name));
    if (command) return { found: { command, words }, rest: argv.filter((_, n) => !at.slice(0, count).includes(n)) };
  }
  return { found: undefined, rest: argv };
}

/** How many words a name may have that begins with those at these places: three only where there is such a one. */
function mostWords(at: readonly number[], argv: readonly string[], commands: readonly AnyCommand[]): number {
  if (at.length < 2) return 2;
  const begun = at.slice(0, 2).map((place) => argv[place] ?? "");
  return commands.some(({ name }) => name.startsWith(`${begun.join(" ")} `)) ? 3 : 2;
}

/** `profile lst`: the noun alone is a command too, one that takes no words; the next word was to be a verb. */
function isBareNoun({ command, words }: Found, commands: readonly AnyCommand[]) {
  const takesNone = Object.values(command.args as Args).every(({ place }) => !place.startsWith("positional"));
  return words.length === 1 && takesNone && commands.some(({ name }) => name.startsWith(`${words[0]} `));
}

function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-") && !/^-\.?\d/.test(word);
}

function lookUp(word: string, args: Args): { key: string; arg: Arg } | undefined {
  const name = word.split("=", 1)[0] ?? "";
  for (const [key, arg] of Object.entries(args)) {
    if (arg.place !== "option" && arg.place !== "flag") continue;
    if (name === `--${optionName(key, arg)}` || (arg.short !== undefined && name === `-${arg.short}`))
      return { key, arg };
  }
  return undefined;
}

/** True when the option takes the next word as its value. */
function takesNext(
  word: string,
  next: string | undefined,
  args: Args,
  commands: readonly AnyCommand[],
  isProfileBare: boolean,
): boolean {
  const found = lookUp(word, args);
  if (!found || found.arg.place === "flag" || word.includes("=") || next === undefined) return false;
  if (found.arg.bare === undefined) return true;
  return (
    !isProfileBare &&
    !isOption(next) &&
    !commands.some(({ name, aliases = [] }) => [name, ...aliases].some((one) => one.split(" ")[0] === next))
  );
}

function split(
  argv: readonly string[],
  args: Args,
  isProfileBare: boolean,
  command: AnyCommand | undefined,
): { positionals: string[]; options: Token[] } {
  const positionals: string[] = [];
  const options: Token[] = [];
  for (let n = 0; n < argv.length; n++) {
    const word = argv[n] ?? "";
    if (word === "--") {
      positionals.push(...argv.slice(n + 1));
      break;
    }
    if (!isOption(word)) {
      positionals.push(word);
      continue;
    }
    const found = lookUp(word, args);
    if (!found) throw unknownOption(word, args, command);
    const equals = word.indexOf("=");
    const token: Token = {
      kind: "option",
      text: equals < 0 ? word : word.slice(0, equals),
      key: found.key,
      arg: found.arg,
    };
    if (found.arg.place === "flag") {
      token.value = equals < 0 ? "true" : word.slice(equals + 1);
      // Only a flag that a setting may turn on can be turned off.
      if (equals >= 0 && (found.arg.fallback !== undefined || !/^(true|false)$/.test(token.value)))
        throw new Failure("usage", `${token.text} takes no value`, aloneHint(token.text, command));
    } else if (equals >= 0) token.value = word.slice(equals + 1);
    else if (takesNext(word, argv[n + 1], args, [], isProfileBare)) token.value = argv[++n] ?? "";
    else if (found.arg.bare !== undefined) token.value = found.arg.bare;
    else throw new Failure("usage", `${word} needs a value: ${word} <${found.arg.type.label}>`);
    // The last one counts, as everywhere: a script adds what is to go before its own.
    const earlier = found.arg.repeats ? -1 : options.findIndex(({ key }) => key === found.key);
    if (earlier >= 0) options.splice(earlier, 1);
    options.push(token);
  }
  return { positionals, options };
}

/** Hands checked tokens to citty, and its texts to the types of the arguments. */
function read(args: Args, options: Token[], positionals: string[], command?: AnyCommand): Record<string, unknown> {
  const entries = Object.entries(args);
  const filled = fromEnvironment(options);
  // Another option gives it, or says which element is meant: then its word is left out.
  const isGiven = (key: string) => Object.hasOwn(filled, key) || options.some(({ arg }) => arg?.type.addresses === key);
  const places = entries.filter(([key, arg]) => arg.place === "positional" && !isGiven(key));
  const list = entries.find(([, arg]) => arg.place === "positionals");
  const needed = list?.[1].required && !isGiven(list[0]) ? [...places, list] : places;
  const missing = needed.slice(positionals.length).find(([, arg]) => arg.required);
  if (missing) throw new Failure("usage", `missing ${missing[0]}: ${usageLine(command)}`, helpHint(command));
  if (!list && positionals.length > places.length)
    throw extraWords(
      positionals,
      places.length,
      command,
      hasSecret(options) || entries.some(([, arg]) => arg.type.secret === true),
    );
  // Of what the line does not have, citty is not told: it looks for every key in three spellings.
  const definition: ArgsDef = {};
  for (const { key, arg } of options) definition[key] = { type: arg?.place === "flag" ? "boolean" : "string" };
  for (const [key] of places) definition[key] = { type: "positional", required: false };
  const isOff = ({ arg, value }: Token) => arg?.place === "flag" && value === "false";
  const off = Object.fromEntries(options.filter(isOff).map(({ key }) => [key, false]));
  const words = options
    .filter((one) => !isOff(one))
    .map(({ key, arg, value }) => (arg?.place === "flag" ? `--${key}` : `--${key}=${value}`));
  const isBare = words.length + positionals.length === 0;
  const parsed: ParsedWords = isBare ? { _: [] } : parseArgs([...words, "--", ...positionals], definition);
  const values: Record<string, unknown> = {};
  for (const [key, arg] of entries) {
    const raw = arg.repeats
      ? given(key, options)
      : arg.place === "positionals"
        ? parsed._.slice(places.length)
        : Object.hasOwn(parsed, key)
          ? parsed[key]
          : undefined;
    if (raw === undefined || (arg.place === "flag" && raw !== true)) continue;
    const shown = arg.place === "option" ? `--${optionName(key, arg)}` : key;
    values[key] = Array.isArray(raw)
      ? raw.map((one: string) => named(shown, one, arg, command))
      : raw === true
        ? true
        : named(shown, String(raw), arg, command);
  }
  return { ...values, ...off, ...filled };
}

/** All values of an option that may be given more than once; undefined where it is not. */
function given(key: string, options: readonly Token[]): string[] | undefined {
  const values = options.filter((one) => one.key === key).map(({ value = "" }) => value);
  return values.length === 0 ? undefined : values;
}

function named(name: string, word: string, arg: Arg, command: AnyCommand | undefined): unknown {
  try {
    return arg.type.fromText(word);
  } catch (error) {
    const failure = asFailure(error);
    if (!failure) throw error;
    throw new Failure(failure.code, `${name}: ${failure.message}`, spelledValue(word, command) ?? failure.hint);
  }
}

function extraWords(positionals: string[], count: number, command: AnyCommand | undefined, isHidden: boolean): Failure {
  const extra = positionals
    .slice(count)
    .map((word) => `'${shorten(word, 40)}'`)
    .join(" ");
  return new Failure(
    "usage",
    `too many words${isHidden ? "" : `: ${shorten(extra, 200)}`} after ${usageLine(command)}`,
    // Where no word belongs, quotes do not help.
    spelledWords(positionals, command) ?? (count > 0 ? "Put a text with spaces in quotes." : helpHint(command)),
  );
}

/** `option`: one that stands behind the words. */
function unknownCommand(words: string[], commands: readonly AnyCommand[], option = ""): Failure {
  const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const [first = "", second] = words;
  const verbs = names.filter((name) => name.startsWith(`${first} `)).map((name) => name.slice(first.length + 1));
  if (verbs.length > 0) {
    const near = second === undefined ? undefined : (suggestion(second, verbs) ?? numbered(first, second, commands));
    // Other spellings are taken, but not told where there are the proper ones.
    const proper = verbs.filter((verb) => commands.some(({ name }) => name === `${first} ${verb}`));
    const shown = (proper.length > 0 ? proper : verbs).join(", ");
    const message =
      second === undefined
        ? `${first} needs one of: ${shown}`
        : `unknown command '${first} ${shorten(second, 40)}'; ${first} has ${shown}`;
    return new Failure(
      "usage",
      message,
      spelledCommand(words, commands) ??
        spelledVerb(option, first, commands) ??
        (near ? `Did you mean \`svc ${first} ${near}\`?` : `Run \`svc ${first} --help\`.`),
    );
  }
  const near = suggestion(second === undefined ? first : `${first} ${second}`, names) ?? suggestion(first, names);
  return new Failure(
    "usage",
    `unknown command '${shorten(first, 40)}'`,
    spelledCommand(words, commands) ??
      (near ? `Did you mean \`svc ${near}\`?` : "Run `svc --help` to see the commands."),
  );
}

/** `time 500` for `wait 500`, `switch 2` for `tab 2`: the only verb of the noun that needs nothing but a number. */
function numbered(noun: string, word: string, commands: readonly AnyCommand[]): string | undefined {
  if (!/^\d{1,9}$/.test(word)) return undefined;
  const fitting = commands.filter(({ name, args }) => {
    const [first, ...others] = Object.values(args as Args).filter(({ required }) => required);
    return name.startsWith(`${noun} `) && first?.type.schema.type === "integer" && others.length === 0;
  });
  const [only] = fitting;
  return only && fitting.length === 1 ? `${only.name.slice(noun.length + 1)} ${word}` : undefined;
}

/** An option of a command that there is not is the lesser riddle. */
function unknownWords(argv: readonly string[], commands: readonly AnyCommand[]): Failure | undefined {
  const at = Math.max(0, argv.findIndex(isOption));
  return at === 0 ? undefined : unknownCommand(argv.slice(0, at), commands, argv[at]);
}

function aloneHint(flag: string, command: AnyCommand | undefined): string | undefined {
  return command && `Write \`svc ${command.name} ${flag}\`, or leave ${flag} out.`;
}

function unknownOption(word: string, args: Args, command: AnyCommand | undefined): Failure {
  const names = Object.entries(args)
    .filter(([, arg]) => arg.place === "option" || arg.place === "flag")
    .map(([key, arg]) => `--${optionName(key, arg)}`);
  const near = suggestion(word.split("=", 1)[0] ?? "", names);
  return new Failure(
    "usage",
    `unknown option ${shorten(word, 60)}`,
    spelledOption(word, command, args) ?? (near ? `Did you mean ${near}?` : optionHint(word, command)),
  );
}

function optionHint(word: string, command: AnyCommand | undefined): string {
  if (!command || !takesText(command)) return helpHint(command);
  return `Run \`svc ${command.name} --help\`; where ${shorten(word, 20)} is a text and no option, put -- before it.`;
}

/** True where a word of the command may be any text, one that looks like an option included. */
function takesText(command: AnyCommand | undefined): boolean {
  return Object.values((command?.args ?? {}) as Args).some(
    ({ place, type }) =>
      place.startsWith("positional") &&
      type.schema.type === "string" &&
      !type.choices &&
      !type.completes &&
      !type.names,
  );
}
