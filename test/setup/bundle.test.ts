/** What `svc bundle` writes, with a small program in the place of svc and browser. */
import { beforeEach, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newKeys } from "../../scripts/release/sign.ts";
import { type BundleOptions, writeBundle } from "../../src/setup/bundle/bundle.ts";
import { neededLibraries } from "../../src/setup/bundle/elf.ts";
import { install } from "../../src/setup/install.ts";
import { checkArchive } from "../../src/setup/upgrade/release.ts";
import { failureOf } from "../support/failure.ts";
import { folderOfFile, temporaryFolder } from "../support/folder.ts";

/** An ELF file that prints a version, as a browser does. */
const PROGRAM = "/bin/true";
const root = folderOfFile();
let top: string;
let browser: string;

beforeEach(() => {
  top = temporaryFolder(root).path;
  const folder = join(top, "chromium");
  mkdirSync(join(folder, "locales"), { recursive: true });
  for (const name of ["chromium", "chromium-headless-shell"]) copyFileSync(PROGRAM, join(folder, name));
  for (const name of ["icudtl.dat", "locales/en-US.pak"]) writeFileSync(join(folder, name), name);
  browser = join(folder, "chromium-headless-shell");
});

function options(more: Partial<BundleOptions> = {}): BundleOptions {
  const signal = AbortSignal.timeout(20_000);
  const given = {
    home: join(top, "home"),
    headed: false,
    output: top,
    browserPath: browser,
    executable: PROGRAM,
    force: false,
  };
  return { ...given, signal, progress() {}, ...more };
}

function unpacked(archive: string): string {
  expect(Bun.spawnSync(["tar", "-xzf", archive], { cwd: top }).exitCode).toBe(0);
  return archive.replace(/\.tar\.gz$/, "");
}

const onLinux = process.platform === "linux" ? test : test.skip;

(Bun.which("minisign") ? onLinux : test.skip)(
  "a bundle signed as INSTALL.txt says is accepted by svc upgrade",
  async () => {
    const written = await writeBundle(options());
    const folder = unpacked(written.bundle);
    const keys = newKeys();
    writeFileSync(join(top, "secret.key"), keys.secret);
    const [line = ""] = /minisign -S .*/.exec(readFileSync(join(folder, "INSTALL.txt"), "utf8")) ?? [];
    const signed = Bun.spawnSync(["sh", "-c", line.replace("<secret key>", "../secret.key")], { cwd: folder });
    expect({ code: signed.exitCode, err: signed.stderr.toString() }).toEqual({ code: 0, err: "" });
    const archive = join(folder, `svc-${written.version}-${written.target}.tar.gz`);
    expect(await checkArchive(archive, keys.public, AbortSignal.timeout(20_000))).toBe(written.version);
  },
);

onLinux("the archive has svc, one browser, libraries, checksums, installer and documentation", async () => {
  const written = await writeBundle(options());
  const folder = unpacked(written.bundle);
  expect(readdirSync(folder).sort()).toEqual(
    [
      ...[
        "CHANGELOG.md",
        "INSTALL.txt",
        "LIBRARIES.txt",
        "LICENSE",
        "README.md",
        "SECURITY.md",
        "SHA256SUMS",
        "browser",
      ],
      ...["bundle.json", "docs", "install.sh", `svc-${written.version}-${written.target}.tar.gz`],
    ].sort(),
  );
  expect(readdirSync(join(folder, "browser")).sort()).toEqual(["chrome-headless-shell", "icudtl.dat", "locales"]);
  expect(statSync(join(folder, "browser/chrome-headless-shell")).mode & 0o777).toBe(0o755);
  expect(readFileSync(join(folder, "docs/installing.md"), "utf8")).toBe(readFileSync("docs/installing.md", "utf8"));
  expect(Bun.spawnSync(["sha256sum", "--check", "--strict", "SHA256SUMS"], { cwd: folder }).exitCode).toBe(0);
  expect(written.libraries).toContain("libc.so.6");
  expect(readFileSync(join(folder, "LIBRARIES.txt"), "utf8")).toMatch(/^libc\.so\.6\b/m);
  // Nothing of the work is left beside the archive.
  expect(readdirSync(top).filter((name) => name.startsWith("."))).toEqual([]);
});

onLinux("an existing archive is replaced only with --force", async () => {
  const output = join(top, "out.tar.gz");
  writeFileSync(output, "mine");
  expect(await failureOf(writeBundle(options({ output })))).toMatchObject({
    code: "io",
    message: `${output} exists already`,
    hint: expect.stringContaining("--force"),
  });
  expect(readFileSync(output, "utf8")).toBe("mine");
  const { size } = await writeBundle(options({ output, force: true }));
  expect(statSync(output).size).toBe(size);
});

onLinux("a path without a browser is refused, with a reason", async () => {
  const refused = async (path: string) => await failureOf(writeBundle(options({ browserPath: path })));
  expect(await refused(join(top, "none"))).toMatchObject({
    code: "not_found",
    hint: expect.stringContaining("doctor"),
  });
  expect(await refused(PROGRAM)).toMatchObject({ code: "bad_file", message: expect.stringContaining("icudtl.dat") });
  const script = join(top, "some-browser");
  writeFileSync(script, "#!/bin/sh\n", { mode: 0o755 });
  expect(await refused(script)).toMatchObject({ code: "bad_file", hint: expect.stringContaining("--browser-path") });
  const missing = await failureOf(writeBundle(options({ output: join(top, "none", "out.tar.gz") })));
  expect(missing).toMatchObject({ code: "not_found", message: expect.stringContaining("cannot write") });
});

onLinux("the browser's folder of a bundle can be installed", async () => {
  const folder = unpacked((await writeBundle(options())).bundle);
  const home = join(top, "home");
  const request = {
    home,
    headed: false,
    from: join(folder, "browser"),
    signal: AbortSignal.timeout(20_000),
    progress() {},
  };
  const { installed, source } = await install(request);
  expect(source).toBe("file");
  expect(installed).toStartWith(join(home, "browsers", "chrome-headless-shell-"));
  expect(existsSync(join(installed, "../locales/en-US.pak"))).toBe(true);
  expect(await failureOf(install({ ...request, sha256: "0".repeat(64) }))).toMatchObject({ code: "usage" });
});

test.skipIf(!Bun.which("readelf"))("the libraries are those that readelf shows", () => {
  for (const path of [PROGRAM, process.execPath]) {
    const { stdout } = Bun.spawnSync(["readelf", "--dynamic", "--wide", path]);
    const shown = [...stdout.toString().matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name]) => name ?? "");
    expect(shown.length).toBeGreaterThan(0);
    expect(neededLibraries(path)).toEqual(shown);
  }
  expect(neededLibraries(import.meta.path)).toBeUndefined();
});
