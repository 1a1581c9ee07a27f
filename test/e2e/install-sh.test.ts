/**
 * install.sh, as a user runs it, against releases served on this machine. The program in them is a shell script that
 * says its version, and the system it is installed on is told by a false `uname` and `ldd`.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const SCRIPT = join(import.meta.dir, "..", "..", "install.sh");

/** A folder with a space in its name, as a user may have one. */
const root = mkdtempSync(join(tmpdir(), "svc install-"));

let server: ReturnType<typeof Bun.serve>;
let home = "";
/** What the server serves, by path. */
let release: Record<string, string> = {};
/** The paths that were asked for. */
let asked: string[] = [];

function program(version: string, install = 'echo "browser: already there"'): string {
  return `#!/bin/sh
case $1 in
  --version) echo "svc ${version}" ;;
  install) ${install} ;;
  *) exit 2 ;;
esac
`;
}

function sha256(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

function publish(name: string, content: string): void {
  release = {
    [`/${name}`]: content,
    "/SHA256SUMS": `${sha256("other")}  svc-other\n${sha256(content)}  ${name}\n`,
  };
}

function tool(folder: string, name: string, body: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
}

interface Run {
  code: number;
  out: string;
  err: string;
}

interface RunOptions {
  env?: Record<string, string | undefined>;
  /** Given to the shell on its standard input, as `curl | sh` does, in place of the file. */
  piped?: string;
  shell?: string[];
  cwd?: string;
  script?: string;
}

const BASE_ENV = {
  LANG: "C",
  SHELL: "/bin/bash",
  TMPDIR: join(root, "tmp"),
  TEST_SYSTEM: "Linux",
  TEST_MACHINE: "x86_64",
  TEST_LDD: "ldd (GNU libc) 2.40",
};

async function install(args: string[], options: RunOptions = {}): Promise<Run> {
  const { env = {}, piped, shell = ["sh"], cwd = root, script = SCRIPT } = options;
  const child = Bun.spawn([...shell, ...(piped === undefined ? [script] : ["-s", "--"]), ...args], {
    cwd,
    env: {
      ...BASE_ENV,
      HOME: home,
      PATH: `${join(root, "tools")}:${process.env.PATH}`,
      SVC_INSTALL_BASE: server.url.href,
      ...env,
    },
    stdin: piped === undefined ? "ignore" : new Blob([piped]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, out, err };
}

/** Refused with one line, and nothing is left of the attempt. */
function expectRefusal({ code, out, err }: Run, message: string): void {
  expect({ code, out }).toEqual({ code: 1, out: "" });
  const lines = err
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("downloading "));
  expect(lines).toEqual([expect.stringContaining(message)]);
  expect(readdirSync(home)).toEqual([]);
}

const target = () => join(home, ".svc", "bin", "svc");

beforeAll(() => {
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      const content = release[pathname];
      return content === undefined ? new Response("not here", { status: 404 }) : new Response(content);
    },
  });
  mkdirSync(join(root, "tmp"));
  tool(join(root, "tools"), "uname", 'case $1 in -s) echo "$TEST_SYSTEM" ;; -m) echo "$TEST_MACHINE" ;; esac');
  tool(join(root, "tools"), "ldd", 'echo "$TEST_LDD"');
  tool(join(root, "tools"), "getconf", "echo 64");
  tool(join(root, "tools"), "sysctl", "echo 0");
});

beforeEach(() => {
  home = mkdtempSync(join(root, "home-"));
  asked = [];
  publish("svc-linux-x64", program("1.2.3"));
});

afterAll(() => {
  server.stop(true);
  rmSync(root, { recursive: true, force: true });
});

const SHELLS = ["sh", "dash", "busybox sh", "bash"].filter((shell) => Bun.which(shell.replace(" sh", "")));

test.each(SHELLS)("installs from a server, run by %s", async (shell) => {
  const { code, out, err } = await install([], { shell: shell.split(" ") });
  expect({ code, err }).toEqual({ code: 0, err: `downloading ${server.url.href}svc-linux-x64\n` });
  expect(readFileSync(target(), "utf8")).toBe(program("1.2.3"));
  expect(statSync(target()).mode & 0o777).toBe(0o755);
  expect(out).toContain(`installed ${target()}\nsvc 1.2.3\n`);
  expect(out).toContain("browser: already there");
  expect(readdirSync(dirname(target()))).toEqual(["svc"]);
  expect(readdirSync(join(root, "tmp"))).toEqual([]);
});

test("makes the home of svc private", async () => {
  await install([]);
  expect(statSync(join(home, ".svc")).mode & 0o777).toBe(0o700);
});

