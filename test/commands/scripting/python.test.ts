import { expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../../src/commands/index.ts";
import { isMethod, methodsOf } from "../../../src/python/methods.ts";
import { pythonCall, pythonHint } from "../../../src/python/python-hint.ts";
import { fixture, indexOf, write } from "../../fixture.ts";
import { until } from "../../support/until.ts";

test("python keeps its variables, prints, and tells the value of the last line", async () => {
  await using t = await fixture();
  expect(await t.svc("python", "x = 6\nprint('six')\nx * 7")).toEqual({ output: "six\n", result: 42, type: "int" });
  expect(await t.svc("python", "x + 1")).toMatchObject({ result: 7 });
  expect(await t.svc("python", "def double(n):\n  return n * 2")).toEqual({ result: null, type: "NoneType" });
  expect(await t.svc("python", "\n    if True:\n      y = 3\n    y")).toMatchObject({ result: 3 });
  await t.svc("python", "del y");
  expect(await t.svc("python", "double('ab')")).toMatchObject({ result: "abab", type: "str" });
  expect(await t.text("python", "print('a'); [x, None]")).toBe("a\n[6,null]");
  expect(await t.svc("python", "--vars")).toEqual({ variables: { x: "int", double: "function" }, count: 2 });
  expect(await t.text("python", "--vars")).toBe("x: int\ndouble: function");
});

test("python --reset forgets everything, and is nothing where nothing runs", async () => {
  await using t = await fixture();
  expect(await t.svc("python", "--vars")).toEqual({ variables: {}, count: 0 });
  expect(await t.svc("python", "--reset")).toEqual({ reset: true });
  await t.svc("python", "import sys; sys.kept = 1; y = 1");
  await t.svc("python", "--reset");
  expect(await t.svc("python", "--vars")).toMatchObject({ count: 0 });
  expect((await t.fails("python", "y")).message).toContain("NameError: name 'y' is not defined");
  expect(await t.svc("python", "import sys; hasattr(sys, 'kept')")).toMatchObject({ result: false });
});

test("values that JSON cannot say come as Python writes them", async () => {
  await using t = await fixture();
  for (const [code, result, type] of [
    ["{1, 2}", "{1, 2}", "set"],
    ["b'ab'", "b'ab'", "bytes"],
    ["2 ** 70", "1180591620717411303424", "int"],
    ["[2 ** 70]", "[1180591620717411303424]", "list"],
    ["'1' * 20", "11111111111111111111", "str"],
    ["float('nan')", "nan", "float"],
    ["Path('/a')", "PosixPath('/a')", "PosixPath"],
    ["(1, 'b')", [1, "b"], "tuple"],
    ["{'a': [True, None, 1.5]}", { a: [true, null, 1.5] }, "dict"],
    ["a = []; a.append(a); a", "[[...]]", "list"],
    ["'é😀\\x00\\ud800'", "'é😀\\x00\\ud800'", "str"],
  ] as const) {
    const told = await t.svc("python", code);
    if (code.includes("ud800")) expect(told).toMatchObject({ type });
    else expect(told).toEqual({ result, type });
  }
  expect((await t.fails("python", "'a' * 20_000_000")).message).toContain("too large to be shown");
});

test("an exception is a failure, with the lines it came from and what was printed before", async () => {
  await using t = await fixture();
  const divided = await t.fails("python", "print('first')\ndef f(n):\n  return 1 / n\nf(0)");
  expect(divided.code).toBe("script");
  expect(divided.message.split("\n")[0]).toBe("ZeroDivisionError: division by zero");
  expect(divided.message).toContain("line 3, in f\n    return 1 / n");
  expect(divided.message).not.toContain("<svc>");
  const syntax = await t.fails("python", "x = = 2");
  expect(syntax.message).toContain("SyntaxError");
  expect(syntax.message).toContain("x = = 2");
  const chained = await t.fails("python", "try:\n  {}['k']\nexcept KeyError as e:\n  raise ValueError('no k') from e");
  expect(chained.message).toContain("direct cause");
  expect((await t.fails("python", "import sys; sys.exit(3)")).message).toContain("exit code 3");
  expect((await t.fails("python", "raise SystemExit('enough')")).message).toBe("enough");
  expect(await t.svc("python", "exit()")).toMatchObject({ result: null });
  // It still lives.
  expect(await t.svc("python", "1 + 1")).toMatchObject({ result: 2 });
});

test("top-level await works, and tasks of one call go on in the next", async () => {
  await using t = await fixture();
  expect(await t.svc("python", "await asyncio.sleep(0, 'slept')")).toMatchObject({ result: "slept" });
  expect(await t.svc("python", "async def f():\n  return 3\nx = await f()\nx")).toMatchObject({ result: 3 });
  expect(await t.svc("python", "asyncio.run(f())")).toMatchObject({ result: 3 });
  await t.svc("python", "task = asyncio.get_event_loop().create_task(f())");
  expect(await t.svc("python", "await task")).toMatchObject({ result: 3 });
  const failed = await t.fails("python", "async def g():\n  raise OSError('gone')\nawait g()");
  expect(failed.message).toStartWith("OSError: gone");
  expect(failed.message).not.toContain("base_events");
});

test("browser has the predecessor's properties and methods", async () => {
  await using t = await fixture();
  const home = t.site("<title>First</title><input aria-label=Name><a href=/two>Two</a><p style=margin-top:3000px>end", {
    "/two": "<title>Second</title>",
  });
  const shot = join(t.folder, "shot.png");
  const script = `
browser.goto(${JSON.stringify(home)})
assert browser.url == ${JSON.stringify(home)} and browser.title == "First"
assert "<input" in browser.html
field = next(one for one in browser.state().elements if one.role == "textbox")
browser.input(field["index"], 42)
assert browser.get_value(field.index).value == "42"
assert browser.scroll().amount == 500
assert browser.scroll("down", 200).amount == 200
assert browser.scroll("up", amount=100)["amount"] == 100
assert browser.scroll("to", field.index).at_top
assert browser.screenshot()[:4] == b"\\x89PNG"
assert browser.screenshot(Path(${JSON.stringify(shot)}), full=True)[:4] == b"\\x89PNG"
browser.wait(0.01)
browser.click(field.index)
browser.keys("Control+a")
browser.type("typed")
assert browser.get_value(field.index).value == "typed"
link = next(one for one in browser.state().elements if one.role == "link")
answer = browser.click(link.index)
assert answer.navigated.title == "Second", answer
browser.back()
browser.title
`;
  expect(await t.svc("python", script)).toMatchObject({ result: "First", type: "str" });
  expect(readFileSync(shot).subarray(1, 4).toString()).toBe("PNG");
});

test("every command is a method, documented, but those that would end or nest the script", async () => {
  const methods = methodsOf(commands);
  expect(methods.length).toBe(commands.filter(isMethod).length);
  expect(commands.filter((one) => !isMethod(one)).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["python", "batch", "connect", "close"]),
  );
  await using t = await fixture();
  const names = methods.flatMap(({ name, aliases }) => [name, ...aliases]);
  const missing = `[n for n in ${JSON.stringify(names)} if not callable(getattr(browser, n, None))]`;
  expect(await t.svc("python", missing)).toMatchObject({ result: [] });
  const undocumented = `[n for n in ${JSON.stringify(names)} if not getattr(browser, n).__doc__]`;
  expect(await t.svc("python", undocumented)).toMatchObject({ result: [] });
  expect(await t.svc("python", "import inspect; str(inspect.signature(browser.cookies_set))")).toMatchObject({
    result:
      "(name, value, *, domain=None, path='/', secure=False, http_only=False, same_site=None, expires=None, timeout=None)",
  });
  expect(await t.svc("python", "str(inspect.signature(browser.tab_close))")).toMatchObject({
    result: "(*indices, timeout=None)",
  });
  expect(
    await t.svc("python", "'in_' in inspect.signature(type(browser).__dict__['get_text']).parameters"),
  ).toBeTruthy();
});

