import { localServer } from "../support/server.ts";
/** Speaks the contract of tasks and agent sessions as a test scripts it: answers by method and path, one after the other. */

export const KEY = "svc_stand-in-key-0123456789";

export interface Seen {
  method: string;
  /** With its query. */
  path: string;
  body: string;
  headers: Headers;
}

type Answer = Response | object | ((request: Request) => Response | Promise<Response>);

export interface StandIn {
  url: string;
  seen: Seen[];
  [Symbol.dispose](): void;
}

/** `routes`: `GET /v2/x` to its answers; the last one is given for good. Objects are sent as JSON. */
export function standIn(routes: Record<string, readonly Answer[]>): StandIn {
  const seen: Seen[] = [];
  const given = new Map<string, number>();
  const server = localServer(async (request) => {
    const { pathname, search } = new URL(request.url);
    const path = pathname.replace(/^\/api/, "");
    const { method, headers } = request;
    seen.push({ method, path: path + search, body: await request.clone().text(), headers });
    if (headers.get("x-svc-api-key") !== KEY && !path.endsWith("openapi.json"))
      return Response.json({ detail: "Invalid or missing API key" }, { status: 401 });
    const name = `${method} ${path}`;
    const answers = routes[name] ?? [];
    const count = given.get(name) ?? 0;
    given.set(name, count + 1);
    const answer = answers[Math.min(count, answers.length - 1)];
    if (answer === undefined) return Response.json({ detail: "Not Found" }, { status: 404 });
    if (typeof answer === "function") return await answer(request);
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });
  return { url: `http://127.0.0.1:${server.port}`, seen, [Symbol.dispose]: () => void server.stop(true) };
}

/** A refusal in the platform's form. */
export function refusal(status: number, detail: unknown, headers: Record<string, string> = {}): () => Response {
  return () => Response.json({ detail }, { status, headers });
}
