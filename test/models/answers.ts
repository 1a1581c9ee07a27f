/** Writes a scripted turn in either wire protocol: as one JSON document, or as the chunks of a stream. */
import type { Conversation } from "./conversation.ts";

export interface ScriptedCall {
  name: string;
  /** A text is sent as it stands: no JSON, cut off, or no object. */
  args?: Record<string, unknown> | string;
  /** Made up when absent; `null` leaves it out, as some servers do. */
  id?: string | null;
}

export interface ScriptedUsage {
  /** All of the prompt, cached part included. */
  input?: number;
  cached?: number;
  output?: number;
}

/** What one turn of the model says, and how it is sent. */
export interface Answer {
  text?: string;
  /** What a reasoning model says to itself. */
  thoughts?: string;
  calls?: readonly ScriptedCall[];
  /** Else `calls` where there are calls, and `stop`. */
  finish?: "calls" | "stop" | "length" | "refused";
  /** `false`: the server does not tell. */
  usage?: ScriptedUsage | false;
  /** Characters of text or arguments in one chunk of a stream; 8 when absent. */
  chunk?: number;
  /** How often the chunks of a call say its name: once, twice (llama.cpp), or each time. */
  named?: "once" | "twice" | "always";
}

const USAGE: Required<ScriptedUsage> = { input: 100, cached: 0, output: 10 };

const CHUNK = 8;

let counter = 0;

const textOfArgs = ({ args = {} }: ScriptedCall) => (typeof args === "string" ? args : JSON.stringify(args));

const idOf = ({ id }: ScriptedCall) => (id === undefined ? `call_${++counter}` : id);

function piecesOf(text: string, size: number): string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${size}}`, "gu")) ?? [];
}

/** A model that was given no tools writes the calls that it wants into its text. */
function written(asked: Conversation, answer: Answer): Answer {
  const { calls = [], text = "" } = answer;
  if (calls.length === 0 || asked.tools.length > 0) return answer;
  const list = calls.map((call) => `{"name":${JSON.stringify(call.name)},"arguments":${textOfArgs(call)}}`);
  const block = `\`\`\`json\n{"calls":[${list.join(",")}]}\n\`\`\``;
  return { ...answer, calls: [], text: [text, block].filter(Boolean).join("\n"), finish: answer.finish ?? "stop" };
}

function finishOf({ finish, calls = [] }: Answer): NonNullable<Answer["finish"]> {
  return finish ?? (calls.length > 0 ? "calls" : "stop");
}

/** One JSON document. */
export function whole(asked: Conversation, given: Answer): object {
  const answer = written(asked, given);
  return asked.protocol === "anthropic" ? anthropicWhole(asked, answer) : openAiWhole(asked, answer);
}

/** The events of a stream, each as the text that goes over the wire. */
export function events(asked: Conversation, given: Answer): string[] {
  const answer = written(asked, given);
  return asked.protocol === "anthropic" ? anthropicEvents(asked, answer) : openAiEvents(asked, answer);
}

const OPENAI_FINISH = { calls: "tool_calls", stop: "stop", length: "length", refused: "content_filter" };

function openAiUsage({ usage }: Answer): object {
  if (usage === false) return {};
  const { input, cached, output } = { ...USAGE, ...usage };
  return {
    usage: {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      ...(cached > 0 ? { prompt_tokens_details: { cached_tokens: cached } } : {}),
    },
  };
}

function openAiWhole({ model }: Conversation, answer: Answer): object {
  const { text, thoughts, calls = [] } = answer;
  const message = {
    role: "assistant",
    content: text ?? null,
    ...(thoughts === undefined ? {} : { reasoning_content: thoughts }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => ({
            ...idMember(call),
            type: "function",
            function: { name: call.name, arguments: textOfArgs(call) },
          })),
        }),
  };
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model,
    choices: [{ index: 0, message, finish_reason: OPENAI_FINISH[finishOf(answer)] }],
    ...openAiUsage(answer),
  };
}

function idMember(call: ScriptedCall): { id?: string } {
  const id = idOf(call);
  return id === null ? {} : { id };
}

