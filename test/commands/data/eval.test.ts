import { expect, test } from "bun:test";
import { fixture, write } from "../../fixture.ts";

test("eval gives values as JSON, and tells by type what JSON cannot", async () => {
  await using t = await fixture();
  await t.svc("open", t.site("<title>Page</title><p id=p>x"));
  const values: [string, unknown, string][] = [
    ["1 + 1", 2, "number"],
    ["'text'", "text", "string"],
    ["true", true, "boolean"],
    ["null", null, "null"],
    ["undefined", null, "undefined"],
    ["NaN", "NaN", "number"],
    ["1 / -0", "-Infinity", "number"],
    ["10n ** 20n", "100000000000000000000n", "bigint"],
    ["({ a: [1, { b: null }] })", { a: [1, { b: null }] }, "object"],
    ["[1, 'two', [3]]", [1, "two", [3]], "array"],
    ["new Map([['a', 1]])", [["a", 1]], "map"],
    ["new Set([1, 2])", [1, 2], "set"],
    ["document.title", "Page", "string"],
    ["'\\0 \\u2028 🎉'", "\0 \u2028 🎉", "string"],
  ];
  for (const [js, result, type] of values) expect({ js, ...(await t.svc("eval", js)) }).toEqual({ js, result, type });
  expect(await t.svc("eval", "new Date(0)")).toEqual({ result: "1970-01-01T00:00:00.000Z", type: "date" });
  expect(
    await t.svc("eval", "({ at: new Date(0), box: new DOMRect(1, 2, 3, 4), to: new URL('https://example.com') })"),
  ).toMatchObject({
    result: { at: "1970-01-01T00:00:00.000Z", box: { x: 1, y: 2, width: 3, height: 4 }, to: "https://example.com/" },
  });
  expect(await t.svc("eval", "function named() {}; named")).toMatchObject({
    result: expect.stringContaining("named"),
    type: "function",
  });
  expect(await t.svc("eval", "p")).toMatchObject({ result: expect.stringContaining("p#p"), type: "node" });
  expect(await t.svc("eval", "Symbol('s')")).toMatchObject({ result: "Symbol(s)", type: "symbol" });
  expect(await t.svc("eval", "window.loop = { name: 'loop' }; loop.self = loop")).toMatchObject({
    result: expect.any(String),
  });
  expect(await t.svc("eval", "window")).toMatchObject({ type: expect.any(String) });
  expect(await t.text("eval", "({ a: 1 })")).toBe(`result: {"a":1}`);
  expect(await t.text("eval", "undefined")).toBe("result: undefined");
});

test("eval carries texts that are no valid Unicode, and long ones", async () => {
  await using t = await fixture();
  const { result } = await t.svc("eval", "'a\\ud800b'");
  expect(result).toMatch(/^a.b$/);
  expect((await t.svc("eval", "'é'.repeat(1_000_000)")).result).toBe("é".repeat(1_000_000));
  expect((await t.svc("eval", "Array.from({ length: 50_000 }, (_, n) => n)")).result).toHaveLength(50_000);
});

test("eval awaits promises, at the top level too", async () => {
  await using t = await fixture();
  await t.svc("open", t.site("", { "/api": () => Response.json({ answer: 42 }) }));
  expect(await t.svc("eval", "Promise.resolve({ a: 1 })")).toEqual({ result: { a: 1 }, type: "object" });
  expect(await t.svc("eval", "await fetch('/api').then((answer) => answer.json())")).toMatchObject({
    result: { answer: 42 },
  });
  expect(await t.svc("eval", "(async () => { await null; return [1] })()")).toEqual({ result: [1], type: "array" });
  expect(await t.svc("eval", "new Promise((done) => setTimeout(done, 20, 'late'))")).toMatchObject({ result: "late" });
  expect(await t.fails("eval", "Promise.reject(new Error('rejected'))")).toMatchObject({
    code: "script",
    message: expect.stringContaining("rejected"),
  });
  expect(await t.fails("eval", "await Promise.reject('only text')")).toMatchObject({
    code: "script",
    message: expect.stringContaining("only text"),
  });
});

