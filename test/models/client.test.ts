/** Turns of a conversation over both protocols: what is sent, what comes back, and whatever models do wrong. */
import { expect, test } from "bun:test";
import type { Message, ModelConfig } from "../../src/models/model.ts";
import { followUp, ground, PICTURE, turn } from "./fixture.ts";
import { call, type Script, type ScriptedCall, type ScriptedOptions, scriptedModel } from "./server.ts";

/** The same script behind both protocols. */
const both = (
  name: string,
  script: Script,
  check: (s: ReturnType<typeof stage>) => Promise<void>,
  o?: ScriptedOptions,
) => {
  for (const provider of ["openai", "anthropic"] as const)
    test(`${name} (${provider})`, async () => {
      using s = stage(provider, script, o);
      await check(s);
    });
};

function stage(provider: ModelConfig["provider"], script: Script, options?: ScriptedOptions) {
  const server = scriptedModel(script, options);
  const g = ground();
  const config = provider === "openai" ? server.config : server.anthropic;
  return {
    ...{ server, config, provider },
    ...{ home: g.home, notes: g.notes, signal: g.signal, open: g.open, model: g.open(config) },
    [Symbol.dispose]() {
      server[Symbol.dispose]();
      g[Symbol.dispose]();
    },
  };
}

const CALLS = { text: "Größe: I press it.", calls: [call("click", { index: 3, text: "größer" }), call("done")] };

both(
  "text, calls and tokens of a streamed answer",
  [{ ...CALLS, usage: { input: 1_000, cached: 400, output: 50 } }],
  async ({ model, signal, server }) => {
    const reply = await model.ask(turn("go", { require: true }), signal);
    expect(reply).toMatchObject({
      text: "Größe: I press it.",
      calls: [
        { name: "click", args: { index: 3, text: "größer" } },
        { name: "done", args: {} },
      ],
      finish: "calls",
      model: "scripted",
      usage: { input: 1_000, cachedInput: 400, output: 50 },
    });
    // 600 at 1, 400 at 0.1, 50 at 10 dollars a million.
    expect(reply.usage.costUsd).toBeCloseTo(0.00114, 8);
    expect(reply.usage.isEstimated).toBeUndefined();
    expect(server.requests[0]).toMatchObject({ streamed: true, required: true, system: "You act in a browser." });
    expect(server.requests[0]?.tools.map(({ name }) => name)).toEqual(["click", "done"]);
  },
);

both("an answer that is cut anywhere on the wire", [{ ...CALLS, bytes: 1, chunk: 1 }], async ({ model, signal }) => {
  const reply = await model.ask(turn("go"), signal);
  expect(reply.text).toBe("Größe: I press it.");
  expect(reply.calls[0]?.args).toEqual({ index: 3, text: "größer" });
});

both(
  "a server that answers a request for a stream with one document is asked once",
  [CALLS],
  async ({ model, signal, server }) => {
    expect(await model.ask(turn("go"), signal)).toMatchObject({ calls: [{ name: "click" }, { name: "done" }] });
    expect(server.requests).toHaveLength(1);
  },
  { neverStreams: true },
);

both(
  "arguments that are cut off, no JSON or no object are said to be invalid",
  [
    {
      calls: [
        call("click", '{"index": 3, "te'),
        call("click", "[3]"),
        call("click", '"{\\"index\\":4}"'),
        call("done", ""),
      ],
      finish: "length",
    },
  ],
  async ({ model, signal }) => {
    const { calls, finish } = await model.ask(turn("go"), signal);
    expect(calls.map(({ args }) => args)).toEqual([{}, {}, { index: 4 }, {}]);
    expect(calls.map(({ invalid }) => invalid)).toEqual([
      expect.stringContaining("not JSON"),
      expect.stringContaining("not a JSON object"),
      undefined,
      undefined,
    ]);
    expect(finish).toBe("length");
  },
);

for (const named of ["twice", "always"] as const)
  test(`a call whose name comes ${named} is one call`, async () => {
    using s = stage("openai", [{ calls: [call("click", { index: 3 })], named }]);
    const { calls } = await s.model.ask(turn("go"), s.signal);
    expect(calls).toMatchObject([{ name: "click", args: { index: 3 } }]);
  });

test("calls without an id, or with one for several, get ids of their own", async () => {
  const calls = [call("click"), { name: "done", id: null }, { name: "done", id: "x" }, { name: "click", id: "x" }];
  using s = stage("openai", [{ calls: [{ ...calls[0], id: null } as never, ...(calls.slice(1) as never[])] }]);
  const reply = await s.model.ask(turn("go"), s.signal);
  expect(reply.calls.map(({ name }) => name)).toEqual(["click", "done", "done", "click"]);
  expect(new Set(reply.calls.map(({ id }) => id)).size).toBe(4);
  expect(reply.calls.every(({ id }) => id !== "")).toBe(true);
});

both("a conversation goes back as it was, with its pictures", ["ok"], async ({ model, signal, server, provider }) => {
  await model.ask(turn("", { messages: followUp(PICTURE) }), signal);
  const { messages } = server.requests[0] as never as { messages: Message[] };
  expect(messages).toMatchObject([
    { role: "user", text: "Press Save" },
    { role: "assistant", text: "I press it.", calls: [{ id: "c1", name: "click", args: { index: 3 } }] },
    { role: "tool", text: "saved", pictures: provider === "anthropic" ? 1 : 0 },
    ...(provider === "anthropic" ? [] : [{ role: "user", text: "The picture from click:", pictures: 1 }]),
  ]);
});

