/**
 * Servers of one database behind one address: what one is asked for and another has is passed on to that one. The token in
 * the address is what lets a caller in, there as here; the servers themselves have no more rights than their callers.
 */
import { hostname } from "node:os";
import { log } from "../../lib/log.ts";
import { opened, type UploadPass } from "../engine/files/browser-files.ts";
import type { Fleet } from "../engine/lifecycle/fleet.ts";
import type { Grants } from "../engine/lifecycle/grants.ts";
import type { Purpose } from "../engine/lifecycle/links.ts";
import type { RouteHandler, Visit } from "../socket.ts";
import type { BrowserRecords } from "../store/records/browsers.ts";
import { Tunnel } from "./tunnel.ts";

/** Marks what was passed on: it is never passed on again. */
const RELAYED = "x-svc-relayed";

/** How long the other server may take to let a client in. */
const OPEN_MS = 10_000;

const PATH = /^\/(cdp|live)\/([0-9a-f-]{36})\/([^/]+)/;
const UPLOAD = /^\/files\/upload\/([^/]+)$/;

/** What concerns one connection alone, and what `fetch` decodes by itself. */
const NOT_PASSED_ON = ["connection", "keep-alive", "transfer-encoding", "upgrade", "content-encoding"];

export interface RelaySetup {
  fleet: Fleet;
  grants: Grants;
  records: BrowserRecords;
}

export function relay({ fleet, grants, records }: RelaySetup): RouteHandler {
  return async (visit) => {
    const id = visit.request.headers.has(RELAYED) ? undefined : browserOf(visit, grants);
    if (id === undefined || fleet.get(id)) return undefined;
    const owner = await records.owner(id);
    if (!owner || owner.node === fleet.node) return undefined;
    const url = reachable(owner.url ?? "");
    if (url === undefined) return away();
    const target = `${url}${visit.url.pathname}${visit.url.search}`;
    try {
      return wantsSocket(visit) ? await passSocket(visit, target) : await passRequest(visit, target);
    } catch (error) {
      log.warn(`browser ${id}: its server ${url} cannot be reached: ${reasonOf(error)}`);
      return away();
    }
  };
}

/** Errors of connections quote the address, which has the token in it. */
function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return said.replaceAll(/\b(https?|wss?):\/\/[^\s'"]+/g, "<address>");
}

/** The browser that the address opens, with a token in force. */
function browserOf({ url }: Visit, grants: Grants): string | undefined {
  const now = Date.now();
  const [, root, id = "", token = ""] = PATH.exec(url.pathname) ?? [];
  const purposes: readonly Purpose[] = root === "cdp" ? ["cdp"] : ["live", "watch"];
  if (root !== undefined) return purposes.some((one) => grants.opened(token, one, id, now)) ? id : undefined;
  const [, upload] = UPLOAD.exec(url.pathname) ?? [];
  const pass = upload === undefined ? undefined : opened<UploadPass>(upload, "upload", grants, now);
  // What goes to a workspace any server can take.
  return pass && "browserId" in pass ? pass.browserId : undefined;
}

function away(): Response {
  return Response.json(
    {
      detail: "The server that runs this browser cannot be reached",
      hint: "Set serve_node_url on each server. The log says why.",
    },
    { status: 503, headers: { "Retry-After": "5", "cache-control": "no-store" } },
  );
}

function wantsSocket({ request }: Visit): boolean {
  return request.headers.get("upgrade")?.toLowerCase() === "websocket";
}

/** With the caller's own Host, so that the links in the answer are those of the address that all share. */
function headersOf({ request, base }: Visit): Record<string, string> {
  const { host } = new URL(base);
  const origin = request.headers.get("origin");
  return { [RELAYED]: "1", host: request.headers.get("host") ?? host, ...(origin === null ? {} : { origin }) };
}

async function passRequest(visit: Visit, target: string): Promise<Response> {
  const { method, headers, body, signal } = visit.request;
  const kept = new Headers(headers);
  for (const name of NOT_PASSED_ON) kept.delete(name);
  for (const [name, value] of Object.entries(headersOf(visit))) kept.set(name, value);
  const answer = await fetch(target, { method, headers: kept, body, signal, redirect: "manual", proxy: "" });
  const told = new Headers(answer.headers);
  for (const name of NOT_PASSED_ON) told.delete(name);
  return new Response(answer.body, { status: answer.status, headers: told });
}

async function passSocket(visit: Visit, target: string): Promise<Response> {
  const peer = new WebSocket(target.replace(/^http/, "ws"), { headers: headersOf(visit), proxy: "" });
  const tunnel = new Tunnel(peer);
  await tunnel.open(OPEN_MS);
  const upgraded = visit.upgrade(tunnel);
  if (upgraded.status >= 400) tunnel.closed();
  return upgraded;
}

/**
 * The address by which the other servers of a database reach one that listens there. One of this machine alone says which
 * machine that is: to another one it would be itself.
 */
export function nodeUrlOf(listening: string, given: string | undefined, isSecure: boolean): string | undefined {
  if (given !== undefined) return given;
  const url = new URL(listening);
  const isHere = /^(localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0|\[::\])$/.test(url.hostname);
  // Its certificate is one of the public name.
  if (isSecure) return undefined;
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.hostname === "[::]") url.hostname = "[::1]";
  return isHere ? `${url.origin}#${hostname()}` : url.origin;
}

/** That address, without a slash at the end, where it leads to that server from here. */
export function reachable(nodeUrl: string): string | undefined {
  const url = URL.parse(nodeUrl);
  return url && (url.hash === "" || url.hash === `#${hostname()}`) ? url.origin : undefined;
}
