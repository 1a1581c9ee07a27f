/**
 * `/connect`: a WebSocket whose query describes a browser, which starts on connect and stops on disconnect. The browser is
 * created by a request to the API, so that checks and errors are the same. Only the conversion of query texts to numbers and
 * flags happens here.
 */
import { log } from "../../lib/log.ts";
import type { Fleet } from "../engine/lifecycle/fleet.ts";
import type { Grants } from "../engine/lifecycle/grants.ts";
import { keyIn, type RouteHandler, type Visit, wantsSocket } from "../socket.ts";
import type { Keys } from "../store/records/keys.ts";
import { Client } from "./client.ts";
import { json } from "./discovery.ts";
import { isOfPage, refuseForeign, socketExpected } from "./gateway.ts";

export interface ConnectSetup {
  fleet: Fleet;
  keys: Pick<Keys, "check">;
  grants: Grants;
  /** Handles a request to the API. */
  create(request: Request, base: string, address: string): Promise<Response>;
}

const PATH = /^(?:\/connect)?(\/json\/version)?\/?$/;

const KEY_HEADER = "x-svc-api-key";

/** Fields of the request that are not texts. */
const NUMBERS: ReadonlySet<string> = new Set([
  "timeout",
  "browserScreenWidth",
  "browserScreenHeight",
  "customProxy.port",
]);
const FLAGS: ReadonlySet<string> = new Set(["allowResizing", "enableRecording", "customProxy.ignoreCertErrors"]);

export function connect(setup: ConnectSetup): RouteHandler {
  return async (visit) => {
    const { pathname } = visit.url;
    const [found, discovery] = PATH.exec(pathname) ?? [];
    // At the root only WebSockets are meant; other requests get the dashboard.
    if (found === undefined || (pathname === "/" && !wantsSocket(visit))) return undefined;
    if (isOfPage(visit)) return refuseForeign();
    if (discovery !== undefined) return await describe(visit, setup);
    if (!wantsSocket(visit)) return socketExpected();
    return await start(visit, setup);
  };
}

/** The URL to connect to: the same with its query. Starts no browser. */
async function describe(visit: Visit, { keys }: ConnectSetup): Promise<Response> {
  const key = keyOf(visit);
  if (key === undefined || !(await keys.check(key, visit.address)))
    return Response.json(
      {
        detail: "Invalid or missing API key",
        hint: `Send the key as apiKey in the query, in the header ${KEY_HEADER}, or as a bearer token.`,
      },
      { status: 401 },
    );
  return json({
    Browser: "Chrome",
    "Protocol-Version": "1.3",
    webSocketDebuggerUrl: `${visit.base.replace(/^http/, "ws")}/connect${visit.url.search}`,
  });
}

async function start(visit: Visit, { fleet, keys, grants, create }: ConnectSetup): Promise<Response> {
  const prefer = visit.request.headers.get("prefer");
  const headers = {
    ...{ "content-type": "application/json", [KEY_HEADER]: keyOf(visit) ?? "" },
    ...(prefer === null ? {} : { prefer }),
  };
  const body = JSON.stringify(bodyOf(visit.url.searchParams));
  const request = new Request(`${visit.base}/api/v3/browsers`, {
    method: "POST",
    headers,
    body,
    signal: visit.request.signal,
  });
  const answer = await create(request, visit.base, visit.address);
  if (answer.status !== 201) return answer;
  const { id } = (await answer.json()) as { id: string };
  const stop = () => fleet.stop(id, "asked");
  const disconnected = () => {
    stop().catch((error) => log.error(`browser ${id}: stopping it failed:`, error));
  };
  const browser = fleet.get(id);
  const caller = await keys.check(keyOf(visit), visit.address);
  const watch = (end: () => void) => grants.watch(caller?.id ?? "", end);
  const upgraded =
    browser && caller && !visit.request.signal.aborted
      ? visit.upgrade(new Client({ browser, stop, watch, disconnected }))
      : Response.json({ detail: "The browser has ended" }, { status: 503, headers: { "Retry-After": "1" } });
  // No client connected, so none will disconnect.
  if (upgraded.status >= 400) await stop();
  return upgraded;
}

function keyOf({ url, request }: Visit): string | undefined {
  return keyIn(request.headers) ?? url.searchParams.get("apiKey") ?? undefined;
}

/** Builds the request body from a query. Values that do not convert remain texts, which the API reports. */
export function bodyOf(query: URLSearchParams): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const proxy: Record<string, unknown> = {};
  for (const [name, text] of query) {
    if (name === "apiKey") continue;
    const value = fieldOf(name, text);
    if (name.startsWith("customProxy.")) proxy[name.slice("customProxy.".length)] = value;
    else body[name] = value;
  }
  return Object.keys(proxy).length === 0 ? body : { ...body, customProxy: proxy };
}

function fieldOf(name: string, text: string): unknown {
  if (NUMBERS.has(name)) return /^-?\d{1,9}$/.test(text) ? Number(text) : text;
  if (FLAGS.has(name))
    return text === "" || text === "true" || text === "1" ? true : /^(false|0)$/.test(text) ? false : text;
  // An empty country code means no proxy.
  if (name === "proxyCountryCode" && (text === "" || text === "null" || text === "none")) return null;
  return text;
}
