/**
 * Sends one request to a model's server and reads its answer in parts: the one door of the AI SDK, which is loaded on the
 * first question. Knows no retries and no timeouts.
 */
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { proxyFor } from "../lib/loopback.ts";
import type { Metadata, ModelConfig } from "./model.ts";

/** Everything of an answer that is used, in the order it came. */
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

/** Tokens; 0 or undefined where the server does not tell. */
export interface WireUsage {
  /** All of the prompt, cached part included. */
  readonly input?: number | undefined;
  readonly cachedInput?: number | undefined;
  /** Written to the cache, which Anthropic charges more for. */
  readonly cacheWrite?: number | undefined;
  readonly output?: number | undefined;
}

/** How a request is written, as far as servers differ in it. */
export interface WireOptions {
  readonly isStreamed: boolean;
  /** Asks for token counts in the stream. */
  readonly asksUsage: boolean;
  /** Sends JSON Schemas, where `responseFormat` has one. */
  readonly sendsSchemas: boolean;
}

/** A request that failed at the server or on the way. The message is what the server, the system or the SDK said. */
export class WireError extends Error {
  /** Undefined when no answer came, or it broke off. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** What the server said, at length. */
  readonly body: string;

  constructor(message: string, { status, headers = {}, body = "" }: Partial<ErrorResponse> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** The server was reached and gave no whole answer; the message is ours. */
export class IncompleteAnswer extends WireError {}

interface ErrorResponse {
  status: number | undefined;
  headers: Readonly<Record<string, string>> | undefined;
  body: string;
}

/** The name that options for OpenAI-compatible servers go by. */
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

/** The server answered a request for a stream with one document, which is kept. */
class NotStreamed extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super("the answer is not a stream");
    this.response = response;
  }
}

/** How the SDK calls the end of a stream that its server did not end. */
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

/** Servers that cache by themselves name those tokens in places of their own: DeepSeek, Moonshot. */
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

/** Bun gives up after five minutes of silence, which is less than a model may think before an answer that comes whole. */
const NO_LIMIT = { timeout: false };

/** `answer` is a response that is there already, and is read in place of one that is fetched. */
async function provider(config: ModelConfig, form: WireOptions, answer?: Response): Promise<LanguageModelV4> {
  const { provider, baseUrl, model, key } = config;
  const request = async (address: unknown, init?: RequestInit) => {
    if (answer) return answer;
    // Sent on to another host, the key and the page would go to whom nobody has configured.
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

/** The models of OpenAI that think refuse the name that everybody else knows. */
function renamed({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };
}

/**
 * Errors of the SDK as ours: they hold the headers of the request, and with them the key. Within a stream a server's error is
 * a plain object.
 */
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

/** What a server says went wrong, in each of the forms that servers have for it. */
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
