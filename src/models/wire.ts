/**
 * Sends one request to the server of a model and reads its answer in parts, without retries and timeouts. Only this file imports the
 * AI SDK, on the first request.
 */
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { proxyFor } from "../lib/loopback.ts";
import type { Metadata, ModelConfig } from "./model.ts";

/** A part of an answer. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  /** Pieces with one id are one thought. */
  | { readonly kind: "thought"; readonly id: string; readonly text: string; readonly metadata?: Metadata | undefined }
  /** Arguments that are on their way. */
  | { readonly kind: "progress" }
  | { readonly kind: "call"; readonly call: WireCall }
  | { readonly kind: "finish"; readonly reason: string; readonly usage: WireUsage };

export interface WireCall {
  readonly id: string;
  readonly name: string;
  /** JSON, or what the model wrote in its place. */
  readonly input: string;
  readonly metadata?: Metadata | undefined;
}

/** Tokens; 0 or undefined when the server does not report them. */
export interface WireUsage {
  /** All of the prompt, cached part included. */
  readonly input?: number | undefined;
  readonly cachedInput?: number | undefined;
  /** Written to the cache, which Anthropic charges more for. */
  readonly cacheWrite?: number | undefined;
  readonly output?: number | undefined;
}

/** Options for requests that servers support differently. */
export interface WireOptions {
  readonly isStreamed: boolean;
  /** Asks for token counts in the stream. */
  readonly asksUsage: boolean;
  /** Sends JSON Schemas, where `responseFormat` has one. */
  readonly sendsSchemas: boolean;
}

/** A failed request, with the message of the server, the system or the SDK. */
export class WireError extends Error {
  /** Undefined without a complete answer. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of the error response. */
  readonly body: string;

  constructor(message: string, { status, headers = {}, body = "" }: Partial<ErrorResponse> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** The server gave no complete answer in time. */
export class IncompleteAnswer extends WireError {}

interface ErrorResponse {
  status: number | undefined;
  headers: Readonly<Record<string, string>> | undefined;
  body: string;
}

/** Key of the provider options for OpenAI-compatible servers. */
export const COMPATIBLE = "llm";

/** Errors: `WireError`; whatever the signal was aborted with. */
export async function* ask(
  config: ModelConfig,
  options: LanguageModelV4CallOptions,
  form: WireOptions,
): AsyncGenerator<Part, void> {
  try {
    yield* form.isStreamed ? streamed(config, options, form) : whole(await provider(config, form), options);
  } catch (error) {
    options.abortSignal?.throwIfAborted();
    throw wireError(error);
  }
}

/** The server answered a request for a stream with a JSON document. */
class NotStreamed extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super("the answer is not a stream");
    this.response = response;
  }
}

/** Finish reasons of the SDK for an interrupted stream. */
const BROKEN = new Set(["interrupted", "error"]);

async function* streamed(
  config: ModelConfig,
  options: LanguageModelV4CallOptions,
  form: WireOptions,
): AsyncGenerator<Part> {
  const model = await provider(config, form);
  const opened = await Promise.resolve(model.doStream(options)).catch((error: unknown) => {
    if (error instanceof NotStreamed) return error;
    throw error;
  });
  if (opened instanceof NotStreamed) {
    yield* whole(await provider(config, form, opened.response), options);
    return;
  }
  let isFinished = false;
  for await (const sent of opened.stream) {
    if (sent.type === "error") throw sent.error;
    isFinished ||= sent.type === "finish" && !BROKEN.has(sent.finishReason.unified);
    const part = partOf(sent);
    if (part) yield part;
  }
  if (!isFinished) throw new IncompleteAnswer("the answer ended early");
}

function partOf(sent: LanguageModelV4StreamPart): Part | undefined {
  switch (sent.type) {
    case "text-delta":
      return { kind: "text", text: sent.delta };
    case "reasoning-start":
    case "reasoning-delta":
    case "reasoning-end": {
      const text = sent.type === "reasoning-delta" ? sent.delta : "";
      return { kind: "thought", id: sent.id, text, metadata: sent.providerMetadata as Metadata | undefined };
    }
    case "tool-input-start":
    case "tool-input-delta":
      return { kind: "progress" };
    case "tool-call":
      return { kind: "call", call: callOf(sent) };
    case "finish":
      return { kind: "finish", reason: sent.finishReason.unified, usage: usageOf(sent.usage) };
    default:
      return undefined;
  }
}

