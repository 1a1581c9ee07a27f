/** run(): whatever a handler does, an outcome comes back. */
import { expect, test } from "bun:test";
import { optionOr, positional } from "../src/args.ts";
import { type Command, command } from "../src/command.ts";
import { Failure } from "../src/errors.ts";
import { type Run, run } from "../src/run-command.ts";
import { integer, text } from "../src/values.ts";
import { noteCovered } from "./fixture.ts";

const context = {} as Run["context"];
const signal = new AbortController().signal;

function made(handler: Command["run"]) {
  return command({
    name: "made",
    group: "data",
    summary: "Made for a test",
    effect: "read",
    needs: "nothing",
    args: { word: positional(text(), "A word"), count: optionOr(integer("n", { min: 1 }), 3, "A number") },
    examples: ["made x"],
    run: handler as never,
  });
}

const echo = made(({ args }) => args);

test("checks arguments and fills in defaults", async () => {
  expect(await run({ command: echo, args: { word: "a" }, context, signal, timeoutMs: 1_000 })).toEqual({
    ok: true,
    data: { word: "a", count: 3 },
    text: "word: a\ncount: 3",
  });
  for (const args of [{}, { word: 5 }, { word: "a", count: 0 }, { word: "a", count: "2" }, { word: "a", extra: 1 }]) {
    expect(await run({ command: echo, args, context, signal, timeoutMs: 1_000 })).toMatchObject({
      ok: false,
      error: { code: "usage", hint: "Run `svc made --help`." },
    });
  }
});

test("keeps code, message and hint of a failure", async () => {
  const failing = made(() => Promise.reject(new Failure("covered", "in the way", "Move it.")));
  const outcome = await run({ command: failing, args: { word: "a" }, context, signal, timeoutMs: 1_000 });
  expect(outcome).toEqual({ ok: false, error: { code: "covered", message: "in the way", hint: "Move it." } });
});

test("converts a bug to an outcome with its stack only in the log", async () => {
  const broken = made(() => (undefined as unknown as { x: { y: object } }).x.y);
  const outcome = await run({ command: broken, args: { word: "a" }, context, signal, timeoutMs: 1_000 });
  expect(outcome).toMatchObject({ ok: false, error: { code: "internal", hint: expect.stringContaining("stack") } });
  expect(JSON.stringify(outcome)).not.toContain("outcome.test.ts");
  noteCovered({ command: "", code: "internal" });
});

test("abandons a handler that never ends at its deadline", async () => {
  const endless = made(() => new Promise<never>(() => {}));
  expect(await run({ command: endless, args: { word: "a" }, context, signal, timeoutMs: 50 })).toMatchObject({
    ok: false,
    error: { code: "timeout", message: "made did not finish within 50 ms" },
  });
});

test("prefers the handler's own failure to the timeout", async () => {
  const telling = made(async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    throw new Failure("timeout", "the text did not appear");
  });
  expect(await run({ command: telling, args: { word: "a" }, context, signal, timeoutMs: 50 })).toMatchObject({
    error: { message: "the text did not appear" },
  });
});
