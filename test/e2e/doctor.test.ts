/** The checks of `doctor` besides the browser: settings, window, platform, `serve` and models. */

import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { managedFile } from "../../src/browser/launch/find.ts";
import type { Data } from "../fixture.ts";
import { scriptedModel } from "../models/server.ts";
import { s3Peer } from "../platform/store/s3.ts";
import { temporaryFolder } from "../support/folder.ts";
import { localServer } from "../support/server.ts";
import { type HomeFixture, homeFixture } from "./home-fixture.ts";

const KEY = "svc_0123456789abcdefghijkl";
const NO_DISPLAY = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined };

async function checks(h: HomeFixture): Promise<Record<string, Data>> {
  const { data } = await h.json("doctor");
  return Object.fromEntries(data.checks.map((one: Data) => [one.name, one]));
}

/** Serves a platform that accepts one key. */
function platform(known: string) {
  return localServer(({ headers }) => {
    const given = [...headers.values()].some((value) => value.includes(known));
    return given ? Response.json({ items: [] }) : Response.json({ detail: "unknown key" }, { status: 401 });
  });
}

test("the settings check shows each value with its source and masks secrets", async () => {
  await using h = homeFixture({ SVC_IDLE_TIMEOUT: "2h", SVC_API_KEY: KEY, SVC_TUNNEL_COMMAND: "t --token abc {port}" });
  await h.run("config", "set", "dialogs", "accept");
  const { settings } = await checks(h);
  expect(settings.message.split(", ")).toEqual([
    "api_key=•••• (environment)",
    "dialogs=accept (file)",
    "idle_timeout=2h (environment)",
    "tunnel_command=•••• (environment)",
  ]);
});

test("the window check opens a real window", async () => {
  await using h = homeFixture(NO_DISPLAY);
  const { window } = await checks(h);
  if (Bun.which("Xvfb"))
    expect(window.message).toMatch(/opened a window of \d+ x \d+ on a virtual screen \(Xvfb :\d+\)/);
  else expect(window).toMatchObject({ status: "warning", fix: expect.stringContaining("xvfb") });
});

test("the window check names the command that reinstalls a browser with a window", async () => {
  await using h = homeFixture({ DISPLAY: ":0", SVC_NO_SANDBOX: "1" });
  const folder = join(h.home, "browsers", "chrome-999.0.0.0", "archive");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, managedFile("chrome")), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  expect((await checks(h)).window).toMatchObject({ status: "warning", fix: "svc install --headed --force" });
});

