/**
 * `npm test`: builds, checks, then runs the tests in several parts, two side by side. The tests of the commands go through the
 * executable. At the end a report fails when a command was never run, a failure never produced, or a process or folder left.
 * The last line is `N passed, N failed`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { chooseBrowser, findBrowsers } from "../src/browser/launch/find.ts";
import { commands } from "../src/commands/index.ts";
import { FAILURES } from "../src/errors.ts";
import { startTime } from "../src/lib/process.ts";
import { type Postgres, postgresPrograms, startPostgres } from "./platform/databases.ts";

const ROOT = `/tmp/svct-${process.pid}`;
const COVERED = join(ROOT, "covered.jsonl");
/** Browsers that a test run had to install. */
const CACHE = join(import.meta.dir, "..", ".cache", "home");
const only = process.argv.slice(2);

/**
 * Tests that may fail at first and pass at their second attempt, in the whole run. On a busy machine one of the thousands of
 * tests with a browser meets a limit now and then. Each is named; more of them are a failure.
 */
const MOST_UNSTABLE = 3;

let passed = 0;
let failed = 0;
const unstable: string[] = [];

function result(ok: boolean, what: string, detail = ""): void {
  if (ok) passed++;
  else failed++;
  console.log(`${ok ? "ok  " : "FAIL"} ${what}${detail ? `\n${detail}` : ""}`);
}

async function step(what: string, command: string[], env: Record<string, string> = {}): Promise<boolean> {
  const { code, output } = await collect(command, env);
  result(code === 0, what, code === 0 ? "" : output);
  return code === 0;
}

