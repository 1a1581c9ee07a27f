/** The one door of `socks`: SOCKS5 over a connection that is already there, with user and password (RFC 1928, RFC 1929). */
import type { Socket } from "node:net";
import { SocksClient } from "socks";
import { Unreachable } from "./connect.ts";
import type { Place } from "./guard.ts";
import type { Upstream } from "./upstream.ts";

/** Its own limit; the caller's comes before. */
const TIMEOUT_MS = 60_000;

/** The socket, from which the site itself is heard. Listen to it at once: it flows. Errors: `Unreachable`. */
export async function throughSocks(socket: Socket, upstream: Upstream, { host, port }: Place): Promise<Socket> {
  const { username, password } = upstream;
  try {
    const { socket: through } = await SocksClient.createConnection({
      command: "connect",
      destination: { host, port },
      proxy: {
        host: upstream.host,
        port: upstream.port,
        type: 5,
        ...(username === "" && password === "" ? {} : { userId: username, password }),
      },
      existing_socket: socket,
      timeout: TIMEOUT_MS,
    });
    return through as Socket;
  } catch (error) {
    throw new Unreachable(meaning((error as Error).message, host, port));
  }
}

/** Its messages end in the protocol's own words: `Socks5 proxy rejected connection - HostUnreachable`. */
function meaning(message: string, host: string, port: number): string {
  if (/auth/i.test(message)) return "it does not take the user name and password";
  const [, why] = / - (\w+)$/.exec(message) ?? [];
  if (why !== undefined) return `it answers ${why} for ${host}:${port}`;
  return /closed/i.test(message) ? "it closed the connection" : "it is no SOCKS5 proxy";
}
