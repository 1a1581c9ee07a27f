/** Validates `serve_key_headers`: further headers that carry the API key, for clients written for another service. */
import { Failure } from "../errors.ts";
import { KEY_HEADER } from "./socket.ts";

/** A field name of HTTP (RFC 9110, section 5.1). */
const NAME = /^[!#$%&'*+.^_`|~\w-]{1,64}$/;

/** Headers with another meaning. Browsers send some of them with every request (cookies), proxies set others. */
const REFUSED =
  /^(cookie2?|authorization|host|origin|referer|user-agent|connection|upgrade|te|trailer|date|via|from|range|expect|prefer|age|forwarded|idempotency-key|last-event-id|keep-alive|transfer-encoding|(accept|access-control|content|if|proxy|sec|x-forwarded)(-.*)?|x-real-ip|x-request-id|x-svc-.*)$/;

/** The names in lower case without duplicates. Errors: `usage` for a name that cannot carry a key. */
export function keyHeadersOf(names: readonly string[]): string[] {
  const lower = [...new Set(names.map((name) => name.toLowerCase()))];
  for (const name of lower) {
    if (!NAME.test(name)) throw new Failure("usage", `serve_key_headers: ${name} is not the name of a header`);
    if (name === KEY_HEADER || name === "authorization")
      throw new Failure("usage", `serve_key_headers: ${name} is always read; remove it from the list`);
    if (REFUSED.test(name))
      throw new Failure("usage", `serve_key_headers: ${name} has another meaning and cannot carry the key`);
  }
  return lower;
}
