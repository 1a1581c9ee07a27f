/**
 * The endpoints as a client library has them: a tree of resources with methods, and the shapes that go in and out. Knows no
 * language and no endpoint by name. Pure.
 *
 * Names follow from the path and from the verb that begins the operation id. A segment of the path that is listed, or that
 * an id follows, is a resource; so is the first. A last segment that is neither is part of the method's name
 * (`GET /tasks/{task_id}/status` is `tasks.getStatus`), and all of it where it begins with the verb
 * (`POST /sessions/{session_id}/stop` is `sessions.stop`).
 */
import type { JsonSchema, OpenApiDocument } from "../../src/platform/api/document.ts";
import {
  bodyOf,
  type Field,
  fieldsOf,
  nameOf,
  operationIn,
  resolved,
  typesOf,
} from "../../src/platform/api/document-fields.ts";
import { type AnyEndpoint, TAGS, type Version } from "../../src/platform/api/http/endpoint.ts";
import { camel, lowerFirst, pascal, sentence, snake } from "./words.ts";

export interface Api {
  version: Version;
  document: OpenApiDocument;
  /** The client itself: without a name, with the resources of the top. */
  root: Resource;
}

export interface Resource {
  /** In camel case, as everything here; empty for the root. */
  name: string;
  className: string;
  about: string;
  methods: Method[];
  resources: Resource[];
}

export interface Method {
  name: string;
  /** What names types that are its own: `SessionMessagesList`. */
  fullName: string;
  http: string;
  path: string;
  endpoint: AnyEndpoint;
  pathFields: Field[];
  /** What goes into the query and into the body, which a caller gives together. Required ones first. */
  queryFields: Field[];
  bodyFields: Field[];
  /** The shape of the body. */
  body: JsonSchema | undefined;
  bodyRequired: boolean;
  answer: JsonSchema | undefined;
  isStream: boolean;
  /** The answer is text rather than JSON. */
  isText: boolean;
  takesIdempotencyKey: boolean;
  paging: Paging | undefined;
}

export interface Paging {
  /** How the next page is asked for: by its number, by the cursor of this one, or by the id of its last row. */
  by: "number" | "cursor" | "id";
  /** The query's field for that. */
  field: string;
  /** The answer's field with the rows, and what a row is. */
  rows: string;
  row: JsonSchema;
}

export function apiOf(version: Version, document: OpenApiDocument, endpoints: readonly AnyEndpoint[]): Api {
  const own = endpoints.filter(({ versions }) => versions.includes(version));
  const collections = new Set(own.flatMap(collectionsOf));
  const root: Resource = { name: "", className: version.toUpperCase(), about: "", methods: [], resources: [] };
  for (const one of own) {
    const { segments, method } = placeOf(one, collections);
    let at = root;
    segments.forEach((segment, depth) => {
      let next = at.resources.find(({ name }) => name === segment);
      if (!next) {
        const className = classNameOf(segments.slice(0, depth + 1));
        next = {
          name: segment,
          className,
          about: aboutOf(one, segments.slice(0, depth + 1)),
          methods: [],
          resources: [],
        };
        at.resources.push(next);
      }
      at = next;
    });
    at.methods.push(methodOf(one, method, at, document));
  }
  return { version, document, root };
}

export function resourcesOf({ resources }: Resource): Resource[] {
  return resources.flatMap((one) => [...resourcesOf(one), one]);
}

/** Static beginnings of a path that are resources, each as `GET`s and ids tell it. */
function collectionsOf({ path, id }: AnyEndpoint): string[] {
  const parts = path.split("/").slice(1);
  return parts.flatMap((part, at) => {
    if (part.startsWith("{")) return [];
    const next = parts[at + 1];
    const isListed = next === undefined && verbOf(id) === "list";
    return at === 0 || isListed || next?.startsWith("{") ? [beginningOf(parts, at)] : [];
  });
}

function beginningOf(parts: readonly string[], at: number): string {
  return parts
    .slice(0, at + 1)
    .map((part) => (part.startsWith("{") ? "{}" : part))
    .join("/");
}

function placeOf({ path, id }: AnyEndpoint, collections: ReadonlySet<string>): { segments: string[]; method: string } {
  const parts = path.split("/").slice(1);
  const statics = parts.flatMap((part, at) => (part.startsWith("{") ? [] : [{ part, whole: beginningOf(parts, at) }]));
  const segments = statics.filter(({ whole }) => collections.has(whole)).map(({ part }) => camel(part));
  const rest = statics.filter(({ whole }) => !collections.has(whole)).map(({ part }) => camel(part));
  const verb = verbOf(id);
  const named = rest.map(pascal).join("");
  const isVerb = new RegExp(`^${pascal(verb)}(?![a-z])`).test(named);
  return { segments, method: isVerb ? lowerFirst(named) : verb + named };
}

function verbOf(id: string): string {
  return /^[a-z]+/.exec(id)?.[0] ?? id;
}

/** `SessionMessages` for `sessions/{}/messages`. */
function classNameOf(segments: readonly string[]): string {
  return segments.map((one, at) => pascal(at < segments.length - 1 ? singular(one) : one)).join("");
}

