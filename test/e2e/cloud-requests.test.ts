/** Requests to the API from the command line: `cloud v2`, `cloud v3`, `cloud login`. */

import { expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { refusal, KEY as STAND_IN_KEY, standIn } from "../cloud/stand-in.ts";
import { EXECUTABLE, execute, write } from "../fixture.ts";
import { served } from "../platform/served.ts";
import { until } from "../support/until.ts";
import { type HomeFixture, homeFixture } from "./home-fixture.ts";

/** A home whose settings hold the address and a key of the platform. */
function member({ url, key }: { url: string; key: string }, env: Record<string, string | undefined> = {}): HomeFixture {
  return homeFixture({ SVC_BASE_URL: url, SVC_API_KEY: key, ...env });
}

test("text output prints pretty JSON, streams lines, pipes bytes and prints nothing for an empty response", async () => {
  const bytes = new Uint8Array(100_000).map((_, n) => n % 251);
  let release = () => {};
  const second = new Promise<void>((resolve) => {
    release = resolve;
  });
  using p = standIn({
    "GET /v2/x": [{ a: 1, b: [] }],
    "DELETE /v2/x": [() => new Response(null, { status: 204 })],
    "GET /v2/bytes": [() => new Response(bytes, { headers: { "content-type": "application/octet-stream" } })],
    "GET /v2/lines": [
      () =>
        new Response(
          new ReadableStream({
            async start(controller) {
              controller.enqueue('{"n":1}\n');
              await second;
              controller.enqueue('{"n":2}\n');
              controller.close();
            },
          }),
          { headers: { "content-type": "application/x-ndjson" } },
        ),
    ],
  });
  await using h = member({ url: p.url, key: STAND_IN_KEY });
  expect(await h.run("cloud", "v2", "GET", "/x")).toMatchObject({ code: 0, stdout: '{\n  "a": 1,\n  "b": []\n}\n' });
  // A response may contain page content.
  expect((await h.run("--content-boundaries", "cloud", "v2", "GET", "/x")).stdout).toStartWith("--- page content ");
  expect(await h.run("cloud", "v2", "DELETE", "/x")).toMatchObject({ code: 0, stdout: "", stderr: "" });
  const env = { ...process.env, ...h.env } as Record<string, string>;
  const piped = Bun.spawn([EXECUTABLE, "cloud", "v2", "GET", "/bytes"], { env, stdout: "pipe" });
  expect(Buffer.from(await piped.stdout.bytes()).equals(Buffer.from(bytes))).toBe(true);
  const child = Bun.spawn([EXECUTABLE, "cloud", "v2", "GET", "/lines"], { env, stdout: "pipe" });
  const reader = child.stdout.getReader();
  // The server sends the second line only after the first was read.
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"n":1}\n');
  release();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"n":2}\n');
  expect(await child.exited).toBe(0);
});

test("a refusal in JSON includes the response and the expected body, with an exit code by cause", async () => {
  const detail = [{ loc: ["body", "action"], msg: "Field required", type: "missing" }];
  using p = standIn({
    "PATCH /v2/browsers/x": [refusal(422, detail)],
    "GET /v2/broken": [refusal(500, `it broke at ${STAND_IN_KEY}`)],
  });
  await using h = member({ url: p.url, key: STAND_IN_KEY });
  const refused = await h.json("cloud", "v2", "PATCH", "/browsers/x", "{}");
  expect(refused).toMatchObject({
    code: "api_refused",
    exit: 2,
    error: "the platform refused (HTTP 422): action: Field required",
    hint: `Expected body: '{"action":"stop"}' (action* stop; * is required).`,
    data: { status: 422, body: { detail }, expected: { example: { action: "stop" } } },
  });
  const broken = await h.json("cloud", "v2", "GET", "/broken");
  expect(broken).toMatchObject({ code: "api", exit: 1, data: { status: 500 } });
  expect(JSON.stringify(broken)).not.toContain(STAND_IN_KEY);
  expect(await h.json("cloud", "v2", "GET", "/broken", "--api-key", "svc_wrong-0123456789")).toMatchObject({ exit: 4 });
  // A key on the command line, from a variable or from standard input, overrides the settings.
  const named = { ...h.env, SVC_API_KEY: "svc_wrong-0123456789", MINE: STAND_IN_KEY };
  const line = ["cloud", "v2", "GET", "/broken", "--api-key-env", "MINE"];
  expect(await execute(line, named)).toMatchObject({ code: 1, stderr: expect.stringContaining("it broke") });
  const typed = ["cloud", "v2", "GET", "/broken", "--api-key", "-"];
  expect(await execute(typed, named, { stdin: `${STAND_IN_KEY}\n` })).toMatchObject({ code: 1 });
  expect(await execute(["cloud", "v2", "PATCH", "/browsers/x", "-"], h.env, { stdin: '{"a":1}\n' })).toMatchObject({
    code: 2,
  });
  expect(p.seen.at(-1)?.body).toBe('{"a":1}');
});

