/**
 * The HTTP server: TLS, names of the host, API keys in further headers, WebSockets, log and metrics. It passes each request to
 * the route handlers in order; the first one that returns a response answers it.
 */

import { hostname } from "node:os";
import { Failure } from "../errors.ts";
import { withTimeout } from "../lib/deadline.ts";
import { log } from "../lib/log.ts";
import { trace } from "../lib/trace.ts";
import { RateLimit } from "./api/http/limits.ts";
import { type Metrics, routeOf } from "./metrics.ts";
import { KEY_HEADER, type RouteHandler, type Socket, type SocketHandlers, type Visit } from "./socket.ts";

export interface HostNames {
  /** Address that the server listens on. */
  host: string;
  isSecure: boolean;
  /** Scheme and host of all links, where a proxy stands before the server. */
  publicUrl: string | undefined;
  /** Further names that the operator allows, without ports. */
  names: readonly string[];
}

export interface ListenSetup extends Omit<HostNames, "isSecure"> {
  port: number;
  /** Certificate and key in PEM format, for https. */
  tls: { cert: string; key: string } | undefined;
  /** Further headers, in lower case, that may carry the API key (`serve_key_headers`). */
  keyHeaders: readonly string[];
  handlers: readonly RouteHandler[];
  metrics: Metrics;
}

export interface Listening {
  /** Scheme, address and port. */
  readonly url: string;
  readonly port: number;
  /** Accepts no more connections; resolves when running requests are answered, or after `CLOSE_MS`. */
  close(): Promise<void>;
}

interface SocketData {
  handlers: SocketHandlers;
}

/** Above the largest file of a workspace, which is streamed. Every handler that reads a body has a limit of its own. */
const MAX_BODY_BYTES = 6_000_000_000;

/** The largest message that Chrome accepts. */
const MAX_MESSAGE_BYTES = 100 * 1024 * 1024;

/** A silent peer is pinged after 20 s; 16 s later its connection is closed. */
const SOCKET_IDLE_SECONDS = 36;

/** Longer than a request may take to arrive, and than a caller may wait in the queue. */
const IDLE_SECONDS = 255;

/** Time for running requests when the server closes. */
const CLOSE_MS = 5_000;

/** Responses with status 401 per minute and address. */
const REFUSED_PER_MINUTE = 60;

/** Errors: `usage` if the address is not available, or the certificate is not valid. */
export function listen({ host, port, tls, publicUrl, names, keyHeaders, handlers, metrics }: ListenSetup): Listening {
  const baseOf = baseReader({ host, isSecure: tls !== undefined, publicUrl, names });
  const refusals = new RateLimit(REFUSED_PER_MINUTE);
  const server = listening(() =>
    Bun.serve<SocketData>({
      hostname: host,
      port,
      ...(tls ? { tls } : {}),
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
      async fetch(request, server) {
        const startedMs = performance.now();
        const response = await answer(request, server, { baseOf, keyHeaders, handlers, refusals }).catch((error) => {
          log.error("bug in the platform", error);
          return plain(500, "Internal Server Error");
        });
        record(request, response?.status ?? 101, performance.now() - startedMs, metrics);
        return response;
      },
      error: () => plain(400, "Bad Request"),
      websocket: {
        maxPayloadLength: MAX_MESSAGE_BYTES,
        idleTimeout: SOCKET_IDLE_SECONDS,
        // Bun drops no message; the sender applies backpressure.
        backpressureLimit: 0,
        perMessageDeflate: false,
        open: (ws) => ws.data.handlers.opened(socketOf(ws)),
        message: (ws, data) => ws.data.handlers.message(data),
        drain: (ws) => ws.data.handlers.drained?.(),
        close: (ws) => ws.data.handlers.closed(),
      },
    }),
  );
  return {
    url: server.url.origin,
    port: server.port ?? port,
    async close() {
      await withTimeout(server.stop(), CLOSE_MS);
      await server.stop(true);
    },
  };
}

interface Context extends Pick<ListenSetup, "keyHeaders" | "handlers"> {
  baseOf: (request: Request) => string | undefined;
  refusals: RateLimit;
}

/** Undefined if the connection became a WebSocket. */
async function answer(
  request: Request,
  server: Bun.Server<SocketData>,
  { baseOf, keyHeaders, handlers, refusals }: Context,
): Promise<Response | undefined> {
  if (request.method === "CONNECT") return plain(405, "This server is not a proxy", { Allow: "GET, POST" });
  const base = baseOf(request);
  if (base === undefined) return wrongHost();
  copyKey(request.headers, keyHeaders);
  let isUpgraded = false;
  const upgrade = (handlers: SocketHandlers): Response => {
    isUpgraded = server.upgrade(request, { data: { handlers } });
    return isUpgraded ? new Response(null) : plain(426, "A WebSocket is expected here", { Upgrade: "websocket" });
  };
  const address = server.requestIP(request)?.address ?? "";
  const response = await firstResponse(handlers, { request, url: new URL(request.url), address, base, upgrade });
  if (isUpgraded) return undefined;
  return response.status === 401 ? limited(response, refusals, address) : response;
}

