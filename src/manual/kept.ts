/** What of a command may be kept or repeated: its arguments without secrets. Pure. */

import type { Args } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { DOTS } from "../lib/mask.ts";
import type { Outcome } from "../outcome.ts";
import { splitPair } from "../values.ts";

/** An argument longer than this is not kept: a script of a megabyte would push out all the rest of a history. */
const MAX_ARGUMENT = 50_000;

export interface Kept {
  args: Record<string, unknown>;
  /** Keys of those that are left out, or that hold dots in place of a secret. */
  masked: string[];
}

/** `isHidden`: the text was a secret, or may have been one. */
export function keptArgs(
  command: AnyCommand,
  args: Readonly<Record<string, unknown>>,
  isHidden: boolean,
  outcome?: Outcome,
): Kept {
  const kept: Kept = { args: {}, masked: [] };
  for (const [key, value] of Object.entries(args)) {
    const secret = isFilled(command, args, key) || (command.args as Args)[key]?.type.secret;
    const isKept = !secret || (secret === "perhaps" && !isHidden);
    if (isKept && !isTooLong(value)) kept.args[key] = withoutPassword(value);
    else {
      kept.masked.push(key);
      const others = secret === "perhaps" && args.secret !== true ? withoutHidden(value, outcome) : undefined;
      if (others) kept.args[key] = others;
    }
  }
  return kept;
}

/** The pairs of a list, with dots for those whose value the answer hides; undefined where it does not tell of each. */
function withoutHidden(value: unknown, outcome: Outcome | undefined): string[] | undefined {
  if (!outcome?.ok || !Array.isArray(value)) return undefined;
  const told = Object.values(outcome.data).find((one) => Array.isArray(one) && one.length >= value.length);
  if (!Array.isArray(told)) return undefined;
  const pairs = value.map((one, n) => (hasDots([told[n]]) ? dotted(String(one)) : one));
  return pairs.some(isTooLong) ? undefined : pairs;
}

function dotted(pair: string): string {
  return `${splitPair(pair)?.field.replaceAll("=", "\\=") ?? ""}=${DOTS}`;
}

/** True where the value came from a variable that an option of the line names. */
function isFilled(command: AnyCommand, args: Readonly<Record<string, unknown>>, wanted: string): boolean {
  const declared = Object.entries(command.args as Args);
  return declared.some(([key, { type }]) => type.fills === wanted && args[key] !== undefined);
}

/** The line says that its text is a secret, or the answer hides it: a password is never told. */
export function wasHidden(command: AnyCommand, args: Readonly<Record<string, unknown>>, outcome: Outcome): boolean {
  // An argument that is always a secret is left out by itself, and says nothing of the others.
  const isNamed = Object.keys(args).some((key) => isFilled(command, args, key) && !isAlwaysSecret(command, key));
  const mayHide = Object.values(command.args as Args).some(({ type }) => type.secret === "perhaps");
  const isDotted = mayHide && outcome.ok && Object.values(outcome.data).some(hasDots);
  return args.secret === true || isNamed || isDotted;
}

function isAlwaysSecret(command: AnyCommand, key: string): boolean {
  return (command.args as Args)[key]?.type.secret === true;
}

/** Some show the last letters behind fewer dots. Of a list each item counts, unless its text came from the environment. */
function hasDots(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => !one?.from_env && Object.values(one ?? {}).some(hasDots));
  return typeof value === "string" && value.startsWith(DOTS.slice(0, 4));
}

function isTooLong(value: unknown): boolean {
  return typeof value === "string" && value.length > MAX_ARGUMENT;
}

/** An address without the password that stands in it. */
function withoutPassword(value: unknown): unknown {
  if (typeof value !== "string" || !/^\w+:\/\/[^/]*@/.test(value)) return value;
  const url = URL.parse(value);
  if (!url?.password) return value;
  url.password = "";
  return url.href;
}