test("cloud v2 poll prints status changes on stderr and the final record on stdout", async () => {
  const id = "3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80";
  const record = { id, status: "failed", output: null, cost: "0.05" };
  using p = standIn({
    [`GET /v2/tasks/${id}/status`]: [
      { status: "created", cost: null },
      { status: "created", cost: null },
      { status: "started", cost: "0.01" },
      { status: "failed", cost: "0.05" },
    ],
    [`GET /v2/tasks/${id}`]: [record],
  });
  await using h = member({ url: p.url, key: STAND_IN_KEY });
  const { code, stdout, stderr } = await h.run("cloud", "v2", "poll", id, "--interval", "100");
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toEqual(record);
  expect(stderr.trimEnd().split("\n")).toEqual([
    "status: created",
    "status: started  cost: $0.0100",
    "status: failed  cost: $0.0500",
    "Error: the task ended as failed",
    "Hint: Read the JSON on standard output: it says what was done and how it ended.",
  ]);
});

test("cloud v2 --help lists the endpoints, filtered by the word after it", async () => {
  await using p = await served();
  await using h = member(p);
  const whole = await h.run("cloud", "v2", "--help");
  expect(whole).toMatchObject({ code: 0 });
  expect(whole.stdout).toContain("Usage: svc cloud v2 ");
  expect(whole.stdout).toContain("cloud v2 poll <id>");
  expect(whole.stdout).toContain(`Endpoints of API v2 (from ${new URL(p.url).host})`);
  expect(whole.stdout).toMatch(/^ {2}POST +\/profiles /m);
  expect((await h.run("cloud", "v2", "--help", "/browsers")).stdout).not.toMatch(/^ {2}POST +\/profiles /m);
  expect((await h.run("cloud", "v2", "poll", "--help")).stdout).not.toContain("Endpoints of");
  // The list is cached for a day, so the server is not asked again.
  await p.server.close();
  expect((await h.run("cloud", "v2", "--help")).stdout).toContain(`Endpoints of API v2 (from ${new URL(p.url).host})`);
});

test("request bodies and output files obey file_root", async () => {
  using p = standIn({});
  await using h = member({ url: p.url, key: STAND_IN_KEY });
  mkdirSync(join(h.home, "inside"), { recursive: true });
  await h.json("config", "set", "file_root", join(h.home, "inside"));
  const outside = write(h.home, "outside.json", "{}");
  expect(await h.json("cloud", "v2", "POST", "/x", `@${outside}`)).toMatchObject({ code: "denied" });
  expect(await h.json("cloud", "v2", "GET", "/x", "--output", outside)).toMatchObject({ code: "denied" });
  expect(p.seen).toEqual([]);
});

test("cloud login asks on a terminal without showing the key", async () => {
  using p = standIn({ "GET /v2/profiles": [{ items: [] }] });
  await using h = homeFixture({ SVC_BASE_URL: p.url });
  let screen = "";
  const decoder = new TextDecoder();
  const child = Bun.spawn([EXECUTABLE, "cloud", "login"], {
    env: { ...process.env, ...h.env, TERM: "xterm" } as Record<string, string>,
    terminal: {
      cols: 100,
      rows: 30,
      data: (_, bytes) => {
        screen += decoder.decode(bytes, { stream: true });
      },
    },
  });
  await until(() => screen.includes("API key of the cloud platform"), "the question");
  child.terminal?.write(`${STAND_IN_KEY}\r`);
  expect(await child.exited).toBe(0);
  await until(() => screen.includes("The platform accepted the key"), "the answer");
  expect(screen).not.toContain(STAND_IN_KEY);
  expect(JSON.parse(readFileSync(join(h.home, "config.json"), "utf8"))).toEqual({ api_key: STAND_IN_KEY });
  const piped = await execute(["--json", "cloud", "login", "-"], h.env, { stdin: `${STAND_IN_KEY}\n` });
  expect(JSON.parse(piped.stdout).data).toMatchObject({ saved: true, checked: true });
});