async function firstResponse(handlers: readonly RouteHandler[], visit: Visit): Promise<Response> {
  for (const handler of handlers) {
    const response = await handler(visit);
    if (response) return response;
  }
  return plain(404, "Not Found");
}

/**
 * Replaces a 401 by 429 when an address sends too many requests without a valid key. Requests with a valid key are not limited
 * here, so that a caller cannot lock out others behind the same proxy.
 */
function limited(response: Response, refusals: RateLimit, address: string): Response {
  const { isAllowed, retrySeconds } = refusals.take(address);
  if (isAllowed) return response;
  const headers = { "Retry-After": String(retrySeconds), "cache-control": "no-store" };
  const hint = "Create a key on the server: `svc serve keys create`.";
  return Response.json({ detail: "Too many calls without a valid API key", hint }, { status: 429, headers });
}

/**
 * Reads the scheme and host by which a caller reaches this server; undefined if that name is not allowed. A page can make its own
 * name resolve to this server (DNS rebinding), so only names of the operator are allowed. Numeric addresses cannot be rebound.
 */
export function baseReader({ host, isSecure, publicUrl, names }: HostNames): (request: Request) => string | undefined {
  const allowed = [host, "localhost", hostname(), ...names, publicUrl && new URL(publicUrl).hostname];
  const known = new Set(allowed.flatMap((name) => (name ? [name.toLowerCase()] : [])));
  const scheme = isSecure ? "https" : "http";
  return (request) => {
    const header = request.headers.get("host");
    const url = header === null ? null : URL.parse(`${scheme}://${header}`);
    if (url?.pathname !== "/" || url.username !== "") return undefined;
    const name = url.hostname.replace(/\.$/, "");
    const isNumeric = /^\[.*\]$|^\d{1,3}(\.\d{1,3}){3}$/.test(name);
    if (!isNumeric && !known.has(name) && !name.endsWith(".localhost")) return undefined;
    return publicUrl ?? url.origin;
  };
}

/** Copies the API key from a header of the operator's choice to `X-Svc-API-Key`, unless that one is sent. */
function copyKey(headers: Headers, keyHeaders: readonly string[]): void {
  if (keyHeaders.length === 0 || headers.get(KEY_HEADER)?.trim()) return;
  const key = keyHeaders.map((name) => headers.get(name)?.trim()).find(Boolean);
  if (key) headers.set(KEY_HEADER, key);
}

function listening<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const hint =
      code === "EADDRINUSE" ? "Choose another port: `svc serve --port 8788`, or 0 for any free port." : undefined;
    throw new Failure("usage", `cannot listen: ${message}`, hint, { cause: error });
  }
}

function socketOf(ws: Bun.ServerWebSocket<SocketData>): Socket {
  return {
    send: (data) => ws.send(data) > 0,
    pause: () => ws.pause(),
    resume: () => ws.resume(),
    close: (code, reason) => ws.close(code, reason),
  };
}

function plain(status: number, detail: string, headers: Record<string, string> = {}): Response {
  return Response.json({ detail }, { status, headers });
}

function wrongHost(): Response {
  const hint = "Use the address of the server, or allow the name on the server: `svc config set serve_hosts <name>`.";
  return Response.json({ detail: "This server does not accept requests for that host name", hint }, { status: 421 });
}

/** Unauthenticated callers can invent any number of paths; these statuses share one label in the metrics. */
const UNROUTED: ReadonlySet<number> = new Set([401, 404, 405, 421]);

/** Writes metrics, trace and log of one request. Successful reads are logged at debug level only. */
function record(request: Request, status: number, ms: number, metrics: Metrics): void {
  const { method } = request;
  const route = UNROUTED.has(status) ? "other" : routeOf(new URL(request.url).pathname);
  metrics.answered(method, route, status, ms / 1_000);
  trace.http?.(
    `${method} ${route} ${status} ${ms.toFixed(1)} ms, ${request.headers.get("content-length") ?? 0} B sent`,
  );
  const isRead = status < 400 && (method === "GET" || method === "HEAD");
  const fields = { method, path: route, status, ms: Math.round(ms * 10) / 10 };
  if (status >= 500) log.warn("request", fields);
  else if (isRead) log.debug("request", fields);
  else log.info("request", fields);
}
