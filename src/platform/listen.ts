/**
 * The HTTP server: TLS, hosts, sockets, what is logged and counted of every request. Hands each one to the first edge that
 * takes it, and knows none of them.
 */

import { Failure } from "../errors.ts";
import { withTimeout } from "../lib/deadline.ts";
import { log } from "../lib/log.ts";
import { trace } from "../lib/trace.ts";
import type { Hosts } from "./hosts.ts";
import type { Metrics } from "./metrics.ts";
import type { RouteHandler, Socket, SocketHandlers } from "./socket.ts";

export interface ListenSetup {
  host: string;
  port: number;
  /** Texts of PEM files, for https. */
  tls: { cert: string; key: string } | undefined;
  hosts: Hosts;
  edges: readonly RouteHandler[];
  metrics: Metrics;
}

export interface Listening {
  /** Scheme, address and port. */
  readonly url: string;
  readonly port: number;
  /** Takes no more connections; resolves when what is under way was answered, at the latest after a moment. */
  close(): Promise<void>;
}

interface SocketData {
  handlers: SocketHandlers;
}

/** Above the largest file of a workspace, which is read piece by piece. Who reads a body has a bound of his own. */
const MAX_BODY_BYTES = 6_000_000_000;

/** As much as Chrome takes in one message. */
const MAX_MESSAGE_BYTES = 100 * 1024 * 1024;

/** A peer that is silent for 20 s is pinged, and gone when it is silent for 16 s more. */
const SOCKET_IDLE_SECONDS = 36;

/** Seconds that a request may take to arrive, and a queue may keep a caller waiting. */
const IDLE_SECONDS = 255;

/** How long answers that are under way are waited for at the end. */
const CLOSE_MS = 5_000;

/** Errors: `usage` when the address cannot be listened on, or the certificate cannot be used. */
export function listen({ host, port, tls, hosts, edges, metrics }: ListenSetup): Listening {
  const answer = async (request: Request, server: Bun.Server<SocketData>): Promise<Response | undefined> => {
    if (request.method === "CONNECT") return plain(405, "This server is no proxy", { Allow: "GET, POST" });
    const base = hosts.baseOf(request);
    if (base === undefined) return wrongHost();
    let upgraded = false;
    const upgrade = (handlers: SocketHandlers): Response => {
      upgraded = server.upgrade(request, { data: { handlers } });
      return upgraded ? new Response(null) : plain(426, "A WebSocket is expected here", { Upgrade: "websocket" });
    };
    const address = server.requestIP(request)?.address ?? "";
    const visit = { request, url: new URL(request.url), address, base, upgrade };
    for (const edge of edges) {
      const response = await edge(visit);
      if (response) return upgraded ? undefined : response;
    }
    return plain(404, "Not Found");
  };
  const server = opened(() =>
    Bun.serve<SocketData>({
      hostname: host,
      port,
      ...(tls ? { tls } : {}),
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
      async fetch(request, server) {
        const began = performance.now();
        const response = await answer(request, server).catch((error) => {
          log.error("bug in the platform", error);
          return plain(500, "Internal Server Error");
        });
        note(request, response?.status ?? 101, performance.now() - began, metrics);
        return response;
      },
      error: () => plain(400, "Bad Request"),
      websocket: {
        maxPayloadLength: MAX_MESSAGE_BYTES,
        idleTimeout: SOCKET_IDLE_SECONDS,
        // Nothing that was sent is dropped: whoever sends holds back by himself.
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
      const gentle = server.stop();
      await withTimeout(gentle, CLOSE_MS);
      await server.stop(true);
    },
  };
}

function opened<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const hint =
      code === "EADDRINUSE" ? "Give another port: `svc serve --port 8788`, or 0 for any that is free." : undefined;
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
  const hint = "Call it by its address, or let the operator add the name: `svc config set serve_hosts <name>`.";
  return Response.json({ detail: "This server is not known by that host name", hint }, { status: 421 });
}

/** What changes nothing and went well is of interest to nobody but a debugger. */
function note(request: Request, status: number, ms: number, metrics: Metrics): void {
  const { method } = request;
  // Whoever has no key could make up paths without end: each would be counted for itself.
  const route = UNKNOWN.has(status) ? "other" : routeOf(new URL(request.url).pathname);
  metrics.answered(method, route, status, ms / 1_000);
  trace.http?.(
    `${method} ${route} ${status} ${ms.toFixed(1)} ms, ${request.headers.get("content-length") ?? 0} B sent`,
  );
  const isQuiet = status < 400 && (method === "GET" || method === "HEAD");
  const fields = { method, path: route, status, ms: Math.round(ms * 10) / 10 };
  if (status >= 500) log.warn("request", fields);
  else if (isQuiet) log.debug("request", fields);
  else log.info("request", fields);
}

const UNKNOWN: ReadonlySet<number> = new Set([401, 404, 405, 421]);

/** What stands for one thing alone, and tokens, which open it. */
const NUMBER = /^(\d+|[0-9a-f]{8}-[0-9a-f-]{27})$/i;

/** Folders that the server knows: anything else could be anything, and there would be a counter for each. */
const ROOTS = new Set([
  "api",
  "cdp",
  "live",
  "share",
  "files",
  "connect",
  "json",
  "healthz",
  "readyz",
  "metrics",
  "dashboard",
  "",
]);

/** The path without what is secret or endless in it: `/cdp/{id}/{token}`. */
export function routeOf(path: string): string {
  const [, root = "", ...rest] = path.split("/");
  if (!ROOTS.has(root)) return "other";
  if (root === "api") return `/api/${rest.slice(0, 6).map(nameOf).join("/")}`;
  return root === "" || rest.length === 0 ? `/${root}` : `/${root}/*`;
}

function nameOf(part: string): string {
  if (NUMBER.test(part)) return "{id}";
  return /^[\w.-]{1,24}$/.test(part) ? part : "*";
}
