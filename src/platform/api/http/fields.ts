/**
 * Field types for the schemas of the API. Each documents its checks in the OpenAPI document, and reports issues that
 * problems.ts maps to the `type` names of the contract.
 */
import { z } from "./hono.ts";

/** Error message of `integer`; problems.ts recognizes it, because zod reports a non-integer as an expected number. */
export const NO_INTEGER = "Input should be a valid integer";

export function integer(minimum?: number, maximum?: number) {
  let range = z.int({ error: NO_INTEGER });
  if (minimum !== undefined) range = range.min(minimum);
  return maximum === undefined ? range : range.max(maximum);
}

/** Accepts every UUID version, so that an unknown id is 404, not 422. Converted to lower case. */
export function uuid() {
  return z.guid().toLowerCase().openapi({ format: "uuid" });
}

/** ISO 8601. In requests the offset is optional and defaults to UTC; responses are in UTC. */
export function dateTime() {
  return z.iso.datetime({ offset: true, local: true });
}

/** Amounts of money and traffic as text, because a float cannot represent them exactly. */
export function decimal() {
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, { error: "Input should be a decimal number as a string, such as '0.02'" })
    .openapi({ description: "Decimal number as a string", example: "0.02" });
}

/** Text whose length limits count code points, as in the contract; zod counts UTF-16 units. */
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

/** A named schema, or null. `.nullable()` would make the named schema nullable everywhere it is used. */
export function orNull<S extends z.ZodType>(named: S) {
  return z.union([named, z.null()]);
}

/** Any JSON object. */
export function anyObject() {
  return z.record(z.string(), z.unknown());
}

/** An integer in a query string. */
export function queryInteger(minimum: number, maximum: number, fallback: number) {
  const read = (value: unknown) => (typeof value === "string" && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : value);
  return z.preprocess(read, integer(minimum, maximum)).default(fallback);
}

const YES = ["true", "1", "yes", "on", "y", "t"];
const NO = ["false", "0", "no", "off", "n", "f"];

/** A boolean in a query string, by any of the usual words. */
export function queryFlag() {
  return z.preprocess((value) => {
    const word = typeof value === "string" ? value.toLowerCase() : "";
    return YES.includes(word) ? true : NO.includes(word) ? false : value;
  }, z.boolean());
}

/** A repeatable query parameter. */
export function queryList<S extends z.ZodType>(item: S) {
  return z.preprocess((value) => (typeof value === "string" ? [value] : value), z.array(item).max(20));
}

/** Keeps the row offset within the integer range of both databases. */
export const MAX_PAGE = 1_000_000_000;

/** Query of a list with page numbers. */
export const pageQuery = {
  pageSize: queryInteger(1, 100, 10).openapi({ description: "Items per page" }),
  pageNumber: queryInteger(1, MAX_PAGE, 1).openapi({ description: "Page number, starting at 1" }),
};

/** Query of a file list with cursors. */
export const cursorQuery = {
  limit: queryInteger(1, 100, 50).openapi({ description: "Items per page" }),
  cursor: z.string().max(1_000).optional().openapi({ description: "`nextCursor` of the previous page" }),
  includeUrls: queryFlag().default(false).openapi({ description: "Include a short-lived URL for each file" }),
};

/** Response of a list with page numbers. */
export function pageOf<S extends z.ZodType>(item: S, name: string) {
  return z
    .object({ items: z.array(item), totalItems: integer(), pageNumber: integer(), pageSize: integer() })
    .openapi(name);
}
