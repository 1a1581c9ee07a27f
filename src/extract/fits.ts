/** Validates values against JSON Schema (draft 2020-12). Only this file imports the library. */
import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import { Failure } from "../errors.ts";

/** Keywords that only report a nested error, which is in the list itself. */
const CONTAINERS = new Set([
  "properties",
  "additionalProperties",
  "items",
  "prefixItems",
  "allOf",
  "anyOf",
  "$ref",
  "if",
]);

/** The first error with its path (`items[2].price: …`), or undefined. Throws `usage` for an invalid schema. */
export function schemaError(value: unknown, schema: unknown): string | undefined {
  return schemaErrors(value, schema)[0];
}

/** All errors. */
export function schemaErrors(value: unknown, schema: unknown): string[] {
  const { valid, errors } = checked(value, schema);
  if (valid) return [];
  const own = errors.filter(({ keyword }) => !CONTAINERS.has(keyword));
  return (own.length > 0 ? own : errors).map(errorText);
}

function checked(value: unknown, schema: unknown): { valid: boolean; errors: OutputUnit[] } {
  try {
    return new Validator(schema as Schema, "2020-12", false).validate(value);
  } catch (error) {
    const why = error instanceof RangeError ? "its references are circular" : (error as Error).message;
    throw new Failure("usage", `the JSON Schema cannot be used: ${why.split("\n")[0]}`);
  }
}

function errorText({ instanceLocation, error }: OutputUnit): string {
  const place = instanceLocation
    .replace(/^#\/?/, "")
    .split("/")
    .filter(Boolean)
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : at === 0 ? part : `.${part}`))
    .join("");
  const why = error === "False boolean schema." ? "is not allowed" : error;
  return place === "" ? why : `${place}: ${why}`;
}
