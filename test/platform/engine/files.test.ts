/** Files of browsers: stored downloads, and uploads for file inputs. */

import { expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attachTo } from "../../../src/browser/launch/attach.ts";
import { Connection } from "../../../src/cdp/connection.ts";
import { fileLink } from "../../../src/platform/engine/files/browser-files.ts";
import { Downloads } from "../../../src/platform/engine/files/downloads.ts";
import { Grants } from "../../../src/platform/engine/lifecycle/grants.ts";
import { Jobs } from "../../../src/platform/store/jobs/jobs.ts";
import { runJobs } from "../../../src/platform/store/jobs/runner.ts";
import { diskObjects } from "../../../src/platform/store/objects/objects.ts";
import { openSecret } from "../../../src/platform/store/objects/secret.ts";
import { STORE_OBJECT, type Staged, storeLater, storeObject } from "../../../src/platform/store/objects/staged.ts";
import { FileRecords } from "../../../src/platform/store/records/file-records.ts";
import { Revocations } from "../../../src/platform/store/records/revocations.ts";
import type { Data } from "../../fixture.ts";
import { localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { served, type TestPlatform } from "../served.ts";
import { fleetOf } from "./fleets.ts";

/** A site that serves files: `/name?size=10`; with `slow` a response never ends. */
function site(): { url: string; [Symbol.dispose](): void } {
  const server = localServer((request) => {
    const { searchParams } = new URL(request.url);
    const name = searchParams.get("name") ?? "file.txt";
    const content = new Uint8Array(Number(searchParams.get("size") ?? 5)).fill(65);
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
    // With a type; without it Chrome waits for enough bytes to guess one.
    const headers = { "content-disposition": disposition, "content-type": "application/octet-stream" };
    if (!searchParams.has("slow")) return new Response(content, { headers });
    const endless = new ReadableStream({ start: (controller) => controller.enqueue(content) });
    return new Response(endless, { headers });
  });
  return { url: `http://127.0.0.1:${server.port}`, [Symbol.dispose]: () => void server.stop(true) };
}

/** Navigates a page to a URL; a download ends the navigation. */
async function go({ root }: Connection, url: string, browserContextId?: string): Promise<void> {
  const where = browserContextId === undefined ? {} : { browserContextId };
  const { targetId } = await root.send("Target.createTarget", { url: "about:blank", ...where });
  const { sessionId } = await root.send("Target.attachToTarget", { targetId, flatten: true });
  await root.connection.session(sessionId).sendMayFail("Page.navigate", { url });
}

async function listed(p: TestPlatform, id: string, query = ""): Promise<Data> {
  const { status, body } = await p.call("GET", `/v3/browsers/${id}/downloads${query}`);
  expect(status).toBe(200);
  return body;
}

/** Resolves with the list when it has `count` files. */
async function listedCount(p: TestPlatform, id: string, count: number): Promise<Data[]> {
  let files: Data[] = [];
  await until(async () => {
    ({ files } = await listed(p, id));
    return files.length >= count;
  });
  return files;
}

const connect = async (url: string) => new Connection(await attachTo(url, AbortSignal.timeout(10_000)));

test("lists and serves downloads while the browser runs and after it stopped", async () => {
  using web = site();
  await using p = await served();
  const browser = await p.browser();
  const client = await connect(browser.cdpUrl);
  await go(client, `${web.url}/?name=a.txt&size=10`);
  await listedCount(p, browser.id, 1);
  await go(client, `${web.url}/?name=a.txt&size=3000000`);
  await listedCount(p, browser.id, 2);
  await go(client, `${web.url}/?name=empty.csv&size=0`);
  await go(client, `${web.url}/?name=never.bin&size=2000&slow`);
  const files = await listedCount(p, browser.id, 3);
  expect(files.map(({ path, size, url }) => [path, size, url])).toEqual([
    ["a.txt", 10, null],
    ["a (2).txt", 3_000_000, null],
    ["empty.csv", 0, null],
  ]);
  client.close();
  await p.call("PATCH", `/v3/browsers/${browser.id}`, { action: "stop" });

  const first = await listed(p, browser.id, "?limit=2&includeUrls=true");
  expect(first).toMatchObject({ hasMore: true, files: [{ path: "a.txt" }, { path: "a (2).txt" }] });
  const rest = await listed(p, browser.id, `?limit=2&includeUrls=true&cursor=${first.nextCursor}`);
  expect(rest).toMatchObject({ hasMore: false, nextCursor: null, files: [{ path: "empty.csv" }] });
  expect(new Date(first.files[0].lastModified).getTime()).toBeLessThanOrEqual(Date.now());

  const answer = await fetch(first.files[1].url);
  expect(answer.status).toBe(200);
  expect((await answer.bytes()).length).toBe(3_000_000);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="a (2).txt"; filename*=UTF-8''a%20%282%29.txt`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-length": "3000000",
  });
  expect(await (await fetch(rest.files[0].url)).text()).toBe("");
  expect(await p.call("GET", `/v3/browsers/${browser.id}/downloads?cursor=x`)).toMatchObject({ status: 400 });
  expect(await p.call("GET", `/v2/browsers/${crypto.randomUUID()}/downloads`)).toMatchObject({ status: 404 });
});

test("keeps unsafe file names in the folder, and overrides a client's download behavior", async () => {
  using web = site();
  await using p = await served();
  const browser = await p.browser();
  const running = p.server.platform.fleet.get(browser.id);
  if (!running) throw new Error("no browser");
  const first = await connect(browser.cdpUrl);
  await first.root.send("Browser.setDownloadBehavior", { behavior: "deny" });
  first.close();
  const client = await connect(browser.cdpUrl);
  await go(client, `${web.url}/?name=${encodeURIComponent("../../../etc/cron.d/x")}`);
  await listedCount(p, browser.id, 1);
  await go(client, `${web.url}/?name=${encodeURIComponent('.."\u202Egnp.html')}`);
  await listedCount(p, browser.id, 2);
  // As clients do that want Chrome to choose the names.
  await client.root.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: running.downloads });
  await go(client, `${web.url}/?name=named.pdf`);
  const names = (await listedCount(p, browser.id, 3)).map(({ path }) => path);
  for (const name of names) expect(name).not.toMatch(/^\.|[/\\\u202e"]/);
  expect(names.at(-1)).toBe("named.pdf");
  expect(readdirSync(running.downloads).sort()).toEqual([...names].sort());
  // A browser context of the client without a download behavior.
  const { browserContextId } = await client.root.send("Target.createBrowserContext", {});
  await go(client, "about:blank", browserContextId);
  await until(async () => {
    await go(client, `${web.url}/?name=context.txt`, browserContextId);
    const { files } = await listed(p, browser.id);
    return files.some(({ path }: { path: string }) => path === "context.txt");
  });
  client.close();
});

test("stores downloads up to the limit of bytes, also of a killed browser", async () => {
  using web = site();
  const hooks: Downloads[] = [];
  await using f = await fleetOf({ hooks });
  const { home, database } = f;
  const objects = diskObjects(join(home, "objects"));
  const records = new FileRecords(database);
  const later = async () => {};
  hooks.push(new Downloads({ home, records, objects, later, limitBytes: 1_000 }));
  const { id, connection, downloads, started } = await f.create();
  const list = () => records.list(id, "download", { limit: 10 });
  const over: string[] = [];
  connection.root.on("Browser.downloadProgress", ({ state, guid }) => state !== "inProgress" && over.push(guid));
  await go(connection, `${web.url}/?name=one&size=600`);
  await until(async () => (await list()).length === 1);
  await go(connection, `${web.url}/?name=two&size=600`);
  await until(() => over.length === 2);
  await go(connection, `${web.url}/?name=slow&size=600&slow`);
  await until(() => over.length === 3);
  await go(connection, `${web.url}/?name=three&size=400`);
  await until(async () => (await list()).length === 2);
  expect(readdirSync(downloads).sort()).toEqual(["one", "three"]);
  process.kill(started.launched.process.pid, "SIGKILL");
  await until(() => f.fleet.stats().ended.died === 1);
  const kept = await list();
  expect(kept.map(({ path, bytes, object }) => [path, bytes, object.split("/")[1]])).toEqual([
    ["one", 600, id],
    ["three", 400, id],
  ]);
  for (const { object, bytes } of kept) expect(await objects.size(object)).toBe(bytes);
});

test("stores downloads up to the limit of files", async () => {
  using web = site();
  const hooks: Downloads[] = [];
  await using f = await fleetOf({ hooks });
  const objects = diskObjects(join(f.home, "objects"));
  const records = new FileRecords(f.database);
  hooks.push(new Downloads({ home: f.home, records, objects, later: async () => {}, limitFiles: 2 }));
  const { id, connection, downloads } = await f.create();
  let ended = 0;
  connection.root.on("Browser.downloadProgress", ({ state }) => void (state !== "inProgress" && ended++));
  for (let n = 1; n <= 4; n++) {
    await go(connection, `${web.url}/?name=empty&size=0`);
    await until(() => ended === n);
  }
  await until(async () => (await records.list(id, "download", { limit: 10 })).length === 2);
  // Chrome removes a cancelled download shortly after the event.
  await until(() => readdirSync(downloads).length === 2);
  expect(readdirSync(downloads).sort()).toEqual(["empty", "empty (2)"]);
});

test("stores a download later if the object storage fails", async () => {
  using web = site();
  const hooks: Downloads[] = [];
  await using f = await fleetOf({ hooks });
  const { home, database } = f;
  const jobs = new Jobs(database);
  const objects = diskObjects(join(home, "objects"));
  const records = new FileRecords(database);
  const later = (staged: Staged) => storeLater(jobs, staged, { node: "n" });
  hooks.push(new Downloads({ home, records, objects, later }));
  const { id, connection } = await f.create();
  // A file where the folder of downloads should be.
  writeFileSync(join(home, "objects", "downloads"), "");
  const over: string[] = [];
  connection.root.on("Browser.downloadProgress", ({ state }) => state === "completed" && over.push(state));
  await go(connection, `${web.url}/?name=one&size=7`);
  await until(() => over.length === 1);
  await f.fleet.stop(id, "asked");
  const [file] = await records.list(id, "download", { limit: 10 });
  expect(file).toMatchObject({ path: "one", bytes: 7 });
  rmSync(join(home, "objects", "downloads"));
  const runner = runJobs({ jobs, node: "n", kinds: { [STORE_OBJECT]: storeObject(objects) }, firstPauseMs: 1 });
  await until(async () => (await objects.size(file?.object ?? "")) === 7);
  await runner.close();
  expect(readdirSync(join(home, "server", "staged"))).toEqual([]);
});

test("a file URL serves ranges of its file and nothing else", async () => {
  await using p = await served();
  const { objects } = p.server.platform;
  const { grants } = p.server;
  const keyId = (await p.server.keys.check(p.key))?.id ?? "";
  const link = (object: string, name: string, by = grants, now = Date.now()) =>
    fileLink({ object, name }, p.url, { grants: by, keyId, now });
  await objects.put("recordings/x", new TextEncoder().encode("0123456789"));
  const url = link("recordings/x", 'fi"lm ü.webm');
  const part = async (range: string, method = "GET") => {
    const answer = await fetch(url, { method, headers: { range } });
    return [answer.status, await answer.text(), answer.headers.get("content-range")];
  };
  expect(await part("bytes=2-4")).toEqual([206, "234", "bytes 2-4/10"]);
  expect(await part("bytes=7-")).toEqual([206, "789", "bytes 7-9/10"]);
  expect(await part("bytes=-3")).toEqual([206, "789", "bytes 7-9/10"]);
  expect(await part("bytes=0-99")).toEqual([206, "0123456789", "bytes 0-9/10"]);
  expect(await part("bytes=10-")).toEqual([416, "", "bytes */10"]);
  expect(await part("bytes=-0")).toEqual([416, "", "bytes */10"]);
  expect(await part("bytes=4-2")).toEqual([200, "0123456789", null]);
  expect(await part("bytes=0-1,3-4")).toEqual([200, "0123456789", null]);
  expect(await part("bytes=0-1", "HEAD")).toEqual([206, "", "bytes 0-1/10"]);
  const listedCount = await fetch(url);
  expect(listedCount.headers.get("content-type")).toBe("video/webm");
  expect(listedCount.headers.get("content-disposition")).toBe(
    `attachment; filename="fi_lm _.webm"; filename*=UTF-8''fi%22lm%20%C3%BC.webm`,
  );
  const status = async (address: string, method = "GET") => (await fetch(address, { method })).status;
  expect(await status(url, "DELETE")).toBe(405);
  expect(await status(url.replace(/\/files\/./, "/files/A"))).toBe(404);
  expect(await status(link("recordings/x", "x", grants, Date.now() - 16 * 60_000))).toBe(404);
  expect(await status(link("recordings/gone", "x"))).toBe(404);
  expect(
    await status(
      link("recordings/x", "x.svg", new Grants(openSecret("", "f".repeat(32)), new Revocations(p.server.keys))),
    ),
  ).toBe(404);
  const svg = await fetch(link("recordings/x", "x.svg"));
  expect(svg.headers.get("content-type")).toBe("application/octet-stream");
});

test("an uploaded file reaches a file input under its safe name", async () => {
  await using p = await served();
  const browser = await p.browser();
  const asked = { fileName: "../my report?.csv", contentType: "text/csv", sizeBytes: 8 };
  const path = `/v2/files/browsers/${browser.id}/presigned-url`;
  const { status, body: form } = await p.call("POST", path, asked);
  expect(status).toBe(200);
  expect(form).toMatchObject({ method: "POST", fileName: "my report_.csv", expiresIn: 120 });
  const send = async (
    file: Blob,
    { url = form.url, fields = form.fields, method = "POST" }: { url?: string; fields?: object; method?: string } = {},
  ) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
    body.append("file", file, "whatever");
    return (await fetch(url, { method, body })).status;
  };
  const csv = new Blob(["a,b\n1,2\n"], { type: "text/csv" });
  expect(await send(csv)).toBe(204);
  expect(await send(new Blob(["a,b\n1,2\n3"], { type: "text/csv" }))).toBe(413);
  expect(await send(new Blob(["a".repeat(100_000)], { type: "text/csv" }))).toBe(413);
  expect(await send(csv, { fields: { "Content-Type": "text/html" } })).toBe(400);
  expect(await send(new Blob(["x"], { type: "text/html" }), { fields: {} })).toBe(400);
  expect(await send(csv, { url: `${form.url}x` })).toBe(403);
  const raw = async (body: string, type: string, method: string) =>
    (await fetch(form.url, { method, body, headers: { "content-type": type } })).status;
  expect(await raw("raw,body", "text/csv", "POST")).toBe(204);
  expect(await raw("x", "text/csv; charset=utf-8", "PUT")).toBe(200);
  expect(await raw("x", "text/html", "PUT")).toBe(400);
  expect(await raw("too large", "text/csv", "PUT")).toBe(413);
  const unreadable = { "content-type": "multipart/form-data; boundary=x" };
  expect((await fetch(form.url, { method: "POST", body: "nothing", headers: unreadable })).status).toBe(400);
  expect((await fetch(form.url)).status).toBe(405);
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) });
  expect((await fetch(form.url, { method: "POST", body: endless, headers: unreadable })).status).toBe(413);

  const running = p.server.platform.fleet.get(browser.id);
  if (!running) throw new Error("no browser");
  const many = Array.from({ length: 999 }, (_, n) => join(running.uploads, `${n}`));
  for (const path of many) writeFileSync(path, "");
  expect(await send(csv)).toBe(204);
  rmSync(join(running.uploads, "my report_.csv"));
  writeFileSync(join(running.uploads, "one more"), "");
  expect(await send(csv)).toBe(413);
  for (const path of [...many, join(running.uploads, "one more")]) rmSync(path);
  expect(await send(csv)).toBe(204);
  expect(readdirSync(running.uploads)).toEqual(["my report_.csv"]);
  expect(readFileSync(join(running.uploads, "my report_.csv"), "utf8")).toBe("a,b\n1,2\n");
  expect(readdirSync(running.workspace.folder).filter((name) => name.startsWith("upload-"))).toEqual([]);
  await p.call("PATCH", `/v3/browsers/${browser.id}`, { action: "stop" });
  expect(await send(csv)).toBe(404);
  expect(await p.call("POST", path, asked)).toMatchObject({ status: 400, body: { detail: "Session is stopped" } });
});

test("creates upload forms for the allowed types and sizes only", async () => {
  await using p = await served();
  const browser = await p.browser();
  const ask = async (change: object, id = browser.id) => {
    const body = { fileName: "a.txt", contentType: "text/plain", sizeBytes: 10_485_760, ...change };
    return (await p.call("POST", `/v2/files/browsers/${id}/presigned-url`, body)).status;
  };
  expect(await ask({})).toBe(200);
  expect(await ask({ contentType: "text/html" })).toBe(400);
  expect(await ask({ sizeBytes: 10_485_761 })).toBe(422);
  expect(await ask({ sizeBytes: 0 })).toBe(422);
  expect(await ask({ fileName: "" })).toBe(422);
  expect(await ask({}, crypto.randomUUID())).toBe(404);
});
