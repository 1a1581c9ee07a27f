/** The configured language models: those of the models file, and that of the settings `llm_base_url`, `llm_model` and `llm_api_key`. */
import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { Failure } from "../errors.ts";
import { isLoopback } from "../lib/loopback.ts";
import { type Environment, setting } from "../lib/settings.ts";
import { shorten } from "../lib/shorten.ts";
import { type Entry, readModels } from "./file.ts";
import type { ModelConfig } from "./model.ts";

/** Environment variables of the caller that are read, besides those with keys of the models file. */
export const MODEL_ENVIRONMENT = [
  "SVC_LLM_BASE_URL",
  "SVC_LLM_MODEL",
  "SVC_LLM_API_KEY",
  "SVC_LLM_FIRST_BYTE_TIMEOUT",
  "SVC_LLM_IDLE_TIMEOUT",
  "SVC_LLM_TIMEOUT",
  "SVC_LLM_RETRIES",
  "SVC_MODELS_FILE",
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
] as const;

const OPENAI = "https://api.openai.com/v1";
const ANTHROPIC = "https://api.anthropic.com/v1";

/** Default context sizes in tokens. */
const CONTEXT_TOKENS = { openai: 128_000, anthropic: 200_000 };

/** All that is configured. */
export interface Registry {
  readonly models: readonly ModelConfig[];
  /** Used when no name is given. */
  readonly default: ModelConfig | undefined;
  /** Used when another model fails. */
  readonly fallback: ModelConfig | undefined;
}

/** Errors: `bad_file`, `not_found` or `io` for the file, `usage` for the settings. */
export function readRegistry(home: string, environment: Environment): Registry {
  const path = modelsFile(home, environment);
  const file = path === undefined ? undefined : readModels(path);
  const named = (file?.models ?? []).map((entry) => configOf(entry, path ?? "", environment));
  const asked = textOf(home, "llm_model", environment);
  const isOfFile = named.some(({ name }) => name === asked);
  const unnamed = asked === undefined || isOfFile ? undefined : unnamedModel(home, asked, environment);
  const models = unnamed ? [unnamed, ...named] : named;
  const find = (name: string | undefined) => named.find((one) => one.name === name);
  return {
    models,
    default: (isOfFile ? find(asked) : undefined) ?? unnamed ?? find(file?.default) ?? models[0],
    fallback: find(file?.fallback),
  };
}

/** Absolute path of the models file; undefined when there is none. */
export function modelsFile(home: string, environment: Environment): string | undefined {
  const said = textOf(home, "models_file", environment);
  if (said !== undefined) checkAbsolute(said);
  const own = join(home, "models.json");
  return said ?? (existsSync(own) ? own : undefined);
}

function checkAbsolute(path: string): void {
  const hint = "Give an absolute path, like /etc/svc/models.json.";
  if (!isAbsolute(path)) throw new Failure("usage", "models_file must be an absolute path", hint);
}

/** Checks a value of the setting `models_file`. Errors: those of `readRegistry`. */
export function checkFile(path: string): void {
  checkAbsolute(path);
  readModels(path);
}

/** The environment variables with keys of the models file; none when the file is invalid. */
export function keyVariables(home: string): string[] {
  try {
    return readRegistry(home, process.env).models.flatMap(({ keyVariable }) => keyVariable ?? []);
  } catch {
    return [];
  }
}

/** The chosen model and its fallback. */
export interface Choice {
  readonly config: ModelConfig;
  readonly fallback: ModelConfig | undefined;
}

/**
 * The model of this name, or the default. Errors: those of `readRegistry`; `no_model` where none is configured or its key is
 * missing; `not_found` for an unknown name, with those that are known.
 */
export function chooseModel(home: string, environment: Environment, name?: string): Choice {
  const registry = readRegistry(home, environment);
  const config = name === undefined ? registry.default : registry.models.find((one) => one.name === name);
  if (!config && registry.models.length > 0) throw unknownModel(name ?? "", registry);
  if (!config) throw missingModel(home, environment);
  checkKey(config);
  const { fallback } = registry;
  return { config, fallback: fallback === config ? undefined : fallback };
}

function unknownModel(name: string, { models }: Registry): Failure {
  const known = models.map((one) => one.name).join(", ");
  return new Failure(
    "not_found",
    `there is no model '${shorten(name)}'; the models are ${known}`,
    "Use one of these names.",
  );
}

const WITHOUT = "Without a model, `svc extract` still reads pages, and `--schema` takes CSS selectors.";

function noModel(why: string, how: string): Failure {
  return new Failure("no_model", why, `${how} ${WITHOUT}`);
}

