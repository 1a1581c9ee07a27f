/** Output streams and exit codes of the executable. */

import { expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXECUTABLE, execute, write } from "../fixture.ts";
import { temporaryFolder } from "../support/folder.ts";
import { runProgram } from "../support/program.ts";
import { homeFixture } from "./home-fixture.ts";

/** Lines of a failure's stderr; checks that there is no stack trace. */
function errorLines(stderr: string): string[] {
  const lines = stderr.trimEnd().split("\n");
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(lines[0]).toStartWith("Error: ");
  return lines;
}

test("--version prints version, commit, Bun and platform without touching the home", async () => {
  await using h = homeFixture();
  for (const flag of ["--version", "-V"]) {
    const { code, stdout, stderr } = await h.run(flag);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^svc \d+\.\d+\.\d+ \([0-9a-f]+(-changed)?\) bun \d+\.\d+\.\d+ \w+-\w+\n$/);
  }
});

test("help of the program, a group and a command goes to stdout with exit code 0", async () => {
  await using h = homeFixture();
  expect((await h.run()).stdout).toContain("Usage: svc");
  expect((await h.run("--help")).stdout).toContain("Usage: svc");
  expect((await h.run("tab", "--help")).stdout).toContain("tab switch");
  expect((await h.run("click", "--help")).stdout).toContain("Usage: svc click");
  expect((await h.run("--help", "cookies", "set")).stdout).toContain("--same-site");
  expect(JSON.parse((await h.run("--help", "--json")).stdout)).toMatchObject({
    success: true,
    data: { help: expect.stringContaining("Usage: svc") },
  });
  for (const argv of [[], ["--help"], ["tab", "--help"], ["click", "-h"]])
    expect(await h.run(...argv)).toMatchObject({ code: 0, stderr: "" });
});

test("usage errors exit with 2, print on stderr only and start no daemon", async () => {
  await using h = homeFixture();
  const lines = [
    ["frobnicate"],
    ["clik", "1"],
    ["state", "--frobnicate"],
    ["open"],
    ["open", "a.com", "b.com"],
    ["click", "one"],
    ["click", "-1"],
    ["click", "1", "2", "3"].slice(0, 2).concat("x"),
    ["state", "--timeout", "soon"],
    ["state", "--timeout", "0"],
    ["state", "--timeout", "2147483648"],
    ["--session", "../x", "state"],
    ["--session", "", "state"],
    ["--session", "a b", "state"],
    ["--cdp-url", "nonsense", "state"],
    ["--cdp-url", "ftp://host", "state"],
    ["--cdp-url", "http://127.0.0.1:1", "--profile", "x", "state"],
    ["config", "set", "no_such_key", "1"],
    ["config", "set", "idle_timeout", "soon"],
    ["eval", "javascript", "--file", "x.js"].slice(0, 1).concat("--bogus"),
  ];
  for (const argv of lines) {
    const { code, stdout, stderr } = await h.run(...argv);
    expect([argv, code, stdout]).toEqual([argv, 2, ""]);
    expect(errorLines(stderr).length).toBeLessThanOrEqual(3);
    expect(await h.json(...argv)).toMatchObject({ success: false, code: "usage", exit: 2 });
  }
  expect((await h.json("sessions")).data.sessions).toEqual([]);
});

test("--json prints a failure as one line on stdout", async () => {
  await using h = homeFixture();
  await h.run("open", "about:blank");
  const { stdout, stderr, code } = await h.run("get", "text", "7", "--json");
  expect(stderr).toBe("");
  expect(code).toBe(3);
  expect(stdout.endsWith("\n")).toBe(true);
  expect(JSON.parse(stdout)).toEqual({
    success: false,
    error: expect.any(String),
    code: "not_found",
    hint: "Run `svc state` to see the elements and their indices.",
  });
});

test("text and JSON output of the same failure have the same exit code", async () => {
  await using h = homeFixture();
  await h.json("open", "data:text/html,<button disabled>x</button>");
  await h.json("state");
  for (const argv of [
    ["click", "1"],
    ["click", "9"],
    ["get", "html", "--selector", "nope"],
    ["wait", "text", "zz", "--timeout", "200"],
    ["eval", "throw 1"],
    ["tab", "switch", "7"],
  ]) {
    const asText = await h.run(...argv);
    const asJson = await h.json(...argv);
    expect([argv, asText.stdout, asJson.exit]).toEqual([argv, "", asText.code]);
    expect(asText.code).toBeGreaterThan(0);
    errorLines(asText.stderr);
  }
});

