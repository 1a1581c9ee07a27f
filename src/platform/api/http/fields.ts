/**
 * The kinds of fields that the schemas of the API are made of. Each says in the OpenAPI document what it checks, and finds
 * fault in the words that problems.ts turns into the `type` names of the contract.
 */
import { z } from "./hono.ts";

/** What an integer says of anything else: zod itself calls it a number that is wanted. */
export const NO_INTEGER = "Input should be a valid integer";

export function integer(minimum?: number, maximum?: number) {
  let range = z.int({ error: NO_INTEGER });
  if (minimum !== undefined) range = range.min(minimum);
  return maximum === undefined ? range : range.max(maximum);
}

/** Any of the textual form: an id of another generation is not found rather than malformed. In lower case from here on. */
export function uuid() {
  return z.guid().toLowerCase().openapi({ format: "uuid" });
}

/** ISO 8601. What comes may have an offset or none, which is UTC; what goes is UTC. */
export function dateTime() {
  return z.iso.datetime({ offset: true, local: true });
}

/** Amounts of money and of traffic: no float could carry them exactly. */
export function decimal() {
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, { error: "Input should be a decimal number as text, like '0.02'" })
    .openapi({ description: "Decimal number as text", example: "0.02" });
}

/** Bounds count characters (code points) as the contract does; zod's own count UTF-16 units, where an emoji is two. */
export function text(minimum: number, maximum: number) {
  return z
    .string()
    .check(({ value, issues }) => {
      const length = value.length <= maximum && value.length >= minimum * 2 ? value.length : [...value].length;
      const common = { origin: "string", inclusive: true, input: value } as const;
      if (length < minimum) issues.push({ ...common, code: "too_small", minimum });
      if (length > maximum) issues.push({ ...common, code: "too_big", maximum });
    })
    .openapi({
      ...(minimum > 0 ? { minLength: minimum } : {}),
      ...(Number.isFinite(maximum) ? { maxLength: maximum } : {}),
    });
}

/** A schema with a name, or null. `.nullable()` would make the named schema itself nullable wherever it is used. */
export function orNull<S extends z.ZodType>(named: S) {
  return z.union([named, z.null()]);
}

/** Any JSON object: its members are the caller's affair. */
export function anyObject() {
  return z.record(z.string(), z.unknown());
}

/** An integer in a query, where everything is text. */
export function queryInteger(minimum: number, maximum: number, fallback: number) {
  const read = (value: unknown) => (typeof value === "string" && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : value);
  return z.preprocess(read, integer(minimum, maximum)).default(fallback);
}

const YES = ["true", "1", "yes", "on", "y", "t"];
const NO = ["false", "0", "no", "off", "n", "f"];

/** A truth value in a query, by any word that servers of this kind understand. */
export function queryFlag() {
  return z.preprocess((value) => {
    const word = typeof value === "string" ? value.toLowerCase() : "";
    return YES.includes(word) ? true : NO.includes(word) ? false : value;
  }, z.boolean());
}

/** A parameter of a query that may be given again. */
export function queryList<S extends z.ZodType>(item: S) {
  return z.preprocess((value) => (typeof value === "string" ? [value] : value), z.array(item).max(20));
}

/** No list has so many pages, and its last row is a number that every database takes. */
export const MAX_PAGE = 1_000_000_000;

/** Page by number, as most lists have it. */
export const pageQuery = {
  pageSize: queryInteger(1, 100, 10).openapi({ description: "Rows of a page" }),
  pageNumber: queryInteger(1, MAX_PAGE, 1).openapi({ description: "Which page, counted from 1" }),
};

/** Page of files by cursor. */
export const cursorQuery = {
  limit: queryInteger(1, 100, 50).openapi({ description: "Rows of a page" }),
  cursor: z.string().max(1_000).optional().openapi({ description: "`nextCursor` of the page before" }),
  includeUrls: queryFlag()
    .default(false)
    .openapi({ description: "Also give each file's address, valid for a short time" }),
};

/** What a list by page number answers. */
export function pageOf<S extends z.ZodType>(item: S, name: string) {
  return z
    .object({ items: z.array(item), totalItems: integer(), pageNumber: integer(), pageSize: integer() })
    .openapi(name);
}
