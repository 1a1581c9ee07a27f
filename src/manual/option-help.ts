/** Options in two columns, for help texts. */
import { type Arg, type Args, optionName } from "../args.ts";
import { row } from "./tables.ts";

/** The choices and the default of an argument, in parentheses; empty if it has neither. */
export function note(arg: Arg): string {
  const parts = [];
  if (arg.type.choices) parts.push(arg.type.choices.join(", "));
  if (arg.place !== "flag" && arg.fallback !== undefined && !Array.isArray(arg.fallback))
    parts.push(`default ${arg.fallback}`);
  return parts.length === 0 ? "" : ` (${parts.join("; ")})`;
}

/** Column of the second column, in characters. */
export const COLUMN = 28;

/** One line per option, or more if the text is long. */
export function optionLines(args: Args): string[] {
  return Object.entries(args).flatMap(([key, arg]) => {
    const short = arg.short === undefined ? "" : `-${arg.short}, `;
    const label = arg.place === "flag" ? "" : arg.bare === undefined ? ` <${arg.type.label}>` : ` [${arg.type.label}]`;
    const name = `  ${short}--${optionName(key, arg)}${label}`;
    const doc = `${arg.doc}${arg.type.choices && label.includes("|") ? note({ ...arg, type: { ...arg.type, choices: undefined } as never }) : note(arg)}`;
    return row(name, COLUMN, doc);
  });
}
