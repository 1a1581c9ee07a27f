/**
 * The HTTP proxy of one browser: a listener on loopback. No package fits: proxy-chain resolves names again after the check
 * (SOCKS), keeps connections by name, closes failed tunnels without a message and has waits without a timeout; a proxy on
 * `node:http` would rewrite heads.
 */
import { createServer, type Server } from "node:net";
import { type ConnectionSetup, ProxyConnection } from "./proxy-connection.ts";

export interface ProxyServer {
  readonly port: number;
  /** Number of open connections. */
  readonly connections: number;
  /** Closes all connections; resolves when the port is free. */
  close(): Promise<void>;
}

/** Chrome opens 32 to one proxy, and up to 255 for WebSockets. */
const MAX_CONNECTIONS = 512;

export async function openProxy(setup: ConnectionSetup): Promise<ProxyServer> {
  const connections = new Set<ProxyConnection>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    if (connections.size >= MAX_CONNECTIONS) return void socket.destroy();
    const connection: ProxyConnection = new ProxyConnection(socket, setup, () => connections.delete(connection));
    connections.add(connection);
  });
  await listening(server);
  // For example too many open files: the next connection may succeed.
  server.on("error", setup.failed);
  let closing: Promise<void> | undefined;
  return {
    port: (server.address() as { port: number }).port,
    get connections() {
      return connections.size;
    },
    close() {
      closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.end();
      });
      return closing;
    },
  };
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}
