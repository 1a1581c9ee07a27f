/** Generates `docs/endpoints.md` from the OpenAPI documents. Pure. */
import type { JsonSchema, OpenApiDocument } from "./document.ts";
import {
  bodyOf,
  buildDocuments,
  type Documents,
  type Field,
  fieldsOf,
  isNullable,
  members,
  nameOf,
  operationIn,
  resolved,
  typesOf,
} from "./document-fields.ts";
import { type AnyEndpoint, TAGS, VERSIONS, type Version } from "./http/endpoint.ts";
import { endpoints } from "./index.ts";

/** Longer enumerations are shown as the name of their schema. */
const MAX_ENUM_VALUES = 20;

/** A type without its limits: `uuid or null`, `list of string`, `active|stopped`. */
function typeName(schema: JsonSchema, document: OpenApiDocument): string {
  const name = kindName(schema, document);
  return isNullable(schema) && name !== "any" ? `${name} or null` : name;
}

function kindName(schema: JsonSchema, document: OpenApiDocument): string {
  const named = nameOf(schema);
  if (named !== undefined) return referencedName(named, resolved(schema, document));
  if (schema.enum) return schema.enum.join("|");
  if (schema.const !== undefined) return String(schema.const);
  const parts = schema.anyOf?.filter(({ type }) => type !== "null");
  if (parts) return [...new Set(parts.map((part) => kindName(part, document)))].join(" or ");
  const [kind = "any"] = typesOf(schema).filter((type) => type !== "null");
  if (kind === "array") return `list of ${kindName(schema.items ?? {}, document)}`;
  return kind === "object" ? objectName(schema, document) : (schema.format ?? kind);
}

function referencedName(name: string, target: JsonSchema): string {
  if (target.enum === undefined) return target.type === "string" ? "string" : name;
  return target.enum.length > MAX_ENUM_VALUES ? name : target.enum.join("|");
}

function objectName({ additionalProperties }: JsonSchema, document: OpenApiDocument): string {
  const isMap = typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
  return isMap ? `map of ${kindName(additionalProperties, document)}` : "object";
}

/** `default 60; 1 or more`. */
function limits(schema: JsonSchema): string {
  const range = (low: number | undefined, high: number | undefined, unit: string) => {
    if (low === undefined && high === undefined) return "";
    if (low === undefined) return `at most ${high}${unit}`;
    return high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`;
  };
  // zod limits every integer to JavaScript's largest exact one.
  const real = (value: number | undefined) =>
    value !== undefined && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;
  return [
    schema.default === undefined ? "" : `default \`${JSON.stringify(schema.default)}\``,
    range(real(schema.minimum), real(schema.maximum), ""),
    range(schema.minLength, schema.maxLength, " characters"),
    range(schema.minItems, schema.maxItems, " items"),
  ]
    .filter(Boolean)
    .join("; ");
}

/** `docs/endpoints.md`. */
export function endpointsReference(): string {
  const documents = buildDocuments();
  const parts = [
    "<!-- Written by `bun run gen` from the list of endpoints. Do not edit. -->",
    "# Endpoints of `svc serve`",
    "Paths are relative to `/api/v2` and `/api/v3`. Fields with `*` are required. The OpenAPI documents are at `/api/v2/openapi.json` and `/api/v3/openapi.json`.",
    String((documents.v2.info as { description: string }).description),
  ];
  for (const [tag, description] of Object.entries(TAGS)) {
    const own = endpoints.filter((one) => one.tag === tag);
    if (own.length > 0) parts.push(`## ${tag}`, description, ...own.map((one) => endpointPart(one, documents)));
  }
  parts.push("## Schemas", "Named schemas of request and response bodies.", ...schemaParts(documents));
  return `${parts.join("\n\n")}\n`;
}

function endpointPart(one: AnyEndpoint, documents: Documents): string {
  const document = documents[one.versions[0] as Version];
  const operation = operationIn(document, one);
  const fields = fieldsOf(operation, document);
  const old = one.isDeprecated ? "Deprecated." : "";
  const body = bodyOf(operation);
  const { [String(one.status)]: answer, ...errors } = operation.responses;
  const schema = answer?.content?.["application/json"]?.schema;
  return [
    `### ${one.method.toUpperCase()} ${one.path} (${one.versions.join(", ")})`,
    [`${one.summary}.`, one.description, old].filter(Boolean).join(" "),
    fields.length > 0 ? fieldTable(fields, document, true) : "",
    body && operation.requestBody?.required === false ? "The body is optional." : "",
    one.example ? `\`\`\`json\n${JSON.stringify(one.example, null, 2)}\n\`\`\`` : "",
    `Returns ${one.status}${schema ? ` ${link(schema, document)}` : ""}; errors ${Object.keys(errors).join(", ")}.`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

function link(schema: JsonSchema, document: OpenApiDocument): string {
  const name = nameOf(schema);
  return name === undefined ? typeName(schema, document) : `\`${name}\``;
}

function fieldTable(fields: readonly Field[], document: OpenApiDocument, hasPlace: boolean): string {
  const rows = fields.map(({ name, in: place, required, schema }) =>
    row([
      `\`${name}\`${required ? " *" : ""}`,
      ...(hasPlace ? [place] : []),
      typeName(schema, document),
      limits(schema),
      schema.description ?? resolved(schema, document).description ?? "",
    ]),
  );
  const head = ["field", ...(hasPlace ? ["in"] : []), "type", "limits", "meaning"];
  return [row(head), `|${head.map(() => "---|").join("")}`, ...rows].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}

function schemaParts({ v2, v3 }: Documents): string[] {
  const names = new Set([...Object.keys(v2.components.schemas), ...Object.keys(v3.components.schemas)]);
  return [...names].sort().flatMap((name) => {
    const found = [v2, v3].flatMap((document, at) => {
      const schema = document.components.schemas[name];
      return schema ? [{ schema, document, version: VERSIONS[at], text: JSON.stringify(schema) }] : [];
    });
    const isSame = found.every(({ text }) => text === found[0]?.text);
    return (isSame ? found.slice(0, 1) : found).map(({ schema, document, version }) =>
      [
        `### ${name}${isSame ? "" : ` (${version})`}`,
        schema.description ? `${schema.description}.` : "",
        shape(schema, document),
      ]
        .filter(Boolean)
        .join("\n\n"),
    );
  });
}

function shape(schema: JsonSchema, document: OpenApiDocument): string {
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(", ");
  const own = members(schema, "body");
  return own.length === 0 ? "Text." : fieldTable(own, document, false);
}
