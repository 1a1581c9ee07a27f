/** Generates the OpenAPI 3.1 document of a version from the list of endpoints. Pure. */
import { createHash } from "node:crypto";
import { VERSION as PROGRAM_VERSION } from "../../version.ts";
import { type AnyEndpoint, TAGS, type Tag, type Version } from "./http/endpoint.ts";
import { OpenAPIHono } from "./http/hono.ts";
import { ErrorResponse, ValidationErrorResponse } from "./http/schemas.ts";
import { endpoints } from "./index.ts";

/** Descriptions of the response statuses. */
const MEANINGS: Record<number, string> = {
  200: "Success",
  201: "Created",
  202: "Accepted",
  204: "Success, without content",
  400: "The request cannot be carried out in the current state",
  401: "The API key is missing or invalid",
  402: "The credits or a monthly budget are used up",
  403: "A limit or a rule forbids the request",
  404: "Not found in the project of the API key",
  408: "The body did not arrive in time",
  409: "The resource is busy, or the `Idempotency-Key` was used for another request",
  413: "The body is too large",
  415: "Content-Type is not application/json, or the body is compressed",
  422: "The request does not match the schema of the endpoint",
  429: "Too many requests, or all slots are in use",
  500: "Internal error; the server log has details under `requestId`",
  503: "The server cannot handle the request at the moment",
  504: "The server that runs the browser does not respond",
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

/** The subset of JSON Schema that these documents use. */
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

const INTRODUCTION = `Browsers over HTTP. Every request needs an API key, in the header \`X-Svc-API-Key\` or as a bearer token.

Unknown fields of a body or a query are ignored; the response header \`X-Svc-Ignored\` lists them (\`body.tsak, query.page\`). Errors have \`detail\`: a sentence, or for 422 a list of problems with their locations. \`hint\` says how to fix the error. Every response has \`X-Request-Id\`: the value that the request sent, or a new one. If the server limits the request rate, responses have \`X-RateLimit-Limit\` (requests per minute), \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (seconds until the full limit is available again), and 429 has \`Retry-After\` (seconds). Requests from web pages of other origins are refused.

Some endpoints accept the header \`Idempotency-Key\`, 1 to 255 characters chosen by the caller. A request that is repeated with the same key within a day creates nothing; the response describes what the first request created. The same key with a different request is refused with 409.`;

/** `base` is the scheme and host by which the caller reaches the server, without a trailing slash. */
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

/** Error statuses of an endpoint, ascending: its own and those common to all endpoints of its kind. */
export function errorsOf({ errors = [], params, query, body }: AnyEndpoint): number[] {
  const common = [401, 429, 500, 503, ...(params || query || body ? [422] : []), ...(body ? [408, 413, 415] : [])];
  return [...new Set([...errors, ...common])].sort((a, b) => a - b);
}

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait before a retry", schema: { type: "integer" as const } },
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

/** Serves the documents. Their text is cached; only the server URL depends on the request, so that made-up hosts cost no work. */
export class Documents {
  readonly #cache = new Map<Version, { text: string; hash: string }>();

  /** Needs no API key: clients read the document before they have one. */
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
    const cached = this.#cache.get(version);
    if (cached) return cached;
    const { servers: _, ...rest } = openApiDocument(version, "");
    const text = JSON.stringify(rest);
    const document = { text, hash: hashOf(text) };
    this.#cache.set(version, document);
    return document;
  }
}

function serversAt(version: Version, base: string) {
  return [{ url: `${base}/api/${version}` }];
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
