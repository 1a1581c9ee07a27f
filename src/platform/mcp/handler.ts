/**
 * The MCP server of the platform over streamable HTTP: authentication, and cancellation of running calls. Keeps no state between
 * requests except running calls, so that any server can handle a request. The SDK is loaded on the first request.
 */
import { boundedBody } from "../../lib/body.ts";
import { keyIn, type RouteHandler, type Visit } from "../socket.ts";
import type { KeyRecord } from "../store/records/keys.ts";
import type { Api } from "./ask.ts";
import type { Watch } from "./server.ts";

export interface McpSetup {
  api: Api;
  watch(caller: KeyRecord): Watch;
  /** The record of a valid key. */
  check(key: string | undefined, address: string): Promise<KeyRecord | undefined>;
}

const PATH = /^(\/api)?\/v3\/mcp\/?$/;

/** The limit of the API, plus the envelope. */
const MAX_MESSAGE_BYTES = 2_000_000;

/** Session id of protocol versions before 2026: assigned on `initialize`, then sent with each request. */
const SESSION_HEADER = "mcp-session-id";

const KEY_HINT =
  "Send a key in the header X-Svc-API-Key or as a bearer token. Run `svc serve keys create` on the server to create one.";

/** Running calls that a message can cancel, by their id. */
type Calls = Map<string, AbortController>;

export function mcp(setup: McpSetup): RouteHandler {
  const calls: Calls = new Map();
  return async (visit) => (PATH.test(visit.url.pathname) ? await handle(visit, setup, calls) : undefined);
}

async function handle(visit: Visit, { api, watch, check }: McpSetup, calls: Calls): Promise<Response> {
  const { request, base, address } = visit;
  const origin = request.headers.get("origin");
  if (origin !== null && origin !== base) return refused(403, "Requests from pages of other origins are not allowed");
  const key = keyIn(request.headers);
  const caller = await check(key, address);
  if (!caller || key === undefined) return unauthorized(key);
  const parsed = await read(visit);
  if (!parsed) return refused(413, `The message is larger than ${MAX_MESSAGE_BYTES} bytes`);
  const { message, copy } = parsed;
  const session = request.headers.get(SESSION_HEADER);
  const callId = (id: unknown) => JSON.stringify([caller.id, session, id]);
  if (message?.method === "notifications/cancelled" && session !== null) {
    calls.get(callId(message.params?.requestId))?.abort();
    return new Response(null, { status: 202 });
  }
  // Only protocols with a session id cancel by a message.
  const isCancellable = session !== null && message?.id !== undefined;
  const { signal, forget } = registered(calls, isCancellable ? callId(message.id) : undefined);
  try {
    const { answer } = await import("./server.ts");
    const response = await answer(copy, { api, base, address, key, watch: watch(caller), cancelled: signal });
    if (message?.method === "initialize" && response.ok) response.headers.set(SESSION_HEADER, crypto.randomUUID());
    return onEnd(response, forget);
  } catch (error) {
    forget();
    throw error;
  }
}

/** Registers a running call, so that a message can cancel it; without an id nothing can. */
function registered(calls: Calls, id: string | undefined) {
  const controller = new AbortController();
  if (id !== undefined) calls.set(id, controller);
  const forget = () => {
    if (id !== undefined && calls.get(id) === controller) calls.delete(id);
  };
  return { signal: controller.signal, forget };
}

function unauthorized(key: string | undefined): Response {
  const headers = { "WWW-Authenticate": 'Bearer realm="svc"' };
  return refused(401, key === undefined ? "Missing API key" : "Invalid API key", KEY_HINT, headers);
}

interface Message {
  method?: unknown;
  id?: unknown;
  params?: { requestId?: unknown };
}

interface ParsedRequest {
  message: Message | undefined;
  copy: Request;
}

/** A copy of the request with a readable body, and its message if it is a single one. Undefined if it is too large. */
async function read({ request }: Visit): Promise<ParsedRequest | undefined> {
  if (request.method !== "POST") return { message: undefined, copy: request };
  const { method, headers, url, signal } = request;
  const bytes = await boundedBody(request, MAX_MESSAGE_BYTES);
  if (!bytes) return undefined;
  const body = bytes.toString();
  const copy = new Request(url, { method, headers, body, signal });
  try {
    const message: unknown = JSON.parse(body);
    return { message: typeof message === "object" && message !== null ? message : undefined, copy };
  } catch {
    return { message: undefined, copy };
  }
}

/** The response; calls `over` when its body ends. */
function onEnd(response: Response, over: () => void): Response {
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
