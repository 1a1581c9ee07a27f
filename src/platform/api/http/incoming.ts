/**
 * What arrives with a request, read within bounds and checked against its endpoint. A body is JSON of a limited size and
 * depth, said to be JSON: a form of another site's page cannot say that.
 */
import { Refusal } from "../../refusal.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import { z } from "./hono.ts";
import { unknownMembers } from "./ignored.ts";
import { Invalid, type Problem, problemsOf } from "./problems.ts";

const MAX_BODY_BYTES = 1_048_576;

/** No request of the API is deeper than a schema within a field; recursion over what is deeper would end the process's stack. */
const MAX_DEPTH = 100;

/** How long a body may take to arrive. */
const BODY_MS = 30_000;

/** Of endpoints that take no query. */
const NOTHING = z.object({});

export interface Incoming {
  params: unknown;
  query: unknown;
  body: unknown;
  /** Members of query and body that the endpoint does not know. */
  ignored: string[];
}

/** Refuses a body that says itself that it is too large, before anything is read. Errors: `Refusal` 413. */
export function checkLength({ headers }: Request): void {
  const length = Number(headers.get("content-length") ?? 0);
  if (length > MAX_BODY_BYTES) throw tooLarge();
}

/** Errors: `Invalid` with all that is wrong in path, query and body; `Refusal` for a body that cannot be read. */
export async function checked(
  one: AnyEndpoint,
  request: Request,
  params: Record<string, string>,
  bodyMs = BODY_MS,
): Promise<Incoming> {
  const query = queryOf(new URL(request.url).searchParams);
  const body = one.body ? await bodyOf(request, one.bodyOptional === true, bodyMs) : { value: undefined };
  const problems: Problem[] = [];
  const check = (place: "path" | "query" | "body", schema: z.ZodType | undefined, input: unknown) => {
    if (!schema) return undefined;
    const unstorable = place === "path" ? [] : unstorableIn(place, input);
    if (unstorable.length > 0) return void problems.push(...unstorable);
    const result = schema.safeParse(input);
    if (!result.success) problems.push(...problemsOf(place, result.error.issues, input));
    return result.data;
  };
  const ignored = [
    ...unknownMembers(one.query ?? NOTHING, query, ["query"]),
    ...(one.body && "value" in body ? unknownMembers(one.body, body.value, ["body"]) : []),
  ];
  const found = {
    ignored,
    params: check("path", one.params, params),
    query: check("query", one.query, query),
    body: "problem" in body ? void problems.push(body.problem) : check("body", one.body, body.value),
  };
  if (problems.length > 0) throw new Invalid(problems);
  return found;
}

/** What is given more than once is a list: schemas say what takes one. */
function queryOf(params: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}

type Body = { value: unknown } | { problem: Problem };

async function bodyOf(request: Request, isOptional: boolean, bodyMs: number): Promise<Body> {
  const bytes = await bytesOf(request, bodyMs);
  if (bytes.length === 0) return absent(isOptional);
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw new Refusal(415, "The body is not said to be JSON", { hint: "Send it with content-type: application/json." });
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message.replace(/^JSON Parse error: /, "") : "it is no UTF-8";
    return { problem: { loc: ["body"], msg: `JSON decode error: ${why}`, type: "json_invalid" } };
  }
  if (value === null) return absent(isOptional);
  if (typeof value === "object" && !Array.isArray(value)) return { value };
  return { problem: { loc: ["body"], msg: "Input should be a valid object", type: "model_attributes_type" } };
}

function absent(isOptional: boolean): Body {
  return isOptional ? { value: {} } : { problem: { loc: ["body"], msg: "Field required", type: "missing" } };
}

/** Errors: `Refusal` 413 when it is too large, 408 when it does not come, 415 when it is compressed, 400 when it breaks off. */
async function bytesOf({ body, headers }: Request, bodyMs: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  if ((headers.get("content-encoding") ?? "identity").toLowerCase() !== "identity")
    throw new Refusal(415, "Compressed bodies are not taken", { hint: "Send it without content-encoding." });
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel().catch(() => {});
  }, bodyMs);
  try {
    for (let bytes = 0; ; ) {
      const { done, value } = await reader.read();
      if (isLate) throw new Refusal(408, "The body did not arrive in time");
      if (done) return Buffer.concat(chunks);
      bytes += value.byteLength;
      if (bytes > MAX_BODY_BYTES) throw tooLarge();
      chunks.push(value);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(400, "The body broke off");
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => {});
  }
}

function tooLarge(): Refusal {
  return new Refusal(413, `The body is larger than ${MAX_BODY_BYTES} bytes`);
}

/** Where a value stands: its name, and where what holds it stands. */
interface ClickTarget {
  value: object;
  name: string | number;
  depth: number;
  inside: ClickTarget | undefined;
}

/**
 * What no schema should see: more depth than recursion bears, and text that PostgreSQL does not keep as it is. Walks without
 * recursion, and makes nothing for members that are neither text nor hold others: a body may have half a million of them.
 */
function unstorableIn(place: "query" | "body", input: unknown): Problem[] {
  const left: ClickTarget[] = [{ value: input as object, name: place, depth: 0, inside: undefined }];
  for (let spot = left.pop(); spot; spot = left.pop()) {
    const { value, depth } = spot;
    if (depth > MAX_DEPTH)
      return [{ loc: [place], msg: `JSON is nested deeper than ${MAX_DEPTH}`, type: "json_invalid" }];
    const names = Array.isArray(value) ? value.keys() : Object.keys(value);
    for (const name of names) {
      const member = (value as Record<string | number, unknown>)[name];
      const fault = faultOf(name) ?? faultOf(member);
      if (fault) return [{ loc: [...locOf(spot), name], msg: fault, type: "value_error" }];
      if (typeof member === "object" && member !== null)
        left.push({ value: member, name, depth: depth + 1, inside: spot });
    }
  }
  return [];
}

function faultOf(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  if (text.includes("\0")) return "Text should hold no NUL character";
  return text.isWellFormed() ? undefined : "Text should be well-formed Unicode";
}

function locOf(spot: ClickTarget): (string | number)[] {
  const loc: (string | number)[] = [];
  for (let at: ClickTarget | undefined = spot; at; at = at.inside) loc.unshift(at.name);
  return loc;
}