test("__daemon with invalid input on stdin exits with a usage error", async () => {
  await using h = homeFixture();
  for (const stdin of [undefined, "", "{", "[]", '{"home":7}', '{"home":"/x","name":"a","nonce":"b"}']) {
    const { code, stdout, stderr } = await execute(["__daemon"], h.env, stdin === undefined ? {} : { stdin });
    expect([stdin, code, stdout]).toEqual([stdin, 2, ""]);
    expect(errorLines(stderr)).toHaveLength(2);
  }
});

test("a stale index reports what the element was", async () => {
  await using h = homeFixture();
  await h.json("open", "data:text/html,<button>Save me</button>");
  await h.json("state");
  await h.json("open", "data:text/html,<button>Other</button>");
  expect(await h.json("click", "1")).toMatchObject({
    code: "stale",
    exit: 3,
    error: expect.stringContaining('<button> "Save me"'),
  });
});

test("relative paths refer to the caller's folder, not the daemon's", async () => {
  await using h = homeFixture();
  const [one, two] = [join(h.home, "..", "one"), join(h.home, "..", "two")];
  for (const folder of [one, two]) mkdirSync(folder);
  writeFileSync(join(two, "page.html"), "<title>by path</title>");
  await execute(["open", "about:blank"], h.env, { cwd: one });
  expect((await execute(["open", "page.html"], h.env, { cwd: two })).stdout).toContain("title: by path");
  await execute(["screenshot", "shot.png"], h.env, { cwd: two });
  expect(readFileSync(join(two, "shot.png")).subarray(1, 4).toString()).toBe("PNG");
});

test("files that cannot be read or written fail with a reason", async () => {
  await using h = homeFixture();
  await h.json("open", "data:text/html,<input type=file>");
  await h.json("state");
  const folder = join(h.home, "..");
  expect(await h.json("screenshot", "/no/such/folder/x.png")).toMatchObject({ code: "not_found", exit: 3 });
  expect(await h.json("screenshot", "/proc/x.png")).toMatchObject({ code: expect.stringMatching(/io|not_found/) });
  expect(await h.json("screenshot", folder)).toMatchObject({ code: "io", exit: 1 });
  expect(await h.json("cookies", "export", "/dev/full/x")).toMatchObject({ success: false });
  expect(await h.json("upload", "1", "/no/such/file")).toMatchObject({ code: "not_found", exit: 3 });
  expect(await h.json("upload", "1", folder)).toMatchObject({ code: "bad_file", exit: 1 });
  expect(await h.json("cookies", "import", "/no/such/file")).toMatchObject({ code: "not_found", exit: 3 });
  const notJson = join(folder, "cookies.json");
  writeFileSync(notJson, "[{]");
  expect(await h.json("cookies", "import", notJson)).toMatchObject({ code: "bad_file", exit: 1 });
  writeFileSync(notJson, '[{"name":"a"}]');
  expect(await h.json("cookies", "import", notJson)).toMatchObject({
    code: "bad_file",
    error: expect.stringContaining("entry 1"),
  });
});

test("an argument of 10 MB passes through standard input, and a result of 10 MB returns", async () => {
  await using h = homeFixture();
  await h.json("open", "about:blank");
  const text = "ä".repeat(5_000_000);
  const { code, stdout } = await execute(["--json", "eval", "-"], h.env, { stdin: `${JSON.stringify(text)}.length` });
  expect([code, JSON.parse(stdout).data]).toEqual([0, { result: 5_000_000, type: "number" }]);
  const back = await execute(["--json", "eval", "'x'.repeat(10_000_000)"], h.env);
  expect(JSON.parse(back.stdout).data.result.length).toBe(10_000_000);
  // The system limits the length of a single argument; this one is just below the limit.
  const word = "y".repeat(120_000);
  expect((await h.json("eval", `'${word}'.length`)).data.result).toBe(120_000);
});

test("a message beyond the limit is refused, and the session goes on", async () => {
  await using h = homeFixture();
  await h.json("open", "about:blank");
  const { code, stdout } = await execute(["--json", "eval", "-"], h.env, {
    stdin: `'${"z".repeat(70_000_000)}'.length`,
  });
  expect([code, JSON.parse(stdout)]).toMatchObject([2, { code: "usage", error: expect.stringContaining("64 MB") }]);
  expect((await h.json("get", "url")).success).toBe(true);
});

