/** Errors of the SDK. No error contains the key, a request header or the query of a URL. */

/** Error codes by HTTP status. */
const CODES: Record<number, ErrorCode> = {
  400: "bad_request",
  401: "unauthorized",
  402: "payment_required",
  403: "forbidden",
  404: "not_found",
  408: "timeout",
  409: "conflict",
  413: "too_large",
  415: "unsupported_media_type",
  422: "invalid",
  429: "rate_limited",
  501: "not_implemented",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

export type ErrorCode =
  | "bad_request"
  | "unauthorized"
  | "payment_required"
  | "forbidden"
  | "not_found"
  | "timeout"
  | "conflict"
  | "too_large"
  | "unsupported_media_type"
  | "invalid"
  | "rate_limited"
  | "not_implemented"
  | "unavailable"
  | "server_error"
  | "connection"
  | "configuration"
  | "file"
  | "task_failed"
  | "signature";

/** Base class of all errors of the SDK, except `TypeError` for invalid arguments and the reason of an aborted signal. */
export class SvcError extends Error {
  // A literal, since minifiers rename classes.
  override readonly name: string = "SvcError";
  readonly code: ErrorCode;
  /** What to do next, when there is something to do. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, { hint, cause }: { hint?: string | undefined; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** One problem of a request that was refused with 422. */
export interface Problem {
  /** `body`, `query`, `path` or `header`, then the path to the field. */
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** The server answered with an error status. */
export class ApiError extends SvcError {
  override readonly name = "ApiError";
  readonly status: number;
  /** Id of the request in the log of the server. */
  readonly requestId: string | undefined;
  /** All problems of a request that was refused with 422. */
  readonly problems: readonly Problem[];
  /** Milliseconds from the header `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, headers: Headers, text: string) {
    const body = objectIn(text);
    const problems = Array.isArray(body.detail) ? (body.detail as Problem[]) : [];
    const said =
      problems.length > 0 ? problems.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ") : body.detail;
    super(
      codeOf(status),
      `${status} ${typeof said === "string" && said !== "" ? said : "The server refused the request"}`,
      {
        hint: typeof body.hint === "string" ? body.hint : undefined,
      },
    );
    this.status = status;
    this.problems = problems;
    this.requestId = headers.get("x-request-id") ?? undefined;
    const after = headers.get("retry-after");
    const seconds =
      after === null
        ? Number.NaN
        : Number.isNaN(Number(after))
          ? (Date.parse(after) - Date.now()) / 1000
          : Number(after);
    this.retryAfterMs = Number.isNaN(seconds) ? undefined : Math.max(0, seconds * 1000);
  }
}

/** The server could not be reached, or the connection was lost. */
export class ApiConnectionError extends SvcError {
  override readonly name = "ApiConnectionError";
  constructor(message: string, cause?: unknown) {
    super("connection", message, { cause, hint: "Check the network and the address in SVC_BASE_URL." });
  }
}

/** A call or a wait exceeded its timeout. */
export class ApiTimeoutError extends SvcError {
  override readonly name = "ApiTimeoutError";
  constructor(message: string, hint?: string) {
    super("timeout", message, { hint });
  }
}

function codeOf(status: number): ErrorCode {
  return CODES[status] ?? (status >= 500 ? "server_error" : "bad_request");
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
