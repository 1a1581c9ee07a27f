/**
 * The list of endpoints as an HTTP application. A request passes in this order: where it comes from and how large it is, its
 * key and how often that was used, what it says, the handler. Knows no endpoint.
 */
import { fileLink } from "../engine/files/browser-files.ts";
import type { Grants } from "../engine/lifecycle/grants.ts";
import { linksOf } from "../engine/lifecycle/links.ts";
import { Refusal } from "../refusal.ts";
import { Documents } from "./document.ts";
import { Access, type AccessSetup, checkOrigin, limitHeaders } from "./http/access.ts";
import { type AnyEndpoint, type Platform, VERSIONS, type Version } from "./http/endpoint.ts";
import { OpenAPIHono } from "./http/hono.ts";
import { IGNORED_HEADER, ignoredHeader } from "./http/ignored.ts";
import { checked, checkLength } from "./http/incoming.ts";
import { errorAnswer, eventStream, fileAnswer, json } from "./http/outgoing.ts";
import { endpoints } from "./index.ts";

/** What one call was, told when it has been answered: for logs and metrics. Holds nothing that the caller sent. */
export interface Answered {
  requestId: string;
  method: string;
  /** Path of the endpoint with `{name}` for parameters; undefined where there is none. */
  path: string | undefined;
  status: number;
  durationMs: number;
  projectId: string | undefined;
}

export interface RouterSetup extends AccessSetup {
  platform: Platform;
  grants: Grants;
  onAnswered?: ((answered: Answered) => void) | undefined;
}

/**
 * Answers a request to `/api` and below; `base` is the scheme and host by which the caller reaches this server, `address`
 * that of the peer.
 */
export type Api = (request: Request, base: string, address?: string) => Promise<Response>;

/** What is known of a call while it is answered. */
interface Context {
  base: string;
  address: string;
  requestId: string;
  path?: string;
  projectId?: string;
  /** Headers of the answer, whatever it is. */
  headers: Record<string, string>;
}

type App = OpenAPIHono<{ Bindings: Context }>;

export function router(setup: RouterSetup): Api {
  const app: App = new OpenAPIHono<{ Bindings: Context }>({ strict: false });
  const access = new Access(setup);
  const documents = new Documents();
  for (const version of VERSIONS) {
    for (const one of endpoints) if (one.versions.includes(version)) add(app, one, version, setup, access);
    app.get(`/api/${version}/openapi.json`, (c) => documents.answer(version, c.env.base, c.req.raw));
  }
  app.get("/api", (c) => json(index(c.env.base)));
  refuseOtherMethods(app);
  app.notFound(() => {
    const hint = `/api/v2 and /api/v3 are there; /api/v3/openapi.json tells what is below.`;
    throw new Refusal(404, "Not Found", { hint });
  });
  app.onError((error, c) => errorAnswer(error, c.req.raw, c.env.requestId));
  return async (request, base, address = "") => {
    const startedMs = performance.now();
    const context: Context = { base, address, requestId: requestIdOf(request), headers: {} };
    const response = await answered(app, request, context);
    for (const [name, value] of Object.entries(context.headers)) response.headers.set(name, value);
    response.headers.set("X-Request-Id", context.requestId);
    setup.onAnswered?.({
      requestId: context.requestId,
      method: request.method,
      path: context.path,
      status: response.status,
      durationMs: performance.now() - startedMs,
      projectId: context.projectId,
    });
    return response;
  };
}

async function answered(app: App, request: Request, context: Context): Promise<Response> {
  try {
    checkOrigin(request, context.base);
    checkLength(request);
    return await app.fetch(request, context);
  } catch (error) {
    return errorAnswer(error, request, context.requestId);
  }
}

function add(app: App, one: AnyEndpoint, version: Version, { platform, grants }: RouterSetup, access: Access): void {
  app.on(one.method.toUpperCase(), routeOf(version, one.path), async (c) => {
    const { env } = c;
    env.path = `/api/${version}${one.path}`;
    const request = c.req.raw;
    const { record, taken } = await access.admit(request, env.address);
    const keyId = record.id;
    env.projectId = record.projectId;
    if (taken) env.headers = limitHeaders(taken);
    if (taken?.isAllowed === false)
      throw new Refusal(429, `Too many requests: this key may make ${taken.limit} a minute`, {
        headers: { "Retry-After": String(taken.retrySeconds) },
      });
    const { ignored, ...incoming } = await checked(one, request, c.req.param());
    if (ignored.length > 0) env.headers[IGNORED_HEADER] = ignoredHeader(ignored);
    const answer = await one.handle({
      ...incoming,
      platform,
      projectId: record.projectId,
      keyId,
      version,
      base: env.base,
      headers: request.headers,
      signal: request.signal,
      onRevoked: (end) => grants.watch(keyId, end),
      links: (browser) => linksOf(browser, env.base, grants, keyId),
      fileLink: (object, name, expiresMs) =>
        fileLink({ object, name }, env.base, {
          grants,
          keyId,
          now: platform.now(),
          ...(expiresMs ? { expiresMs } : {}),
        }),
    });
    if (answer.events) return eventStream(answer.events, answer.status);
    if (answer.file) return fileAnswer(answer.file, one.fileType ?? "", answer.status);
    return answer.body === undefined ? new Response(null, { status: answer.status }) : json(answer.body, answer.status);
  });
}

/** After all endpoints: a path that is known is refused for its method, with those it has. */
function refuseOtherMethods(app: App): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    const held = methods.get(path) ?? new Set(["OPTIONS"]);
    methods.set(path, held.add(method));
    if (method === "GET") held.add("HEAD");
  }
  for (const [path, held] of methods) {
    const headers = { Allow: [...held].sort().join(", ") };
    app.all(path, (c) => {
      if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers });
      throw new Refusal(405, "Method Not Allowed", { headers, hint: `This path takes ${headers.Allow}.` });
    });
  }
}

function routeOf(version: Version, path: string): string {
  return `/api/${version}${path.replace(/\{(\w+)\}/g, ":$1")}`;
}

/** What stands at `/api`, for whoever looks there first. */
function index(base: string) {
  return {
    name: "svc",
    versions: Object.fromEntries(
      VERSIONS.map((version) => [
        version,
        { base: `${base}/api/${version}`, openapi: `${base}/api/${version}/openapi.json` },
      ]),
    ),
    authentication: "Send your API key in the header X-Svc-API-Key, or as a bearer token.",
  };
}

/** The caller's own where it is harmless in logs and headers. */
function requestIdOf({ headers }: Request): string {
  const given = headers.get("x-request-id");
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}
