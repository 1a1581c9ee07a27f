/** Python, batch and log in a shell: streamed output, open pipes, interrupts and killed processes. */

import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXECUTABLE, execute } from "../fixture.ts";
import { Program } from "../support/program.ts";
import { until } from "../support/until.ts";
import { type HomeFixture, homeFixture, lives, processesWith } from "./home-fixture.ts";

/** Starts the executable so that its output can be read while it runs. */
const start = (h: HomeFixture, argv: string[], stdin?: "pipe") =>
  new Program([EXECUTABLE, ...argv], { env: h.env, ...(stdin ? { stdin } : {}) });

function pythons(h: HomeFixture): number[] {
  return processesWith(`svc python: session default of ${h.home}`).map((line) => Number(line.trim().split(/\s+/)[1]));
}

test("Python starts with the first python command and ends with close", async () => {
  await using h = homeFixture();
  await h.json("open", "about:blank");
  expect(pythons(h)).toEqual([]);
  expect(await h.json("python", "1")).toMatchObject({ success: true, data: { result: 1 } });
  expect(pythons(h).length).toBe(1);
  await h.json("close");
  await until(() => pythons(h).length === 0, "Python is gone");
});

test("text mode streams output, then prints the value as its Python repr", async () => {
  await using h = homeFixture();
  await h.run("python", "import threading; go = False");
  const file = join(h.home, "go");
  const code = `
import time, sys
print("first", end="")
print("problem", file=sys.stderr)
while not os.path.exists(${JSON.stringify(file)}): time.sleep(0.01)
'the "end"'
`;
  await using run = start(h, ["python", code]);
  await until(() => run.stdout === "first" && run.stderr === "problem\n", "the output is there before the end");
  writeFileSync(file, "");
  expect(await run.ended).toMatchObject({ stdout: "first\n'the \"end\"'\n", stderr: "problem\n" });
  expect(await h.run("python", "x = 1")).toEqual({ code: 0, stdout: "", stderr: "" });
  expect((await h.run("python", "True, None")).stdout).toBe("(True, None)\n");
});

test("a failure includes the output printed before it, on stdout and in the JSON data", async () => {
  await using h = homeFixture();
  await h.run("open", "about:blank");
  const code = "print('before'); 1/0";
  const failed = await h.run("python", code);
  expect(failed).toMatchObject({ code: 1, stdout: "before\n" });
  expect(failed.stderr).toStartWith("Error: ZeroDivisionError: division by zero\n");
  expect(await h.json("python", code)).toMatchObject({ code: "script", exit: 1, data: { output: "before\n" } });
});

test("python - reads code from standard input, also 3 MB of it", async () => {
  await using h = homeFixture();
  await h.run("open", "about:blank");
  const piped = await execute(["python", "-"], h.env, { stdin: "print('a')\nprint('b')\n" });
  expect(piped).toEqual({ code: 0, stdout: "a\nb\n", stderr: "" });
  const large = `x = ${JSON.stringify("y".repeat(3_000_000))}\nlen(x)`;
  expect((await execute(["python", "-"], h.env, { stdin: large })).stdout).toBe("3000000\n");
});

test("relative paths in Python refer to the caller's folder", async () => {
  await using h = homeFixture();
  const folder = join(h.home, "..", "work");
  mkdirSync(folder);
  writeFileSync(join(folder, "data.txt"), "here");
  writeFileSync(join(folder, "script.py"), "print(open('data.txt').read())");
  const run = (...argv: string[]) => execute(argv, h.env, { cwd: folder });
  expect((await run("python", "open('data.txt').read()")).stdout).toBe("'here'\n");
  expect((await run("python", "--file", "script.py")).stdout).toBe("here\n");
  expect((await run("python", "browser.screenshot('page.png')[1:4]")).stdout).toBe("b'PNG'\n");
  expect(readFileSync(join(folder, "page.png")).length).toBeGreaterThan(100);
});