test("Anthropic's cache is marked at the tools, the system prompt and the growing end", async () => {
  using s = stage("anthropic", ["ok"]);
  await s.model.ask(turn("", { messages: followUp() }), s.signal);
  const { system, tools, messages } = s.server.requests[0]?.body ?? {};
  const isMarked = (one: { cache_control?: unknown }) => one.cache_control !== undefined;
  expect(system.map(isMarked)).toEqual([true]);
  expect(tools.map(isMarked)).toEqual([false, true]);
  expect(messages.map(({ content }: { content: object[] }) => content.some(isMarked))).toEqual([true, false, true]);
});

both(
  "a level of thinking is passed on, and thoughts go back to who had them alone",
  [{ thoughts: "hm", calls: [call("click")] }, "ok", "ok"],
  async ({ model, signal, server, config, provider, open }) => {
    const first = await model.ask(turn("go", { thinking: "high" }), signal);
    const { body } = server.requests[0] as never as { body: Record<string, { type: string }> };
    if (provider === "openai") expect(body.reasoning_effort).toBe("high" as never);
    else expect(body.thinking?.type).toBe("enabled");
    expect(first.text).toBe("");
    const messages: Message[] = [
      { role: "user", text: "go" },
      { role: "assistant", text: first.text, calls: first.calls, providerState: structuredClone(first.providerState) },
      { role: "tool", results: first.calls.map(({ id, name }) => ({ id, name, text: "done" })) },
    ];
    await model.ask(turn("", { messages, thinking: "high" }), signal);
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain("hm");
    await open({ ...config, model: "another" }).ask(turn("", { messages, thinking: "high" }), signal);
    expect(JSON.stringify(server.requests[2]?.body.messages)).not.toContain("hm");
    // Anthropic refuses to think on where the thoughts before are not sent.
    if (provider === "anthropic") expect(server.requests[2]?.body.thinking).toBeUndefined();
  },
);

test("a model that does not know thinking is asked without it from then on", async () => {
  using s = stage("openai", ["a", "b"], { refuses: ["thinking"] });
  await s.model.ask(turn("go", { thinking: "low" }), s.signal);
  await s.model.ask(turn("go", { thinking: "low" }), s.signal);
  expect(s.server.refused).toHaveLength(1);
  expect(s.notes).toEqual(["scripted does not support thinking levels"]);
});

test("thoughts in the text are no part of it", async () => {
  using s = stage("openai", ["<think>hm</think>\nyes", "hm\n</think>\nyes"]);
  expect((await s.model.ask(turn("go"), s.signal)).text).toBe("yes");
  expect((await s.model.ask(turn("go"), s.signal)).text).toBe("yes");
});

test("calls that a model with tools writes into its text are read from there", async () => {
  using s = stage("openai", [
    'Now.\n<tool_call>\n{"name": "click", "arguments": {"index": 2}}\n</tool_call>',
    "click it",
  ]);
  const reply = await s.model.ask(turn("go"), s.signal);
  expect(reply).toMatchObject({ text: "Now.", calls: [{ name: "click", args: { index: 2 } }], finish: "calls" });
  expect(s.notes).toEqual([expect.stringContaining("writes tool calls into its text")]);
  expect(await s.model.ask(turn("go"), s.signal)).toMatchObject({ text: "click it", calls: [], finish: "stop" });
});

test("tokens are estimated where the server does not tell, and the model says so", async () => {
  using s = stage("openai", ["a long answer of words"], { withoutUsage: true });
  const { usage } = await s.model.ask(turn("x".repeat(7_000)), s.signal);
  expect(usage).toMatchObject({ isEstimated: true, cachedInput: 0 });
  expect(usage.input).toBeGreaterThan(2_000);
  expect(usage.costUsd).toBeGreaterThan(0);
  expect(s.notes).toEqual([expect.stringContaining("it is estimated")]);
});

both("an answer that is refused says so", [{ text: "", finish: "refused" }], async ({ model, signal }) => {
  expect(await model.ask(turn("go"), signal)).toMatchObject({ finish: "refused", calls: [] });
});

test("names as some models write them are those of the tools, and surplus brackets are no error", async () => {
  const calls = [
    call("functions.click", '{"index":3}}'),
    call("done<|channel|>json", '{"a":[1]}\n]'),
    call("other.click"),
  ];
  using s = stage("openai", [{ calls }, { calls: [call("click", '{"index":3}{"index":4}')] }]);
  const reply = await s.model.ask(turn("go"), s.signal);
  expect(reply.calls.map(({ name, args }) => [name, args])).toEqual([
    ["click", { index: 3 }],
    ["done", { a: [1] }],
    ["other.click", {}],
  ]);
  const second = await s.model.ask(turn("go"), s.signal);
  expect(second.calls).toMatchObject([{ name: "click", args: {}, invalid: expect.stringContaining("not JSON") }]);
});

test("ids that come again with each turn are made unique, and take the form that Anthropic wants", async () => {
  using s = stage("openai", []);
  const again: ScriptedCall = { name: "click", id: "functions.click:0" };
  using server = scriptedModel([again, again]);
  const model = s.open(server.config);
  const first = await model.ask(turn("go"), s.signal);
  expect(first.calls[0]?.id).toBe("functions.click:0");
  const messages: Message[] = [
    { role: "user", text: "go" },
    { role: "assistant", text: "", calls: first.calls },
    { role: "tool", results: [{ id: "functions.click:0", name: "click", text: "pressed" }] },
  ];
  const second = await model.ask(turn("", { messages }), s.signal);
  expect(second.calls[0]?.id).not.toBe("functions.click:0");
  using other = stage("anthropic", ["ok"]);
  await other.model.ask(turn("", { messages }), other.signal);
  expect(other.server.requests[0]?.messages).toMatchObject([
    {},
    { calls: [{ id: "functions_click_0" }] },
    { callId: "functions_click_0", text: "pressed" },
  ]);
});
