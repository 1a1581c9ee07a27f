/**
 * The build of releases. By default only what takes seconds: one build for this platform, compared with `dist/svc`. With
 * SVC_TEST_RELEASE=1 every platform is built twice.
 */
import { expect, test } from "bun:test";
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import { type ArchiveFile, tar, tarGz, zip } from "../../../scripts/release/archive.ts";
import { problems } from "../../../scripts/release/check.ts";
import { compile } from "../../../scripts/release/compile.ts";
import { inspectBinary } from "../../../scripts/release/inspect.ts";
import { release } from "../../../scripts/release/release.ts";
import { newKeys } from "../../../scripts/release/sign.ts";
import { readSource } from "../../../scripts/release/source.ts";
import { hostTarget, TARGETS, type Target } from "../../../scripts/release/targets.ts";
import { xz } from "../../../scripts/release/xz.ts";
import { EXECUTABLE } from "../../fixture.ts";
import { folderOfFile } from "../../support/folder.ts";

const root = folderOfFile();

const SECONDS = 1_700_000_000;
const FILES: ArchiveFile[] = [
  { name: "svc-1/svc", data: Buffer.from("#!/bin/sh\n"), executable: true },
  { name: "svc-1/LICENSE", data: Buffer.from("MIT\n") },
];

test("an archive depends on its files and the time stamp alone, not on order, zone or clock", async () => {
  const script = `
    const { tarGz, zip } = await import("./scripts/release/archive.ts");
    const files = [
      { name: "svc-1/LICENSE", data: Buffer.from("MIT\\n") },
      { name: "svc-1/svc", data: Buffer.from("#!/bin/sh\\n"), executable: true },
    ];
    for (const data of [await tarGz(files, ${SECONDS}), zip(files, ${SECONDS})]) {
      console.log(new Bun.CryptoHasher("sha256").update(data).digest("hex"));
    }`;
  const elsewhere = Bun.spawnSync([process.execPath, "-e", script], { env: { ...process.env, TZ: "Asia/Kathmandu" } });
  const here = [await tarGz(FILES, SECONDS), zip(FILES, SECONDS)].map(sha256);
  expect(elsewhere.stdout.toString().trim().split("\n")).toEqual(here);
});

test("tar reads the archive: sorted, root's, of one time, with its x bit", async () => {
  const path = join(root, "a.tar.gz");
  writeFileSync(path, await tarGz(FILES, SECONDS));
  const listed = Bun.spawnSync(["tar", "--utc", "--full-time", "-tvzf", path]);
  expect(listed.stdout.toString().replace(/ +/g, " ").trim().split("\n")).toEqual([
    "-rw-r--r-- root/root 4 2023-11-14 22:13:20 svc-1/LICENSE",
    "-rwxr-xr-x root/root 10 2023-11-14 22:13:20 svc-1/svc",
  ]);
});

test.skipIf(!Bun.which("xz"))("xz reads what is compressed for each processor, the same bytes each time", async () => {
  const data = await tar(
    [...FILES, { name: "svc-1/bun", data: readFileSync(process.execPath).subarray(0, 1e6) }],
    SECONDS,
  );
  for (const machine of ["x64", "arm64"] as const) {
    const compressed = await xz(data, machine);
    expect(sha256(await xz(data, machine))).toBe(sha256(compressed));
    const read = Bun.spawnSync(["xz", "-dc"], { stdin: compressed });
    expect(sha256(read.stdout)).toBe(sha256(data));
  }
});

test.skipIf(!Bun.which("python3"))("a zip reader reads the archive", () => {
  const path = join(root, "a.zip");
  writeFileSync(path, zip(FILES, SECONDS));
  const script = `
import sys, zipfile
for one in zipfile.ZipFile(sys.argv[1]).infolist():
    print(one.filename, one.file_size, oct(one.external_attr >> 16), *one.date_time)`;
  const { stdout } = Bun.spawnSync(["python3", "-c", script, path]);
  expect(stdout.toString().trim().split("\n")).toEqual([
    "svc-1/LICENSE 4 0o100644 2023 11 14 22 13 20",
    "svc-1/svc 10 0o100755 2023 11 14 22 13 20",
  ]);
});

