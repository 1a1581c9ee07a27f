/** Several models by name: the file, its errors, and which model is meant. */

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { extract } from "../../src/commands/data/extract.ts";
import { click } from "../../src/commands/interaction/click.ts";
import { environmentOf } from "../../src/daemon/runner.ts";
import { chooseModel, readRegistry } from "../../src/models/registry.ts";
import { failureThrownBy } from "../support/failure.ts";
import { temporaryFolder } from "../support/folder.ts";

const FAST = {
  name: "fast",
  baseUrl: "http://10.0.0.5:8000",
  model: "qwen3-32b",
  keyVariable: "VLLM_KEY",
  prices: { input: 0.1, cachedInput: 0.01, output: 0.4 },
  contextTokens: 32_000,
  vision: false,
  thinking: true,
};
const STRONG = { name: "strong", model: "claude-x", keyVariable: "MY_KEY" };
const KEYS = { VLLM_KEY: "vllm-key", MY_KEY: "my-key" };

function homeFixture(file: unknown): Disposable & { home: string; path: string } {
  const { path: home, [Symbol.dispose]: remove } = temporaryFolder();
  const path = join(home, "models.json");
  writeFileSync(path, typeof file === "string" ? file : JSON.stringify(file));
  return { home, path, [Symbol.dispose]: remove };
}

test("models are found by name, the first is the default, and a fallback is named", () => {
  using h = homeFixture({ fallback: "strong", models: [FAST, STRONG] });
  const { config, fallback } = chooseModel(h.home, KEYS);
  expect(config).toEqual({
    ...{ name: "fast", provider: "openai", baseUrl: "http://10.0.0.5:8000/v1", model: "qwen3-32b", key: "vllm-key" },
    ...{ prices: FAST.prices, contextTokens: 32_000, vision: false, thinking: true },
    ...{ keyVariable: "VLLM_KEY", file: h.path },
  });
  expect(fallback).toMatchObject({ provider: "anthropic", baseUrl: "https://api.anthropic.com/v1", key: "my-key" });
  expect(chooseModel(h.home, KEYS, "strong")).toMatchObject({ config: { name: "strong" }, fallback: undefined });
});

test("which model is the default: the setting, the one of the settings, the one that the file names, the first", () => {
  using h = homeFixture({ default: "strong", models: [FAST, STRONG] });
  const name = (environment: Record<string, string>) => readRegistry(h.home, environment).default?.name;
  expect(name({})).toBe("strong");
  expect(name({ SVC_LLM_MODEL: "fast" })).toBe("fast");
  const unnamed = { SVC_LLM_MODEL: "tiny", SVC_LLM_BASE_URL: "http://localhost:1" };
  expect(name(unnamed)).toBe("tiny");
  expect(readRegistry(h.home, unnamed).models.map((one) => one.name)).toEqual(["tiny", "fast", "strong"]);
});

test("an unknown name is told with those that are known, and a missing key with its variable", () => {
  using h = homeFixture({ models: [FAST, STRONG] });
  expect(failureThrownBy(() => chooseModel(h.home, KEYS, "fats"))).toMatchObject({
    code: "not_found",
    message: "there is no model 'fats'; the models are fast, strong",
  });
  expect(failureThrownBy(() => chooseModel(h.home, { MY_KEY: "x" }, "fast"))).toMatchObject({
    code: "no_model",
    message: expect.stringContaining("VLLM_KEY"),
  });
});

test("a vendor's key goes to no model of the file that is elsewhere", () => {
  using h = homeFixture({ models: [{ name: "a", baseUrl: "https://elsewhere.example" }, { name: "gpt-x" }] });
  const { models } = readRegistry(h.home, { OPENAI_API_KEY: "open" });
  expect(models.map(({ key }) => key)).toEqual([undefined, "open"]);
});

test("the keys of the file reach the daemon with commands that ask models", () => {
  using h = homeFixture({ models: [FAST, STRONG] });
  process.env.VLLM_KEY = "vllm-key";
  try {
    expect(environmentOf(extract, h.home)).toMatchObject({ VLLM_KEY: "vllm-key" });
    expect(environmentOf(click, h.home)).not.toHaveProperty("VLLM_KEY");
  } finally {
    delete process.env.VLLM_KEY;
  }
});

const SECRET = "sk-4711-very-secret";

const BAD: readonly (readonly [unknown, string])[] = [
  [`{"models": [${SECRET}`, "it is not JSON"],
  [[], 'it must be an object with "models"'],
  [{ models: [] }, '"models" must be a list'],
  [{ models: [FAST], fallbak: "fast" }, 'unknown key "fallbak"; the keys are models, default, fallback'],
  [{ models: [FAST, FAST] }, 'two models have the name "fast"'],
  [{ models: [FAST], default: "slow" }, '"default" must be one of fast'],
  [{ models: [{ model: "x" }] }, 'models[0] needs a "name"'],
  [{ models: [FAST, { ...STRONG, baseUrl: "ftp://x" }] }, "models[1].baseUrl must be an http or https address"],
  [{ models: [{ ...FAST, apiKey: SECRET }] }, "models[0].apiKey: a key must not be in the file"],
  [{ models: [{ ...FAST, keyVariable: SECRET }] }, "models[0].keyVariable must be the name of an environment variable"],
  [{ models: [{ ...FAST, prices: { input: 1 } }] }, 'models[0].prices needs "input" and "output"'],
  [{ models: [{ ...FAST, prices: { input: -1, output: 1 } }] }, "models[0].prices.input must be a number, 0 or more"],
  [{ models: [{ ...FAST, contextTokens: "32k" }] }, "models[0].contextTokens must be a whole number"],
  [{ models: [{ ...FAST, contextToken: 1 }] }, 'models[0]: unknown key "contextToken"'],
  [{ models: [{ ...FAST, vision: "yes" }] }, "models[0].vision must be true or false"],
];

for (const [file, why] of BAD)
  test(`a file that is wrong says where: ${why}`, () => {
    using h = homeFixture(file);
    const { code, message, hint } = failureThrownBy(() => readRegistry(h.home, KEYS));
    expect(code).toBe("bad_file");
    expect(message).toStartWith(`${h.path}: ${why}`);
    expect(`${message} ${hint}`).not.toContain(SECRET);
  });

test("a file that is named and not there is a failure", () => {
  using h = homeFixture({ models: [FAST] });
  expect(failureThrownBy(() => readRegistry(h.home, { SVC_MODELS_FILE: join(h.home, "none.json") })).code).toBe(
    "not_found",
  );
  expect(failureThrownBy(() => readRegistry(h.home, { SVC_MODELS_FILE: "models.json" }))).toMatchObject({
    code: "usage",
  });
});
