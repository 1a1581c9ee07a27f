/**
 * The HTTP proxy that stands between one browser and the world: a listener of its own on loopback. What a connection may do
 * is its visitor's business.
 *
 * Why no package does it: proxy-chain looks names up itself after the check (SOCKS) and keeps connections by name, a tunnel
 * that fails is closed there without a word and no wait has an end; a proxy on `node:http` would rewrite heads.
 */
import { createServer, type Server } from "node:net";
import { ProxyConnection, type VisitSetup } from "./proxy-connection.ts";

export interface ProxyServer {
  readonly port: number;
  /** Connections of the browser at the moment. */
  readonly connections: number;
  /** Closes everything at once; resolves when the port is free. */
  close(): Promise<void>;
}

/** Chrome keeps 32 to one proxy, and up to 255 for WebSockets. */
const MAX_CONNECTIONS = 512;

export async function openProxy(setup: VisitSetup): Promise<ProxyServer> {
  const visitors = new Set<ProxyConnection>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    if (visitors.size >= MAX_CONNECTIONS) return void socket.destroy();
    const visitor: ProxyConnection = new ProxyConnection(socket, setup, () => visitors.delete(visitor));
    visitors.add(visitor);
  });
  await listening(server);
  // Too many open files, say: the next connection may come through again.
  server.on("error", setup.failed);
  let closing: Promise<void> | undefined;
  return {
    port: (server.address() as { port: number }).port,
    get connections() {
      return visitors.size;
    },
    close() {
      closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        for (const visitor of visitors) visitor.end();
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
