/**
 * Finds out what a model can do, by two small questions at its first use: one call of a tool about a picture, and one answer
 * in JSON. What the server refuses in known words is learnt on the way (`Source.tries`); this looks at what comes back.
 */
import { rejectOnAbort } from "../lib/deadline.ts";
import type { Ability } from "./abilities.ts";
import type { ModelEndpoint } from "./endpoint.ts";
import { modelFailure } from "./failures.ts";
import { jsonIn } from "./json.ts";
import type { Reply, Turn } from "./model.ts";
import { contextTokensOf } from "./servers.ts";
import { WireError } from "./wire.ts";

/** How the system prompt of a probe begins: stand-ins for servers know it by that. */
export const PROBE = "Capability check";

/** 64 by 64 pixels, blue on the left and yellow on the right: smaller ones are refused by some models. */
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

/** Those that think do so in here as well. */
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

/** What a request may have been refused for in words that nobody knows, without which the next one is tried. */
const SUSPECTS: readonly Ability[] = ["vision", "requiredTool", "streamedTools", "usage"];

/** Of each model one at a time, however many runs begin with it. */
const running = new Map<string, Promise<void>>();

/** Finds out what is not known yet, and remembers it. Errors: `Failure` of code `model` where nothing can be found out. */
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
    if (!isJudged) return source.assume();
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof WireError ? modelFailure(source.config, error) : error;
  }
  source.settle(await contextTokensOf(source.config, signal));
}

/** Undefined: whatever it was asked for, it was not the tools that it answered with. */
async function askTool(source: ModelEndpoint, signal: AbortSignal): Promise<Reply | undefined> {
  try {
    return await source.tries(TOOL, signal);
  } catch (error) {
    if (!isAboutRequest(error)) throw error;
    // The model or its key may be wrong: that is told by what everybody can answer.
    await source.tries(PLAIN, signal);
    return await leavingOut(source, signal);
  }
}

function isAboutRequest(error: unknown): boolean {
  return error instanceof WireError && [400, 404, 422, 500, 501].includes(error.status ?? 0);
}

async function leavingOut(source: ModelEndpoint, signal: AbortSignal): Promise<Reply | undefined> {
  for (const suspect of SUSPECTS) {
    try {
      const reply = await source.tries(TOOL, signal, suspect);
      source.lose(suspect);
      return reply;
    } catch (error) {
      if (!isAboutRequest(error)) throw error;
    }
  }
  source.lose("tools");
  return undefined;
}

/** False where the model was cut off before it came to an answer: it thought for too long. */
async function judge(source: ModelEndpoint, reply: Reply, signal: AbortSignal): Promise<boolean> {
  if (!source.abilities.tools) return true;
  let answer = reply;
  if (answer.calls.length === 0 && source.abilities.streamedTools) {
    // Some servers lose calls in a stream.
    answer = await source.tries(TOOL, signal, "streamedTools");
    if (answer.calls.length > 0) source.lose("streamedTools");
  }
  const [call] = answer.calls;
  if (!call) {
    if (answer.finish === "length") return false;
    source.lose("tools");
    return true;
  }
  const sees = /blue/i.test(String(call.args.left)) && /yellow/i.test(String(call.args.right));
  if (source.config.vision === undefined && !sees) source.lose("vision");
  return true;
}

async function askFormat(source: ModelEndpoint, signal: AbortSignal): Promise<void> {
  try {
    const { text, finish } = await source.tries(FORMAT, signal);
    const isFitting = (value: unknown) => typeof value === "object" && value !== null && "left" in value;
    if (finish !== "length" && !isFitting(jsonIn(text, isFitting)?.value)) source.lose("format");
  } catch (error) {
    if (!isAboutRequest(error)) throw error;
    source.lose("format");
    source.lose("format");
  }
}
