/**
 * Builds the HTTP application from the list of endpoints. A request passes these checks in order: origin and size, API key and
 * rate limit, validation, handler.
 */
import { fileLink } from "../engine/files/browser-files.ts";
import type { Grants } from "../engine/lifecycle/grants.ts";
import { linksOf } from "../engine/lifecycle/links.ts";
import { Refusal } from "../refusal.ts";
import { keyIn } from "../socket.ts";
import type { KeyRecord, Keys } from "../store/records/keys.ts";
import { Documents } from "./document.ts";
import { type AnyEndpoint, type Platform, VERSIONS, type Version } from "./http/endpoint.ts";
import { OpenAPIHono } from "./http/hono.ts";
import { IGNORED_HEADER, ignoredHeader } from "./http/ignored.ts";
import { checked, checkLength } from "./http/incoming.ts";
import { RateLimit, type Taken } from "./http/limits.ts";
import { errorAnswer, eventStream, fileAnswer, json } from "./http/outgoing.ts";
import { endpoints } from "./index.ts";

/** A completed request, for logs and metrics. Contains nothing that the caller sent. */
export interface Answered {
  requestId: string;
  method: string;
  /** Path of the endpoint with `{name}` for parameters; undefined if none matched. */
  path: string | undefined;
  status: number;
  durationMs: number;
  projectId: string | undefined;
}

export interface RouterSetup {
  platform: Platform;
  keys: Keys;
  grants: Grants;
  /** Requests per minute of one key; 0 means unlimited. */
  rateLimit: number;
  onAnswered?: ((answered: Answered) => void) | undefined;
}

/** Handles a request to `/api` or below. `base` is the scheme and host by which the caller reaches this server, `address` the peer's. */
export type Api = (request: Request, base: string, address?: string) => Promise<Response>;

/** State of a request while it is handled. */
interface Context {
  base: string;
  address: string;
  requestId: string;
  path?: string;
  projectId?: string;
  /** Added to every response, also to errors. */
  headers: Record<string, string>;
}

type App = OpenAPIHono<{ Bindings: Context }>;

export function router(setup: RouterSetup): Api {
  const app: App = new OpenAPIHono<{ Bindings: Context }>({ strict: false });
  const limit = setup.rateLimit > 0 ? new RateLimit(setup.rateLimit) : undefined;
  const documents = new Documents();
  for (const version of VERSIONS) {
    for (const one of endpoints) if (one.versions.includes(version)) add(app, one, version, setup, limit);
    app.get(`/api/${version}/openapi.json`, (c) => documents.answer(version, c.env.base, c.req.raw));
  }
  app.get("/api", (c) => json(index(c.env.base)));
  refuseOtherMethods(app);
  app.notFound(() => {
    const hint = `Read /api/v3/openapi.json or /api/v2/openapi.json for the list of endpoints.`;
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

function add(
  app: App,
  one: AnyEndpoint,
  version: Version,
  { platform, keys, grants }: RouterSetup,
  limit?: RateLimit,
): void {
  app.on(one.method.toUpperCase(), routeOf(version, one.path), async (c) => {
    const { env } = c;
    env.path = `/api/${version}${one.path}`;
    const request = c.req.raw;
    const record = await authenticate(keys, request.headers, env.address);
    const keyId = record.id;
    env.projectId = record.projectId;
    if (limit) takeToken(limit.take(keyId), env);
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

/** Errors: `Refusal` 401. */
async function authenticate(keys: Keys, headers: Headers, address: string): Promise<KeyRecord> {
  const key = keyIn(headers);
  const record = await keys.check(key, address);
  if (record) return record;
  throw new Refusal(401, key === undefined ? "Missing API key" : "Invalid API key", {
    headers: { "WWW-Authenticate": 'Bearer realm="svc"' },
    hint: "Send a key in the header X-Svc-API-Key. Run `svc serve keys create` on the server to create one.",
  });
}

/** Adds the state of the rate limit to the response. Errors: `Refusal` 429. */
function takeToken({ isAllowed, limit, remaining, resetSeconds, retrySeconds }: Taken, context: Context): void {
  context.headers = {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(resetSeconds),
  };
  if (!isAllowed)
    throw new Refusal(429, `Too many requests: the limit of this key is ${limit} per minute`, {
      headers: { "Retry-After": String(retrySeconds) },
    });
}

/** Errors: `Refusal` 403 for a request from a page of another origin. */
function checkOrigin({ headers }: Request, base: string): void {
  const origin = headers.get("origin");
  if (origin !== null && origin !== base)
    throw new Refusal(403, "Requests from pages of other origins are not allowed", {
      hint: "Send the request from a program, not from a web page.",
    });
}

/** Adds 405 and OPTIONS to every known path. Must run after all endpoints are added. */
function refuseOtherMethods(app: App): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    const allowed = methods.get(path) ?? new Set(["OPTIONS"]);
    methods.set(path, allowed.add(method));
    if (method === "GET") allowed.add("HEAD");
  }
  for (const [path, allowed] of methods) {
    const headers = { Allow: [...allowed].sort().join(", ") };
    app.all(path, (c) => {
      if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers });
      throw new Refusal(405, "Method Not Allowed", { headers, hint: `Use one of ${headers.Allow}.` });
    });
  }
}

function routeOf(version: Version, path: string): string {
  return `/api/${version}${path.replace(/\{(\w+)\}/g, ":$1")}`;
}

/** Body of `GET /api`. */
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

/** The request's own id if it is safe in logs and headers, else a new one. */
function requestIdOf({ headers }: Request): string {
  const id = headers.get("x-request-id");
  return id !== null && /^[\w.:-]{1,128}$/.test(id) ? id : crypto.randomUUID();
}
