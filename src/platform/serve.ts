/** The server: everything of the platform put together, opened in order and closed in the other one. */
import { join } from "node:path";
import { privateFolder } from "../lib/files.ts";
import type { Platform } from "./api/endpoint.ts";
import { router } from "./api/router.ts";
import type { Attendant } from "./engine/attendant.ts";
import { Downloads } from "./engine/downloads.ts";
import { fileEdge } from "./engine/file-edge.ts";
import { Files } from "./engine/files.ts";
import { Fleet } from "./engine/fleet.ts";
import { nodeName } from "./engine/node.ts";
import { gateway } from "./gateway/gateway.ts";
import type { Edge, Socket, SocketHandlers } from "./socket.ts";
import { BrowserRecords } from "./store/browsers.ts";
import { openDatabase } from "./store/database.ts";
import { FileRecords } from "./store/files.ts";
import { Jobs } from "./store/jobs.ts";
import { Keys } from "./store/keys.ts";
import { ProfileRecords } from "./store/profiles.ts";
import { runJobs } from "./store/runner.ts";
import { openObjects, type S3Access } from "./store/s3.ts";
import { holdTo, openSecret } from "./store/secret.ts";
import { STORE_OBJECT, type Staged, storeLater, storeObject } from "./store/staged.ts";

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
  /** Folder of the objects, or `s3://bucket/prefix`. */
  objects?: string | undefined;
  s3?: S3Access | undefined;
  concurrency: number;
  queue: number;
  /** How long a caller waits in the queue at most. */
  queueTimeoutMs?: number | undefined;
  warm: number;
  /** A browser without a client for so long is stopped; 0 is never. */
  idleTimeoutMs?: number | undefined;
  /** Requests a minute of one key; 0 is any number. */
  rateLimit: number;
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
  await holdTo(database, secret);
  const keys = new Keys(database);
  const project = await keys.project();
  const firstKey = (await keys.first(project))?.key;
  const browsers = new BrowserRecords(database);
  const profiles = new ProfileRecords(database);
  const objects = openObjects(options);
  const node = nodeName(home);
  const jobs = new Jobs(database);
  const fileRecords = new FileRecords(database);
  const later = (staged: Staged) => storeLater(jobs, staged, { node });
  const downloads = new Downloads({ home, records: fileRecords, objects, later });
  const files = new Files({ records: fileRecords, objects, downloads, secret });
  const attendants: Attendant[] = [downloads];
  const { concurrency, queue, queueTimeoutMs, warm, idleTimeoutMs } = options;
  const limits = { concurrency, queue, queueTimeoutMs, warm, idleTimeoutMs };
  const fleet = new Fleet({ home, node, records: browsers, attendants, ...limits });
  const runner = runJobs({ jobs, node, kinds: { [STORE_OBJECT]: storeObject(objects) } });
  await fleet.start();
  const platform: Platform = { fleet, browsers, profiles, objects, files, now: Date.now };
  const api = router({ platform, keys, secret, rateLimit: options.rateLimit });
  const edges: Edge[] = [gateway({ fleet, secret }), fileEdge({ fleet, objects, secret })];
  const server = Bun.serve<SocketData>({
    hostname: options.host,
    port: options.port,
    idleTimeout: 120,
    async fetch(request, server) {
      const url = new URL(request.url);
      const base = options.publicUrl ?? url.origin;
      if (/^\/api(\/|$)/.test(url.pathname)) return await api(request, base, server.requestIP(request)?.address ?? "");
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
      maxPayloadLength: 512 * 1024 * 1024,
      idleTimeout: 0,
      open(ws) {
        const socket: Socket = {
          send: (data) => ws.send(data) > 0,
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
      await runner.close();
      await server.stop(true);
      await database.close();
    },
  };
}
