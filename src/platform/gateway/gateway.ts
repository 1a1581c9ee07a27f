/** The protocol of a browser over an authenticated WebSocket: what `cdpUrl` leads to. Knows nothing of profiles or keys. */

import type { Transport } from "../../cdp/transport.ts";
import { Failure } from "../../errors.ts";
import type { Fleet } from "../engine/fleet.ts";
import type { RunningBrowser } from "../engine/running.ts";
import type { Edge, Socket, Visit } from "../socket.ts";
import type { Secret } from "../store/secret.ts";

const PATH = /^\/cdp\/([0-9a-f-]{36})\/([^/]+)(\/json\/version\/?|\/)?$/;

export function gateway({ fleet, secret }: { fleet: Fleet; secret: Secret }): Edge {
  return async (visit) => {
    const [, id = "", token = "", rest = ""] = PATH.exec(visit.url.pathname) ?? [];
    if (id === "") return undefined;
    const browser = secret.opens(token, "cdp", id, Date.now()) ? fleet.get(id) : undefined;
    if (!browser) return Response.json({ detail: "Session not found" }, { status: 404 });
    if (rest.includes("json")) return await version(browser, visit);
    if (visit.request.headers.get("upgrade")?.toLowerCase() !== "websocket")
      return Response.json(
        { detail: "A WebSocket is expected here" },
        { status: 426, headers: { Upgrade: "websocket" } },
      );
    return connect(browser, visit);
  };
}

async function version(browser: RunningBrowser, { url, base }: Visit): Promise<Response> {
  const { product, protocolVersion, userAgent, jsVersion } = await browser.connection.root.send("Browser.getVersion");
  return Response.json({
    Browser: product,
    "Protocol-Version": protocolVersion,
    "User-Agent": userAgent,
    "V8-Version": jsVersion,
    webSocketDebuggerUrl: base.replace(/^http/, "ws") + url.pathname.replace(/\/json\/version\/?$/, ""),
  });
}

function connect(browser: RunningBrowser, visit: Visit): Response {
  let transport: Transport | undefined;
  let waiting: string[] | undefined = [];
  let isClosed = false;
  const end = (socket: Socket | undefined, code: number, reason: string) => {
    if (isClosed) return;
    isClosed = true;
    browser.clients--;
    browser.touch(Date.now());
    transport?.close();
    socket?.close(code, reason);
  };
  browser.clients++;
  return visit.upgrade({
    opened(socket) {
      browser.open(AbortSignal.timeout(10_000)).then(
        (opened) => {
          if (isClosed) return opened.close();
          transport = opened;
          opened.receive = (text) => void socket.send(text);
          opened.ended = () => end(socket, 1001, "the browser is gone");
          for (const text of waiting ?? []) opened.send(text);
          waiting = undefined;
        },
        (error) => end(socket, 1011, error instanceof Failure ? error.message : "the browser does not answer"),
      );
    },
    message(data) {
      browser.touch(Date.now());
      const text = typeof data === "string" ? data : new TextDecoder().decode(data);
      if (waiting) waiting.push(text);
      else transport?.send(text);
    },
    closed: () => end(undefined, 1000, ""),
  });
}
