/** Arguments that a line leaves to the environment of whoever typed it, and lines whose words are not to be repeated. */
import type { Arg } from "../command.ts";
import { Failure } from "../errors.ts";
import { shorten } from "../lib/shorten.ts";

interface Option {
  text: string;
  key: string;
  arg?: Arg;
  value?: string;
}

/** The arguments by name, for options that name a variable: a secret then stands in no list of processes. */
export function fromEnvironment(options: readonly Option[]): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const { arg, text, value = "" } of options) {
    if (arg?.type.fills === undefined) continue;
    const found = process.env[value];
    if (found === undefined)
      throw new Failure(
        "usage",
        `${text}: the environment has no variable '${shorten(value)}'`,
        `Run the command again as \`${shorten(value)}=… svc …\`.`,
      );
    filled[arg.type.fills] = found;
  }
  return filled;
}

/** What else stands on such a line may be the secret, misplaced. */
export function hasSecret(options: readonly Option[]): boolean {
  return options.some(({ key, arg }) => key === "secret" || arg?.type.fills !== undefined);
}
