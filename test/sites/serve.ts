/** Serves one of the sites on 127.0.0.1 and keeps what its pages tell. Knows no task. */

import { join } from "node:path";
import { localServer } from "../support/server.ts";

/** What a page told its server. */
export interface Told {
  what: string;
  body: Record<string, unknown>;
}

/** What the server answers to what it is told; `{}` where nothing is said here. */
export type Answers = Record<string, (body: Record<string, unknown>) => unknown>;

export interface Site {
  url: string;
  told: Told[];
  stop(): void;
}

/** `/` is `<name>.html`, `/cart` is `<name>-cart.html`. */
export function serveSite(name: string, answers: Answers = {}): Site {
  const told: Told[] = [];
  const server = localServer(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/favicon.ico") return new Response(undefined, { status: 204 });
    if (pathname === "/kit.js") return page("kit.js");
    if (!pathname.startsWith("/api/")) return page(`${name}${pathname.slice(1) && `-${pathname.slice(1)}`}.html`);
    const what = pathname.slice("/api/".length);
    const body = (await request.json()) as Told["body"];
    await Bun.sleep(Number(searchParams.get("ms")));
    told.push({ what, body });
    return Response.json(answers[what]?.(body) ?? {});
  });
  return { url: `http://127.0.0.1:${server.port}/`, told, stop: () => void server.stop(true) };
}

async function page(file: string): Promise<Response> {
  const content = Bun.file(join(import.meta.dir, file));
  return (await content.exists()) ? new Response(content) : new Response("nothing here", { status: 404 });
}
