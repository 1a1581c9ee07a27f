/** Installs browsers from a mirror of the test, with archives that contain a script. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Zippable, zipSync } from "fflate";
import { findBrowsers } from "../../src/browser/launch/find.ts";
import { Failure } from "../../src/errors.ts";
import { browsersFolder } from "../../src/lib/paths.ts";
import { identify } from "../../src/lib/process.ts";
import { writeSetting } from "../../src/lib/settings.ts";
import { type InstalledBrowser, type InstallRequest, install } from "../../src/setup/install.ts";
import { archivePlatform } from "../../src/setup/servers.ts";
import { fixture } from "../fixture.ts";
import { failureOf } from "../support/failure.ts";
import { temporaryFolder } from "../support/folder.ts";
import { localServer } from "../support/server.ts";

const VERSION = "156.0.0.1";
const PLATFORM = archivePlatform() ?? "linux64";
const SHELL = `chrome-headless-shell-${PLATFORM}`;
const SCRIPT = `#!/bin/sh\necho "HeadlessChrome ${VERSION}"\n`;
const LINK = 0o120777;

/** A zip archive. An entry with a mode has it beside its text. */
function zip(entries: Record<string, string | [text: string, mode: number]>): Uint8Array {
  const held: Zippable = {};
  for (const [name, entry] of Object.entries(entries)) {
    const [text, mode] = typeof entry === "string" ? [entry, 0o100644] : entry;
    held[name] = [new TextEncoder().encode(text), { os: 3, attrs: mode * 0x10000 }];
  }
  return zipSync(held);
}

function browserZip(more: Parameters<typeof zip>[0] = {}): Uint8Array {
  return zip({
    [`${SHELL}/chrome-headless-shell`]: [SCRIPT, 0o100755],
    [`${SHELL}/icudtl.dat`]: "data",
    ...more,
  });
}

function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

let home: string;
let removeHome: () => void;
const ends: (() => unknown)[] = [];
const held = { SVC_BROWSER_MIRROR: process.env.SVC_BROWSER_MIRROR, SVC_BROWSER: process.env.SVC_BROWSER };

beforeEach(() => {
  ({ path: home, [Symbol.dispose]: removeHome } = temporaryFolder());
  for (const name of Object.keys(held)) delete process.env[name];
});

afterEach(() => {
  for (const end of ends.splice(0)) end();
  removeHome();
  for (const [name, value] of Object.entries(held)) if (value !== undefined) process.env[name] = value;
});

type Files = Record<string, string | Uint8Array | (() => Response)>;

/** A mirror with the archive under `VERSION` and its checksum, unless other files replace them. */
function mirror(archive: Uint8Array, files: Files = {}): string {
  const path = `/${VERSION}/${PLATFORM}/${SHELL}.zip`;
  const all: Files = {
    "/LATEST_RELEASE_STABLE": `${VERSION}\n`,
    [path]: archive,
    [`${path}.sha256`]: `${sha256(archive)}  ${SHELL}.zip\n`,
    ...files,
  };
  const server = localServer((request) => {
    const file = all[new URL(request.url).pathname];
    if (file === undefined || file === "") return new Response("not here", { status: 404 });
    return typeof file === "function" ? file() : new Response(file);
  });
  ends.push(() => server.stop(true));
  return use(`http://127.0.0.1:${server.port}`);
}

/** A server that sends `answer` to every connection and then nothing more. */
async function silent(answer: string | undefined, heard?: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => {
      if (answer !== undefined) socket.write(answer);
      heard?.(socket);
    });
  });
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return use(`http://127.0.0.1:${address.port}`);
}

function use(url: string): string {
  writeSetting(home, "browser_mirror", url);
  return url;
}

const ARCHIVE = `/${VERSION}/${PLATFORM}/${SHELL}.zip`;
const noPackages = async () => undefined;

