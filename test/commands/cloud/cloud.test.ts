/** The cloud commands that need no browser: key, requests, waiting. Against the real server where it has the endpoint. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { KEY, refusal, type StandIn, standIn } from "../../cloud/stand-in.ts";
import { type Fixture, fixture, write } from "../../fixture.ts";
import { served } from "../../platform/served.ts";

/** Settings that lead to the platform. */
async function signedUp(t: Fixture, { url, key = KEY }: { url: string; key?: string }): Promise<void> {
  await t.svc("config", "set", "base_url", url);
  await t.svc("config", "set", "api_key", key);
}

const config = (t: Fixture) => JSON.parse(readFileSync(join(t.home, "config.json"), "utf8"));

const ID = "3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80";

test("cloud login saves a key that the platform knows, and no other", async () => {
  await using t = await fixture();
  using p = standIn({ "GET /v2/profiles": [{ items: [], totalItems: 0, pageNumber: 1, pageSize: 1 }] });
  await t.svc("config", "set", "base_url", p.url);
  expect(await t.svc("cloud", "login", KEY)).toMatchObject({ saved: true, checked: true });
  expect(config(t).api_key).toBe(KEY);
  expect(statSync(join(t.home, "config.json")).mode & 0o777).toBe(0o600);
  const wrong = await t.fails("cloud", "login", "svc_another-key-0123456789");
  expect(wrong).toMatchObject({ code: "no_key", hint: expect.stringContaining("--no-check") });
  expect(wrong.message).not.toContain("another-key");
  expect(config(t).api_key).toBe(KEY);
  expect(await t.svc("cloud", "login", "svc_another-key-0123456789", "--no-check")).toMatchObject({ checked: false });
  expect(config(t).api_key).toBe("svc_another-key-0123456789");
});

test("cloud login where nobody can be asked saves the key and says so", async () => {
  await using t = await fixture();
  expect(await t.svc("cloud", "login", KEY)).toMatchObject({ checked: false, unchecked: expect.any(String) });
  await t.svc("config", "set", "base_url", "http://127.0.0.1:1");
  expect(await t.text("cloud", "login", KEY)).toContain("could not be checked: 127.0.0.1:1 could not be reached");
  for (const bad of ["short", "with a space", "línea-0123456789"])
    expect((await t.fails("cloud", "login", bad)).code).toBe("usage");
  expect(await t.fails("cloud", "login")).toMatchObject({
    code: "usage",
    hint: expect.stringContaining("cloud login"),
  });
});

test("cloud login without an address says what to set", async () => {
  await using t = await fixture();
  expect(await t.text("cloud", "login", KEY)).toContain("Set the platform's URL: `svc config set base_url https");
  await t.svc("config", "set", "base_url", "http://127.0.0.1:1");
  expect(await t.text("cloud", "login", KEY)).not.toContain("base_url");
});

test("the url of a task is sent by both of its names, and the rest as it was written", async () => {
  await using t = await fixture();
  using p = standIn({ "POST /v2/tasks": [{ id: ID }], "POST /v2/other": [{}] });
  await signedUp(t, p);
  const sent = async (body: string, path = "/tasks") => {
    await t.svc("cloud", "v2", "POST", path, body);
    return p.seen.at(-1)?.body;
  };
  expect(await sent('{ "n": 12345678901234567890, "url": "https://a.test" }')).toBe(
    '{ "n": 12345678901234567890, "url": "https://a.test", "startUrl": "https://a.test"}',
  );
  for (const body of ['{ "url": "a", "startUrl": "b" }', '{ "task": "x" }', '{ "url": 5 }'])
    expect(await sent(body)).toBe(body);
  expect(await sent('{ "url": "a" }', "/other")).toBe('{ "url": "a" }');
});

test("cloud logout removes the key alone", async () => {
  await using t = await fixture();
  await signedUp(t, { url: "http://127.0.0.1:1" });
  expect(await t.text("cloud", "logout")).toBe("API key removed");
  expect(config(t)).toEqual({ base_url: "http://127.0.0.1:1" });
  expect(await t.text("cloud", "logout")).toBe("No API key to remove");
  expect(await t.fails("cloud", "v2", "GET", "/browsers")).toMatchObject({
    code: "no_key",
    hint: expect.stringContaining("svc cloud login"),
  });
});

