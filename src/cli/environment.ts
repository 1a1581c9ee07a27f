/** Arguments that a line leaves to the environment of whoever typed it, and lines whose words are not to be repeated. */
import type { Arg } from "../command.ts";
import { Failure } from "../errors.ts";
import { shorten } from "../lib/shorten.ts";
import { splitPair } from "../values.ts";

interface Option {
  text: string;
  key: string;
  arg?: Arg;
  value?: string;
}

/** The arguments by name, for options that name a variable: a secret then stands in no list of processes. */
export function fromEnvironment(options: readonly Option[]): Record<string, string | string[]> {
  const filled: Record<string, string | string[]> = {};
  for (const { arg, text, value = "" } of options) {
    const fills = arg?.type.fills;
    if (arg === undefined || fills === undefined) continue;
    if (!arg.repeats) {
      filled[fills] = variable(text, value);
      continue;
    }
    // One of several: the field before the name stays, and what the variable holds takes the name's place.
    const pair = arg.type.fromText(value) as string;
    const name = splitPair(pair)?.value ?? "";
    const field = pair.slice(0, pair.length - name.length);
    filled[fills] = [...(filled[fills] ?? []), `${field}${variable(text, name)}`];
  }
  return filled;
}

function variable(option: string, name: string): string {
  const found = process.env[name];
  if (found !== undefined) return found;
  throw new Failure(
    "usage",
    `${option}: the environment has no variable '${shorten(name)}'`,
    `Run the command again as \`${shorten(name)}=… svc …\`.`,
  );
}

/** What else stands on such a line may be the secret, misplaced. */
export function hasSecret(options: readonly Option[]): boolean {
  return options.some(({ key, arg }) => key === "secret" || arg?.type.fills !== undefined);
}
