/** Describes the commands as methods of Python's `browser`, for `helper.py`. */
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
  /** JSON type of the value. */
  schema: string;
  /** Key of the parameter that this one replaces. */
  addresses?: string;
}

export interface Method {
  name: string;
  aliases: string[];
  command: string;
  params: Parameter[];
  doc: string;
}

/** Commands that are not methods: code cannot run other scripts, end its session or change its browser. */
const EXCLUDED: ReadonlySet<string> = new Set(["python", "batch", "close", "cloud close"]);

/** True when the command is a method. */
export function isMethod({ name, launch, endless }: AnyCommand): boolean {
  return !EXCLUDED.has(name) && launch === undefined && !endless;
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

/** The Python name of a command or argument: `tab list` becomes `tab_list`, `sameSite` becomes `same_site`. */
export function identifier(name: string): string {
  return optionName(name).replace(/[\s-]/g, "_");
}

function parametersOf(args: Args): Parameter[] {
  // Options that take the name of an environment variable are left out: Python code has the text itself.
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
