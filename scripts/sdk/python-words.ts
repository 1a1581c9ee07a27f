/** Types, names and comments of Python. Pure. */
import type { JsonSchema } from "../../src/platform/api/document.ts";
import { isNullable, nameOf, typesOf } from "../../src/platform/api/document-fields.ts";
import { snake, wrapped } from "./words.ts";

export const HEAD = (about: string) =>
  `"""${about}\n\nWritten by \`bun run gen\` from the endpoints of the platform. Do not edit.\n"""\n\nfrom __future__ import annotations\n`;

export const WIDTH = 100;

const KEYWORDS = new Set(
  "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False".split(
    " ",
  ),
);

const DECIMAL = "^\\d+(\\.\\d+)?$";

/** `input` takes what a caller may have at hand; in arguments also any sequence and mapping. */
export function typeOf(schema: JsonSchema & { pattern?: string }, use: "input" | "answer", isArgument = false): string {
  const name = nameOf(schema);
  const orNull = (type: string) => (isNullable(schema) && type !== "Any" ? `${type} | None` : type);
  if (name !== undefined) return orNull(name);
  const inner = (one: JsonSchema) => typeOf(one, use, isArgument);
  if (schema.anyOf) {
    const parts = schema.anyOf.flatMap((one) => (one.type === "null" ? ["None"] : inner(one).split(" | ")));
    return [...new Set(parts)].sort((a, b) => Number(a === "None") - Number(b === "None")).join(" | ");
  }
  if (schema.enum) return orNull(`Literal[${schema.enum.map((one) => JSON.stringify(one)).join(", ")}] | str`);
  const types = typesOf(schema).filter((type) => type !== "null");
  if (types.length === 0) return "Any";
  return orNull(types.map((type) => plainType(type, schema, use, inner, isArgument)).join(" | "));
}

const SIMPLE_TYPES: Readonly<Record<string, string>> = { integer: "int", number: "float", boolean: "bool" };

function plainType(
  type: string,
  schema: JsonSchema & { pattern?: string },
  use: "input" | "answer",
  inner: (schema: JsonSchema) => string,
  isArgument: boolean,
): string {
  const simple = SIMPLE_TYPES[type];
  if (simple !== undefined) return simple;
  if (type === "array") return `${isArgument ? "Sequence" : "list"}[${inner(schema.items ?? {})}]`;
  if (type === "object") {
    const values = schema.additionalProperties;
    return `${isArgument ? "Mapping" : "dict"}[str, ${typeof values === "object" ? inner(values) : "Any"}]`;
  }
  const special = schema.format === "date-time" ? "datetime" : schema.pattern === DECIMAL ? "Decimal" : undefined;
  if (special === undefined) return "str";
  return use === "input" ? `${special} | str` : special;
}

export function identifier(name: string): string {
  const own = snake(name);
  return KEYWORDS.has(own) ? `${own}_` : own;
}

/** Names in backticks as Python has them. */
export function spoken(text: string): string {
  return text.replace(/`([a-z]+(?:[A-Z][a-z]*)+)`/g, (_, name: string) => `\`${snake(name)}\``);
}

export function doc(paragraphs: readonly string[], indent: string): string {
  const lines = paragraphs.flatMap((one, at) => [
    ...(at === 0 ? [] : [""]),
    ...wrapped(one, WIDTH - indent.length - 6),
  ]);
  if (lines.length === 0) return "";
  const text = lines.map((line, at) => (at === 0 || line === "" ? line : `${indent}${line}`)).join("\n");
  const end = lines.length > 1 || text.endsWith('"') ? `\n${indent}` : "";
  return `${indent}"""${text.replaceAll("\\", "\\\\")}${end}"""\n`;
}
