/** A minimal client of the remote MCP server: one message per request, and the messages before its response. */
import type { Data } from "../../fixture.ts";
import type { TestPlatform } from "../served.ts";

export interface Sent {
  /** As assigned by `initialize`. */
  session: string;
  /** Collects the messages before the response. */
  received: Data[];
  headers: Record<string, string>;
  id: number;
  signal: AbortSignal;
}

export function mcpCaller({ url, key }: TestPlatform) {
  let lastId = 0;
  /** The response message, with HTTP status and headers. */
  const rpc = async (method: string, params: object, sent: Partial<Sent> = {}): Promise<Data> => {
    const { session, received = [], headers = {}, id = ++lastId, signal } = sent;
    const response = await fetch(`${url}/v3/mcp`, {
      method: "POST",
      ...(signal ? { signal } : {}),
      headers: {
        ...{ "content-type": "application/json", accept: "application/json, text/event-stream", "X-Svc-API-Key": key },
        ...(session === undefined ? {} : { "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...(method.startsWith("notifications/") ? {} : { id }), method, params }),
    });
    const head = { status: response.status, headers: response.headers };
    for await (const message of messages(response)) {
      if (message.id === id || message.jsonrpc === undefined) return { ...head, ...message };
      received.push(message);
    }
    return head;
  };
  return {
    rpc,
    /** Calls a tool and returns its result. */
    async call(name: string, args: object, sent: Partial<Sent> = {}, meta?: object): Promise<Data> {
      const params = { name, arguments: args, ...(meta ? { _meta: meta } : {}) };
      return (await rpc("tools/call", params, sent)).result;
    },
    /** Starts a new client session. */
    async session(): Promise<string> {
      const asked = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
      return (await rpc("initialize", asked)).headers.get("mcp-session-id");
    },
  };
}

/** Messages of an event stream, or of a JSON body. */
async function* messages(response: Response): AsyncGenerator<Data> {
  if (!(response.headers.get("content-type") ?? "").includes("event-stream")) {
    const text = await response.text();
    if (text !== "") yield JSON.parse(text);
    return;
  }
  let text = "";
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1];
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}
