/**
 * Serves `cdpUrl`: the protocol of a browser over a WebSocket. The token is part of the path, so that clients can append to the
 * URL what they append to that of a browser.
 */
import { asFailure } from "../../errors.ts";
import type { Fleet } from "../engine/lifecycle/fleet.ts";
import type { Grants } from "../engine/lifecycle/grants.ts";
import type { RunningBrowser } from "../engine/lifecycle/running.ts";
import { type RouteHandler, type Visit, wantsSocket } from "../socket.ts";
import { Client } from "./client.ts";
import { list, version } from "./discovery.ts";

const PATH =
  /^(\/cdp\/([0-9a-f-]{36})\/([^/]+))(?:\/(json(?:\/version|\/list)?|devtools\/(?:browser\/[^/]+|page\/([^/]+))))?\/?$/;

/** Maximum clients per browser; messages of some megabytes may be queued for each. */
const MAX_CLIENTS = 100;

export function gateway({ fleet, grants }: { fleet: Fleet; grants: Grants }): RouteHandler {
  return async (visit) => {
    if (!visit.url.pathname.startsWith("/cdp/")) return undefined;
    if (isOfPage(visit)) return refuseForeign();
    const [, path = "", id = "", token = "", rest = "", targetId] = PATH.exec(visit.url.pathname) ?? [];
    const keyId = grants.opened(token, "cdp", id, Date.now());
    const browser = fleet.get(id);
    if (!browser || keyId === undefined) return Response.json({ detail: "Session not found" }, { status: 404 });
    if (rest.startsWith("json")) return await describe(browser, rest, visit.base.replace(/^http/, "ws") + path);
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

async function describe(browser: RunningBrowser, what: string, socketUrl: string): Promise<Response> {
  try {
    return what === "json/version" ? await version(browser, socketUrl) : await list(browser, socketUrl);
  } catch (error) {
    if (!asFailure(error) && !(error instanceof DOMException)) throw error;
    return Response.json({ detail: "The browser does not answer" }, { status: 503, headers: { "Retry-After": "1" } });
  }
}

/** True for a request from a page of another origin, which must not use the protocol. */
export function isOfPage({ request, base }: Visit): boolean {
  const origin = request.headers.get("origin");
  return origin !== null && origin !== base;
}

export function refuseForeign(): Response {
  return Response.json({ detail: "Requests from pages of other origins are not allowed" }, { status: 403 });
}

export function socketExpected(): Response {
  return Response.json({ detail: "A WebSocket is expected here" }, { status: 426, headers: { Upgrade: "websocket" } });
}
