/** Objects, on disk and in an S3 storage alike; then what only one of them can suffer. */

import { expect, test } from "bun:test";
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diskObjects, type Objects } from "../../../src/platform/store/objects/objects.ts";
import { bucketOf, openObjects, s3Objects } from "../../../src/platform/store/objects/s3.ts";
import { failureOf } from "../../support/failure.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { s3Peer } from "./s3.ts";

const KINDS: Record<string, () => Disposable & { objects: Objects }> = {
  disk() {
    const at = temporaryFolder();
    return { objects: diskObjects(join(at.path, "objects")), [Symbol.dispose]: () => at[Symbol.dispose]() };
  },
  S3() {
    const peer = s3Peer({ prefix: "of/svc" });
    return { objects: s3Objects(peer.setup), [Symbol.dispose]: () => peer[Symbol.dispose]() };
  },
};

const textOf = async (stream: ReadableStream | undefined) => (stream ? await new Response(stream).text() : undefined);
const bytes = (text: string) => new TextEncoder().encode(text);

for (const [name, open] of Object.entries(KINDS)) {
  test(`${name}: what is put can be read, whole and in part, replaced and removed`, async () => {
    using at = open();
    const { objects } = at;
    expect(await objects.get("a/one.bin")).toBeUndefined();
    expect(await objects.size("a/one.bin")).toBeUndefined();
    expect(await objects.stream("a/one.bin")).toBeUndefined();
    await objects.remove("a/one.bin");
    await objects.put("a/one.bin", bytes("first"));
    await objects.put("a/one.bin", bytes("0123456789"));
    await objects.put("a/empty", new Uint8Array());
    expect(await objects.get("a/one.bin")).toEqual(bytes("0123456789"));
    expect(await objects.get("a/empty")).toEqual(new Uint8Array());
    expect(await objects.size("a/one.bin")).toBe(10);
    expect(await textOf(await objects.stream("a/one.bin"))).toBe("0123456789");
    expect(await textOf(await objects.stream("a/one.bin", { start: 2, end: 5 }))).toBe("234");
    expect(await textOf(await objects.stream("a/one.bin", { start: 8, end: 99 }))).toBe("89");
    expect(await textOf(await objects.stream("a/one.bin", { start: 10, end: 12 }))).toBe("");
    expect(await textOf(await objects.stream("a/empty"))).toBe("");
    await objects.remove("a/one.bin");
    expect(await objects.get("a/one.bin")).toBeUndefined();
    expect(await objects.get("a/empty")).toBeDefined();
  });

  test(`${name}: they are listed by the beginning of their key`, async () => {
    using at = open();
    const { objects } = at;
    expect(await objects.list("a/")).toEqual([]);
    const keys = ["a/1", "a/2", "a/deep/er/3", "ab/4", "b/5", "a/6", "a/7"];
    for (const key of keys) await objects.put(key, bytes(key));
    const list = async (prefix: string) => (await objects.list(prefix)).map(({ key }) => key).sort();
    expect(await list("a/")).toEqual(["a/1", "a/2", "a/6", "a/7", "a/deep/er/3"]);
    expect(await list("a")).toEqual([...keys].filter((key) => key.startsWith("a")).sort());
    expect(await list("a/deep/e")).toEqual(["a/deep/er/3"]);
    expect(await list("")).toEqual([...keys].sort());
    expect(await list("c")).toEqual([]);
    expect(await objects.list("b/")).toEqual([{ key: "b/5", bytes: 3, modifiedAt: expect.any(Number) }]);
  });

  test(`${name}: a large file is put from its path, and the file stays`, async () => {
    using at = open();
    using from = temporaryFolder();
    const path = join(from.path, "large");
    const content = Buffer.alloc(12_000_000, "0123456789abcdef");
    writeFileSync(path, content);
    await at.objects.put("large", { path });
    expect(await at.objects.size("large")).toBe(content.length);
    expect(content.equals((await at.objects.get("large")) ?? new Uint8Array())).toBe(true);
    expect(existsSync(path)).toBe(true);
    writeFileSync(path, "");
    await at.objects.put("empty", { path });
    expect(await at.objects.size("empty")).toBe(0);
    expect(await textOf(await at.objects.stream("large", { start: 9_999_996, end: 10_000_004 }))).toBe("cdef0123");
    expect(await failureOf(at.objects.put("none", { path: join(from.path, "none") }))).toMatchObject({
      code: "not_found",
    });
    expect(await at.objects.get("none")).toBeUndefined();
  });

  test(`${name}: what is no key is refused, and reaches nothing`, async () => {
    using at = open();
    for (const key of ["", "/", "/a", "a/", "a//b", "..", "a/../b", ".incoming/x", "a\\b", "a\0", "ü", "x".repeat(201)])
      await expect((async () => await at.objects.put(key, bytes("x")))()).rejects.toThrow("invalid object key");
    expect(await at.objects.list("")).toEqual([]);
  });

  test(`${name}: many at once are each whole`, async () => {
    using at = open();
    const write = (index: number) => at.objects.put("same/key", bytes(String(index % 10).repeat(50_000)));
    const churn = async (index: number) => {
      await at.objects.put(`other/${index % 3}/x`, bytes("x"));
      await at.objects.remove(`other/${index % 3}/x`);
    };
    await Promise.all(Array.from({ length: 30 }, (_, index) => Promise.all([write(index), churn(index)])));
    const held = new TextDecoder().decode(await at.objects.get("same/key"));
    expect(held).toBe((held[0] ?? "").repeat(50_000));
    expect((await at.objects.list("")).map(({ key }) => key)).toEqual(["same/key"]);
  });
}

