/**
 * What the pages of a browser of the platform downloaded: it lies there, and is fetched by an address that the platform
 * gives out for a while. The key goes along with the question alone, never to that address.
 */
import { basename } from "node:path/posix";
import { Failure } from "../errors.ts";
import { proxyFor } from "../lib/loopback.ts";
import type { Api } from "./api.ts";

interface Entry {
  path: string;
  lastModified: string;
  url: string | null;
}

/** Lists are asked for in pages; a browser that downloaded more than this many is not searched to its end. */
const MAX_PAGES = 50;

/** Of a file that the browser has just told as whole: the platform may still be putting it away. */
const APPEARS_MS = 5_000;
const LOOK_MS = 250;

/** The latest download of that name, unread. Errors: `not_found`, those of the API, and `download`. */
export async function fetchDownload(api: Api, id: string, name: string, signal: AbortSignal): Promise<Response> {
  const url = await addressOf(api, id, name, signal);
  const response = await fetch(url, { signal, redirect: "error", ...proxyFor(url) }).catch((error) => {
    signal.throwIfAborted();
    throw notFetched(name, (error as Error).message, error);
  });
  if (response.ok) return response;
  await response.body?.cancel();
  throw notFetched(name, `HTTP ${response.status}`);
}

function notFetched(name: string, why: string, cause?: unknown): Failure {
  return new Failure(
    "download",
    `${name} could not be downloaded from the platform: ${why}`,
    "Run the command again.",
    {
      cause,
    },
  );
}

async function addressOf(api: Api, id: string, name: string, signal: AbortSignal): Promise<string> {
  for (const until = performance.now() + APPEARS_MS; ; await Bun.sleep(LOOK_MS)) {
    const url = (await latest(api, id, name, signal))?.url;
    const parsed = url && URL.parse(url, api.origin);
    if (parsed && /^https?:$/.test(parsed.protocol)) return parsed.href;
    signal.throwIfAborted();
    if (performance.now() > until)
      throw new Failure(
        "not_found",
        `the platform has no download ${name} from this browser`,
        `Run \`svc cloud v3 GET /browsers/${id}/downloads\`.`,
      );
  }
}

async function latest(api: Api, id: string, name: string, signal: AbortSignal): Promise<Entry | undefined> {
  let found: Entry | undefined;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({
      includeUrls: "true",
      limit: "100",
      ...(cursor === undefined ? {} : { cursor }),
    });
    const { json } = await api.request("GET", `/v2/browsers/${id}/downloads?${query}`, undefined, signal);
    const { files, nextCursor, hasMore } = (json ?? {}) as { files?: Entry[]; nextCursor?: unknown; hasMore?: unknown };
    for (const one of Array.isArray(files) ? files : [])
      if (basename(String(one?.path)) === name && !(found && found.lastModified > one.lastModified)) found = one;
    if (hasMore !== true || typeof nextCursor !== "string" || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return found;
}