test.each([
  ["setting", "svc config unset browser_path"],
  ["variable", "unset SVC_BROWSER"],
])("the browser check suggests changing a %s that names a broken browser", async (source, fix) => {
  using folder = temporaryFolder();
  const path = join(folder.path, "chrome");
  writeFileSync(path, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  await using h = homeFixture({ ...NO_DISPLAY, ...(source === "variable" ? { SVC_BROWSER: path } : {}) });
  if (source === "setting") await h.run("config", "set", "browser_path", path);
  const { error } = await h.json("doctor");
  expect(/browser: .*\n +fix: (.*)\n/.exec(error)?.[1]).toBe(fix);
});

test("the start check of a file that is not a program suggests unsetting the variable that names it", async () => {
  await using h = homeFixture({ ...NO_DISPLAY, SVC_BROWSER: import.meta.path });
  const { error } = await h.json("doctor");
  expect(error).toMatch(/start: .* cannot be started: .*\n +fix: unset SVC_BROWSER\n/);
});

test("the platform check verifies the key with the server", async () => {
  using server = platform(KEY);
  const base = { SVC_BASE_URL: `http://127.0.0.1:${server.port}` };
  await using knows = homeFixture({ ...base, SVC_API_KEY: KEY });
  expect((await checks(knows)).platform).toMatchObject({
    status: "ok",
    message: `${base.SVC_BASE_URL} (environment) accepts the key (environment)`,
  });
  await using other = homeFixture({ ...base, SVC_API_KEY: "svc_another0123456789" });
  const refused = await other.run("doctor");
  expect(refused.stdout).toContain("⚠ platform:");
  expect(refused.stdout).toContain("fix: svc cloud login");
  expect(refused.stdout).not.toContain("svc_another");
  await using none = homeFixture(base);
  expect((await checks(none)).platform).toMatchObject({ status: "warning", fix: "svc cloud login" });
});

test("the serve check covers database, files and port", async () => {
  await using fine = homeFixture({ SVC_SERVE_PORT: "0" });
  expect((await checks(fine)).serve).toMatchObject({
    status: "ok",
    message: `database ${join(fine.home, "server", "svc.db")}; files in ${join(fine.home, "server")}; port 0 of 127.0.0.1 is free`,
  });
  using taken = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  await using wrong = homeFixture({
    SVC_SERVE_PORT: String(taken.port),
    SVC_SERVE_DATABASE_URL: "postgres://user:password-of-it@127.0.0.1:1/svc",
    SVC_SERVE_OBJECTS: join(import.meta.path, "objects"),
  });
  const { serve } = await checks(wrong);
  expect(serve).toMatchObject({ status: "warning", fix: "svc config list --serve" });
  expect(serve.message).toContain("nothing accepts connections at its address");
  expect(serve.message).toContain("a part of the path is not a folder");
  expect(serve.message).toContain(`port ${taken.port}`);
  expect(serve.message).not.toContain("password-of-it");
});

/** Settings that the S3 stand-in accepts. */
function storage({ setup }: ReturnType<typeof s3Peer>) {
  return {
    SVC_SERVE_PORT: "0",
    SVC_SERVE_OBJECTS: "s3://bucket/prefix",
    SVC_SERVE_S3_ENDPOINT: setup.endpoint,
    SVC_SERVE_S3_REGION: setup.region,
    SVC_SERVE_S3_ACCESS_KEY: setup.accessKey,
    SVC_SERVE_S3_SECRET_KEY: setup.secretKey,
  };
}

test("the serve check accepts an S3 storage that grants access", async () => {
  using s3 = s3Peer();
  await using h = homeFixture(storage(s3));
  const { serve } = await checks(h);
  expect(serve).toMatchObject({ status: "ok", message: expect.stringContaining("s3://bucket/prefix grants access") });
  // The check only reads.
  expect(s3.requests.filter((one) => !one.startsWith("GET"))).toEqual([]);
});

test.each([
  ["another bucket", { SVC_SERVE_OBJECTS: "s3://another" }, "the bucket does not exist"],
  ["an unknown access key", { SVC_SERVE_S3_ACCESS_KEY: "other" }, "the access key does not exist"],
  ["a wrong secret key", { SVC_SERVE_S3_SECRET_KEY: "other-secret" }, "the secret key or the region is wrong"],
  ["no server", { SVC_SERVE_S3_ENDPOINT: "http://127.0.0.1:1" }, "the connection was refused"],
])("the serve check reports an S3 storage with %s", async (_, env, why) => {
  using s3 = s3Peer();
  await using h = homeFixture({ ...storage(s3), ...env });
  const { serve } = await checks(h);
  expect(serve).toMatchObject({ status: "warning", fix: "svc config list --serve" });
  expect(serve.message).toStartWith(`svc serve cannot work: cannot list the object storage: ${why}; `);
  expect(serve.message).not.toContain("other-secret");
});

test("the serve check reports a storage that does not respond and completes the other checks", async () => {
  using s3 = s3Peer();
  s3.answer("silent");
  await using h = homeFixture(storage(s3));
  const { serve } = await checks(h);
  expect(serve.message).toContain("cannot list the object storage: it does not respond; ");
  expect(serve.message).toContain("port 0 of 127.0.0.1 is free");
});

test("the models check reports each server with what its list of models says", async () => {
  using good = scriptedModel([], { key: KEY });
  using other = scriptedModel([], { key: "another" });
  using bare = localServer(() => new Response(null, { status: 404 }));
  await using h = homeFixture({ MODEL_KEY: KEY });
  expect((await checks(h)).models).toMatchObject({
    status: "ok",
    message: expect.stringContaining("none is configured"),
  });
  const models = [
    { name: "good", baseUrl: good.url, model: "scripted-1", keyVariable: "MODEL_KEY" },
    { name: "refused", baseUrl: other.url, model: "scripted-1", keyVariable: "MODEL_KEY" },
    { name: "unknown", baseUrl: good.url, model: "scripted-2", keyVariable: "MODEL_KEY" },
    { name: "bare", baseUrl: bare.url.href, model: "x", keyVariable: "MODEL_KEY" },
    { name: "gone", baseUrl: "http://127.0.0.1:9", model: "x", keyVariable: "MODEL_KEY" },
    { name: "keyless", baseUrl: good.url, model: "x", keyVariable: "NO_SUCH_KEY" },
  ];
  mkdirSync(h.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(h.home, "models.json"), JSON.stringify({ models: models.slice(0, 1) }));
  const host = new URL(good.url).host;
  expect((await checks(h)).models).toMatchObject({ status: "ok", message: `good at ${host} responds (default)` });
  writeFileSync(join(h.home, "models.json"), JSON.stringify({ models }));
  const { message, status } = (await checks(h)).models ?? {};
  expect(status).toBe("warning");
  expect(message.split("; ")).toEqual([
    `good at ${host} responds (default)`,
    `refused at ${new URL(other.url).host} rejects the key`,
    `unknown at ${host} responds, but does not list scripted-2`,
    `bare at ${bare.url.host} responds with status 404 when asked for its models`,
    "gone at 127.0.0.1:9 cannot be reached",
    `keyless at ${host} has no key: the environment variable NO_SUCH_KEY is not set`,
  ]);
  writeFileSync(join(h.home, "models.json"), "[]");
  expect((await checks(h)).models).toMatchObject({
    status: "warning",
    message: expect.stringContaining("models.json"),
  });
});
