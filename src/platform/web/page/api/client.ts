/** Requests of the dashboard with the API key of the person. The key is kept for this tab, or on this device if asked for. */
import type { Endpoints as V2 } from "./v2.gen.ts";
import type { Endpoints as V3 } from "./v3.gen.ts";

type Endpoints = V2 & V3;
type Route = keyof Endpoints;

/** Query, body and path parameters of a request; `path` has the values in their order in the route. */
type Options<R extends Route> = {
  query?: Endpoints[R]["query"];
  body?: Endpoints[R]["body"];
} & (Endpoints[R]["path"] extends [] ? { path?: [] } : { path: Endpoints[R]["path"] });

const STORED = "svc-key";

export function key(): string | null {
  return sessionStorage.getItem(STORED) ?? localStorage.getItem(STORED);
}

export function storeKey(value: string, isPermanent: boolean): void {
  forgetKey();
  (isPermanent ? localStorage : sessionStorage).setItem(STORED, value);
}

export function forgetKey(): void {
  sessionStorage.removeItem(STORED);
  localStorage.removeItem(STORED);
}

/** A refused request with the server's message and hint. `status` is 0 if no answer came. */
export class CallError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const isRefusedKey = (error: unknown) => error instanceof CallError && error.status === 401;

/** A read answers soon, but a request for a browser may wait in a queue. */
const READ_MS = 20_000;
const CHANGE_MS = 300_000;

/** Calls an endpoint of the API and returns its answer. Errors: `CallError`. */
export function call<R extends Route>(
  route: R,
  ...[options]: Endpoints[R]["path"] extends [] ? [Options<R>?] : [Options<R>]
): Promise<Endpoints[R]["answer"]> {
  const [method] = route.split(" ");
  return request(method ?? "", addressOf(route, options?.path, options?.query), options?.body);
}

/** The path and query of an endpoint, on this server. */
export function addressOf(route: Route, path: readonly string[] = [], query: object = {}): string {
  const values = [...path];
  const at = route.replace(/^\w+ /, "/api").replace(/\{\w+\}/g, () => encodeURIComponent(values.shift() ?? ""));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length > 0 ? `${at}?${new URLSearchParams(given)}` : at;
}

/** Sends a request to a path of this server and returns the JSON of its answer. Errors: `CallError`. */
export async function request<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await send(path, {
    method,
    headers: { ...credentials(), "content-type": "application/json" },
    signal: AbortSignal.timeout(method === "GET" ? READ_MS : CHANGE_MS),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text().catch(unanswered);
  const value = read(text);
  // A proxy in between may answer with its own page.
  if (value === undefined && text !== "") throw refusalOf(response.status, value);
  return value as T;
}

/** Returns the bytes at a path of this server. Errors: `CallError`. */
export async function download(path: string): Promise<Blob> {
  const response = await send(path, { headers: credentials(), signal: AbortSignal.timeout(CHANGE_MS) });
  return await response.blob().catch(unanswered);
}

/** Like `fetch`. Errors: `CallError`, also for an answer with an error status. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch(unanswered);
  if (response.ok) return response;
  throw refusalOf(response.status, read(await response.text().catch(unanswered)));
}

/** The key as a header. Errors: 401 for a key that is not a valid header value. */
export function credentials(): Record<string, string> {
  const value = key() ?? "";
  if (/[^\x21-\x7e]/.test(value)) throw new CallError(401, "This is not an API key.");
  return { "x-svc-api-key": value };
}

export function unanswered(): never {
  throw new CallError(0, "The server does not answer.");
}

export function refusalOf(status: number, value: unknown): CallError {
  const { detail, hint } = (value ?? {}) as { detail?: unknown; hint?: unknown };
  const words = wordsOf(detail) ?? `The server answered with HTTP ${status}.`;
  return new CallError(status, typeof hint === "string" ? `${words.replace(/\.?$/, ".")} ${hint}` : words);
}

/** Parses JSON; undefined if the text is not JSON. */
export function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wordsOf(detail: unknown): string | undefined {
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return undefined;
  return detail.map(({ loc, msg }: { loc: string[]; msg: string }) => `${loc.slice(1).join(".")}: ${msg}`).join("; ");
}

/** The path of an address of this server. Its host may be the public one, which the dashboard does not use. */
export function here(address: string): string {
  return new URL(address).pathname;
}
