/** A stand-in for the servers of language models: it speaks their HTTP contract and answers what a test tells it to. */

export interface Asked {
  path: string;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the request
  body: any;
}

/** What one request is answered with: a text of the model, or an answer of the server. */
export type Reply = string | (() => Response | Promise<Response>);

export interface ModelServer extends Disposable {
  url: string;
  requests: Asked[];
  /** Requests that the other side gave up. */
  aborted(): number;
}

/** Answers the requests in turn; the last reply stands for all that follow. */
export function modelServer(...replies: Reply[]): ModelServer {
  const requests: Asked[] = [];
  let aborted = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 120,
    async fetch(request) {
      const { pathname: path } = new URL(request.url);
      request.signal.addEventListener("abort", () => aborted++);
      const body = (await request.json()) as Asked["body"];
      requests.push({ path, headers: request.headers, body });
      const reply = replies[Math.min(requests.length, replies.length) - 1] ?? "";
      if (typeof reply !== "string") return await reply();
      return Response.json(path.endsWith("/messages") ? anthropic(reply, body) : openAi(reply));
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    aborted: () => aborted,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

function openAi(content: string) {
  return {
    id: "1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  };
}

/** Structured output comes as a text, or as the call of the tool that stands for it. */
function anthropic(text: string, body: { tools?: { name: string }[] }) {
  const [tool] = body.tools ?? [];
  const content = tool
    ? { type: "tool_use", id: "t1", name: tool.name, input: JSON.parse(text) }
    : { type: "text", text };
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude",
    content: [content],
    stop_reason: tool ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 10 },
  };
}
