/** install.sh: sources, versions and targets. */

import { afterAll, beforeEach, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../../support/folder.ts";
import { archiveName, errorLines, HAS_MINISIGN, InstallFixture, program, SCRIPT } from "./install-fixture.ts";

const fixture = new InstallFixture();
const install = fixture.install.bind(fixture);
const text = () => readFileSync(fixture.installed, "utf8");

beforeEach(async () => {
  fixture.newHome();
  fixture.answers = {};
  await fixture.publish("1.2.3");
});
afterAll(() => fixture[Symbol.dispose]());

const SHELLS = ["sh", "dash", "busybox sh", "bash"].filter((shell) => Bun.which(shell.replace(" sh", "")));

test.each(SHELLS)("installs from a server with %s", async (shell) => {
  const { code, out, err } = await install([], { shell: shell.split(" ") });
  expect({ code, err: errorLines(err) }).toEqual({ code: 0, err: [] });
  expect(err).toContain(`downloading ${fixture.base}/v1.2.3/svc-1.2.3-linux-x64.tar.gz\n`);
  expect(text()).toBe(program("1.2.3"));
  expect(statSync(fixture.installed).mode & 0o777).toBe(0o755);
  expect(out).toContain(`installed ${fixture.installed}\nsvc 1.2.3\n`);
  expect(out).toContain("browser: already there");
  expect(readdirSync(dirname(fixture.installed))).toEqual(["svc"]);
  expect(readdirSync(join(fixture.root, "tmp"))).toEqual([]);
  expect(fixture.asked).toEqual([
    "/latest",
    "/v1.2.3/SHA256SUMS",
    ...(HAS_MINISIGN ? ["/v1.2.3/SHA256SUMS.minisig"] : []),
    "/v1.2.3/svc-1.2.3-linux-x64.tar.gz",
  ]);
});

test.skipIf(!Bun.which("xz")).each(SHELLS)(
  "takes the smaller archive where xz is installed, run by %s",
  async (shell) => {
    await fixture.publishXz("1.2.4");
    const { code, out, err } = await install([], { shell: shell.split(" ") });
    expect({ code, err: errorLines(err) }).toEqual({ code: 0, err: [] });
    expect(err).toContain(`downloading ${fixture.base}/v1.2.4/svc-1.2.4-linux-x64.tar.xz\n`);
    expect(out).toContain(`installed ${fixture.installed}\nsvc 1.2.4\n`);
    expect(text()).toBe(program("1.2.4"));
    expect(readdirSync(join(fixture.root, "tmp"))).toEqual([]);
  },
);

test.skipIf(!Bun.which("busybox"))("takes the larger archive where xz is that of BusyBox", async () => {
  await fixture.publishXz("1.2.4");
  const PATH = fixture.pathWithout();
  symlinkSync(Bun.which("busybox") ?? "", join(PATH.split(":").at(-1) ?? "", "xz"));
  const { code, err } = await install([], { env: { PATH } });
  expect({ code, err: errorLines(err) }).toEqual({ code: 0, err: [] });
  expect(err).toContain(`downloading ${fixture.base}/v1.2.4/svc-1.2.4-linux-x64.tar.gz\n`);
  expect(text()).toBe(program("1.2.4"));
});

test.skipIf(!Bun.which("shellcheck"))("shellcheck reports nothing", () => {
  const { stdout, exitCode } = Bun.spawnSync(["shellcheck", SCRIPT]);
  expect({ exitCode, out: stdout.toString() }).toEqual({ exitCode: 0, out: "" });
});

test("makes the home private and stores the address of the releases", async () => {
  await install([]);
  expect(statSync(join(fixture.home, ".svc")).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(fixture.home, "calls"), "utf8")).toBe(`config set install_base ${fixture.base}\n`);
});

test("installs when piped into a shell with options", async () => {
  const dir = join(fixture.home, "my bin");
  const { code, out } = await install(["--dir", dir, "--no-browser"], { piped: readFileSync(SCRIPT, "utf8") });
  expect(code).toBe(0);
  expect(out).toContain(`installed ${join(dir, "svc")}`);
  expect(out).not.toContain("browser:");
});

