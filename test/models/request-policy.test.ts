/** Servers that are busy, slow, broken or gone: what is tried again, what takes over, and what is told. */

import { expect, test } from "bun:test";
import type { Failure } from "../../src/errors.ts";
import type { ModelConfig } from "../../src/models/model.ts";
import { retryDelayMs } from "../../src/models/request-policy.ts";
import { WireError } from "../../src/models/wire.ts";
import { until } from "../support/until.ts";
import { ground, turn } from "./fixture.ts";
import { type Script, type ScriptedOptions, scriptedModel } from "./server.ts";

const SOON = { "retry-after-ms": "1" };
const BUSY = { status: 429, headers: { "Retry-After": "0" } };
const BROKEN = { status: 503, headers: SOON };

function stage(script: Script, environment: Record<string, string> = {}, options: ScriptedOptions = {}) {
  const server = scriptedModel(script, options);
  const g = ground(environment);
  return {
    ...{ server, notes: g.notes, signal: g.signal, open: g.open },
    ...{ model: g.open(server.config), anthropic: g.open(server.anthropic) },
    [Symbol.dispose]() {
      server[Symbol.dispose]();
      g[Symbol.dispose]();
    },
  };
}

async function failure(asked: Promise<unknown>): Promise<Failure> {
  return await asked.then(
    () => Promise.reject(new Error("it did not fail")),
    (error: Failure) => error,
  );
}

test("a server that is busy or fails is asked again, and each time is told", async () => {
  using s = stage([BUSY, BROKEN, "at last"]);
  expect((await s.model.ask(turn("go"), s.signal)).text).toBe("at last");
  expect(s.notes).toEqual([
    expect.stringContaining("answered 429: scripted failure; retrying scripted in 0 s"),
    expect.stringContaining("answered 503"),
  ]);
});

test("it is asked as often as the setting says, and not for what would fail again", async () => {
  using s = stage(() => BROKEN, { SVC_LLM_RETRIES: "1" });
  expect(await failure(s.model.ask(turn("go"), s.signal))).toMatchObject({
    code: "model",
    message: expect.stringContaining("answered 503"),
  });
  expect(s.server.requests).toHaveLength(2);
  using wrong = stage(() => ({ status: 400, body: '{"error":{"message":"context length exceeded"}}' }));
  expect(await failure(wrong.model.ask(turn("go"), wrong.signal))).toMatchObject({
    message: expect.stringContaining("context length exceeded"),
  });
  expect(wrong.server.requests).toHaveLength(1);
});