function singular(word: string): string {
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

function aboutOf({ tag, path }: AnyEndpoint, segments: readonly string[]): string {
  const [last = "", parent] = [...segments].reverse();
  if (parent === undefined) return TAGS[tag];
  const words = (name: string) => snake(name).replaceAll("_", " ");
  const hasId = new RegExp(`/${snake(parent)}/\\{\\w+\\}/`).test(path);
  const whole = `/${segments.map((one) => snake(one).replaceAll("_", "-")).join("/")}`;
  return hasId ? `${pascal(words(last))} of a ${words(singular(parent))}.` : `Endpoints below \`${whole}\`.`;
}

function methodOf(one: AnyEndpoint, name: string, { className, methods }: Resource, document: OpenApiDocument): Method {
  if (methods.some((other) => other.name === name)) throw new Error(`${one.id}: ${className}.${name} is taken`);
  const operation = operationIn(document, one);
  const fields = fieldsOf(operation, document);
  const of = (place: Field["in"]) => fields.filter((field) => field.in === place);
  const queryFields = of("query");
  const bodyFields = of("body");
  const twice = queryFields.find((field) => bodyFields.some((other) => camel(other.name) === camel(field.name)));
  if (twice) throw new Error(`${one.id}: ${twice.name} is in the query and in the body`);
  const answer = operation.responses[String(one.status)]?.content?.["application/json"]?.schema;
  return {
    name,
    fullName: `${className}${pascal(name)}`,
    http: one.method.toUpperCase(),
    path: one.path,
    endpoint: one,
    pathFields: of("path"),
    queryFields,
    bodyFields,
    body: bodyOf(operation),
    bodyRequired: operation.requestBody?.required === true,
    answer,
    isStream: one.isStream === true,
    isText: one.fileType !== undefined,
    takesIdempotencyKey: one.takesIdempotencyKey === true,
    paging: pagingOf(queryFields, answer, document),
  };
}

/** The one list of rows in an answer to a question that knows pages. */
function pagingOf(query: readonly Field[], answer: JsonSchema | undefined, document: OpenApiDocument) {
  const properties = Object.entries(answer ? (resolved(answer, document).properties ?? {}) : {});
  const lists = properties.filter(([, one]) => typesOf(one).includes("array") && nameOf(one.items ?? {}) !== undefined);
  const [rows, schema] = lists[0] ?? [];
  if (lists.length !== 1 || rows === undefined || schema?.items === undefined) return undefined;
  const has = (name: string) => query.find((field) => camel(field.name) === name)?.name;
  const number = has("pageNumber") ?? has("page");
  const paging = { rows, row: schema.items };
  if (number !== undefined) return { ...paging, by: "number", field: number } satisfies Paging;
  if (has("cursor")) return { ...paging, by: "cursor", field: "cursor" } satisfies Paging;
  if (has("after") && has("before")) return { ...paging, by: "id", field: "after" } satisfies Paging;
  return undefined;
}

/** Named shapes that callers send as parts of a body: what they leave out must not be sent. */
export function sentShapes({ document, root }: Api): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (schema: JsonSchema): void => {
    const name = schema.$ref?.split("/").at(-1);
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      visit(document.components.schemas[name] ?? {});
    }
    for (const part of partsOf(schema)) visit(part);
  };
  for (const { methods } of resourcesOf(root)) for (const { body } of methods) if (body) visit(body);
  return found;
}

function partsOf({ anyOf = [], allOf = [], items, properties = {} }: JsonSchema): JsonSchema[] {
  return [...anyOf, ...allOf, ...(items ? [items] : []), ...Object.values(properties)];
}

/** What a value may be, in words, where its type does not say it. */
function limitsOf(schema: JsonSchema): string {
  const { minimum: min, maximum: max, minLength, maxLength, minItems, maxItems } = schema;
  const range = (from: number | undefined, to: number | undefined, of: string) => {
    if (from === undefined && to === undefined) return "";
    if (from === undefined) return `At most ${to}${of}.`;
    return to === undefined ? `At least ${from}${of}.` : `${from} to ${to}${of}.`;
  };
  const time = schema.format === "date-time" ? "ISO 8601." : "";
  const fallback = schema.default === undefined ? "" : `Default: ${JSON.stringify(schema.default)}.`;
  const parts = [
    time,
    range(min, max, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " items"),
  ];
  return [...parts, fallback].filter(Boolean).join(" ");
}

/** What is said of a field: what it is, and what limits it. */
export function aboutField({ schema }: Field, document: OpenApiDocument): string {
  const description = schema.description ?? resolved(schema, document).description ?? "";
  return [sentence(description), limitsOf(schema)].filter(Boolean).join(" ");
}

/** Paragraphs of a method's documentation, the summary first. */
export function aboutMethod(
  { endpoint, http, path }: Method,
  version: Version,
): { text: string[]; errors: string; link: string } {
  const { summary, description, errors = [] } = endpoint;
  return {
    text: [sentence(summary), ...(description ? [description] : [])],
    errors: new Intl.ListFormat("en", { type: "disjunction" }).format(
      [...errors].sort((a, b) => a - b).map((status) => String(status)),
    ),
    link: `docs/endpoints.md: ${http} ${path} (${version})`,
  };
}

/** Names of shapes that are the same in both documents, with all that they hold. */
export function sameShapes(one: OpenApiDocument, other: OpenApiDocument): ReadonlySet<string> {
  const [left, right] = [one.components.schemas, other.components.schemas];
  const same = new Set(Object.keys(left).filter((name) => JSON.stringify(left[name]) === JSON.stringify(right[name])));
  for (let before = -1; before !== same.size; ) {
    before = same.size;
    for (const name of same) if (refsOf(left[name]).some((ref) => !same.has(ref))) same.delete(name);
  }
  return same;
}

/** Names of the shapes that a schema refers to. */
export function refsOf(schema: unknown): string[] {
  return [...JSON.stringify(schema ?? {}).matchAll(/"\$ref":"[^"]*\/([^"/]+)"/g)].map(([, name]) => name as string);
}
