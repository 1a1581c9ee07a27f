/**
 * Generates a script from a recording without a model: the same calls in the same order. Typed texts that occur in the goal become
 * parameters. Pure.
 */
import type { RecordedCall, Recording } from "../../agent/loop/assignment.ts";
import { splitPair } from "../../values.ts";
import type { StoredParameter } from "../store/records/skills.ts";
import type { Draft } from "./draft.ts";

/** A typed value and the label of its field. */
interface Typed {
  value: string;
  label: string;
}

/** Undefined if a call addresses an element by index. */
export function mechanical({ calls }: Recording, goal: string): Draft | undefined {
  const made = calls.filter(({ tool, acted }) => acted || tool === "wait");
  if (made.length === 0 || made.some(({ isNumbered }) => isNumbered)) return undefined;
  const chosen = parametersIn(made, goal);
  const lines = made.map(({ tool, args }) => `await ${tool}(${sourceOf(args, chosen)});`);
  const read = calls.findLast(({ tool, args }) => tool === "extract" && args.schema !== undefined);
  const end = read
    ? `return (await extract(${sourceOf(read.args, chosen)})).result;`
    : 'const { text } = await extract({ format: "text" });\nreturn { text };';
  return {
    categories: [],
    parameters: [...chosen].map(([value, name]): StoredParameter => {
      return { name, type: "string", required: true, description: `Such as ${JSON.stringify(value)}` };
    }),
    example: Object.fromEntries([...chosen].map(([value, name]) => [name, value])),
    outputSchema: read ? {} : { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    script: [...lines, end].join("\n"),
  };
}

/** Parameter names by the texts that they replace. */
function parametersIn(calls: readonly RecordedCall[], goal: string): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const { value, label } of calls.flatMap(typedIn)) {
    const isNamed = value.trim().length > 1 && goal.toLowerCase().includes(value.toLowerCase());
    if (!isNamed || chosen.has(value) || value.includes("<secret>")) continue;
    const name = camel(label) || "text";
    const taken = new Set(chosen.values());
    let free = name;
    for (let n = 2; taken.has(free); n++) free = `${name}${n}`;
    chosen.set(value, free);
  }
  return chosen;
}

function typedIn({ tool, args }: RecordedCall): Typed[] {
  const { text, values, fields, label, name, placeholder } = args;
  const fieldName = String(label ?? name ?? placeholder ?? "");
  if (tool === "type" && typeof text === "string") return [{ value: text, label: fieldName }];
  if (tool === "select") return [values].flat().map((value) => ({ value: String(value), label: fieldName }));
  if (tool !== "fill") return [];
  return [fields].flat().flatMap((pair) => {
    const { field, value } = splitPair(String(pair)) ?? {};
    return field === undefined || value === undefined ? [] : [{ value, label: field }];
  });
}

/** `Date of birth` to `dateOfBirth`. */
function camel(label: string): string {
  const words = label.normalize("NFKD").match(/[A-Za-z]\w*/g) ?? [];
  const [first = "", ...rest] = words.slice(0, 4).map((word) => word.toLowerCase());
  return first + rest.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("");
}

/** A value as JavaScript source, with parameters instead of the texts that they replace. */
function sourceOf(value: unknown, chosen: ReadonlyMap<string, string>): string {
  if (Array.isArray(value)) return `[${value.map((one) => sourceOf(one, chosen)).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${sourceOf(one, chosen)}`);
    return `{ ${members.join(", ")} }`;
  }
  if (typeof value !== "string") return JSON.stringify(value) ?? "null";
  const whole = chosen.get(value);
  if (whole !== undefined) return `params.${whole}`;
  const { field, value: typed = "" } = splitPair(value) ?? {};
  const part = field === undefined ? undefined : chosen.get(typed);
  return part === undefined ? JSON.stringify(value) : `${JSON.stringify(`${field}=`)} + params.${part}`;
}
