/** Calls the API in this process by the same requests as any caller, so that tools validate, refuse and count as the API does. */

/** Handles a request to the API. */
export type Api = (request: Request, base: string, address: string) => Promise<Response>;

// biome-ignore lint/suspicious/noExplicitAny: responses of the API, whose schemas its own tests check
export type AnyJson = any;

export interface Content {
  body?: object;
  query?: Record<string, unknown>;
}

/** Sends a request and returns the response body. Errors: `Refused`. */
export type Ask = (method: "GET" | "POST", path: string, content?: Content) => Promise<AnyJson>;

export interface Asker {
  api: Api;
  base: string;
  address: string;
  key: string;
}

/** An error response of the API. */
export class Refused extends Error {
  readonly status: number;
  readonly hint: string | undefined;

  constructor(status: number, message: string, hint: string | undefined) {
    super(message);
    this.status = status;
    this.hint = hint;
  }
}

export function askWith({ api, base, address, key }: Asker, signal: AbortSignal): Ask {
  return async (method, path, { body, query = {} } = {}) => {
    const url = new URL(`${base}/api/v3${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const headers = { "x-svc-api-key": key, ...(body ? { "content-type": "application/json" } : {}) };
    const request = new Request(url.href, { method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) });
    const answer = await api(request, base, address);
    const reply: AnyJson = await answer.json();
    if (answer.ok) return reply;
    throw new Refused(answer.status, messageOf(reply.detail), reply.hint);
  };
}

/** The message of a `detail`: a sentence, or problems with argument names. */
function messageOf(detail: unknown): string {
  if (!Array.isArray(detail)) return String(detail);
  return detail.map(({ loc, msg }: AnyJson) => `${argumentOf(loc)}: ${msg}`).join("; ");
}

/** `["body", "outputSchema"]` to `output_schema`. */
function argumentOf(loc: readonly (string | number)[]): string {
  const [, ...path] = loc;
  return path.map((part) => String(part).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).join(".");
}