async function* whole(model: LanguageModelV4, options: LanguageModelV4CallOptions): AsyncGenerator<Part> {
  const { content, finishReason, usage } = await model.doGenerate(options);
  for (const [at, one] of content.entries()) {
    if (one.type === "text") yield { kind: "text", text: one.text };
    else if (one.type === "tool-call") yield { kind: "call", call: callOf(one) };
    else if (one.type === "reasoning")
      yield { kind: "thought", id: `${at}`, text: one.text, metadata: one.providerMetadata as Metadata | undefined };
  }
  yield { kind: "finish", reason: finishReason.unified, usage: usageOf(usage) };
}

type SentCall = Extract<LanguageModelV4StreamPart, { type: "tool-call" }>;

function callOf({ toolCallId, toolName, input, providerMetadata }: SentCall): WireCall {
  return {
    id: toolCallId,
    name: toolName,
    input: typeof input === "string" ? input : JSON.stringify(input ?? {}),
    metadata: providerMetadata as Metadata | undefined,
  };
}

type SentUsage = Extract<LanguageModelV4StreamPart, { type: "finish" }>["usage"];

/** Also reads the cached tokens in the formats of DeepSeek and Moonshot. */
function usageOf({ inputTokens, outputTokens, raw }: SentUsage): WireUsage {
  const { prompt_cache_hit_tokens: hit, cached_tokens: cached } = (raw ?? {}) as Record<string, unknown>;
  const elsewhere = [hit, cached].find((one) => typeof one === "number");
  return {
    input: inputTokens.total,
    cachedInput: inputTokens.cacheRead || (elsewhere as number | undefined),
    cacheWrite: inputTokens.cacheWrite,
    output: outputTokens.total,
  };
}

/** Disables Bun's timeout of five minutes: a model may think longer before an answer without streaming. */
const NO_LIMIT = { timeout: false };

/** `answer`: an already received response to parse instead of a request. */
async function provider(config: ModelConfig, form: WireOptions, answer?: Response): Promise<LanguageModelV4> {
  const { provider, baseUrl, model, key } = config;
  const request = async (address: unknown, init?: RequestInit) => {
    if (answer) return answer;
    // A redirect would send the key and the page to a host that is not configured.
    const asked = { ...init, redirect: "manual" as const, ...NO_LIMIT, ...proxyFor(baseUrl) };
    const response = await fetch(address as string, asked);
    const isDocument = /^application\/json\b/i.test(response.headers.get("content-type") ?? "");
    if (form.isStreamed && response.ok && isDocument) throw new NotStreamed(response);
    return response;
  };
  const own = Object.assign(request, { preconnect: fetch.preconnect });
  if (provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ baseURL: baseUrl, apiKey: key ?? "none", fetch: own })(model);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({
    name: COMPATIBLE,
    baseURL: baseUrl,
    supportsStructuredOutputs: form.sendsSchemas,
    includeUsage: form.asksUsage,
    fetch: own,
    ...(key === undefined ? {} : { apiKey: key }),
    ...(new URL(baseUrl).hostname === "api.openai.com" ? { transformRequestBody: renamed } : {}),
  })(model);
}

/** Reasoning models of OpenAI require `max_completion_tokens`. */
function renamed({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };
}

/** Converts errors of the SDK, which contain the request headers with the key. Within a stream they are plain objects. */
function wireError(error: unknown): WireError {
  if (error instanceof WireError) return error;
  const { message, statusCode, responseHeaders, responseBody = "", type } = (error ?? {}) as SdkError;
  const said = typeof message === "string" && message !== "" ? message : String(type ?? error);
  if (typeof statusCode !== "number") return new WireError(said, { body: responseBody || said });
  if (statusCode < 300) return new IncompleteAnswer("the answer ended early");
  const words = wordsOf(responseBody) ?? said;
  return new WireError(words, { status: statusCode, headers: responseHeaders, body: responseBody || said });
}

interface SdkError {
  message?: unknown;
  statusCode?: unknown;
  responseHeaders?: Record<string, string>;
  responseBody?: string;
  type?: unknown;
}

/** The error message of a server, in the known formats. */
function wordsOf(body: string): string | undefined {
  try {
    const value = JSON.parse(body) as Record<string, unknown>;
    const { message } = (value.error ?? {}) as { message?: unknown };
    return [message, value.error, value.message, value.detail].find(
      (one): one is string => typeof one === "string" && one !== "",
    );
  } catch {
    return undefined;
  }
}
