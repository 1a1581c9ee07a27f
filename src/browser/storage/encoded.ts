/** Validates values in the encoding of `page/inject/storage/encode.ts`, at every depth, so that a file is loaded completely or not at all. */

type TaggedValue = Record<string, unknown>;

const SPECIAL = new Set(["undefined", "null", "NaN", "Infinity", "-Infinity", "-0"]);
const ARRAYS = new Set("i8 ui8 ui8c i16 ui16 i32 ui32 f32 f64 bi64 bui64 dv".split(" "));

/** Bytes per element, when more than one: typed arrays refuse a remainder. */
const WIDTHS: Record<string, number> = { i16: 2, ui16: 2, i32: 4, ui32: 4, f32: 4, f64: 8, bi64: 8, bui64: 8 };

const CHECKS: Record<string, (value: unknown) => boolean> = {
  ref: Number.isInteger,
  v: (value) => SPECIAL.has(String(value)),
  bi: (value) => /^-?\d+$/.test(String(value)),
  a: (value) => Array.isArray(value) && value.every(isEncoded),
  o: (value) =>
    Array.isArray(value) && value.every((one) => isObject(one) && typeof one.k === "string" && isEncoded(one.v)),
  m: (value) =>
    Array.isArray(value) && value.every((one) => Array.isArray(one) && one.length === 2 && one.every(isEncoded)),
  s: (value) => Array.isArray(value) && value.every(isEncoded),
  d: (value) => value === null || (typeof value === "string" && !Number.isNaN(Date.parse(value))),
  u: (value) => typeof value === "string",
  r: (value) => isObject(value) && isPattern(value),
  e: (value) => isObject(value) && [value.n, value.m, value.s].every((one) => typeof one === "string"),
  ab: (value) => isBytes(isObject(value) ? value.b : value),
  ta: (value) => isObject(value) && ARRAYS.has(String(value.k)) && isBytes(value.b, WIDTHS[String(value.k)]),
  bl: (value) => isObject(value) && isBytes(value.b) && typeof value.t === "string",
  fi: (value) => isObject(value) && isBytes(value.b) && typeof value.t === "string" && typeof value.n === "string",
  w: isEncoded,
};

/** True for primitives and for objects with one known tag and valid content. */
export function isEncoded(value: unknown): boolean {
  if (value === null || /^(string|number|boolean)$/.test(typeof value)) return true;
  if (!isObject(value)) return false;
  const tag = Object.keys(value).find((one) => Object.hasOwn(CHECKS, one));
  return tag !== undefined && (CHECKS[tag]?.(value[tag]) ?? false);
}

function isObject(value: unknown): value is TaggedValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isBytes(value: unknown, width = 1): boolean {
  if (typeof value !== "string" || !/^[\w+/-]*={0,2}$/.test(value)) return false;
  return Buffer.from(value, "base64").length % width === 0;
}

function isPattern({ p, f }: TaggedValue): boolean {
  try {
    return new RegExp(String(p), String(f)) !== null;
  } catch {
    return false;
  }
}
