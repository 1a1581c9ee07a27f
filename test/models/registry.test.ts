/** Which server gets which key. */

import { expect, test } from "bun:test";
import { chooseModel } from "../../src/models/registry.ts";
import { temporaryFolder } from "../support/folder.ts";

function choose(environment: Record<string, string>) {
  using home = temporaryFolder();
  return chooseModel(home.path, environment).config;
}

const KEYS = { OPENAI_API_KEY: "open", ANTHROPIC_API_KEY: "anth" };

test("the vendor of a model is known by its name or its address", () => {
  expect(choose({ ...KEYS, SVC_LLM_MODEL: "claude-x" })).toEqual({
    name: "claude-x",
    contextTokens: 200_000,
    provider: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    model: "claude-x",
    key: "anth",
  });
  expect(choose({ ...KEYS, SVC_LLM_MODEL: "gpt-x" })).toMatchObject({
    provider: "openai",
    baseUrl: "https://api.openai.com/v1",
    key: "open",
  });
  expect(choose({ SVC_LLM_MODEL: "x", SVC_LLM_BASE_URL: "https://api.anthropic.com", ...KEYS })).toMatchObject({
    provider: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    key: "anth",
  });
  expect(choose({ SVC_LLM_MODEL: "x", SVC_LLM_BASE_URL: "http://localhost:11434" })).toMatchObject({
    provider: "openai",
    baseUrl: "http://localhost:11434/v1",
    key: undefined,
  });
  expect(choose({ SVC_LLM_MODEL: "x", SVC_LLM_BASE_URL: "https://host/api/v3/" })).toMatchObject({
    baseUrl: "https://host/api/v3",
  });
});

test("a vendor's key goes to that vendor alone, and one's own key wherever it is to", () => {
  expect(choose({ ...KEYS, SVC_LLM_MODEL: "x", SVC_LLM_BASE_URL: "https://elsewhere.example/v1" }).key).toBeUndefined();
  expect(
    choose({ ...KEYS, SVC_LLM_MODEL: "x", SVC_LLM_BASE_URL: "https://openai.com.example/v1" }).key,
  ).toBeUndefined();
  expect(choose({ ...KEYS, SVC_LLM_MODEL: "x", SVC_LLM_BASE_URL: "http://127.0.0.1:1/v1" }).key).toBe("open");
  expect(
    choose({ ...KEYS, SVC_LLM_MODEL: "x", SVC_LLM_BASE_URL: "https://elsewhere.example/v1", SVC_LLM_API_KEY: "own" })
      .key,
  ).toBe("own");
  expect(choose({ ...KEYS, SVC_LLM_MODEL: "claude-x", SVC_LLM_API_KEY: "own" }).key).toBe("own");
});
