/**
 * Whether a value fits a JSON Schema: types, properties, items, enumerations, bounds and references within the schema.
 * Pure. What it does not know (formats, conditions) it lets pass.
 */
import type { JsonObject } from "./schema.ts";

/** References that lead in circles end here. */
const MAX_DEPTH = 60;

/** What does not fit, with its place (`items[2].price is a string, not a number`), or undefined. */
export function misfit(
  value: unknown,
  schema: unknown,
  root: unknown = schema,
  place = "the answer",
  depth = 0,
): string | undefined {
  if (schema === true || depth > MAX_DEPTH || typeof schema !== "object" || schema === null)
    return schema === false ? `${place} is not to be there` : undefined;
  const rules = schema as JsonObject;
  const inner = (one: unknown, by: unknown, at: string) => misfit(one, by, root, at, depth + 1);
  if (typeof rules.$ref === "string") {
    const wrong = inner(value, resolved(rules.$ref, root), place);
    if (wrong) return wrong;
  }
  return (
    typeMisfit(value, rules, place) ??
    choiceMisfit(value, rules, place, inner) ??
    boundMisfit(value, rules, place) ??
    (Array.isArray(value) ? itemsMisfit(value, rules, place, inner) : undefined) ??
    (typeOf(value) === "object" ? propertiesMisfit(value as JsonObject, rules, place, inner) : undefined)
  );
}

type Inner = (value: unknown, schema: unknown, place: string) => string | undefined;

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function typeMisfit(value: unknown, { type }: JsonObject, place: string): string | undefined {
  if (type === undefined) return undefined;
  const wanted = Array.isArray(type) ? type : [type];
  const actual = typeOf(value);
  if (wanted.includes(actual) || (wanted.includes("integer") && Number.isInteger(value))) return undefined;
  return `${place} is ${shown(value, actual)}, not of type ${wanted.join(" or ")}`;
}

function shown(value: unknown, actual: string): string {
  return actual === "object" || actual === "array" ? `an ${actual}` : `${JSON.stringify(value)?.slice(0, 60)}`;
}

function choiceMisfit(value: unknown, rules: JsonObject, place: string, inner: Inner): string | undefined {
  const is = (one: unknown) => JSON.stringify(one) === JSON.stringify(value);
  if (Array.isArray(rules.enum) && !rules.enum.some(is))
    return `${place} is ${shown(value, typeOf(value))}, not one of ${JSON.stringify(rules.enum)}`;
  if ("const" in rules && !is(rules.const)) return `${place} is not ${JSON.stringify(rules.const)}`;
  for (const all of list(rules.allOf)) {
    const wrong = inner(value, all, place);
    if (wrong) return wrong;
  }
  for (const some of [list(rules.anyOf), list(rules.oneOf)]) {
    const wrongs = some.map((one) => inner(value, one, place));
    if (some.length > 0 && wrongs.every(Boolean)) return wrongs[0];
  }
  return undefined;
}

function boundMisfit(value: unknown, rules: JsonObject, place: string): string | undefined {
  if (typeof value === "number") {
    if (typeof rules.minimum === "number" && value < rules.minimum) return `${place} is less than ${rules.minimum}`;
    if (typeof rules.maximum === "number" && value > rules.maximum) return `${place} is more than ${rules.maximum}`;
  }
  const length = typeof value === "string" ? [...value].length : Array.isArray(value) ? value.length : undefined;
  if (length === undefined) return undefined;
  const [least, most] =
    typeof value === "string" ? [rules.minLength, rules.maxLength] : [rules.minItems, rules.maxItems];
  if (typeof least === "number" && length < least) return `${place} is shorter than ${least}`;
  if (typeof most === "number" && length > most) return `${place} is longer than ${most}`;
  return undefined;
}

function itemsMisfit(value: unknown[], { items }: JsonObject, place: string, inner: Inner): string | undefined {
  if (items === undefined || Array.isArray(items)) return undefined;
  for (const [n, one] of value.entries()) {
    const wrong = inner(one, items, place === "the answer" ? `[${n}]` : `${place}[${n}]`);
    if (wrong) return wrong;
  }
  return undefined;
}

function propertiesMisfit(value: JsonObject, rules: JsonObject, place: string, inner: Inner): string | undefined {
  const at = (name: string) => (place === "the answer" ? name : `${place}.${name}`);
  for (const name of list(rules.required)) {
    if (typeof name === "string" && !Object.hasOwn(value, name)) return `${at(name)} is missing`;
  }
  const known = (rules.properties ?? {}) as JsonObject;
  for (const [name, one] of Object.entries(value)) {
    const rule = Object.hasOwn(known, name) ? known[name] : (rules.additionalProperties ?? true);
    const wrong = inner(one, rule, at(name));
    if (wrong) return wrong;
  }
  return undefined;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** `#/$defs/name` within the schema; whatever lies elsewhere is not looked up. */
function resolved(reference: string, root: unknown): unknown {
  if (!reference.startsWith("#")) return true;
  let at: unknown = root;
  for (const part of reference.slice(1).split("/").filter(Boolean)) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    at = typeof at === "object" && at !== null ? (at as JsonObject)[name] : undefined;
  }
  return at ?? true;
}
