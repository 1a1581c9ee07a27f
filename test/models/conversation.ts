/** Reads a request of either wire protocol as one kind of conversation, which scripts are written against. */

export type Protocol = "openai" | "anthropic";

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the request
export type Body = any;

export interface AskedCall {
  id: string;
  name: string;
  args: Record<string, unknown>;
}

export interface AskedMessage {
  role: "user" | "assistant" | "tool";
  text: string;
  /** Calls of an assistant's message. */
  calls: AskedCall[];
  /** Pictures that came along. */
  pictures: number;
  /** Of a tool's message: the call that it answers. */
  callId?: string;
}

/** One request, as a script sees it. */
export interface Conversation {
  protocol: Protocol;
  path: string;
  headers: Headers;
  /** What was sent, untouched. */
  body: Body;
  model: string;
  streamed: boolean;
  system: string;
  tools: { name: string; description: string; schema: Body }[];
  /** `true` any call, a name this one. */
  required: boolean | string;
  /** In order. Each result of a tool is a message of its own; texts that a request has several of are joined by newlines. */
  messages: AskedMessage[];
  /** Text of the newest message; of all results where a turn made several calls. */
  last: string;
  /** Text of the first message: what the task is. */
  first: string;
  /** Turns of the model so far. */
  turns: number;
}

export function readConversation(path: string, headers: Headers, body: Body): Conversation {
  const protocol: Protocol = path.endsWith("/messages") ? "anthropic" : "openai";
  const read = protocol === "anthropic" ? anthropicMessages(body) : openAiMessages(body);
  const messages = read.filter(({ role }) => role !== "system") as AskedMessage[];
  const system = protocol === "anthropic" ? textOf(body.system) : textsOf(read.filter(({ role }) => role === "system"));
  const newest = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
  return {
    protocol,
    path,
    headers,
    body,
    model: String(body.model ?? ""),
    streamed: body.stream === true,
    system,
    tools: (body.tools ?? []).map(toolOf),
    required: requiredOf(body.tool_choice),
    messages,
    last: textsOf(newest),
    first: messages[0]?.text ?? "",
    turns: messages.filter(({ role }) => role === "assistant").length,
  };
}

type Read = Omit<AskedMessage, "role"> & { role: AskedMessage["role"] | "system" };

function textsOf(messages: readonly Read[]): string {
  return messages.map(({ text }) => text).join("\n");
}

function openAiMessages(body: Body): Read[] {
  return (body.messages ?? []).map((message: Body) => ({
    role: message.role === "developer" ? "system" : message.role,
    text: textOf(message.content),
    pictures: picturesOf(message.content),
    calls: (message.tool_calls ?? []).map((call: Body) => ({
      id: call.id,
      name: call.function.name,
      args: objectOf(call.function.arguments),
    })),
    ...(message.role === "tool" ? { callId: message.tool_call_id } : {}),
  }));
}

/** A message of Anthropic's holds results and text of the user in one list of blocks. */
function anthropicMessages(body: Body): Read[] {
  return (body.messages ?? []).flatMap(({ role, content }: Body): Read[] => {
    const blocks: Body[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
    const results = blocks.filter(({ type }) => type === "tool_result");
    const rest = blocks.filter(({ type }) => type !== "tool_result");
    const calls = blocks.filter(({ type }) => type === "tool_use");
    const own: Read = {
      role,
      text: textOf(rest),
      pictures: picturesOf(rest),
      calls: calls.map(({ id, name, input }) => ({ id, name, args: input })),
    };
    return [
      ...results.map(
        (result): Read => ({
          role: "tool",
          text: textOf(result.content),
          pictures: picturesOf(result.content),
          calls: [],
          callId: result.tool_use_id,
        }),
      ),
      ...(rest.length > 0 ? [own] : []),
    ];
  });
}

function textOf(content: Body): string {
  if (typeof content === "string") return content;
  const texts = (content ?? []).filter(({ type }: Body) => type === "text").map(({ text }: Body) => text);
  return texts.join("\n");
}

function picturesOf(content: Body): number {
  if (!Array.isArray(content)) return 0;
  return content.filter(({ type }: Body) => type === "image_url" || type === "image").length;
}

function toolOf(tool: Body): Conversation["tools"][number] {
  const { name, description = "", parameters, input_schema } = tool.function ?? tool;
  return { name, description, schema: parameters ?? input_schema };
}

function requiredOf(choice: Body): boolean | string {
  if (choice === undefined || choice === "auto" || choice === "none") return false;
  if (choice === "required") return true;
  return choice.function?.name ?? (choice.type === "tool" ? choice.name : choice.type === "any");
}

function objectOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
