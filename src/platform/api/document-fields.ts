/** Reads the OpenAPI documents for generators: the fields of an operation, and schemas behind references. Pure. */
import { type JsonSchema, type OpenApiDocument, type Operation, openApiDocument } from "./document.ts";
import type { AnyEndpoint, Version } from "./http/endpoint.ts";

export interface Field {
  name: string;
  in: "body" | "query" | "path";
  required: boolean;
  schema: JsonSchema;
}

export type Documents = Record<Version, OpenApiDocument>;

export function buildDocuments(): Documents {
  return { v2: openApiDocument("v2", ""), v3: openApiDocument("v3", "") };
}

/** The target of a reference, also of one in a union with null; any other schema unchanged. */
export function resolved(schema: JsonSchema, document: OpenApiDocument): JsonSchema {
  const named = nameOf(schema);
  return named === undefined ? schema : (document.components.schemas[named] ?? {});
}

/** The name in `$ref`, which stands alone, in a union with null, or in an `allOf` with a description. */
export function nameOf({ $ref, anyOf, allOf }: JsonSchema): string | undefined {
  if ($ref !== undefined) return $ref.split("/").at(-1);
  const parts = (anyOf ?? allOf)?.filter(({ type }) => type !== "null") ?? [];
  const refs = parts.filter((part) => part.$ref !== undefined);
  return refs.length === 1 && (allOf || parts.length === 1) ? nameOf(refs[0] as JsonSchema) : undefined;
}

export function typesOf({ type }: JsonSchema): string[] {
  return type === undefined ? [] : [type].flat();
}

export function isNullable(schema: JsonSchema): boolean {
  return typesOf(schema).includes("null") || (schema.anyOf ?? []).some((one) => one.type === "null");
}

/** Merges the parts of an `allOf`: default and description are parts beside the one with `$ref`. */
function flat(schema: JsonSchema): JsonSchema {
  return schema.allOf ? Object.assign({}, ...schema.allOf, { allOf: schema.allOf }) : schema;
}

export function members(schema: JsonSchema, at: Field["in"]): Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, one]) => ({
    name,
    in: at,
    required: required.has(name),
    schema: flat(one),
  }));
}

export function bodyOf({ requestBody }: Operation): JsonSchema | undefined {
  return requestBody?.content["application/json"]?.schema;
}

export function fieldsOf(operation: Operation, document: OpenApiDocument): Field[] {
  const body = bodyOf(operation);
  return [
    ...(operation.parameters ?? []).map((one) => ({ ...one, schema: flat(one.schema) })),
    ...(body ? members(resolved(body, document), "body") : []),
  ];
}

export function operationIn(document: OpenApiDocument, { path, method }: AnyEndpoint): Operation {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`no operation: ${method} ${path}`);
  return operation;
}
