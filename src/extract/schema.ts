/** Parses the value of `--schema`: a schema of CSS selectors, which needs only the page, or a JSON Schema, which needs a language model. */
import { Failure } from "../errors.ts";
import { readText } from "../lib/atomic-file.ts";
import { shorten } from "../lib/shorten.ts";
import { FILTERS, type Field, type Filter } from "../page/reading/extraction.ts";

export type JsonObject = { [key: string]: unknown };

/** Parses a text as a JSON object. Undefined for anything else. */
export function jsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

export type Schema = { kind: "selectors"; field: Field } | { kind: "json"; schema: JsonObject };

const JSON_TYPES = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

/** Keywords that may accompany `type` in a JSON Schema without properties. */
const KEYWORDS = new Set(
  "type title description properties required items enum const additionalProperties anyOf oneOf allOf $defs default examples minItems maxItems minimum maximum minLength maxLength pattern format".split(
    " ",
  ),
);

const HINT = 'Write it like \'{"title":"h1","items":[{"_":"li","name":".name","url":"a@href"}]}\'.';

/** Throws `usage` when the text is neither. The caller reports `bad_file`. */
export function readSchema(text: string): Schema {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new Failure("usage", `the schema is not JSON (${(error as Error).message})`, HINT);
  }
  if (isObject(value) && isJsonSchema(value)) return { kind: "json", schema: value };
  return { kind: "selectors", field: fieldOf(value, "the schema") };
}

/** Parses a JSON Schema, textOrPath as text or as the path of a file. Throws `usage`, and the failures of reading the file. */
export function jsonSchemaOf(textOrPath: string): JsonObject {
  const schema = jsonObject(/^\s*\{/.test(textOrPath) ? textOrPath : readText(textOrPath));
  if (schema) return schema;
  throw new Failure(
    "usage",
    "the schema is not a JSON object",
    'Write a JSON Schema, like {"type":"object","properties":{"price":{"type":"number"}}}.',
  );
}

function isJsonSchema(value: JsonObject): boolean {
  if ("$schema" in value || "$ref" in value) return true;
  const { type, properties } = value;
  const isTyped =
    typeof type === "string" ? JSON_TYPES.has(type) : Array.isArray(type) && type.every((one) => JSON_TYPES.has(one));
  if (isTyped && Object.keys(value).every((key) => KEYWORDS.has(key))) return true;
  return (
    isObject(properties) &&
    !("_" in properties) &&
    Object.values(properties).every((one) => isObject(one) || typeof one === "boolean")
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldOf(value: unknown, where: string): Field {
  if (typeof value === "string") return valueField(value, where);
  if (Array.isArray(value)) {
    if (value.length !== 1)
      throw bad(`${where} is a list of ${value.length}; a list must have one element, which describes its rows`);
    const item = fieldOf(value[0], `${where}[0]`);
    if (item.kind === "object" && item.selector === undefined)
      throw bad(`${where}[0] needs "_", the selector of its rows`);
    return { kind: "list", item };
  }
  if (!isObject(value)) throw bad(`${where} is ${shorten(JSON.stringify(value) ?? "")}, which is not a selector`);
  const { _: scope, ...rest } = value;
  if (scope !== undefined && (typeof scope !== "string" || scope.trim() === ""))
    throw bad(`${where}: "_" must be a CSS selector`);
  if (Object.keys(rest).length === 0) throw bad(`${where} has no fields`);
  // `Object.fromEntries` treats names such as `__proto__` like all others.
  const fields = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, fieldOf(one, name)]));
  return { kind: "object", ...(scope === undefined ? {} : { selector: scope }), fields };
}

/** `selector@attribute|filter|filter`. */
function valueField(text: string, where: string): Field {
  const filters: Filter[] = [];
  let rest = text.trim();
  for (;;) {
    const [, before, word] = /^(.*[^|])?\|\s*(\w+)\s*$/s.exec(rest) ?? [];
    if (word === undefined) break;
    const filter = FILTERS.find((one) => one === word);
    if (!filter) throw bad(`${where}: there is no filter '${shorten(word)}'; the filters are ${FILTERS.join(", ")}`);
    filters.unshift(filter);
    rest = (before ?? "").trim();
  }
  const [, selector = "", attribute] = /^(.*?)(?:@([\w:.-]+))?$/s.exec(rest) ?? [];
  return { kind: "value", selector: selector.trim(), filters, ...(attribute === undefined ? {} : { attribute }) };
}

function bad(why: string): Failure {
  return new Failure("usage", why, HINT);
}
