/** Writes the endpoints of one version as TypeScript types, for the dashboard's client. Pure. */
import type { JsonSchema, OpenApiDocument } from "../../src/platform/api/document.ts";
import { type Api, type Method, resourcesOf, sentShapes } from "./model.ts";
import { HEAD, shapes, typeOf } from "./typescript.ts";
import { camel } from "./words.ts";

/**
 * Returns the text of a module: one type for each shape of the document, and the interface `Endpoints`, which maps
 * `"GET /v3/browsers/{session_id}"` to the types of its path parameters, query, body and answer.
 *
 * The types are exact, because the dashboard always talks to a server of its own build: an enumeration has no other values,
 * and an answer has all members of its shape.
 */
export function endpointTypes(api: Api): string {
  const exact = { ...api, document: withWholeAnswers(api) };
  const methods = resourcesOf(api.root).flatMap((one) => one.methods);
  const names = Object.keys(api.document.components.schemas);
  const text = [
    HEAD,
    shapes(exact, names),
    `export interface Endpoints {\n${methods.map((method) => entry(method, api.version)).join("")}}\n`,
  ].join("\n");
  return text.replace(/ \|\s+\(string & \{\}\)/g, "");
}

/** The document, with every member required in the shapes that no request carries. */
function withWholeAnswers(api: Api): OpenApiDocument {
  const sent = sentShapes(api);
  const { schemas } = api.document.components;
  const whole = (schema: JsonSchema): JsonSchema =>
    schema.properties ? { ...schema, required: Object.keys(schema.properties) } : schema;
  const exact = Object.entries(schemas).map(([name, schema]) => [name, sent.has(name) ? schema : whole(schema)]);
  return { ...api.document, components: { ...api.document.components, schemas: Object.fromEntries(exact) } };
}

function entry(
  { http, path, pathFields, queryFields, body, bodyRequired, answer, isText }: Method,
  version: string,
): string {
  const ids = pathFields.map(({ name }) => `${camel(name)}: string`).join(", ");
  const query = queryFields.map(({ name, required, schema }) => `${name}${required ? "" : "?"}: ${typeOf(schema)}`);
  const members = [
    `path: [${ids}]`,
    query.length > 0 ? `query: { ${query.join("; ")} }` : "query: undefined",
    `body: ${body ? `${typeOf(body)}${bodyRequired ? "" : " | undefined"}` : "undefined"}`,
    `answer: ${answer ? typeOf(answer) : isText ? "string" : "void"}`,
  ];
  return `  "${http} /${version}${path}": {\n${members.map((one) => `    ${one};\n`).join("")}  };\n`;
}
