/** Generates `src/cloud/endpoints.gen.ts`: the endpoint table that the client uses when it cannot reach a server. Pure. */
import type { JsonSchema, OpenApiDocument } from "./document.ts";
import { buildDocuments, fieldsOf, operationIn, resolved, typesOf } from "./document-fields.ts";
import { VERSIONS } from "./http/endpoint.ts";
import { endpoints } from "./index.ts";

/** Most enumeration values in a type. */
const MAX_ENUM_VALUES = 12;

export function endpointTable(): string {
  const documents = buildDocuments();
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
  /** Example body. */
  example?: Record<string, unknown>;
}

export const ENDPOINTS: Record<"v2" | "v3", EndpointEntry[]> = {
${table.join("\n")}
};
`;
}

/** A short type name, as the client derives it from a server's document: `uuid`, `stop|go`, `array of string`. */
function typeOf(unresolved: JsonSchema, document: OpenApiDocument): string {
  const schema = resolved(unresolved, document);
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum)
    return schema.enum.slice(0, MAX_ENUM_VALUES).join("|") + (schema.enum.length > MAX_ENUM_VALUES ? "|…" : "");
  if (schema.anyOf) {
    const types = schema.anyOf.filter(({ type }) => type !== "null").map((one) => typeOf(one, document));
    return [...new Set(types)].join("|");
  }
  const [type = "any"] = typesOf(schema).filter((one) => one !== "null");
  if (type === "array") return `array of ${typeOf(schema.items ?? {}, document)}`;
  return schema.format === "uuid" || schema.format === "date-time" ? schema.format : type;
}
