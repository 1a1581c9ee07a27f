/** The server: everything of the platform put together, opened in order and closed in the other one. */
import { join } from "node:path";
import { privateFolder } from "../lib/files.ts";
import type { Platform } from "./api/endpoint.ts";
import { router } from "./api/router.ts";
import type { Attendant } from "./engine/attendant.ts";
import { Fleet } from "./engine/fleet.ts";
import { connect } from "./gateway/connect.ts";
import { gateway } from "./gateway/gateway.ts";
import { watch } from "./gateway/watch.ts";
import type { Edge, Socket, SocketHandlers } from "./socket.ts";
import { BrowserRecords } from "./store/browsers.ts";
import { openDatabase } from "./store/database.ts";
import { Keys } from "./store/keys.ts";
import { diskObjects, objectsFolder } from "./store/objects.ts";
import { ProfileRecords } from "./store/profiles.ts";
import { openSecret } from "./store/secret.ts";

/** How a server is to be. What stands in the settings and on the line of `svc serve`, read and checked. */
export interface ServerOptions {
  home: string;
  host: string;
  /** 0: any that is free. */
  port: number;
  /** Scheme and host by which callers reach it, where that is not what they say; without a slash at the end. */
  publicUrl?: string | undefined;
  databaseUrl?: string | undefined;
  secret?: string | undefined;
  concurrency: number;
  queue: number;
  warm: number;
  /** Loopback and private ranges are open to browsers, also where the server listens for others. */
  allowPrivateNetwork: boolean;
}

/** The database of these options: by default a file in the server's folder. */
export function databaseAddress({ home, databaseUrl }: ServerOptions): string {
  privateFolder(home);
  return databaseUrl ?? `sqlite://${join(privateFolder(join(home, "server")), "svc.db")}`;
}

export interface Served {
  /** Where it listens. */
  readonly url: string;
  readonly platform: Platform;
  readonly keys: Keys;
  /** The first key, when this start made it: it can be told only now. */
  readonly firstKey: string | undefined;
  /** Lets no more requests in, ends all browsers in good order, closes the store. */
  close(): Promise<void>;
}

interface SocketData {
  handlers: SocketHandlers;
  socket?: Socket;
}

export async function serve(options: ServerOptions): Promise<Served> {
  const { home } = options;
  const database = await openDatabase(databaseAddress(options));
  const secret = openSecret(home, options.secret);
  const keys = new Keys(database);
  const project = await keys.project();
  const firstKey = (await keys.list()).length === 0 ? (await keys.create(project, "first key")).key : undefined;
  const browsers = new BrowserRecords(database);
  const profiles = new ProfileRecords(database);
  const objects = diskObjects(objectsFolder(home));
  const attendants: Attendant[] = [watch()];
  const { concurrency, queue, warm } = options;
  const fleet = new Fleet({ home, node: "local", records: browsers, attendants, concurrency, queue, warm });
  await fleet.start();
  const platform: Platform = { fleet, browsers, profiles, objects, now: Date.now };
  const api = router({ platform, keys, secret });
  const edges: Edge[] = [gateway({ fleet, secret }), connect({ fleet, keys, create: api })];
  const server = Bun.serve<SocketData>({
    hostname: options.host,
    port: options.port,
    idleTimeout: 120,
    async fetch(request, server) {
      const url = new URL(request.url);
      const base = options.publicUrl ?? url.origin;
      if (url.pathname.startsWith("/api/")) return await api(request, base);
      let upgraded = false;
      const upgrade = (handlers: SocketHandlers): Response => {
        upgraded = server.upgrade(request, { data: { handlers } });
        return new Response(upgraded ? null : "WebSocket expected", { status: upgraded ? 200 : 426 });
      };
      const address = server.requestIP(request)?.address ?? "";
      for (const edge of edges) {
        const answer = await edge({ request, url, address, base, upgrade });
        if (answer) return upgraded ? undefined : answer;
      }
      return Response.json({ detail: "Not Found" }, { status: 404 });
    },
    websocket: {
      // As much as Chrome takes in one message.
      maxPayloadLength: 100 * 1024 * 1024,
      // A peer that is silent for 20 s is pinged, and gone when it is silent for 16 s more.
      idleTimeout: 36,
      // Nothing that was sent is dropped: whoever sends holds back by himself.
      backpressureLimit: 0,
      open(ws) {
        const socket: Socket = {
          send: (data) => ws.send(data) > 0,
          pause: () => ws.pause(),
          resume: () => ws.resume(),
          close: (code, reason) => ws.close(code, reason),
        };
        ws.data.socket = socket;
        ws.data.handlers.opened(socket);
      },
      message: (ws, data) => ws.data.handlers.message(data),
      drain: (ws) => ws.data.handlers.drained?.(),
      close: (ws) => ws.data.handlers.closed(),
    },
  });
  return {
    url: server.url.origin,
    platform,
    keys,
    firstKey,
    async close() {
      await fleet.drain();
      await server.stop(true);
      await database.close();
    },
  };
}
