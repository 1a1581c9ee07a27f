/**
 * The dashboard: a page of ours, and the few things that it needs beside the API: keys, what the operator set. All
 * of that needs a key like the API; the page itself holds nothing.
 */

import { createHash } from "node:crypto";
import { boundedBody } from "../../lib/body.ts";
import type { RouteHandler, Visit } from "../socket.ts";
import { PAGE } from "./page.gen.ts";

export interface DashboardSetup {
  /** Whose key the request carries, or undefined. */
  authenticate(request: Request, address: string): Promise<{ projectId: string } | undefined>;
  keys: {
    list(projectId: string): Promise<object[]>;
    create(projectId: string, name: string, address: string): Promise<{ key: string; id: string }>;
    /** False when there is no valid key like that. */
    revoke(projectId: string, id: string, address: string): Promise<boolean>;
  };
  server(base: string): object;
}

/** Names on keys are for their owners. */
const MAX_NAME = 100;
const MAX_BODY_BYTES = 65_536;

/** Characters that a terminal obeys, or that PostgreSQL does not keep. */
const UNFIT = /[\p{Cc}\p{Cs}]/u;

/** Scripts and styles of its own alone; nobody frames it; the frames in it are live views of this server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const TYPES = { "index.html": "text/html", "app.js": "text/javascript", "style.css": "text/css" } as const;

export function dashboard(setup: DashboardSetup): RouteHandler {
  const files = new Map(Object.entries(TYPES).map(([name, type]) => [name, fileOf(name as keyof typeof TYPES, type)]));
  return async (visit) => {
    const { pathname } = visit.url;
    if (pathname === "/") return sendOn(visit);
    if (pathname === "/dashboard" || pathname === "/dashboard/") return answerFile(visit, files.get("index.html"));
    if (pathname.startsWith("/dashboard/api/")) return await answerCall(visit, setup);
    const file = /^\/dashboard\/([\w.-]+)$/.exec(pathname)?.[1];
    return file === undefined ? undefined : answerFile(visit, files.get(file));
  };
}

/** A person who types the address wants the dashboard; sent on by path, since the public host may be another one. */
function sendOn({ request }: Visit): Response | undefined {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  return new Response(null, { status: 302, headers: { location: "/dashboard/" } });
}

interface HeldFile {
  body: string;
  headers: Record<string, string>;
}

function fileOf(name: keyof typeof TYPES, type: string): HeldFile {
  const body = PAGE[name];
  const tag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return {
    body,
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": POLICY,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
      etag: `"${tag}"`,
    },
  };
}

function answerFile({ request }: Visit, file: HeldFile | undefined): Response | undefined {
  if (!file || !["GET", "HEAD"].includes(request.method)) return undefined;
  const isHeld = request.headers.get("if-none-match") === file.headers.etag;
  return new Response(isHeld ? null : file.body, { status: isHeld ? 304 : 200, headers: file.headers });
}

const refuse = (status: number, detail: string) => json({ detail }, status);

function json(value: object, status = 200): Response {
  return Response.json(value, { status, headers: { "cache-control": "no-store" } });
}

async function answerCall(visit: Visit, setup: DashboardSetup): Promise<Response> {
  const { request, url, base, address } = visit;
  const origin = request.headers.get("origin");
  // Another site's page has no business here, whatever key it holds.
  if (origin !== null && origin !== base && origin !== url.origin)
    return refuse(403, "Requests from pages of other origins are not allowed");
  const caller = await setup.authenticate(request, address);
  if (!caller) return refuse(401, "Invalid or missing API key");
  const { projectId } = caller;
  const [, noun = "", id] = /^\/dashboard\/api\/(\w+)(?:\/([\w-]+))?$/.exec(url.pathname) ?? [];
  const asked = `${request.method} ${noun}${id === undefined ? "" : "/"}`;
  if (asked === "GET keys") return json({ keys: await setup.keys.list(projectId) });
  if (asked === "GET server") return json(setup.server(base));
  if (asked === "POST keys") return await createKey(request, setup, projectId, address);
  if (asked === "DELETE keys/" && id !== undefined)
    return (await setup.keys.revoke(projectId, id, address)) ? json({ id }) : refuse(404, "API key not found");
  return refuse(404, "Not Found");
}

async function createKey(
  request: Request,
  { keys }: DashboardSetup,
  projectId: string,
  address: string,
): Promise<Response> {
  const bytes = await boundedBody(request, MAX_BODY_BYTES);
  if (!bytes) return refuse(413, "The request body is too large");
  const body = (await new Response(bytes).json().catch(() => undefined)) as { name?: unknown } | undefined;
  const name = typeof body?.name === "string" ? body.name.trim() : "";
  if (name === "" || name.length > MAX_NAME || UNFIT.test(name))
    return refuse(422, `The name must have 1 to ${MAX_NAME} characters and no control characters`);
  return json(await keys.create(projectId, name, address), 201);
}
