/** Opens tunnels through a connected proxy: HTTP CONNECT and SOCKS5. */
import { isIP, type Socket } from "node:net";
import { connect as startTls } from "node:tls";
import { Unreachable } from "./connect.ts";
import type { Place } from "./guard.ts";
import { headLength, MAX_HEAD_BYTES } from "./head.ts";
import { throughSocks } from "./socks.ts";
import type { Upstream } from "./upstream.ts";

export interface Through {
  readonly socket: Socket;
  /** Bytes that arrived already. */
  readonly first: Buffer;
}

/** `host:port`, with brackets around IPv6. */
export function authorityOf({ host, port }: Place): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

export function authorizationOf({ username, password }: Upstream): string | undefined {
  if (username === "" && password === "") return undefined;
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

/** Adds TLS if the URL of the proxy is https. */
export async function wrapTls(socket: Socket, upstream: Upstream, signal: AbortSignal): Promise<Socket> {
  if (upstream.protocol !== "https") return socket;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const tls = startTls({ socket, ...(isIP(upstream.host) ? {} : { servername: upstream.host }) });
  tls.once("secureConnect", () => resolve(tls));
  tls.on("error", reject);
  tls.once("close", () => {
    reject(new Unreachable("it closed the connection"));
    socket.destroy();
  });
  return await withAbort(promise, signal);
}

/** Opens a tunnel to `place`. Errors: `Unreachable` with the proxy's reason; errors of sockets. */
export async function tunnel(socket: Socket, upstream: Upstream, place: Place, signal: AbortSignal): Promise<Through> {
  if (upstream.protocol === "socks5")
    return { socket: await withAbort(throughSocks(socket, upstream, place), signal), first: Buffer.alloc(0) };
  const authority = authorityOf(place);
  const authorization = authorizationOf(upstream);
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (authorization !== undefined) lines.push(`Proxy-Authorization: ${authorization}`);
  const answer = withAbort(firstHead(socket), signal);
  socket.write(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  const { head, rest } = await answer;
  const status = statusOf(head);
  if (status === undefined) throw new Unreachable("it is not an HTTP proxy");
  if (status === 407 || status === 401) throw new Unreachable(BAD_CREDENTIALS);
  if (status < 200 || status > 299) throw new Unreachable(`it answers ${status} for ${authority}`);
  return { socket, first: rest };
}

export const BAD_CREDENTIALS = "it rejects the user name and password";

export function statusOf(head: Buffer): number | undefined {
  const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString("latin1", 0, 16)) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** Reads a head up to its empty line, and pauses the socket. */
export function firstHead(socket: Socket): Promise<{ head: Buffer; rest: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ head: Buffer; rest: Buffer }>();
  let bytes = Buffer.alloc(0);
  const take = (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    const length = headLength(bytes);
    if (length === undefined && bytes.length < MAX_HEAD_BYTES) return;
    socket.pause();
    if (length === undefined) reject(new Unreachable("it is not an HTTP proxy"));
    else resolve({ head: bytes.subarray(0, length), rest: bytes.subarray(length) });
  };
  const closed = () => reject(new Unreachable("it closed the connection"));
  socket.on("data", take).on("error", reject).on("end", closed).on("close", closed);
  return promise.finally(() => {
    socket.off("data", take).off("error", reject).off("end", closed).off("close", closed);
  });
}

async function withAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const aborted = () => reject(signal.reason);
  if (signal.aborted) aborted();
  signal.addEventListener("abort", aborted, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", aborted);
  }
}