test("requests reach the real server, and its answers and refusals come back", async () => {
  await using p = await served();
  await using t = await fixture();
  await signedUp(t, p);
  const made = await t.svc("cloud", "v3", "post", "profiles", '{"name": "Größe"}');
  expect(made).toMatchObject({ status: 201, body: { name: "Größe" } });
  const file = write(t.folder, "body.json", '{"name": "from a file"}');
  expect((await t.svc("cloud", "v2", "POST", "/profiles", `@${file}`)).body.name).toBe("from a file");
  expect(JSON.parse(await t.text("cloud", "v2", "GET", `/api/v2/profiles/${made.body.id}`))).toEqual(made.body);
  expect((await t.svc("cloud", "v2", "POST", "/profiles", '{"nam": "x"}')).ignored).toEqual(["body.nam"]);
  const wrong = await t.fails("cloud", "v2", "POST", "/browsers", '{"timeout": "long"}');
  expect(wrong.code).toBe("api_refused");
  expect(wrong.message).toContain("(HTTP 422): timeout: ");
  expect(wrong.hint).toContain("Expected body: ");
  expect(wrong.hint).toContain("enableRecording boolean");
  expect(await t.fails("cloud", "v2", "GET", `/profiles/${ID}`)).toMatchObject({
    code: "api_refused",
    message: "the platform refused (HTTP 404): Profile not found",
  });
  expect((await t.fails("cloud", "v2", "POST", "/browsrs", "{}")).hint).toContain("svc cloud v2 POST /browsers");
  await t.svc("config", "set", "api_key", "svc_unknown-0123456789");
  expect(await t.fails("cloud", "v2", "POST", "/profiles", "{}")).toMatchObject({ code: "no_key" });
});

test("method, path, query, headers and body go out as they were given", async () => {
  await using t = await fixture();
  using p = standIn({
    "PUT /v2/things/1": [{ ok: true }],
    "DELETE /v2/things/1": [() => new Response(null, { status: 204 })],
  });
  await signedUp(t, p);
  const line = ["cloud", "v2", "PUT", "things/1?a=b%20c", '{ "n": 12345678901234567890 }'];
  const more = ["--query", "d=e&f", "--query", "d=g", "--header", "X-Trace: 1 : 2", "--header", "Accept:text/x"];
  expect(await t.svc(...line, ...more)).toEqual({ status: 200, body: { ok: true } });
  const [{ path, body, headers } = {} as never] = p.seen;
  expect({ path, body }).toEqual({ path: "/v2/things/1?a=b%20c&d=e%26f&d=g", body: '{ "n": 12345678901234567890 }' });
  expect(headers.get("x-trace")).toBe("1 : 2");
  expect(headers.get("accept")).toBe("text/x");
  expect(headers.get("x-svc-api-key")).toBe(KEY);
  expect(await t.text("cloud", "v2", "delete", "/things/1")).toBe("");
});

test("a line that cannot be meant is refused before anything is sent", async () => {
  await using t = await fixture();
  using p = standIn({});
  await signedUp(t, p);
  for (const line of [
    ["HEAD", "/x"],
    ["GET"],
    ["GET", "/x", "{}"],
    ["POST", "/x", "not json"],
    ["POST", "/x", "{broken"],
    ["GET", "https://example.com/x"],
    ["GET", "//example.com/x"],
    ["GET", "/../v3/x"],
    ["GET", "/x", "--query", "novalue"],
    ["GET", "/x", "--header", "no colon"],
    ["GET", "/x", "--header", "x-svc-api-key: mine"],
  ])
    expect({ line, code: (await t.fails("cloud", "v2", ...line)).code }).toEqual({ line, code: "usage" });
  expect((await t.fails("cloud", "v2", "POST", "/x", `@${t.folder}/none.json`)).code).toBe("not_found");
  expect(p.seen).toEqual([]);
});

