/** Client of the platform's HTTP API: address and key from the settings, JSON requests. Messages never contain the key. */
import { Failure } from "../errors.ts";
import { setting } from "../lib/settings.ts";
import { shorten } from "../lib/shorten.ts";
import { exchange, type Method, markTransient } from "./exchange.ts";
import { CHECK_ADDRESS, GET_A_KEY } from "./refusals.ts";

export type { Method } from "./exchange.ts";
export { statusOf } from "./refusals.ts";

/** Total timeout of a request, retries included. */
const WHOLE_MS = 180_000;

export interface ApiResponse {
  status: number;
  headers: Headers;
  /** Undefined without a body. */
  json: unknown;
}

/** Options of a request. */
export interface Extras {
  headers?: Readonly<Record<string, string>>;
  /** Maximum attempts. */
  attempts?: number;
}

export interface Api {
  /** Origin of the platform. */
  readonly origin: string;
  /**
   * Sends a request; `path` begins with the version, like `/v2/profiles`. Resolves for 2xx alone. Errors: `no_key`,
   * `api_refused` for 4xx, `api` for 5xx, silence and nonsense, and the signal's own reason.
   */
  request(
    method: Method,
    path: string,
    body: object | undefined,
    signal: AbortSignal,
    extras?: Extras,
  ): Promise<ApiResponse>;
  /** Like `request`, with a JSON text as body, and the unread response. */
  send(method: Method, path: string, body: string | undefined, signal: AbortSignal, extras?: Extras): Promise<Response>;
}

/** Opens the API. `key` overrides the settings. Errors: `usage` without an address, `no_key` without a key. */
export function openApi({ home, key }: { home: string; key?: string | undefined }): Api {
  const base = baseAddress(home);
  const apiKey = key ?? setting(home, "api_key");
  if (typeof apiKey !== "string" || apiKey === "")
    throw new Failure("no_key", "no API key of the cloud platform is set", GET_A_KEY);
  const send: Api["send"] = (method, path, body, signal, extras) =>
    exchange({ base, key: apiKey, method, path, body, ...extras }, signal);
  return {
    origin: base.origin,
    send,
    async request(method, path, body, signal, extras) {
      // The timeout includes the body.
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), WHOLE_MS);
      const both = AbortSignal.any([signal, deadline.signal]);
      const text = body === undefined ? undefined : JSON.stringify(body);
      try {
        return await read(base, await send(method, path, text, both, extras));
      } catch (error) {
        signal.throwIfAborted();
        throw deadline.signal.aborted ? incompleteAnswer(base, error) : error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** The base URL of all API versions, from the settings. Errors: `usage`. */
export function baseAddress(home: string): URL {
  return baseOf(String(setting(home, "base_url") ?? ""));
}

/** Accepts the address of the server, also with `/api`, `/api/v2` or `/api/v3`. */
export function baseOf(text: string): URL {
  const hint = "Run `svc config set base_url https://<host>`.";
  if (text === "") throw new Failure("usage", "the address of the cloud platform is not set", hint);
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "")
    throw new Failure("usage", `base_url is not an http or https address: ${shorten(text)}`, hint);
  if (url.username || url.password || url.search || url.hash)
    throw new Failure("usage", "base_url must not contain a user, a query or a fragment", hint);
  url.pathname = `${url.pathname.replace(/\/+$/, "").replace(/\/api(\/v\d+)?$/, "")}/api`;
  return url;
}

async function read(base: URL, response: Response): Promise<ApiResponse> {
  const { status, headers } = response;
  const text = await response.text().catch((error) => {
    throw incompleteAnswer(base, error);
  });
  if (text.trim() === "") return { status, headers, json: undefined };
  try {
    return { status, headers, json: JSON.parse(text) };
  } catch {
    throw new Failure(
      "api",
      `${base.host} did not answer like the cloud platform: not JSON (HTTP ${status})`,
      CHECK_ADDRESS,
    );
  }
}

function incompleteAnswer(base: URL, cause: unknown): Failure {
  const message = `the answer of ${base.host} ended early`;
  return markTransient(new Failure("api", message, "Run the command again later.", { cause }));
}
