/** What a tool is: a name, a plain schema, and the commands it runs. Knows no command and nothing of the protocol. */

import { type Arg, type Args, argsSchema, isAddressable, isList } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { Failure } from "../errors.ts";
import { shorten } from "../lib/shorten.ts";
import type { Outcome } from "../outcome.ts";
import { named } from "../run-command.ts";
import type { JsonSchema } from "../value-type.ts";

export type Values = Record<string, unknown>;

/** Runs a command of the list by its name, with arguments by their names, in the session of the call or in the one named. */
export type Run = (command: string, args: Values, session?: unknown) => Promise<Outcome>;

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly effect: AnyCommand["effect"];
  /** It does the same when it is called twice. */
  readonly isIdempotent: boolean;
  /** It reaches pages, not only what svc itself keeps. */
  readonly isOpenWorld: boolean;
  /** Names of the commands it stands for. */
  readonly commands: readonly string[];
  /** What the list shows; more may be taken. */
  readonly properties: Record<string, JsonSchema>;
  readonly required: readonly string[];
  run(args: Values, run: Run): Promise<Outcome>;
}

/** Names of arguments are written as those who call tools write them: `maxTokens` is `max_tokens`. */
export function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `tab list` is `browser_tab_list`. */
export function ruleName(command: string): string {
  return `browser_${command.replaceAll(/[ -]/g, "_")}`;
}

/** Arguments that mean something to a caller of tools: a name of the caller's environment is none. */
function offered(args: Args): [string, Arg][] {
  return Object.entries(args).filter(([, { type }]) => type.fills === undefined);
}

/** The schema of some arguments of a command, all of them where none are named. */
export function propertiesOf(command: AnyCommand, keys?: readonly string[]): Record<string, JsonSchema> {
  const chosen = offered(command.args).filter(([key, { isCommon }]) => keys?.includes(key) ?? !isCommon);
  const { properties } = argsSchema(Object.fromEntries(chosen));
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [snake(key), terse(schema)]));
}

/** What a flag does by default goes without saying, and there is no standard input to read from. */
function terse({ default: fallback, description = "", ...rest }: JsonSchema): JsonSchema {
  const isSaid = fallback !== undefined && fallback !== "-" && fallback !== false && !Array.isArray(fallback);
  return {
    ...rest,
    description: description.replace(/[;.,] - reads standard input/, ""),
    ...(isSaid ? { default: fallback } : {}),
  };
}

/**
 * Arguments of a call as the command takes them, by its own names. Paths are read here, in the folder of whoever started
 * the server, since the daemon stands elsewhere. Throws `usage`.
 */
export function commandArgs(command: AnyCommand, given: Values): Values {
  const args = new Map<string, [string, Arg]>();
  for (const [key, arg] of offered(command.args)) args.set(snake(key), [key, arg]).set(key, [key, arg]);
  const read: Values = {};
  for (const [name, value] of Object.entries(given)) {
    const found = args.get(name);
    if (!found) throw unknownArgument(name, [...new Set([...args.values()].map(([key]) => snake(key)))]);
    if (value !== undefined && value !== null) read[found[0]] = readValue(name, found[1], value);
  }
  for (const [key, arg] of Object.entries(command.args as Args)) refuseStdin(key, arg, read[key] ?? arg.fallback);
  return read;
}

/** Standard input is the protocol's: a command that read it would take what the server is asked. */
function refuseStdin(key: string, { type }: Arg, value: unknown): void {
  if (type.stdin === "stream" && value === "-") throw new Failure("usage", `${snake(key)}: expected a ${type.label}`);
}

function unknownArgument(name: string, known: readonly string[]): Failure {
  const there = known.length === 0 ? "the tool takes no arguments" : `known arguments: ${known.join(", ")}`;
  return new Failure("usage", `unknown argument '${name}'; ${there}`);
}

function readValue(name: string, arg: Arg, value: unknown): unknown {
  const { type } = arg;
  if (!isList(arg)) return named(name, () => type.fromJson(value));
  // One alone stands for a list of one: models write it so.
  return named(name, () => (Array.isArray(value) ? value : [value]).map((one) => type.fromJson(one)));
}

/** An input of a tool's own under its own name: the command knows it by another one, or not at all. Throws `usage`. */
export function checkOwn(own: Record<string, JsonSchema>, args: Values): void {
  for (const [key, { type }] of Object.entries(own)) {
    const value = args[key];
    if (value === undefined || value === null) continue;
    const isNumber = Number.isSafeInteger(value) && Number(value) >= 0;
    // An index of a tab is a number, too.
    if (type === "array") continue;
    const isGood = type === "integer" ? isNumber : typeof value === type || (key === "tab_id" && isNumber);
    if (!isGood)
      throw new Failure("usage", `${key}: expected ${EXPECTED[type]}, got ${shorten(JSON.stringify(value))}`);
  }
}

const EXPECTED: Record<string, string> = {
  integer: "a whole number of at least 0",
  boolean: "true or false",
  string: "a string",
};

/** What only reads the browser may still write a file: whoever lets a model read without asking has not allowed that. */
function effectOf({ effect, args }: AnyCommand): AnyCommand["effect"] {
  const hasPath = Object.values(args as Args).some(({ type }) => type.names === "path");
  return effect === "read" && hasPath ? "write" : effect;
}

/** The tool of a command that no other stands for. */
export function ruleTool(command: AnyCommand): Tool {
  const required = Object.entries(command.args as Args).filter(
    ([key, { required, type }]) => (required && !isAddressable(command.args, key)) || type.stdin === "stream",
  );
  return {
    name: ruleName(command.name),
    description: command.summary,
    effect: effectOf(command),
    isIdempotent: command.effect === "read",
    isOpenWorld: command.needs !== "nothing",
    commands: [command.name],
    properties: propertiesOf(command),
    required: required.map(([key]) => snake(key)),
    run: (args, run) => run(command.name, args),
  };
}
