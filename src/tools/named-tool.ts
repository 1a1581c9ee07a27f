/** The shape of a tool with a name of its own, and builders for its JSON Schema. */
import type { AnyCommand } from "../command.ts";
import type { Outcome } from "../outcome.ts";
import type { JsonSchema } from "../value-type.ts";
import type { Run, Values } from "./tool.ts";

export interface NamedTool {
  name: string;
  description: string;
  /** Commands that it runs. Effect and the arguments in `shown` are those of the first command. */
  runs: readonly string[];
  effect?: AnyCommand["effect"];
  isIdempotent?: true;
  shown?: readonly string[];
  own?: Record<string, JsonSchema>;
  required?: readonly string[];
  /** Commands whose replies it returns, where those are not the ones in `runs`; none: it has no fixed form. */
  replies?: readonly string[];
  run(args: Values, run: Run, has: (command: string) => boolean): Promise<Outcome>;
}

export const text = (description: string): JsonSchema => ({ type: "string", description });
export const number = (description: string): JsonSchema => ({ type: "integer", description });
export const flag = (description: string): JsonSchema => ({ type: "boolean", description });
export const words = (description: string, ...choices: string[]): JsonSchema => ({
  type: "string",
  enum: choices,
  description,
});

/** Arguments that choose an element instead of an index. */
const ADDRESS = {
  text: text("Instead of an index: its text"),
  role: text("Instead of an index: its role; usually with name"),
  name: { type: "string" },
  label: text("Instead of an index: its label"),
  near: number("Of several matches, the one nearest to this index"),
  nth: number("Of several matches, the n-th, from 1"),
} as const satisfies Record<string, JsonSchema>;

/** The address arguments to list in the schema; the tool accepts the others too. */
export function addressed(...parts: (keyof typeof ADDRESS)[]): Record<string, JsonSchema> {
  return Object.fromEntries(parts.map((part) => [part, ADDRESS[part]]));
}

/** True if one of the address arguments is given. */
export function isAddressed(args: Values, ...parts: (keyof typeof ADDRESS)[]): boolean {
  return parts.some((part) => args[part] !== undefined && args[part] !== null);
}

/** Runs the command with unchanged arguments. */
export const plainly = (command: string) => (args: Values, run: Run) => run(command, args);
