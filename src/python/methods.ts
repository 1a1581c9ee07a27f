/** The list of commands as methods of Python's `browser`: what `helper.py` is told of them. Runs nothing. */

import { type Arg, type Args, optionName } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { usageLine } from "../manual/usage.ts";

/** A parameter of a method. `key` is its name in the command's arguments. */
interface Parameter {
  key: string;
  name: string;
  place: Arg["place"];
  required: boolean;
  fallback?: unknown;
  /** Type of the value in JSON. */
  schema: string;
  /** Key of the parameter that is left out where this one is given. */
  addresses?: string;
}

export interface Method {
  name: string;
  aliases: string[];
  command: string;
  params: Parameter[];
  doc: string;
}

/** What code that runs in a session cannot do to it: run other scripts, end it, or go on with another browser. */
const REFUSED: ReadonlySet<string> = new Set(["python", "batch", "close", "cloud close"]);

/** True where the command is a method. */
export function isMethod({ name, launch, endless }: AnyCommand): boolean {
  return !REFUSED.has(name) && launch === undefined && !endless;
}

export function methodsOf(commands: readonly AnyCommand[]): Method[] {
  return commands.filter(isMethod).map((command) => ({
    name: identifier(command.name),
    aliases: (command.aliases ?? []).map(identifier),
    command: command.name,
    params: parametersOf(command.args as Args),
    doc: docOf(command),
  }));
}

/** `tab list` is `tab_list`, `sameSite` is `same_site`. */
export function identifier(name: string): string {
  return optionName(name).replace(/[\s-]/g, "_");
}

function parametersOf(args: Args): Parameter[] {
  // An option that names a variable of a caller's environment has no caller here: the text itself is at hand.
  const usable = Object.entries(args).filter(([, { type }]) => type.fills === undefined);
  return usable.map(([key, { place, type, required, fallback, repeats }]) => ({
    key,
    name: identifier(key),
    place,
    required,
    ...(fallback === undefined ? {} : { fallback }),
    schema: repeats ? "array" : type.schema.type,
    ...(type.addresses === undefined ? {} : { addresses: type.addresses }),
  }));
}

function docOf(command: AnyCommand): string {
  const usable = Object.entries(command.args as Args).filter(([, { type }]) => type.fills === undefined);
  const lines = usable.map(([key, { doc }]) => `  ${identifier(key)}: ${doc}`);
  return [`${command.summary}.`, "", ...lines, `Like \`${usageLine(command)}\`; timeout is in milliseconds.`].join(
    "\n",
  );
}
