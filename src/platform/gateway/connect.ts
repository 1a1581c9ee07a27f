/**
 * The second way to a browser: one address with everything in its query starts one on connecting, and ends it on leaving. It
 * asks the API for the browser, so that both ways check the same and refuse in the same words. Knows no schema but this: in a
 * query all is text, and which text means a number is said here.
 */
import { log } from "../../lib/log.ts";
import type { Fleet } from "../engine/lifecycle/fleet.ts";
import type { Grants } from "../engine/lifecycle/grants.ts";
import { keyIn, type RouteHandler, type Visit } from "../socket.ts";
import type { Keys } from "../store/records/keys.ts";
import { Client } from "./client.ts";
import { json } from "./discovery.ts";
import { foreign, isOfPage, socketExpected, wantsSocket } from "./gateway.ts";

export interface ConnectSetup {
  fleet: Fleet;
  keys: Pick<Keys, "check">;
  grants: Grants;
  /** Answers a request to the API. */
  create(request: Request, base: string, address: string): Promise<Response>;
}

const PATH = /^(?:\/connect)?(\/json\/version)?\/?$/;

const KEY_HEADER = "x-svc-api-key";

/** Members of the request for a browser that are no texts. */
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
    // At the root it is a socket alone: who asks for a page there gets the dashboard.
    if (found === undefined || (pathname === "/" && !wantsSocket(visit))) return undefined;
    if (isOfPage(visit)) return foreign();
    if (discovery !== undefined) return await discovered(visit, setup);
    if (!wantsSocket(visit)) return socketExpected();
    return await started(visit, setup);
  };
}

/** Where to connect to: here, with the same query. Starts nothing. */
async function discovered(visit: Visit, { keys }: ConnectSetup): Promise<Response> {
  const key = keyOf(visit);
  if (key === undefined || !(await keys.check(key, visit.address)))
    return Response.json(
      {
        detail: "Invalid or missing API key",
        hint: `Send it as apiKey in the query, in the header ${KEY_HEADER}, or as a bearer token.`,
      },
      { status: 401 },
    );
  return json({
    Browser: "Chrome",
    "Protocol-Version": "1.3",
    webSocketDebuggerUrl: `${visit.base.replace(/^http/, "ws")}/connect${visit.url.search}`,
  });
}

async function started(visit: Visit, { fleet, keys, grants, create }: ConnectSetup): Promise<Response> {
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
  const left = () => {
    stop().catch((error) => log.error(`browser ${id} does not end:`, error));
  };
  const browser = fleet.get(id);
  const caller = await keys.check(keyOf(visit), visit.address);
  const watch = (end: () => void) => grants.watch(caller?.id ?? "", end);
  const upgraded =
    browser && caller && !visit.request.signal.aborted
      ? visit.upgrade(new Client({ browser, stop, watch, left }))
      : Response.json({ detail: "The browser has ended" }, { status: 503, headers: { "Retry-After": "1" } });
  // Nobody came to use it, so nobody would leave it.
  if (upgraded.status >= 400) await stop();
  return upgraded;
}

function keyOf({ url, request }: Visit): string | undefined {
  return keyIn(request.headers) ?? url.searchParams.get("apiKey") ?? undefined;
}

/** The request for a browser that a query writes. What does not read as it should stays text: the API says what is wrong. */
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
  // A country code that is there and says none: no proxy at all.
  if (name === "proxyCountryCode" && (text === "" || text === "null" || text === "none")) return null;
  return text;
}
