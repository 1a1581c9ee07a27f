/** Server-sent events by `fetch`, because `EventSource` cannot send the key as a header. */
import { credentials, read, send, unanswered } from "./client.ts";

export interface ServerEvent {
  id: string | undefined;
  name: string;
  data: unknown;
}

/** Longest time without data, in ms. The server sends comments more often. */
const SILENT_MS = 30_000;

/** Yields the events of a path after the event `lastId`, until the stream ends. Errors: `CallError`; the reason of the signal. */
export async function* events(
  path: string,
  { lastId, signal }: { lastId: string | undefined; signal: AbortSignal },
): AsyncGenerator<ServerEvent, void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENT_MS);
  try {
    const response = await send(path, {
      headers: { ...credentials(), ...(lastId === undefined ? {} : { "last-event-id": lastId }) },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.body) return unanswered();
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await chunks.read().catch(unanswered);
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENT_MS);
      const blocks = (text + value).split("\n\n");
      text = blocks.pop() ?? "";
      yield* blocks.flatMap(eventOf);
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** Parses one block of the stream. A comment, which only keeps the connection alive, gives no event. */
function eventOf(block: string): ServerEvent[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
  const data = field("data");
  return data === undefined ? [] : [{ id: field("id"), name: field("event") ?? "message", data: read(data) }];
}