test("installs when it is piped into a shell, with options", async () => {
  const { code, out } = await install(["--dir", join(home, "my bin"), "--no-browser"], {
    piped: readFileSync(SCRIPT, "utf8"),
  });
  expect(code).toBe(0);
  expect(out).toContain(`installed ${join(home, "my bin", "svc")}`);
  expect(out).not.toContain("browser:");
});

test("installs from a folder", async () => {
  const folder = join(home, "a release");
  mkdirSync(folder);
  for (const [path, content] of Object.entries(release)) writeFileSync(join(folder, path), content);
  for (const base of [`file://${folder}`, `file://${folder.replaceAll(" ", "%20")}/`]) {
    const dir = mkdtempSync(join(home, "bin-"));
    const { code } = await install(["--dir", dir], { env: { SVC_INSTALL_BASE: base } });
    expect(code).toBe(0);
    expect(readdirSync(dir)).toEqual(["svc"]);
  }
  expect(asked).toEqual([]);
});

test("downloads with wget where there is no curl", async () => {
  if (!Bun.which("wget")) return;
  const env = { PATH: pathWithout("curl") };
  delete release["/svc-linux-x64"];
  expectRefusal(await install([], { env }), `cannot download ${server.url.href}svc-linux-x64: `);
  publish("svc-linux-x64", program("1.2.3"));
  expect((await install([], { env })).code).toBe(0);
  expect(readFileSync(target(), "utf8")).toBe(program("1.2.3"));
});

test("says so where there is neither", async () => {
  expectRefusal(await install([], { env: { PATH: pathWithout("curl", "wget") } }), "neither curl nor wget");
});

test("refuses to install what it cannot check", async () => {
  const PATH = pathWithout("sha256sum", "shasum");
  expectRefusal(await install([], { env: { PATH } }), "neither sha256sum nor shasum");
});

test("refuses a file that is not the one of SHA256SUMS", async () => {
  release["/svc-linux-x64"] = program("6.6.6");
  expectRefusal(await install([]), `the SHA-256 of ${server.url.href}svc-linux-x64 is ${sha256(program("6.6.6"))}`);
});

test("refuses a file without an entry in SHA256SUMS", async () => {
  release["/SHA256SUMS"] = `${sha256(program("1.2.3"))}  svc-linux-x64-musl\n`;
  expectRefusal(await install([]), "has no entry for svc-linux-x64: nothing was installed");
  expect(asked).toEqual(["/SHA256SUMS"]);
});

test("refuses a release that is not there", async () => {
  delete release["/svc-linux-x64"];
  expectRefusal(await install([]), `cannot download ${server.url.href}svc-linux-x64: `);
  release = {};
  expectRefusal(await install([]), `cannot download ${server.url.href}SHA256SUMS: `);
});

test("refuses a program that does not start, and keeps the one that was there", async () => {
  await install([]);
  publish("svc-linux-x64", "#!/bin/sh\nexit 1\n");
  const { code, err } = await install([]);
  expect(code).toBe(1);
  expect(err).toContain("svc does not start on this machine: nothing was installed");
  expect(readFileSync(target(), "utf8")).toBe(program("1.2.3"));
  expect(readdirSync(dirname(target()))).toEqual(["svc"]);
});

test("takes the sums of sha256sum's binary mode, of other tools, and of Windows", async () => {
  release["/SHA256SUMS"] = `${sha256(program("1.2.3")).toUpperCase()} *svc-linux-x64\r\n`;
  expect((await install([])).code).toBe(0);
});

test("a script that was cut short does nothing", async () => {
  const whole = readFileSync(SCRIPT, "utf8");
  const ends = Array.from({ length: 40 }, (_, n) => Math.floor((whole.length * n) / 40));
  // Where a cut would be worst: right before and within the last lines, which start it all.
  ends.push(
    whole.indexOf('main "$@"'),
    whole.indexOf('main "$@"') + 4,
    whole.lastIndexOf("exit"),
    whole.lastIndexOf("}"),
  );
  for (const end of ends) {
    const { out } = await install([], { piped: whole.slice(0, end) });
    expect({ end, out, home: readdirSync(home), asked }).toEqual({ end, out: "", home: [], asked: [] });
  }
});

test("does not build what lies in the current folder when it is piped into a shell", async () => {
  const folder = checkout("echo built >built");
  const { code, err } = await install([], {
    piped: readFileSync(SCRIPT, "utf8"),
    cwd: folder,
    env: { SVC_INSTALL_BASE: undefined },
  });
  expect(code).toBe(1);
  expect(err).toContain("SVC_INSTALL_BASE is not set");
  expect(existsSync(join(folder, "built"))).toBe(false);
});

