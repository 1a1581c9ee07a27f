/** A WebSocket and a request as the handlers of the platform see them, whatever server carries them. */

/** What an handler may do with a socket. */
export interface Socket {
  /** Takes everything, in order. False when the peer is behind: `drained` tells when it has caught up. */
  send(data: string | Uint8Array): boolean;
  /** Reads no more from the peer, so that it is the one who waits; what was read already still comes. */
  pause(): void;
  resume(): void;
  close(code: number, reason: string): void;
}

/** What an handler does when something comes. */
export interface SocketHandlers {
  opened(socket: Socket): void;
  message(data: string | Uint8Array): void;
  drained?(): void;
  closed(): void;
}

/** A request beside the API, and the way to make a WebSocket of it. */
export interface Visit {
  readonly request: Request;
  readonly url: URL;
  /** Address of the peer. */
  readonly address: string;
  /** Scheme and host by which the caller reaches this server, without a slash at the end: `https://svc.example.com`. */
  readonly base: string;
  /** Answer with what this returns. */
  upgrade(handlers: SocketHandlers): Response;
}

export const KEY_HEADER = "x-svc-api-key";

/** The API key of a request: from `X-Svc-API-Key`, else the bearer token, for which most clients have a field. */
export function keyIn(headers: Headers): string | undefined {
  const own = headers.get(KEY_HEADER)?.trim();
  if (own) return own;
  return /^Bearer\s+(\S+)\s*$/i.exec(headers.get("authorization") ?? "")?.[1];
}

/** Answers a visit, or leaves it to the next handler. */
export type RouteHandler = (visit: Visit) => Response | undefined | Promise<Response | undefined>;
