/** Options that name an environment variable of the caller with the value, so that no process list shows a secret. */
import { Failure } from "../errors.ts";
import { shorten } from "../lib/shorten.ts";
import { splitPair } from "../values.ts";
import type { OptionToken } from "./tokens.ts";

/** The values of the arguments that such options give, by key. Throws `usage` for a variable that is not set. */
export function fromEnvironment(options: readonly OptionToken[]): Record<string, string | string[]> {
  const filled: Record<string, string | string[]> = {};
  for (const { arg, text, value } of options) {
    const { fills } = arg.type;
    if (fills === undefined) continue;
    if (!arg.repeats) {
      filled[fills] = variable(text, value);
      continue;
    }
    // `field=NAME`: the variable's value replaces its name.
    const pair = arg.type.fromText(value) as string;
    const name = splitPair(pair)?.value ?? "";
    const field = pair.slice(0, pair.length - name.length);
    filled[fills] = [...(filled[fills] ?? []), `${field}${variable(text, name)}`];
  }
  return filled;
}

function variable(option: string, name: string): string {
  const value = process.env[name];
  if (value !== undefined) return value;
  throw new Failure(
    "usage",
    `${option}: the environment variable '${shorten(name)}' is not set`,
    `Run the command again as \`${shorten(name)}=… svc …\`.`,
  );
}

/** True when other words of the line may be a misplaced secret: error messages must not repeat them. */
export function hasSecret(options: readonly OptionToken[]): boolean {
  return options.some(({ key, arg }) => key === "secret" || arg.type.fills !== undefined);
}
