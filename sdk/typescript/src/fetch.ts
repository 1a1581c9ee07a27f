/** Chooses how requests are sent. */
import { variable } from "./environment.ts";
import type { Fetch } from "./types.ts";

/** Bun and Deno use the proxies of the environment by themselves. Node does not, so it gets them here when one is set. */
export function fetchOf(): Fetch {
  const isNode = globalThis.process?.release?.name === "node" && !("Bun" in globalThis) && !("Deno" in globalThis);
  const names = ["http_proxy", "https_proxy", "all_proxy"].flatMap((name) => [name, name.toUpperCase()]);
  if (!isNode || names.every((name) => variable(name) === undefined)) return (url, init) => fetch(url, init);
  return async (url, init) => (await import("./proxy.ts")).fetchByProxy(url, init);
}
