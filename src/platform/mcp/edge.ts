/**
 * The MCP server of the platform, by streamable HTTP: who may call, and which call a cancellation means. Keeps nothing between
 * requests but the calls under way, so that any of several servers can answer. The SDK is loaded with the first request.
 */
import { boundedBody } from "../../lib/body.ts";
import { keyIn, type RouteHandler, type Visit } from "../socket.ts";
import type { KeyRecord } from "../store/records/keys.ts";
import type { Api } from "./ask.ts";
import type { Watch } from "./server.ts";

export interface McpSetup {
  api: Api;
  watch(caller: KeyRecord): Watch;
  /** Whose key it is, while it is in force. */
  check(key: string | undefined, address: string): Promise<KeyRecord | undefined>;
}

const PATH = /^(\/api)?\/v3\/mcp\/?$/;

/** As much as the API takes, and some more for what is around it. */
const MAX_MESSAGE_BYTES = 2_000_000;

/** Of the protocols before 2026: what a client sends with all its requests, once it was told. */
const SESSION_HEADER = "mcp-session-id";

const MAKE_ONE =
  "Send it in the header X-Svc-API-Key or as a bearer token; `svc serve keys create` makes one on the server.";

export function mcp({ api, watch, check }: McpSetup): RouteHandler {
  /** Calls under way that can be cancelled by a message. */
  const calls = new Map<string, AbortController>();
  return async (visit) => {
    if (!PATH.test(visit.url.pathname)) return undefined;
    const { request, base, address } = visit;
    const origin = request.headers.get("origin");
    if (origin !== null && origin !== base) return refused(403, "Pages of other origins may not call this server");
    const key = keyIn(request.headers);
    const caller = await check(key, address);
    if (!caller || key === undefined) {
      const headers = { "WWW-Authenticate": 'Bearer realm="svc"' };
      return refused(401, key === undefined ? "Missing API key" : "Invalid API key", MAKE_ONE, headers);
    }
    const said = await read(visit);
    if (!said) return refused(413, `A message may have at most ${MAX_MESSAGE_BYTES} bytes`);
    const { message, whole } = said;
    const session = request.headers.get(SESSION_HEADER);
    const idOf = (id: unknown) => JSON.stringify([caller.id, session, id]);
    if (message?.method === "notifications/cancelled" && session !== null) {
      calls.get(idOf(message.params?.requestId))?.abort();
      return new Response(null, { status: 202 });
    }
    const cancelling = new AbortController();
    const id = session !== null && message?.id !== undefined ? idOf(message.id) : undefined;
    if (id !== undefined) calls.set(id, cancelling);
    const forget = () => {
      if (id !== undefined && calls.get(id) === cancelling) calls.delete(id);
    };
    try {
      const { answer } = await import("./server.ts");
      const asker = { api, base, address, key, watch: watch(caller), cancelled: cancelling.signal };
      const response = await answer(whole, asker);
      if (message?.method === "initialize" && response.ok) response.headers.set(SESSION_HEADER, crypto.randomUUID());
      return overTo(response, forget);
    } catch (error) {
      forget();
      throw error;
    }
  };
}

interface Message {
  method?: unknown;
  id?: unknown;
  params?: { requestId?: unknown };
}

interface CallerRules {
  message: Message | undefined;
  whole: Request;
}

/** The request once more, with a body that can be read again; and what is said in it, where that is one message. Undefined if it is too large. */
async function read({ request }: Visit): Promise<CallerRules | undefined> {
  if (request.method !== "POST") return { message: undefined, whole: request };
  const { method, headers, url, signal } = request;
  const bytes = await boundedBody(request, MAX_MESSAGE_BYTES);
  if (!bytes) return undefined;
  const body = bytes.toString();
  const whole = new Request(url, { method, headers, body, signal });
  try {
    const message: unknown = JSON.parse(body);
    return { message: typeof message === "object" && message !== null ? message : undefined, whole };
  } catch {
    return { message: undefined, whole };
  }
}

/** The response, with word when it is over. */
function overTo(response: Response, over: () => void): Response {
  if (!response.body) {
    over();
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await reader.read();
      if (value) controller.enqueue(value);
      if (!done) return;
      over();
      controller.close();
    },
    async cancel(reason) {
      over();
      await reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

function refused(status: number, detail: string, hint?: string, headers: Record<string, string> = {}): Response {
  const body = hint === undefined ? { detail } : { detail, hint };
  return Response.json(body, { status, headers: { "cache-control": "no-store", ...headers } });
}