test("Python is found through the caller's PATH", async () => {
  await using h = homeFixture();
  // The daemon starts with an SVC_PYTHON that does not exist.
  await execute(["get", "url"], { ...h.env, SVC_PYTHON: "/nowhere" });
  const found = Bun.which("python3") ?? "";
  const own = Bun.spawnSync([found, "-c", "import sys; print(sys.executable)"]).stdout.toString().trim();
  const bin = join(h.home, "..", "bin");
  mkdirSync(bin);
  const none = await execute(["--json", "python", "1"], { ...h.env, PATH: bin });
  expect(JSON.parse(none.stdout)).toMatchObject({ code: "missing_program" });
  symlinkSync(own, join(bin, "python3"));
  const { stdout } = await execute(["python", "import sys; sys.executable"], { ...h.env, PATH: bin });
  expect(stdout).toBe(`'${join(bin, "python3")}'\n`);
});

test("SIGINT to the client interrupts the code and keeps the variables", async () => {
  await using h = homeFixture();
  await h.run("python", "x = 41");
  const code = "import time\ntry:\n  print('begun')\n  time.sleep(600)\nfinally:\n  x += 1";
  await using run = start(h, ["python", code]);
  await until(() => run.stdout === "begun\n", "it has begun");
  run.process.kill("SIGINT");
  const { code: exit } = await run.ended;
  expect([exit, run.stderr]).toEqual([130, "Error: interrupted\n"]);
  expect((await h.run("python", "x")).stdout).toBe("42\n");
});

test("killing the client ends its code", async () => {
  await using h = homeFixture();
  await h.run("python", "import time");
  await using run = start(h, ["python", "print('begun')\nbrowser.wait_selector('#never', timeout=600_000)"]);
  await until(() => run.stdout === "begun\n", "it has begun");
  run.process.kill("SIGKILL");
  // The queue is free again.
  expect((await h.run("python", "1 + 1")).stdout).toBe("2\n");
});

test("a slow reader gets all output, and a reader that closes the pipe ends the code", async () => {
  await using h = homeFixture();
  await h.run("python", "1");
  const code = "for n in range(24_000): print('x' * 999)\nprint('all', end='')";
  const slow = Bun.spawn(["sh", "-c", `"$0" python "$1" | (read first; sleep 0.5; wc -c)`, EXECUTABLE, code], {
    env: { ...process.env, SVC_SESSION: undefined, ...h.env },
    stdout: "pipe",
  });
  expect((await new Response(slow.stdout).text()).trim()).toBe(String(24_000 * 1_000 - 1_000 + 3));
  const endless = Bun.spawn(["sh", "-c", `"$0" python "$1" | head -1`, EXECUTABLE, "while True: print('on')"], {
    env: { ...process.env, SVC_SESSION: undefined, ...h.env },
    stdout: "pipe",
    stderr: "ignore",
  });
  expect(await new Response(endless.stdout).text()).toBe("on\n");
  expect((await h.run("python", "1 + 1")).stdout).toBe("2\n");
});

test("kill -9 of Python is reported, and the next command starts a new Python", async () => {
  await using h = homeFixture();
  await h.run("python", "x = 1");
  await using run = start(h, ["python", "import time; print('begun'); time.sleep(600)"]);
  await until(() => run.stdout === "begun\n", "it has begun");
  const [pid = 0] = pythons(h);
  process.kill(pid, "SIGKILL");
  const { code: exit } = await run.ended;
  expect(exit).toBe(1);
  expect(run.stderr).toContain("Python ended (signal SIGKILL) while the code ran; its variables are lost");
  expect((await h.run("python", "'x' in globals()")).stdout).toBe("False\n");
});

