/** The list of endpoints as an HTTP application: key, checks, handler, answer. Knows no endpoint. */
import { log } from "../../lib/log.ts";
import { linksOf } from "../engine/links.ts";
import { Refusal } from "../refusal.ts";
import type { Keys } from "../store/keys.ts";
import type { Secret } from "../store/secret.ts";
import type { AnyEndpoint, Platform, Version } from "./endpoint.ts";
import { createRoute, OpenAPIHono, type z } from "./hono.ts";
import { endpoints } from "./index.ts";

const KEY_HEADER = "x-svc-api-key";

export interface RouterSetup {
  platform: Platform;
  keys: Keys;
  secret: Secret;
}

/** Answers a request to `/api/…`; `base` is the scheme and host by which the caller reaches this server. */
export type Api = (request: Request, base: string) => Promise<Response>;

export function router(setup: RouterSetup): Api {
  const app = new OpenAPIHono<{ Bindings: { base: string } }>({
    defaultHook: (result, c) =>
      result.success ? undefined : c.json({ detail: result.error.issues.map(problem) }, 422),
  });
  for (const version of ["v2", "v3"] as const)
    for (const one of endpoints) if (one.versions.includes(version)) add(app, one, version, setup);
  for (const version of ["v2", "v3"] as const)
    app.doc31(`/api/${version}/openapi.json`, { openapi: "3.1.0", info: { title: "svc", version } });
  app.notFound((c) => c.json({ detail: "Not Found" }, 404));
  app.onError((error, c) => {
    if (error instanceof Refusal)
      return c.json(
        { detail: error.message, ...(error.hint ? { hint: error.hint } : {}) },
        error.status as 400,
        error.headers,
      );
    log.error("bug in the platform", error);
    return c.json({ detail: "Internal Server Error" }, 500);
  });
  return async (request, base) => await app.fetch(request, { base });
}

type App = OpenAPIHono<{ Bindings: { base: string } }>;

function add(app: App, one: AnyEndpoint, version: Version, { platform, keys, secret }: RouterSetup): void {
  const route = createRoute({
    method: one.method,
    path: `/api/${version}${one.path}`,
    operationId: `${one.id}_${version}`,
    summary: one.summary,
    tags: [one.tag],
    request: {
      ...(one.params ? { params: one.params } : {}),
      ...(one.query ? { query: one.query } : {}),
      ...(one.body
        ? { body: { content: { "application/json": { schema: one.body } }, required: !one.bodyOptional } }
        : {}),
    },
    responses: {
      [one.status]: one.answer
        ? { description: "Done", content: { "application/json": { schema: one.answer } } }
        : { description: "Done" },
    },
  });
  app.openapi(route, async (c) => {
    const key = c.req.header(KEY_HEADER);
    const record = key === undefined ? undefined : await keys.check(key);
    if (!record) throw new Refusal(401, "Invalid or missing API key", { hint: `Send it in the header ${KEY_HEADER}.` });
    const { base } = c.env;
    const answer = await one.handle({
      platform,
      projectId: record.projectId,
      version,
      params: one.params ? c.req.valid("param" as never) : undefined,
      query: one.query ? c.req.valid("query" as never) : undefined,
      body: one.body ? (c.req.valid("json" as never) ?? one.body.parse({})) : undefined,
      base,
      links: (browser) => linksOf(browser, base, secret),
      signal: c.req.raw.signal,
    });
    return answer.body === undefined
      ? c.body(null, answer.status as 204)
      : c.json(answer.body as object, answer.status as 200);
  });
}

function problem(issue: z.core.$ZodIssue) {
  return { loc: ["body", ...issue.path], msg: issue.message, type: issue.code };
}