/** Installs even if this machine has a browser, and never from packages. */
async function installHere(more: Partial<InstallRequest> = {}): Promise<InstalledBrowser> {
  const signal = new AbortController().signal;
  return await install({
    home,
    headed: false,
    force: true,
    signal,
    progress: () => {},
    packages: noPackages,
    ...more,
  });
}

const failure = (more: Partial<InstallRequest> = {}) => failureOf(installHere(more));

/** All files in the folder of browsers, staging folders included. */
function inBrowsers(): string[] {
  return existsSync(browsersFolder(home)) ? readdirSync(browsersFolder(home)) : [];
}

function managed(): string[] {
  return findBrowsers(home).flatMap(({ origin, path }) => (origin === "managed" ? [path] : []));
}

function write(name: string, content: string | Uint8Array): string {
  const path = join(home, name);
  writeFileSync(path, content);
  return path;
}

test("installs a browser from the mirror and finds it", async () => {
  mirror(browserZip());
  const told: string[] = [];
  const result = await installHere({ progress: (message) => told.push(message) });
  const path = join(browsersFolder(home), `chrome-headless-shell-${VERSION}`, SHELL, "chrome-headless-shell");
  expect(result).toEqual({ installed: path, version: VERSION, source: "mirror" });
  expect(managed()).toEqual([path]);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(path, "..", "icudtl.dat")).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
  expect(inBrowsers()).toEqual([`chrome-headless-shell-${VERSION}`]);
  expect(told.some((line) => line.startsWith("downloading: 100%"))).toBe(true);
});

test("does not install twice without --force", async () => {
  mirror(browserZip());
  const { installed } = await installHere();
  expect(await installHere({ force: false })).toEqual({ installed, version: VERSION, already: true });
  expect(await installHere()).toEqual({ installed, version: VERSION, source: "mirror" });
  expect(inBrowsers()).toHaveLength(1);
});

test("reports a broken browser_path instead of installing another browser", async () => {
  mirror(browserZip());
  writeSetting(home, "browser_path", "/nowhere/chrome");
  expect(await failure({ force: false })).toMatchObject({ code: "no_browser" });
  expect(await installHere()).toMatchObject({
    version: VERSION,
    note: expect.stringContaining("/nowhere/chrome"),
  });
});

test("installs an older build and names the one in use", async () => {
  mirror(browserZip());
  const newest = await installHere();
  const archive = browserZip({
    [`${SHELL}/chrome-headless-shell`]: [SCRIPT.replace(VERSION, "150.0.0.1"), 0o100755],
  });
  mirror(archive, { [ARCHIVE.replace(VERSION, "150.0.0.1")]: archive });
  const older = await installHere({ build: "150.0.0.1", sha256: sha256(archive) });
  expect(older).toMatchObject({ version: "150.0.0.1", note: expect.stringContaining(newest.installed) });
  expect(managed()).toEqual([newest.installed, older.installed]);
});

test("refuses an archive with a wrong checksum", async () => {
  mirror(browserZip(), { [`${ARCHIVE}.sha256`]: "0".repeat(64) });
  expect(await failure()).toMatchObject({
    code: "download",
    message: expect.stringContaining("does not match"),
  });
  expect(inBrowsers()).toEqual([]);
});

test("refuses an archive without a checksum, unless one is given", async () => {
  const archive = browserZip();
  mirror(archive, { [`${ARCHIVE}.sha256`]: "" });
  expect(await failure()).toMatchObject({ code: "download", hint: expect.stringContaining("--sha256") });
  expect(inBrowsers()).toEqual([]);
  expect(await installHere({ sha256: sha256(archive).toUpperCase() })).toMatchObject({ source: "mirror" });
});

