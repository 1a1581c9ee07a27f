/**
 * Reads and validates a request. A body is JSON of limited size and depth. Its Content-Type must be JSON, which an HTML form of
 * another site cannot send.
 */
import { Refusal } from "../../refusal.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import { z } from "./hono.ts";
import { unknownMembers } from "./ignored.ts";
import { Invalid, type Problem, problemsOf } from "./problems.ts";

const MAX_BODY_BYTES = 1_048_576;

/** Deepest allowed JSON: validation recurses, and deeper input would overflow the stack. */
const MAX_DEPTH = 100;

/** Timeout for receiving a body. */
const BODY_MS = 30_000;

/** Query schema of endpoints without a query. */
const NO_QUERY = z.object({});

export interface Incoming {
  params: unknown;
  query: unknown;
  body: unknown;
  /** Fields of query and body that the endpoint does not have. */
  ignored: string[];
}

/** Checks Content-Length before the body is read. Errors: `Refusal` 413. */
export function checkLength({ headers }: Request): void {
  const length = Number(headers.get("content-length") ?? 0);
  if (length > MAX_BODY_BYTES) throw tooLarge();
}

/** Validates path, query and body. Errors: `Invalid` with all problems; `Refusal` for a body that cannot be read. */
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
    ...unknownMembers(one.query ?? NO_QUERY, query, ["query"]),
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

/** A repeated parameter becomes a list; the schema decides whether a list is allowed. */
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
    throw new Refusal(415, "Content-Type must be application/json", {
      hint: "Send the header Content-Type: application/json.",
    });
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message.replace(/^JSON Parse error: /, "") : "not valid UTF-8";
    return { problem: { loc: ["body"], msg: `JSON decode error: ${why}`, type: "json_invalid" } };
  }
  if (value === null) return absent(isOptional);
  if (typeof value === "object" && !Array.isArray(value)) return { value };
  return { problem: { loc: ["body"], msg: "Input should be a valid object", type: "model_attributes_type" } };
}

function absent(isOptional: boolean): Body {
  return isOptional ? { value: {} } : { problem: { loc: ["body"], msg: "Field required", type: "missing" } };
}

/** Errors: `Refusal` 413 if the body is too large, 408 on timeout, 415 if it is compressed, 400 if it is incomplete. */
async function bytesOf({ body, headers }: Request, bodyMs: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  if ((headers.get("content-encoding") ?? "identity").toLowerCase() !== "identity")
    throw new Refusal(415, "Compressed bodies are not supported", { hint: "Send the body without Content-Encoding." });
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
    throw error instanceof Refusal ? error : new Refusal(400, "The body is incomplete");
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => {});
  }
}

function tooLarge(): Refusal {
  return new Refusal(413, `The body is larger than ${MAX_BODY_BYTES} bytes`);
}

/** A value inside a request, with the path to it. */
interface JsonNode {
  value: object;
  name: string | number;
  depth: number;
  parent: JsonNode | undefined;
}

/**
 * Rejects input before schemas see it: JSON that is nested too deeply, and text that PostgreSQL cannot store. Iterative, and
 * allocates only for objects and arrays: a body can have half a million other values.
 */
function unstorableIn(place: "query" | "body", input: unknown): Problem[] {
  const queue: JsonNode[] = [{ value: input as object, name: place, depth: 0, parent: undefined }];
  for (let node = queue.pop(); node; node = queue.pop()) {
    const { value, depth } = node;
    if (depth > MAX_DEPTH)
      return [{ loc: [place], msg: `JSON is nested deeper than ${MAX_DEPTH}`, type: "json_invalid" }];
    const names = Array.isArray(value) ? value.keys() : Object.keys(value);
    for (const name of names) {
      const member = (value as Record<string | number, unknown>)[name];
      const fault = faultOf(name) ?? faultOf(member);
      if (fault) return [{ loc: [...locOf(node), name], msg: fault, type: "value_error" }];
      if (typeof member === "object" && member !== null)
        queue.push({ value: member, name, depth: depth + 1, parent: node });
    }
  }
  return [];
}

function faultOf(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  if (text.includes("\0")) return "Text should not contain NUL characters";
  return text.isWellFormed() ? undefined : "Text should be well-formed Unicode";
}

function locOf(node: JsonNode): (string | number)[] {
  const loc: (string | number)[] = [];
  for (let at: JsonNode | undefined = node; at; at = at.parent) loc.unshift(at.name);
  return loc;
}