test("installs the requested version and updates to the newest", async () => {
  await fixture.publish("2.0.0-rc.1");
  expect((await install(["--version", "1.2.3"])).code).toBe(0);
  expect(text()).toBe(program("1.2.3"));
  expect((await install([])).code).toBe(0);
  expect(text()).toBe(program("2.0.0-rc.1"));
  expect((await install(["--version=v1.2.3"])).code).toBe(0);
  expect(text()).toBe(program("1.2.3"));
  const { code, err } = await install(["--version", "9.9.9"]);
  expect({ code, err: errorLines(err) }).toEqual({ code: 1, err: [expect.stringContaining("cannot download")] });
  expect(text()).toBe(program("1.2.3"));
});

/** Writes the responses of the server into a folder. */
function releaseFolder(name: string): string {
  const folder = join(fixture.home, name);
  for (const [path, content] of Object.entries(fixture.answers)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content as Uint8Array);
  }
  return folder;
}

test("installs from a file:// address", async () => {
  const folder = releaseFolder("a release");
  for (const base of [`file://${folder}`, `file://${folder.replaceAll(" ", "%20")}/`]) {
    const dir = temporaryFolder(fixture.home).path;
    const { code } = await install(["--dir", dir], { env: { SVC_INSTALL_BASE: base } });
    expect(code).toBe(0);
    expect(readdirSync(dir)).toEqual(["svc"]);
  }
  expect(fixture.asked).toEqual([]);
});

test("--offline installs from a folder of releases or of one version without a network", async () => {
  const folder = releaseFolder("50%20 off");
  const env = { PATH: fixture.pathWithout("curl", "wget") };
  for (const from of [folder, join(folder, "v1.2.3")]) {
    const dir = temporaryFolder(fixture.home).path;
    const { code, out, err } = await install(["--dir", dir, "--offline", from], { env });
    expect({ code, err: errorLines(err) }).toEqual({ code: 0, err: [] });
    expect(readdirSync(dir)).toEqual(["svc"]);
    expect(out).toContain("no browser was installed; to install one from an archive, run:");
    expect(err).toContain(`copying ${folder}/v1.2.3/svc-1.2.3-linux-x64.tar.gz\n`);
    expect(err).not.toContain("downloading");
  }
  expect(fixture.asked).toEqual([]);
  expect(existsSync(join(fixture.home, "calls"))).toBe(false);
});

test("--offline accepts a relative folder and refuses one that is missing or has no build", async () => {
  const folder = releaseFolder("here");
  expect((await install(["--offline", "here/v1.2.3"], { cwd: fixture.home })).code).toBe(0);
  expect((await install(["--offline", join(fixture.home, "gone")])).err).toContain("gone is not a folder");
  const TEST_LDD = "musl libc (x86_64)";
  const { code, err } = await install(["--offline", join(folder, "v1.2.3")], { env: { TEST_LDD } });
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("has no build for linux-x64-musl") });
});

test("chooses the folder from --dir, then SVC_INSTALL_DIR, then SVC_HOME", async () => {
  const { home } = fixture;
  const [first, second, third] = [join(home, "1"), join(home, "2"), join(home, "3")];
  const env = { SVC_INSTALL_DIR: second, SVC_HOME: third };
  expect((await install([`--dir=${first}`], { env })).out).toContain(`installed ${first}/svc\n`);
  expect((await install([], { env })).out).toContain(`installed ${second}/svc\n`);
  expect((await install([], { env: { SVC_HOME: third } })).out).toContain(`installed ${third}/bin/svc\n`);
  expect((await install(["--dir", "4/ü ö/"], { cwd: home })).out).toContain(`installed ${home}/4/ü ö/svc\n`);
  expect((await install(["--dir", join(home, "6")], { env: { HOME: undefined } })).code).toBe(0);
  expect((await install([], { env: { HOME: undefined } })).err).toContain("HOME is not set");
});

const GLIBC = "ldd (GNU libc) 2.40";