// Of `123456789`: its MD5 is 25f9e794323b453885f5181f1b624d0b, its CRC-32C, the check value of the definition,
// e3069283.
test.each([
  ["md5", "md5=JfnnlDI7RTiF9RgfG2JNCw==", "md5=AAAAAAAAAAAAAAAAAAAAAA=="],
  ["crc32c", "crc32c=4waSgw==", "crc32c=AAAAAA=="],
])("the %s of Google's storage is a checksum too", async (_name, right, wrong) => {
  const answer = (hash: string) => () => new Response("123456789", { headers: { "x-goog-hash": hash } });
  mirror(new Uint8Array(), { [ARCHIVE]: answer(wrong), [`${ARCHIVE}.sha256`]: "" });
  expect(await failure()).toMatchObject({
    code: "download",
    message: expect.stringContaining("does not match"),
  });
  mirror(new Uint8Array(), { [ARCHIVE]: answer(right), [`${ARCHIVE}.sha256`]: "" });
  // The checksum is right, and the archive is found to be invalid afterwards.
  expect(await failure()).toMatchObject({ code: "bad_file" });
});

test("does not accept an HTML page as a checksum", async () => {
  mirror(browserZip(), { [`${ARCHIVE}.sha256`]: "<html>not found</html>" });
  expect(await failure()).toMatchObject({ code: "download", hint: expect.stringContaining("--sha256") });
});

test("refuses an invalid version before using it as a path", async () => {
  mirror(browserZip(), { "/LATEST_RELEASE_STABLE": "../../evil" });
  expect(await failure()).toMatchObject({ code: "download" });
  expect(await failure({ build: "../evil" })).toMatchObject({ code: "usage" });
  expect(await failure({ sha256: "abc" })).toMatchObject({ code: "usage" });
});

test("reports a version that the mirror lacks, without another source", async () => {
  mirror(browserZip(), { [ARCHIVE]: "" });
  const packages = async () => {
    throw new Error("the packages were asked");
  };
  expect(await failure({ packages })).toMatchObject({
    code: "download",
    message: expect.stringContaining("404"),
  });
});

test("installs a file by its browser's version, without a checksum", async () => {
  const result = await installHere({ from: write("archive.zip", browserZip()) });
  expect(result).toMatchObject({ version: VERSION, source: "file" });
  expect(managed()).toEqual([result.installed]);
});

test("verifies a file with the given checksum or the one beside it", async () => {
  const archive = browserZip();
  const from = write("archive.zip", archive);
  expect(await failure({ from, sha256: "0".repeat(64) })).toMatchObject({ code: "download" });
  write("archive.zip.sha256", `${"1".repeat(64)}  archive.zip\n`);
  expect(await failure({ from })).toMatchObject({ code: "download" });
  write("archive.zip.sha256", "no checksum");
  expect(await failure({ from })).toMatchObject({ code: "bad_file" });
  expect(inBrowsers()).toEqual([]);
  write("archive.zip.sha256", `${sha256(archive)}  archive.zip\n`);
  expect(await installHere({ from })).toMatchObject({ source: "file" });
});

test("refuses files that are missing, damaged or without a browser", async () => {
  expect(await failure({ from: join(home, "none.zip") })).toMatchObject({ code: "not_found" });
  expect(await failure({ from: write("text.zip", "no archive") })).toMatchObject({
    code: "bad_file",
    hint: "Download the Chrome for Testing archive (.zip) again, then run `svc install --from <file>`.",
  });
  expect(await failure({ from: write("cut.zip", browserZip().slice(0, -30)) })).toMatchObject({
    code: "bad_file",
  });
  expect(await failure({ from: write("other.zip", zip({ "folder/file": "text" })) })).toMatchObject({
    code: "bad_file",
  });
  expect(await failure({ from: write("shell.zip", browserZip()), headed: true })).toMatchObject({
    code: "bad_file",
  });
  expect(inBrowsers()).toEqual([]);
});

