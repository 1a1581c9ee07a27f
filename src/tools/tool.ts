/** The type of a tool, and its arguments: a name, a JSON Schema, and the commands that it runs. */
import { type Arg, type Args, argsSchema, isAddressable, isList } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { Failure } from "../errors.ts";
import { shorten } from "../lib/shorten.ts";
import type { Outcome } from "../outcome.ts";
import { named } from "../run-command.ts";
import type { JsonSchema } from "../value-type.ts";

export type Values = Record<string, unknown>;

/** Runs a command by its name, with arguments by name, in `session` or else in the session of the call. */
export type Run = (command: string, args: Values, session?: unknown) => Promise<Outcome>;

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly effect: AnyCommand["effect"];
  /** True if a second call with the same arguments changes nothing more. */
  readonly isIdempotent: boolean;
  /** True if it accesses web pages, not only data of svc itself. */
  readonly isOpenWorld: boolean;
  /** Names of the commands that it runs. */
  readonly commands: readonly string[];
  /** The listed arguments; it may accept more. */
  readonly properties: Record<string, JsonSchema>;
  readonly required: readonly string[];
  /** Commands of which one gives the reply; empty where the reply has no fixed form or is a picture. */
  readonly replies: readonly string[];
  run(args: Values, run: Run): Promise<Outcome>;
}

/** The name of an argument in tools: `maxTokens` becomes `max_tokens`. */
export function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The name of the tool for a command: `tab list` becomes `browser_tab_list`. */
export function ruleName(command: string): string {
  return `browser_${command.replaceAll(/[ -]/g, "_")}`;
}

/** The arguments that tools offer. Names of environment variables are left out: a client has no environment here. */
function offered(args: Args): [string, Arg][] {
  return Object.entries(args).filter(([, { type }]) => type.fills === undefined);
}

/** JSON Schema of the arguments in `keys`; without `keys` of all but the common ones. */
export function propertiesOf(command: AnyCommand, keys?: readonly string[]): Record<string, JsonSchema> {
  const chosen = offered(command.args).filter(([key, { isCommon }]) => keys?.includes(key) ?? !isCommon);
  const { properties } = argsSchema(Object.fromEntries(chosen));
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [snake(key), terse(schema)]));
}

/** Removes defaults that need no mention, and the mention of standard input. */
function terse({ default: fallback, description = "", ...rest }: JsonSchema): JsonSchema {
  const hasDefault = fallback !== undefined && fallback !== "-" && fallback !== false && !Array.isArray(fallback);
  return {
    ...rest,
    description: description.replace(/[;.,] - reads standard input/, ""),
    ...(hasDefault ? { default: fallback } : {}),
  };
}

/**
 * Converts the arguments of a call to those of the command. Relative paths are resolved here, against the folder in which
 * the server was started, since the daemon has another one. Throws `usage`.
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

/** Rejects `-` for standard input, which carries the protocol's messages. */
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
  // Models often write a single value instead of a list of one.
  return named(name, () => (Array.isArray(value) ? value : [value]).map((one) => type.fromJson(one)));
}

/** Checks the arguments that the tool defines itself, since the command does not. Throws `usage`. */
export function checkOwn(own: Record<string, JsonSchema>, args: Values): void {
  for (const [key, { type }] of Object.entries(own)) {
    const value = args[key];
    if (value === undefined || value === null) continue;
    const isNumber = Number.isSafeInteger(value) && Number(value) >= 0;
    // An array is checked by the command; tab_id may also be a number.
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

/** A command that reads the page but takes a path counts as `write`, since it writes a file. */
function effectOf({ effect, args }: AnyCommand): AnyCommand["effect"] {
  const hasPath = Object.values(args as Args).some(({ type }) => type.names === "path");
  return effect === "read" && hasPath ? "write" : effect;
}

/** The tool for a command that has no named tool. */
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
    replies: command.name === "screenshot" ? [] : [command.name],
    run: (args, run) => run(command.name, args),
  };
}
