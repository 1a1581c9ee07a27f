/** Workspaces and their files: lists, signed URLs, refusals. */

import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { Data } from "../../fixture.ts";
import { until } from "../../support/until.ts";
import { BASE, faults, ground, NOBODY, neighbour } from "../api/api-fixture.ts";
import { s3Peer } from "../store/s3.ts";

type Ground = Awaited<ReturnType<typeof ground>>;

async function workspace({ ask }: Ground, name?: string): Promise<string> {
  const { status, body } = await ask("POST", "/v3/workspaces", name === undefined ? {} : { body: { name } });
  expect(status).toBe(201);
  return body.id;
}

/** The upload URL of a file. */
async function address(g: Ground, id: string, file: object, query = ""): Promise<string> {
  const { status, body } = await g.ask("POST", `/v3/workspaces/${id}/files/upload${query}`, {
    body: { files: [file] },
  });
  expect(status).toBe(200);
  return body.files[0].uploadUrl.replace(BASE, g.p.url);
}

async function send(url: string, body: string | ReadableStream<Uint8Array>, type?: string, method = "PUT") {
  const headers = type === undefined ? {} : { "content-type": type };
  const answer = await fetch(url, { method, body, headers });
  const text = await answer.text();
  return [answer.status, answer.ok ? text : (JSON.parse(text) as Data).detail];
}

async function upload(g: Ground, id: string, path: string, text: string): Promise<void> {
  const url = await address(g, id, { name: path, contentType: "text/plain", size: Buffer.byteLength(text) });
  expect(await send(url, text, "text/plain")).toEqual([200, ""]);
}

test("creates, lists, renames and deletes a workspace within its project", async () => {
  await using g = await ground();
  const { ask } = g;
  const first = await workspace(g);
  const made = Date.now();
  // Lists are sorted by times in milliseconds.
  await until(() => Date.now() > made);
  const second = await workspace(g, "日本 📁");
  const { body: list } = await ask("GET", "/v3/workspaces?pageSize=1");
  expect(list).toMatchObject({ items: [{ id: second, name: "日本 📁" }], totalItems: 2, pageNumber: 1, pageSize: 1 });
  expect((await ask("PATCH", `/v3/workspaces/${first}`, { body: { name: "new" } })).body.name).toBe("new");
  expect((await ask("PATCH", `/v3/workspaces/${first}`, { body: {} })).body.name).toBe("new");
  expect((await ask("PATCH", `/v3/workspaces/${first}`, { body: { name: null } })).body.name).toBeNull();
  expect(faults(await ask("POST", "/v3/workspaces", { body: { name: "x".repeat(101) } }))).toEqual([
    "body.name string_too_long",
  ]);
  const { key } = await neighbour(g);
  for (const [method, path, body] of [
    ["GET", ""],
    ["PATCH", "", { name: "mine" }],
    ["GET", "/size"],
    ["GET", "/files"],
    ["DELETE", "/files?path=x"],
    ["POST", "/files/upload", { files: [{ name: "x" }] }],
  ] as const) {
    for (const at of [
      ask(method, `/v3/workspaces/${first}${path}`, { key, body }),
      ask(method, `/v3/workspaces/${NOBODY}${path}`, { body }),
    ])
      expect(await at).toMatchObject({ status: 404, body: { detail: "Workspace not found" } });
  }
  expect((await ask("DELETE", `/v3/workspaces/${first}`, { key })).status).toBe(204);
  expect((await ask("GET", `/v3/workspaces/${first}`)).status).toBe(200);
  for (let n = 0; n < 2; n++) expect((await ask("DELETE", `/v3/workspaces/${first}`)).status).toBe(204);
  expect((await ask("GET", "/v3/workspaces")).body.items).toMatchObject([{ id: second }]);
});

