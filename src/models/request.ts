/** Writes a turn as the request of a model's server: messages, tools, cache marks, pictures. Pure. */
import type { LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import type { Abilities } from "./abilities.ts";
import type { Message, ModelConfig, Picture, ProviderState, ThinkingLevel, ToolResult, Turn } from "./model.ts";
import { describeTools, formatCalls, formatResults } from "./prompted-tools.ts";
import { COMPATIBLE } from "./wire.ts";

/** Anthropic's API wants a bound, and cuts the answer there. */
const MAX_OUTPUT_TOKENS = 16_000;

/** Anthropic's server caches what lies before these marks; it takes four. */
const MARK = { anthropic: { cacheControl: { type: "ephemeral" } } };

const NOT_SEEN = "[An image is left out: this model does not support images.]";

/** The identity of what a server wants back. */
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
    // Strict schemas must name every property as required: those of people do not.
    providerOptions: { [COMPATIBLE]: { strictJsonSchema: false } },
  };
}

/** How much it is told to think; undefined: nothing is said of it. */
function thinkingOf(config: ModelConfig, turn: Turn, { thinking }: Abilities): ThinkingLevel | undefined {
  if (turn.thinking === undefined || !thinking || config.thinking === false) return undefined;
  if (turn.thinking === "disabled") return config.thinking ? "disabled" : undefined;
  if (config.provider !== "anthropic") return turn.thinking;
  // Anthropic refuses to think where one tool is forced, and in a turn whose earlier thoughts are not sent along.
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

/** Schemas go with tools on no server that runs vLLM, so only turns without tools have one. */
function formatOf({ tools, schema }: Turn, { format }: Abilities): Pick<LanguageModelV4CallOptions, "responseFormat"> {
  if (schema === undefined || tools.length > 0 || format === "none") return {};
  return { responseFormat: { type: "json", schema } };
}

/** Where a call cannot be required of the server, the model is asked for it. At the end, so that the prefix stays. */
function reminded(messages: LanguageModelV4Message[], turn: Turn, abilities: Abilities): LanguageModelV4Message[] {
  if (!turn.require || turn.tools.length === 0 || (abilities.requiredTool && abilities.tools)) return messages;
  const what = turn.require === true ? "a tool" : `the tool ${turn.require}`;
  return [...messages, { role: "user", content: [{ type: "text", text: `Answer with a call of ${what}.` }] }];
}

/** The system prompt with the tools, and the two newest messages: the next turn finds the older one of them. */
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

/** Anthropic refuses other letters, which ids of other servers have. */
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

/** Anthropic takes pictures in results; other servers take them from the user alone. */
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
