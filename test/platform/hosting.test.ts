/** Servers as separate processes with a shared database and storage: stopped, killed, restarted. */

import { expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { localServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { eachDatabase, PASSWORD } from "./databases.ts";
import { client, filled, tab } from "./live/viewing.ts";
import { serverHome, serverProcess } from "./process.ts";
import { served } from "./served.ts";
import { type S3Peer, s3Peer } from "./store/s3.ts";

/** Environment variables of that storage. */
function storageOf({ setup }: S3Peer): Record<string, string> {
  const { bucket, prefix, endpoint, region, accessKey, secretKey } = setup;
  return {
    SVC_SERVE_OBJECTS: `s3://${bucket}/${prefix}`,
    SVC_SERVE_S3_ENDPOINT: String(endpoint),
    SVC_SERVE_S3_REGION: String(region),
    SVC_SERVE_S3_ACCESS_KEY: String(accessKey),
    SVC_SERVE_S3_SECRET_KEY: String(secretKey),
  };
}

/** A site with one file. */
function site(): Disposable & { url: string } {
  const server = localServer(
    () =>
      new Response("a,b\n", {
        headers: { "content-disposition": 'attachment; filename="report.csv"', "content-type": "text/csv" },
      }),
  );
  return { url: server.url.href, [Symbol.dispose]: () => void server.stop(true) };
}

/** The secret part of a URL: its token, or the signature of the storage. */
function secretOf(address: string): string {
  const { pathname, searchParams } = new URL(address);
  const secret = searchParams.get("X-Amz-Signature") ?? pathname.split("/").find((part) => part.length > 36);
  if (secret === undefined) throw new Error(`nothing is secret in ${address}`);
  return secret;
}

/** The first bytes of every WebM file. */
const EBML = "1a45dfa3";

eachDatabase((name, open) => {
  test(`${name} and S3: two servers show the same data, and either serves files of a browser of the other`, async () => {
    await using at = await open();
    using s3 = s3Peer({ prefix: "of-svc" });
    using web = site();
    using homes = serverHome();
    const shared = {
      SVC_SERVE_DATABASE_URL: at.address,
      SVC_SERVE_SECRET: "a secret that both of these servers have",
      ...storageOf(s3),
    };
    await using one = await serverProcess(join(homes.path, "one"), shared);
    await using other = await serverProcess(join(homes.path, "other"), shared);
    expect(one.key).toStartWith("svc_");
    expect(other.key).toBe("");
    const ask = (method: string, path: string, body?: object) => other.call(method, path, body, one.key);

    const { id: profileId } = (await ask("POST", "/v3/profiles", { name: "shared" })).body;
    const made = await one.call("POST", "/v3/browsers", { profileId, enableRecording: true });
    expect(made.status).toBe(201);
    const { id, cdpUrl } = made.body;
    const connection = await client(cdpUrl);
    await connection.root.send("Storage.setCookies", {
      cookies: [{ name: "kept", value: "1", domain: "example.com", expires: 4e9 }],
    });
    const page = await tab(connection, filled("red"));
    await page.session.sendMayFail("Page.navigate", { url: web.url });
    await until(async () => (await ask("GET", `/v3/browsers/${id}/downloads`)).body.files.length === 1);
    expect((await ask("GET", "/v3/browsers?filterBy=active")).body).toMatchObject({ totalItems: 1, items: [{ id }] });

    // The other server forwards the stop.
    const stopped = await ask("PATCH", `/v3/browsers/${id}`, { action: "stop" });
    expect(stopped).toMatchObject({ status: 200, body: { status: "stopped", cdpUrl: null } });
    connection.close();
    await until(async () => (await ask("GET", `/v3/browsers/${id}`)).body.recordingUrl !== null);
    const { recordingUrl } = (await ask("GET", `/v3/browsers/${id}`)).body;
    expect(Buffer.from(await (await fetch(recordingUrl)).arrayBuffer()).toString("hex", 0, 4)).toBe(EBML);
    const { files } = (await ask("GET", `/v3/browsers/${id}/downloads?includeUrls=true`)).body;
    expect(files).toMatchObject([{ path: "report.csv", size: 4 }]);
    expect(await (await fetch(files[0].url)).text()).toBe("a,b\n");
    const kinds = [...s3.objects.keys()].map((key) => key.split("/").slice(0, 2).join("/"));
    expect(kinds.sort()).toEqual(["of-svc/downloads", "of-svc/profiles", "of-svc/recordings"]);
    expect((await ask("GET", `/v3/profiles/${profileId}`)).body.cookieDomains).toEqual(["example.com"]);

    const next = await client((await ask("POST", "/v3/browsers", { profileId })).body.cdpUrl);
    const { cookies } = await next.root.send("Storage.getCookies", {});
    expect(cookies).toMatchObject([{ name: "kept" }]);
    next.close();
    expect([await one.end("SIGTERM"), await other.end("SIGTERM")]).toEqual([0, 0]);
    for (const home of ["one", "other"]) expect(readdirSync(join(homes.path, home, "server", "run"))).toEqual([]);
    expect([...(await at.database.sql`select id from browsers where status = 'active'`)]).toEqual([]);

    const log = `${one.said()}${other.said()}`;
    expect(statSync(join(homes.path, "one", "server", "first-key")).mode & 0o777).toBe(0o600);
    const lines = log.trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ time: expect.any(String), level: expect.any(String) });
    const tokens = [cdpUrl, made.body.liveUrl, recordingUrl, files[0].url].map((url) => secretOf(url));
    for (const secret of [one.key, shared.SVC_SERVE_SECRET, PASSWORD, s3.setup.secretKey, ...tokens])
      expect(log).not.toContain(String(secret));
  });
});

