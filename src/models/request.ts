/** Converts a turn to a request: messages, tools, cache marks, images. */
import type { LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import type { Abilities } from "./abilities.ts";
import type { Message, ModelConfig, Picture, ProviderState, ThinkingLevel, ToolResult, Turn } from "./model.ts";
import { describeTools, formatCalls, formatResults } from "./prompted-tools.ts";
import { COMPATIBLE } from "./wire.ts";

/** Anthropic's API requires a limit. */
const MAX_OUTPUT_TOKENS = 16_000;

/** Anthropic caches the prompt before each mark; at most four are allowed. */
const MARK = { anthropic: { cacheControl: { type: "ephemeral" } } };

const NOT_SEEN = "[An image is left out: this model does not support images.]";

/** Identifies a model at its server. */
export function identityOf({ baseUrl, model }: ModelConfig): string {
  return `${baseUrl} ${model}`;
}

export function requestOf(config: ModelConfig, turn: Turn, abilities: Abilities): LanguageModelV4CallOptions {
  const isAnthropic = config.provider === "anthropic";
  const isWritten = turn.tools.length > 0 && !abilities.tools;
  const thinking = thinkingOf(config, turn, abilities);
  const system = isWritten ? `${turn.system}\n\n${describeTools(turn.tools)}` : turn.system;
  const messages = turn.messages.flatMap((message) => promptOf(config, message, abilities, isWritten));
  const prompt = marked([{ role: "system", content: system }, ...reminded(messages, turn, abilities)], isAnthropic);
  const maxOutputTokens = turn.maxOutputTokens ?? (isAnthropic ? MAX_OUTPUT_TOKENS : undefined);
  return {
    prompt,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(turn.tools.length > 0 && !isWritten ? toolsOf(turn, abilities, isAnthropic, thinking) : {}),
    ...formatOf(turn, abilities),
    ...(thinking === undefined ? {} : { reasoning: thinking === "disabled" ? "none" : thinking }),
    // Strict mode requires that every property is required.
    providerOptions: { [COMPATIBLE]: { strictJsonSchema: false } },
  };
}

/** The thinking level of the request; undefined: not set. */
function thinkingOf(config: ModelConfig, turn: Turn, { thinking }: Abilities): ThinkingLevel | undefined {
  if (turn.thinking === undefined || !thinking || config.thinking === false) return undefined;
  if (turn.thinking === "disabled") return config.thinking ? "disabled" : undefined;
  if (config.provider !== "anthropic") return turn.thinking;
  // Anthropic refuses thinking with a forced tool, and in a turn whose earlier thoughts are missing.
  if (typeof turn.require === "string") return undefined;
  const last = turn.messages.findLast(({ role }) => role === "assistant");
  const isAmid = last?.role === "assistant" && last.calls.length > 0 && turn.messages.at(-1)?.role === "tool";
  return isAmid && !hasThoughtsOf(config, last.providerState) ? undefined : turn.thinking;
}

function hasThoughtsOf(config: ModelConfig, providerState: ProviderState | undefined): providerState is ProviderState {
  return (
    providerState !== undefined && providerState.identity === identityOf(config) && providerState.thoughts.length > 0
  );
}

function toolsOf(
  { tools, require }: Turn,
  { requiredTool }: Abilities,
  isAnthropic: boolean,
  thinking: ThinkingLevel | undefined,
): Pick<LanguageModelV4CallOptions, "tools" | "toolChoice"> {
  const isFree = !require || !requiredTool || (isAnthropic && thinking !== undefined && thinking !== "disabled");
  return {
    tools: tools.map(({ name, description, schema }, at) => ({
      type: "function",
      name,
      description,
      inputSchema: schema,
      ...(isAnthropic && at === tools.length - 1 ? { providerOptions: MARK } : {}),
    })),
    toolChoice: isFree
      ? { type: "auto" }
      : require === true
        ? { type: "required" }
        : { type: "tool", toolName: require },
  };
}

/** Only turns without tools have a schema: vLLM does not support both. */
function formatOf({ tools, schema }: Turn, { format }: Abilities): Pick<LanguageModelV4CallOptions, "responseFormat"> {
  if (schema === undefined || tools.length > 0 || format === "none") return {};
  return { responseFormat: { type: "json", schema } };
}

/** Asks for a call in the last message when the server cannot require one; the prefix stays cacheable. */
function reminded(messages: LanguageModelV4Message[], turn: Turn, abilities: Abilities): LanguageModelV4Message[] {
  if (!turn.require || turn.tools.length === 0 || (abilities.requiredTool && abilities.tools)) return messages;
  const what = turn.require === true ? "a tool" : `the tool ${turn.require}`;
  return [...messages, { role: "user", content: [{ type: "text", text: `Answer with a call of ${what}.` }] }];
}

/** Marks the system prompt and the two newest messages for the cache: the next turn reuses the older one. */
function marked(prompt: LanguageModelV4Message[], isAnthropic: boolean): LanguageModelV4Message[] {
  if (!isAnthropic) return prompt;
  const ends = prompt.flatMap(({ role }, at) => (role === "assistant" || role === "system" ? [] : [at])).slice(-2);
  return prompt.map((message, at) =>
    message.role === "system" || ends.includes(at) ? { ...message, providerOptions: MARK } : message,
  );
}

type UserPart = Extract<LanguageModelV4Message, { role: "user" }>["content"][number];
type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

function promptOf(
  config: ModelConfig,
  message: Message,
  abilities: Abilities,
  isWritten: boolean,
): LanguageModelV4Message[] {
  if (message.role === "user")
    return userMessage([textPart(message.text), ...pictureParts(message.picture, abilities)]);
  if (message.role === "tool") {
    if (isWritten) {
      const pictures = message.results.flatMap(({ picture }) => pictureParts(picture, abilities));
      return userMessage([textPart(formatResults(message.results)), ...pictures]);
    }
    return resultMessages(config, message.results, abilities);
  }
  const text = isWritten ? [message.text, formatCalls(message.calls)].filter(Boolean).join("\n") : message.text;
  const content: AssistantPart[] = [
    ...thoughtParts(config, message.providerState, abilities),
    ...(text === "" ? [] : [{ type: "text" as const, text }]),
    ...(isWritten ? [] : callParts(config, message)),
  ];
  return content.length === 0 ? [] : [{ role: "assistant", content }];
}

function thoughtParts(
  config: ModelConfig,
  providerState: ProviderState | undefined,
  { thoughts }: Abilities,
): AssistantPart[] {
  if (!thoughts || !hasThoughtsOf(config, providerState)) return [];
  return providerState.thoughts.map(({ text, metadata }) => ({
    type: "reasoning",
    text,
    ...(metadata === undefined ? {} : { providerOptions: metadata }),
  }));
}

/** Anthropic refuses other characters in ids. */
function idFor({ provider }: ModelConfig, id: string): string {
  return provider === "anthropic" ? id.replace(/[^\w-]/g, "_") : id;
}

function callParts(
  config: ModelConfig,
  { calls, providerState }: Extract<Message, { role: "assistant" }>,
): AssistantPart[] {
  const own = providerState?.identity === identityOf(config) ? providerState.calls : {};
  return calls.map(({ id, name, args }) => ({
    type: "tool-call",
    toolCallId: idFor(config, id),
    toolName: name,
    input: args,
    ...(own[id] === undefined ? {} : { providerOptions: own[id] }),
  }));
}

/** Anthropic accepts images in results; other servers only in user messages. */
function resultMessages(
  config: ModelConfig,
  results: readonly ToolResult[],
  abilities: Abilities,
): LanguageModelV4Message[] {
  const isWithin = config.provider === "anthropic";
  const content = results.map(({ id, name, text, picture }) => ({
    type: "tool-result" as const,
    toolCallId: idFor(config, id),
    toolName: name,
    output:
      picture && isWithin && abilities.vision
        ? { type: "content" as const, value: [{ type: "text" as const, text }, filePart(picture)] }
        : { type: "text" as const, value: picture && !abilities.vision ? `${text}\n${NOT_SEEN}` : text },
  }));
  const pictures = isWithin || !abilities.vision ? [] : results.filter(({ picture }) => picture);
  const shown = pictures.flatMap(({ name, picture }) => [
    { type: "text" as const, text: `The picture from ${name}:` },
    ...(picture ? [filePart(picture)] : []),
  ]);
  return [{ role: "tool", content }, ...(shown.length > 0 ? userMessage(shown) : [])];
}

function userMessage(content: UserPart[]): LanguageModelV4Message[] {
  return [{ role: "user", content: content.filter((part) => part.type !== "text" || part.text !== "") }];
}

function textPart(text: string): UserPart {
  return { type: "text", text };
}

function pictureParts(picture: Picture | undefined, { vision }: Abilities): UserPart[] {
  if (!picture) return [];
  return [vision ? filePart(picture) : textPart(NOT_SEEN)];
}

function filePart({ bytes, mediaType }: Picture) {
  return { type: "file" as const, mediaType, data: { type: "data" as const, data: bytes } };
}
