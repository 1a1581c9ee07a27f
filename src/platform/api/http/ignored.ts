/**
 * Finds the fields of a request that are not in its schema. They are ignored, as clients of the published API expect; a
 * response header lists them, so that a misspelt field can be found.
 */
import { z } from "./hono.ts";

/** Most names in the header, and most characters of each. */
const MAX_NAMES = 20;
const MAX_LENGTH = 64;

export const IGNORED_HEADER = "X-Svc-Ignored";

/** Paths of the fields of `value` that are not in `schema`, such as `customProxy.hots`. */
export function unknownMembers(schema: z.ZodType, value: unknown, path: readonly string[] = []): string[] {
  if (path.length > 8) return [];
  if (Array.isArray(value)) {
    const item = shapeOf(schema, "array");
    return item instanceof z.ZodArray
      ? value.slice(0, MAX_NAMES).flatMap((one, n) => unknownMembers(item.element as z.ZodType, one, [...path, `${n}`]))
      : [];
  }
  if (typeof value !== "object" || value === null) return [];
  const object = shapeOf(schema, "object");
  if (!(object instanceof z.ZodObject)) return [];
  const found: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (found.length >= MAX_NAMES) break;
    const known = Object.hasOwn(object.shape, name) ? (object.shape[name] as z.ZodType) : undefined;
    if (known) found.push(...unknownMembers(known, member, [...path, name]));
    else found.push([...path, name].map(encoded).join("."));
  }
  return found;
}

/** The value of the header. */
export function ignoredHeader(names: readonly string[]): string {
  return names.slice(0, MAX_NAMES).join(", ");
}

/** Percent-encodes characters that are not allowed in a header. */
function encoded(name: string): string {
  return encodeURIComponent(name.slice(0, MAX_LENGTH).toWellFormed());
}

/** The schema of that kind inside optional, nullable, default, transform and union wrappers. */
function shapeOf(schema: z.ZodType, kind: "object" | "array"): z.ZodType | undefined {
  if (schema instanceof z.ZodObject || schema instanceof z.ZodArray)
    return schema.def.type === kind ? schema : undefined;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return shapeOf(schema.unwrap() as z.ZodType, kind);
  // A transformation has its schema on the input side, a preprocessing on the output side.
  if (schema instanceof z.ZodPipe)
    return shapeOf(schema.in as z.ZodType, kind) ?? shapeOf(schema.out as z.ZodType, kind);
  if (schema instanceof z.ZodUnion)
    return schema.options.map((one) => shapeOf(one as z.ZodType, kind)).find((one) => one !== undefined);
  return undefined;
}
