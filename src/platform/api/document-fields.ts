/** How the OpenAPI documents are read where something is written from them: fields of an operation, and what a schema is. Pure. */
import { type JsonSchema, type OpenApiDocument, type Operation, openApiDocument } from "./document.ts";
import type { AnyEndpoint, Version } from "./http/endpoint.ts";

export interface Field {
  name: string;
  in: "body" | "query" | "path";
  required: boolean;
  schema: JsonSchema;
}

export type Documents = Record<Version, OpenApiDocument>;

export function madeDocuments(): Documents {
  return { v2: openApiDocument("v2", ""), v3: openApiDocument("v3", "") };
}

/** Where a named schema or one in a union with null leads. */
export function resolved(schema: JsonSchema, document: OpenApiDocument): JsonSchema {
  const named = nameOf(schema);
  return named === undefined ? schema : (document.components.schemas[named] ?? {});
}

/** The name behind `$ref`, alone, beside null, or with a description of its own. */
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

/** Default and description stand beside `$ref` in a part of their own. */
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
