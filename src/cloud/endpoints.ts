/**
 * The endpoints of the platform: from the OpenAPI document of the server (cached for a day), or built in. Finds the endpoint of a
 * request, and writes an example body.
 */
import { join } from "node:path";
import { Failure } from "../errors.ts";
import { privateFolder, readJson, writeWhole } from "../lib/atomic-file.ts";
import { log } from "../lib/log.ts";
import { proxyFor } from "../lib/loopback.ts";
import { baseAddress } from "./api.ts";
import { ENDPOINTS } from "./endpoints.gen.ts";
import { type Endpoint, endpointsIn, type Field, type Version } from "./openapi.ts";

export interface EndpointTable {
  endpoints: readonly Endpoint[];
  /** Origin of the table, for display. */
  source: string;
}

/** Timeout of the request for the document. */
const FETCH_MS = 5_000;

/** Maximum age of the cache without revalidation. */
const FRESH_MS = 86_400_000;

/** Maximum size of the document. */
const MAX_BYTES = 8_000_000;

interface CachedTable {
  origin: string;
  /** In milliseconds since 1970. */
  at: number;
  etag?: string;
  endpoints: Endpoint[];
}

/** The table from cache, server or build. Never throws. */
export async function listEndpoints(home: string, version: Version): Promise<EndpointTable> {
  let base: URL;
  try {
    base = baseAddress(home);
  } catch {
    return { endpoints: ENDPOINTS[version], source: "built in: the address of the platform is not set" };
  }
  const file = join(home, `cloud-endpoints-${version}.json`);
  const cached = readCache(file, base);
  const age = cached ? Date.now() - cached.at : 0;
  if (cached && age >= 0 && age < FRESH_MS) return { endpoints: cached.endpoints, source: `from ${base.host}` };
  try {
    const fetched = await fetchTable(base, version, cached);
    keep(home, file, fetched);
    return { endpoints: fetched.endpoints, source: `from ${base.host}` };
  } catch (error) {
    log.debug(`no OpenAPI document of ${base.host}`, error);
    if (cached)
      return {
        endpoints: cached.endpoints,
        source: `from ${base.host}, as of ${new Date(cached.at).toISOString().slice(0, 10)}: it does not respond now`,
      };
    return { endpoints: ENDPOINTS[version], source: `built in: ${base.host} does not respond` };
  }
}

/** The cached or built-in table, without a request. */
export function knownEndpoints(home: string, version: Version): readonly Endpoint[] {
  try {
    return readCache(join(home, `cloud-endpoints-${version}.json`), baseAddress(home))?.endpoints ?? ENDPOINTS[version];
  } catch {
    return ENDPOINTS[version];
  }
}

function readCache(file: string, base: URL): CachedTable | undefined {
  const held = readJson<CachedTable>(file);
  const isGood = held?.origin === base.href && typeof held.at === "number" && Array.isArray(held.endpoints);
  return isGood && held.endpoints.length > 0 ? held : undefined;
}

function keep(home: string, file: string, kept: CachedTable): void {
  try {
    privateFolder(home);
    writeWhole(file, JSON.stringify(kept), { durable: false });
  } catch (error) {
    log.debug(`cannot keep ${file}`, error);
  }
}

async function fetchTable(base: URL, version: Version, held: CachedTable | undefined): Promise<CachedTable> {
  const url = `${base.href}/${version}/openapi.json`;
  const response = await fetch(url, {
    signal: AbortSignal.timeout(FETCH_MS),
    redirect: "error",
    headers: { accept: "application/json", ...(held?.etag === undefined ? {} : { "if-none-match": held.etag }) },
    ...proxyFor(url),
  });
  const at = Date.now();
  if (response.status === 304 && held) return { ...held, at };
  const length = Number(response.headers.get("content-length") ?? 0);
  if (!response.ok || length > MAX_BYTES) throw new Failure("api", `HTTP ${response.status}, ${length} bytes`);
  const endpoints = endpointsIn(await response.json(), version);
  if (endpoints.length === 0) throw new Failure("api", "no endpoints in it");
  const etag = response.headers.get("etag");
  return { origin: base.href, at, endpoints, ...(etag === null ? {} : { etag }) };
}

/** The endpoint that a request means; the path may hold a query. */
export function endpointOf(endpoints: readonly Endpoint[], method: string, path: string): Endpoint | undefined {
  const [asked = ""] = path.split(/[?#]/, 1);
  const parts = asked.split("/");
  const fitting = endpoints.filter((one) => {
    const own = one.path.split("/");
    return one.method === method && own.length === parts.length && own.every((part, n) => fits(part, parts[n] ?? ""));
  });
  // `/skills/mine` before `/skills/{id}`.
  return fitting.find((one) => one.path === asked) ?? fitting[0];
}

function fits(part: string, given: string): boolean {
  return /^\{.*\}$/.test(part) ? given !== "" : part === given;
}

/** The fields of a body, those that must be there marked with `*`. */
export function bodyFields({ fields }: Endpoint): string {
  return fields
    .filter((one) => one.in === "body")
    .map(({ name, type, required }) => `${name}${required ? "*" : ""} ${type}`)
    .join(", ");
}

/**
 * A body that the endpoint takes, as JSON: the server's own example, else what must be there, else the first that may.
 * Undefined where it takes none.
 */
export function exampleBody({ fields, example }: Endpoint): string | undefined {
  if (example) return JSON.stringify(example);
  const body = fields.filter((one) => one.in === "body");
  if (body.length === 0) return undefined;
  const needed = body.filter(({ required }) => required);
  const shown = needed.length > 0 ? needed : body.slice(0, 1);
  return JSON.stringify(Object.fromEntries(shown.map((one) => [one.name, exampleOf(one)])));
}

function exampleOf({ type }: Field): unknown {
  const [first = ""] = type.split("|");
  if (first === "integer" || first === "number") return 1;
  if (first === "boolean") return true;
  if (first.startsWith("array")) return [];
  if (first === "object" || first === "any") return {};
  if (first === "uuid") return "00000000-0000-0000-0000-000000000000";
  if (first === "date-time") return "2026-01-01T00:00:00Z";
  return first === "string" ? "…" : first;
}
