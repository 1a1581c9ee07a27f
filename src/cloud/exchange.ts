/** One request to the platform with timeout, redirects and retries. The key is only sent to the configured host. */
import { Failure } from "../errors.ts";
import { sleep } from "../lib/deadline.ts";
import { proxyFor } from "../lib/loopback.ts";
import { since, trace } from "../lib/trace.ts";
import { CHECK_ADDRESS, redactKey, refusalFailure, retryAfterMs } from "./refusals.ts";

const KEY_HEADER = "X-Svc-API-Key";

/** Timeout until the response begins. Starting a browser takes longest. */
const REQUEST_MS = 60_000;

/** Maximum attempts. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
/** Longest pause before a retry; for a longer `Retry-After` the request fails. */
const MAX_PAUSE_MS = 30_000;

const MAX_REDIRECTS = 3;

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Reasons why nothing was sent, by error code of Bun or the system. */
const REASONS: Record<string, string> = {
  ConnectionRefused: "the connection was refused",
  ECONNREFUSED: "the connection was refused",
  FailedToOpenSocket: "the connection was refused",
  ENOTFOUND: "the host does not exist",
  EAI_AGAIN: "the host name could not be resolved",
};

export interface ApiRequest {
  /** Base URL of all API versions. */
  base: URL;
  /** Absent for endpoints without authentication. */
  key?: string | undefined;
  method: Method;
  /** Begins with the version, like `/v2/profiles`. */
  path: string;
  /** JSON. */
  body?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Maximum attempts. */
  attempts?: number;
}

/** A failure that may be retried, with the pause that the server asked for. */
interface RetryableFailure {
  failure: Failure;
  pauseMs?: number | undefined;
}

/** Transient failures: no answer, rate limits, server errors. */
const transientFailures = new WeakSet<Failure>();

/** Marks a failure as transient. */
export function markTransient(failure: Failure): Failure {
  transientFailures.add(failure);
  return failure;
}

/** True when the same request may succeed later. */
export function isTransient(error: unknown): boolean {
  return error instanceof Failure && transientFailures.has(error);
}

/**
 * Sends a request, with retries where they cannot create anything twice. Resolves only for 2xx. Errors: `no_key`, `api_refused`
 * for 4xx, `api` for 5xx or no answer, and the reason of the signal.
 */
export async function exchange(asked: ApiRequest, signal: AbortSignal): Promise<Response> {
  const { attempts = ATTEMPTS } = asked;
  for (let attempt = 1; ; attempt++) {
    const result = await once(asked, signal);
    if (result instanceof Response) return result;
    const pauseMs = result.pauseMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
    if (attempt === attempts || pauseMs > MAX_PAUSE_MS) throw result.failure;
    await sleep(pauseMs, signal);
  }
}

/** One attempt. Throws failures that a retry cannot change. */
async function once(asked: ApiRequest, signal: AbortSignal): Promise<Response | RetryableFailure> {
  signal.throwIfAborted();
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(), REQUEST_MS);
  try {
    // The timeout covers the body of a refusal, not that of a success.
    const response = await send(asked, AbortSignal.any([signal, slow.signal]));
    return response.ok ? response : await refuse(asked, response);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (signal.aborted) throw signal.reason;
    return unanswered(asked, error as Error, slow.signal.aborted);
  } finally {
    clearTimeout(timer);
  }
}

/** Follows redirects only within the host and with the same method and body, since they carry the key. */
async function send({ base, key, method, path, body, headers }: ApiRequest, signal: AbortSignal): Promise<Response> {
  let url = new URL(base.href + path);
  for (let hops = 0; ; hops++) {
    const startedMs = performance.now();
    const response = await fetch(url.href, {
      method,
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        ...headers,
        ...(key === undefined ? {} : { [KEY_HEADER]: key }),
      },
      redirect: "manual",
      signal,
      // Disables Bun's timeout of five minutes: a stream may be silent for longer.
      timeout: false,
      ...proxyFor(url),
      ...(body === undefined ? {} : { body }),
    } as RequestInit);
    trace.http?.(`${method} ${url.origin}${url.pathname} ${response.status} ${since(startedMs)}`);
    const to = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || to === null) return response;
    await response.body?.cancel();
    const next = URL.parse(to, url.href);
    const keeps = method === "GET" || response.status === 307 || response.status === 308;
    if (next?.origin !== url.origin || !keeps || hops === MAX_REDIRECTS) {
      throw new Failure(
        "api",
        `${base.host} redirects to ${next?.origin ?? "another address"}, which must not receive the key`,
        CHECK_ADDRESS,
      );
    }
    url = next;
  }
}

function unanswered(asked: ApiRequest, error: Error, isSlow: boolean): RetryableFailure {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const why = isSlow
    ? `no answer within ${REQUEST_MS / 1_000} s`
    : (REASONS[code] ?? (error.message.includes(code) ? error.message : `${error.message} ${code}`));
  const failure = new Failure(
    "api",
    `${asked.base.host} could not be reached: ${redactKey(asked.key)(why)}`,
    "Check the network and the address: `svc config get base_url`.",
    { cause: error },
  );
  markTransient(failure);
  // A request that may have arrived could create a second browser or profile.
  const neverArrived = code in REASONS;
  if (isSlow || !(neverArrived || isRepeatable(asked))) throw failure;
  return { failure };
}

function isRepeatable({ method }: ApiRequest): boolean {
  return method !== "POST";
}

async function refuse(asked: ApiRequest, response: Response): Promise<RetryableFailure> {
  const { status, headers } = response;
  // Removes the key if the server repeats it.
  const text = (await response.text()).replaceAll(asked.key ?? "\0", "••••");
  const failure = refusalFailure({ status, text, method: asked.method, path: asked.path }, redactKey(asked.key));
  // 501 does not change soon.
  if (status === 429 || (status >= 500 && status !== 501)) markTransient(failure);
  if (status !== 429 && !(isRepeatable(asked) && status >= 502 && status <= 504)) throw failure;
  return { failure, pauseMs: retryAfterMs(headers) };
}
