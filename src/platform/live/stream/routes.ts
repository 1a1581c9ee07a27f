/**
 * What `liveUrl` leads to: a page that shows a browser as it runs and lets a person take over, and its socket. The address
 * is a bearer secret: who has it may look, and with the one for `live` also act, until the browser's end.
 */
import type { Fleet } from "../../engine/lifecycle/fleet.ts";
import type { Grants } from "../../engine/lifecycle/grants.ts";
import type { RouteHandler, Socket, Visit } from "../../socket.ts";
import type { BrowserRecords } from "../../store/records/browsers.ts";
import type { Hubs } from "./hub.ts";
import { LiveSession, MAX_VIEWERS } from "./live-session.ts";
import type { ToViewer } from "./messages.ts";
import { endedPage, livePage, unknownPage } from "./pages.ts";
import type { Viewer } from "./viewer.ts";

const PATH = /^\/live\/([0-9a-f-]{36})\/([^/]+)(\/socket)?$/;

/** How long a browser that is gone may take until its record says why. */
const REASON_MS = 15_000;

export interface LiveSetup {
  fleet: Fleet;
  grants: Grants;
  records: BrowserRecords;
  hubs: Hubs;
}

export function liveRoutes({ fleet, grants, records, hubs }: LiveSetup): RouteHandler {
  const rooms = new Map<string, LiveSession>();
  const reasonOf = async (id: string): Promise<string | null> => {
    const untilMs = performance.now() + REASON_MS;
    for (;;) {
      // The store may be closed by now: then it is the server that goes.
      const reason = await records.reason(id).catch(() => "drain");
      if (reason !== undefined || performance.now() > untilMs) return reason ?? null;
      await Bun.sleep(50);
    }
  };
  const roomOf = (id: string): LiveSession | undefined => {
    const held = rooms.get(id);
    const browser = held ? undefined : fleet.get(id);
    if (!browser) return held;
    const room = new LiveSession(hubs, browser, {
      reason: () => reasonOf(id),
      over: () => rooms.get(id) === room && rooms.delete(id),
    });
    rooms.set(id, room);
    return room;
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
    if (!isOurs(visit)) return Response.json({ detail: "Origin not allowed" }, { status: 403 });
    if (visit.request.headers.get("upgrade")?.toLowerCase() !== "websocket")
      return Response.json(
        { detail: "A WebSocket is expected here" },
        { status: 426, headers: { Upgrade: "websocket" } },
      );
    if ((rooms.get(id)?.size ?? 0) >= MAX_VIEWERS)
      return Response.json({ detail: "Too many viewers" }, { status: 503, headers: { "Retry-After": "30" } });
    const given = visit.url.searchParams.get("viewer") ?? "";
    const key = /^[\w-]{16,64}$/.test(given) ? given : crypto.randomUUID();
    let viewer: Viewer | undefined;
    let forget: (() => void) | undefined;
    // It enters when its socket is open: an upgrade that fails leaves nobody in a room.
    return visit.upgrade({
      opened(socket) {
        const room = roomOf(id);
        forget = grants.watch(keyId, () => socket.close(1008, "the API key was revoked"));
        if (room) viewer = room.enter(socket, { key, interactive: acting !== undefined });
        else void farewell(socket, () => reasonOf(id));
      },
      message: (data) => viewer?.received(data),
      closed() {
        forget?.();
        viewer?.over();
      },
    });
  };
}

/** Tells why there is nothing to see. */
async function farewell(socket: Socket, reasonOf: () => Promise<string | null>): Promise<void> {
  socket.send(JSON.stringify({ t: "ended", reason: await reasonOf() } satisfies ToViewer));
  socket.close(4000, "the browser has ended");
}

/**
 * The page may be embedded anywhere, but only the page itself opens the socket. Programs send no origin. Hosts are
 * compared, since a proxy before us may speak https where we speak http.
 */
function isOurs({ request, base }: Visit): boolean {
  const origin = request.headers.get("origin");
  return origin === null || URL.parse(origin)?.host === new URL(base).host;
}
