/** Sends the calls of the API: retries, timeouts and errors. Only this file knows the key. */
import { baseOf, keyOf, variable } from "./environment.ts";
import { ApiConnectionError, ApiError, ApiTimeoutError, SvcError } from "./errors.ts";
import { eventsOf } from "./events.ts";
import { fetchOf } from "./fetch.ts";
import { Pages, type Paging } from "./pages.ts";
import { sleep } from "./sleep.ts";
import type { CallOptions, ClientOptions, Fetch, ServerEvent } from "./types.ts";

type Query = Readonly<Record<string, unknown>>;

export interface Sending {
  query?: object;
  body?: object;
  takesIdempotencyKey?: boolean;
  /** The response is text, not JSON. */
  isText?: boolean;
}

type Limits = Required<Pick<ClientOptions, "timeoutMs" | "totalTimeoutMs" | "maxRetries">>;

export class Http {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly #key: string;
  readonly #limits: Limits;

  constructor(options: ClientOptions) {
    this.baseUrl = baseOf(options.baseUrl ?? variable("SVC_BASE_URL"));
    this.#key = keyOf(options.apiKey ?? variable("SVC_API_KEY"));
    this.fetch = options.fetch ?? fetchOf();
    const { timeoutMs = 60_000, totalTimeoutMs = 180_000, maxRetries = 3 } = options;
    this.#limits = { timeoutMs, totalTimeoutMs, maxRetries };
  }

  /** The parsed response; undefined for 204. Errors: `ApiError`, `ApiConnectionError`, `ApiTimeoutError`. */
  async call<T>(method: string, path: string, sending: Sending, options: CallOptions = {}): Promise<T> {
    const { body, takesIdempotencyKey, isText } = sending;
    const key = options.idempotencyKey ?? (takesIdempotencyKey ? crypto.randomUUID() : undefined);
    const headers: Record<string, string> = { "X-Svc-API-Key": this.#key, accept: isText ? "*/*" : "application/json" };
    if (key !== undefined) headers["idempotency-key"] = key;
    if (body !== undefined) headers["content-type"] = "application/json";
    const init: RequestInit = { method, headers, redirect: "manual" };
    if (body !== undefined) init.body = JSON.stringify(body);
    const isRepeatable = takesIdempotencyKey === true || !["POST", "PATCH"].includes(method);
    return await this.repeat(isRepeatable, options, async (signal) => {
      const response = await this.fetch(this.#url(path, sending.query), { ...init, signal });
      const text = await response.text();
      if (!response.ok) throw new ApiError(response.status, response.headers, text);
      if (isText) return text as T;
      return (response.status === 204 ? undefined : JSON.parse(text)) as T;
    });
  }

  pages<R extends object, T>(path: string, query: object, paging: Paging, options?: CallOptions): Pages<R, T> {
    return new Pages((asked) => this.call("GET", path, { query: asked }, options), query as Query, paging);
  }

  /** Server-sent events. Connects again when the connection is lost. */
  events(
    path: string,
    { query = {} }: { query?: { lastEventId?: string } },
    options: CallOptions = {},
  ): AsyncIterable<ServerEvent> {
    return eventsOf(query.lastEventId, options.signal, (lastEventId, leaving) => {
      const headers: Record<string, string> = { "X-Svc-API-Key": this.#key, accept: "text/event-stream" };
      if (lastEventId !== undefined) headers["last-event-id"] = lastEventId;
      const { lastEventId: _, ...rest } = query;
      return this.repeat(true, { ...options, signal: leaving }, async (signal) => {
        // The timeout of the attempt is for the head of the response: the stream itself may take longer.
        const attempt = new AbortController();
        const stop = () => attempt.abort(signal.reason);
        signal.addEventListener("abort", stop, { once: true });
        const response = await this.fetch(this.#url(path, rest), {
          headers,
          redirect: "manual",
          signal: AbortSignal.any([leaving, attempt.signal]),
        });
        signal.removeEventListener("abort", stop);
        if (response.ok) return response;
        throw new ApiError(response.status, response.headers, await response.text());
      });
    });
  }

  /**
   * Runs `attempt` until it succeeds or the timeouts and retries of the call are used up. A request that could have its effect
   * twice (`isRepeatable` is false) is only retried after 429, since the server has done nothing then.
   */
  async repeat<T>(
    isRepeatable: boolean,
    options: CallOptions,
    attempt: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { timeoutMs, totalTimeoutMs, maxRetries } = { ...this.#limits, ...defined(options) };
    const { signal: caller } = options;
    const untilMs = performance.now() + totalTimeoutMs;
    for (let tries = 0; ; tries++) {
      caller?.throwIfAborted();
      const leftMs = Math.max(1, Math.min(timeoutMs, untilMs - performance.now()));
      const timeout = AbortSignal.timeout(Math.ceil(leftMs));
      try {
        return await attempt(caller ? AbortSignal.any([caller, timeout]) : timeout);
      } catch (error) {
        caller?.throwIfAborted();
        const problem = timeout.aborted
          ? new ApiTimeoutError(`The server did not answer within ${Math.round(leftMs)} ms`, "Pass a longer timeoutMs.")
          : problemOf(error);
        const delayMs = delayOf(problem, isRepeatable, tries);
        const isOver = delayMs === undefined || tries >= maxRetries || performance.now() + delayMs >= untilMs;
        if (isOver) throw problem;
        await sleep(delayMs, caller);
      }
    }
  }

  #url(path: string, query: object = {}): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      for (const one of Array.isArray(value) ? value : [value])
        if (one !== undefined && one !== null) search.append(name, String(one));
    const text = search.toString();
    return `${this.baseUrl}${path}${text === "" ? "" : `?${text}`}`;
  }
}

function defined(options: CallOptions): Partial<Limits> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Turns an error of `fetch` or `JSON.parse` into an error of the SDK. */
function problemOf(error: unknown): Error {
  if (error instanceof SvcError) return error;
  if (error instanceof SyntaxError)
    return new ApiConnectionError(
      "The response is not valid JSON: it was cut off, or the address is not that of the API",
    );
  return new ApiConnectionError("The server cannot be reached, or the connection was lost", error);
}

function isOfConnection(problem: Error): boolean {
  return problem instanceof ApiConnectionError || problem instanceof ApiTimeoutError;
}

/** Milliseconds to wait before the next attempt; undefined when a retry is not allowed or useless. */
function delayOf(problem: Error, isRepeatable: boolean, tries: number): number | undefined {
  const grown = Math.min(8_000, 500 * 2 ** tries) * (0.75 + Math.random() / 4);
  if (!(problem instanceof ApiError)) return isRepeatable && isOfConnection(problem) ? grown : undefined;
  const { status, retryAfterMs = grown } = problem;
  if (status === 429) return retryAfterMs;
  return isRepeatable && status >= 502 && status <= 504 ? retryAfterMs : undefined;
}