test("a command that fails raises browser.Error with its code and hint", async () => {
  await using t = await fixture();
  await t.open("<button disabled>No</button>");
  const caught = "try:\n  browser.click(99)\nexcept browser.Error as e:\n  found = [e.code, str(e), e.hint]\nfound";
  const { result } = await t.svc("python", caught);
  expect(result[0]).toBe("not_found");
  expect(result[2]).toContain("browser.state()");
  const uncaught = await t.fails("python", "browser.click(99)");
  expect(uncaught).toMatchObject({ code: "script", hint: result[2] });
  expect(uncaught.message).toStartWith("svc.SvcError: ");
  expect(uncaught.message).toContain("line 1");
  expect((await t.fails("python", "browser.click('x')")).message).toContain("number of an element");
  expect((await t.fails("python", "browser.input(1)")).message).toContain(
    "browser.input(): missing a required argument",
  );
  expect((await t.fails("python", "browser.clik(1)")).message).toContain("did you mean browser.click?");
  expect((await t.fails("python", "browser.close()")).message).toContain("run `svc close` afterwards");
  expect((await t.fails("python", "browser.wait_selector('#never', timeout=50)")).message).toContain("50 ms");
  expect((await t.fails("python", "browser.wait_selector('a', timeout=-1)")).message).toContain("timeout");
});

