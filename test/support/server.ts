/** Servers for tests. */

/**
 * Starts an HTTP and WebSocket server on a free port of 127.0.0.1 that keeps idle connections open. `using` stops it together
 * with its connections. Its address is `server.url`.
 *
 * @param options a function from requests to responses, or the options of `Bun.serve`
 */
export function localServer<Data = undefined>(
  options: Bun.Serve.Options<Data> | ((request: Request) => Response | Promise<Response>),
): Bun.Server<Data> {
  const defaults = { hostname: "127.0.0.1", port: 0, idleTimeout: 0 };
  const own = typeof options === "function" ? { fetch: options } : options;
  return Bun.serve({ ...defaults, ...own } as Bun.Serve.Options<Data>);
}

/** Responds with a page. */
export function htmlResponse(body: string, status = 200): Response {
  return new Response(body, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}
