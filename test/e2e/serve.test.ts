/** The platform as the executable hosts it: what is bundled is there, and its life by signals is as promised. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { attachTo } from "../../src/browser/attach.ts";
import { Connection } from "../../src/cdp/connection.ts";
import { type Data, EXECUTABLE, noteCovered } from "../fixture.ts";
import { eventually, type House, house, lives } from "./house.ts";

interface Hosted {
  url: string;
  key: string;
  pid: number;
  call(method: string, path: string, body?: object): Promise<{ status: number; body: Data }>;
  /** The exit code, and what it printed on stdout. */
  end(signal: NodeJS.Signals): Promise<{ code: number; stdout: string }>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** `svc serve` on a free port in that home. `key` is that of an earlier start. */
async function host({ env }: House, key = "", words: string[] = []): Promise<Hosted> {
  const child = Bun.spawn([EXECUTABLE, "serve", "--port", "0", ...words], {
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const stdout = new Response(child.stdout).text();
  let said = "";
  const heard = Promise.withResolvers<void>();
  void (async () => {
    for await (const piece of child.stderr) {
      said += new TextDecoder().decode(piece);
      if (/^Listening on \S+$/m.test(said)) heard.resolve();
    }
    heard.reject(new Error(`the server did not start: ${said}`));
  })();
  await heard.promise;
  const url = /^Listening on (\S+)$/m.exec(said)?.[1] ?? "";
  const own = key || (/^API key, told this once: (\S+)$/m.exec(said)?.[1] ?? "");
  noteCovered({ command: "serve", code: "" });
  return {
    url,
    key: own,
    pid: child.pid,
    async call(method, path, body) {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: { "X-Svc-API-Key": own, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
    },
    async end(signal) {
      child.kill(signal);
      return { code: await child.exited, stdout: await stdout };
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** Frames for a film: it has one picture at least when the page has drawn so many. */
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

test("the executable hosts a browser with its profile, live view, recording and dashboard, and ends in good order", async () => {
  await using h = house({ SVC_SERVE_WARM: "0" });
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
  await eventually("the film is made", async () => {
    recordingUrl = (await p.call("GET", `/v3/browsers/${made.id}`)).body.recordingUrl;
    return recordingUrl !== null;
  });
  const film = new Uint8Array(await (await fetch(String(recordingUrl))).arrayBuffer());
  // What every WebM file begins with.
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

test("after kill -9 the next start of the executable leaves no browser, no folder, and no record that lies", async () => {
  await using h = house({ SVC_SERVE_WARM: "1" });
  await using p = await host(h);
  const { body: made } = await p.call("POST", "/v3/browsers", {});
  await p.end("SIGKILL");
  await eventually("the server is gone", () => !lives(p.pid));
  await using again = await host(h, p.key);
  expect((await again.call("GET", `/v3/browsers/${made.id}`)).body).toMatchObject({ status: "stopped", cdpUrl: null });
  expect((await again.call("POST", "/v3/browsers", {})).status).toBe(201);
  await again.end("SIGTERM");
  expect(existsSync(join(h.home, "server", "serve.lock"))).toBe(false);
  expect(readdirSync(join(h.home, "server", "run"))).toEqual([]);
}, 60_000);

test("keys are made and revoked beside the running server", async () => {
  await using h = house({ SVC_SERVE_WARM: "0" });
  await using p = await host(h);
  const { data } = await h.json("serve", "keys", "create", "ci");
  const { created } = data;
  const asks = async (key: string) =>
    (await fetch(`${p.url}/api/v3/profiles`, { headers: { "X-Svc-API-Key": key } })).status;
  expect(await asks(created.key)).toBe(200);
  await h.json("serve", "keys", "revoke", created.id);
  await eventually("the key is refused", async () => (await asks(created.key)) === 401);
  expect(await asks(p.key)).toBe(200);
  const second = await h.json("serve", "--port", "0");
  expect(second).toMatchObject({ success: false, code: "conflict", exit: 2 });
  await p.end("SIGTERM");
}, 60_000);
