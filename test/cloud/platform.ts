/**
 * Stands in for the platform: its contract for profiles and browsers over real HTTP, with a real browser behind every
 * `cdpUrl`, on a folder per profile that keeps what a clean stop leaves. Faults come on demand.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Desktop, desktop } from "../browser/desktop.ts";
import { type Data, ROOT } from "../fixture.ts";

export const KEY = "svc_test-key-0123456789abcdef";

interface Remote {
  id: string;
  profileId: string | null;
  status: "active" | "stopped";
  browser: Desktop;
}

/** Answers the next requests that match instead of the platform; as often as `times` says. */
interface Fault {
  method: string;
  path: RegExp;
  times: number;
  answer(request: Request): Response | Promise<Response>;
}

export interface Platform {
  url: string;
  /** Method, path and body of each request that had the key. */
  requests: { method: string; path: string; body: Data }[];
  profiles: Map<string, { id: string; name: string | null }>;
  browsers: Map<string, Remote>;
  fault(fault: Omit<Fault, "times"> & { times?: number }): void;
  active(): string[];
  /** The cookies that a profile holds, seen by a browser that is started on it now. */
  cookiesOf(profileId: string): Promise<{ name: string; value: string; domain: string }[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

const refuse = (status: number, detail: unknown, headers: Record<string, string> = {}) =>
  Response.json({ detail }, { status, headers });

export async function platform(): Promise<Platform> {
  mkdirSync(ROOT, { recursive: true });
  const folder = mkdtempSync(join(ROOT, "p"));
  const profiles: Platform["profiles"] = new Map();
  const browsers: Platform["browsers"] = new Map();
  const requests: Platform["requests"] = [];
  const faults: Fault[] = [];
  const folderOf = (profileId: string) => join(folder, profileId);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 120,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const { method } = request;
      const fault = faults.find((one) => one.times > 0 && one.method === method && one.path.test(pathname));
      if (fault) {
        fault.times--;
        return await fault.answer(request);
      }
      if (request.headers.get("x-svc-api-key") !== KEY) return refuse(401, "Invalid API key");
      const body = (await request.json().catch(() => undefined)) as Data;
      requests.push({ method, path: pathname, body });
      const [, noun = "", id] = /^\/api\/v[23]\/(\w+)(?:\/([\w-]+))?$/.exec(pathname) ?? [];
      if (noun === "profiles") return await profilesRoute(method, id, body);
      if (noun === "browsers") return await browsersRoute(method, id, body);
      return refuse(404, "Not Found");
    },
  });

  function profilesRoute(method: string, id: string | undefined, body: Data): Response {
    if (method === "POST" && id === undefined) {
      const name = body?.name ?? null;
      if (name !== null && (typeof name !== "string" || name.length > 100))
        return refuse(422, [{ loc: ["body", "name"], msg: "at most 100 characters", type: "string_too_long" }]);
      const made = { id: crypto.randomUUID(), name, createdAt: new Date().toISOString() };
      profiles.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const held = id === undefined ? undefined : profiles.get(id);
    if (method === "GET" && held) return Response.json(held);
    return refuse(404, "Profile not found");
  }

  async function browsersRoute(method: string, id: string | undefined, body: Data): Promise<Response> {
    if (method === "POST" && id === undefined) return await start(body);
    const held = id === undefined ? undefined : browsers.get(id);
    if (!held) return refuse(404, "Session not found");
    if (method === "PATCH" && body?.action !== "stop")
      return refuse(422, [{ loc: ["body", "action"], msg: "Input should be 'stop'", type: "enum" }]);
    if (method === "PATCH" && held.status === "active") {
      held.status = "stopped";
      await held.browser.close();
    }
    return Response.json(view(held));
  }

  async function start({ profileId = null, timeout = 60 }: Data): Promise<Response> {
    if (profileId !== null && !profiles.has(profileId)) return refuse(404, "Profile not found");
    if (!Number.isInteger(timeout)) return refuse(422, [{ loc: ["body", "timeout"], msg: "not whole", type: "int" }]);
    if (timeout > 240) return refuse(403, "Maximum session timeout is 4 hours");
    const browser = await desktop(folderOf(profileId ?? crypto.randomUUID()), folder);
    const remote: Remote = { id: crypto.randomUUID(), profileId, status: "active", browser };
    browsers.set(remote.id, remote);
    return Response.json(view(remote), { status: 201 });
  }

  const view = ({ id, status, browser }: Remote) => ({
    id,
    status,
    cdpUrl: status === "active" ? browser.url : null,
    liveUrl: null,
    startedAt: new Date().toISOString(),
    timeoutAt: new Date().toISOString(),
  });

  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    profiles,
    browsers,
    fault: (fault) => void faults.push({ times: 1, ...fault }),
    active: () => [...browsers.values()].filter(({ status }) => status === "active").map(({ id }) => id),
    async cookiesOf(profileId) {
      const browser = await desktop(folderOf(profileId), folder);
      try {
        return (await browser.cookies()).map(({ name, value, domain }) => ({ name, value, domain }));
      } finally {
        await browser.close();
      }
    },
    async [Symbol.asyncDispose]() {
      server.stop(true);
      for (const { browser } of browsers.values()) await browser.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
