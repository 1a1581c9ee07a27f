/** Assembles a reply from the parts of an answer. Invalid output of a model becomes part of the reply, never an error. */
import { withoutThoughts } from "./json.ts";
import type { Metadata, ModelConfig, ProviderState, Reply, ToolCall, Turn, Usage } from "./model.ts";
import { parseCalls } from "./prompted-tools.ts";
import { identityOf } from "./request.ts";
import type { Part, WireCall, WireUsage } from "./wire.ts";

/** The collected parts of an answer. */
export interface ReplyParts {
  text: string;
  thoughts: { id: string; text: string; metadata?: Metadata }[];
  calls: WireCall[];
  reason: string;
  usage: WireUsage;
}

export function noParts(): ReplyParts {
  return { text: "", thoughts: [], calls: [], reason: "stop", usage: {} };
}

/** Adds the parts to the answer as they arrive. */
export async function collect(answer: ReplyParts, parts: AsyncIterable<Part>, onPart: () => void): Promise<void> {
  for await (const part of parts) {
    onPart();
    if (part.kind === "text") answer.text += part.text;
    else if (part.kind === "call") answer.calls.push(part.call);
    else if (part.kind === "thought") think(answer, part);
    else if (part.kind === "finish") Object.assign(answer, { reason: part.reason, usage: part.usage });
  }
}

function think({ thoughts }: ReplyParts, { id, text, metadata }: Extract<Part, { kind: "thought" }>): void {
  const known = thoughts.find((one) => one.id === id);
  const thought: ReplyParts["thoughts"][number] = known ?? { id, text: "" };
  if (!known) thoughts.push(thought);
  thought.text += text;
  if (metadata) thought.metadata = { ...thought.metadata, ...metadata };
}

export interface ParsedReply extends Omit<Reply, "usage" | "model"> {
  /** The model wrote tool calls into its text although it has tools. */
  isMisplaced: boolean;
}

/** `hasTools`: the request contained tools; otherwise the prompt describes them. */
export function readReply(config: ModelConfig, turn: Turn, answer: ReplyParts, hasTools: boolean): ParsedReply {
  const text = withoutThoughts(answer.text);
  const mayWrite = turn.tools.length > 0 && (!hasTools || turn.require || text.includes("<tool_call>"));
  const written = answer.calls.length === 0 && mayWrite ? parseCalls(text, turn.tools) : undefined;
  const wireCalls = written?.calls ?? answer.calls;
  const known = new Set(turn.tools.map(({ name }) => name));
  const calls = wireCalls.map((call) => readCall({ ...call, name: plainName(call.name, known) }));
  const ids = uniqueIds(calls, turn);
  const providerState = providerStateOf(config, answer, ids);
  return {
    text: written?.text ?? text,
    calls: calls.map((call, at) => ({ ...call, id: ids[at] ?? call.id })),
    finish: finishOf(answer.reason, calls),
    isMisplaced: written !== undefined && hasTools,
    ...(providerState === undefined ? {} : { providerState }),
  };
}

function finishOf(reason: string, calls: readonly ToolCall[]): Reply["finish"] {
  const isUsable = calls.length > 0 && calls.every(({ invalid }) => invalid === undefined);
  if (reason === "length" && !isUsable) return "length";
  if (calls.length > 0) return "calls";
  return reason === "content-filter" ? "refused" : "stop";
}

/** Removes decorations of some models: `functions.click`, `click<|channel|>json`. */
function plainName(name: string, known: ReadonlySet<string>): string {
  const plain = name
    .replace(/<\|.*$/s, "")
    .replace(/^(functions?|tools?)[.:]/, "")
    .trim();
  return known.has(plain) ? plain : name;
}

/** Surplus closing brackets. */
const SURPLUS = /(?<=})[\s}\])]+$/;

/** Parses arguments as a JSON object, possibly within a JSON string; `invalid` says why they are not one. */
function readCall({ id, name, input }: WireCall): ToolCall {
  const text = input.trim();
  try {
    const once: unknown = parsed(text === "" ? "{}" : text);
    const value: unknown = typeof once === "string" ? JSON.parse(once) : once;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { id, name, args: value as Record<string, unknown> };
    return { id, name, args: {}, invalid: "the arguments are not a JSON object" };
  } catch (error) {
    return { id, name, args: {}, invalid: `the arguments are not JSON: ${(error as Error).message}` };
  }
}

