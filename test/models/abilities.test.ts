/** What servers refuse, in the words that they really have for it, and errors that are no refusals. */
import { expect, test } from "bun:test";
import { type Ability, refusedBy } from "../../src/models/abilities.ts";
import { WireError } from "../../src/models/wire.ts";

const ALL: readonly Ability[] = [
  "tools",
  "streamedTools",
  "requiredTool",
  "format",
  "vision",
  "usage",
  "thinking",
  "thoughts",
];

const SAID: readonly (readonly [Ability | undefined, number, string, (readonly Ability[])?])[] = [
  // Ollama
  ["tools", 400, "registry.ollama.ai/library/gemma:2b does not support tools"],
  ["vision", 500, "this model is missing data required for image input"],
  // llama.cpp
  ["tools", 500, "tools param requires --jinja flag"],
  ["vision", 500, "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"],
  // vLLM
  [
    "tools",
    400,
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    ["tools", "usage"],
  ],
  ["vision", 400, "Qwen/Qwen3-8B is not a multimodal model"],
  ["vision", 400, "At most 0 image(s) may be provided in one prompt."],
  // OpenRouter
  ["tools", 404, "No endpoints found that support tool use. To learn more about provider routing, visit: …"],
  ["vision", 404, "No endpoints found that support image input"],
  ["requiredTool", 404, "No endpoints found that support the provided 'tool_choice' value."],
  // Others
  [
    "vision",
    400,
    "'messages.1' : for 'role:user' the following must be satisfied[('messages.1.content' : value must be a string)]",
  ],
  ["vision", 400, "Failed to deserialize the JSON body: messages[1]: unknown variant `image_url`, expected `text`"],
  [
    "usage",
    422,
    '{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}',
  ],
  [
    "thoughts",
    422,
    '{"loc":["body","messages",2,"assistant","reasoning_content"],"msg":"Extra inputs are not permitted"}',
  ],
  ["thinking", 400, "Unrecognized request argument supplied: reasoning_effort"],
  ["thinking", 400, "`reasoning_effort` is not supported with this model"],
  ["format", 400, "'response_format.type' must be 'json_schema' or 'text'"],
  ["format", 400, "This model does not support response format `json_schema`", ["format", "usage"]],
  ["requiredTool", 400, "tool_choice 'required' is not supported; use 'auto'"],
  ["streamedTools", 400, "Streaming is not supported when tools are given"],
  // No refusals of what a model can do
  [undefined, 400, "messages.2: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1"],
  [undefined, 400, "messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1"],
  [undefined, 400, "This model's maximum context length is 8192 tokens, however you requested 9000 (tools included)"],
  [undefined, 400, "image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes"],
  [undefined, 401, "this key may not use tools: not allowed"],
  [undefined, 429, "tools are not available at the moment"],
  [undefined, 500, "Internal Server Error"],
  [undefined, 404, "The model `gpt-x` does not exist or you do not have access to it."],
];

for (const [ability, status, said, sent = ALL] of SAID)
  test(`${ability ?? "no refusal"}: ${said}`, () => {
    expect(refusedBy(new WireError(said, { status, body: said }), new Set(sent))).toBe(ability);
  });

test("only what was sent can have been refused", () => {
  const error = new WireError("", { status: 400, body: "images are not supported" });
  expect(refusedBy(error, new Set<Ability>(["tools"]))).toBeUndefined();
});
