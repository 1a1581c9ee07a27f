/** `svc serve` of the built executable: bundled files, signals, restarts and logs. */

import { expect, test } from "bun:test";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { attachTo } from "../../src/browser/launch/attach.ts";
import { Connection } from "../../src/cdp/connection.ts";
import { EXECUTABLE } from "../fixture.ts";
import { until } from "../support/until.ts";
import { homeFixture, lives } from "./home-fixture.ts";
import { host } from "./hosted.ts";
import { INTERRUPT, onTerminal } from "./terminal.ts";

/** Draws 60 frames, so that a recording has at least one picture. */
const FRAMES = `new Promise((done) => {
  let left = 60;
  const draw = () => {
    document.body.style.background = left % 2 ? "red" : "blue";
    if (left-- > 0) requestAnimationFrame(draw);
    else done();
  };
  draw();
})`;

async function showSomething(connection: Connection): Promise<void> {
  const { targetInfos } = await connection.root.send("Target.getTargets");
  const targetId = targetInfos.find(({ type }) => type === "page")?.targetId ?? "";
  const { sessionId } = await connection.root.send("Target.attachToTarget", { targetId, flatten: true });
  await connection.session(sessionId).send("Runtime.evaluate", { expression: FRAMES, awaitPromise: true });
}

test("serve hosts a browser with profile, live view, recording and dashboard, and shuts down cleanly on SIGTERM", async () => {
  await using h = homeFixture({ SVC_SERVE_WARM: "0" });
  await using p = await host(h, "", ["--json"]);
  const { body: profile } = await p.call("POST", "/v3/profiles", { name: "Work" });
  const { status, body: made } = await p.call("POST", "/v3/browsers", { profileId: profile.id, enableRecording: true });
  expect(status).toBe(201);
  const connection = new Connection(await attachTo(made.cdpUrl, AbortSignal.timeout(20_000)));
  await connection.root.send("Storage.setCookies", {
    cookies: [{ name: "id", value: "1", domain: "example.com", path: "/" }],
  });
  await showSomething(connection);
  connection.close();
  for (const path of [new URL(made.liveUrl).pathname, "/dashboard/", "/dashboard/app.js", "/api/v3/openapi.json"])
    expect((await fetch(p.url + path)).status).toBe(200);
  const stopped = (await p.call("PATCH", `/v3/browsers/${made.id}`, { action: "stop" })).body;
  expect(stopped).toMatchObject({ status: "stopped", cdpUrl: null });
  expect((await p.call("GET", `/v3/profiles/${profile.id}`)).body).toMatchObject({ cookieDomains: ["example.com"] });
  let recordingUrl: string | null = null;
  await until(async () => {
    recordingUrl = (await p.call("GET", `/v3/browsers/${made.id}`)).body.recordingUrl;
    return recordingUrl !== null;
  }, "the recording is ready");
  const film = new Uint8Array(await (await fetch(String(recordingUrl))).arrayBuffer());
  // Every WebM file starts with these bytes.
  expect([...film.subarray(0, 4)]).toEqual([0x1a, 0x45, 0xdf, 0xa3]);
  const second = (await p.call("POST", "/v3/browsers", {})).body;
  const { code, stdout } = await p.end("SIGTERM");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ success: true });
  expect(readdirSync(join(h.home, "server", "run"))).toEqual([]);
  await using again = await host(h, p.key);
  expect((await again.call("GET", `/v3/browsers/${second.id}`)).body).toMatchObject({ status: "stopped" });
  await again.end("SIGINT");
}, 60_000);

test("after kill -9 the next start removes browsers, folders and stale records", async () => {
  await using h = homeFixture({ SVC_SERVE_WARM: "1" });
  await using p = await host(h);
  const { body: made } = await p.call("POST", "/v3/browsers", {});
  await p.end("SIGKILL");
  await until(() => !lives(p.pid), "the server is gone");
  await using again = await host(h, p.key);
  expect((await again.call("GET", `/v3/browsers/${made.id}`)).body).toMatchObject({ status: "stopped", cdpUrl: null });
  expect((await again.call("POST", "/v3/browsers", {})).status).toBe(201);
  await again.end("SIGTERM");
  expect(existsSync(join(h.home, "server", "serve.lock"))).toBe(false);
  expect(readdirSync(join(h.home, "server", "run"))).toEqual([]);
}, 60_000);

test("the first key is shown on a terminal or written to a private file, and logs are JSON", async () => {
  await using h = homeFixture({ SVC_SERVE_WARM: "0" });
  await using shown = onTerminal([EXECUTABLE, "serve", "--port", "0"], h.env, process.cwd());
  const [key] = /svc_[\w-]{43}/.exec(await shown.sees(/API key \(shown only once\): svc_[\w-]{43}\s/)) ?? [];
  expect(existsSync(join(h.home, "server", "first-key"))).toBe(false);
  shown.press(INTERRUPT);
  expect(await shown.exited).toBe(0);

  await using other = homeFixture({ SVC_SERVE_WARM: "0" });
  await using p = await host(other);
  expect(p.key).toMatch(/^svc_[\w-]{43}$/);
  expect(p.key).not.toBe(key);
  expect(statSync(join(other.home, "server", "first-key")).mode & 0o777).toBe(0o600);
  await p.call("GET", "/v3/nothing");
  // A server that cannot start logs JSON as well.
  const env = { ...process.env, ...other.env, SVC_HOME: join(other.home, "second") };
  const port = new URL(p.url).port;
  const second = Bun.spawnSync([EXECUTABLE, "serve", "--port", port], { env, stdin: "ignore" });
  const refused = second.stderr.toString();
  expect(second.exitCode).toBe(2);
  await p.end("SIGTERM");
  const lines = `${p.logged()}${refused}`.trimEnd().split("\n");
  const objects = lines.map((line) => JSON.parse(line));
  expect(objects).toContainEqual(
    expect.objectContaining({ level: "error", message: expect.stringContaining("listen") }),
  );
  expect(lines.join("\n")).not.toContain(p.key);
}, 60_000);

test("console output of libraries and warnings of the runtime are logged as JSON", () => {
  const script = `
    const { logAsJson } = await import("./src/lib/log.ts");
    logAsJson();
    console.log("one", { a: 1 });
    console.error(new Error("two"));
    process.emitWarning("three");
    setTimeout(() => {}, 50);`;
  const { stdout, stderr } = Bun.spawnSync([process.execPath, "-e", script]);
  const lines = stderr.toString().trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "info", message: "one", a: 1 },
    { level: "error", message: expect.stringContaining("two") },
    { level: "warn", message: expect.stringContaining("three") },
  ]);
  expect(stdout.toString()).toBe("");
});

test("keys are created and revoked while the server runs", async () => {
  await using h = homeFixture({ SVC_SERVE_WARM: "0" });
  await using p = await host(h);
  const { data } = await h.json("serve", "keys", "create", "ci");
  const { created } = data;
  const asks = async (key: string) =>
    (await fetch(`${p.url}/api/v3/profiles`, { headers: { "X-Svc-API-Key": key } })).status;
  expect(await asks(created.key)).toBe(200);
  await h.json("serve", "keys", "revoke", created.id);
  await until(async () => (await asks(created.key)) === 401, "the key is refused");
  expect(await asks(p.key)).toBe(200);
  const second = await h.json("serve", "--port", "0");
  expect(second).toMatchObject({ success: false, code: "conflict", exit: 2 });
  await p.end("SIGTERM");
}, 60_000);