function parsed(text: string): unknown {
  for (let one = text; ; one = one.slice(0, -1).trimEnd())
    try {
      return JSON.parse(one);
    } catch (error) {
      if (!SURPLUS.test(one)) throw error;
    }
}

/** Unique ids of the calls: servers omit ids, repeat them, or restart them with each turn. */
function uniqueIds(calls: readonly ToolCall[], { messages }: Turn): string[] {
  const before = messages.flatMap((one) => (one.role === "assistant" ? one.calls : []));
  const taken = new Set(before.map(({ id }) => id));
  return calls.map(({ id }) => {
    const own = id === "" || taken.has(id) ? `call_${crypto.randomUUID().slice(0, 13).replace("-", "")}` : id;
    taken.add(own);
    return own;
  });
}

function providerStateOf(
  config: ModelConfig,
  { thoughts, calls }: ReplyParts,
  ids: readonly string[],
): ProviderState | undefined {
  const own = calls.flatMap(({ metadata }, at) => (metadata === undefined ? [] : [[ids[at] ?? "", metadata] as const]));
  const told = thoughts.filter(({ text, metadata }) => text !== "" || metadata !== undefined);
  if (own.length === 0 && told.length === 0) return undefined;
  return {
    identity: identityOf(config),
    thoughts: told.map(({ text, metadata }) => ({ text, ...(metadata === undefined ? {} : { metadata }) })),
    calls: Object.fromEntries(own),
  };
}

/** Anthropic's price factor for tokens written to its cache. */
const CACHE_WRITE = 1.25;

/** Tokens and cost. Estimated from characters when the server reports none. */
export function usageOf({ prices }: ModelConfig, turn: Turn, answer: ReplyParts): Usage {
  const { input: told, output: toldOutput, cachedInput = 0, cacheWrite = 0 } = answer.usage;
  const isTold = (told ?? 0) > 0;
  const input = isTold ? (told ?? 0) : tokensOf(turn);
  const output = isTold ? (toldOutput ?? 0) : estimate(answer.text + answer.calls.map((one) => one.input).join(""));
  const cached = isTold ? Math.min(cachedInput, input) : 0;
  const written = Math.min(cacheWrite, input - cached);
  const { input: inputPrice, output: outputPrice } = prices ?? { input: 0, output: 0 };
  const cachedPrice = prices?.cachedInput ?? inputPrice;
  const fresh = (input - cached - written) * inputPrice + written * inputPrice * CACHE_WRITE;
  const costUsd = (fresh + cached * cachedPrice + output * outputPrice) / 1_000_000;
  return { input, cachedInput: cached, output, costUsd, ...(isTold ? {} : { isEstimated: true as const }) };
}

/** The sum of two usages. */
export function sumOf(one: Usage, other: Usage): Usage {
  return {
    input: one.input + other.input,
    cachedInput: one.cachedInput + other.cachedInput,
    output: one.output + other.output,
    costUsd: one.costUsd + other.costUsd,
    ...(one.isEstimated || other.isEstimated ? { isEstimated: true as const } : {}),
  };
}

/** Estimate for several languages and JSON. */
const CHARS_PER_TOKEN = 3.5;

/** Estimate for a picture of a page. */
const PICTURE_TOKENS = 1_200;

function estimate(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}

/** Estimated tokens of a turn. */
function tokensOf({ system, tools, messages }: Turn): number {
  const counts = messages.map((message) => {
    if (message.role === "tool")
      return message.results.reduce((sum, one) => sum + estimate(one.text) + pictureTokens(one.picture), 0);
    const calls = message.role === "assistant" ? JSON.stringify(message.calls.map(({ args }) => args)) : "";
    return estimate(message.text + calls) + (message.role === "user" ? pictureTokens(message.picture) : 0);
  });
  return estimate(system + JSON.stringify(tools)) + counts.reduce((sum, one) => sum + one, 0);
}

function pictureTokens(picture: object | undefined): number {
  return picture ? PICTURE_TOKENS : 0;
}