test("lists an uploaded file, serves it by a signed URL, and deletes it", async () => {
  await using g = await ground();
  const { ask, p } = g;
  const id = await workspace(g);
  const path = `/v3/workspaces/${id}`;
  for (const name of ["b.txt", "reports/2026/märz.txt", "reports/q1.txt"]) await upload(g, id, name, name);
  const url = await address(g, id, { name: "in.csv" }, "?prefix=reports/");
  expect(await send(url, "a,b")).toEqual([200, ""]);
  const { body: all } = await ask("GET", `${path}/files?limit=3`);
  expect(all.files.map(({ path, size, url }: typeof all) => [path, size, url])).toEqual([
    ["b.txt", 5, null],
    ["reports/2026/märz.txt", 22, null],
    ["reports/in.csv", 3, null],
  ]);
  expect(all.hasMore).toBe(true);
  const { body: rest } = await ask("GET", `${path}/files?limit=3&cursor=${all.nextCursor}`);
  expect(rest).toMatchObject({ files: [{ path: "reports/q1.txt" }], hasMore: false, nextCursor: null });
  const { body: shallow } = await ask("GET", `${path}/files?shallow=true&prefix=reports/&includeUrls=true`);
  expect(shallow).toMatchObject({
    files: [{ path: "reports/in.csv" }, { path: "reports/q1.txt" }],
    folders: ["reports/2026/"],
  });
  const answer = await fetch(shallow.files[0].url.replace(BASE, p.url));
  expect([answer.status, await answer.text()]).toEqual([200, "a,b"]);
  expect(answer.headers.get("content-disposition")).toStartWith('attachment; filename="in.csv"');
  expect((await ask("GET", `${path}/size`)).body).toEqual({
    ...{ sizeBytes: 44, size_bytes: 44, quotaBytes: null, quota_bytes: null },
  });
  expect((await ask("DELETE", `${path}/files?path=reports/q1.txt`)).status).toBe(204);
  expect(await ask("DELETE", `${path}/files?path=reports/q1.txt`)).toMatchObject({
    status: 404,
    body: { detail: "File not found" },
  });
  expect((await ask("GET", `${path}/files?cursor=!`)).status).toBe(400);
  expect((await ask("GET", `${path}/size`)).body.sizeBytes).toBe(30);
  expect(await p.server.platform.objects.list("workspaces/")).toHaveLength(3);
  expect((await ask("DELETE", path)).status).toBe(204);
  expect(await p.server.platform.objects.list("workspaces/")).toEqual([]);
  expect((await fetch(shallow.files[0].url.replace(BASE, p.url))).status).toBe(404);
  expect(await send(url, "a,b")).toEqual([404, "Workspace not found"]);
});

test("refuses unsafe and invisible names, and keeps others unchanged", async () => {
  await using g = await ground();
  const id = await workspace(g);
  const ask = async (name: string, rest = {}, query = "") => {
    const body = { files: [{ name, ...rest }] };
    const { status, body: said } = await g.ask("POST", `/v3/workspaces/${id}/files/upload${query}`, { body });
    return [status, status === 200 ? said.files[0].path : said.detail[0].loc.join(".")];
  };
  const bad = [
    "../x",
    "a/../x",
    "..",
    ".",
    "a/./b",
    "/etc/passwd",
    "C:/x",
    "a\\b",
    "a\nb",
    "a\u0007",
    "a//b",
    "a/",
    "\u202egnp.exe",
  ];
  for (const name of [...bad, "\u{10ffff}", `${"é".repeat(128)}`])
    expect([name, ...(await ask(name))]).toEqual([name, 422, "body.files.0.name"]);
  expect(await ask("x", {}, "?prefix=../up")).toEqual([422, "body.files.0.name"]);
  expect(await ask("x", {}, "?prefix=/")).toEqual([200, "x"]);
  expect(await ask("x", { contentType: "no type" })).toEqual([422, "body.files.0.contentType"]);
  expect(await ask("x", { size: 0 })).toEqual([422, "body.files.0.size"]);
  for (const name of ["日本語.txt", "👩‍👩‍👧.png", ".hidden", "a b/c d", "é".repeat(127), "...", "100%.txt"]) {
    expect(await ask(name)).toEqual([200, name]);
    await upload(g, id, name, name);
  }
  const { body } = await g.ask("GET", `/v3/workspaces/${id}/files?includeUrls=true`);
  for (const { path, url } of body.files) expect(await (await fetch(url.replace(BASE, g.p.url))).text()).toBe(path);
  expect(body.files).toHaveLength(7);
});

