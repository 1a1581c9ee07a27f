/** What is sent to a model: it only grows, and old pages go many at once. */
import { expect, test } from "bun:test";
import { Conversation } from "../../../src/agent/loop/conversation.ts";

function turn(conversation: Conversation, n: number, chars: number): void {
  conversation.reply({ text: "", calls: [{ id: `c${n}`, name: "click", args: { index: n } }] });
  const result = { id: `c${n}`, name: "click", text: `page ${n} ${"x".repeat(chars)}` };
  conversation.answer([{ result, isOfPage: true }]);
}

test("the beginning stays as it was from turn to turn, but for the turn that leaves old pages out", () => {
  const conversation = new Conversation([], "task", 1_000_000);
  let changes = 0;
  let before = "";
  for (let n = 0; n < 60; n++) {
    turn(conversation, n, 4_000);
    conversation.elide();
    const now = JSON.stringify(conversation.messages);
    if (!now.startsWith(before.slice(0, -1))) changes++;
    before = now;
  }
  expect(changes).toBeGreaterThan(0);
  expect(changes).toBeLessThanOrEqual(5);
  const sizes = conversation.messages.flatMap((one) =>
    one.role === "tool" ? one.results.map(({ text }) => text.length) : [],
  );
  expect(sizes.slice(-4).every((size) => size > 4_000)).toBe(true);
  expect(sizes[0]).toBeLessThan(300);
});

test("every call keeps its answer when the older turns are summed up", async () => {
  const conversation = new Conversation([], "task", 8_000);
  for (let n = 0; n < 40; n++) turn(conversation, n, 700);
  const asked: string[] = [];
  const model = {
    config: { name: "m", provider: "openai", baseUrl: "", model: "m", key: undefined, contextTokens: 8_000 },
    ask: async (question: { messages: readonly unknown[] }) => {
      asked.push(JSON.stringify(question.messages));
      return {
        text: "did 30 clicks",
        calls: [],
        usage: { input: 1, cachedInput: 0, output: 1, costUsd: 0 },
        finish: "stop",
        model: "m",
      };
    },
    capabilities: () => Promise.reject(new Error("not asked")),
    onNote: () => {},
  } as never;
  expect(await conversation.compact(model, ["the code is 77"], new AbortController().signal)).toBeDefined();
  const [first, summary, ...rest] = conversation.messages;
  expect(first).toEqual({ role: "user", text: "task" });
  expect(JSON.stringify(summary)).toContain("did 30 clicks");
  expect(JSON.stringify(summary)).toContain("the code is 77");
  const calls = rest.flatMap((one) => (one.role === "assistant" ? one.calls.map(({ id }) => id) : []));
  const answers = rest.flatMap((one) => (one.role === "tool" ? one.results.map(({ id }) => id) : []));
  expect(answers).toEqual(calls);
  expect(calls.length).toBeGreaterThan(1);
  expect(asked[0]).toContain("page 0");
  expect(conversation.tokens).toBeLessThan(8_000 * 0.75);
});