test("what the server says of the time to wait is believed, unless it is too long", () => {
  const at = Date.parse("2026-01-01T00:00:00Z");
  const wait = (headers: Record<string, string>, tried = 1) => retryDelayMs(new WireError("", { headers }), tried, at);
  expect(wait({ "retry-after": "7" })).toBe(7_000);
  expect(wait({ "retry-after-ms": "250", "retry-after": "7" })).toBe(250);
  expect(wait({ "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT" })).toBe(5_000);
  expect(wait({ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" })).toBe(0);
  expect(wait({ "retry-after": "3600" })).toBeUndefined();
  expect([wait({}), wait({}, 2), wait({ "retry-after": "soon" }, 3)]).toEqual([1_000, 2_000, 4_000]);
});

for (const [name, fault] of [
  ["ends in the middle", { endsAfter: 5 }],
  ["breaks in the middle", { breaksAfter: 5, slowMs: 20 }],
] as const)
  test(`an answer that ${name} is no answer`, async () => {
    for (const kind of ["model", "anthropic"] as const) {
      using s = stage([{ text: "a long answer that breaks off", ...fault }, "a whole one"]);
      const { text, usage } = await s[kind].ask(turn("x".repeat(3_500)), s.signal);
      expect(text).toBe("a whole one");
      expect(s.notes).toHaveLength(1);
      // What was sent for the broken one is paid for as well: 1,000 tokens and more, beside the 100 that are told.
      expect(usage.isEstimated).toBe(true);
      expect(usage.input).toBeGreaterThan(1_100);
    }
  });

test("an error that a server sends within a stream is one", async () => {
  const event = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
  const body = { status: 200, headers: { "Content-Type": "text/event-stream" }, body: event };
  using s = stage([body], { SVC_LLM_RETRIES: "0" });
  expect(await failure(s.anthropic.ask(turn("go"), s.signal))).toMatchObject({
    message: expect.stringContaining("Overloaded"),
  });
});

for (const [name, setting, fault, says] of [
  ["does not begin", "SVC_LLM_FIRST_BYTE_TIMEOUT", { silentMs: 60_000 }, "no answer within 0.2 s"],
  ["stops in the middle", "SVC_LLM_IDLE_TIMEOUT", { stallsAfter: 3 }, "the answer stopped for 0.2 s"],
  ["never ends", "SVC_LLM_TIMEOUT", { slowMs: 50 }, "no complete answer within 0.2 s"],
] as const)
  test(`an answer that ${name} is given up, and asked for again`, async () => {
    using s = stage([{ text: "word ".repeat(200), ...fault }, "in time"], { [setting]: "200ms" });
    expect((await s.model.ask(turn("go"), s.signal)).text).toBe("in time");
    expect(s.notes[0]).toContain(says);
    expect(s.server.aborted()).toBe(1);
  });

test("the caller's end is the end: nothing is tried again", async () => {
  using s = stage([{ text: "never", silentMs: 60_000 }, "late"]);
  const stop = new AbortController();
  const asked = failure(s.model.ask(turn("go"), stop.signal));
  await until(() => s.server.requests.length !== 0);
  stop.abort(new Error("stopped by its caller"));
  expect((await asked).message).toBe("stopped by its caller");
  expect(s.server.requests).toHaveLength(1);
});

test("another model takes over, stays for a while, and gives back when it fails as well", async () => {
  let isDown = true;
  using first = stage(() => (isDown ? { status: 401, body: "{}" } : "first"));
  using second = scriptedModel(["second", "second again", { status: 400, body: '{"error":{"message":"no"}}' }]);
  const fallback: ModelConfig = { ...second.anthropic, name: "other", contextTokens: 50_000 };
  const model = first.open(first.server.config, { fallback });
  expect(model.config.contextTokens).toBe(128_000);
  expect(await model.ask(turn("go"), first.signal)).toMatchObject({ text: "second", model: "other" });
  expect(model.config).toMatchObject({ name: "scripted", contextTokens: 50_000 });
  isDown = false;
  expect((await model.ask(turn("go"), first.signal)).model).toBe("other");
  expect(first.server.requests).toHaveLength(1);
  expect(await model.ask(turn("go"), first.signal)).toMatchObject({ text: "first", model: "scripted" });
  expect(first.notes).toEqual([
    expect.stringMatching(/^scripted failed \(.* answered 401.*\); using other instead$/),
    expect.stringMatching(/^other failed \(.* answered 400: no\); using scripted instead$/),
  ]);
});

test("no key is in a failure or a note, whatever the server repeats", async () => {
  const key = "sk-very-secret-key-4711";
  using s = stage(["never"], {}, { key: "another" });
  using g = ground();
  const model = g.open({ ...s.server.config, key });
  const error = await failure(model.ask(turn("go"), g.signal));
  expect(error).toMatchObject({ code: "model", message: expect.stringContaining("invalid key ••••") });
  expect(Bun.inspect(error, { depth: 10 })).not.toContain(key);
});

for (const kind of ["config", "anthropic"] as const)
  test(`wherever a stream ends, the answer is whole or none (${kind})`, async () => {
    const whole = { text: "Größe", thoughts: "hm", calls: [{ name: "click", args: { index: 3 } }], chunk: 2 };
    let length = 0;
    using g = ground({ SVC_LLM_RETRIES: "0" });
    using server = scriptedModel(() => ({ ...whole, endsAfter: length++ }));
    const model = g.open(server[kind]);
    for (let isWhole = false; !isWhole; ) {
      const reply = await model.ask(turn("go"), g.signal).catch((error: Failure) => error);
      isWhole = !(reply instanceof Error);
      if (isWhole) expect(reply).toMatchObject({ text: "Größe", calls: [{ name: "click", args: { index: 3 } }] });
      else expect(reply).toMatchObject({ code: "model" });
    }
    expect(length).toBeGreaterThan(10);
  });
