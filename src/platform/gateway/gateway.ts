/**
 * The protocol of a browser over an authenticated WebSocket: what `cdpUrl` leads to. The token is part of the path, so that a
 * client may append to the address what it appends to that of a browser. Knows nothing of profiles or keys.
 */
import { asFailure } from "../../errors.ts";
import type { Fleet } from "../engine/lifecycle/fleet.ts";
import type { Grants } from "../engine/lifecycle/grants.ts";
import type { RunningBrowser } from "../engine/lifecycle/running.ts";
import type { RouteHandler, Visit } from "../socket.ts";
import { Client } from "./client.ts";
import { list, version } from "./discovery.ts";

const PATH =
  /^(\/cdp\/([0-9a-f-]{36})\/([^/]+))(?:\/(json(?:\/version|\/list)?|devtools\/(?:browser\/[^/]+|page\/([^/]+))))?\/?$/;

/** Clients that one browser may have: each may have some megabytes waiting for it. */
const MAX_CLIENTS = 100;

export function gateway({ fleet, grants }: { fleet: Fleet; grants: Grants }): RouteHandler {
  return async (visit) => {
    if (!visit.url.pathname.startsWith("/cdp/")) return undefined;
    if (isOfPage(visit)) return foreign();
    const [, path = "", id = "", token = "", rest = "", targetId] = PATH.exec(visit.url.pathname) ?? [];
    const keyId = grants.opened(token, "cdp", id, Date.now());
    const browser = fleet.get(id);
    if (!browser || keyId === undefined) return Response.json({ detail: "Session not found" }, { status: 404 });
    if (rest.startsWith("json")) return await told(browser, rest, visit.base.replace(/^http/, "ws") + path);
    if (!wantsSocket(visit)) return socketExpected();
    if (browser.clients >= MAX_CLIENTS) return tooManyClients();
    const watch = (end: () => void) => grants.watch(keyId, end);
    return visit.upgrade(new Client({ browser, targetId, watch, stop: () => fleet.stop(id, "asked") }));
  };
}

function tooManyClients(): Response {
  const detail = `This browser already has ${MAX_CLIENTS} clients`;
  return Response.json({ detail }, { status: 429, headers: { "Retry-After": "5" } });
}

async function told(browser: RunningBrowser, what: string, socketUrl: string): Promise<Response> {
  try {
    return what === "json/version" ? await version(browser, socketUrl) : await list(browser, socketUrl);
  } catch (error) {
    if (!asFailure(error) && !(error instanceof DOMException)) throw error;
    return Response.json({ detail: "The browser does not answer" }, { status: 503, headers: { "Retry-After": "1" } });
  }
}

/** A page of somebody's, in whatever browser: it may know an address, and has no business with the protocol. */
export function isOfPage({ request, base }: Visit): boolean {
  const origin = request.headers.get("origin");
  return origin !== null && origin !== base;
}

export function foreign(): Response {
  return Response.json({ detail: "Pages of other origins are not let in" }, { status: 403 });
}

export function wantsSocket({ request }: Visit): boolean {
  return request.headers.get("upgrade")?.toLowerCase() === "websocket";
}

export function socketExpected(): Response {
  return Response.json({ detail: "A WebSocket is expected here" }, { status: 426, headers: { Upgrade: "websocket" } });
}
