/** Arguments of commands: constructors for their declarations, and their types. */
import type { JsonSchema, ValueType } from "./value-type.ts";

export interface Arg<T = unknown> {
  /** `filled`: no word of the line gives it, another option does (`ValueType.fills`). */
  readonly place: "positional" | "positionals" | "option" | "flag" | "filled";
  readonly type: ValueType<unknown>;
  readonly doc: string;
  readonly required: boolean;
  readonly fallback?: unknown;
  /** An option whose value may be left out; this is the value it then has. */
  readonly bare?: string;
  /** An option that may stand on the line more than once: its value is the list. */
  readonly repeats?: true;
  readonly short?: string;
  /** The name of the option on a line, where it differs from its key: `--text` of a command whose `text` is another argument. */
  readonly written?: string;
  /** Many commands have it: tools take it without listing it each time. */
  readonly isCommon?: true;
  /** Never set: carries the type of the value to `ArgsOf`. */
  readonly value?: T;
}

interface Extras {
  short?: string;
}

/** A positional that must be given. */
export function positional<T>(type: ValueType<T>, doc: string): Arg<T> {
  return { place: "positional", type, doc, required: true };
}

/** A positional that may be left out. */
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

/** The same, where there must be one at least. */
export function somePositionals<T>(type: ValueType<T>, doc: string): Arg<T[]> {
  return { place: "positionals", type, doc, required: true, fallback: [] };
}

/** An option `--name VALUE` that may be absent. */
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

/** An option that may be given more than once: all its values, in order. */
export function optionList<T>(type: ValueType<T>, doc: string): Arg<T[]> {
  return { place: "option", type, doc, required: false, fallback: [], repeats: true };
}

/** True where the argument is a list: of the words that are left, or of an option that is given more than once. */
export function isList({ place, repeats }: Arg): boolean {
  return place === "positionals" || repeats === true;
}

/** An option whose value may be left out: `--name` alone means `bare`. */
export function optionWithBare<T>(
  type: ValueType<T>,
  bare: string,
  doc: string,
  extras: Extras = {},
): Arg<T | undefined> {
  return { place: "option", type, doc, required: false, bare, ...extras };
}

/** A value that must not stand on a line: an option that names a variable gives it. */
export function filled<T>(type: ValueType<T>, doc: string): Arg<T | undefined> {
  return { place: "filled", type, doc, required: false };
}

/** The same for a list: an option that is given more than once gives it. */
export function filledList<T>(type: ValueType<T>, doc: string): Arg<T[]> {
  return { place: "filled", type, doc, required: false, fallback: [], repeats: true };
}

/** A switch: false unless given. */
export function flag(type: ValueType<boolean>, doc: string, extras: Extras = {}): Arg<boolean> {
  return { place: "flag", type, doc, required: false, fallback: false, ...extras };
}

export type Args = Readonly<Record<string, Arg>>;
export type ArgsOf<A extends Args> = { -readonly [K in keyof A]: A[K] extends Arg<infer T> ? T : never };

/** The name of an argument on the command line: `sameSite` is `--same-site`. */
export function optionName(key: string, arg?: Arg): string {
  return arg?.written ?? key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The arguments as a JSON Schema of plain properties. */
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

/** True where the element that the argument names can be addressed by other options in its place. */
export function isAddressable(args: Args, key: string): boolean {
  return Object.values(args).some(({ type }) => type.addresses === key);
}

/** True where one of the given arguments addresses the element in place of this argument. */
export function isAddressed(args: Args, key: string, given: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(args).some(([other, { type }]) => type.addresses === key && given[other] !== undefined);
}
