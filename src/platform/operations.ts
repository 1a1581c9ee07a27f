/** Health checks and metrics for operators. */
import { Refusal } from "./refusal.ts";
import { keyIn, type RouteHandler } from "./socket.ts";

export interface OperationsSetup {
  /** Throws with the reason if the server cannot take work. */
  ready(): Promise<void>;
  metrics: { text(): Promise<string>; readonly contentType: string };
  /** True for a valid key. */
  isValidKey(key: string | undefined, address: string): Promise<boolean>;
}

const HEADERS = { "cache-control": "no-store" };

/** `/healthz` (liveness) and `/readyz` (readiness) need no key; `/metrics` does. */
export function operations({ ready, metrics, isValidKey }: OperationsSetup): RouteHandler {
  return async ({ url, request, address }) => {
    if (url.pathname === "/healthz") return Response.json({ status: "ok" }, { headers: HEADERS });
    if (url.pathname === "/readyz") return await readiness(ready);
    if (url.pathname !== "/metrics") return undefined;
    if (!(await isValidKey(keyIn(request.headers), address)))
      return Response.json(
        { detail: "Invalid or missing API key", hint: "Send the key as `Authorization: Bearer <key>`." },
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
    const detail = error instanceof Refusal ? error.message : "The database does not answer";
    return Response.json({ status: "not ready", detail }, { status: 503, headers: { ...HEADERS, "retry-after": "5" } });
  }
}