test("builds and installs in a checkout", async () => {
  const folder = checkout('cd "$(dirname "$0")/.." && mkdir -p dist && cp program dist/svc && echo "built $1" >&2');
  writeFileSync(join(folder, "program"), program("9.9.9"), { mode: 0o755 });
  const options = { env: { SVC_INSTALL_BASE: undefined }, script: join(folder, "install.sh") };
  const { code, out, err } = await install([], options);
  expect({ code, err }).toEqual({ code: 0, err: "built build.ts\n" });
  expect(out).toContain(`installed ${target()}\nsvc 9.9.9\n`);
  expect(asked).toEqual([]);
});

test("says when the build fails", async () => {
  const folder = checkout("exit 3");
  const options = { env: { SVC_INSTALL_BASE: undefined }, script: join(folder, "install.sh") };
  expectRefusal(await install([], options), "the build failed");
});

test("replaces a program that runs", async () => {
  mkdirSync(dirname(target()), { recursive: true });
  copyFileSync(process.execPath, target());
  chmodSync(target(), 0o755);
  await using running = Bun.spawn([target(), "-e", "console.log(1); await Bun.stdin.text()"], {
    stdin: "pipe",
    stdout: "pipe",
  });
  await running.stdout.getReader().read();
  const { code } = await install([]);
  expect(code).toBe(0);
  expect(running.exitCode).toBe(null);
  expect(readFileSync(target(), "utf8")).toBe(program("1.2.3"));
});

test("replaces a link and leaves what it leads to", async () => {
  const elsewhere = join(home, "elsewhere");
  writeFileSync(elsewhere, "mine");
  mkdirSync(dirname(target()), { recursive: true });
  symlinkSync(elsewhere, target());
  expect((await install([])).code).toBe(0);
  expect(readFileSync(elsewhere, "utf8")).toBe("mine");
  expect(readFileSync(target(), "utf8")).toBe(program("1.2.3"));
});

test("refuses to install over a folder", async () => {
  mkdirSync(target(), { recursive: true });
  const { code, err } = await install([]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`${target()} is a folder`) });
  expect(readdirSync(target())).toEqual([]);
});

test("installs where it is told: --dir, then SVC_INSTALL_DIR, then SVC_HOME", async () => {
  const [first, second, third] = [join(home, "1"), join(home, "2"), join(home, "3")];
  const env = { SVC_INSTALL_DIR: second, SVC_HOME: third };
  expect((await install([`--dir=${first}`], { env })).out).toContain(`installed ${first}/svc\n`);
  expect((await install([], { env })).out).toContain(`installed ${second}/svc\n`);
  expect((await install([], { env: { SVC_HOME: third } })).out).toContain(`installed ${third}/bin/svc\n`);
  expect((await install(["--dir", "4/5/"], { cwd: home })).out).toContain(`installed ${home}/4/5/svc\n`);
  expect((await install(["--dir", join(home, "6")], { env: { HOME: undefined } })).code).toBe(0);
  expect((await install([], { env: { HOME: undefined } })).err).toContain("HOME is not set");
});

test.each([
  ["Linux", "x86_64", "ldd (GNU libc) 2.40", "svc-linux-x64"],
  ["Linux", "aarch64", "ldd (GNU libc) 2.40", "svc-linux-arm64"],
  ["Linux", "x86_64", "musl libc (x86_64)", "svc-linux-x64-musl"],
  ["Linux", "arm64", "musl libc (aarch64)", "svc-linux-arm64-musl"],
  ["Darwin", "x86_64", "", "svc-darwin-x64"],
  ["Darwin", "arm64", "", "svc-darwin-arm64"],
  ["MINGW64_NT-10.0-22631", "x86_64", "", "svc-windows-x64.exe"],
])("on %s %s (%s) it installs %s", async (TEST_SYSTEM, TEST_MACHINE, TEST_LDD, name) => {
  publish(name, program("1.2.3"));
  const env = { TEST_SYSTEM, TEST_MACHINE, TEST_LDD };
  const first = await install([], { env });
  // The second time there is one to replace.
  const second = await install([], { env });
  expect({ first: first.code, second: second.code, asked }).toEqual({
    first: 0,
    second: 0,
    asked: ["/SHA256SUMS", `/${name}`, "/SHA256SUMS", `/${name}`],
  });
});

test("refuses systems without a build", async () => {
  expectRefusal(await install([], { env: { TEST_SYSTEM: "SunOS" } }), "there is no build for SunOS");
  expectRefusal(await install([], { env: { TEST_MACHINE: "armv7l" } }), "there is no build for Linux on armv7l");
  expect(asked).toEqual([]);
});

