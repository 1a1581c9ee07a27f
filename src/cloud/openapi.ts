/** Converts an OpenAPI document to a table of endpoints. The document is untrusted: any part may have any shape. */
import type { ENDPOINTS } from "./endpoints.gen.ts";

export type Version = "v2" | "v3";
export type Endpoint = (typeof ENDPOINTS)[Version][number];
export type Field = Endpoint["fields"][number];

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Limits for untrusted documents. */
const MAX_ENDPOINTS = 500;
const MAX_FIELDS = 60;

/** Characters of a body that is shown in a hint. */
const MAX_EXAMPLE = 300;

type Node = Record<string, unknown>;

/** The endpoints below `/api/<version>`; empty where the document holds none. */
export function endpointsIn(document: unknown, version: Version): Endpoint[] {
  const paths = nodeOf(nodeOf(document).paths);
  const found: Endpoint[] = [];
  for (const [path, item] of Object.entries(paths)) {
    // One document may hold several versions.
    if (/^\/api\/v\d+\//.test(path) && !path.startsWith(`/api/${version}/`)) continue;
    for (const method of METHODS) {
      const operation = nodeOf(item)[method];
      if (!isNode(operation) || found.length === MAX_ENDPOINTS) continue;
      const shared = listOf(nodeOf(item).parameters);
      found.push({
        method: method.toUpperCase(),
        path: plain(path.replace(new RegExp(`^/api/${version}(?=/)`), "")),
        summary: plain(operation.summary ?? operation.operationId ?? ""),
        fields: fieldsOf(operation, shared, document).slice(0, MAX_FIELDS),
        ...exampleIn(operation, document),
      });
    }
  }
  return found;
}

/** The example body of the document, unless it is too long. */
function exampleIn(operation: Node, document: unknown): { example?: Node } {
  const content = nodeOf(resolved(operation.requestBody, document).content);
  const { example } = nodeOf(content["application/json"]);
  return isNode(example) && JSON.stringify(example).length <= MAX_EXAMPLE ? { example } : {};
}

function fieldsOf(operation: Node, shared: unknown[], document: unknown): Field[] {
  const parameters = [...shared, ...listOf(operation.parameters)].flatMap((one): Field[] => {
    const { name, in: where, required, schema } = resolved(one, document);
    if (where !== "path" && where !== "query") return [];
    return [{ name: plain(name), type: typeOf(schema, document), required: required === true, in: where }];
  });
  const content = nodeOf(resolved(operation.requestBody, document).content);
  const schema = resolved(nodeOf(content["application/json"]).schema, document);
  const required = listOf(schema.required);
  const body = Object.entries(nodeOf(schema.properties)).map(
    ([name, one]): Field => ({
      name: plain(name),
      type: typeOf(one, document),
      required: required.includes(name),
      in: "body",
    }),
  );
  return [...parameters, ...body];
}

/** Maximum depth of a described type. */
const MAX_DEPTH = 4;

/** A schema in a word or two: `integer`, `uuid`, `stop|go`, `array of string`. */
function typeOf(given: unknown, document: unknown, depth = 0): string {
  const schema = resolved(given, document);
  if (depth > MAX_DEPTH) return "any";
  if (schema.type === "null") return "null";
  const choices = listOf(schema.enum);
  if (schema.const !== undefined) return plain(schema.const);
  if (choices.length > 0) return choices.slice(0, 12).map(plain).join("|") + (choices.length > 12 ? "|…" : "");
  const several = listOf(schema.anyOf ?? schema.oneOf);
  if (several.length > 0) {
    const types = several.map((one) => typeOf(one, document, depth + 1)).filter((one) => one !== "null");
    return [...new Set(types)].join("|");
  }
  const types = [schema.type].flat().filter((one) => one !== "null" && one !== undefined);
  const type = types.length === 0 ? "any" : types.map(plain).join("|");
  if (type === "array") return `array of ${typeOf(schema.items, document, depth + 1)}`;
  const format = schema.format;
  return type === "string" && (format === "uuid" || format === "date-time") ? format : type;
}

/** Follows a few references within the document. */
function resolved(node: unknown, document: unknown): Node {
  let at = nodeOf(node);
  for (let hops = 0; hops < 8 && typeof at.$ref === "string"; hops++) {
    const steps = at.$ref.startsWith("#/") ? at.$ref.slice(2).split("/") : [];
    const names = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    at = nodeOf(names.reduce<unknown>((held, name) => nodeOf(held)[name], document));
  }
  return at;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nodeOf(value: unknown): Node {
  return isNode(value) ? value : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** One line of a reasonable length. */
function plain(value: unknown): string {
  return String(value).replace(/\s+/g, " ").trim().slice(0, 200);
}
