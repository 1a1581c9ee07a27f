/** Values that fit a schema of the API, with every field, or with those alone that must be there. */
import type { JsonSchema, OpenApiDocument } from "../../src/platform/api/document.ts";
import { nameOf, resolved, typesOf } from "../../src/platform/api/document-fields.ts";

const ID = "0b0e7a3c-58d5-4c1f-9a55-1f6b0a6f2d11";

export function sample(schema: JsonSchema & { pattern?: string }, document: OpenApiDocument, isFull = true): unknown {
  if (nameOf(schema) !== undefined) return sample(resolved(schema, document), document, isFull);
  if (schema.allOf) return sample(schema.allOf[0] ?? {}, document, isFull);
  const choice = schema.anyOf?.find(({ type }) => type !== "null");
  if (choice) return sample(choice, document, isFull);
  if (schema.enum) return schema.enum[0];
  const [type] = typesOf(schema).filter((one) => one !== "null");
  if (type === "string") return textOf(schema);
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 0, Math.min(7, schema.maximum ?? 7));
  if (type === "boolean") return true;
  if (type === "array") return [sample(schema.items ?? {}, document, isFull)];
  if (type === "object") return objectOf(schema, document, isFull);
  return { any: ["thing", 1] };
}

function textOf(schema: JsonSchema & { pattern?: string }): string {
  if (schema.format === "uuid") return ID;
  if (schema.format === "date-time") return "2026-01-02T03:04:05.678Z";
  return schema.pattern ? "0.25" : "some text".padEnd(schema.minLength ?? 0, ".");
}

function objectOf(schema: JsonSchema, document: OpenApiDocument, isFull: boolean): Record<string, unknown> {
  const own = Object.entries(schema.properties ?? {}).filter(([name]) => isFull || schema.required?.includes(name));
  const values = schema.additionalProperties;
  if (own.length === 0 && values) return { aName: typeof values === "object" ? sample(values, document, isFull) : 1 };
  return Object.fromEntries(own.map(([name, one]) => [name, sample(one, document, isFull)]));
}
