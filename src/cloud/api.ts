/**
 * The door to the platform's HTTP API: address and key of the settings, and requests that answer JSON. Knows no endpoint.
 * The key goes into no message.
 */
import { Failure } from "../errors.ts";
import { setting } from "../lib/settings.ts";
import { shorten } from "../lib/shorten.ts";
import { exchange, type Method, markTransient } from "./exchange.ts";
import { CHECK_ADDRESS, GET_A_KEY } from "./refusals.ts";

export type { Method } from "./exchange.ts";
export { statusOf } from "./refusals.ts";

/** How long a whole answer may take, tries and pauses included. */
const WHOLE_MS = 180_000;

export interface ApiResponse {
  status: number;
  headers: Headers;
  /** Undefined where the answer has no body. */
  json: unknown;
}

/** What goes along with a request besides its body. */
export interface Extras {
  headers?: Readonly<Record<string, string>>;
  /** How often it is tried in all, where it may be tried again. */
  attempts?: number;
}

export interface Api {
  /** Where the platform is, without a path: tells one platform from another. */
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
  /** The same with a body of JSON as it is written, and with the answer as it comes in. */
  send(method: Method, path: string, body: string | undefined, signal: AbortSignal, extras?: Extras): Promise<Response>;
}

/** The API of the settings. Errors: `usage` without an address, `no_key` without a key. `key` goes before the settings. */
export function openApi({ home, key }: { home: string; key?: string | undefined }): Api {
  const base = baseAddress(home);
  const held = key ?? setting(home, "api_key");
  if (typeof held !== "string" || held === "")
    throw new Failure("no_key", "no API key of the cloud platform is set", GET_A_KEY);
  const send: Api["send"] = (method, path, body, signal, extras) =>
    exchange({ base, key: held, method, path, body, ...extras }, signal);
  return {
    origin: base.origin,
    send,
    async request(method, path, body, signal, extras) {
      // The body is part of the answer here, and of what is waited for.
      const whole = new AbortController();
      const timer = setTimeout(() => whole.abort(), WHOLE_MS);
      const both = AbortSignal.any([signal, whole.signal]);
      const text = body === undefined ? undefined : JSON.stringify(body);
      try {
        return await read(base, await send(method, path, text, both, extras));
      } catch (error) {
        signal.throwIfAborted();
        throw whole.signal.aborted ? brokenOff(base, error) : error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** The folder that versions lie in, of the settings. Errors: `usage`. */
export function baseAddress(home: string): URL {
  return baseOf(String(setting(home, "base_url") ?? ""));
}

/** Addresses are given as the server's, or with `/api`, `/api/v2` or `/api/v3`. */
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
    throw brokenOff(base, error);
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

function brokenOff(base: URL, cause: unknown): Failure {
  const message = `the answer of ${base.host} ended early`;
  return markTransient(new Failure("api", message, "Run the command again later.", { cause }));
}
