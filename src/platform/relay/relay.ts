/**
 * Several servers behind one address: passes requests for a browser to the server that runs it. The token in the URL authorizes
 * the caller on both servers; the servers have no rights of their own.
 */
import { hostname } from "node:os";
import { log } from "../../lib/log.ts";
import { opened, type UploadPass } from "../engine/files/browser-files.ts";
import type { Fleet } from "../engine/lifecycle/fleet.ts";
import type { Grants } from "../engine/lifecycle/grants.ts";
import type { Purpose } from "../engine/lifecycle/links.ts";
import { type RouteHandler, type Visit, wantsSocket } from "../socket.ts";
import type { BrowserRecords } from "../store/records/browsers.ts";
import { Tunnel } from "./tunnel.ts";

/** Marks relayed requests, which are never relayed again. */
const RELAYED = "x-svc-relayed";

/** Timeout of connecting to the other server. */
const OPEN_MS = 10_000;

const PATH = /^\/(cdp|live)\/([0-9a-f-]{36})\/([^/]+)/;
const UPLOAD = /^\/files\/upload\/([^/]+)$/;

/** Headers of one connection, and the encoding that `fetch` already decoded. */
const HOP_HEADERS = ["connection", "keep-alive", "transfer-encoding", "upgrade", "content-encoding"];

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
    if (url === undefined) return unreachable();
    const target = `${url}${visit.url.pathname}${visit.url.search}`;
    try {
      return wantsSocket(visit) ? await passSocket(visit, target) : await passRequest(visit, target);
    } catch (error) {
      log.warn(`browser ${id}: connecting to its server ${url} failed: ${reasonOf(error)}`);
      return unreachable();
    }
  };
}

/** The message without URLs, which contain tokens. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\b(https?|wss?):\/\/[^\s'"]+/g, "<URL>");
}

/** Id of the browser that the URL opens with a valid token. */
function browserOf({ url }: Visit, grants: Grants): string | undefined {
  const now = Date.now();
  const [, root, id = "", token = ""] = PATH.exec(url.pathname) ?? [];
  const purposes: readonly Purpose[] = root === "cdp" ? ["cdp"] : ["live", "watch"];
  if (root !== undefined) return purposes.some((one) => grants.opened(token, one, id, now)) ? id : undefined;
  const [, upload] = UPLOAD.exec(url.pathname) ?? [];
  const pass = upload === undefined ? undefined : opened<UploadPass>(upload, "upload", grants, now);
  // Any server can store workspace files.
  return pass && "browserId" in pass ? pass.browserId : undefined;
}

function unreachable(): Response {
  return Response.json(
    {
      detail: "The server that runs this browser cannot be reached",
      hint: "Read the log of the server, and set serve_node_url on each server.",
    },
    { status: 503, headers: { "Retry-After": "5", "cache-control": "no-store" } },
  );
}

/** Keeps the caller's Host, so that links in the response use the shared address. */
function headersOf({ request, base }: Visit): Record<string, string> {
  const { host } = new URL(base);
  const origin = request.headers.get("origin");
  return { [RELAYED]: "1", host: request.headers.get("host") ?? host, ...(origin === null ? {} : { origin }) };
}

async function passRequest(visit: Visit, target: string): Promise<Response> {
  const { method, headers, body, signal } = visit.request;
  const relayed = new Headers(headers);
  for (const name of HOP_HEADERS) relayed.delete(name);
  for (const [name, value] of Object.entries(headersOf(visit))) relayed.set(name, value);
  const answer = await fetch(target, { method, headers: relayed, body, signal, redirect: "manual", proxy: "" });
  const responseHeaders = new Headers(answer.headers);
  for (const name of HOP_HEADERS) responseHeaders.delete(name);
  return new Response(answer.body, { status: answer.status, headers: responseHeaders });
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
 * URL by which other servers of the database reach this one. A loopback address carries the name of its machine, because on
 * another machine it would be wrong.
 */
export function nodeUrlOf(listening: string, configured: string | undefined, isSecure: boolean): string | undefined {
  if (configured !== undefined) return configured;
  const url = new URL(listening);
  const isHere = /^(localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0|\[::\])$/.test(url.hostname);
  // The certificate is valid for the public name only.
  if (isSecure) return undefined;
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.hostname === "[::]") url.hostname = "[::1]";
  return isHere ? `${url.origin}#${hostname()}` : url.origin;
}

/** The origin of that URL if it is reachable from this machine. */
export function reachable(nodeUrl: string): string | undefined {
  const url = URL.parse(nodeUrl);
  return url && (url.hash === "" || url.hash === `#${hostname()}`) ? url.origin : undefined;
}
