/** SOCKS5 over an existing connection, with user and password (RFC 1928, RFC 1929). The only importer of `socks`. */
import type { Socket } from "node:net";
import { SocksClient } from "socks";
import { Unreachable } from "./connect.ts";
import type { Place } from "./guard.ts";
import type { Upstream } from "./upstream.ts";

/** The package's timeout; the caller's is shorter. */
const TIMEOUT_MS = 60_000;

/** The socket, connected to the site. Listen at once: it is flowing. Errors: `Unreachable`. */
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
    throw new Unreachable(reasonIn((error as Error).message, host, port));
  }
}

/** The reason in a message such as `Socks5 proxy rejected connection - HostUnreachable`. */
function reasonIn(message: string, host: string, port: number): string {
  if (/auth/i.test(message)) return "it rejects the user name and password";
  const [, why] = / - (\w+)$/.exec(message) ?? [];
  if (why !== undefined) return `it answers ${why} for ${host}:${port}`;
  return /closed/i.test(message) ? "it closed the connection" : "it is not a SOCKS5 proxy";
}
