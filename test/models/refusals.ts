/** What servers of models refuse, in their words. */
import type { Conversation } from "./conversation.ts";

/** `streamedTools`: tools in a stream. */
export type Refused =
  | "tools"
  | "streamedTools"
  | "requiredTool"
  | "jsonSchema"
  | "vision"
  | "streamOptions"
  | "thinking";

const WORDS: Record<Refused, string> = {
  tools: "registry.example/tiny does not support tools",
  streamedTools: "streaming is not supported when tools are given",
  requiredTool: "tool_choice 'required' is not supported; use 'auto'",
  jsonSchema: "response_format of type json_schema is not supported",
  vision: "image input is not supported by this model",
  streamOptions: "unknown field: stream_options",
  thinking: "unknown field: reasoning_effort",
};

const ASKS: Record<Refused, (asked: Conversation) => boolean> = {
  tools: ({ tools }) => tools.length > 0,
  streamedTools: ({ tools, streamed }) => tools.length > 0 && streamed,
  requiredTool: ({ required }) => required !== false,
  jsonSchema: ({ body }) =>
    body.response_format?.type === "json_schema" || body.output_format !== undefined || body.output_config?.format,
  vision: ({ messages }) => messages.some(({ pictures }) => pictures > 0),
  streamOptions: ({ body }) => body.stream_options !== undefined,
  thinking: ({ body }) => body.reasoning_effort !== undefined || body.thinking?.type === "enabled",
};

/** The answer of a server that cannot do what is asked; undefined when it can. */
export function refusal(
  asked: Conversation,
  { refuses = [], key, refusal }: { refuses?: readonly Refused[]; key?: string; refusal?: string },
): Response | undefined {
  const given = keyOf(asked.headers);
  if (key !== undefined && given !== key) return error(401, `invalid key ${given}`);
  const refused = refuses.find((one) => ASKS[one](asked));
  return refused && error(400, refusal ?? WORDS[refused]);
}

export function keyOf(headers: Headers): string | null {
  return headers.get("authorization")?.replace("Bearer ", "") ?? headers.get("x-api-key");
}

export function error(status: number, message: string): Response {
  return Response.json({ type: "error", error: { type: "invalid_request_error", message } }, { status });
}
