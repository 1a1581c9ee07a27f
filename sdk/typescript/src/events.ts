/** Server-sent events (HTML standard, 9.2), taken up again behind the last one when the connection is lost. */
import { ApiConnectionError, ApiError } from "./errors.ts";
import { sleep } from "./http.ts";
import type { ServerEvent } from "./types.ts";

export interface EventQuery {
  lastEventId?: string;
}

/** The server says something every 10 s. */
const SILENCE_MS = 45_000;

/** Connections in a row that brought no event. */
const MAX_FAILURES = 5;

type Connect = (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>;

/** Ends after the event `end`. Errors: what `connect` throws, or a connection that is lost again and again. */
export async function* eventsOf(
  from: string | undefined,
  caller: AbortSignal | undefined,
  connect: Connect,
): AsyncGenerator<ServerEvent, void> {
  let lastId = from;
  let retryMs = 2_000;
  for (let failures = 0; ; failures++) {
    const leaving = new AbortController();
    const leave = () => leaving.abort(caller?.reason);
    caller?.throwIfAborted();
    caller?.addEventListener("abort", leave, { once: true });
    try {
      const response = await connect(lastId, leaving.signal);
      for await (const block of blocksOf(response, leaving)) {
        if (block.retryMs !== undefined) retryMs = block.retryMs;
        if (block.event === undefined) continue;
        failures = 0;
        lastId = block.event.id ?? lastId;
        yield block.event;
        if (block.event.event === "end") return;
      }
      if (failures >= MAX_FAILURES) throw new ApiConnectionError("The stream ended without an event, again and again");
    } catch (error) {
      caller?.throwIfAborted();
      if (error instanceof ApiError) throw error;
      if (failures >= MAX_FAILURES) throw new ApiConnectionError("The stream was lost again and again", error);
    } finally {
      caller?.removeEventListener("abort", leave);
      leaving.abort();
    }
    await sleep(retryMs, caller);
  }
}

interface Block {
  event?: ServerEvent;
  retryMs?: number;
}

async function* blocksOf({ body }: Response, leaving: AbortController): AsyncGenerator<Block, void> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (true) {
    const timer = setTimeout(() => leaving.abort(), SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    text += value;
    // A CR at the end may be half of a line's end.
    const blocks = text.split(/\r\n\r\n|\n\n|\r\r(?!$)/);
    text = blocks.pop() ?? "";
    yield* blocks.map(blockOf);
  }
}

function blockOf(text: string): Block {
  const fields: Record<string, string> = {};
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === "data" && fields.data !== undefined) fields.data += `\n${value}`;
    else if (name !== "") fields[name] = value;
  }
  const { id, event = "message", data, retry } = fields;
  const block: Block = retry && /^\d+$/.test(retry) ? { retryMs: Number(retry) } : {};
  if (data !== undefined) block.event = { ...(id === undefined ? {} : { id }), event, data: JSON.parse(data) };
  return block;
}