test.each([
  ["Linux", "x86_64", GLIBC, {}, "linux-x64"],
  ["Linux", "aarch64", GLIBC, {}, "linux-arm64"],
  ["Linux", "x86_64", "musl libc (x86_64)", {}, "linux-x64-musl"],
  ["Linux", "arm64", "musl libc (aarch64)", {}, "linux-arm64-musl"],
  ["Darwin", "x86_64", "", {}, "darwin-x64"],
  ["Darwin", "x86_64", "", { TEST_ROSETTA: "1" }, "darwin-arm64"],
  ["Darwin", "arm64", "", {}, "darwin-arm64"],
  ["MINGW64_NT-10.0-22631", "x86_64", "", {}, "windows-x64"],
  ["MINGW64_NT-10.0-22631", "x86_64", "", { PROCESSOR_ARCHITEW6432: "ARM64" }, "windows-arm64"],
])("on %s %s (%s, %o) it installs %s", async (TEST_SYSTEM, TEST_MACHINE, TEST_LDD, more, target) => {
  if (target.startsWith("windows") && !Bun.which("unzip")) return;
  await fixture.publish("1.2.3", program("1.2.3"), [target]);
  const env = { TEST_SYSTEM, TEST_MACHINE, TEST_LDD, ...more };
  const first = await install([], { env });
  // The second installation replaces the first.
  const second = await install([], { env });
  expect({ first: first.code, second: second.code, err: first.err }).toMatchObject({ first: 0, second: 0 });
  expect(fixture.asked).toContain(`/v1.2.3/${archiveName("1.2.3", target)}`);
});

test("refuses systems without a build and processors without SSE4.2", async () => {
  fixture.expectRefusal(await install([], { env: { TEST_SYSTEM: "SunOS" } }), "there is no build for SunOS");
  fixture.expectRefusal(
    await install([], { env: { TEST_MACHINE: "armv7l" } }),
    "there is no build for Linux on armv7l",
  );
  const cpu = (flags: string) => {
    const SVC_INSTALL_CPUINFO = join(fixture.root, "cpuinfo");
    writeFileSync(SVC_INSTALL_CPUINFO, `processor : 0\nflags : fpu ${flags}\n`);
    return { env: { SVC_INSTALL_CPUINFO } };
  };
  fixture.expectRefusal(await install([], cpu("sse4_1")), "the processor is too old: svc needs SSE4.2");
  expect(fixture.asked).toEqual([]);
  // AVX2 is optional.
  expect((await install([], cpu("sse4_1 sse4_2"))).code).toBe(0);
});

/** Makes a folder that install.sh accepts as a checkout of svc, with this code in scripts/dev. */
function checkout(dev: string): string {
  const folder = temporaryFolder(fixture.root).path;
  mkdirSync(join(folder, "scripts"));
  writeFileSync(join(folder, "package.json"), '{\n  "name": "svc",\n  "version": "9.9.9"\n}\n');
  writeFileSync(join(folder, "scripts", "dev"), `#!/bin/sh\n${dev}\n`);
  copyFileSync(SCRIPT, join(folder, "install.sh"));
  return folder;
}

test("builds and installs in a checkout", async () => {
  const folder = checkout('cd "$(dirname "$0")/.." && mkdir -p dist && cp program dist/svc && echo "built $1" >&2');
  writeFileSync(join(folder, "program"), program("9.9.9"), { mode: 0o755 });
  const options = { env: { SVC_INSTALL_BASE: undefined }, script: join(folder, "install.sh") };
  const { code, out, err } = await install([], options);
  expect({ code, err }).toEqual({ code: 0, err: "built build.ts\n" });
  expect(out).toContain(`installed ${fixture.installed}\nsvc 9.9.9\n`);
  expect(fixture.asked).toEqual([]);
});

test("reports a failed build", async () => {
  const options = { env: { SVC_INSTALL_BASE: undefined }, script: join(checkout("exit 3"), "install.sh") };
  fixture.expectRefusal(await install([], options), "the build failed");
});

test("does not build the current folder when piped into a shell", async () => {
  const cwd = checkout("echo built >built");
  const env = { SVC_INSTALL_BASE: undefined };
  const { code, err } = await install([], { piped: readFileSync(SCRIPT, "utf8"), cwd, env });
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("SVC_INSTALL_BASE is not set") });
  expect(existsSync(join(cwd, "built"))).toBe(false);
});

test("prints its help and refuses unknown options", async () => {
  const help = { code: 0, out: expect.stringContaining("--add-path"), err: "" };
  expect(await install(["--help"])).toMatchObject(help);
  fixture.expectRefusal(await install(["--prefix=/usr"]), "unknown option '--prefix=/usr'");
  for (const name of ["--dir", "--version", "--offline"])
    fixture.expectRefusal(await install([name]), `${name} needs a value`);
  fixture.expectRefusal(await install(["--dir="]), "--dir needs a value");
  fixture.expectRefusal(
    await install([], { env: { SVC_INSTALL_BASE: "ftp://example.com" } }),
    "must begin with https://",
  );
  expect(fixture.asked).toEqual([]);
});