test("the headers of executables tell format, processor and C library", () => {
  expect(inspectBinary(process.execPath)).toMatchObject({ machine: process.arch });
  expect(() => inspectBinary("package.json")).toThrow("not an executable of a known format");
});

test("an executable for another target is refused", () => {
  const version = Bun.spawnSync([EXECUTABLE, "--version"]).stdout.toString();
  const [, commit = ""] = /\((\S+)\)/.exec(version) ?? [];
  expect(problems(EXECUTABLE, hostTarget(), commit)).toEqual([]);
  const other = TARGETS.find(({ format, machine }) => format !== hostTarget().format && machine !== process.arch);
  expect(problems(EXECUTABLE, other as Target, commit)).toEqual([
    expect.stringContaining("its format is"),
    expect.stringContaining("it is for"),
    ...(hostTarget().libc ? [expect.stringContaining("its C library is")] : []),
    ...(other?.name === "darwin-arm64" ? ["it is not signed"] : []),
  ]);
  expect(problems(EXECUTABLE, hostTarget(), "no such commit")).toEqual(["it does not contain its commit"]);
});

test("a second build gives the same bytes", async () => {
  const { label } = readSource();
  const target = hostTarget();
  const [first, second] = [join(root, "first", target.executable), join(root, "a folder", target.executable)];
  for (const path of [first, second]) await compile({ target, commit: label, path });
  expect(sha256(readFileSync(second))).toBe(sha256(readFileSync(first)));
});

test("a signed release is never of a changed checkout", async () => {
  const source = { commit: "a".repeat(40), label: "a", changed: true, seconds: SECONDS };
  const made = release({ targets: [], folder: join(root, "dirty"), source, secretKey: "/nowhere" });
  await expect(made).rejects.toThrow("changes that are not committed");
});

test("a release has its documents, a signature, and sums of all of it", async () => {
  const folder = join(root, "documents");
  mkdirSync(folder);
  // A checkout that shares the packages of another one cannot sign.
  const secretKey = lstatSync("node_modules").isSymbolicLink() ? undefined : join(folder, "secret.key");
  if (secretKey) writeFileSync(secretKey, newKeys().secret);
  const source = { commit: "a".repeat(40), label: "a", changed: false, seconds: SECONDS };
  const version = await release({ targets: [], folder, source, secretKey });
  const documents = ["manifest.json", "provenance.json", "sbom.cdx.json"];
  expect(readdirSync(version).sort()).toEqual([
    "SHA256SUMS",
    ...(secretKey ? ["SHA256SUMS.minisig"] : []),
    ...documents,
  ]);
  const sums = documents.map((name) => `${sha256(readFileSync(join(version, name)))}  ${name}\n`).join("");
  expect(readFileSync(join(version, "SHA256SUMS"), "utf8")).toBe(sums);
  expect(readFileSync(join(folder, "latest"), "utf8")).toBe(`${manifest.version}\n`);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(["install.sh", "install.ps1"]));
});

test.skipIf(!process.env.SVC_TEST_RELEASE)(
  "every platform is built, right, and the same a second time",
  async () => {
    const source = readSource();
    const [first, second] = ["1", "2"].map((name) => join(root, name)) as [string, string];
    for (const folder of [first, second]) await release({ targets: TARGETS, folder, source });
    const sums = (folder: string) => readFileSync(join(folder, `v${manifest.version}`, "SHA256SUMS"), "utf8");
    expect(sums(second)).toBe(sums(first));
    const archives = TARGETS.flatMap(({ archive }) => (archive === "zip" ? ["zip"] : ["tar.gz", "tar.xz"]));
    expect(sums(first).trim().split("\n")).toHaveLength(archives.length + 3);
  },
  3_600_000,
);

function sha256(data: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(data).digest("hex");
}