async function collect(command: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = Bun.spawn(command, {
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, output: out + err };
}

/**
 * One run of bun's test runner: its own counts are added, and its failures shown. Most tests wait for a browser most of
 * the time, so that several workers on one core still gain.
 */
async function suite(what: string, files: string[], env: Record<string, string>, workers = 1): Promise<void> {
  if (files.length === 0) return;
  const log = join(ROOT, `${what.replaceAll(" ", "-")}.log`);
  const parallel = workers > 1 ? [`--parallel=${workers}`, "--no-isolate"] : [];
  const since = performance.now();
  const { code, output } = await collect(
    [process.execPath, "test", "--timeout", "60000", "--retry=1", ...parallel, ...files],
    {
      ...env,
      SVC_TEST_ROOT: ROOT,
      SVC_TEST_COVERED: COVERED,
      SVC_TEST_LOG: log,
    },
  );
  const count = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}\\s*$`, "m").exec(output)?.[1] ?? 0);
  passed += count("pass");
  failed += count("fail");
  for (const [, name = ""] of output.matchAll(/^\(pass\) (.*) \(attempt 2\)/gm)) unstable.push(name);
  const broken = code !== 0 && count("fail") === 0;
  if (broken) failed++;
  const minutes = ((performance.now() - since) / 60_000).toFixed(1);
  console.log(
    `${code === 0 ? "ok  " : "FAIL"} ${what}: ${count("pass")} passed, ${count("fail")} failed, ${minutes} min`,
  );
  for (const [, steps] of output.matchAll(/^widgets: (.*)$/gm)) console.log(`     ${steps}`);
  if (code !== 0) console.log(failures(output));
  if (code !== 0 && existsSync(log))
    console.log(`what servers logged meanwhile:\n${linesWithout(readFileSync(log, "utf8"), /^\S+ server info /)}`);
  rmSync(log, { force: true });
}

/** The names of the failed tests, then all that was printed but for the passed ones and the names of files. */
function failures(output: string): string {
  const names = output.split("\n").filter((line) => line.startsWith("(fail)"));
  return [...names, linesWithout(output, /^(\(pass\).*|\S+\.test\.ts:|)$/)].join("\n");
}

function linesWithout(text: string, what: RegExp): string {
  return text
    .split("\n")
    .filter((line) => !what.test(line))
    .join("\n");
}

function testFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && !name.includes("node_modules"))
    .map((name) => `./${join(folder, name)}`)
    .filter((name) => only.length === 0 || only.some((part) => name.includes(part)))
    .sort();
}

/** Of the tests of commands, those that go through the MCP server, too: a bit of each kind, in well under a minute. */
function isShort(name: string): boolean {
  return /\/(example|cookies|dialog|eval|keys|screenshot|tab|upload)\.test\.ts$/.test(name);
}

/**
 * A headless shell for nearly all tests, and a full browser for those about the user's own. What is missing is installed:
 * from the system's packages where there are any, else below `.cache`, and then named by SVC_BROWSER.
 */
async function browsersReady(): Promise<void> {
  for (const headed of [false, true]) {
    try {
      chooseBrowser(CACHE, headed);
      continue;
    } catch {
      console.log(`no ${headed ? "full browser" : "browser"} on this machine: installing one`);
    }
    const line = ["install", ...(headed ? ["--headed"] : [])];
    const { code, output } = await collect([process.execPath, "src/main.ts", ...line], { SVC_HOME: CACHE });
    if (code !== 0) console.log(output);
  }
  const managed = findBrowsers(CACHE).filter(({ origin }) => origin === "managed");
  const shell = managed.find(({ name }) => name === "headless-shell");
  const full = managed.find(({ name }) => name === "chrome");
  if (shell && !findBrowsers("/nowhere").some(({ name }) => name === "headless-shell"))
    process.env.SVC_BROWSER = shell.path;
  if (full) process.env.SVC_TEST_CHROME = full.path;
}

/**
 * A program that some tests need, from its Debian package where this is Debian and we may install. Where it cannot be had,
 * those tests leave themselves out, and that is told.
 */
async function needed(program: string, debianPackage: string, what: string, isThere = () => onPath(program)) {
  if (process.platform !== "linux" || isThere()) return;
  if (process.getuid?.() === 0 && Bun.which("apt-get")) {
    console.log(`no ${program} on this machine: installing it`);
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await collect(["apt-get", "update"], env);
    await collect(["apt-get", "install", "-y", "--no-install-recommends", debianPackage], env);
  }
  if (!isThere()) console.log(`left out: ${what}, for want of ${program}`);
}

/**
 * What the tests of the SDKs use besides: tools from npm with a lockfile of their own, and pydantic. Without them the tests
 * that need them are skipped, so a failed install of the tools fails the run. pydantic is left out where pip cannot install it.
 */
async function sdkTools(): Promise<void> {
  if (testFiles("test/sdk").length === 0) return;
  const folder = join(import.meta.dir, "sdk/tools");
  const installed = join(folder, "node_modules/.package-lock.json");
  const isCurrent =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(folder, "package-lock.json")).mtimeMs;
  const npm = ["npm", "ci", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error"];
  const python = join(import.meta.dir, "..", ".cache/python");
  const pip = ["python3", "-m", "pip", "install", "--quiet", "--retries", "0", "--target", python, "pydantic==2.13.5"];
  const [, pydantic] = await Promise.all([
    isCurrent ? true : step("tools of the SDK tests", npm),
    existsSync(join(python, "pydantic")) ? undefined : collect(pip, {}),
  ]);
  if (pydantic && pydantic.code !== 0) console.log("left out: classes of pydantic, for want of pydantic");
}

/** The parts of the tests, longest first. Without an executable the tests of the commands run in-process. */
function partsOf(built: boolean, platform: string[], postgres: Postgres | undefined): Parameters<typeof suite>[] {
  const unit = testFiles("test").filter((name) => !/^\.\/test\/(e2e|mcp|platform|widgets)\//.test(name));
  const byCommand = unit.filter((name) => name.startsWith("./test/commands/") || name.endsWith("example.test.ts"));
  const others = built ? unit.filter((name) => !byCommand.includes(name)) : unit;
  const inProcess = { SVC_TEST_MODE: "in-process" };
  const database = postgres ? { SVC_TEST_POSTGRES: postgres.addressOf("postgres") } : {};
  const executable = { SVC_TEST_MODE: "executable" };
  const ifBuilt = (files: string[]) => (built ? files : []);
  return [
    ["in-process", others, inProcess, 2],
    ["through the executable", ifBuilt(byCommand), executable, 2],
    ["end to end", ifBuilt([...testFiles("test/e2e"), ...testFiles("test/mcp")]), executable, 2],
    ["the platform", platform, { ...inProcess, ...database }, 2],
    ["widget libraries", testFiles("test/widgets"), inProcess, 2],
    ["as MCP tools", ifBuilt(byCommand.filter(isShort)), { SVC_TEST_MODE: "mcp" }],
  ];
}

function onPath(program: string): boolean {
  return Bun.which(program, { PATH: `${process.env.PATH}:/usr/sbin` }) !== null;
}

/** Processes that mention the folder of this run: daemons and browsers of tests. */
function leftProcesses(): string[] {
  const { stdout } = Bun.spawnSync(["ps", "-eo", "pid=,args="]);
  return stdout
    .toString()
    .split("\n")
    .filter(
      (line) => line.includes(ROOT) && !line.includes("ps -eo") && startTime(Number.parseInt(line, 10)) !== undefined,
    );
}

function report(): void {
  if (only.length > 0) return;
  const covered = existsSync(COVERED)
    ? readFileSync(COVERED, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { command: string; code: string })
    : [];
  const neverRun = commands.map(({ name }) => name).filter((name) => !covered.some((one) => one.command === name));
  result(neverRun.length === 0, "every command was run", neverRun.join(", "));
  const neverFailed = Object.keys(FAILURES).filter((code) => !covered.some((one) => one.code === code));
  result(neverFailed.length === 0, "every failure was produced", neverFailed.join(", "));
}

function leaks(): void {
  const processes = leftProcesses();
  result(processes.length === 0, "no process was left", processes.join("\n"));
  const folders = readdirSync(ROOT).filter((name) => name !== "covered.jsonl");
  // What lies in them tells which test it was.
  const inside = (name: string) =>
    statSync(join(ROOT, name)).isDirectory()
      ? readdirSync(join(ROOT, name), { recursive: true, encoding: "utf8" }).slice(0, 20)
      : [];
  result(folders.length === 0, "no folder was left", folders.flatMap((name) => [name, ...inside(name)]).join("\n"));
}

mkdirSync(ROOT, { recursive: true, mode: 0o700 });
/** One for the whole run: each takes seconds to be made. */
let postgres: Postgres | undefined;
try {
  await browsersReady();
  await needed("Xvfb", "xvfb", "the tests with a window");
  await needed("ip", "iproute2", "the count of what browsers send unasked");
  await needed("sshd", "openssh-server", "tunnels through ssh");
  await needed("zsh", "zsh", "completion in zsh");
  await needed("fish", "fish", "completion in fish");
  await needed("groff", "groff", "the look at the manual page");
  await needed("minisign", "minisign", "the look at signatures by minisign itself");
  await needed("shellcheck", "shellcheck", "the look at install.sh by shellcheck");
  await needed("busybox", "busybox", "install.sh in the shell of BusyBox");
  await needed("lintian", "lintian", "the look at the .deb by lintian");
  await needed("ruby", "ruby", "the look at the formula for Homebrew");
  await needed("nix-instantiate", "nix-bin", "the look at the flake for Nix");
  await needed("postgres", "postgresql", "the platform on PostgreSQL", () => postgresPrograms() !== undefined);
  const tools = sdkTools();
  const built = await step("build", [process.execPath, "build.ts"]);
  if (only.length === 0) await step("format, lint, types, generated files", [process.execPath, "scripts/check.ts"]);
  await tools;
  const platform = testFiles("test/platform");
  if (platform.length > 0 && postgresPrograms() !== undefined) postgres = await startPostgres();
  const parts = partsOf(built, platform, postgres);
  const lane = async () => {
    for (let part = parts.shift(); part; part = parts.shift()) await suite(...part);
  };
  await Promise.all([lane(), lane()]);
  await Bun.sleep(300);
  leaks();
  report();
  if (unstable.length > 0)
    result(
      unstable.length <= MOST_UNSTABLE,
      `${unstable.length} tests passed at the second attempt`,
      unstable.join("\n"),
    );
} finally {
  await postgres?.[Symbol.asyncDispose]();
  rmSync(ROOT, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
