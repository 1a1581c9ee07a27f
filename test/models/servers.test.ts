/** What servers tell of their models without a question to one: whether they have it, and how much it holds. */

import { expect, test } from "bun:test";
import type { ModelConfig } from "../../src/models/model.ts";
import { contextTokensOf, listModels } from "../../src/models/servers.ts";
import { localServer } from "../support/server.ts";

const signal = new AbortController().signal;

/** A server that has these documents, for whoever has the key. */
function server(documents: Record<string, unknown>, model: string) {
  const held = localServer(({ url, headers }) => {
    const document = documents[new URL(url).pathname];
    const hasKey = headers.get("authorization") === "Bearer k" || headers.get("x-api-key") === "k";
    if (!hasKey) return new Response(null, { status: 401 });
    return document === undefined ? new Response("no", { status: 404 }) : Response.json(document);
  });
  const baseUrl = `http://127.0.0.1:${held.port}/v1`;
  const config: ModelConfig = { name: "m", provider: "openai", baseUrl, model, key: "k", contextTokens: 1 };
  return { config, [Symbol.dispose]: () => void held.stop(true) };
}

const LISTED: readonly (readonly [string, object])[] = [
  ["qwen3", { id: "qwen3:latest" }],
  ["claude-sonnet-4-5", { id: "claude-sonnet-4-5-20250929" }],
  ["gemini-3-flash", { id: "models/gemini-3-flash" }],
  ["any", { id: "/models/qwen.gguf", owned_by: "llamacpp" }],
];

for (const [model, entry] of LISTED)
  test(`${model} is listed as ${Object.values(entry)[0]}`, async () => {
    using s = server({ "/v1/models": { data: [{ id: "another" }, entry] } }, model);
    for (const provider of ["openai", "anthropic"] as const)
      expect(await listModels({ ...s.config, provider }, signal)).toMatchObject({ status: 200, isListed: true });
    expect((await listModels({ ...s.config, key: "wrong" }, signal)).status).toBe(401);
  });

test("a model of a longer name is another one, and a server without a list tells nothing", async () => {
  using s = server({ "/v1/models": { data: [{ id: "gpt-4.1-mini" }] } }, "gpt-4.1");
  expect((await listModels(s.config, signal)).isListed).toBe(false);
  using none = server({}, "x");
  expect(await listModels(none.config, signal)).toMatchObject({ status: 404, isListed: undefined });
});

const HOLDS: readonly (readonly [string, Record<string, unknown>, number | undefined])[] = [
  ["vLLM", { "/v1/models": { data: [{ id: "m", max_model_len: 32_768 }] } }, 32_768],
  [
    "llama.cpp",
    { "/v1/models": { data: [{ id: "m" }] }, "/props": { default_generation_settings: { n_ctx: 8_192 } } },
    8_192,
  ],
  [
    "Ollama",
    { "/v1/models": { data: [{ id: "m" }] }, "/api/ps": { models: [{ name: "m:latest", context_length: 4_096 }] } },
    4_096,
  ],
  ["a server that does not tell", { "/v1/models": { data: [{ id: "m" }] } }, undefined],
];

for (const [name, documents, tokens] of HOLDS)
  test(`${name} holds ${tokens ?? "as much as is configured"}`, async () => {
    using s = server(documents, "m");
    expect(await contextTokensOf(s.config, signal)).toBe(tokens as never);
  });
