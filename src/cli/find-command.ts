/** Finds the command of a line. Names have one to three words; options may stand before and between them. */
import type { Args } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { globals } from "../manual/globals.ts";
import { isOption, lookUpOption, takesNext } from "./tokens.ts";

export interface FoundCommand {
  command: AnyCommand;
  /** The words of its name as they stand on the line. */
  words: string[];
}

/** Returns the command with the longest matching name, and the other words of the line. */
export function findCommand(
  argv: readonly string[],
  commands: readonly AnyCommand[],
  isProfileBare: boolean,
): { found: FoundCommand | undefined; rest: readonly string[] } {
  const at = nameWords(argv, commands, isProfileBare);
  for (const count of [3, 2, 1]) {
    if (at.length < count) continue;
    const places = at.slice(0, count);
    const words = places.map((n) => argv[n] ?? "");
    const command = commands.find((one) => isNamed(one, words.join(" ")));
    if (command) return { found: { command, words }, rest: argv.filter((_, n) => !places.includes(n)) };
  }
  return { found: undefined, rest: argv };
}

function isNamed({ name, aliases }: AnyCommand, words: string): boolean {
  return name === words || aliases?.includes(words) === true;
}

/**
 * Words that name no command, with the option that follows them. Absent without such an option, and after an option that
 * is not a global one.
 */
export function wordsBeforeOption(
  argv: readonly string[],
  commands: readonly AnyCommand[],
  isProfileBare: boolean,
): { words: string[]; option: string } | undefined {
  const [start] = nameWords(argv, commands, isProfileBare);
  const end = argv.findIndex((word, n) => n > (start ?? n) && isOption(word));
  if (start === undefined || end < 0) return undefined;
  if (argv.slice(0, start).some((word) => isOption(word) && !lookUpOption(word, globals))) return undefined;
  return { words: argv.slice(start, end), option: argv[end] ?? "" };
}

/** Indexes of the words that may belong to the name: neither options nor values of options. */
function nameWords(argv: readonly string[], commands: readonly AnyCommand[], isProfileBare: boolean): number[] {
  const firstWords = new Set(
    commands.flatMap(({ name, aliases = [] }) => [name, ...aliases].map((one) => one.split(" ")[0] ?? "")),
  );
  const at: number[] = [];
  const wordsSoFar = () => at.map((n) => argv[n] ?? "").join(" ");
  for (let n = 0; n < argv.length && at.length < mostWords(wordsSoFar(), at.length, commands); n++) {
    const word = argv[n] ?? "";
    if (word === "--" && at.length > 0) break;
    if (word === "--") continue;
    if (!isOption(word)) at.push(n);
    else if (takesNext(word, argv[n + 1], globals, isProfileBare, firstWords)) n++;
    else if (at.length > 0 && hasValue(word, wordsSoFar(), commands)) n++;
  }
  return at;
}

/** The greatest number of words that the name may have: three only when a command begins with these two. */
function mostWords(words: string, count: number, commands: readonly AnyCommand[]): number {
  return count === 2 && commands.some(({ name }) => name.startsWith(`${words} `)) ? 3 : 2;
}

/** True when the word is an option with a value, of a command with that name or of one that begins with these two words. */
function hasValue(word: string, words: string, commands: readonly AnyCommand[]): boolean {
  const isNoun = words.includes(" ");
  const candidates = commands.filter((one) => isNamed(one, words) || (isNoun && one.name.startsWith(`${words} `)));
  const found = candidates.map(({ args }) => lookUpOption(word, args)).find((one) => one !== undefined);
  return found?.arg.place === "option" && !word.includes("=");
}

/** True for a command such as `profile` that takes no words and is also the noun of others: a word after it is a mistyped verb. */
export function isBareNoun({ command, words }: FoundCommand, commands: readonly AnyCommand[]): boolean {
  const takesNone = Object.values(command.args as Args).every(({ place }) => !place.startsWith("positional"));
  return words.length === 1 && takesNone && commands.some(({ name }) => name.startsWith(`${words[0]} `));
}
