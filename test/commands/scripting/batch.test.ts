import { expect, test } from "bun:test";
import { join } from "node:path";
import { type Data, fixture, MODE, write } from "../../fixture.ts";

function file(folder: string, ...lines: string[]): string {
  return write(folder, "steps.txt", lines.join("\n"));
}

test("batch runs lines of words and of JSON, and answers each", async () => {
  await using t = await fixture();
  const site = t.site("<title>First</title><input aria-label=Name>");
  const steps = file(
    t.folder,
    "\uFEFF# a comment, with a mark of the byte order before it",
    `open ${site}`,
    "",
    "   svc state  \r",
    "input 1 'it'\\''s \"here\"'",
    '["input", 1, "two\\nlines", "--append"]',
    "get value 1 --timeout 5000",
    "get title --json",
  );
  const { ran, failed, results } = await t.svc("batch", steps);
  expect([ran, failed]).toEqual([6, 0]);
  expect(results.map(({ line, success }: Data) => [line, success])).toEqual([2, 4, 5, 6, 7, 8].map((n) => [n, true]));
  expect(results[0]).toMatchObject({ command: `open ${site}`, data: { title: "First", status: 200 } });
  expect(results[2].data.input).toBe('it\'s "here"');
  expect(results[4].data.value).toContain('it\'s "here"');
  expect(results[5]).toMatchObject({ command: "get title --json", data: { title: "First" } });
  expect((await t.text("batch", file(t.folder, "get title"))).split("\n")).toEqual([
    '{"line":1,"command":"get title","success":true,"data":{"title":"First"}}',
  ]);
});

test("a line that fails is answered like others; the first of them decides the end", async () => {
  await using t = await fixture();
  const steps = file(t.folder, "get title", "click 77", "frobnicate", "get title");
  const failure = await t.fails("batch", steps);
  expect(failure.code).toBe("not_found");
  expect(failure.message).toMatch(/^line 2: .*\(and 1 more of 4 lines failed\)$/);
  const bailed = await t.fails("batch", steps, "--bail");
  expect(bailed.message).toMatch(/^line 2: /);
  expect(bailed.message).not.toContain("more of");
});

test("lines that cannot be read are told by their number, and nothing of them is done", async () => {
  await using t = await fixture();
  for (const [line, part] of [
    ["type 'open", "a single quote is not closed"],
    ['type "open', "a double quote is not closed"],
    ["type open\\", "ends with a backslash"],
    ["[1, 2", "JSON array"],
    ["[[]]", "JSON array"],
    ["svc", "no command"],
    ["clik 3", "unknown command 'clik'"],
    ["get title --session other", "--session cannot be used on a line of a batch"],
    ["--headed get title", "--headed cannot be used"],
    ["open --help", "--help cannot be used"],
    ["batch other.txt", "cannot run another batch"],
    ["type -", "- cannot be used in a batch"],
    ["open", "missing url"],
  ] as const) {
    const failure = await t.fails("batch", file(t.folder, line));
    expect([line, failure.code, failure.message]).toEqual([line, "usage", expect.stringContaining(part)]);
    expect(failure.message).toStartWith("line 1: ");
  }
  expect(await t.fails("batch", join(t.folder, "none"))).toMatchObject({ code: "not_found" });
  expect(await t.fails("batch", t.folder)).toMatchObject({ code: "io" });
});

test("a secret on a line is not repeated", async () => {
  await using t = await fixture();
  const site = t.site("<input type=password><input>");
  const steps = file(
    t.folder,
    `open ${site}`,
    "state",
    "input 1 hunter2hunter2",
    "input 2 hunter2hunter2 --secret",
    "cookies set id hunter2hunter2",
    "input 2 --secret hunter2hunter2 'hunter2",
  );
  const failure = await t.fails("batch", steps);
  expect(failure.message).toContain("line 6");
  expect(failure.message).not.toContain("hunter2");
  const good = await t.svc(
    "batch",
    file(
      t.folder,
      "state",
      "input 1 hunter2hunter2",
      "cookies set id hunter2hunter2",
      "config set llm_api_key hunter2hunter3",
    ),
  );
  expect(JSON.stringify(good)).not.toContain("hunter2");
  expect(good.results[1].command).toBe("input 1 '••••••••'");
});

test("what happens beside a line stands with it, and python's output is in its data", async () => {
  await using t = await fixture();
  const site = t.site("<a href=/two target=_blank>Two</a>", { "/two": "<title>Two</title>" });
  const steps = file(t.folder, `open ${site}`, "state", "click 1", "python 'print(1); 2'");
  const { results } = await t.svc("batch", steps);
  expect(results[2].events).toMatchObject([{ kind: "tab", index: 1 }]);
  expect(results[3].data).toEqual({ output: "1\n", result: 2, type: "int" });
});

test("an empty batch is none", async () => {
  await using t = await fixture();
  expect(await t.svc("batch", file(t.folder, "", "# nothing"))).toEqual({ ran: 0, failed: 0, results: [] });
});

test.if(MODE === "executable")("a batch may close the session and go on in a new one", async () => {
  await using t = await fixture();
  const { results } = await t.svc("batch", file(t.folder, "open about:blank", "close", "get url"));
  expect(results.map(({ success }: Data) => success)).toEqual([true, true, true]);
});
