/**
 * `src/cloud/endpoints.gen.ts`: the endpoints in a table that the client carries for when no server answers. The client
 * knows no part of the platform. Pure.
 */
import type { JsonSchema, OpenApiDocument } from "./document.ts";
import { fieldsOf, madeDocuments, operationIn, resolved, typesOf } from "./document-fields.ts";
import { VERSIONS } from "./http/endpoint.ts";
import { endpoints } from "./index.ts";

/** Values of an enumeration that are told. */
const TOLD_VALUES = 12;

export function endpointTable(): string {
  const documents = madeDocuments();
  const table = VERSIONS.map((version) => {
    const document = documents[version];
    const rows = endpoints
      .filter(({ versions }) => versions.includes(version))
      .map((one) => {
        const operation = operationIn(document, one);
        const fields = fieldsOf(operation, document).map(({ name, required, in: place, schema }) => ({
          name,
          type: typeOf(schema, document),
          required,
          in: place,
        }));
        return {
          method: one.method.toUpperCase(),
          path: one.path,
          summary: one.summary,
          fields,
          ...(one.example ? { example: one.example } : {}),
        };
      });
    const lines = rows.map((row) => `    ${JSON.stringify(row)},`);
    return `  ${version}: [\n${lines.join("\n")}\n  ],`;
  });
  return `// Written by \`bun run gen\` from the endpoints of the platform. Do not edit.

export interface EndpointEntry {
  method: string;
  path: string;
  summary: string;
  fields: { name: string; type: string; required: boolean; in: "body" | "query" | "path" }[];
  /** A body that it takes. */
  example?: Record<string, unknown>;
}

export const ENDPOINTS: Record<"v2" | "v3", EndpointEntry[]> = {
${table.join("\n")}
};
`;
}

/** A type in a word or two, as the client itself reads it from a server's document: `uuid`, `stop|go`, `array of string`. */
function typeOf(given: JsonSchema, document: OpenApiDocument): string {
  const schema = resolved(given, document);
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.slice(0, TOLD_VALUES).join("|") + (schema.enum.length > TOLD_VALUES ? "|…" : "");
  if (schema.anyOf) {
    const types = schema.anyOf.filter(({ type }) => type !== "null").map((one) => typeOf(one, document));
    return [...new Set(types)].join("|");
  }
  const [type = "any"] = typesOf(schema).filter((one) => one !== "null");
  if (type === "array") return `array of ${typeOf(schema.items ?? {}, document)}`;
  return schema.format === "uuid" || schema.format === "date-time" ? schema.format : type;
}
