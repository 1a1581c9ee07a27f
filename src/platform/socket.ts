/** Requests and WebSockets as the route handlers see them, independent of the HTTP server. */

/** One WebSocket connection. */
export interface Socket {
  /** Queues every message, in order. False if the peer is slow; `drained` reports when it has caught up. */
  send(data: string | Uint8Array): boolean;
  /** Stops reading from the peer, so that TCP slows it down. Messages that were read already still arrive. */
  pause(): void;
  resume(): void;
  close(code: number, reason: string): void;
}

/** Callbacks of one WebSocket. */
export interface SocketHandlers {
  opened(socket: Socket): void;
  message(data: string | Uint8Array): void;
  drained?(): void;
  closed(): void;
}

/** A request and the means to turn it into a WebSocket. */
export interface Visit {
  readonly request: Request;
  readonly url: URL;
  /** Address of the peer. */
  readonly address: string;
  /** Scheme and host by which the caller reaches this server, without a slash at the end: `https://svc.example.com`. */
  readonly base: string;
  /** Return its result as the response. */
  upgrade(handlers: SocketHandlers): Response;
}

export const KEY_HEADER = "x-svc-api-key";

/** The API key of a request: from `X-Svc-API-Key`, else the bearer token, for which most clients have a field. */
export function keyIn(headers: Headers): string | undefined {
  const own = headers.get(KEY_HEADER)?.trim();
  if (own) return own;
  return /^Bearer\s+(\S+)\s*$/i.exec(headers.get("authorization") ?? "")?.[1];
}

/** True for a request to open a WebSocket. */
export function wantsSocket({ request }: Visit): boolean {
  return request.headers.get("upgrade")?.toLowerCase() === "websocket";
}

/** Answers a request, or returns undefined to pass it to the next handler. */
export type RouteHandler = (visit: Visit) => Response | undefined | Promise<Response | undefined>;
