/** Opens TCP connections to addresses that were checked before, never to names. */
import { connect, type Socket } from "node:net";

/** A failed connection, with a message for the reader of the page. */
export class Unreachable extends Error {}

/** Delay before the next address is tried in parallel (RFC 8305, section 5). */
const NEXT_MS = 250;

const REASONS: Record<string, string> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was reset",
  EHOSTUNREACH: "there is no route to the host",
  ENETUNREACH: "there is no route to its network",
  ETIMEDOUT: "it does not respond",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is not trusted",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is not trusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is not trusted",
};

export function reasonOf(error: unknown): string {
  const { code = "", name = "", message = "" } = error as NodeJS.ErrnoException;
  if (name === "TimeoutError" || name === "AbortError") return "it does not respond";
  return REASONS[code] ?? (code || message || "the connection failed");
}

/** Connects to the first address that answers. Errors: that of the last address; the reason of `signal`. */
export async function connectTo(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const sockets = new Set<Socket>();
  const remaining = [...addresses];
  let timer: Timer | undefined;
  const next = () => {
    clearTimeout(timer);
    const host = remaining.shift();
    if (host === undefined) return;
    const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
    sockets.add(socket);
    socket.once("connect", () => resolve(socket));
    // Stays for the life of the socket: an error without a listener ends the process.
    socket.on("error", (error) => {
      sockets.delete(socket);
      if (remaining.length > 0) next();
      else if (sockets.size === 0) reject(error);
    });
    if (remaining.length > 0) timer = setTimeout(next, NEXT_MS);
  };
  const aborted = () => reject(signal.reason);
  signal.addEventListener("abort", aborted, { once: true });
  next();
  let won: Socket | undefined;
  try {
    won = await promise;
    return won;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", aborted);
    remaining.length = 0;
    for (const socket of sockets) if (socket !== won) socket.destroy();
  }
}
