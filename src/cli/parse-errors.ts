/** Errors for lines that cannot be parsed, with the probable correct form. */
import { type Args, optionName } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { Failure } from "../errors.ts";
import { shorten } from "../lib/shorten.ts";
import { spelledCommand, spelledOption, spelledVerb, spelledWords } from "../manual/spellings.ts";
import { suggestion } from "../manual/suggest.ts";
import { helpHint, usageLine } from "../manual/usage.ts";

/** The error for more positionals than the `count` that the command takes. With `isHidden` they may hold a secret and are not repeated. */
export function extraWords(
  positionals: string[],
  count: number,
  command: AnyCommand | undefined,
  isHidden: boolean,
): Failure {
  const extra = positionals
    .slice(count)
    .map((word) => `'${shorten(word, 40)}'`)
    .join(" ");
  return new Failure(
    "usage",
    `too many words${isHidden ? "" : `: ${shorten(extra, 200)}`} after ${usageLine(command)}`,
    spelledWords(positionals, command) ?? (count > 0 ? "Put a text with spaces in quotes." : helpHint(command)),
  );
}

/** The error for words that name no command. `option` is the option that follows them. */
export function unknownCommand(words: string[], commands: readonly AnyCommand[], option = ""): Failure {
  const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const [first = "", second] = words;
  const verbs = names.filter((name) => name.startsWith(`${first} `)).map((name) => name.slice(first.length + 1));
  if (verbs.length > 0) return unknownVerb(words, verbs, commands, option);
  const near = suggestion(second === undefined ? first : `${first} ${second}`, names) ?? suggestion(first, names);
  return new Failure(
    "usage",
    `unknown command '${shorten(first, 40)}'`,
    spelledCommand(words, commands) ??
      (near ? `Did you mean \`svc ${near}\`?` : "Run `svc --help` to see the commands."),
  );
}

/** The error for a noun without a verb, or with an unknown one. */
function unknownVerb(words: string[], verbs: string[], commands: readonly AnyCommand[], option: string): Failure {
  const [noun = "", verb] = words;
  const near = verb === undefined ? undefined : (suggestion(verb, verbs) ?? numbered(noun, verb, commands));
  // Aliases are accepted, but shown only when the verb has no name of its own.
  const names = verbs.filter((one) => commands.some(({ name }) => name === `${noun} ${one}`));
  const shown = (names.length > 0 ? names : verbs).join(", ");
  const message =
    verb === undefined
      ? `${noun} needs one of: ${shown}`
      : `unknown command '${noun} ${shorten(verb, 40)}'; ${noun} has ${shown}`;
  return new Failure(
    "usage",
    message,
    spelledCommand(words, commands) ??
      spelledVerb(option, noun, commands) ??
      (near ? `Did you mean \`svc ${noun} ${near}\`?` : `Run \`svc ${noun} --help\`.`),
  );
}

/** `wait 500`, `tab 2`: verb and number, when exactly one verb of the noun needs only a number. */
function numbered(noun: string, word: string, commands: readonly AnyCommand[]): string | undefined {
  if (!/^\d{1,9}$/.test(word)) return undefined;
  const fitting = commands.filter(({ name, args }) => {
    const [first, ...others] = Object.values(args as Args).filter(({ required }) => required);
    return name.startsWith(`${noun} `) && first?.type.schema.type === "integer" && others.length === 0;
  });
  const [only] = fitting;
  return only && fitting.length === 1 ? `${only.name.slice(noun.length + 1)} ${word}` : undefined;
}

export function unknownOption(word: string, args: Args, command: AnyCommand | undefined): Failure {
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
  return `Run \`svc ${command.name} --help\`. If ${shorten(word, 20)} is text, write -- before it.`;
}

/** True when a positional of the command may be any text, even one that looks like an option. */
function takesText({ args }: AnyCommand): boolean {
  return Object.values(args as Args).some(
    ({ place, type }) =>
      place.startsWith("positional") &&
      type.schema.type === "string" &&
      !type.choices &&
      !type.completes &&
      !type.names,
  );
}
