/**
 * Encodes values that IndexedDB stores but JSON does not: dates, bytes, maps, sets, blobs, files, big integers, shared
 * and circular references. Uses Playwright's type tags where they exist: `d` date, `u` URL, `bi` big integer, `v` one of
 * undefined, NaN, -0 and the infinities, `r` regular expression, `e` error, `a` array, `o` object, `ta` typed array,
 * `ref` reference to an earlier id. Additional ones are `ab` bytes, `m` map, `s` set, `bl` blob, `fi` file and `w`
 * wrapped primitive.
 */

type Encoded = unknown;

/** True for a value that JSON represents exactly. */
export function isPlain(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object" || depth > 100) return false;
  if (Array.isArray(value)) {
    // JSON has no holes and no named properties in arrays.
    return Object.keys(value).length === value.length && value.every((one) => isPlain(one, depth + 1));
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.entries(value).every(([name, one]) => name !== "__proto__" && isPlain(one, depth + 1));
}

const ARRAYS = {
  i8: Int8Array,
  ui8: Uint8Array,
  ui8c: Uint8ClampedArray,
  i16: Int16Array,
  ui16: Uint16Array,
  i32: Int32Array,
  ui32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
  bi64: BigInt64Array,
  bui64: BigUint64Array,
  dv: DataView,
} as const;

type ArrayKind = keyof typeof ARRAYS;

const ERRORS: Record<string, ErrorConstructor> = {
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

/** Encodes a value; `seen` contains the ids of its objects. Throws for a value that cannot be encoded. */
export async function encode(value: unknown, seen = new Map<object, number>()): Promise<Encoded> {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (value === undefined) return { v: "undefined" };
  if (typeof value === "number") return encodedNumber(value);
  if (typeof value === "bigint") return { bi: value.toString() };
  if (typeof value !== "object") throw new TypeError("not cloneable");
  const known = seen.get(value);
  if (known !== undefined) return { ref: known };
  const id = seen.size + 1;
  seen.set(value, id);
  if (Array.isArray(value)) return await encodedList(value, id, seen);
  if (value instanceof Map) return { m: await pairs([...value], seen), id };
  if (value instanceof Set) return { s: await all([...value], seen), id };
  const leaf = await encodedLeaf(value);
  if (leaf) return { ...leaf, id };
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new TypeError("not encodable");
  const o: { k: string; v: Encoded }[] = [];
  for (const [k, one] of Object.entries(value)) o.push({ k, v: await encode(one, seen) });
  return { o, id };
}

function encodedNumber(value: number): Encoded {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  return { v: Object.is(value, -0) ? "-0" : String(value) };
}

async function encodedList(value: unknown[], id: number, seen: Map<object, number>): Promise<Encoded> {
  const a: Encoded[] = [];
  for (let n = 0; n < value.length; n++) a.push(await encode(value[n], seen));
  return { a, id };
}

async function all(values: unknown[], seen: Map<object, number>): Promise<Encoded[]> {
  const encoded: Encoded[] = [];
  for (const one of values) encoded.push(await encode(one, seen));
  return encoded;
}

async function pairs(entries: [unknown, unknown][], seen: Map<object, number>): Promise<Encoded[]> {
  const encoded: Encoded[] = [];
  for (const [key, value] of entries) encoded.push([await encode(key, seen), await encode(value, seen)]);
  return encoded;
}

async function encodedLeaf(value: object): Promise<Record<string, Encoded> | undefined> {
  if (value instanceof Date) return { d: Number.isNaN(value.getTime()) ? null : value.toISOString() };
  if (value instanceof RegExp) return { r: { p: value.source, f: value.flags } };
  if (value instanceof Error) return { e: { n: value.name, m: value.message, s: value.stack ?? "" } };
  if (value instanceof ArrayBuffer) return { ab: new Uint8Array(value).toBase64() };
  if (ArrayBuffer.isView(value)) {
    const k = (Object.keys(ARRAYS) as ArrayKind[]).find((kind) => value instanceof ARRAYS[kind]);
    if (k) return { ta: { b: new Uint8Array(value.buffer, value.byteOffset, value.byteLength).toBase64(), k } };
  }
  if (value instanceof Blob) return await encodedBlob(value);
  if (value instanceof Boolean || value instanceof Number || value instanceof String) {
    const inner = value.valueOf();
    return { w: typeof inner === "number" ? encodedNumber(inner) : inner };
  }
  return undefined;
}

async function encodedBlob(value: Blob): Promise<Record<string, Encoded>> {
  const b = new Uint8Array(await value.arrayBuffer()).toBase64();
  const { type: t } = value;
  return value instanceof File ? { fi: { b, t, n: value.name, l: value.lastModified } } : { bl: { b, t } };
}

/** Decodes a value. Throws for an unknown type tag. */
export function decode(encoded: Encoded, known = new Map<number, unknown>()): unknown {
  if (!isObject(encoded)) return encoded;
  const tagged = encoded as Record<string, never> & { id?: number };
  const register = <T>(value: T): T => registerId(known, tagged.id, value);
  if ("ref" in tagged) return known.get(tagged.ref);
  if ("a" in tagged) {
    const list: unknown[] = register([]);
    for (const one of tagged.a as Encoded[]) list.push(decode(one, known));
    return list;
  }
  if ("o" in tagged) {
    const object = register({});
    for (const { k, v } of tagged.o as { k: string; v: Encoded }[]) define(object, k, decode(v, known));
    return object;
  }
  if ("m" in tagged) {
    const map = register(new Map());
    for (const [key, value] of tagged.m as [Encoded, Encoded][]) map.set(decode(key, known), decode(value, known));
    return map;
  }
  if ("s" in tagged) {
    const set = register(new Set());
    for (const one of tagged.s as Encoded[]) set.add(decode(one, known));
    return set;
  }
  return register(decodedLeaf(tagged as Leaf));
}

function registerId<T>(known: Map<number, unknown>, id: number | undefined, value: T): T {
  if (id !== undefined) known.set(id, value);
  return value;
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === "object";
}

/** Sets an own property, even one named `__proto__`. */
function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

const SPECIAL: Record<string, unknown> = {
  undefined,
  null: null,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  "-Infinity": Number.NEGATIVE_INFINITY,
  "-0": -0,
};

interface Leaf {
  v?: string;
  bi?: string;
  d?: string | null;
  u?: string;
  r?: { p: string; f: string };
  e?: { n: string; m: string; s: string };
  ab?: string | { b: string };
  ta?: { b: string; k: ArrayKind };
  bl?: { b: string; t: string };
  fi?: { b: string; t: string; n: string; l: number };
  w?: Encoded;
}

function decodedLeaf(tagged: Leaf): unknown {
  if (tagged.v !== undefined) return SPECIAL[tagged.v];
  if (tagged.bi !== undefined) return BigInt(tagged.bi);
  if (tagged.d !== undefined) return new Date(tagged.d ?? Number.NaN);
  if (tagged.u !== undefined) return tagged.u;
  if (tagged.r) return new RegExp(tagged.r.p, tagged.r.f);
  if (tagged.e) return decodedError(tagged.e);
  if (tagged.ab !== undefined)
    return Uint8Array.fromBase64(typeof tagged.ab === "string" ? tagged.ab : tagged.ab.b).buffer;
  if (tagged.ta) {
    const View = ARRAYS[tagged.ta.k] as new (buffer: ArrayBuffer) => ArrayBufferView;
    return new View(Uint8Array.fromBase64(tagged.ta.b).buffer);
  }
  if (tagged.bl) return new Blob([Uint8Array.fromBase64(tagged.bl.b)], { type: tagged.bl.t });
  if (tagged.fi)
    return new File([Uint8Array.fromBase64(tagged.fi.b)], tagged.fi.n, {
      type: tagged.fi.t,
      lastModified: tagged.fi.l,
    });
  if ("w" in tagged) return Object(decode(tagged.w));
  throw new TypeError("unknown type tag");
}

function decodedError({ n, m, s }: { n: string; m: string; s: string }): Error {
  const error = new (ERRORS[n] ?? Error)(m);
  if (error.name !== n) error.name = n;
  error.stack = s;
  return error;
}