test("detects a damaged archive entry", async () => {
  const name = `${SHELL}/chrome-headless-shell`;
  const archive = zipSync({
    [name]: [new TextEncoder().encode(SCRIPT), { level: 0, os: 3, attrs: 0o100755 * 0x10000 }],
  });
  archive[Buffer.from(archive).indexOf("HeadlessChrome")] = 0x58;
  expect(await failure({ from: write("damaged.zip", archive) })).toMatchObject({
    code: "bad_file",
    message: expect.stringContaining("damaged"),
  });
});

test.each<[string, Parameters<typeof zip>[0]]>([
  ["a name that climbs", { "../../../evil": "text" }],
  ["an absolute name", { "/tmp/svc-evil": "text" }],
  ["a backslash", { "..\\evil": "text" }],
  ["a link that leads outside", { [`${SHELL}/out`]: ["../../../../evil", LINK] }],
  ["an absolute link", { [`${SHELL}/out`]: ["/etc/passwd", LINK] }],
  ["a link that leads nowhere", { [`${SHELL}/out`]: ["nothing", LINK] }],
  ["links that lead outside together", { "a/b/c/up": ["../../..", LINK], out: ["a/b/c/up/../../owner.json", LINK] }],
  ["a file through a link", { link: ["/tmp", LINK], "link/svc-evil": "text" }],
])("an archive with %s is refused", async (_what, entries) => {
  expect(await failure({ from: write("evil.zip", browserZip(entries)) })).toMatchObject({ code: "bad_file" });
  expect(inBrowsers()).toEqual([]);
  expect(existsSync(join(home, "evil"))).toBe(false);
  expect(existsSync(join(tmpdir(), "svc-evil"))).toBe(false);
});

test("keeps links within the archive", async () => {
  const { installed } = await installHere({
    from: write("a.zip", browserZip({ [`${SHELL}/current`]: ["chrome-headless-shell", LINK] })),
  });
  expect(existsSync(join(installed, "..", "current"))).toBe(true);
});

test.each<[string, (socket: Socket) => void]>([
  ["ends too early", (socket) => socket.end()],
  ["falls silent", () => {}],
])("a download that %s is refused", async (_what, then) => {
  await silent("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nhalf", then);
  const failed = await failure({ build: VERSION, sha256: "0".repeat(64), silenceMs: 300 });
  expect(failed).toMatchObject({ code: "download", message: expect.stringMatching(/^the download of .* stopped/) });
  expect(inBrowsers()).toEqual([]);
});

test("a silent mirror counts as unreachable", async () => {
  await silent(undefined);
  expect(await failure({ silenceMs: 200 })).toMatchObject({
    code: "download",
    message: expect.stringContaining("cannot reach"),
  });
  expect(inBrowsers()).toEqual([]);
});

test("an abort ends a download and leaves nothing behind", async () => {
  const aborted = new AbortController();
  await silent("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nhalf", () =>
    setTimeout(() => aborted.abort(new Failure("interrupted", "interrupted")), 50),
  );
  expect(await failure({ build: VERSION, sha256: "0".repeat(64), signal: aborted.signal })).toMatchObject({
    code: "interrupted",
  });
  expect(inBrowsers()).toEqual([]);
});

