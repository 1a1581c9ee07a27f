/**
 * The door to the platform's HTTP API: key, address, deadlines, what is tried again, and errors in the server's words.
 * Knows no endpoint. The key goes to the configured host alone, and into no message.
 */
import { Failure, type FailureCode } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { proxyFor } from "../lib/loopback.ts";
import { setting } from "../lib/settings.ts";
import { shorten } from "../lib/shorten.ts";

const KEY_HEADER = "X-Svc-API-Key";

const GET_A_KEY = "Run `svc profile auth --apikey <key>`, or set SVC_API_KEY.";

const CHECK_ADDRESS = "Check the address: `svc config get base_url`.";

/** How long one request may take; starting a browser is the longest. */
const REQUEST_MS = 60_000;

/** What is tried again is tried this often in all. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
/** A server that asks for a longer pause is not waited for: its words are told instead. */
const MAX_PAUSE_MS = 30_000;

const MAX_REDIRECTS = 3;

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

export interface Answer {
  status: number;
  headers: Headers;
  /** Undefined where the answer has no body. */
  json: unknown;
}

export interface Api {
  /** Where the platform is, without a path: tells one platform from another. */
  readonly origin: string;
  /**
   * Sends a request; `path` begins with the version, like `/v2/profiles`. Resolves for 2xx alone. Errors: `no_key`,
   * `api_refused` for 4xx, `api` for 5xx, silence and nonsense, and the signal's own reason.
   */
  request(method: Method, path: string, body: object | undefined, signal: AbortSignal): Promise<Answer>;
}

/** Status codes of the refusals that `request` turned into failures. */
const statuses = new WeakMap<Failure, number>();

/** The HTTP status behind a failure of `request`, where there was an answer. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Failure ? statuses.get(error) : undefined;
}

/** The API of the settings. Errors: `usage` without an address, `no_key` without a key. `key` goes before the settings. */
export function openApi({ home, key }: { home: string; key?: string | undefined }): Api {
  const base = baseOf(String(setting(home, "base_url") ?? ""));
  const held = key ?? setting(home, "api_key");
  if (typeof held !== "string" || held === "")
    throw new Failure("no_key", "there is no key of the platform", GET_A_KEY);
  return {
    origin: base.origin,
    request: (method, path, body, signal) => repeated(new Exchange(base, held, method, path, body), signal),
  };
}

/** The folder that versions lie in. Addresses are given as the server's, or with `/api`, `/api/v2` or `/api/v3`. */
function baseOf(text: string): URL {
  const hint = "Run `svc config set base_url https://<host>`.";
  if (text === "") throw new Failure("usage", "no address of the platform is set", hint);
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "")
    throw new Failure("usage", `base_url is no http or https address: ${shorten(text)}`, hint);
  if (url.username || url.password || url.search || url.hash)
    throw new Failure("usage", "base_url holds more than an address: no user, query or fragment", hint);
  url.pathname = `${url.pathname.replace(/\/+$/, "").replace(/\/api(\/v\d+)?$/, "")}/api`;
  return url;
}

/** Why nothing was sent, by the codes of Bun and of the system. */
const REASONS: Record<string, string> = {
  ConnectionRefused: "the connection was refused",
  ECONNREFUSED: "the connection was refused",
  FailedToOpenSocket: "the connection was refused",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name could not be looked up",
};

/** A failure that may pass, and the pause that the server asked for. */
interface Passing {
  failure: Failure;
  pauseMs?: number | undefined;
}

async function repeated(exchange: Exchange, signal: AbortSignal): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const result = await exchange.once(signal);
    if (!("failure" in result)) return result;
    const pauseMs = result.pauseMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
    if (attempt === ATTEMPTS || pauseMs > MAX_PAUSE_MS) throw result.failure;
    await Promise.race([Bun.sleep(pauseMs), rejectOnAbort(signal)]);
  }
}

class Exchange {
  readonly #base: URL;
  readonly #key: string;
  readonly #method: Method;
  readonly #path: string;
  readonly #body: object | undefined;

  constructor(base: URL, key: string, method: Method, path: string, body: object | undefined) {
    this.#base = base;
    this.#key = key;
    this.#method = method;
    this.#path = path;
    this.#body = body;
  }