test("stores pending files after a restart, if the storage failed before a kill", async () => {
  using s3 = s3Peer();
  using web = site();
  using home = serverHome();
  const storage = storageOf(s3);
  await using first = await serverProcess(home.path, storage);
  const { id, cdpUrl } = (await first.call("POST", "/v3/browsers", {})).body;
  const connection = await client(cdpUrl);
  s3.answer({ status: 403, code: "AccessDenied" });
  const page = await tab(connection, "about:blank");
  await page.session.sendMayFail("Page.navigate", { url: web.url });
  await until(() => s3.requests.some((line) => line.includes("/downloads/")));
  // Stopped, so that only the job remains.
  expect((await first.call("PATCH", `/v3/browsers/${id}`, { action: "stop" })).status).toBe(200);
  connection.close();
  await first.end("SIGKILL");
  expect(s3.objects.size).toBe(0);
  s3.answer();

  await using again = await serverProcess(home.path, storage);
  expect(again.key).toBe(first.key);
  const list = () => again.call("GET", `/v3/browsers/${id}/downloads?includeUrls=true`, undefined, first.key);
  await until(() => s3.objects.size === 1);
  const { files } = (await list()).body;
  expect(files).toMatchObject([{ path: "report.csv", size: 4 }]);
  expect(await (await fetch(files[0].url)).text()).toBe("a,b\n");
  await until(() => readdirSync(join(home.path, "server", "staged")).length === 0);
});

test("a stopping server answers, is not ready, and refuses new work", async () => {
  const p = await served({ concurrency: 1 });
  try {
    const { id } = await p.browser();
    const waiting = p.call("POST", "/v3/browsers", {});
    await until(() => p.server.platform.fleet.stats().waiting === 1);
    // A hanging browser delays the stop.
    const pid = p.server.platform.fleet.get(id)?.started.launched.process.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    const closing = p.server.close();
    expect((await waiting).status).toBe(503);
    expect((await fetch(`${p.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${p.url}/healthz`)).status).toBe(200);
    expect(await p.call("POST", "/v3/browsers", {})).toMatchObject({
      status: 503,
      body: { detail: "The server is stopping" },
    });
    expect((await p.call("GET", `/v3/browsers/${id}`)).body).toMatchObject({ id, status: "active" });
    process.kill(pid, "SIGCONT");
    await closing;
    expect(readdirSync(join(p.home, "server", "run"))).toEqual([]);
    await expect(fetch(`${p.url}/healthz`)).rejects.toThrow();
  } finally {
    await p[Symbol.asyncDispose]();
  }
});

test("a browser without a client ends at its idle timeout, one with a client does not", async () => {
  await using p = await served({ idleTimeoutMs: 1_000 });
  const used = await p.browser();
  const connection = await client(used.cdpUrl);
  const idle = await p.browser();
  const { fleet } = p.server.platform;
  await until(() => fleet.stats().ended.idle === 1);
  expect((await p.call("GET", `/v3/browsers/${idle.id}`)).body.status).toBe("stopped");
  expect((await p.call("GET", `/v3/browsers/${used.id}`)).body.status).toBe("active");
  connection.close();
  await until(() => fleet.stats().ended.idle === 2);
  expect((await p.call("GET", `/v3/browsers/${used.id}`)).body.status).toBe("stopped");
});