test("an unreachable mirror is replaced by system packages, never by Google", async () => {
  const server = localServer(() => new Response());
  use(`http://127.0.0.1:${server.port}`);
  await server.stop(true);
  const fetched: string[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = Object.assign(
    (...args: Parameters<typeof fetch>) => {
      fetched.push(String(args[0]));
      return real(...args);
    },
    { preconnect: real.preconnect },
  );
  ends.push(() => {
    globalThis.fetch = real;
  });
  expect(await failure()).toMatchObject({
    code: "download",
    message: expect.stringContaining("cannot reach"),
    hint: expect.stringContaining("browser_mirror"),
  });
  expect(fetched.filter((url) => !url.startsWith("http://127.0.0.1"))).toEqual([]);
  const packages = async () => {
    throw new Failure("download", "it needs root", "Run `sudo apt-get install -y chromium`.");
  };
  expect(await failure({ packages })).toMatchObject({
    message: expect.stringMatching(/cannot reach.*it needs root/),
    hint: expect.stringContaining("sudo"),
  });
  // System packages have one version and do not replace a requested one.
  expect((await failure({ packages, build: VERSION })).message).not.toContain("root");
});

test("sends the password of a mirror and never prints it", async () => {
  const url = new URL(mirror(browserZip(), { [ARCHIVE]: "" }));
  url.username = "user";
  url.password = "geheim";
  use(url.href);
  const { message } = await failure();
  expect(message).toContain("404");
  expect(message).not.toContain("geheim");
  use("ftp://example.com");
  expect(await failure()).toMatchObject({ code: "usage" });
});

test("refuses a browser that does not run", async () => {
  const broken = browserZip({
    [`${SHELL}/chrome-headless-shell`]: ["#!/bin/sh\necho no such luck >&2\nexit 1\n", 0o100755],
  });
  expect(await failure({ from: write("broken.zip", broken) })).toMatchObject({
    code: "launch",
    message: expect.stringContaining("no such luck"),
  });
  expect(inBrowsers()).toEqual([]);
});

test.skipIf(process.platform !== "linux")(
  "missing libraries are named, and the browser stays for when they are there",
  async () => {
    const says = "error while loading shared libraries: libnothere.so.7: cannot open shared object file";
    const broken = browserZip({
      [`${SHELL}/chrome-headless-shell`]: [`#!/bin/sh\necho "${says}" >&2\nexit 127\n`, 0o100755],
    });
    const failed = await failure({ from: write("broken.zip", broken), build: VERSION });
    expect(failed).toMatchObject({
      code: "launch",
      message: expect.stringContaining("lacks libnothere.so.7"),
    });
    expect(failed.hint).toMatch(/libnothere/);
    expect(managed()).toHaveLength(1);
  },
);

test("removes leftovers of killed installs, and not those of running ones", async () => {
  const dead = join(browsersFolder(home), ".install-dead");
  const living = join(browsersFolder(home), ".install-living");
  for (const folder of [dead, living]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(dead, "owner.json"), JSON.stringify({ pid: process.pid, start: "another" }));
  writeFileSync(join(living, "owner.json"), JSON.stringify(identify(process.pid)));
  await installHere({ from: write("archive.zip", browserZip()) });
  expect(inBrowsers().sort()).toEqual([".install-living", `chrome-headless-shell-${VERSION}`]);
});

test("uses the archive names of Chrome for Testing", () => {
  expect(archivePlatform("linux", "x64")).toBe("linux64");
  expect(archivePlatform("darwin", "arm64")).toBe("mac-arm64");
  expect(archivePlatform("win32", "ia32")).toBe("win32");
  expect(archivePlatform("linux", "arm64")).toBeUndefined();
});

test("doctor reports a fake browser that install accepted", async () => {
  await using t = await fixture();
  expect(await t.svc("doctor")).toMatchObject({ status: "healthy" });
  expect(await t.text("doctor")).toMatch(/✓ start: .* started and responded/);
  const from = join(t.folder, "archive.zip");
  writeFileSync(from, browserZip());
  expect((await t.fails("install", "--from", from, "--sha256", "0".repeat(64))).code).toBe("download");
  expect(await t.svc("install", "--from", from)).toMatchObject({ version: VERSION, source: "file" });
  const sick = await t.fails("doctor");
  expect(sick.code).toBe("unhealthy");
  expect(sick.message).toContain("✗ start");
});

test("doctor reports an unreadable settings file and its repair", async () => {
  await using t = await fixture();
  writeFileSync(join(t.home, "config.json"), "{");
  const sick = await t.fails("doctor");
  expect(sick.code).toBe("unhealthy");
  expect(sick.message).toContain("✗ config");
  expect(sick.hint).toContain("config.json.bad");
});
