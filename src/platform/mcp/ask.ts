/**
 * The API as the tools ask it: by the same requests as any caller, within this process. So a tool checks, refuses and counts as
 * the API does, and there is nothing that it does in another way.
 */

/** Answers a request to the API. */
export type Api = (request: Request, base: string, address: string) => Promise<Response>;

// biome-ignore lint/suspicious/noExplicitAny: answers of the API, whose shapes its own tests hold
export type AnyJson = any;

export interface Content {
  body?: object;
  query?: Record<string, unknown>;
}

/** Errors: `Refused`. */
export type Ask = (method: "GET" | "POST", path: string, content?: Content) => Promise<AnyJson>;

export interface Asker {
  api: Api;
  base: string;
  address: string;
  key: string;
}

/** What the API refused, in its words. */
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
    const told: AnyJson = await answer.json();
    if (answer.ok) return told;
    throw new Refused(answer.status, wordsOf(told.detail), told.hint);
  };
}

/** A sentence, or what is wrong with which argument. */
function wordsOf(detail: unknown): string {
  if (!Array.isArray(detail)) return String(detail);
  return detail.map(({ loc, msg }: AnyJson) => `${argumentOf(loc)}: ${msg}`).join("; ");
}

/** `["body", "outputSchema"]` is `output_schema`. */
function argumentOf(loc: readonly (string | number)[]): string {
  const [, ...path] = loc;
  return path.map((part) => String(part).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).join(".");
}
