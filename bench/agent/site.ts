/** One site: what its server keeps, and its pages by path. Knows no task. */
import { Html } from "./html.ts";

/** A request as a handler sees it. */
export interface Ask {
  /** Parts of the path that the route names: `/orders/:id`. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Fields of a submitted form; of several with one name the last. */
  readonly form: Readonly<Record<string, string>>;
  /** The same with every value, and with files. */
  readonly fields: readonly (readonly [name: string, value: string | Blob])[];
  readonly cookies: Readonly<Record<string, string>>;
  readonly request: Request;
  /** Address of the site, without a slash at its end. */
  readonly base: string;
}

/** HTML is a page, a Response is sent as it is, anything else is JSON. */
export type Handler = (ask: Ask) => Html | Response | object | Promise<Html | Response | object>;

export interface Site<S> {
  /** What the server and its pages keep. Scorers read this and nothing else. */
  readonly state: S;
  /** By method and path: `GET /orders/:id`. */
  readonly routes: Readonly<Record<string, Handler>>;
}

export interface Served {
  /** Without a slash at its end. */
  readonly url: string;
  stop(): void;
}

export function serve(site: Site<unknown>): Served {
  const routes = Object.entries(site.routes).map(([route, handler]) => {
    const [method = "", pattern = ""] = route.split(" ");
    return { method, pattern: new URLPattern({ pathname: pattern }), handler };
  });
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const url = new URL(request.url);
      if (url.pathname === "/favicon.ico") return new Response(undefined, { status: 204 });
      const method = request.method === "HEAD" ? "GET" : request.method;
      for (const route of routes) {
        const match = route.method === method ? route.pattern.exec({ pathname: url.pathname }) : null;
        if (!match) continue;
        const path = match.pathname.groups as Record<string, string>;
        return answer(await route.handler(await asked(request, url, path)));
      }
      return new Response("<!doctype html><title>404 Not Found</title><h1>Not Found</h1>", {
        status: 404,
        headers: HTML,
      });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => void server.stop(true) };
}

const HTML = { "content-type": "text/html; charset=utf-8" };

function answer(given: Html | Response | object): Response {
  if (given instanceof Response) return given;
  return given instanceof Html ? new Response(given.text, { headers: HTML }) : Response.json(given);
}

async function asked(request: Request, url: URL, path: Record<string, string>): Promise<Ask> {
  const hasFields = /form/.test(request.headers.get("content-type") ?? "");
  const fields = hasFields ? [...(await request.formData()).entries()] : [];
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === "string");
  const cookies = (request.headers.get("cookie") ?? "").split("; ").map((one) => one.split("=") as [string, string]);
  return {
    path,
    query: url.searchParams,
    form: Object.fromEntries(texts),
    fields,
    cookies: Object.fromEntries(cookies),
    request,
    base: url.origin,
  };
}

/** Sends the browser on with GET, and gives it a cookie where one is named. */
export function redirect(to: string, cookie?: string): Response {
  const headers = new Headers({ location: to });
  if (cookie !== undefined) headers.set("set-cookie", `${cookie}; Path=/; HttpOnly`);
  return new Response(undefined, { status: 303, headers });
}

/** A page with a status of its own. */
export function withStatus(status: number, body: Html): Response {
  return new Response(body.text, { status, headers: HTML });
}

/** A file that the browser downloads. */
export function attachment(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(content, {
    headers: { "content-type": type, "content-disposition": `attachment; filename="${name}"` },
  });
}
