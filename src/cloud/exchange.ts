/**
 * One request to the platform and its tries: how long it may take, where it may be sent on, what is tried again. Gives the
 * answer as it comes in, with its body unread. Knows no endpoint; the key goes to the configured host alone.
 */
import { Failure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { proxyFor } from "../lib/loopback.ts";
import { since, trace } from "../lib/trace.ts";
import { CHECK_ADDRESS, redactKey, refusalFailure, retryAfterMs } from "./refusals.ts";

const KEY_HEADER = "X-Svc-API-Key";

/** How long one request may take until its answer begins; starting a browser is the longest. */
const REQUEST_MS = 60_000;

/** What is tried again is tried this often in all. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
/** A server that asks for a longer pause is not waited for: its words are told instead. */
const MAX_PAUSE_MS = 30_000;

const MAX_REDIRECTS = 3;

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Why nothing was sent, by the codes of Bun and of the system. */
const REASONS: Record<string, string> = {
  ConnectionRefused: "the connection was refused",
  ECONNREFUSED: "the connection was refused",
  FailedToOpenSocket: "the connection was refused",
  ENOTFOUND: "the host does not exist",
  EAI_AGAIN: "the host name could not be resolved",
};

export interface ApiRequest {
  /** The folder that versions lie in. */
  base: URL;
  /** Absent where the endpoint needs none. */
  key?: string | undefined;
  method: Method;
  /** Begins with the version, like `/v2/profiles`. */
  path: string;
  /** JSON. */
  body?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** How often it is tried in all. */
  attempts?: number;
}

/** A failure that may pass, and the pause that the server asked for. */
interface RetryableFailure {
  failure: Failure;
  pauseMs?: number | undefined;
}

/** Failures that may pass by themselves: nobody answered, too many asked, or the server broke. */
const passing = new WeakSet<Failure>();

/** Marks it as one of them. */
export function markTransient(failure: Failure): Failure {
  passing.add(failure);
  return failure;
}

/** True where the same request may well succeed a little later. */
export function isTransient(error: unknown): boolean {
  return error instanceof Failure && passing.has(error);
}

/**
 * Sends a request; what may pass is tried again where that makes nothing twice. Resolves for 2xx alone. Errors: `no_key`,
 * `api_refused` for 4xx, `api` for 5xx and silence, and the signal's own reason.
 */
export async function exchange(asked: ApiRequest, signal: AbortSignal): Promise<Response> {
  const { attempts = ATTEMPTS } = asked;
  for (let attempt = 1; ; attempt++) {
    const result = await once(asked, signal);
    if (result instanceof Response) return result;
    const pauseMs = result.pauseMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
    if (attempt === attempts || pauseMs > MAX_PAUSE_MS) throw result.failure;
    await Promise.race([Bun.sleep(pauseMs), rejectOnAbort(signal)]);
  }
}

/** One try. Throws what another try would not change. */
async function once(asked: ApiRequest, signal: AbortSignal): Promise<Response | RetryableFailure> {
  signal.throwIfAborted();
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(), REQUEST_MS);
  try {
    // A refusal is read within the same time; a good answer may go on for as long as its reader wants.
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

/** Redirects within the host are followed where they keep method and body: the key must reach nobody else. */
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
      // A stream may be silent for longer than the five minutes that Bun allows by itself.
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
  // What may have arrived is not sent again where that would make a second browser or profile.
  const neverArrived = code in REASONS;
  if (isSlow || !(neverArrived || isRepeatable(asked))) throw failure;
  return { failure };
}

function isRepeatable({ method }: ApiRequest): boolean {
  return method !== "POST";
}

async function refuse(asked: ApiRequest, response: Response): Promise<RetryableFailure> {
  const { status, headers } = response;
  // The body may be shown as well as what it says: a server that repeats the key must not spread it.
  const text = (await response.text()).replaceAll(asked.key ?? "\0", "••••");
  const failure = refusalFailure({ status, text, method: asked.method, path: asked.path }, redactKey(asked.key));
  // What is not there yet will not be there in a moment.
  if (status === 429 || (status >= 500 && status !== 501)) markTransient(failure);
  if (status !== 429 && !(isRepeatable(asked) && status >= 502 && status <= 504)) throw failure;
  return { failure, pauseMs: retryAfterMs(headers) };
}
