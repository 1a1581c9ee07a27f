/** What a model can do: found out by few questions, remembered, corrected in use, and done without. */

import { expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../support/until.ts";
import { followUp, ground, PICTURE, turn } from "./fixture.ts";
import { call, type Refused, type Script, type ScriptedOptions, scriptedModel } from "./server.ts";

const ALL = { tools: true, streamedTools: true, requiredTool: true, jsonSchema: true, vision: true, usage: true };

function stage(options: ScriptedOptions = {}, script: Script = () => "ok") {
  const server = scriptedModel(script, options);
  const g = ground();
  const { home, notes, signal, open } = g;
  return {
    ...{ server, home, notes, signal, open, file: join(home, "model-capabilities.json") },
    ...{ model: open(server.config), anthropic: open(server.anthropic) },
    [Symbol.dispose]() {
      server[Symbol.dispose]();
      g[Symbol.dispose]();
    },
  };
}

for (const kind of ["model", "anthropic"] as const)
  test(`two questions find out all, and no other process asks again (${kind})`, async () => {
    using s = stage();
    expect(await s[kind].capabilities(s.signal)).toEqual(ALL);
    expect(s.server.probes).toHaveLength(2);
    expect(statSync(s.file).mode & 0o777).toBe(0o600);
    expect(readFileSync(s.file, "utf8")).not.toContain("sk-scripted");
    const again = s.open(kind === "model" ? s.server.config : s.server.anthropic);
    expect(await again.capabilities(s.signal)).toEqual(ALL);
    expect(s.server.probes).toHaveLength(2);
    expect(s.notes).toEqual([]);
  });

const MISSING: readonly (readonly [string, ScriptedOptions, Partial<typeof ALL>])[] = [
  ["tools", { refuses: ["tools"] }, { tools: false }],
  ["tools that are taken and never called", { deafToTools: true }, { tools: false }],
  ["tools in a stream", { refuses: ["streamedTools"] }, { streamedTools: false }],
  ["a required tool", { refuses: ["requiredTool"] }, { requiredTool: false }],
  ["schemas", { refuses: ["jsonSchema"] }, { jsonSchema: false }],
  ["pictures", { refuses: ["vision"] }, { vision: false }],
  ["pictures that are taken and not seen", { blind: true }, { vision: false }],
  ["token counts", { withoutUsage: true }, { usage: false }],
  ["options of streams", { refuses: ["streamOptions"] }, { usage: false }],
  [
    "several",
    { refuses: ["requiredTool", "vision", "jsonSchema"] },
    { requiredTool: false, vision: false, jsonSchema: false },
  ],
];

for (const [name, options, missing] of MISSING)
  test(`a model without ${name}`, async () => {
    using s = stage(options);
    expect(await s.model.capabilities(s.signal)).toEqual({ ...ALL, ...missing });
    const told = [...s.notes];
    expect(told).toHaveLength(Object.keys(missing).length);
    await s.model.capabilities(s.signal);
    expect(s.notes).toEqual(told);
    // The next one is told as well, by what is remembered.
    expect(await s.open(s.server.config).capabilities(s.signal)).toEqual({ ...ALL, ...missing });
    expect([...s.notes.slice(told.length)].sort()).toEqual(told.sort());
  });

test("what is refused in words that nobody knows is found out by leaving out", async () => {
  for (const [refused, missing] of [
    ["vision", { vision: false }],
    ["requiredTool", { requiredTool: false }],
    ["tools", { tools: false }],
  ] as const) {
    using s = stage({ refuses: [refused], refusal: "Bad Request" });
    expect(await s.model.capabilities(s.signal)).toEqual({ ...ALL, ...missing });
  }
});

test("calls that are lost in streams are asked for without one", async () => {
  using s = stage({ losesStreamedCalls: true }, () => call("click"));
  expect(await s.model.capabilities(s.signal)).toEqual({ ...ALL, streamedTools: false });
  expect((await s.model.ask(turn("go"), s.signal)).calls).toMatchObject([{ name: "click" }]);
  expect(s.server.requests[0]?.streamed).toBe(false);
});

test("a probe that nobody answers is not remembered, and neither is one that is too old or of another version", async () => {
  using s = stage({ key: "another" });
  await expect(s.open({ ...s.server.config, key: "wrong" }).capabilities(s.signal)).rejects.toMatchObject({
    code: "model",
  });
  expect(() => statSync(s.file)).toThrow();
  using t = stage();
  await t.model.capabilities(t.signal);
  for (const [member, value] of [
    ["at", "2020-01-01T00:00:00Z"],
    ["version", 0],
  ] as const) {
    const known = JSON.parse(readFileSync(t.file, "utf8"));
    for (const one of Object.values(known) as Record<string, unknown>[]) one[member] = value;
    writeFileSync(t.file, JSON.stringify(known));
    const before = t.server.probes.length;
    await t.open(t.server.config).capabilities(t.signal);
    expect(t.server.probes).toHaveLength(before + 2);
  }
  writeFileSync(t.file, "no JSON");
  expect(await t.open(t.server.config).capabilities(t.signal)).toEqual(ALL);
});

test("what turns out wrong in use is corrected, told once and remembered", async () => {
  const refuses: Refused[] = [];
  using s = stage({ refuses }, () => "ok");
  expect(await s.model.capabilities(s.signal)).toEqual(ALL);
  refuses.push("requiredTool", "vision");
  const asked = turn("", { messages: followUp(PICTURE), require: true });
  await s.model.ask(asked, s.signal);
  await s.model.ask(asked, s.signal);
  expect(s.server.refused).toHaveLength(2);
  expect([...s.notes].sort()).toEqual([
    "scripted does not support images: they are left out",
    "scripted does not support required tool calls: the prompt asks for them",
  ]);
  expect(s.server.requests.at(-1)?.messages.at(-1)?.text).toBe("Answer with a call of a tool.");
  expect(s.server.requests.at(-1)?.last).toContain("An image is left out");
  const corrected = { ...ALL, requiredTool: false, vision: false };
  expect(await s.open(s.server.config).capabilities(s.signal)).toEqual(corrected);
});

test("an error about a request is no missing capability", async () => {
  const said = "messages.2: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1; tools must have names";
  using s = stage({}, () => ({ status: 400, body: JSON.stringify({ error: { message: said } }) }));
  await s.model.capabilities(s.signal);
  await expect(s.model.ask(turn("go"), s.signal)).rejects.toMatchObject({
    message: expect.stringContaining(said.slice(0, 60)),
  });
  expect(s.notes).toEqual([]);
  expect(await s.open(s.server.config).capabilities(s.signal)).toEqual(ALL);
});

for (const kind of ["model", "anthropic"] as const)
  test(`without tools, they are told in words and called in words (${kind})`, async () => {
    const script = [{ text: "I press it.", calls: [call("click", { index: 3 })] }, "all done"];
    using s = stage({ refuses: ["tools", "jsonSchema"] }, script);
    expect((await s[kind].capabilities(s.signal)).tools).toBe(false);
    const reply = await s[kind].ask(turn("go", { require: true }), s.signal);
    expect(reply).toMatchObject({
      text: "I press it.",
      finish: "calls",
      calls: [{ name: "click", args: { index: 3 } }],
    });
    const asked = s.server.requests[0];
    expect(asked?.tools).toEqual([]);
    expect(asked?.system).toContain("## click\nPresses an element");
    expect(asked?.last).toEndWith("Answer with a call of a tool.");
    await s[kind].ask(turn("", { messages: followUp(PICTURE) }), s.signal);
    const [, made, result] = s.server.requests[1]?.messages ?? [];
    expect(made).toMatchObject({
      role: "assistant",
      calls: [],
      text: expect.stringContaining('"arguments":{"index":3}'),
    });
    expect(result).toMatchObject({ role: "user", text: "Result of click:\nsaved", pictures: 1 });
  });

test("a server that holds less than is configured is believed", async () => {
  using s = stage({ contextTokens: 8_192 });
  expect(s.model.config.contextTokens).toBe(128_000);
  await s.model.capabilities(s.signal);
  expect(s.model.config.contextTokens).toBe(8_192);
  expect(s.notes).toEqual(["the server of scripted has a context of 8192 tokens, not 128000"]);
  expect(s.open(s.server.config).config.contextTokens).toBe(8_192);
});

test("what the operator says of pictures is not found out", async () => {
  using s = stage();
  const model = s.open({ ...s.server.config, model: "blind", vision: false });
  expect(await model.capabilities(s.signal)).toEqual({ ...ALL, vision: false });
  expect(s.server.probes.some(({ messages }) => messages.some(({ pictures }) => pictures > 0))).toBe(false);
  expect(s.notes).toEqual([]);
});

test("a model that does not come to an answer is taken to have all, and asked again the next time", async () => {
  using s = stage({ broods: true }, () => call("click"));
  expect(await s.model.capabilities(s.signal)).toMatchObject({ tools: true, requiredTool: true, vision: true });
  expect((await s.model.ask(turn("go"), s.signal)).calls).toHaveLength(1);
  const asked = s.server.probes.length;
  await s.model.capabilities(s.signal);
  expect(s.server.probes).toHaveLength(asked);
  await s.open(s.server.config).capabilities(s.signal);
  expect(s.server.probes.length).toBeGreaterThan(asked);
});

test("many runs that begin with a model ask it once, also when the first one is stopped", async () => {
  using s = stage({ latencyMs: 50 });
  const stop = new AbortController();
  const first = s.model.capabilities(stop.signal);
  const others = Array.from({ length: 10 }, () => s.open(s.server.config).capabilities(s.signal));
  await until(() => s.server.probes.length !== 0);
  stop.abort(new Error("stopped"));
  await expect(first).rejects.toThrow("stopped");
  expect(await Promise.all(others)).toEqual(Array.from({ length: 10 }, () => ALL));
  // Two questions are a probe; of the first one's the second may have been asked before it was stopped.
  expect([3, 4]).toContain(s.server.probes.length);
});