test("NUL and lone surrogates are exact in JSON and valid UTF-8 in text", async () => {
  await using h = homeFixture();
  await h.json("open", "about:blank");
  expect((await h.json("eval", "'a\\0b' + '\\ud800' + 'c'")).data.result).toBe("a\0b\ud800c");
  const { stdout } = await h.run("eval", "'a\\0b' + '\\ud800' + 'c'");
  expect(stdout).toBe("result: a\\u0000b�c\n");
  const typed = await execute(["eval", "-"], h.env, { stdin: "'\u{1F600}\u0000'.length" });
  expect(typed.stdout).toBe("result: 3\n");
});

test("a reader that closes the pipe early causes no error", async () => {
  await using h = homeFixture();
  await h.json("open", "about:blank");
  const command = `"${EXECUTABLE}" eval "'x'.repeat(3000000)" | head -c 10`;
  const { stdout, stderr } = await runProgram(["sh", "-c", command], { env: h.env });
  expect([stdout, stderr]).toEqual(["result: xx", ""]);
});

test("files in the current folder cannot run code in the executable", async () => {
  await using h = homeFixture();
  const folder = join(h.home, "..", "hostile");
  mkdirSync(folder);
  const mark = join(folder, "mark");
  writeFileSync(join(folder, "evil.ts"), `require("node:fs").writeFileSync(${JSON.stringify(mark)}, "ran");`);
  writeFileSync(join(folder, "bunfig.toml"), 'preload = ["./evil.ts"]\n[run]\npreload = ["./evil.ts"]\n');
  writeFileSync(join(folder, ".env"), `SVC_HOME=${join(folder, "home")}\nSVC_SESSION=evil\nSVC_BROWSER=/bin/false\n`);
  writeFileSync(join(folder, "tsconfig.json"), '{"compilerOptions":{"paths":{"*":["./evil.ts"]}}}');
  writeFileSync(join(folder, "package.json"), '{"imports":{"#x":"./evil.ts"},"main":"./evil.ts"}');
  const env = { ...h.env, SVC_SESSION: undefined };
  expect((await execute(["get", "url"], env, { cwd: folder })).code).toBe(0);
  const { sessions } = JSON.parse((await execute(["--json", "sessions"], env, { cwd: folder })).stdout).data;
  expect(sessions.map(({ name }: { name: string }) => name)).toEqual(["default"]);
  expect(await Bun.file(mark).exists()).toBe(false);
});

test("a home with a long path gets a shorter socket path", async () => {
  await using h = homeFixture({}, "d".repeat(120));
  mkdirSync(join(h.home, ".."), { recursive: true });
  expect((await h.json("get", "url")).data).toEqual({ url: "about:blank" });
  expect((await h.json("get", "url")).data).toEqual({ url: "about:blank" });
  expect((await h.json("sessions")).data.sessions.length).toBe(1);
});

test("a session name of 100 characters works, a longer one is refused", async () => {
  await using h = homeFixture();
  const name = "n".repeat(100);
  expect((await h.json("--session", name, "get", "url")).success).toBe(true);
  expect(await h.json("--session", `${name}n`, "get", "url")).toMatchObject({ code: "usage" });
});

test("--session followed by an option reports the missing name", async () => {
  await using h = homeFixture();
  const error = "--json is an option, not a session name";
  const { code, stdout } = await h.run("downloads", "list", "--session", "--json");
  expect([code, JSON.parse(stdout)]).toMatchObject([2, { success: false, code: "usage", error }]);
  expect(existsSync(join(h.home, "--json.state.json"))).toBe(false);
});

test("a home that cannot be created is reported with its path", async () => {
  await using h = homeFixture({ SVC_HOME: "/proc/nowhere" });
  expect(await h.json("get", "url")).toMatchObject({
    code: "io",
    exit: 1,
    error: expect.stringContaining("/proc/nowhere"),
    hint: expect.stringContaining("SVC_HOME"),
  });
});

test("a home that is a file is reported with its path", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "file");
  writeFileSync(file, "x");
  const { code, stderr } = await execute(["get", "url"], { SVC_HOME: file });
  expect(code).toBe(1);
  expect(errorLines(stderr)[0]).toContain(file);
  chmodSync(folder.path, 0o700);
});

test("config commands mask secrets", async () => {
  await using h = homeFixture({ SVC_API_KEY: undefined });
  const key = "svc_supersecretkey1234567890";
  const outputs = [
    await h.run("config", "set", "api_key", key),
    await h.run("config", "get", "api_key"),
    await h.run("config", "list"),
    await h.run("--json", "config", "list"),
    await h.run("--json", "config", "get", "api_key"),
  ];
  for (const { code, stdout, stderr } of outputs) {
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain("supersecret");
  }
  expect(readFileSync(join(h.home, "config.json"), "utf8")).toContain(key);
});

