/** What those who run a server ask of it: is it alive, does it take work, what does it count. */
import { Refusal } from "./refusal.ts";
import { keyIn, type RouteHandler } from "./socket.ts";

export interface OperationsSetup {
  /** Throws with the reason while it can take no work. */
  ready(): Promise<void>;
  metrics: { text(): Promise<string>; readonly contentType: string };
  /** True for a key that is in force. */
  knows(key: string | undefined, address: string): Promise<boolean>;
}

const HEADERS = { "cache-control": "no-store" };

/** `/healthz` is asked by whoever restarts it, `/readyz` by whoever sends it work; neither needs a key. `/metrics` does. */
export function operations({ ready, metrics, knows }: OperationsSetup): RouteHandler {
  return async ({ url, request, address }) => {
    if (url.pathname === "/healthz") return Response.json({ status: "ok" }, { headers: HEADERS });
    if (url.pathname === "/readyz") return await readiness(ready);
    if (url.pathname !== "/metrics") return undefined;
    if (!(await knows(keyIn(request.headers), address)))
      return Response.json(
        { detail: "Invalid or missing API key", hint: "Send it as `Authorization: Bearer <key>`." },
        { status: 401, headers: { ...HEADERS, "www-authenticate": "Bearer" } },
      );
    return new Response(await metrics.text(), { headers: { ...HEADERS, "content-type": metrics.contentType } });
  };
}

async function readiness(ready: () => Promise<void>): Promise<Response> {
  try {
    await ready();
    return Response.json({ status: "ready" }, { headers: HEADERS });
  } catch (error) {
    const detail = error instanceof Refusal ? error.message : "The store does not answer";
    return Response.json({ status: "not ready", detail }, { status: 503, headers: { ...HEADERS, "retry-after": "5" } });
  }
}