test("eval fails when the script throws, with its message", async () => {
  await using t = await fixture();
  expect(await t.fails("eval", "throw new TypeError('boom')")).toMatchObject({
    code: "script",
    message: expect.stringContaining("TypeError: boom"),
  });
  expect(await t.fails("eval", "nope.x")).toMatchObject({
    code: "script",
    message: expect.stringContaining("nope is not defined"),
  });
  expect(await t.fails("eval", "throw { code: 7 }")).toMatchObject({ code: "script", message: expect.any(String) });
  expect(await t.fails("eval", "throw null")).toMatchObject({
    code: "script",
    message: expect.stringContaining("null"),
  });
  expect(await t.fails("eval", "let let = 1")).toMatchObject({
    code: "script",
    message: expect.stringContaining("SyntaxError"),
  });
});

test("eval runs in the page's own world, and declarations may be repeated", async () => {
  await using t = await fixture();
  await t.svc("open", t.site("<p>Old</p><script>window.shared = { count: 1 }; class Own {}</script>"));
  for (const value of [1, 2])
    expect(await t.svc("eval", `const value = ${value}; value`)).toMatchObject({ result: value });
  expect(await t.svc("eval", "value + ++shared.count")).toMatchObject({ result: 4 });
  await t.svc("eval", "document.querySelector('p').textContent = 'New'");
  expect((await t.svc("state")).tree).toBe("New");
});

test("eval works where the page's policy forbids it", async () => {
  await using t = await fixture();
  const headers = {
    "content-type": "text/html",
    "content-security-policy": "default-src 'none'; sandbox allow-scripts",
  };
  const site = t.site("", { "/strict": () => new Response("<title>Strict</title>", { headers }) });
  await t.svc("open", `${site}strict`);
  expect(await t.svc("eval", "eval('document.title')")).toMatchObject({ result: "Strict" });
});

test("eval reads its script from a file, and wants exactly one script", async () => {
  await using t = await fixture();
  const file = write(t.folder, "script.js", "// A comment\nconst answer = 40;\nanswer + 2\n");
  expect(await t.svc("eval", "--file", file)).toEqual({ result: 42, type: "number" });
  expect(await t.fails("eval", "1", "--file", file)).toMatchObject({ code: "usage" });
  expect(await t.fails("eval")).toMatchObject({ code: "usage", hint: expect.stringContaining("--file") });
  expect(await t.fails("eval", "--file", `${t.folder}/none.js`)).toMatchObject({
    code: "not_found",
    message: expect.stringContaining("none.js"),
  });
  expect(await t.fails("eval", "--file", t.folder)).toMatchObject({ code: "io" });
});

test("eval ends a script at --timeout, and the next command works", async () => {
  await using t = await fixture();
  await t.open("<title>Page</title>");
  expect(await t.fails("eval", "for (;;) {}", "--timeout", "600")).toMatchObject({ code: "timeout" });
  expect(await t.svc("eval", "1 + 1")).toMatchObject({ result: 2 });
  expect(await t.fails("eval", "new Promise(() => {})", "--timeout", "300")).toMatchObject({ code: "timeout" });
  expect(await t.svc("get", "title")).toEqual({ title: "Page" });
});

test("eval that leads to another page is followed there, and the next command runs there", async () => {
  await using t = await fixture();
  const site = t.site("<title>First</title>", { "/next": "<title>Next</title>" });
  await t.svc("open", site);
  expect(await t.svc("eval", "location.href = '/next'")).toMatchObject({ result: "/next" });
  expect(await t.svc("get", "title")).toEqual({ title: "Next" });
  // The page may be gone before the script's answer is on its way.
  await t.svc("eval", "history.back()").catch(({ code }) => expect(code).toBe("script"));
  expect(await t.svc("get", "title")).toEqual({ title: "First" });
  expect(await t.fails("eval", "location.href = '/next'; new Promise(() => {})")).toMatchObject({
    code: "script",
    message: expect.stringContaining("navigated"),
  });
  expect(await t.svc("get", "title")).toEqual({ title: "Next" });
});
