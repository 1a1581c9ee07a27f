/** TCP connections to addresses that were checked before, and never to a name. */
import { connect, type Socket } from "node:net";

/** What did not come about, in words for whoever sees the page. */
export class Unreachable extends Error {}

/** When an address has not answered for this long the next one is tried beside it (RFC 8305, 5). */
const NEXT_MS = 250;

const REASONS: Record<string, string> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to its network",
  ETIMEDOUT: "it does not answer",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  DEPTH_ZERO_SELF_SIGNED_CERT: "nobody vouches for its certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "nobody vouches for its certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "nobody vouches for its certificate",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "nobody vouches for its certificate",
};

export function reasonOf(error: unknown): string {
  const { code = "", name = "", message = "" } = error as NodeJS.ErrnoException;
  if (name === "TimeoutError" || name === "AbortError") return "it does not answer";
  return REASONS[code] ?? (code || message || "the connection failed");
}

/** The first of the addresses that answers. Errors: what the last one said; `signal`'s reason. */
export async function connectTo(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const sockets = new Set<Socket>();
  const left = [...addresses];
  let timer: Timer | undefined;
  const next = () => {
    clearTimeout(timer);
    const host = left.shift();
    if (host === undefined) return;
    const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
    sockets.add(socket);
    socket.once("connect", () => resolve(socket));
    // For as long as it lives: an error without a listener ends the process.
    socket.on("error", (error) => {
      sockets.delete(socket);
      if (left.length > 0) next();
      else if (sockets.size === 0) reject(error);
    });
    if (left.length > 0) timer = setTimeout(next, NEXT_MS);
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
    left.length = 0;
    for (const socket of sockets) if (socket !== won) socket.destroy();
  }
}
