/** The API over the wire: a real server, real browsers, and callers that break off or overdo it. */
import { expect, test } from "bun:test";
import { connect } from "node:net";
import { served, type TestPlatform } from "../served.ts";
import { conforming } from "./conforms.ts";

/** A call whose answer must be as its endpoint declares. */
async function ask(p: TestPlatform, method: string, path: string, body?: unknown) {
  const url = `${p.url}/api${path}`;
  const response = await fetch(url, {
    method,
    headers: { "X-Svc-API-Key": p.key, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return await conforming({ method, url }, response);
}

/** Sends text as it is, and gives all that comes until the server closes or `enough` of it is there. */
function raw(p: TestPlatform, text: string, enough: RegExp): Promise<string> {
  const { hostname, port } = new URL(p.url);
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const done = () => {
      socket.destroy();
      resolve(said);
    };
    socket.on("data", (data) => {
      said += data.toString("latin1");
      if (enough.test(said)) done();
    });
    socket.on("close", done);
    socket.on("error", (error) => (said === "" ? reject(error) : done()));
  });
}

test("a browser is started, listed, read and stopped in both versions", async () => {
  await using p = await served({ concurrency: 1, queue: 0 });
  const made = await ask(p, "POST", "/v2/browsers", { timeout: 5, other: "ignored" });
  expect(made.status).toBe(201);
  const { id } = made.body;
  expect(made.body).toMatchObject({ status: "active", finishedAt: null, recordingUrl: null });
  expect(made.body.readOnlyLiveUrl).toStartWith(p.url);
  expect(Date.parse(made.body.timeoutAt) - Date.parse(made.body.startedAt)).toBe(5 * 60_000);
  const full = await ask(p, "POST", "/v3/browsers");
  expect(full).toMatchObject({ status: 429, body: { detail: expect.stringContaining("concurrent") } });
  expect(Number(full.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ask(p, "GET", "/v3/browsers?filterBy=active")).body).toMatchObject({ totalItems: 1, items: [{ id }] });
  expect((await ask(p, "GET", `/v3/browsers/${id}`)).body).toEqual({ ...made.body, recordingAvailable: false });
  for (let i = 0; i < 2; i++)
    expect((await ask(p, "PATCH", `/v3/browsers/${id}`, { action: "stop" })).body).toMatchObject({
      id,
      status: "stopped",
      cdpUrl: null,
      liveUrl: null,
      readOnlyLiveUrl: null,
    });
  expect((await ask(p, "GET", "/v2/browsers?filterBy=active")).body.totalItems).toBe(0);
});

test("callers that break off, lie about lengths or send too much harm nobody else", async () => {
  await using p = await served();
  const head = (path: string, lines: string[]) =>
    [`POST /api${path} HTTP/1.1`, `Host: ${new URL(p.url).host}`, `X-Svc-API-Key: ${p.key}`, ...lines, "", ""].join(
      "\r\n",
    );
  const json = "Content-Type: application/json";
  const { hostname, port } = new URL(p.url);
  const socket = connect(Number(port), hostname);
  socket.write(`${head("/v2/profiles", [json, "Content-Length: 100"])}{"name":`, () => socket.destroy());
  const large = await raw(p, head("/v2/profiles", [json, "Content-Length: 99999999999"]), /\}/);
  expect(large).toStartWith("HTTP/1.1 413");
  const many = await raw(p, head("/v2/profiles", [`X-Long: ${"x".repeat(100_000)}`]), /\r\n\r\n/);
  expect(many).toMatch(/^(HTTP\/1.1 431|$)/);
  const twice = await raw(p, head("/v2/profiles", ["X-Svc-API-Key: svc_other", "Content-Length: 0"]), /\}/);
  expect(twice).toStartWith("HTTP/1.1 401");
  const chunk = 'e\r\n{"name":"wee"}\r\n0\r\n\r\n';
  const chunked = await raw(p, head("/v2/profiles", [json, "Transfer-Encoding: chunked"]) + chunk, /\}/);
  expect(chunked).toMatch(/^HTTP\/1.1 201[\s\S]*"name":"wee"/);
  expect((await ask(p, "GET", "/v2/profiles")).status).toBe(200);
});

test("many callers at once are answered each with their own", async () => {
  await using p = await served();
  const names = Array.from({ length: 100 }, (_, i) => `profile ${i}`);
  const made = await Promise.all(names.map((name) => ask(p, "POST", "/v3/profiles", { name })));
  expect(made.map(({ body }) => body.name)).toEqual(names);
  expect(new Set(made.map(({ headers }) => headers.get("x-request-id"))).size).toBe(100);
  expect((await ask(p, "GET", "/v3/profiles?pageSize=100")).body.totalItems).toBe(100);
});
