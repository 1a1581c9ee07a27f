/** The door to the platform: where the key goes, what is tried again, and how failures read. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { openApi, statusOf } from "../../src/cloud/api.ts";
import type { Failure } from "../../src/errors.ts";
import { writeSetting } from "../../src/lib/settings.ts";
import { failureOf } from "../support/failure.ts";
import { folderOfFile } from "../support/folder.ts";
import { localServer } from "../support/server.ts";
import { until } from "../support/until.ts";

const KEY = "svc_very-secret-0123456789";

const home = folderOfFile();
const before = { key: process.env.SVC_API_KEY, url: process.env.SVC_BASE_URL };

beforeAll(() => {
  delete process.env.SVC_API_KEY;
  delete process.env.SVC_BASE_URL;
  writeSetting(home, "api_key", KEY);
});

afterAll(() => {
  if (before.key !== undefined) process.env.SVC_API_KEY = before.key;
  if (before.url !== undefined) process.env.SVC_BASE_URL = before.url;
});

type Handler = (request: Request, count: number) => Response | Promise<Response>;

/** A server and the API that talks to it; `seen` are its requests. */
function serving(handler: Handler, suffix = "") {
  const seen: { method: string; path: string; key: string | null; body: string }[] = [];
  const server = localServer(async (request) => {
    const { pathname, search } = new URL(request.url);
    const key = request.headers.get("x-svc-api-key");
    seen.push({ method: request.method, path: pathname + search, key, body: await request.clone().text() });
    return await handler(request, seen.length);
  });
  const url = `http://127.0.0.1:${server.port}`;
  writeSetting(home, "base_url", url + suffix);
  return { url, seen, api: openApi({ home }), [Symbol.dispose]: () => void server.stop(true) };
}

const soon = () => AbortSignal.timeout(30_000);

async function failure(work: () => unknown): Promise<Failure> {
  const failed = await failureOf(work);
  expect(`${failed.message} ${failed.hint}`).not.toContain(KEY);
  return failed;
}

test("the address may be the server's, or end with a version", async () => {
  for (const suffix of ["", "/", "/api", "/api/v2", "/api/v3/", "/below/api/v3"]) {
    using s = serving(() => Response.json({ ok: true }), suffix);
    expect((await s.api.request("GET", "/v2/profiles?pageSize=1", undefined, soon())).json).toEqual({ ok: true });
    expect(s.api.origin).toBe(s.url);
    const prefix = suffix.startsWith("/below") ? "/below" : "";
    expect(s.seen).toEqual([{ method: "GET", path: `${prefix}/api/v2/profiles?pageSize=1`, key: KEY, body: "" }]);
  }
});

test("an address that is none, or holds a secret, is refused without being repeated in full", async () => {
  for (const [address, says] of [
    ["ftp://example.com", "not an http or https address"],
    ["example.com", "not an http or https address"],
    ["https://user:hush@example.com", "must not contain a user"],
    ["https://example.com/?token=hush", "must not contain a user"],
  ] as const) {
    writeSetting(home, "base_url", address);
    const { code, message } = await failure(() => openApi({ home }));
    expect(code).toBe("usage");
    expect(message).toContain(says);
    expect(message).not.toContain("hush");
  }
  writeSetting(home, "base_url", undefined);
  expect((await failure(() => openApi({ home }))).hint).toContain("svc config set base_url");
});

test("the key: that of the caller, then of the environment, then of the file", async () => {
  using s = serving(() => Response.json({}));
  const used = async (key?: string) => {
    await openApi({ home, key }).request("GET", "/v2/x", undefined, soon());
    return s.seen.at(-1)?.key;
  };
  expect(await used()).toBe(KEY);
  process.env.SVC_API_KEY = "svc_of-the-environment";
  try {
    expect(await used()).toBe("svc_of-the-environment");
    expect(await used("svc_of-the-caller")).toBe("svc_of-the-caller");
  } finally {
    delete process.env.SVC_API_KEY;
  }
  writeSetting(home, "api_key", undefined);
  expect((await failure(() => openApi({ home }))).code).toBe("no_key");
  writeSetting(home, "api_key", KEY);
});

test("bodies are JSON, and an answer without one is undefined", async () => {
  using s = serving(() => new Response(null, { status: 204 }));
  const answer = await s.api.request("POST", "/v2/profiles", { name: "Büro" }, soon());
  expect(answer).toMatchObject({ status: 204, json: undefined });
  expect(s.seen[0]?.body).toBe('{"name":"Büro"}');
});

test("refusals are told in the server's words, without the key", async () => {
  for (const [status, body, code, says] of [
    [400, { detail: "session has a running task" }, "api_refused", "session has a running task"],
    [402, { message: "Insufficient credits", detail: "x" }, "api_refused", "Insufficient credits"],
    [422, { detail: [{ loc: ["body", "timeout"], msg: "too long", type: "x" }] }, "api_refused", "timeout: too long"],
    [422, { detail: ["odd", null] }, "api_refused", '["odd",null]'],
    [409, { detail: { reason: "it runs already" } }, "api_refused", "it runs already"],
    [400, { error: { message: "why not" } }, "api_refused", "why not"],
    [404, "<h1>nothing</h1>", "api_refused", "HTTP 404"],
    [401, { detail: `the key ${KEY} is unknown` }, "no_key", "the key •••• is unknown"],
    [403, { detail: "Maximum session timeout is 4 hours" }, "api_refused", "Maximum session timeout"],
    [403, { detail: "This API key may not do that" }, "no_key", "may not do that"],
    [500, { detail: "it broke" }, "api", "it broke"],
  ] as const) {
    using s = serving(() => new Response(typeof body === "string" ? body : JSON.stringify(body), { status }));
    const failed = await failure(() => s.api.request("POST", "/v2/x", {}, soon()));
    expect(failed.code).toBe(code);
    expect(failed.message).toContain(says);
    expect(statusOf(failed)).toBe(status);
    expect(s.seen.length).toBe(1);
  }
});

