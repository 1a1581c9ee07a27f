/** The API as a function of a request, over the store of a platform of the test's own: no socket, no browser. */
import { expect } from "bun:test";
import { join } from "node:path";
import { type Answered, router } from "../../../src/platform/api/router.ts";
import type { ServerOptions } from "../../../src/platform/serve-options.ts";
import { openDatabase } from "../../../src/platform/store/database/database.ts";
import type { BrowserRecord } from "../../../src/platform/store/records/browser-rows.ts";
import type { Data } from "../../fixture.ts";
import { type Reply, served } from "../served.ts";
import { conforming } from "./conforms.ts";

export const BASE = "https://svc.test";
/** No id of anything. */
export const NOBODY = "00000000-0000-4000-8000-000000000000";

export interface Ask {
  body?: unknown;
  headers?: Record<string, string>;
  key?: string;
  address?: string;
}

/** The API over the store of a platform of the test's own. */
export async function ground({ rateLimit = 0, ...options }: Partial<ServerOptions> = {}) {
  const p = await served(options);
  const answered: Answered[] = [];
  const api = router({
    platform: p.server.platform,
    keys: p.server.keys,
    grants: p.server.grants,
    rateLimit,
    onAnswered: (one) => answered.push(one),
  });
  /** A call with the key of the platform; `body` is text as it is, else JSON. */
  const ask = async (method: string, path: string, { body, headers, key = p.key, address = "::1" }: Ask = {}) => {
    const request = new Request(`${BASE}/api${path}`, {
      method,
      headers: {
        ...(key ? { "X-Svc-API-Key": key } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return await conforming(request, await api(request, BASE, address));
  };
  return { p, api, ask, answered, [Symbol.asyncDispose]: () => p[Symbol.asyncDispose]() };
}

/** What is wrong, as `place.field type`. */
export function faults({ status, body }: Reply): string[] {
  expect(status).toBe(422);
  return body.detail.map(({ loc, type }: Data) => `${loc.join(".")} ${type}`);
}

export function record(projectId: string, set: Partial<BrowserRecord> = {}): BrowserRecord {
  const id = crypto.randomUUID();
  return {
    id,
    projectId,
    status: "active",
    reason: null,
    profileId: null,
    settings: {
      profileId: null,
      customProxy: null,
      timeoutMinutes: 60,
      idleTimeoutMs: 0,
      width: 1280,
      height: 720,
      allowResizing: false,
      enableRecording: false,
    },
    createdAt: 1_000,
    startedAt: 1_000,
    timeoutAt: 3_601_000,
    finishedAt: null,
    node: "elsewhere",
    nodeUrl: "https://elsewhere.test",
    leaseUntil: Date.now() + 3_600_000,
    stopAskedAt: null,
    proxyBytes: 1_234_567,
    keyId: null,
    minutes: 0,
    browserNano: 0,
    proxyNano: 0,
    recording: null,
    agentSessionId: null,
    profileError: null,
    ...set,
  };
}

/** Another project on the same server, with a key. */
export async function neighbour({ p }: Pick<Awaited<ReturnType<typeof ground>>, "p">) {
  const database = await openDatabase(`sqlite://${join(p.home, "server", "svc.db")}`);
  const id = crypto.randomUUID();
  await database.sql`insert into projects ${database.sql({ id, name: "other", created_at: Date.now() + 1_000 })}`;
  await database.close();
  return { id, key: (await p.server.keys.create(id, "other")).key };
}