test.each([
  ["/bin/bash", "Linux", ".bashrc", (dir: string) => `export PATH="${dir}":"$PATH"`],
  ["/bin/bash", "Darwin", ".bash_profile", (dir: string) => `export PATH="${dir}":"$PATH"`],
  ["/usr/bin/zsh", "Linux", ".zshrc", (dir: string) => `export PATH="${dir}":"$PATH"`],
  ["/usr/bin/fish", "Linux", ".config/fish/config.fish", (dir: string) => `fish_add_path "${dir}"`],
  ["/bin/sh", "Linux", ".profile", (dir: string) => `export PATH="${dir}":"$PATH"`],
])("adds the folder to PATH for %s on %s only when asked, and once", async (SHELL, TEST_SYSTEM, file, lineFor) => {
  publish("svc-darwin-x64", program("1.2.3"));
  if (TEST_SYSTEM === "Linux") publish("svc-linux-x64", program("1.2.3"));
  const env = { SHELL, TEST_SYSTEM };
  const rc = join(home, file);
  const line = lineFor(dirname(target()));
  expect((await install([], { env })).out).toContain(`Add this line to ${rc}:\n\n  ${line}\n`);
  expect(existsSync(rc)).toBe(false);
  mkdirSync(dirname(rc), { recursive: true });
  writeFileSync(rc, "# mine, without an end of line");
  await install(["--add-path"], { env });
  await install(["--add-path"], { env });
  expect(readFileSync(rc, "utf8")).toBe(`# mine, without an end of line\n${line}\n`);
});

test("the line for PATH holds for a folder with a strange name", async () => {
  const dir = join(home, 'a $HOME "b" `c` \\d');
  await install(["--dir", dir, "--add-path"]);
  const shown = Bun.spawnSync(["sh", "-c", '. "$HOME/.bashrc" && command -v svc'], {
    env: { ...process.env, HOME: home },
  });
  expect(shown.stdout.toString()).toBe(`${dir}/svc\n`);
});

test("says nothing of PATH when the folder is in it, but warns of another svc before it", async () => {
  const dir = join(home, "bin");
  const PATH = `${join(root, "tools")}:${dir}:${process.env.PATH}`;
  expect(await install(["--dir", dir], { env: { PATH } })).toMatchObject({
    code: 0,
    out: expect.not.stringContaining("PATH"),
  });
  tool(join(home, "other"), "svc", "exit 0");
  const { err } = await install(["--dir", dir], { env: { PATH: `${join(home, "other")}:${PATH}` } });
  expect(err).toContain(`another svc comes before it in PATH: ${join(home, "other", "svc")}`);
});

test("a browser that cannot be installed is a warning", async () => {
  publish("svc-linux-x64", program("1.2.3", "echo 'Error: no network' >&2; exit 1"));
  const { code, err } = await install([]);
  expect(code).toBe(0);
  expect(err).toContain(`warning: no browser was installed; when you need one, run: ${target()} install`);
});

test("shows its help, and refuses options that it does not know", async () => {
  expect(await install(["--help"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("--add-path"),
    err: "",
  });
  expectRefusal(await install(["--prefix=/usr"]), "unknown option '--prefix=/usr'");
  expectRefusal(await install(["--dir"]), "--dir needs a folder");
  expectRefusal(await install([], { env: { SVC_INSTALL_BASE: "ftp://example.com" } }), "must begin with https://");
  expect(asked).toEqual([]);
});

/** A folder that install.sh takes for a checkout of svc, with this as its scripts/dev. */
function checkout(dev: string): string {
  const folder = mkdtempSync(join(root, "checkout-"));
  mkdirSync(join(folder, "scripts"));
  writeFileSync(join(folder, "package.json"), '{\n  "name": "svc",\n  "version": "9.9.9"\n}\n');
  writeFileSync(join(folder, "scripts", "dev"), `#!/bin/sh\n${dev}\n`);
  copyFileSync(SCRIPT, join(folder, "install.sh"));
  return folder;
}

/** Everything that install.sh may call. */
const TOOLS = "awk cat chmod cp curl dirname grep mkdir mktemp mv rm sed sh sha256sum shasum tail tr wget".split(" ");

/** A PATH with what install.sh may call, but these. */
function pathWithout(...names: string[]): string {
  const folder = mkdtempSync(join(root, "path-"));
  for (const name of TOOLS) {
    const path = Bun.which(name);
    if (path && !names.includes(name)) symlinkSync(path, join(folder, name));
  }
  return `${join(root, "tools")}:${folder}`;
}