test("answers that are no JSON: texts as they are, bytes into a file alone", async () => {
  await using t = await fixture();
  const bytes = new Uint8Array(300_000).map((_, n) => n % 251);
  using p = standIn({
    "GET /v2/events": [
      () => new Response("data: 1\n\ndata: 2\n\n", { headers: { "content-type": "text/event-stream" } }),
    ],
    "GET /v2/file": [() => new Response(bytes, { headers: { "content-type": "application/zip" } })],
  });
  await signedUp(t, p);
  expect(await t.svc("cloud", "v2", "GET", "/events")).toEqual({ status: 200, body: "data: 1\n\ndata: 2\n\n" });
  expect(await t.fails("cloud", "v2", "GET", "/file")).toMatchObject({
    code: "usage",
    hint: expect.stringContaining("--output"),
  });
  const path = join(t.folder, "file.zip");
  expect(await t.svc("cloud", "v2", "GET", "/file", "--output", path)).toEqual({
    status: 200,
    saved: path,
    bytes: 300_000,
  });
  expect(readFileSync(path).equals(Buffer.from(bytes))).toBe(true);
  const asked = p.seen.length;
  expect((await t.fails("cloud", "v2", "GET", "/file", "--output", path)).code).toBe("io");
  expect(p.seen.length).toBe(asked);
  await t.svc("cloud", "v2", "GET", "/file", "--output", path, "--force");
  // The half of an answer leaves no file.
  using rude = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data: (socket) =>
        void socket.end("HTTP/1.1 200 OK\r\ncontent-type: application/zip\r\ncontent-length: 99\r\n\r\nhalf"),
    },
  });
  await t.svc("config", "set", "base_url", `http://127.0.0.1:${rude.port}`);
  const cut = join(t.folder, "cut.zip");
  expect((await t.fails("cloud", "v2", "GET", "/cut", "--output", cut)).code).toBe("api");
  expect(readdirSync(t.folder)).toEqual(["file.zip"]);
});

test("what is busy is asked again after the pause that it asks for; what is not there yet is not", async () => {
  await using t = await fixture();
  using p = standIn({
    "POST /v2/tasks": [refusal(429, "Too many", { "retry-after": "0" }), { id: ID, sessionId: ID }],
    "GET /v3/sessions": [refusal(501, "Agent sessions are not served yet")],
    "GET /v3/x": [refusal(500, `it broke at ${KEY}`)],
  });
  await signedUp(t, p);
  expect((await t.svc("cloud", "v2", "POST", "/tasks", '{"task":"x"}')).body.id).toBe(ID);
  expect(await t.fails("cloud", "v3", "GET", "/sessions")).toMatchObject({ code: "api" });
  expect(p.seen.filter(({ path }) => path === "/v3/sessions").length).toBe(1);
  const broken = await t.fails("cloud", "v3", "GET", "/x");
  expect(broken).toMatchObject({ code: "api", message: expect.stringContaining("it broke at ••••") });
});

test("cloud v2 alone lists the endpoints of the server, kept for later", async () => {
  await using p = await served();
  await using t = await fixture();
  expect((await t.svc("cloud", "v2")).source).toStartWith("built in");
  await t.svc("config", "set", "base_url", p.url);
  const { endpoints, source } = await t.svc("cloud", "v2");
  expect(source).toBe(`from ${new URL(p.url).host}`);
  const create = endpoints.find(
    (one: { method: string; path: string }) => `${one.method} ${one.path}` === "POST /browsers",
  );
  expect(create.fields).toContainEqual({ name: "timeout", type: "integer", required: false, in: "body" });
  expect(endpoints.some(({ path }: { path: string }) => path.startsWith("/api/"))).toBe(false);
  expect(await t.text("cloud", "v3")).toMatch(/^ {2}PATCH +\/browsers\/\{session_id\} +\S.*\n +action\* stop$/m);
  await t.svc("config", "set", "base_url", "http://127.0.0.1:1");
  expect((await t.svc("cloud", "v2")).source).toContain("127.0.0.1:1 does not respond");
  expect(await t.text("cloud", "v2")).toMatch(/^ {2}POST +\/skills +\S/m);
});

test("what the platform advises is told, beside what the endpoint expects", async () => {
  await using p = await served();
  await using t = await fixture();
  await t.svc("config", "set", "base_url", p.url);
  await t.svc("cloud", "login", p.key);
  const country = await t.fails("cloud", "v3", "POST", "/browsers", '{"proxyCountryCode":"fr"}');
  expect(country.message).toContain("proxyCountryCode: This server has no proxy in the country 'fr'");
  expect(country.hint).toStartWith("Omit proxyCountryCode, or send customProxy");
  expect(country.hint).toContain(`Expected body: '{"timeout":30,`);
});

