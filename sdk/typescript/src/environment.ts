/** Reads and checks the settings of the client: arguments first, then environment variables. */
import { SvcError } from "./errors.ts";

/** Value of an environment variable, or undefined when it is missing or empty. */
export function variable(name: string): string | undefined {
  return globalThis.process?.env?.[name] || undefined;
}

/** Base URL of the API, from an address with or without `/api/v3`. Errors: `configuration`. */
export function baseOf(address: string | undefined): string {
  const hint = 'Set SVC_BASE_URL, or pass baseUrl: "https://<host>".';
  if (!address) throw new SvcError("configuration", "The address of the server is not set", { hint });
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SvcError("configuration", "The address of the server is not an http or https URL", { hint });
  if (url.username || url.password || url.search || url.hash)
    throw new SvcError("configuration", "The address of the server has a user, a query or a fragment", { hint });
  return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/api(\/v\d+)?$/, "")}/api`;
}

/** The checked API key. Errors: `configuration`. */
export function keyOf(key: string | undefined): string {
  const hint = "Set SVC_API_KEY, or pass apiKey.";
  if (!key) throw new SvcError("configuration", "No API key is set", { hint });
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new SvcError("configuration", "The API key has characters that are not allowed in an HTTP header", { hint });
  return key;
}