test("a corrupt config file is reported and never overwritten", async () => {
  await using h = homeFixture();
  mkdirSync(h.home, { recursive: true });
  const file = join(h.home, "config.json");
  writeFileSync(file, '{"api_key": "svc_x", ');
  for (const argv of [
    ["config", "list"],
    ["config", "set", "idle_timeout", "1h"],
    ["config", "unset", "idle_timeout"],
    ["get", "url"],
  ]) {
    expect([argv, await h.json(...argv)]).toMatchObject([
      argv,
      { code: "bad_file", exit: 1, error: expect.stringContaining(file) },
    ]);
  }
  expect(readFileSync(file, "utf8")).toBe('{"api_key": "svc_x", ');
});

test("a browser that cannot start fails with its error output", async () => {
  await using h = homeFixture();
  const fake = join(h.home, "..", "browser");
  writeFileSync(fake, "#!/bin/sh\necho 'libnss3.so: cannot open shared object file' >&2\nexit 127\n", { mode: 0o755 });
  const answer = await execute(["--json", "get", "url"], { ...h.env, SVC_BROWSER: fake });
  expect(JSON.parse(answer.stdout)).toMatchObject({
    code: "launch",
    error: expect.stringContaining("libnss3.so"),
    hint: "Run `svc doctor` to find out why.",
  });
  const noProgram = await execute(["--json", "get", "url"], { ...h.env, SVC_BROWSER: join(h.home, "..") });
  expect(JSON.parse(noProgram.stdout)).toMatchObject({
    code: "launch",
    error: expect.stringContaining("cannot be started"),
  });
  const missing = await execute(["--json", "get", "url"], { ...h.env, SVC_BROWSER: "/no/such/browser" });
  expect(JSON.parse(missing.stdout)).toMatchObject({
    code: "no_browser",
    error: expect.stringContaining("/no/such/browser"),
  });
  expect([answer.code, missing.code]).toEqual([6, 6]);
});

test("output that cannot be written is a failure on both paths of a command line", async () => {
  await using h = homeFixture();
  await h.json("open", "about:blank");
  const lines = write(h.home, "lines", "get url\n");
  const all = [
    "get url",
    "--json get url",
    "sessions",
    "--json sessions",
    "--version",
    "python 'print(1)'",
    `batch ${lines}`,
  ];
  const to = (line: string, where: string) =>
    runProgram(["sh", "-c", `"${EXECUTABLE}" ${line} ${where}`], { env: h.env });
  for (const line of all) {
    for (const where of ["> /dev/full", ...(process.platform === "linux" ? [">&-"] : [])]) {
      const { code, stderr } = await to(line, where);
      expect([line, where, code]).toEqual([line, where, 1]);
      expect(stderr).toContain("cannot write to standard output");
    }
    expect([line, (await to(line, "> /dev/null")).code]).toEqual([line, 0]);
  }
});

test("words after -- are text on both paths of a command line", async () => {
  await using h = homeFixture();
  await h.json("open", "data:text/html,<input>");
  await h.json("click", "--role", "textbox");
  // A launch option takes the slow path.
  for (const way of [[], ["--browser", "managed"]]) {
    expect((await h.run(...way, "type", "--", "--json")).stdout).toBe("typed: --json\n");
    expect((await h.run(...way, "sessions", "--", "--json")).stderr).toContain("Error: too many words");
  }
});

test("concurrent config set calls keep every value", async () => {
  await using h = homeFixture();
  const values = {
    api_key: "svc_0123456789abcdef",
    llm_model: "x",
    llm_api_key: "y",
    tunnel_ssh_host: "host.test",
    cloud_connect_proxy: "de",
    tunnel_command: "forward {port}",
  };
  await Promise.all(Object.entries(values).map(([key, value]) => h.json("config", "set", key, value)));
  expect(JSON.parse(readFileSync(join(h.home, "config.json"), "utf8"))).toEqual(values);
  expect(readdirSync(h.home).filter((name) => name.includes("lock"))).toEqual([]);
});

test("run without a model fails before it starts a browser", async () => {
  await using h = homeFixture();
  const { code, stderr } = await h.run("run", "Find the cheapest kettle");
  expect(code).toBe(1);
  expect(errorLines(stderr)[0]).toContain("model");
  expect(stderr).not.toContain("starting");
  expect(JSON.parse((await h.run("sessions", "--json")).stdout).data.sessions).toEqual([]);
});