/** The failure when no model is configured. */
function missingModel(home: string, environment: Environment): Failure {
  const { OPENAI_API_KEY: openAiKey, ANTHROPIC_API_KEY: anthropicKey } = environment;
  const asked = textOf(home, "llm_model", environment);
  if (asked !== undefined && !/^claude/i.test(asked))
    return noModel(`no server is configured for the model ${asked}`, "Run `svc config set llm_base_url <url>`.");
  const isStarted = textOf(home, "llm_base_url", environment) !== undefined || openAiKey || anthropicKey;
  return noModel(
    "this needs a language model, but none is configured",
    isStarted
      ? "Run `svc config set llm_model <name>`."
      : "Run `svc config set llm_base_url <url>` and `svc config set llm_model <name>`.",
  );
}

function checkKey({ name, key, keyVariable, baseUrl }: ModelConfig): void {
  if (key) return;
  if (keyVariable !== undefined)
    throw noModel(
      `the environment variable ${keyVariable}, which holds the key of ${name}, is not set`,
      "Set it, then run the command again.",
    );
  if (baseUrl === ANTHROPIC)
    throw noModel(`no API key is configured for ${name}`, "Run `svc config set llm_api_key - < <file>`.");
}

type TextKey = "llm_base_url" | "llm_model" | "llm_api_key" | "models_file";

function textOf(home: string, key: TextKey, environment: Environment): string | undefined {
  const value = setting(home, key, environment);
  return value === undefined ? undefined : String(value);
}

/** The model of the settings; undefined when its server is unknown. */
function unnamedModel(home: string, model: string, environment: Environment): ModelConfig | undefined {
  const address = textOf(home, "llm_base_url", environment);
  const isClaude = /^claude/i.test(model);
  if (address === undefined && !isClaude && !environment.OPENAI_API_KEY) return undefined;
  const ownKey = textOf(home, "llm_api_key", environment);
  const at = serverAddress(address === undefined ? undefined : addressOf(address), isClaude);
  return {
    ...{ name: model, provider: at.provider, baseUrl: at.baseUrl, model },
    key: ownKey ?? vendorKey(at, environment),
    contextTokens: CONTEXT_TOKENS[at.provider],
  };
}

function configOf(entry: Entry, file: string, environment: Environment): ModelConfig {
  const at = serverAddress(
    entry.baseUrl === undefined ? undefined : new URL(entry.baseUrl),
    /^claude/i.test(entry.model),
  );
  const provider = entry.provider ?? at.provider;
  const { keyVariable } = entry;
  // An empty value counts as absent.
  const named = keyVariable === undefined ? undefined : environment[keyVariable] || undefined;
  return {
    ...{ name: entry.name, provider, baseUrl: at.baseUrl, model: entry.model, file, keyVariable },
    key: keyVariable === undefined ? vendorKey(at, environment) : named,
    prices: entry.prices,
    contextTokens: entry.contextTokens ?? CONTEXT_TOKENS[provider],
    ...{ vision: entry.vision, thinking: entry.thinking },
  };
}

interface ServerAddress {
  provider: ModelConfig["provider"];
  baseUrl: string;
}

function serverAddress(url: URL | undefined, isClaude: boolean): ServerAddress {
  if (!url) return isClaude ? { provider: "anthropic", baseUrl: ANTHROPIC } : { provider: "openai", baseUrl: OPENAI };
  const isAnthropic = isOf(url, "anthropic.com") || /(^|\/)anthropic(\/|$)/.test(url.pathname);
  return { provider: isAnthropic ? "anthropic" : "openai", baseUrl: versioned(url, isAnthropic) };
}

/** The key of a vendor is only sent to that vendor, or to a proxy on this machine. */
function vendorKey({ provider, baseUrl }: ServerAddress, environment: Environment): string | undefined {
  const url = new URL(baseUrl);
  const isAnthropic = provider === "anthropic";
  if (!isOf(url, isAnthropic ? "anthropic.com" : "openai.com") && !isLoopback(url.hostname)) return undefined;
  return (isAnthropic ? environment.ANTHROPIC_API_KEY : environment.OPENAI_API_KEY) || undefined;
}

export function addressOf(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Failure(
    "usage",
    "llm_base_url is not an http or https address",
    "Run `svc config set llm_base_url https://host/v1`.",
  );
}

function isOf({ hostname }: URL, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

/** Adds the version to the path when it is missing. */
function versioned(url: URL, isAnthropic: boolean): string {
  const path = url.pathname.replace(/\/+$/, "");
  const isBare = path === "" || (isAnthropic && !/\/v\d+$/.test(path));
  return `${url.origin}${path}${isBare ? "/v1" : ""}`;
}
