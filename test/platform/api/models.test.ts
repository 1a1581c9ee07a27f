/** GET /models: what the operator has configured, in both versions, without keys and addresses. */
import { expect, test } from "bun:test";
import { openModel } from "../../../src/models/client.ts";
import { chooseModel } from "../../../src/models/registry.ts";
import { write } from "../../fixture.ts";
import { scriptedModel } from "../../models/server.ts";
import { ground } from "./api-fixture.ts";

test("models are listed by name, with prices and what is known of them", async () => {
  await using g = await ground();
  using server = scriptedModel([], { refuses: ["vision"] });
  expect(await g.ask("GET", "/v3/models")).toMatchObject({ status: 200, body: { items: [] } });
  const fast = {
    ...{ name: "fast", baseUrl: server.url, model: "scripted-1", contextTokens: 32_000 },
    prices: { input: 0.1, output: 1e-7 },
  };
  const strong = { name: "strong", model: "claude-x", keyVariable: "NO_SUCH_KEY" };
  write(g.p.home, "models.json", JSON.stringify({ models: [fast, strong], fallback: "strong" }));
  const first = { ...{ name: "fast", provider: "openai", isDefault: true, isFallback: false, contextTokens: 32_000 } };
  const prices = { input: "0.1", cachedInput: "0.1", output: "0.0000001" };
  const { body } = await g.ask("GET", "/v2/models");
  expect(body.items).toEqual([
    { ...first, prices, capabilities: null },
    {
      ...{ name: "strong", provider: "anthropic", isDefault: false, isFallback: true, contextTokens: 200_000 },
      ...{ prices: null, capabilities: null },
    },
  ]);
  const { config } = chooseModel(g.p.home, {});
  await openModel(config, { home: g.p.home, environment: {} }).capabilities(new AbortController().signal);
  const later = await g.ask("GET", "/v3/models");
  expect(later.body.items[0].capabilities).toMatchObject({ tools: true, vision: false, usage: true });
  expect(JSON.stringify(later.body)).not.toContain("127.0.0.1");
});

test("without a key of the platform they are not told", async () => {
  await using g = await ground();
  expect((await g.ask("GET", "/v3/models", { key: "" })).status).toBe(401);
});
