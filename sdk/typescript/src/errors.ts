/** Errors of the SDK. None of them holds a key, a header of a request, or the query of an address. */

/** Kinds of refusal, by status. */
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

/** Whatever the SDK throws, except `TypeError` for arguments and the reason of a signal. */
export class SvcError extends Error {
  // Written out: bundlers and minifiers give classes other names.
  override readonly name: string = "SvcError";
  readonly code: ErrorCode;
  /** What to do about it, where something can be done. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, { hint, cause }: { hint?: string | undefined; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** One fault of a request that was refused with 422. */
export interface Problem {
  /** `body`, `query`, `path` or `header`, then the way to the field. */
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** The server refused. */
export class ApiError extends SvcError {
  override readonly name = "ApiError";
  readonly status: number;
  /** Finds the call in the log of the server. */
  readonly requestId: string | undefined;
  /** What is wrong where, of a 422. */
  readonly problems: readonly Problem[];
  /** Milliseconds after which the server wants to be asked again. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, headers: Headers, text: string) {
    const body = objectIn(text);
    const problems = Array.isArray(body.detail) ? (body.detail as Problem[]) : [];
    const said =
      problems.length > 0 ? problems.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ") : body.detail;
    super(codeOf(status), `${status} ${typeof said === "string" && said !== "" ? said : "The server refused"}`, {
      hint: typeof body.hint === "string" ? body.hint : undefined,
    });
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

/** The server could not be reached, or its answer broke off. */
export class ApiConnectionError extends SvcError {
  override readonly name = "ApiConnectionError";
  constructor(message: string, cause?: unknown) {
    super("connection", message, { cause, hint: "Check the network and the address in SVC_BASE_URL." });
  }
}

/** A call or a wait took longer than it was given. */
export class ApiTimeoutError extends SvcError {
  override readonly name = "ApiTimeoutError";
  constructor(message: string) {
    super("timeout", message);
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