test("what happens beside commands of the code is told with its answer", async () => {
  await using t = await fixture();
  await t.open("<a href=/two target=_blank>Two</a>", { "/two": "<title>Two</title>" });
  const events = await t.events("python", "browser.click(1); browser.get_title()");
  expect(events).toMatchObject([{ kind: "tab", index: 1 }]);
});

test("a dialog that the code has answered is not told as open", async () => {
  await using t = await fixture();
  await t.open("<button onclick=\"document.title=confirm('Sure?')\">Go</button>");
  const answered = "found = browser.click(1).events[0].text; browser.dialog_accept(); [found, browser.title]";
  expect((await t.svc("python", answered)).result).toEqual([expect.stringContaining("Sure?"), "true"]);
  expect(await t.events("python", "browser.click(1)")).toMatchObject([{ kind: "dialog", open: true }]);
  expect(await t.events("python", "browser.dialog_dismiss()")).toMatchObject([]);
});

test("a file is read as Python reads it: marks of byte order, encodings that it names", async () => {
  await using t = await fixture();
  const run = (name: string, ...bytes: Uint8Array[]) =>
    t.svc("python", "--file", write(t.folder, name, Buffer.concat(bytes)));
  const utf8 = (text: string) => Buffer.from(text);
  const latin = (text: string) => Buffer.from(text, "latin1");
  expect(await run("bom.py", utf8("\uFEFFprint('é')\r\n"))).toMatchObject({ output: "é\n" });
  expect(await run("latin.py", latin("# -*- coding: latin-1 -*-\nprint('é')"))).toMatchObject({ output: "é\n" });
  const bad = await run("bad.py", latin("print('é')")).catch((error) => error);
  expect([bad.code, bad.message]).toEqual(["script", expect.stringContaining("utf-8")]);
  const pipe = join(t.folder, "pipe");
  expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
  expect(await t.fails("python", "--file", pipe)).toMatchObject({ code: "io", hint: expect.stringContaining(" - ") });
});

test("a file runs as a script, from its own folder and in the caller's", async () => {
  await using t = await fixture();
  write(t.folder, "beside.py", "word = 'beside'\n");
  const file = write(
    t.folder,
    "main.py",
    "import beside\nif __name__ == '__main__':\n  print(beside.word, Path(__file__).name, os.getcwd())\n5\n",
  );
  const ran = await t.svc("python", "--file", file);
  expect(ran).toEqual({ output: `beside main.py ${process.cwd()}\n`, result: 5, type: "int" });
  expect(await t.svc("python", "beside.word")).toMatchObject({ result: "beside" });
  const bad = write(t.folder, "bad.py", "x = 1\nx.y\n");
  expect((await t.fails("python", "-f", bad)).message).toContain(`"${bad}", line 2`);
  expect(await t.fails("python", "--file", join(t.folder, "none.py"))).toMatchObject({ code: "not_found" });
  expect(await t.fails("python", "--file", t.folder)).toMatchObject({ code: "io" });
});

test("a path means the folder where the code stands", async () => {
  await using t = await fixture();
  await t.open("<p>page");
  mkdirSync(join(t.folder, "sub"));
  await t.svc("python", `os.chdir(${JSON.stringify(join(t.folder, "sub"))}); browser.screenshot('a.png')[:0]`);
  await t.svc("python", "browser.init(template='shell')");
  expect(existsSync(join(t.folder, "sub", "browse.sh"))).toBe(true);
  // It stays there as long as the caller stays where it is.
  await t.svc("python", "browser.screenshot('b.png')[:0]");
  for (const name of ["a.png", "b.png"]) expect(readFileSync(join(t.folder, "sub", name)).length).toBeGreaterThan(100);
});

test("code that prints, reads or writes to descriptors does no harm", async () => {
  await using t = await fixture();
  const noisy = `
import subprocess, sys
print("out"); print("err", file=sys.stderr)
os.write(1, b"raw \\xff\\n")
subprocess.run(["echo", "child"])
try:
  input()
except EOFError:
  print("no input")
`;
  const told = await t.svc("python", noisy);
  expect(told.output).toBe("out\nraw \ufffd\nchild\nno input\n");
  expect(told.errors).toBe("err\n");
  expect((await t.svc("python", "print('é' * 200_000)")).output.length).toBe(200_001);
  expect(await t.svc("python", "for n in range(3000): print(n)")).toMatchObject({
    output: expect.stringMatching(/^0\n1\n[\d\n]*\n2999\n$/),
  });
  expect((await t.svc("python", "print('x' * 5_000_000)")).truncated).toBe(true);
});

