/**
 * Probes the capabilities of a model at its first use with two small requests: a tool call about a picture, and an answer in JSON.
 * `ModelEndpoint.askWithRetries` learns from refusals; this file evaluates the answers.
 */
import { rejectOnAbort } from "../lib/deadline.ts";
import type { Ability } from "./abilities.ts";
import type { ModelEndpoint } from "./endpoint.ts";
import { modelFailure } from "./failures.ts";
import { jsonIn } from "./json.ts";
import type { Reply, Turn } from "./model.ts";
import { contextTokensOf } from "./servers.ts";
import { WireError } from "./wire.ts";

/** Start of the system prompt of a probe; scripted servers recognize it. */
export const PROBE = "Capability check";

/** 64 by 64 pixels, blue on the left and yellow on the right: some models refuse smaller ones. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAABlBMVEUAAP///wBW3nahAAAAFUlEQVR42mNgAIL/QMAwyhhlkM4AAPTk/wHgcfYIAAAAAElFTkSuQmCC",
  "base64",
);

const COLORS = {
  type: "object",
  properties: { left: { type: "string" }, right: { type: "string" } },
  required: ["left", "right"],
  additionalProperties: false,
};

/** Includes thinking. */
const MAX_OUTPUT_TOKENS = 4_000;

const TOOL: Turn = {
  system: `${PROBE}. Answer with one call of the tool report.`,
  tools: [
    {
      name: "report",
      description: "Reports the colors of a picture, or none where there is no picture",
      schema: COLORS,
    },
  ],
  messages: [
    {
      role: "user",
      text: "Which color has the left half of the picture, and which the right half? Answer with a call of report.",
      picture: { bytes: PICTURE, mediaType: "image/png" },
    },
  ],
  require: true,
  maxOutputTokens: MAX_OUTPUT_TOKENS,
};

const FORMAT: Turn = {
  system: `${PROBE}. Answer with JSON alone.`,
  tools: [],
  messages: [{ role: "user", text: 'Answer with the JSON {"left":"none","right":"none"}.' }],
  schema: COLORS,
  maxOutputTokens: MAX_OUTPUT_TOKENS,
};

const PLAIN: Turn = {
  system: `${PROBE}. Answer with one word.`,
  tools: [],
  messages: [{ role: "user", text: "Say OK." }],
  maxOutputTokens: MAX_OUTPUT_TOKENS,
};

/** Abilities to leave out one by one after a refusal in unknown words. */
const SUSPECTS: readonly Ability[] = ["vision", "requiredTool", "streamedTools", "usage"];

/** The active probe of each model. */
const running = new Map<string, Promise<void>>();

/** Probes the model unless that was done. Errors: `model` when the probe fails. */
export async function learn(source: ModelEndpoint, signal: AbortSignal): Promise<void> {
  const { identity } = source;
  while (!source.isProbed) {
    const other = running.get(identity);
    if (other) {
      await Promise.race([other.catch(() => {}), rejectOnAbort(signal)]);
      source.recall();
      continue;
    }
    const own = probe(source, signal).finally(() => running.delete(identity));
    running.set(identity, own);
    await own;
  }
}

async function probe(source: ModelEndpoint, signal: AbortSignal): Promise<void> {
  try {
    const tool = await askTool(source, signal);
    const isJudged = !tool || (await judge(source, tool, signal));
    await askFormat(source, signal);
    if (!isJudged) return source.assumeAll();
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof WireError ? modelFailure(source.config, error) : error;
  }
  source.finishProbe(await contextTokensOf(source.config, signal));
}

/** Undefined when the server refuses tools. */
async function askTool(source: ModelEndpoint, signal: AbortSignal): Promise<Reply | undefined> {
  try {
    return await source.askWithRetries(TOOL, signal);
  } catch (error) {
    if (!isAboutRequest(error)) throw error;
    // A plain question distinguishes a wrong model or key.
    await source.askWithRetries(PLAIN, signal);
    return await leavingOut(source, signal);
  }
}

function isAboutRequest(error: unknown): boolean {
  return error instanceof WireError && [400, 404, 422, 500, 501].includes(error.status ?? 0);
}

async function leavingOut(source: ModelEndpoint, signal: AbortSignal): Promise<Reply | undefined> {
  for (const suspect of SUSPECTS) {
    try {
      const reply = await source.askWithRetries(TOOL, signal, suspect);
      source.disable(suspect);
      return reply;
    } catch (error) {
      if (!isAboutRequest(error)) throw error;
    }
  }
  source.disable("tools");
  return undefined;
}

/** Evaluates the tool call. Returns false when the answer was cut off, for example by long thinking. */
async function judge(source: ModelEndpoint, reply: Reply, signal: AbortSignal): Promise<boolean> {
  if (!source.abilities.tools) return true;
  let answer = reply;
  if (answer.calls.length === 0 && source.abilities.streamedTools) {
    // Some servers lose calls in a stream.
    answer = await source.askWithRetries(TOOL, signal, "streamedTools");
    if (answer.calls.length > 0) source.disable("streamedTools");
  }
  const [call] = answer.calls;
  if (!call) {
    if (answer.finish === "length") return false;
    source.disable("tools");
    return true;
  }
  const sees = /blue/i.test(String(call.args.left)) && /yellow/i.test(String(call.args.right));
  if (source.config.vision === undefined && !sees) source.disable("vision");
  return true;
}

async function askFormat(source: ModelEndpoint, signal: AbortSignal): Promise<void> {
  try {
    const { text, finish } = await source.askWithRetries(FORMAT, signal);
    const isFitting = (value: unknown) => typeof value === "object" && value !== null && "left" in value;
    if (finish !== "length" && !isFitting(jsonIn(text, isFitting)?.value)) source.disable("format");
  } catch (error) {
    if (!isAboutRequest(error)) throw error;
    source.disable("format");
    source.disable("format");
  }
}
