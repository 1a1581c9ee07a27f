/** The stand-in itself: scripts, both protocols, and what it does wrong on request. */
import { expect, test } from "bun:test";
import { call, indexOf, perTask, type ScriptedServer, scriptedModel } from "./server.ts";

const TOOL = { type: "function", function: { name: "click", description: "", parameters: { type: "object" } } };

async function ask({ url }: ScriptedServer, text: string, more: object = {}): Promise<Response> {
  const body = { model: "m", messages: [{ role: "user", content: text }], tools: [TOOL], ...more };
  return await fetch(`${url}/v1/chat/completions`, { method: "POST", body: JSON.stringify(body) });
}

async function message(response: Response) {
  return ((await response.json()) as { choices: { message: object }[] }).choices[0]?.message;
}

test("a list of turns is answered in order, and one too many says so", async () => {
  using server = scriptedModel(["hello", call("click", { index: 3 })]);
  expect(await message(await ask(server, "a"))).toMatchObject({ content: "hello" });
  const calls = [{ function: { name: "click", arguments: '{"index":3}' } }];
  expect(await message(await ask(server, "b"))).toMatchObject({ tool_calls: calls });
  const late = await ask(server, "c");
  expect([late.status, await late.text()]).toEqual([
    400,
    expect.stringContaining("has 2 turns, and this is request 3"),
  ]);
  expect(server.requests.map(({ last }) => last)).toEqual(["a", "b", "c"]);
});

test("a script per task reads what it is shown, beside others", async () => {
  using server = scriptedModel(
    perTask(function* (asked) {
      const next = yield `task ${asked.first}`;
      yield call("click", { index: indexOf(next.last, "Save") });
    }),
  );
  const follow = (first: string, seen: string) => ({
    messages: [
      { role: "user", content: first },
      { role: "assistant", content: null, tool_calls: [{ id: "1", function: { name: "state", arguments: "{}" } }] },
      { role: "tool", tool_call_id: "1", content: seen },
    ],
  });
  expect(await message(await ask(server, "one"))).toMatchObject({ content: "task one" });
  expect(await message(await ask(server, "two"))).toMatchObject({ content: "task two" });
  for (const [first, index] of [
    ["two", 7],
    ["one", 5],
  ] as const) {
    const answer = await message(await ask(server, "", follow(first, `[1] button Open\n[${index}] button Save`)));
    expect(answer).toMatchObject({ tool_calls: [{ function: { arguments: `{"index":${index}}` } }] });
  }
});

test("streams of both protocols hold the same turn, also cut into single bytes", async () => {
  const turn = { text: "Größe €", calls: [call("click", { text: "größer" })], bytes: 1, chunk: 2 };
  using server = scriptedModel([turn, turn]);
  const openAi = await (await ask(server, "x", { stream: true, stream_options: { include_usage: true } })).text();
  expect(openAi).toContain('"finish_reason":"tool_calls"');
  expect(openAi).toContain('"prompt_tokens":100');
  expect(openAi).toEndWith("data: [DONE]\n\n");
  const body = { model: "m", stream: true, messages: [{ role: "user", content: "x" }], tools: [{ name: "click" }] };
  const sent = await fetch(`${server.url}/anthropic/v1/messages`, { method: "POST", body: JSON.stringify(body) });
  const anthropic = (await sent.text()).matchAll(/"(?:text|partial_json)":("(?:[^"\\]|\\.)*")/g);
  expect([...anthropic].map(([, piece = ""]) => JSON.parse(piece)).join("")).toBe('Größe €{"text":"größer"}');
});

test("without tools, calls are written into the text; what the server cannot do is refused", async () => {
  using server = scriptedModel([call("click", { index: 1 })], { refuses: ["tools", "vision"] });
  const refused = await ask(server, "a");
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("does not support tools")]);
  const image = [{ type: "image_url", image_url: { url: "data:image/png;base64,AA==" } }];
  expect((await ask(server, "", { tools: [], messages: [{ role: "user", content: image }] })).status).toBe(400);
  const written = await message(await ask(server, "b", { tools: [] }));
  expect(written).toMatchObject({
    content: expect.stringContaining('{"calls":[{"name":"click","arguments":{"index":1}}]}'),
  });
  expect(written).not.toHaveProperty("tool_calls");
});

test("a stream ends in the middle, or the connection breaks", async () => {
  using server = scriptedModel([
    { text: "a long answer", endsAfter: 2 },
    { text: "a long answer", breaksAfter: 2 },
    { status: 429, headers: { "Retry-After": "1" } },
  ]);
  expect(await (await ask(server, "x", { stream: true })).text()).not.toContain("DONE");
  const broken = ask(server, "x", { stream: true }).then((response) => response.text());
  await expect(broken).rejects.toThrow();
  expect((await ask(server, "x")).headers.get("retry-after")).toBe("1");
});
