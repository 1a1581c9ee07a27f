/** Packing and unpacking the state of a browser. */

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { asFailure } from "../../../src/errors.ts";
import { pack, place, unpack } from "../../../src/platform/engine/profiles/profile-state.ts";
import { write } from "../../fixture.ts";
import { folderOfFile, temporaryFolder } from "../../support/folder.ts";

const folder = folderOfFile();

function userData(files: Record<string, string | Buffer>): string {
  const root = temporaryFolder(folder).path;
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    write(root, path, content as string);
  }
  return root;
}

const failure = async (work: Promise<unknown>) => {
  const code = await work.then(
    () => "none",
    (error) => asFailure(error)?.code ?? String(error),
  );
  return code;
};

const packed = async (entries: Record<string, string>) => Bun.zstdCompress(await new Bun.Archive(entries).bytes());

const CONTENTS = JSON.stringify({ format: 1, cookies: [] });

test("packs and unpacks site data, readable by the owner only", async () => {
  const long = `Default/Service Worker/CacheStorage/${"0123456789abcdef".repeat(5)}/${"é".repeat(60)}/index`;
  const all = {
    [long]: "long",
    "Default/Local Storage/leveldb/000003.log": "kept\0",
    "Default/IndexedDB/http_a_0.indexeddb.leveldb/CURRENT": "",
    "Default/File System/000/t/00/00000001": "1",
    "Default/WebStorage/QuotaManager": "q",
  };
  const root = userData({
    ...all,
    "Default/Local Storage/leveldb/LOCK": "",
    "Default/Cache/Cache_Data/data_0": "cache",
    "Default/GPUCache/index": "gpu",
    "Default/History": "history",
    "Local State": "{}",
  });
  symlinkSync("/etc/passwd", join(root, "Default/Local Storage/leveldb/link"));
  const state = await unpack(await pack(root, []));
  expect([...state.files.keys()].sort()).toEqual(Object.keys(all).sort());
  const target = temporaryFolder(folder).path;
  place(state, target);
  for (const [path, content] of Object.entries(all)) {
    expect(readFileSync(join(target, path), "utf8")).toBe(content);
    expect(statSync(join(target, path)).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(join(target, path))).mode & 0o777).toBe(0o700);
  }
});

test("packs a state with cookies only, and an empty one", async () => {
  const state = await unpack(await pack(temporaryFolder(folder).path, []));
  expect(state).toEqual({ cookies: [], files: new Map() });
});

test("refuses a state above the size limit", async () => {
  const root = userData({ "Default/IndexedDB/a/1.ldb": "x".repeat(1_001), "Default/Cache/big": "x".repeat(100_000) });
  expect(await failure(pack(root, [], 1_000))).toBe("unsuitable");
  expect(await failure(pack(root, [], 1_001))).toBe("none");
});

test("refuses archive paths outside the folders of site data", async () => {
  for (const path of [
    "../outside",
    "Default/../../outside",
    "Default/Local Storage/../../../outside",
    "/tmp/outside",
    "Default/Local Storage/..\\..\\outside",
    "Default/Local Storage/C:outside",
    "Default/Preferences",
    "Default/Local Storage",
    "Local State",
  ]) {
    const bytes = await packed({ "contents.json": CONTENTS, [path]: "outside" });
    expect(`${path}: ${await failure(unpack(bytes))}`).toBe(`${path}: bad_file`);
  }
  expect(await failure(unpack(await packed({ "contents.json": CONTENTS })))).toBe("none");
});

test("reports damaged data and newer formats", async () => {
  const whole = await pack(userData({ "Default/IndexedDB/a/1.ldb": "x".repeat(5_000) }), []);
  expect(await failure(unpack(whole.subarray(0, whole.length - 20)))).toBe("bad_file");
  expect(await failure(unpack(new Uint8Array(0)))).toBe("bad_file");
  expect(await failure(unpack(await Bun.zstdCompress("no archive")))).toBe("bad_file");
  expect(await failure(unpack(await packed({ "Default/IndexedDB/x/y": "z" })))).toBe("bad_file");
  expect(await failure(unpack(await packed({ "contents.json": '{"format":2}' })))).toBe("conflict");
  expect(await failure(unpack(await packed({ "contents.json": '{"format":1}' })))).toBe("bad_file");
});

test("removes all files if one cannot be written", async () => {
  const files = new Map([
    ["Default/IndexedDB/a", new Uint8Array(3)],
    // Simulates a full disk: the second file cannot be written.
    ["Default/IndexedDB/a/below a file", new Uint8Array(3)],
  ]);
  const target = temporaryFolder(folder).path;
  expect(() => place({ cookies: [], files }, target)).toThrow();
  expect(existsSync(join(target, "Default"))).toBe(false);
  expect(readdirSync(target)).toEqual([]);
});