test("a Python that dies is told, and the next call has a fresh one", async () => {
  await using t = await fixture();
  await t.svc("python", "x = 1");
  const died = await t.fails("python", "os._exit(7)");
  expect(died.code).toBe("script");
  expect(died.message).toContain("exit code 7");
  expect(died.message).toContain("variables are lost");
  expect(await t.svc("python", "'x' in globals()")).toMatchObject({ result: false });
  expect((await t.fails("python", "import signal; os.kill(os.getpid(), signal.SIGSEGV)")).message).toContain("SIGSEGV");
});

test("code that closes what it is heard by is ended, and the next call has a fresh one", async () => {
  await using t = await fixture();
  const failure = await t.fails("python", "import os, time\nos.closerange(3, 256)\ntime.sleep(600)");
  expect(failure).toMatchObject({ code: "script", message: expect.stringContaining("Python ended") });
  expect(await t.svc("python", "1 + 1")).toMatchObject({ result: 2 });
});

test("a Python that dies while nothing runs is told with the next answer", async () => {
  await using t = await fixture();
  const later =
    "import threading; started = threading.Event()\nthreading.Timer(0.05, lambda: os._exit(1)).start(); os.getpid()";
  const { result: pid } = await t.svc("python", later);
  await until(() => !isThere(pid));
  let events: { kind: string; text: string }[] = [];
  for (let n = 0; n < 100 && events.length === 0; n++) events = await t.events("get", "url");
  expect(events).toMatchObject([{ kind: "python", text: expect.stringContaining("variables are lost") }]);
});

function isThere(pid: number): boolean {
  try {
    return !/^[ZX]/.test(readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1] ?? "");
  } catch {
    return false;
  }
}

test("the deadline interrupts the code, and its variables stay", async () => {
  await using t = await fixture();
  await t.svc("python", "x = 1\nimport time");
  for (const endless of [
    "while True: pass",
    "time.sleep(60)",
    "await asyncio.sleep(60)",
    "browser.wait_selector('#no')",
  ]) {
    const late = await t.fails("python", endless, "--timeout", "400");
    expect([endless, late.code]).toEqual([endless, "timeout"]);
  }
  expect(await t.svc("python", "x")).toMatchObject({ result: 1 });
});

test("code that does not let itself be interrupted is killed, and the next answer says so", async () => {
  await using t = await fixture();
  await t.svc("python", "1");
  const stubborn = "import time\nwhile True:\n  try:\n    time.sleep(60)\n  except KeyboardInterrupt: pass";
  expect(await t.fails("python", stubborn, "--timeout", "400")).toMatchObject({ code: "timeout" });
  const events = await t.events("python", "1 + 1");
  expect(events).toMatchObject([{ kind: "python", text: expect.stringContaining("was killed") }]);
});

test("a thread that was left cannot use the browser, and what it prints is not lost", async () => {
  await using t = await fixture();
  const left = `
import threading
go = threading.Event()
caught = []
def work():
  go.wait()
  try:
    browser.get_title()
  except browser.Error as e:
    caught.append(str(e))
  print("from the thread", flush=True)
worker = threading.Thread(target=work); worker.start()
threading.Timer(0.05, go.set).start()
`;
  await t.svc("python", left);
  const seen = await t.svc("python", "worker.join(30); caught");
  if (seen.result.length > 0) expect(seen.result[0]).toContain("python command has ended");
  expect(seen.output).toContain("from the thread");
});

test("threads of a run use the browser side by side", async () => {
  await using t = await fixture();
  await t.open("<title>Shared</title>");
  const code = `
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(4) as pool:
  titles = list(pool.map(lambda n: browser.title, range(12)))
set(titles) == {"Shared"}
`;
  expect(await t.svc("python", code)).toMatchObject({ result: true });
});

test("exactly one of code, --file, --vars and --reset", async () => {
  await using t = await fixture();
  expect(await t.fails("python")).toMatchObject({ code: "usage", message: "no Python code given" });
  expect(await t.text("python", "--types")).toEndWith("browser: Browser");
  expect(await t.fails("python", "1", "--vars")).toMatchObject({ code: "usage" });
});