/** A platform with one task, whose looks are these, and its full record. */
function task(...looks: Parameters<typeof standIn>[0][string][number][]): StandIn {
  return standIn({
    [`GET /v2/tasks/${ID}/status`]: looks,
    [`GET /v2/tasks/${ID}`]: [
      { id: ID, status: "finished", output: "done", isSuccess: true, cost: "0.042", steps: [] },
    ],
  });
}

const QUICK = ["--interval", "100"];

test("cloud v2 poll waits for the end of a task, through failures that pass, and gives the full record", async () => {
  await using t = await fixture();
  using p = task(
    { id: ID, status: "created", cost: null },
    refusal(503, "restarting"),
    refusal(429, "slow down", { "retry-after": "60" }),
    { id: ID, status: "started", cost: "0.0123" },
    { id: ID, status: "finished", cost: 0.042, isSuccess: true },
  );
  await signedUp(t, p);
  expect(await t.svc("cloud", "v2", "poll", ID, ...QUICK)).toMatchObject({ status: "finished", output: "done" });
  expect(p.seen.map(({ path }) => path)).toEqual([
    ...Array.from({ length: 5 }, () => `/v2/tasks/${ID}/status`),
    `/v2/tasks/${ID}`,
  ]);
});

test("cloud v2 poll: other ends are failures, and so is what cannot pass", async () => {
  await using t = await fixture();
  for (const [look, code, says, hint = ""] of [
    [{ status: "failed" }, "api_refused", "failed", "Read the JSON"],
    [{ status: "stopped" }, "api_refused", "stopped"],
    [{ status: "finished", isSuccess: false }, "api_refused", "without success"],
    [refusal(404, "Task not found"), "api_refused", "Task not found", "svc cloud v2 GET /tasks"],
    [refusal(401, "Invalid API key"), "no_key", "Invalid API key"],
    [refusal(501, "not yet"), "api", "not yet"],
    [{ nothing: true }, "api", "has no status"],
  ] as const) {
    using p = standIn({ [`GET /v2/tasks/${ID}/status`]: [look], [`GET /v2/tasks/${ID}`]: [look] });
    await signedUp(t, p);
    expect(await t.fails("cloud", "v2", "poll", ID, ...QUICK)).toMatchObject({
      code,
      message: expect.stringContaining(says),
      ...(hint && { hint: expect.stringContaining(hint) }),
    });
  }
  using p = task({ status: "started" });
  await signedUp(t, p);
  expect(await t.fails("cloud", "v2", "poll", ID, ...QUICK, "--timeout", "600")).toMatchObject({
    code: "timeout",
    hint: expect.stringContaining(`svc cloud v2 poll ${ID}`),
  });
  expect(await t.fails("cloud", "v2", "poll", "../x")).toMatchObject({
    code: "usage",
    hint: expect.stringContaining("svc cloud v2 GET /tasks"),
  });
  // Where nobody has ever answered there is nothing to wait for.
  await t.svc("config", "set", "base_url", "http://127.0.0.1:1");
  expect(await t.fails("cloud", "v2", "poll", ID, ...QUICK)).toMatchObject({
    code: "api",
    hint: expect.stringContaining("svc config get base_url"),
  });
});

test("cloud v3 poll: idle and a stop after success are good ends, the others are not", async () => {
  await using t = await fixture();
  const session = (...looks: object[]) => standIn({ [`GET /v3/sessions/${ID}`]: looks });
  for (const good of [
    { status: "idle", isTaskSuccessful: true },
    { status: "idle", isTaskSuccessful: null },
    { status: "stopped", isTaskSuccessful: true },
  ]) {
    using p = session({ status: "created" }, { status: "created" }, { status: "running", stepCount: 2 }, good);
    await signedUp(t, p);
    expect(await t.svc("cloud", "v3", "poll", ID, ...QUICK)).toEqual(good);
    expect(p.seen.length).toBe(4);
  }
  for (const bad of [
    { status: "idle", isTaskSuccessful: false },
    { status: "stopped", isTaskSuccessful: null },
    { status: "timed_out" },
    { status: "error" },
  ]) {
    using p = session(bad);
    await signedUp(t, p);
    expect({ bad, code: (await t.fails("cloud", "v3", "poll", ID, ...QUICK)).code }).toEqual({
      bad,
      code: "api_refused",
    });
  }
});