test("disk: what is kept is its owner's alone, nothing half-written stays, and empty folders go", async () => {
  using at = temporaryFolder();
  const root = join(at.path, "objects");
  const objects = diskObjects(root);
  writeFileSync(join(at.path, "readable"), "x", { mode: 0o644 });
  await objects.put("deep/down/one", { path: join(at.path, "readable") });
  for (const name of ["deep", "deep/down"]) expect(statSync(join(root, name)).mode & 0o777).toBe(0o700);
  expect(statSync(join(root, "deep/down/one")).mode & 0o777).toBe(0o600);
  expect(objects.link("deep/down/one", { expiresMs: 1_000 })).toBeUndefined();
  // A folder has that name.
  expect(await failureOf(objects.put("deep/down", bytes("x")))).toMatchObject({ code: "io" });
  expect(await failureOf(objects.put("deep/down/one/more", bytes("x")))).toMatchObject({ code: "io" });
  expect(readdirSync(join(root, ".incoming"))).toEqual([]);
  expect(await objects.get("deep/down")).toBeUndefined();
  await objects.remove("deep/down/one");
  expect(readdirSync(root)).toEqual([".incoming"]);

  const old = join(root, ".incoming", "of-a-dead-server");
  writeFileSync(old, "half");
  utimesSync(old, 0, 0);
  writeFileSync(join(root, ".incoming", "of-now"), "half");
  diskObjects(root);
  expect(readdirSync(join(root, ".incoming"))).toEqual(["of-now"]);
});

const canMount = process.platform === "linux" && process.getuid?.() === 0 && mounts();

function mounts(): boolean {
  using at = temporaryFolder();
  const mounted = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", at.path]).exitCode === 0;
  if (mounted) Bun.spawnSync(["umount", at.path]);
  return mounted;
}

test.skipIf(!canMount)("disk: a full disk is told, and what was there is kept", async () => {
  using at = temporaryFolder();
  using from = temporaryFolder();
  Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=256k,mode=700", "tmpfs", at.path]);
  try {
    const objects = diskObjects(at.path);
    await objects.put("profile", bytes("good"));
    const path = join(from.path, "large");
    writeFileSync(path, Buffer.alloc(1_000_000));
    for (const source of [Buffer.alloc(1_000_000), { path }])
      expect(await failureOf(objects.put("profile", source))).toMatchObject({
        code: "io",
        message: expect.stringContaining("the disk is full"),
      });
    expect(await objects.get("profile")).toEqual(bytes("good"));
    expect(readdirSync(join(at.path, ".incoming"))).toEqual([]);
    await objects.put("other", bytes("there is room again"));
  } finally {
    Bun.spawnSync(["umount", at.path]);
  }
});

