/** Converts error responses of the platform to failures. */
import { Failure, type FailureCode } from "../errors.ts";
import { shorten } from "../lib/shorten.ts";

export const GET_A_KEY = "Run `svc cloud login` in a terminal, or `svc cloud login - < <file>`, or set SVC_API_KEY.";

export const CHECK_ADDRESS = "Check the address: `svc config get base_url`.";

/** A refused request. */
export interface RefusedRequest {
  status: number;
  /** The body of the response. */
  text: string;
  method: string;
  path: string;
}

const refusals = new WeakMap<Failure, RefusedRequest>();

/** The HTTP status of a failure; undefined without a response. */
export function statusOf(error: unknown): number | undefined {
  return refusalOf(error)?.status;
}

/** The refused request of a failure; undefined without a response. */
export function refusalOf(error: unknown): RefusedRequest | undefined {
  return error instanceof Failure ? refusals.get(error) : undefined;
}

/** Returns a function that removes the key from a text and shortens it. */
export function redactKey(key: string | undefined): (text: string) => string {
  return (text) => shorten(key === undefined ? text : text.replaceAll(key, "••••"), 500);
}

/** The failure for a refusal: `no_key` for 401, and for 403 when the message concerns the key. */
export function refusalFailure(refusal: RefusedRequest, clean: (text: string) => string): Failure {
  const { status } = refusal;
  const said = messageIn(refusal.text);
  const isKey = status === 401 || (status === 403 && /\bkey\b|credential|authenticat/i.test(said ?? ""));
  const code = isKey ? "no_key" : status < 500 ? "api_refused" : "api";
  const what = code === "api" ? "failed" : code === "no_key" ? "refused the key" : "refused";
  const message = `the platform ${what} (HTTP ${status})${said === undefined ? "" : `: ${clean(said)}`}`;
  const failure = new Failure(code, message, hintFor(code, refusal, said, clean));
  refusals.set(failure, refusal);
  return failure;
}

function hintFor(
  code: FailureCode,
  { text }: RefusedRequest,
  said: string | undefined,
  clean: (text: string) => string,
): string | undefined {
  if (code === "no_key") return GET_A_KEY;
  const own = objectIn(text)?.hint;
  if (typeof own === "string" && own !== "") return clean(own);
  if (code === "api") return "Run the command again later.";
  // The platform always gives a reason; without one, another server may have answered.
  return said === undefined || /^not found$/i.test(said) ? CHECK_ADDRESS : undefined;
}

/** The message in an error body: `message`, `detail` as text or as a list of fields, or else the JSON. Undefined without JSON. */
function messageIn(body: string): string | undefined {
  const said = objectIn(body);
  if (!said) return undefined;
  const { message, detail } = said;
  if (typeof message === "string" && message !== "") return message;
  if (typeof detail === "string" && detail !== "") return detail;
  const wrong = Array.isArray(detail) && detail.length > 0 ? detail.map(wrongField) : [undefined];
  return wrong.every((one) => one !== undefined) ? wrong.join("; ") : JSON.stringify(detail ?? said);
}

function wrongField(one: { loc?: unknown; msg?: unknown } | null): string | undefined {
  if (!Array.isArray(one?.loc) || typeof one.msg !== "string") return undefined;
  const where = one.loc.filter((part) => part !== "body").join(".");
  return where === "" ? one.msg : `${where}: ${one.msg}`;
}

export function objectIn(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** `Retry-After` in milliseconds: seconds, or a date. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