  /** One try. Throws what another try would not change. */
  async once(signal: AbortSignal): Promise<Answer | Passing> {
    signal.throwIfAborted();
    const own = AbortSignal.timeout(REQUEST_MS);
    const both = AbortSignal.any([signal, own]);
    let response: Response;
    let text: string;
    try {
      response = await this.#send(both);
      text = await response.text();
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (signal.aborted) throw signal.reason;
      return this.#unanswered(error as Error, own.aborted);
    }
    if (response.ok) return this.#read(response, text);
    return this.#refused(response, text);
  }

  /** Redirects within the host are followed where they keep method and body: the key must reach nobody else. */
  async #send(signal: AbortSignal): Promise<Response> {
    let url = new URL(this.#base.href + this.#path);
    for (let hops = 0; ; hops++) {
      const response = await fetch(url.href, {
        method: this.#method,
        headers: { [KEY_HEADER]: this.#key, accept: "application/json", "content-type": "application/json" },
        redirect: "manual",
        signal,
        ...proxyFor(url),
        ...(this.#body === undefined ? {} : { body: JSON.stringify(this.#body) }),
      });
      const to = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || to === null) return response;
      const next = URL.parse(to, url.href);
      const keeps = this.#method === "GET" || response.status === 307 || response.status === 308;
      if (next?.origin !== url.origin || !keeps || hops === MAX_REDIRECTS) {
        throw new Failure(
          "api",
          `${this.#base.host} sends on to ${next?.origin ?? "another address"}, where the key is not sent`,
          CHECK_ADDRESS,
        );
      }
      url = next;
    }
  }

  #unanswered(error: Error, isSlow: boolean): Passing {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    const why = isSlow
      ? `no answer within ${REQUEST_MS / 1_000} s`
      : (REASONS[code] ?? `${error.message} ${code}`.trim());
    const failure = new Failure(
      "api",
      `${this.#base.host} could not be reached: ${this.#clean(why)}`,
      "Check the network and the address: `svc config get base_url`.",
      { cause: error },
    );
    // What may have arrived is not sent again where that would make a second browser or profile.
    const neverArrived = code in REASONS;
    if (isSlow || !(neverArrived || this.#isRepeatable)) throw failure;
    return { failure };
  }

  get #isRepeatable(): boolean {
    return this.#method !== "POST";
  }

  #read(response: Response, text: string): Answer {
    const { status, headers } = response;
    if (text.trim() === "") return { status, headers, json: undefined };
    try {
      return { status, headers, json: JSON.parse(text) };
    } catch {
      throw new Failure(
        "api",
        `${this.#base.host} does not answer like the platform: no JSON, HTTP ${status}`,
        CHECK_ADDRESS,
      );
    }
  }

  /** 401 is a refused key. 403 is a limit of the plan or of the request, unless its words speak of the key. */
  #refused(response: Response, text: string): Passing {
    const { status } = response;
    const said = words(text);
    const isKey = status === 401 || (status === 403 && /\bkey\b|credential|authenticat/i.test(said ?? ""));
    const code = isKey ? "no_key" : status < 500 ? "api_refused" : "api";
    const what = code === "api" ? "failed" : code === "no_key" ? "refused the key" : "refused";
    const message = `the platform ${what} (HTTP ${status})${said === undefined ? "" : `: ${this.#clean(said)}`}`;
    const failure = new Failure(code, message, hintFor(code, said));
    statuses.set(failure, status);
    const isPassing = status === 429 || (this.#isRepeatable && status >= 502 && status <= 504);
    if (!isPassing) throw failure;
    return { failure, pauseMs: retryAfterMs(response.headers) };
  }

  #clean(text: string): string {
    return shorten(text.replaceAll(this.#key, "••••"), 500);
  }
}

function hintFor(code: FailureCode, said: string | undefined): string | undefined {
  if (code === "no_key") return GET_A_KEY;
  if (code === "api") return "Run the command again later.";
  // The platform gives reasons: without one it may be something else that answers.
  return said === undefined ? CHECK_ADDRESS : undefined;
}

/**
 * What the body of an error says: `message`, or `detail` as a text or as a list of fields with what is wrong in them; else
 * whatever it holds. Undefined where it is no JSON object.
 */
function words(body: string): string | undefined {
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
  return `${one.loc.filter((part) => part !== "body").join(".")}: ${one.msg}`;
}

function objectIn(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** `Retry-After` in milliseconds: seconds, or a date. */
function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
