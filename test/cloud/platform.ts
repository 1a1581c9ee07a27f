/**
 * The platform as the cloud commands meet it: the real server, behind a front of HTTP that notes what was asked and lets a
 * test answer in its place. Browsers are reached at the server itself.
 */

import { attachTo } from "../../src/browser/launch/attach.ts";
import { Connection } from "../../src/cdp/connection.ts";
import type { Network_Cookie } from "../../src/cdp/protocol.gen.ts";
import type { BrowserRecord } from "../../src/platform/store/records/browser-rows.ts";
import type { ProfileRecord } from "../../src/platform/store/records/profiles.ts";
import { soon } from "../browser/started.ts";
import type { Data } from "../fixture.ts";
import { served, type TestPlatform } from "../platform/served.ts";
import { localServer } from "../support/server.ts";

/** Answers the next requests that match instead of the platform; as often as `times` says. */
interface Fault {
  method: string;
  path: RegExp;
  times: number;
  answer(request: Request): Response | Promise<Response>;
}

export interface Platform {
  url: string;
  /** A key in force. */
  key: string;
  server: TestPlatform;
  /** Method, path and body of each request that had the key. */
  requests: { method: string; path: string; body: Data }[];
  /** How many browsers were asked for. */
  asked(): number;
  fault(fault: Omit<Fault, "times"> & { times?: number }): void;
  /** The oldest first. */
  profiles(): Promise<ProfileRecord[]>;
  makeProfile(name: string): Promise<string>;
  removeProfile(id: string): Promise<void>;
  /** The browsers that run, the oldest first. */
  active(): Promise<BrowserRecord[]>;
  /** The cookies that a profile holds, seen by a browser that is started on it now. */
  cookiesOf(profileId: string): Promise<Pick<Network_Cookie, "name" | "value" | "domain">[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

const PAGE = { page: 1, size: 100 };

export async function platform(): Promise<Platform> {
  const server = await served();
  const { browsers, profiles } = server.server.platform;
  const project = await server.server.keys.project();
  const requests: Platform["requests"] = [];
  const faults: Fault[] = [];
  const front = faultyProxy(server, requests, faults);
  return {
    url: `http://127.0.0.1:${front.port}`,
    key: server.key,
    server,
    requests,
    asked: () => requests.filter(({ method, path }) => method === "POST" && path.endsWith("/browsers")).length,
    fault: (fault) => void faults.push({ times: 1, ...fault }),
    profiles: async () => (await profiles.list(project, PAGE)).items.reverse(),
    makeProfile: async (name) => (await profiles.create(project, { name }, Date.now())).id,
    removeProfile: async (id) => void (await profiles.remove(project, id)),
    active: async () => (await browsers.list(project, { ...PAGE, status: "active" })).items.reverse(),
    async cookiesOf(profileId) {
      const { id, cdpUrl } = await server.browser({ profileId });
      const connection = new Connection(await attachTo(cdpUrl, soon()));
      try {
        const { cookies } = await connection.root.send("Storage.getCookies", {}, soon());
        return cookies.map(({ name, value, domain }) => ({ name, value, domain }));
      } finally {
        connection.close();
        await server.call("PATCH", `/v2/browsers/${id}`, { action: "stop" });
      }
    },
    async [Symbol.asyncDispose]() {
      await front.stop(true);
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Forwards requests to the server, records those with its key, and answers with faults. */
function faultyProxy(server: Pick<Platform["server"], "url" | "key">, requests: Platform["requests"], faults: Fault[]) {
  return localServer(async (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const fault = faults.find((one) => one.times > 0 && one.method === method && one.path.test(pathname));
    if (fault) {
      fault.times--;
      return await fault.answer(request);
    }
    const body = await request.text();
    if (headers.get("x-svc-api-key") === server.key)
      requests.push({ method, path: pathname, body: body === "" ? undefined : JSON.parse(body) });
    // Without the host of the proxy, so that addresses in responses lead to the server.
    headers.delete("host");
    return await fetch(`${server.url}${pathname}${search}`, { method, headers, ...(body === "" ? {} : { body }) });
  });
}