test("S3: a link fetches the object under the name that was asked for, until it expires", async () => {
  using peer = s3Peer({ prefix: "p" });
  const objects = s3Objects(peer.setup);
  await objects.put("recordings/x.webm", bytes("film"));
  const link = objects.link("recordings/x.webm", { expiresMs: 60_000, filename: `Übung "1".webm` }) ?? "";
  expect(link).not.toContain("the-secret-key");
  const answer = await fetch(link);
  expect(await answer.text()).toBe("film");
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="_bung _1_.webm"; filename*=UTF-8''%C3%9Cbung%20%221%22.webm`,
  );
  expect((await fetch(link.replace("x.webm", "y.webm"))).status).toBe(403);
  expect((await fetch(link.replace("Expires=60", "Expires=600"))).status).toBe(403);
});

test("S3: a storage that fails for a moment is asked again", async () => {
  using peer = s3Peer();
  const objects = s3Objects(peer.setup);
  const broken = { status: 500, code: "InternalError" };
  peer.answer(broken, undefined);
  await objects.put("a", bytes("x"));
  peer.answer({ status: 503, code: "SlowDown" }, undefined);
  expect(await objects.get("a")).toEqual(bytes("x"));
  peer.answer(broken);
  peer.requests.length = 0;
  expect(await failureOf(objects.put("b", bytes("x")))).toMatchObject({
    code: "io",
    message: "cannot write to the object storage: InternalError refused",
  });
  expect(peer.requests).toEqual(["PUT /bucket/b", "PUT /bucket/b", "PUT /bucket/b"]);
});

test("S3: a refusal is told at once, in plain words", async () => {
  using peer = s3Peer();
  const objects = s3Objects({ ...peer.setup, secretKey: "another-secret" });
  expect(await failureOf(objects.put("a", bytes("x")))).toMatchObject({
    code: "io",
    message: "cannot write to the object storage: the secret key or the region is wrong",
  });
  expect(peer.requests).toHaveLength(1);
  const elsewhere = s3Objects({ ...peer.setup, bucket: "other" });
  expect(await failureOf(elsewhere.list(""))).toMatchObject({
    message: expect.stringContaining("the bucket does not exist"),
  });
  const stranger = s3Objects({ ...peer.setup, accessKey: "nobody" });
  expect(await failureOf(stranger.list(""))).toMatchObject({
    message: expect.stringContaining("the access key does not exist"),
  });
  const nowhere = s3Objects({ ...peer.setup, endpoint: "http://127.0.0.1:1" });
  expect(await failureOf(nowhere.put("a", bytes("x")))).toMatchObject({
    code: "io",
    message: "cannot write to the object storage: the connection was refused",
  });
});

test("S3: a storage that falls silent is given up", async () => {
  using peer = s3Peer();
  const objects = s3Objects(peer.setup, 300);
  await objects.put("a", Buffer.alloc(1_000_000, "x"));
  peer.answer("silent");
  for (const work of [() => objects.put("b", bytes("x")), () => objects.get("a"), () => objects.list("")])
    expect(await failureOf(work())).toMatchObject({ code: "io", message: expect.stringContaining("does not respond") });
  peer.answer(undefined, "stalls");
  const stream = await objects.stream("a");
  expect(await failureOf(new Response(stream).bytes())).toMatchObject({
    code: "io",
    message: "cannot read the object storage: it does not respond",
  });
});

test("an address of S3 is told from a folder", () => {
  expect(bucketOf("s3://my.bucket-1")).toEqual({ bucket: "my.bucket-1", prefix: "" });
  expect(bucketOf("s3://bucket/a/b/")).toEqual({ bucket: "bucket", prefix: "a/b" });
  for (const other of ["/srv/objects", "s3:bucket", "s3://", "s3://Bucket", "s3://a/b"])
    expect(bucketOf(other)).toBeUndefined();
});

test("objects are where the settings say", async () => {
  using at = temporaryFolder();
  using peer = s3Peer();
  const elsewhere = join(at.path, "elsewhere");
  await openObjects({ home: at.path }).put("a", bytes("x"));
  await openObjects({ home: at.path, objects: elsewhere }).put("b", bytes("x"));
  await openObjects({ home: at.path, objects: "s3://bucket/of/svc", s3: peer.setup }).put("c", bytes("x"));
  expect(existsSync(join(at.path, "server/objects/a"))).toBe(true);
  expect(existsSync(join(elsewhere, "b"))).toBe(true);
  expect([...peer.objects.keys()]).toEqual(["of/svc/c"]);
  for (const objects of ["objects", "https://bucket/x", "s3://", ""])
    expect(await failureOf((async () => openObjects({ home: at.path, objects }))())).toMatchObject({ code: "usage" });
});