test("an upload of another length or type, or above the quota, leaves nothing", async () => {
  await using g = await ground({ workspaceQuotaBytes: 1_000 });
  const { ask, p } = g;
  const id = await workspace(g);
  const url = await address(g, id, { name: "a", contentType: "text/csv", size: 10 });
  expect(await send(url, "123456789", "text/csv")).toEqual([400, "The file has 9 bytes, but 10 were announced"]);
  expect(await send(url, "12345678901", "text/csv")).toEqual([
    413,
    "The file is larger than the 10 bytes that were announced",
  ]);
  expect(await send(url, "1234567890", "text/plain")).toEqual([
    400,
    "Content-Type must be text/csv, as announced for this file",
  ]);
  expect(await send(`${url}x`, "1234567890", "text/csv")).toEqual([403, "The upload URL is invalid or has expired"]);
  expect((await fetch(url)).headers.get("allow")).toBe("POST, PUT");
  const endless = new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(65_536)) });
  expect((await send(url, endless, "text/csv"))[0]).toBe(413);
  const open = await address(g, id, { name: "b" });
  expect(await send(open, "x".repeat(1_001))).toEqual([
    413,
    "The workspace is full: the limit is 10000 files and 1000 bytes",
  ]);
  expect(await send(url, "1234567890", "TEXT/CSV; charset=utf-8", "POST")).toEqual([204, ""]);
  const full = { files: [{ name: "c", size: 991 }] };
  expect((await ask("POST", `/v3/workspaces/${id}/files/upload`, { body: full })).status).toBe(413);
  // Its caller disconnects during the upload.
  const { hostname, port, pathname } = new URL(open);
  const socket = connect(Number(port), hostname);
  socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 900\r\n\r\nhalf`);
  const folder = join(p.home, "server", "uploads");
  await until(async () => readdirSync(folder).length === 1);
  socket.destroy();
  await until(async () => readdirSync(folder).length === 0);
  expect((await ask("GET", `/v3/workspaces/${id}/files`)).body.files).toMatchObject([{ path: "a", size: 10 }]);
  expect((await ask("GET", `/v3/workspaces/${id}/size`)).body).toMatchObject({ sizeBytes: 10, quota_bytes: 1_000 });
  expect(await p.server.platform.objects.list("")).toHaveLength(1);
});

test("stores files in S3 and serves them from there", async () => {
  using peer = s3Peer();
  const { bucket, prefix, ...s3 } = peer.setup;
  await using g = await ground({ objects: `s3://${bucket}${prefix}`, s3 });
  const id = await workspace(g);
  await upload(g, id, "a/1.txt", "one");
  await upload(g, id, "a/1.txt", "two");
  const { body } = await g.ask("GET", `/v3/workspaces/${id}/files?includeUrls=true`);
  expect(new URL(body.files[0].url).origin).toBe(s3.endpoint ?? "");
  expect(Number(new URL(body.files[0].url).searchParams.get("X-Amz-Expires"))).toBe(60);
  expect(await (await fetch(body.files[0].url)).text()).toBe("two");
  expect(peer.objects.size).toBe(1);
  const url = await address(g, id, { name: "b" });
  peer.answer({ status: 403, code: "AccessDenied" });
  expect(await send(url, "x")).toEqual([500, "The file could not be stored"]);
  peer.answer(undefined);
  expect((await g.ask("GET", `/v3/workspaces/${id}/files`)).body.files).toHaveLength(1);
  await g.ask("DELETE", `/v3/workspaces/${id}`);
  expect(peer.objects.size).toBe(0);
});
