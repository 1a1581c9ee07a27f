/** The OpenAPI 3.1 document of a version, from the list of endpoints. Pure. */
import { createHash } from "node:crypto";
import { VERSION as PROGRAM_VERSION } from "../../version.ts";
import { type AnyEndpoint, TAGS, type Tag, type Version } from "./http/endpoint.ts";
import { OpenAPIHono } from "./http/hono.ts";
import { ErrorResponse, ValidationErrorResponse } from "./http/schemas.ts";
import { endpoints } from "./index.ts";

/** What a status means here. */
const MEANINGS: Record<number, string> = {
  200: "Done",
  201: "Made",
  202: "Begun",
  204: "Done; there is nothing to tell",
  400: "It cannot be done as things are",
  401: "The key is missing or wrong",
  402: "The credits or a budget for the month are used up",
  403: "A limit or a rule forbids it",
  404: "There is none of that id in the key's project",
  408: "The body did not arrive in time",
  409: "It is busy with something else",
  413: "The body is too large",
  415: "The body is no JSON, or not said to be",
  422: "The request does not fit the endpoint",
  429: "Too many at the same time or in a minute",
  500: "A bug of the server; `requestId` finds it in the log",
  503: "The server cannot do it right now",
  504: "The server that runs the browser does not answer",
};

export interface OpenApiDocument {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
  [other: string]: unknown;
}

export interface Operation {
  operationId: string;
  summary: string;
  deprecated?: boolean;
  description: string;
  tags: [Tag];
  parameters?: { name: string; in: "path" | "query"; required: boolean; description?: string; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
}

/** As much of JSON Schema as these documents have. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

const INTRODUCTION = `Browsers by HTTP. Every call needs a key, in the header \`X-Svc-API-Key\` or as a bearer token.

Members of a body or a query that an endpoint does not know are ignored; the header \`X-Svc-Ignored\` of the answer names them (\`body.tsak, query.page\`). Errors have \`detail\`: a sentence, or for 422 a list of what is wrong where; \`hint\` says what to do about it. Every answer carries \`X-Request-Id\`, the caller's own where it sends one. Where the server limits calls, answers carry \`X-RateLimit-Limit\` (calls a minute), \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (seconds until all of them may be made again), and 429 carries \`Retry-After\` (seconds). Web pages of other origins may not call.

Where an endpoint takes \`Idempotency-Key\`, a header of 1 to 255 characters of the caller's own, a request that is sent again with the same key within a day makes nothing new and is answered with what the first one made. The same key with another request is refused with 409.`;

/** `base` is the scheme and host by which the caller reaches the server, without a slash at the end. */
export function openApiDocument(version: Version, base: string): OpenApiDocument {
  const registry = new OpenAPIHono();
  const { openAPIRegistry } = registry;
  const apiKey = { type: "apiKey", in: "header", name: "X-Svc-API-Key" } as const;
  openAPIRegistry.registerComponent("securitySchemes", "apiKey", apiKey);
  openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  const own = endpoints.filter(({ versions }) => versions.includes(version));
  for (const one of own) openAPIRegistry.registerPath(operationOf(one));
  const used = new Set(own.map(({ tag }) => tag));
  return registry.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: `svc ${version}`,
      version: PROGRAM_VERSION,
      description: INTRODUCTION,
      contact: { name: "The operator of this server" },
      license: { name: "MIT", identifier: "MIT" } as { name: string },
    },
    servers: serversAt(version, base),
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name as Tag))
      .map(([name, description]) => ({ name, description })),
  }) as unknown as OpenApiDocument;
}

type Route = Parameters<OpenAPIHono["openAPIRegistry"]["registerPath"]>[0];

function operationOf(one: AnyEndpoint): Route {
  const { method, path, id, summary, tag, params, query, body, bodyOptional, example } = one;
  return {
    method,
    path,
    operationId: id,
    summary,
    ...(one.isDeprecated ? { deprecated: true } : {}),
    description: one.description ?? `${summary}.`,
    tags: [tag],
    request: {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(body
        ? {
            body: {
              required: !bodyOptional,
              content: { "application/json": { schema: body, ...(example ? { example } : {}) } },
            },
          }
        : {}),
    },
    responses: Object.fromEntries(
      [one.status, ...errorsOf(one)].map((status) => [String(status), responseOf(one, status)]),
    ),
  };
}

/** Statuses that the endpoint may refuse with, its own and those of every call of its kind. */
export function errorsOf({ errors = [], params, query, body }: AnyEndpoint): number[] {
  const common = [401, 429, 500, 503, ...(params || query || body ? [422] : []), ...(body ? [408, 413, 415] : [])];
  return [...new Set([...errors, ...common])].sort((a, b) => a - b);
}

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds until another try is worth it", schema: { type: "integer" as const } },
};

function responseOf(one: AnyEndpoint, status: number): Route["responses"][string] {
  const description = MEANINGS[status] ?? "";
  const streamed = one.isStream ? "text/event-stream" : one.fileType;
  if (status === one.status && !one.answer && !streamed) return { description };
  if (status === one.status && streamed)
    return { description, content: { [streamed]: { schema: { type: "string" } } } } as Route["responses"][string];
  const schema = status === one.status ? one.answer : status === 422 ? ValidationErrorResponse : ErrorResponse;
  return {
    description,
    ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
    content: { "application/json": { schema } },
  } as Route["responses"][string];
}

/**
 * The documents as text. They are made once: only the address of the server is the caller's, and callers who make addresses
 * up must not make the server work.
 */
export class Documents {
  readonly #made = new Map<Version, { text: string; hash: string }>();

  /** No key is needed: clients read the document before they have one. */
  answer(version: Version, base: string, { headers }: Request): Response {
    const { text, hash } = this.#of(version);
    const etag = `"${hashOf(hash + base)}"`;
    const common = { etag, "cache-control": "no-cache" };
    if (headers.get("if-none-match")?.includes(etag)) return new Response(null, { status: 304, headers: common });
    const servers = JSON.stringify(serversAt(version, base));
    return new Response(`{"servers":${servers},${text.slice(1)}`, {
      headers: { ...common, "content-type": "application/json" },
    });
  }

  #of(version: Version) {
    const held = this.#made.get(version);
    if (held) return held;
    const { servers: _, ...rest } = openApiDocument(version, "");
    const text = JSON.stringify(rest);
    const made = { text, hash: hashOf(text) };
    this.#made.set(version, made);
    return made;
  }
}

function serversAt(version: Version, base: string) {
  return [{ url: `${base}/api/${version}` }];
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
