/** Removes secrets from the arguments of a command, so that they can be stored in the history. */
import type { Args } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { DOTS } from "../lib/mask.ts";
import type { Outcome } from "../outcome.ts";
import { splitPair } from "../values.ts";

/** Longest argument to store, in characters: a script of a megabyte would push everything else out of the history. */
const MAX_ARGUMENT = 50_000;

export interface StoredArgs {
  args: Record<string, unknown>;
  /** Keys of arguments that were removed, or in which dots replace a secret. */
  masked: string[];
}

/** The arguments to store. `isHidden` says that the text is or may be a secret (see `wasHidden`). */
export function storedArgs(
  command: AnyCommand,
  args: Readonly<Record<string, unknown>>,
  isHidden: boolean,
  outcome?: Outcome,
): StoredArgs {
  const stored: StoredArgs = { args: {}, masked: [] };
  for (const [key, value] of Object.entries(args)) {
    const secret = isFilled(command, args, key) || (command.args as Args)[key]?.type.secret;
    const isStored = !secret || (secret === "perhaps" && !isHidden);
    if (isStored && !isTooLong(value)) stored.args[key] = withoutPassword(value);
    else {
      stored.masked.push(key);
      const others = secret === "perhaps" && args.secret !== true ? withoutHidden(value, outcome) : undefined;
      if (others) stored.args[key] = others;
    }
  }
  return stored;
}

/** The pairs of a list, with dots for values that the result hides; undefined if the result does not list each pair. */
function withoutHidden(value: unknown, outcome: Outcome | undefined): string[] | undefined {
  if (!outcome?.ok || !Array.isArray(value)) return undefined;
  const results = Object.values(outcome.data).find((one) => Array.isArray(one) && one.length >= value.length);
  if (!Array.isArray(results)) return undefined;
  const pairs = value.map((one, n) => (hasDots([results[n]]) ? dotted(String(one)) : one));
  return pairs.some(isTooLong) ? undefined : pairs;
}

function dotted(pair: string): string {
  return `${splitPair(pair)?.field.replaceAll("=", "\\=") ?? ""}=${DOTS}`;
}

/** True if an option gave the value by the name of an environment variable. */
function isFilled(command: AnyCommand, args: Readonly<Record<string, unknown>>, argument: string): boolean {
  const declared = Object.entries(command.args as Args);
  return declared.some(([key, { type }]) => type.fills === argument && args[key] !== undefined);
}

/** True if the command line marks its text as a secret, or the result hides it, as for passwords. */
export function wasHidden(command: AnyCommand, args: Readonly<Record<string, unknown>>, outcome: Outcome): boolean {
  // An argument that is always secret is removed anyway, and does not make other arguments secret.
  const isNamed = Object.keys(args).some((key) => isFilled(command, args, key) && !isAlwaysSecret(command, key));
  const mayHide = Object.values(command.args as Args).some(({ type }) => type.secret === "perhaps");
  const isDotted = mayHide && outcome.ok && Object.values(outcome.data).some(hasDots);
  return args.secret === true || isNamed || isDotted;
}

function isAlwaysSecret(command: AnyCommand, key: string): boolean {
  return (command.args as Args)[key]?.type.secret === true;
}

/** True if the value, or an item of the list that did not come from the environment, begins with at least four dots. */
function hasDots(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => !one?.from_env && Object.values(one ?? {}).some(hasDots));
  return typeof value === "string" && value.startsWith(DOTS.slice(0, 4));
}

function isTooLong(value: unknown): boolean {
  return typeof value === "string" && value.length > MAX_ARGUMENT;
}

/** A URL without its password. */
function withoutPassword(value: unknown): unknown {
  if (typeof value !== "string" || !/^\w+:\/\/[^/]*@/.test(value)) return value;
  const url = URL.parse(value);
  if (!url?.password) return value;
  url.password = "";
  return url.href;
}
