/** Reads the list of models of a server, and their context sizes. */
import { proxyFor } from "../lib/loopback.ts";
import type { ModelConfig } from "./model.ts";

/** The entry of a model in the list of its server. */
export interface ModelListing {
  /** HTTP status; 404 without a list. */
  status: number;
  /** The list contains the model; undefined without a list. */
  isListed: boolean | undefined;
  /** Context of the model in tokens, if the server reports it. */
  contextTokens: number | undefined;
}

const ANTHROPIC_VERSION = "2023-06-01";

type Entry = Record<string, unknown> & { id?: string; meta?: Record<string, unknown> };

/** Errors: those of `fetch`. */
export async function listModels(config: ModelConfig, signal: AbortSignal): Promise<ModelListing> {
  // The default of Anthropic is 20 entries.
  const limit = config.provider === "anthropic" ? "?limit=1000" : "";
  const response = await get(config, `${config.baseUrl}/models${limit}`, signal);
  const body = response.ok
    ? ((await response.json().catch(() => undefined)) as { data?: Entry[] } | undefined)
    : undefined;
  if (!response.bodyUsed) await response.body?.cancel();
  const entries = Array.isArray(body?.data) ? body.data : undefined;
  const entry = entries?.find((one) => isOf(one, config.model));
  const told = [entry?.max_model_len, entry?.meta?.n_ctx, entry?.context_length].find((one) => typeof one === "number");
  return {
    status: response.status,
    isListed: entries && entry !== undefined,
    contextTokens: told as number | undefined,
  };
}

/** True when the entry is the model: its id may add a tag, a date or a folder. llama.cpp serves one model under any name. */
function isOf({ id = "", owned_by }: Entry, model: string): boolean {
  const isDated = id.startsWith(`${model}-`) && /^\d{6,8}$/.test(id.slice(model.length + 1));
  return id === model || id === `${model}:latest` || id.endsWith(`/${model}`) || isDated || owned_by === "llamacpp";
}

/** Context of the server in tokens, often less than that of the model. vLLM, llama.cpp and Ollama report it. */
export async function contextTokensOf(config: ModelConfig, signal: AbortSignal): Promise<number | undefined> {
  if (config.provider === "anthropic") return undefined;
  const quick = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  const ways = [
    async () => (await listModels(config, quick)).contextTokens,
    async () => (await json<Props>(config, "/props", quick)).default_generation_settings?.n_ctx,
    async () =>
      (await json<Loaded>(config, "/api/ps", quick)).models?.find(({ name }) => name?.split(":")[0] === nameOf(config))
        ?.context_length,
  ];
  for (const way of ways) {
    const found = await way().catch(() => undefined);
    signal.throwIfAborted();
    if (typeof found === "number" && found > 0) return found;
  }
  return undefined;
}

/** Timeout of all queries. */
const ANSWER_MS = 5_000;

interface Props {
  default_generation_settings?: { n_ctx?: number };
}

interface Loaded {
  models?: { name?: string; context_length?: number }[];
}

function nameOf({ model }: ModelConfig): string | undefined {
  return model.split(":")[0];
}

async function json<T>(config: ModelConfig, path: string, signal: AbortSignal): Promise<T> {
  const response = await get(config, new URL(path, config.baseUrl).href, signal);
  return (await response.json()) as T;
}

/** A request with the key; redirects are not followed. */
async function get({ provider, key }: ModelConfig, url: string, signal: AbortSignal): Promise<Response> {
  const isAnthropic = provider === "anthropic";
  const headers: Record<string, string> = {
    ...(isAnthropic ? { "anthropic-version": ANTHROPIC_VERSION } : {}),
    ...(key === undefined ? {} : isAnthropic ? { "x-api-key": key } : { Authorization: `Bearer ${key}` }),
  };
  return await fetch(url, { headers, signal, redirect: "manual", ...proxyFor(url) });
}
