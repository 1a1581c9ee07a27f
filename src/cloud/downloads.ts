/**
 * Downloads of a cloud browser. The platform stores them and returns signed addresses. The API key is never sent to those addresses.
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

/** Maximum pages of the list that are searched. */
const MAX_PAGES = 50;

/** How long a finished download may take to appear on the platform. */
const APPEAR_TIMEOUT_MS = 5_000;
const POLL_MS = 250;

/** Fetches the latest download of that name; the body of the response is unread. Errors: `not_found`, those of the API, and `download`. */
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
  for (const until = performance.now() + APPEAR_TIMEOUT_MS; ; await Bun.sleep(POLL_MS)) {
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
  const found: Entry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({ includeUrls: "true", limit: "100", ...(cursor && { cursor }) });
    const { json } = await api.request("GET", `/v2/browsers/${id}/downloads?${query}`, undefined, signal);
    const { files, nextCursor, hasMore } = (json ?? {}) as { files?: Entry[]; nextCursor?: unknown; hasMore?: unknown };
    if (Array.isArray(files)) found.push(...files.filter((one) => basename(String(one?.path)) === name));
    if (hasMore !== true || typeof nextCursor !== "string" || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return found.reduce<Entry | undefined>(
    (last, one) => (last && last.lastModified > one.lastModified ? last : one),
    undefined,
  );
}
