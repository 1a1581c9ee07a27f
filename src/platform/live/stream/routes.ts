/**
 * Routes of `liveUrl`: a page that shows a running browser and lets a person take control, and its WebSocket. The URL is a bearer
 * secret: it permits viewing, and with a `live` token input, until the browser ends.
 */

import type { Fleet } from "../../engine/lifecycle/fleet.ts";
import type { Grants } from "../../engine/lifecycle/grants.ts";
import { type RouteHandler, type Socket, type SocketHandlers, type Visit, wantsSocket } from "../../socket.ts";
import type { BrowserRecords } from "../../store/records/browsers.ts";
import type { Hubs } from "./hub.ts";
import { LiveSession, MAX_VIEWERS } from "./live-session.ts";
import type { ToViewer } from "./messages.ts";
import { endedPage, livePage, unknownPage } from "./pages.ts";
import type { Viewer } from "./viewer.ts";

const PATH = /^\/live\/([0-9a-f-]{36})\/([^/]+)(\/socket)?$/;

/** Timeout of reading the reason from the record of an ended browser. */
const REASON_MS = 15_000;

export interface LiveSetup {
  fleet: Fleet;
  grants: Grants;
  records: BrowserRecords;
  hubs: Hubs;
}

export function liveRoutes({ fleet, grants, records, hubs }: LiveSetup): RouteHandler {
  const sessions = new Map<string, LiveSession>();
  const reasonOf = (id: string) => endReason(records, id);
  const sessionOf = (id: string): LiveSession | undefined => {
    const existing = sessions.get(id);
    const browser = existing ? undefined : fleet.get(id);
    if (!browser) return existing;
    const session = new LiveSession(hubs, browser, {
      reason: () => reasonOf(id),
      over: () => sessions.get(id) === session && sessions.delete(id),
    });
    sessions.set(id, session);
    return session;
  };
  return async (visit) => {
    const [, id = "", token = "", socket = ""] = PATH.exec(visit.url.pathname) ?? [];
    if (id === "") return undefined;
    const now = Date.now();
    const acting = grants.opened(token, "live", id, now);
    const keyId = acting ?? grants.opened(token, "watch", id, now);
    if (keyId === undefined) return unknownPage(socket !== "");
    if (socket === "")
      return fleet.get(id) ? livePage(visit) : endedPage(await records.reason(id).catch(() => undefined));
    const refusal = socketRefusal(visit, sessions.get(id)?.size ?? 0);
    if (refusal) return refusal;
    const enter = (socket: Socket): Viewer | undefined => {
      const session = sessionOf(id);
      if (!session) void farewell(socket, () => reasonOf(id));
      return session?.enter(socket, { key: viewerKey(visit), interactive: acting !== undefined });
    };
    return visit.upgrade(viewerSocket(enter, (revoked) => grants.watch(keyId, revoked)));
  };
}

function socketRefusal(visit: Visit, viewers: number): Response | undefined {
  if (!isOurs(visit)) return Response.json({ detail: "Origin not allowed" }, { status: 403 });
  if (!wantsSocket(visit))
    return Response.json(
      { detail: "A WebSocket is expected here" },
      { status: 426, headers: { Upgrade: "websocket" } },
    );
  if (viewers >= MAX_VIEWERS)
    return Response.json({ detail: "Too many viewers" }, { status: 503, headers: { "Retry-After": "30" } });
  return undefined;
}

/** The key that identifies a reconnecting viewer. */
function viewerKey({ url }: Visit): string {
  const key = url.searchParams.get("viewer") ?? "";
  return /^[\w-]{16,64}$/.test(key) ? key : crypto.randomUUID();
}

/** Adds the viewer when its socket is open, so that a failed upgrade leaves none. */
function viewerSocket(
  enter: (socket: Socket) => Viewer | undefined,
  watchKey: (revoked: () => void) => () => void,
): SocketHandlers {
  let viewer: Viewer | undefined;
  let forget: (() => void) | undefined;
  return {
    opened(socket) {
      forget = watchKey(() => socket.close(1008, "the API key was revoked"));
      viewer = enter(socket);
    },
    message: (data) => viewer?.received(data),
    closed() {
      forget?.();
      viewer?.over();
    },
  };
}

/** Why the browser ended; null if the records do not say in time. */
async function endReason(records: BrowserRecords, id: string): Promise<string | null> {
  const untilMs = performance.now() + REASON_MS;
  for (;;) {
    // A closed store means that the server stops.
    const reason = await records.reason(id).catch(() => "drain");
    if (reason !== undefined || performance.now() > untilMs) return reason ?? null;
    await Bun.sleep(50);
  }
}

/** Sends the reason of the end and closes the socket. */
async function farewell(socket: Socket, reasonOf: () => Promise<string | null>): Promise<void> {
  socket.send(JSON.stringify({ t: "ended", reason: await reasonOf() } satisfies ToViewer));
  socket.close(4000, "the browser has ended");
}

/**
 * Only the page itself may open the socket, wherever it is embedded. Programs send no Origin. Hosts are compared, because a proxy
 * may use https where this server uses http.
 */
function isOurs({ request, base }: Visit): boolean {
  const origin = request.headers.get("origin");
  return origin === null || URL.parse(origin)?.host === new URL(base).host;
}
