/**
 * How often one address may come without a key that is in force, whatever path it asks for: all handlers answer that with 401,
 * and that is where it is counted. Right keys go on to work, so that nobody locks out their neighbours behind a proxy.
 */
import { RateLimit } from "./api/http/limits.ts";
import type { RouteHandler } from "./socket.ts";

/** Answers with 401 a minute to one address. */
const REFUSED_A_MINUTE = 60;

/** The handlers as one: the first that takes a visit answers it. */
export function throttled(handlers: readonly RouteHandler[]): RouteHandler {
  const limit = new RateLimit(REFUSED_A_MINUTE);
  return async (visit) => {
    for (const handler of handlers) {
      const answer = await handler(visit);
      if (!answer) continue;
      if (answer.status !== 401) return answer;
      const { isAllowed, retrySeconds } = limit.take(visit.address);
      return isAllowed ? answer : tooMany(retrySeconds);
    }
    return undefined;
  };
}

function tooMany(retrySeconds: number): Response {
  return Response.json(
    { detail: "Too many calls without a valid API key", hint: "Make one on the server: `svc serve keys create`." },
    { status: 429, headers: { "Retry-After": String(retrySeconds), "cache-control": "no-store" } },
  );
}
