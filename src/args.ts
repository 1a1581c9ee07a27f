/** Arguments of commands: constructors for their declarations, and their types. */
import type { JsonSchema, ValueType } from "./value-type.ts";

export interface Arg<T = unknown> {
  /** `filled`: another option gives the value (`ValueType.fills`), not a word of the line. */
  readonly place: "positional" | "positionals" | "option" | "flag" | "filled";
  readonly type: ValueType<unknown>;
  readonly doc: string;
  readonly required: boolean;
  readonly fallback?: unknown;
  /** The value of the option when the line gives none. */
  readonly bare?: string;
  /** The option may be given several times. Its value is a list. */
  readonly repeats?: true;
  readonly short?: string;
  /** The name of the option on a line when it differs from its key: `--text` of a command that has an argument `text` as well. */
  readonly written?: string;
  /** Many commands have it, so descriptions of tools do not list it each time. */
  readonly isCommon?: true;
  /** Never set: carries the type of the value to `ArgsOf`. */
  readonly value?: T;
}

interface Extras {
  short?: string;
}

/** A required positional. */
export function positional<T>(type: ValueType<T>, doc: string): Arg<T> {
  return { place: "positional", type, doc, required: true };
}

/** An optional positional with a default. */
export function positionalOr<T, const D extends T | undefined>(
  type: ValueType<T>,
  fallback: D,
  doc: string,
): Arg<T | D> {
  return { place: "positional", type, doc, required: false, fallback };
}

/** All remaining positionals, in order. */
export function positionals<T>(type: ValueType<T>, doc: string): Arg<T[]> {
  return { place: "positionals", type, doc, required: false, fallback: [] };
}

/** All remaining positionals, at least one. */
export function somePositionals<T>(type: ValueType<T>, doc: string): Arg<T[]> {
  return { place: "positionals", type, doc, required: true, fallback: [] };
}

/** An optional option `--name VALUE`. */
export function option<T>(type: ValueType<T>, doc: string, extras: Extras = {}): Arg<T | undefined> {
  return { place: "option", type, doc, required: false, ...extras };
}

/** An option with a default. */
export function optionOr<T, const D extends T>(
  type: ValueType<T>,
  fallback: D,
  doc: string,
  extras: Extras = {},
): Arg<T> {
  return { place: "option", type, doc, required: false, fallback, ...extras };
}

/** An option that may be given several times: all its values, in order. */
export function optionList<T>(type: ValueType<T>, doc: string): Arg<T[]> {
  return { place: "option", type, doc, required: false, fallback: [], repeats: true };
}

/** True when the value of the argument is a list. */
export function isList({ place, repeats }: Arg): boolean {
  return place === "positionals" || repeats === true;
}

/** An option whose value is optional: `--name` alone means `bare`. */
export function optionWithBare<T>(
  type: ValueType<T>,
  bare: string,
  doc: string,
  extras: Extras = {},
): Arg<T | undefined> {
  return { place: "option", type, doc, required: false, bare, ...extras };
}

/** A value that is given by an option that names a variable, never by a word of the line. */
export function filled<T>(type: ValueType<T>, doc: string): Arg<T | undefined> {
  return { place: "filled", type, doc, required: false };
}

/** A list of such values. */
export function filledList<T>(type: ValueType<T>, doc: string): Arg<T[]> {
  return { place: "filled", type, doc, required: false, fallback: [], repeats: true };
}

/** A flag: false unless given. */
export function flag(type: ValueType<boolean>, doc: string, extras: Extras = {}): Arg<boolean> {
  return { place: "flag", type, doc, required: false, fallback: false, ...extras };
}

export type Args = Readonly<Record<string, Arg>>;
export type ArgsOf<A extends Args> = { -readonly [K in keyof A]: A[K] extends Arg<infer T> ? T : never };

/** The name of an option on the command line: `sameSite` is `--same-site`. */
export function optionName(key: string, arg?: Arg): string {
  return arg?.written ?? key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The JSON Schema of the arguments, without nesting. */
export function argsSchema(args: Args): { type: "object"; properties: Record<string, JsonSchema>; required: string[] } {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [key, arg] of Object.entries(args)) {
    const one = { ...arg.type.schema, description: arg.doc };
    const schema: JsonSchema = isList(arg) ? { type: "array", items: arg.type.schema, description: arg.doc } : one;
    properties[key] = arg.fallback === undefined ? schema : { ...schema, default: arg.fallback };
    if (arg.required && !isAddressable(args, key)) required.push(key);
  }
  return { type: "object", properties, required };
}

/** True when options with a locator can replace the argument. */
export function isAddressable(args: Args, key: string): boolean {
  return Object.values(args).some(({ type }) => type.addresses === key);
}

/** True when the given arguments include a locator that replaces the argument. */
export function isAddressed(args: Args, key: string, given: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(args).some(([other, { type }]) => type.addresses === key && given[other] !== undefined);
}