function openAiEvents({ model, body }: Conversation, answer: Answer): string[] {
  const { text = "", thoughts = "", calls = [], chunk = CHUNK } = answer;
  const base = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model };
  const event = (delta: object, finish: string | null = null) => ({
    ...base,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const isToldUsage = answer.usage !== false && body.stream_options?.include_usage === true;
  const chunks = [
    event({ role: "assistant", content: "" }),
    ...piecesOf(thoughts, chunk).map((piece) => event({ reasoning_content: piece })),
    ...piecesOf(text, chunk).map((piece) => event({ content: piece })),
    ...calls.flatMap((call, index) => openAiCall(call, index, answer).map((delta) => event({ tool_calls: [delta] }))),
    event({}, OPENAI_FINISH[finishOf(answer)]),
    ...(isToldUsage ? [{ ...base, choices: [], ...openAiUsage(answer) }] : []),
  ];
  return [...chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`), "data: [DONE]\n\n"];
}

function openAiCall(call: ScriptedCall, index: number, { chunk = CHUNK, named = "once" }: Answer): object[] {
  const { name } = call;
  const head = { index, ...idMember(call), type: "function", function: { name, arguments: "" } };
  const rest = piecesOf(textOfArgs(call), chunk).map((piece) => ({
    index,
    function: { ...(named === "always" ? { name } : {}), arguments: piece },
  }));
  return [head, ...(named === "twice" ? [head] : []), ...rest];
}

const ANTHROPIC_FINISH = { calls: "tool_use", stop: "end_turn", length: "max_tokens", refused: "refusal" };

function anthropicUsage({ usage }: Answer): { input_tokens: number; output_tokens: number } {
  const { input, cached, output } = { ...USAGE, ...(usage === false ? { input: 0, output: 0 } : usage) };
  return {
    input_tokens: input - cached,
    output_tokens: output,
    ...(cached > 0 ? { cache_read_input_tokens: cached, cache_creation_input_tokens: 0 } : {}),
  };
}

function anthropicWhole({ model }: Conversation, answer: Answer): object {
  const { text, thoughts, calls = [] } = answer;
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: [
      ...(thoughts === undefined ? [] : [{ type: "thinking", thinking: thoughts, signature: "signed" }]),
      ...(text === undefined ? [] : [{ type: "text", text }]),
      ...calls.map((call) => ({ type: "tool_use", ...idMember(call), name: call.name, input: inputOf(call) })),
    ],
    stop_reason: ANTHROPIC_FINISH[finishOf(answer)],
    stop_sequence: null,
    usage: anthropicUsage(answer),
  };
}

/** Arguments that are no JSON cannot be written into a document: they are left as a text. */
function inputOf(call: ScriptedCall): unknown {
  try {
    return JSON.parse(textOfArgs(call));
  } catch {
    return textOfArgs(call);
  }
}

function anthropicEvents({ model }: Conversation, answer: Answer): string[] {
  const { text = "", thoughts = "", calls = [], chunk = CHUNK } = answer;
  const { output_tokens, ...prompt } = anthropicUsage(answer);
  const blocks: { start: object; deltas: object[] }[] = [];
  if (thoughts !== "")
    blocks.push({
      start: { type: "thinking", thinking: "", signature: "" },
      deltas: [
        ...piecesOf(thoughts, chunk).map((piece) => ({ type: "thinking_delta", thinking: piece })),
        { type: "signature_delta", signature: "signed" },
      ],
    });
  if (text !== "")
    blocks.push({
      start: { type: "text", text: "" },
      deltas: piecesOf(text, chunk).map((piece) => ({ type: "text_delta", text: piece })),
    });
  for (const call of calls)
    blocks.push({
      start: { type: "tool_use", id: idOf(call) ?? "", name: call.name, input: {} },
      deltas: piecesOf(textOfArgs(call), chunk).map((piece) => ({ type: "input_json_delta", partial_json: piece })),
    });
  const message = {
    ...{ id: "msg_1", type: "message", role: "assistant", model, content: [], stop_reason: null, stop_sequence: null },
    usage: { ...prompt, output_tokens: 1 },
  };
  const stop = { stop_reason: ANTHROPIC_FINISH[finishOf(answer)], stop_sequence: null };
  const sent = [
    { type: "message_start", message },
    { type: "ping" },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: "content_block_start", index, content_block: start },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: stop, usage: { output_tokens } },
    { type: "message_stop" },
  ];
  return sent.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`);
}
