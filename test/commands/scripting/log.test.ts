import { expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Data, fixture, MODE, write } from "../../fixture.ts";

const PAGE = "<title>Form</title><input aria-label=Name><input type=password aria-label=Word><button>Go</button>";

test("log shows what the session was asked, and how it went", async () => {
  await using t = await fixture();
  expect(await t.text("log")).toBe("Session default has run no commands yet");
  const site = t.site(PAGE);
  await t.svc("open", site);
  await t.fails("click", "77");
  await t.svc("get", "title", "--timeout", "5000");
  const { session, entries, earlier } = await t.svc("log");
  expect([session, earlier]).toEqual(["default", 0]);
  expect(entries).toMatchObject([
    { line: `open ${site}`, ok: true },
    { line: "click 77", ok: false, code: "not_found" },
    { line: "get title --timeout 5000", ok: true },
  ]);
  for (const { at, ms } of entries) expect([Number.isInteger(ms), Number.isNaN(Date.parse(at))]).toEqual([true, false]);
  expect((await t.text("log")).split("\n")[1]).toMatch(/^\d\d:\d\d:\d\d {2}not_found +\d+ ms {2}click 77$/);
  expect(await t.text("log", "--limit", "1")).toMatch(/^\(2 earlier commands: svc log --limit 3\)\n.*get title/);
});

test("a session is said again by log --as-script and batch", async () => {
  await using t = await fixture();
  const site = t.site(`${PAGE}<script>document.querySelector('button').onclick=()=>document.title='pressed'</script>`);
  await t.svc("open", site);
  await t.svc("state");
  await t.svc("input", "1", 'it\'s "here"\\');
  await t.fails("click", "99");
  await t.svc("eval", "document.body.append('x');\n1");
  await t.svc("click", "3");
  await t.svc("python", "print('--')");
  const script = await t.text("log", "--as-script");
  expect(script.split("\n").map((line) => line.split(" ")[0])).toEqual([
    "open",
    "state",
    "input",
    '["eval","document.body.append(\'x\');\\n1"]',
    "click",
    "python",
  ]);
  await t.svc("open", "about:blank");
  const { ran, failed, results } = await t.svc("batch", write(t.folder, "again.txt", script));
  expect([ran, failed]).toEqual([6, 0]);
  expect(results[2].data.input).toBe('it\'s "here"\\');
  expect(await t.svc("get", "title")).toMatchObject({ title: "pressed" });
});

test("secrets are never on disk; a script has variables for them", async () => {
  await using t = await fixture();
  process.env.SVC_TEST_WORD = "hunter2-word";
  await t.svc("open", t.site(PAGE));
  await t.svc("state");
  await t.svc("input", "1", "hunter2-flag", "--secret");
  await t.svc("input", "2", "hunter2-field");
  await t.svc("input", "1", "--from-env", "SVC_TEST_WORD");
  await t.svc("click", "2");
  await t.svc("type", "hunter2-typed");
  await t.svc("keys", "hunter2-keys");
  await t.fails("input", "99", "hunter2-failed");
  await t.svc("cookies", "set", "id", "hunter2-cookie");
  await t.fails("open", "http://me:hunter2-url@127.0.0.1:1/");
  const path = join(t.home, "history", "default.jsonl");
  const held = readFileSync(path, "utf8");
  expect(held).not.toContain("hunter2");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(t.home, "history")).mode & 0o777).toBe(0o700);
  // A tool takes no names of variables: there a secret is a secret like others.
  const named = MODE === "mcp" ? [] : ["input 1 --from-env SVC_TEST_WORD"];
  const { entries } = await t.svc("log");
  expect(entries.map(({ line }: Data) => line)).toEqual(
    expect.arrayContaining(["input 1 •••••••• --secret", ...named, "keys ••••••••"]),
  );
  const script = await t.text("log", "--as-script");
  expect(script).toContain("# set SECRET_1 first: the text was not kept\ninput 1 --secret --from-env SECRET_1");
  expect(script).toContain("\ninput 2 --from-env SECRET_2");
  for (const line of named) expect(script).toContain(`\n${line}\n`);
  expect(script).toMatch(/\ntype --from-env SECRET_\d\n/);
  expect(script).toContain("# left out: keys •••••••• (keys not kept)");
  delete process.env.SVC_TEST_WORD;
  expect(script).toContain("# left out: cookies set id •••••••• (value not kept)");
});

test("log --clear forgets, and the next command is kept again", async () => {
  await using t = await fixture();
  await t.svc("open", "about:blank");
  await t.svc("get", "url");
  expect(await t.svc("log", "--clear")).toEqual({ session: "default", cleared: 2 });
  expect(existsSync(join(t.home, "history", "default.jsonl"))).toBe(false);
  expect(await t.text("log", "--clear")).toBe("deleted: 0 commands");
  await t.svc("get", "url");
  expect((await t.svc("log")).entries).toHaveLength(1);
  expect(await t.fails("log", "--clear", "--as-script")).toMatchObject({ code: "usage" });
});

test("what code does stands in the log as the code, not as its calls", async () => {
  await using t = await fixture();
  await t.svc("python", "browser.open('about:blank'); browser.get_url()");
  expect((await t.svc("log")).entries).toMatchObject([
    { line: "python 'browser.open('\\''about:blank'\\''); browser.get_url()'" },
  ]);
});

test("the log keeps the other fields of a fill with a password", async () => {
  await using t = await fixture();
  await t.open(PAGE);
  await t.svc("fill", "Name=Ann", "Word=hunter2", "--timeout", "9000");
  expect(readFileSync(join(t.home, "history", "default.jsonl"), "utf8")).not.toContain("hunter2");
  const { entries } = await t.svc("log");
  expect(entries.at(-1).line).toBe("fill Name=Ann 'Word=••••••••' --timeout 9000");
  expect(await t.text("log", "--as-script")).toContain("# left out: fill Name=Ann");
  await t.svc("fill", "Name=hidden", "--secret");
  expect((await t.svc("log")).entries.at(-1).line).toBe("fill •••••••• --secret");
});

test("keys typed one by one into a password field are not kept", async () => {
  await using t = await fixture();
  await t.open("<input aria-label=Name><input type=password><input aria-label=Last>");
  await t.svc("click", "2");
  expect(await t.svc("keys", "h")).toMatchObject({ sent: "••••••••" });
  for (const keys of ["u", "n t e", "Shift+R", "2"]) await t.svc("keys", keys);
  expect(await t.svc("keys", "--down", "q")).toMatchObject({ down: "••••••••" });
  expect(await t.svc("keys", "--up", "q")).toMatchObject({ up: "••••••••" });
  // What types nothing says nothing.
  expect(await t.svc("keys", "Backspace")).toMatchObject({ sent: "Backspace" });
  expect(await t.svc("keys", "Tab")).toMatchObject({ sent: "Tab" });
  expect(await t.svc("keys", "x")).toMatchObject({ sent: "x" });
  await t.svc("click", "1");
  // It is in the password that the last of them lands.
  expect(await t.svc("keys", "Tab w")).toMatchObject({ sent: "••••••••" });
  const lines = (await t.svc("log")).entries.map(({ line }: { line: string }) => line);
  expect(lines.filter((line: string) => line.startsWith("keys"))).toEqual([
    ...Array(5).fill("keys ••••••••"),
    "keys --down ••••••••",
    "keys --up ••••••••",
    "keys Backspace",
    "keys Tab",
    "keys x",
    "keys ••••••••",
  ]);
  const { script } = await t.svc("log", "--as-script");
  expect(script).not.toMatch(/^keys (h|u|n t e|Shift\+R|2|Tab w)$/m);
});
