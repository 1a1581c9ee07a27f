/** What the client finds around it: variables, and the runtime's way to fetch. */
import { SvcError } from "./errors.ts";
import type { Fetch } from "./types.ts";

export function variable(name: string): string | undefined {
  return globalThis.process?.env?.[name] || undefined;
}

/** Where the API lies, for an address with or without `/api/v3`. Errors: `configuration`. */
export function baseOf(address: string | undefined): string {
  const hint = "Set SVC_BASE_URL, or pass baseUrl: https://<host>";
  if (!address) throw new SvcError("configuration", "No address of the server is set", { hint });
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SvcError("configuration", "The address of the server is not http or https", { hint });
  if (url.username || url.password || url.search || url.hash)
    throw new SvcError("configuration", "The address of the server has a user, a query or a fragment", { hint });
  return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/api(\/v\d+)?$/, "")}/api`;
}

/** Errors: `configuration`. */
export function keyOf(key: string | undefined): string {
  if (key && /^[\x21-\x7e]+$/.test(key)) return key;
  const hint = "Set SVC_API_KEY, or pass apiKey.";
  throw new SvcError(
    "configuration",
    key ? "The API key has characters that no header can carry" : "No API key is set",
    { hint },
  );
}

/** Bun and Deno know the proxies of the environment. Node does not, and is given them where some are set. */
export function fetchOf(): Fetch {
  const isNode = globalThis.process?.release?.name === "node" && !("Bun" in globalThis) && !("Deno" in globalThis);
  const names = ["http_proxy", "https_proxy", "all_proxy"].flatMap((name) => [name, name.toUpperCase()]);
  if (!isNode || names.every((name) => variable(name) === undefined)) return (url, init) => fetch(url, init);
  return async (url, init) => (await import("./proxy.ts")).fetchByProxy(url, init);
}
