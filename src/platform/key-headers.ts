/**
 * Further headers that carry the API key, for clients written for another service. The operator names them (`serve_key_headers`);
 * their value is read as that of `X-Svc-API-Key` by every handler, which goes first where both are sent.
 */
import { Failure } from "../errors.ts";
import { KEY_HEADER } from "./socket.ts";

/** A field name of HTTP (RFC 9110, section 5.1). */
const NAME = /^[!#$%&'*+.^_`|~\w-]{1,64}$/;

/**
 * Headers with a meaning of their own. Browsers send some of them by themselves (a cookie is sent along with requests of any
 * page), proxies set others, and the rest would never hold a key.
 */
const REFUSED =
  /^(cookie2?|authorization|host|origin|referer|user-agent|connection|upgrade|te|trailer|date|via|from|range|expect|prefer|age|forwarded|idempotency-key|last-event-id|keep-alive|transfer-encoding|(accept|access-control|content|if|proxy|sec|x-forwarded)(-.*)?|x-real-ip|x-request-id|x-svc-.*)$/;

/** The names in lower case, each once. Errors: `usage` for one that cannot carry a key. */
export function keyHeadersOf(names: readonly string[]): string[] {
  const lower = [...new Set(names.map((name) => name.toLowerCase()))];
  for (const name of lower) {
    if (!NAME.test(name)) throw new Failure("usage", `serve_key_headers: ${name} is not the name of a header`);
    if (name === KEY_HEADER || name === "authorization")
      throw new Failure("usage", `serve_key_headers: ${name} is read without being named`);
    if (REFUSED.test(name))
      throw new Failure("usage", `serve_key_headers: ${name} has another meaning and cannot carry the key`);
  }
  return lower;
}