test("a missing or old Python is told, and everything else works", async () => {
  await using t = await fixture();
  // `config set` would refuse each of them.
  const set = (python: string) => write(t.home, "config.json", JSON.stringify({ python }));
  set(join(t.folder, "none"));
  const missing = await t.fails("python", "1");
  expect(missing).toMatchObject({ code: "missing_program" });
  expect(missing.hint).toContain("svc config set python");
  const old = write(t.folder, "old", "#!/bin/sh\necho 3 9 2\necho /usr/bin/old\n");
  chmodSync(old, 0o755);
  set(old);
  expect((await t.fails("python", "1")).message).toContain("is 3.9.2");
  const broken = write(t.folder, "broken", "#!/bin/sh\necho no such thing >&2\nexit 1\n");
  chmodSync(broken, 0o755);
  set(broken);
  expect((await t.fails("python", "1")).message).toContain("does not run: no such thing");
  await t.open("<title>Works</title>");
  await t.svc("config", "unset", "python");
  expect(await t.svc("python", "browser.title")).toMatchObject({ result: "Works" });
});

test("the indices of the code are those of the session", async () => {
  await using t = await fixture();
  const state = await t.open("<button onclick=\"document.title='pressed'\">Go</button>");
  await t.svc("python", `browser.click(${indexOf(state, { role: "button" })})`);
  expect(await t.svc("get", "title")).toMatchObject({ title: "pressed" });
});

test("a method takes an address in place of its index", async () => {
  await using t = await fixture();
  await t.open(
    "<button onclick=\"document.title='pressed'\">Go</button><label>Email <input id=mail></label><a href=/x>Home</a>",
  );
  await t.svc("python", 'browser.click(text="Go"); browser.input("a@b.c", label="Email")');
  expect(await t.svc("eval", "[document.title, mail.value]")).toMatchObject({ result: ["pressed", "a@b.c"] });
  expect(await t.svc("python", 'browser.get_attributes("href", text="Home").attributes.href')).toMatchObject({
    result: "/x",
  });
  expect((await t.fails("python", 'browser.input(1, "x", label="Email")')).message).toContain("too many positional");
});

test("fill takes dictionaries", async () => {
  await using t = await fixture();
  await t.open(
    "<label>a=b <input id=sum></label><label><input type=checkbox id=yes> Yes</label><label>Age <input id=age></label>",
  );
  await t.svc("python", 'browser.fill({"a=b": "c=d", 2: True}, "Age=7")');
  expect(await t.svc("eval", "[sum.value, yes.checked, age.value]")).toMatchObject({ result: ["c=d", true, "7"] });
  expect((await t.fails("python", 'browser.fill("Age")')).message).toContain("expected field=value");
});

test("python --file tells the value of its last line, like code on the line", async () => {
  await using t = await fixture();
  const file = write(t.folder, "last.py", "numbers = [1, 2]\nprint('before')\nsum(numbers)\n");
  expect(await t.svc("python", "--file", file)).toEqual({ output: "before\n", result: 3, type: "int" });
  expect(await t.text("python", "--file", file)).toBe("before\n3");
  const none = write(t.folder, "none.py", "if True:\n  1\n");
  expect(await t.svc("python", "--file", none)).toMatchObject({ result: null });
});

test("hints in Python speak Python", async () => {
  await using t = await fixture();
  await t.open("<button disabled>No</button>");
  const hintOf = async (code: string) =>
    (await t.svc("python", `try:\n  ${code}\nexcept browser.Error as error:\n  hint = error.hint\nhint`)).result;
  expect(await hintOf("browser.click(99)")).toContain("`browser.state()`");
  expect(await hintOf("browser.tab_switch(7)")).toContain("`browser.tab_list()`");
  expect((await t.fails("python", "browser.click(99)")).hint).toContain("`browser.state()`");
});

test("lines are written as calls, and what code cannot run stays a line", () => {
  for (const [line, call] of [
    ["click 3", "browser.click(3)"],
    ["tab new <url>", "browser.tab_new(url)"],
    ["get value 3 --tail 500", "browser.get_value(3, tail=500)"],
    ["cookies set id 1 --same-site Lax --secure", 'browser.cookies_set("id", 1, same_site="Lax", secure=True)'],
    ["wait text 'it is there' --timeout 5000", 'browser.wait_text("it is there", timeout=5000)'],
    ["open example.com --wait=dom", 'browser.open("example.com", wait="dom")'],
    ["scroll rightmost --in 7", 'browser.scroll("rightmost", in_=7)'],
    ["close", undefined],
    ["connect", undefined],
    ["input 4 --from-env SECRET", undefined],
    ["nonsense", undefined],
  ] as const)
    expect([line, pythonCall(line, commands)]).toEqual([line, call]);
  expect(pythonHint("Run `svc close`, then `svc state --all`.", commands)).toBe(
    "Run `svc close`, then `browser.state(all=True)`.",
  );
});