test("kill -9 of the daemon ends Python and its child processes even when Python is busy", async () => {
  // The second code holds the interpreter lock in C, so no Python thread can notice that its pipe was closed.
  for (const busy of ["import time; time.sleep(600)", "import re; re.match('(a+)+$', 'a' * 60 + 'b')"]) {
    await using h = homeFixture();
    await h.run("python", "import subprocess; child = subprocess.Popen(['sleep', '600'])");
    const child = Number((await h.run("python", "child.pid")).stdout);
    await using run = start(h, ["python", `print('begun')\n${busy}`]);
    await until(() => run.stdout === "begun\n", "it has begun");
    const [pid = 0] = pythons(h);
    process.kill(h.state().pid, "SIGKILL");
    await until(() => !lives(pid) && !lives(child), "Python is gone");
    await run.ended;
  }
});

test("batch prints for each line what the command prints alone", async () => {
  await using h = homeFixture();
  const stdin =
    "open 'data:text/html,<title>One</title>'\n# a comment\nget title\nclick 77\ninput 1 x --secret --nope\n";
  const { code, stdout, stderr } = await execute(["batch"], h.env, { stdin });
  const page = "data:text/html,<title>One</title>";
  expect(stdout.split("\n").slice(0, 5)).toEqual([
    `line 1: open '${page}'`,
    `url: ${page}`,
    "title: One",
    "line 3: get title",
    "title: One",
  ]);
  expect(stdout).toMatch(/\nline 4: click 77\nError: .*\nHint: .*`svc state`.*\nline 5: input …\nError: /);
  expect([code, stderr]).toEqual([3, expect.stringMatching(/^Error: line 4: .*\(and 1 more of 4 lines failed\)\n$/)]);
  const fenced = await execute(["batch", "--content-boundaries"], h.env, { stdin: "get title\nget url\n" });
  expect(fenced.stdout.match(/^--- page content .* ---\nline \d: get/gm)).toHaveLength(2);
});

test("batch answers each line of a pipe that stays open", async () => {
  await using h = homeFixture();
  await using run = start(h, ["batch", "--jsonl"], "pipe");
  const lines = () => run.stdout.split("\n").filter(Boolean);
  run.write("open about:blank\n");
  await until(() => lines().length === 1, "the first answer");
  run.write("# a comment\nget ");
  run.write("url\nfrobnicate\n");
  await until(() => lines().length === 3, "the next ones");
  run.write("get title");
  await run.closeInput();
  const { code: exit } = await run.ended;
  expect(lines().map((line) => JSON.parse(line))).toMatchObject([
    { line: 1, command: "open about:blank", success: true },
    { line: 3, command: "get url", success: true, data: { url: "about:blank" } },
    { line: 4, command: "frobnicate", success: false, code: "usage" },
    { line: 5, command: "get title", success: true },
  ]);
  expect(exit).toBe(2);
  expect(run.stderr).toStartWith("Error: line 4: unknown command 'frobnicate'");
});

test("batch --bail ends at the first failure while its pipe is still open", async () => {
  await using h = homeFixture();
  await using run = start(h, ["batch", "--jsonl", "--bail"], "pipe");
  run.write("get url\nclick 5\nget url\n");
  const { code: exit } = await run.ended;
  expect(exit).toBe(3);
  expect(run.stdout.split("\n").filter(Boolean).length).toBe(2);
});

test("SIGINT ends a batch that waits for lines or runs one", async () => {
  await using h = homeFixture();
  await h.run("open", "about:blank");
  for (const line of ["get url\n", "get url\nwait selector '#never' --timeout 600000\n"]) {
    await using run = start(h, ["batch"], "pipe");
    run.write(line);
    await until(() => run.stdout.includes("\n"), "the first answer");
    run.process.kill("SIGINT");
    const { code: exit } = await run.ended;
    expect([exit, run.stderr]).toEqual([130, "Error: interrupted\n"]);
  }
});

