/**
 * Asks the configured language model about a page: the one door of the AI SDK, which is loaded on first use. Knows no
 * page and no command.
 */
import type { LanguageModel } from "ai";
import { asFailure, Failure } from "../errors.ts";
import { proxyFor } from "../lib/loopback.ts";
import { shorten } from "../lib/shorten.ts";
import type { Choice } from "./choice.ts";
import { misfit } from "./fits.ts";
import { jsonIn, type Prompt, promptOf, type Question, withoutThoughts, wrapped } from "./prompt.ts";
import type { JsonObject } from "./schema.ts";

export interface ModelAnswer {
  /** JSON; a text where the model gave none, and none was asked for by a schema. */
  result: unknown;
  model: string;
  usage: { input?: number; output?: number };
}

/** What is wrong with an answer, or with how it was asked for. */
interface Wrong {
  why: string;
  /** The server knows no schemas: it is asked without, and the answer checked here. */
  noSchemas?: true;
}

/** Anthropic's API wants a bound, and cuts the answer there. */
const MAX_OUTPUT_TOKENS = 16_000;

const ATTEMPTS = 2;

/** Asks, and once more when the answer does not fit. Failure `model`; the signal's reason when it is aborted. */
export async function askModel(choice: Choice, question: Question, signal: AbortSignal): Promise<ModelAnswer> {
  const { schema, isWrapped } = question.schema ? wrapped(question.schema) : { schema: undefined, isWrapped: false };
  const prompt = promptOf({ ...question, schema });
  const usage = { input: 0, output: 0 };
  let wrong: Wrong | undefined;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const told = wrong && !wrong.noSchemas ? corrected(prompt, wrong.why) : prompt;
    const answer = await once(choice, told, schema, { withSchema: !wrong?.noSchemas, signal });
    usage.input += answer.input;
    usage.output += answer.output;
    const read = answer.wrong ?? readAnswer(answer.text, schema);
    if ("value" in read) {
      const result = isWrapped ? (read.value as JsonObject).result : read.value;
      return { result, model: choice.model, usage: shownUsage(usage) };
    }
    wrong = read;
  }
  throw new Failure(
    "model",
    `${choice.model} gave no answer that fits: ${wrong?.why}`,
    "Run it again, ask for less with --selector <css>, or loosen the schema.",
  );
}

function shownUsage({ input, output }: { input: number; output: number }): ModelAnswer["usage"] {
  return { ...(input > 0 ? { input } : {}), ...(output > 0 ? { output } : {}) };
}

function corrected({ system, user }: Prompt, why: string): Prompt {
  return { system, user: `${user}\n\nYour last answer did not fit: ${why}. Answer again, with JSON alone.` };
}

function readAnswer(text: string, schema: JsonObject | undefined): { value: unknown } | Wrong {
  const answer = withoutThoughts(text);
  if (!schema) return jsonIn(answer) ?? { value: answer };
  const found = jsonIn(answer, (value) => misfit(value, schema) === undefined);
  if (!found) return { why: answer === "" ? "it is empty" : `it is not JSON: ${shorten(answer, 100)}` };
  const why = misfit(found.value, schema);
  return why === undefined ? found : { why };
}

interface Once {
  text: string;
  input: number;
  output: number;
  wrong?: Wrong;
}

async function once(
  choice: Choice,
  { system, user }: Prompt,
  schema: JsonObject | undefined,
  { withSchema, signal }: { withSchema: boolean; signal: AbortSignal },
): Promise<Once> {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await import("ai");
  // The SDK would print its warnings where answers go.
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
  try {
    const { text, usage } = await generateText({
      model: await modelOf(choice, withSchema),
      instructions: system,
      prompt: user,
      abortSignal: signal,
      maxRetries: 1,
      ...(choice.provider === "anthropic" ? { maxOutputTokens: MAX_OUTPUT_TOKENS } : {}),
      ...(schema ? { output: Output.object({ schema: jsonSchema(schema) }) } : {}),
      // Strict schemas must name every property as required: those of people do not.
      providerOptions: { llm: { strictJsonSchema: false } },
    });
    return { text, input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (NoObjectGeneratedError.isInstance(error)) {
      const { text = "", usage } = error;
      return { text, input: usage?.inputTokens ?? 0, output: usage?.outputTokens ?? 0 };
    }
    const wrong = withSchema && schema ? await unknownSchemas(error) : undefined;
    if (wrong) return { text: "", input: 0, output: 0, wrong };
    throw await modelFailure(error, choice);
  }
}

async function modelOf({ provider, baseUrl, model, key }: Choice, withSchema: boolean): Promise<LanguageModel> {
  // Sent on to another host, the key and the page would go to whom nobody has configured.
  const ask = (address: unknown, init?: RequestInit) =>
    fetch(address as string, { ...init, redirect: "manual", ...proxyFor(baseUrl) });
  const own = Object.assign(ask, { preconnect: fetch.preconnect });
  if (provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ baseURL: baseUrl, apiKey: key ?? "none", fetch: own })(model);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({
    name: "llm",
    baseURL: baseUrl,
    supportsStructuredOutputs: withSchema,
    fetch: own,
    ...(key === undefined ? {} : { apiKey: key }),
  })(model);
}

/** A server that refuses the request for the very form of the answer. */
async function unknownSchemas(error: unknown): Promise<Wrong | undefined> {
  const { APICallError } = await import("ai");
  if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 422)) return undefined;
  const isAboutForm = /response_format|json_schema|output_format|output_config|structured/i.test(
    error.responseBody ?? "",
  );
  return isAboutForm ? { why: "the server takes no schemas", noSchemas: true } : undefined;
}

/** What went wrong, in words that hold no key. */
async function modelFailure(error: unknown, { baseUrl, key, model }: Choice): Promise<Failure> {
  const { APICallError, RetryError } = await import("ai");
  const failure = asFailure(error);
  if (failure) return failure;
  const last = RetryError.isInstance(error) ? error.lastError : error;
  const { host } = new URL(baseUrl);
  const status = APICallError.isInstance(last) ? last.statusCode : undefined;
  const said = withoutKey(last instanceof Error ? last.message : String(last), key);
  const what = status === undefined ? `${host} could not be asked` : `${host} answered ${status}`;
  return new Failure(
    "model",
    `${what}: ${shorten(said.replace(/\s+/g, " "), 300)}`,
    hintFor(status, model, key, said),
    {
      cause: last,
    },
  );
}

function withoutKey(text: string, key: string | undefined): string {
  return key === undefined || key.length < 4 ? text : text.replaceAll(key, "••••");
}

function hintFor(status: number | undefined, model: string, key: string | undefined, said: string): string {
  if (status === 401 || status === 403)
    return key === undefined
      ? "Run `svc config set llm_api_key - < <file>`, or set SVC_LLM_API_KEY."
      : "Check the key: run `svc config get llm_api_key`.";
  if (status === 404) return `Check llm_base_url and the name ${shorten(model)}: run \`svc config list\`.`;
  if (status === 413 || (status === 400 && /token|context|length|large|long/i.test(said)))
    return "Send less of the page: use --max-tokens <n> or --selector <css>.";
  if (status === 400) return "Check llm_base_url and llm_model: run `svc config list`.";
  if (status === undefined || status < 400) return "Check llm_base_url: run `svc config get llm_base_url`.";
  return "Run it again in a while.";
}