test("429 is tried again after the pause that the server asks for, a few times", async () => {
  const busy = () => Response.json({ detail: "too many browsers" }, { status: 429, headers: { "retry-after": "0" } });
  using passing = serving((_, count) => (count < 3 ? busy() : Response.json({ id: "x" })));
  expect((await passing.api.request("POST", "/v2/browsers", {}, soon())).json).toEqual({ id: "x" });
  expect(passing.seen.length).toBe(3);
  using lasting = serving(busy);
  const failed = await failure(() => lasting.api.request("POST", "/v2/browsers", {}, soon()));
  expect(failed).toMatchObject({ code: "api_refused" });
  expect(failed.message).toContain("too many browsers");
  expect(lasting.seen.length).toBe(4);
  const date = new Date(Date.now() + 3_600_000).toUTCString();
  using long = serving(() => Response.json({}, { status: 429, headers: { "retry-after": date } }));
  await failure(() => long.api.request("GET", "/v2/x", undefined, soon()));
  expect(long.seen.length).toBe(1);
});

test("a gateway's failure is tried again only where that makes nothing twice", async () => {
  const away = () => new Response("bad gateway", { status: 502, headers: { "retry-after": "0" } });
  using reading = serving((_, count) => (count === 1 ? away() : Response.json({ ok: true })));
  expect((await reading.api.request("GET", "/v2/x", undefined, soon())).json).toEqual({ ok: true });
  using making = serving(away);
  expect(await failure(() => making.api.request("POST", "/v2/browsers", {}, soon()))).toMatchObject({ code: "api" });
  expect(making.seen.length).toBe(1);
});

test("a connection that drops is tried again only where that makes nothing twice", async () => {
  let accepted = 0;
  using rude = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket) {
        accepted++;
        socket.terminate();
      },
    },
  });
  writeSetting(home, "base_url", `http://127.0.0.1:${rude.port}`);
  const api = openApi({ home });
  expect(await failure(() => api.request("POST", "/v2/browsers", {}, soon()))).toMatchObject({ code: "api" });
  expect(accepted).toBe(1);
  expect(await failure(() => api.request("PATCH", "/v2/browsers/x", {}, soon()))).toMatchObject({ code: "api" });
  expect(accepted).toBeGreaterThanOrEqual(5);
});

test("nobody there is told with the host", async () => {
  writeSetting(home, "base_url", "http://127.0.0.1:1");
  const failed = await failure(() => openApi({ home }).request("POST", "/v2/x", {}, soon()));
  expect(failed.code).toBe("api");
  expect(failed.message).toContain("127.0.0.1:1 could not be reached");
});

test("what is no JSON is no platform", async () => {
  using s = serving(() => new Response("<h1>hello</h1>"));
  expect((await failure(() => s.api.request("GET", "/v2/x", undefined, soon()))).message).toContain("not JSON");
});

test("the key goes to the configured host alone, also when that sends elsewhere", async () => {
  using other = serving(() => Response.json({ stolen: true }));
  const elsewhere = `${other.url}/api/v2/x`;
  using s = serving((request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/here")) return Response.json({ here: request.method });
    const to = pathname.endsWith("/slash") ? "/api/v2/here" : elsewhere;
    return new Response(null, { status: pathname.endsWith("/found") ? 302 : 307, headers: { location: to } });
  });
  const failed = await failure(() => s.api.request("GET", "/v2/x", undefined, soon()));
  expect(failed.code).toBe("api");
  expect(failed.message).toContain(other.url);
  expect(other.seen).toEqual([]);
  // Within the host: as it was asked, or not at all.
  expect((await s.api.request("POST", "/v2/slash", {}, soon())).json).toEqual({ here: "POST" });
  expect((await failure(() => s.api.request("POST", "/v2/found", {}, soon()))).code).toBe("api");
});

test("an aborted request ends with the signal's reason, during a pause too", async () => {
  using silent = serving(() => new Promise<Response>(() => {}));
  const reason = new Error("enough");
  const controller = new AbortController();
  const asked = silent.api.request("GET", "/v2/x", undefined, controller.signal);
  await until(() => silent.seen.length !== 0);
  controller.abort(reason);
  await expect(asked).rejects.toBe(reason);
  using busy = serving(() => Response.json({}, { status: 429, headers: { "retry-after": "20" } }));
  const second = new AbortController();
  const waits = busy.api.request("GET", "/v2/x", undefined, second.signal);
  await until(() => busy.seen.length !== 0);
  second.abort(reason);
  await expect(waits).rejects.toBe(reason);
});