test("batch --content-boundaries streams each result with its own marker", async () => {
  await using h = homeFixture();
  await using run = start(h, ["batch", "--jsonl", "--content-boundaries"], "pipe");
  const marks = new Set<string>();
  for (const [count, line] of [
    [1, "open 'data:text/html,<title>{One}</title>'"],
    [2, "get title"],
    [3, "click 77"],
  ] as const) {
    run.write(`${line}\n`);
    await until(() => run.stdout.split("\n").length > count, `answer ${count}`);
    const result = JSON.parse(run.stdout.split("\n")[count - 1] ?? "");
    expect(result).toMatchObject({ line: count, untrusted: { boundary: expect.stringMatching(/^[a-z0-9]{25}$/) } });
    marks.add(result.untrusted.boundary);
  }
  expect(marks.size).toBe(3);
  await run.closeInput();
  const { code } = await run.ended;
  expect([code, run.stderr]).toEqual([3, expect.stringMatching(/^--- page content .*\nError: line 3: /)]);
  expect(run.stdout.trimEnd().split("\n")).toHaveLength(3);
});

test("a line that cannot be parsed is echoed only if its command takes no secret", async () => {
  await using h = homeFixture();
  for (const [line, shown] of [
    ["profile auth --apikey hunter2hunter2 --nope", "profile auth …"],
    ["cookies set id hunter2hunter2 --nope", "cookies set …"],
    ['["input", 1, "hunter2hunter2"', "input …"],
    ["--timeout 5000 input 1 'hunter2hunter2", "input …"],
    ["get title --nope", "get title --nope"],
  ] as const) {
    const { code, stdout } = await execute(["--json", "batch"], h.env, { stdin: line });
    expect([code, JSON.parse(stdout).data.results[0].command]).toEqual([2, shown]);
    expect(stdout).not.toContain("hunter2");
  }
});

test("batch reads named pipes and devices", async () => {
  await using h = homeFixture();
  mkdirSync(h.home, { recursive: true });
  const pipe = join(h.home, "a pipe");
  expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
  await using run = start(h, ["batch", "--jsonl", pipe]);
  // The shell blocks until the pipe has a reader; a write from this process would not.
  await Bun.spawn(["sh", "-c", 'echo config get idle_timeout > "$0"', pipe]).exited;
  expect([(await run.ended).code, run.stdout.split("\n").length]).toEqual([0, 2]);
  expect(await h.run("batch", "/dev/null")).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("batch --json prints one line even when a command failed", async () => {
  await using h = homeFixture();
  const { stdout, code } = await execute(["--json", "batch"], h.env, { stdin: "get url\nclick 5\n" });
  expect([code, stdout.split("\n").length]).toEqual([3, 2]);
  expect(JSON.parse(stdout)).toMatchObject({
    success: false,
    code: "not_found",
    data: {
      ran: 2,
      failed: 1,
      results: [
        { line: 1, success: true },
        { line: 2, success: false, code: "not_found" },
      ],
    },
  });
});

test("batch applies session and launch options to all its lines", async () => {
  await using h = homeFixture();
  const { code } = await execute(["--session", "work", "batch", "-"], h.env, { stdin: "open about:blank\n" });
  expect(code).toBe(0);
  expect((await h.json("sessions")).data.sessions).toMatchObject([{ name: "work" }]);
  expect((await h.json("--session", "work", "log")).data.entries).toMatchObject([{ line: "open about:blank" }]);
});

test("log --as-script piped into batch repeats a session and starts a new history", async () => {
  await using h = homeFixture();
  await h.run("open", "data:text/html,<title>a b</title><input>");
  await h.run("state");
  await h.run("input", "1", "it's");
  await h.run("close");
  const script = await h.run("log", "--as-script");
  expect(script.stdout.trimEnd().split("\n").length).toBe(3);
  const again = await execute(["batch"], h.env, { stdin: script.stdout });
  expect(again).toMatchObject({ code: 0, stderr: "" });
  const { entries } = (await h.json("log")).data;
  expect(entries.map(({ line }: { line: string }) => line)).toEqual(script.stdout.trimEnd().split("\n"));
});
