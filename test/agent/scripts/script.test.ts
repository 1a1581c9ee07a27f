/** Scripts of the agent: what they can do, and what holds them. */
import { expect, test } from "bun:test";
import { runScript, SCRIPT_LIMITS, scriptFault } from "../../../src/agent/scripts/script.ts";

const { signal } = new AbortController();

/** Runs code whose tools answer what they are given, and notes the calls. */
async function ran(code: string, limits = SCRIPT_LIMITS) {
  const calls: [string, unknown][] = [];
  const result = await runScript(code, {
    tools: ["click", "extract"],
    signal,
    limits,
    call: async (tool, args) => {
      calls.push([tool, args]);
      await Bun.sleep(1);
      return args.fails ? { error: "covered by a dialog" } : { value: { tool, ...args } };
    },
  });
  return { ...result, made: calls };
}

test("a script loops over calls and gives a value", async () => {
  const code = `const got = [];
    for (let page = 1; page <= 3; page++) { const { page: n } = await extract({ page }); got.push(n * 10); }
    console.log("read", got.length);
    return got;`;
  expect(await ran(code)).toMatchObject({ ok: true, text: "read 3\n[10,20,30]", calls: 3 });
});

test("an expression is its own value, async or not", async () => {
  expect(await ran("1 + 1")).toMatchObject({ ok: true, text: "2" });
  expect(await ran("(await click({ index: 3 })).index;")).toMatchObject({ ok: true, text: "3" });
});

test("calls run in the order they were made, also those that nobody waits for", async () => {
  const { made, ok } = await ran(
    "click({ index: 1 }); click({ index: 2 }); await Promise.all([3, 4].map((index) => click({ index })))",
  );
  expect(ok).toBe(true);
  expect(made.map(([, args]) => args)).toEqual([{ index: 1 }, { index: 2 }, { index: 3 }, { index: 4 }]);
});

test("a call that fails throws; one that nobody catches ends the script, and is told either way", async () => {
  const uncaught = await ran("await click({ fails: true }); await click({ index: 2 })");
  expect(uncaught.ok).toBe(false);
  expect(uncaught.made).toHaveLength(1);
  expect(uncaught.text).toContain("click: covered by a dialog");
  const caught = await ran("try { await click({ fails: true }) } catch (error) { return 'went on: ' + error.message }");
  expect(caught).toMatchObject({ ok: true });
  expect(caught.text).toContain("went on: click: covered by a dialog");
});

test("there is no network, no file and nothing of the program", async () => {
  const names = [
    "fetch",
    "Bun",
    "process",
    "require",
    "WebSocket",
    "XMLHttpRequest",
    "Deno",
    "setTimeout",
    "navigator",
  ];
  const { text } = await ran(`[${names.map((name) => `typeof ${name}`).join(",")}]`);
  expect(JSON.parse(text)).toEqual(names.map(() => "undefined"));
  expect((await ran("await import('node:fs')")).ok).toBe(false);
  expect((await ran("(() => {}).constructor('return this')().process === undefined")).text).toBe("true");
});

test("an endless loop, endless memory and endless calls end", async () => {
  const quick = { ...SCRIPT_LIMITS, ms: 300 };
  expect((await ran("for (;;);", quick)).ok).toBe(false);
  // The thread that it runs on is the server's.
  expect((await ran("for (;;);")).text).toBe("it computed for more than 1 s without a call");
  expect((await ran("const a = []; for (;;) a.push(new Array(1e5).fill(a.length));")).ok).toBe(false);
  expect((await ran("function f() { return f() } f()")).text).toMatch(/stack/i);
  const many = await ran("for (let n = 0; n < 50; n++) await click({ n })", { ...SCRIPT_LIMITS, calls: 20 });
  expect(many).toMatchObject({ ok: false });
  expect(many.made).toHaveLength(20);
  expect((await ran("await new Promise(() => {})", quick)).text).toContain("longer than");
});

test("what is no JavaScript is told with its line", async () => {
  const { ok, text } = await ran("const a = 1;\nconst = 2;");
  expect(ok).toBe(false);
  expect(text).toContain("SyntaxError");
  expect((await ran("const a = 1;\nnull.x")).text).toMatch(/line 2/);
});

test("a stopped run stops its script", async () => {
  const stop = new AbortController();
  const running = runScript("for (;;) await click({})", {
    tools: ["click"],
    signal: stop.signal,
    call: async () => {
      stop.abort(new Error("stopped"));
      return {};
    },
  });
  expect(await running.catch((error: Error) => error.message)).toBe("stopped");
});

test("parameters are there, and cannot be changed", async () => {
  const params = { rows: [{ name: '`a` \u2028 "b"' }] };
  const code = `try { "use strict"; params.rows[0].name = "x"; params = {}; } catch {} return params.rows[0].name`;
  const { value } = await runScript(code, { tools: [], signal, params, call: async () => ({}) });
  expect(value).toBe(params.rows[0]?.name);
});

test("code that cannot run is known before it does", async () => {
  expect(await scriptFault("return params.a")).toBeUndefined();
  expect(await scriptFault("return (")).toContain("SyntaxError");
});
