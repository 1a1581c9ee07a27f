/** Server-sent events (HTML standard, 9.2). After a lost connection the stream continues after the last event. */
import { ApiConnectionError, ApiError } from "./errors.ts";
import { sleep } from "./sleep.ts";
import type { ServerEvent } from "./types.ts";

/** The server sends at least a comment every 10 s. */
const SILENCE_MS = 45_000;

/** Connections in a row without an event. */
const MAX_FAILURES = 5;

type Connect = (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>;

interface Progress {
  lastId: string | undefined;
  /** How long to wait before the next connection, as the server asks. */
  retryMs: number;
  failures: number;
  /** Why the last connection was lost. */
  cause?: unknown;
}

/** Ends after the event `end`. Errors: `ApiError` from `connect`, `ApiConnectionError` when connections are lost repeatedly. */
export async function* eventsOf(
  from: string | undefined,
  caller: AbortSignal | undefined,
  connect: Connect,
): AsyncGenerator<ServerEvent, void> {
  const progress: Progress = { lastId: from, retryMs: 2_000, failures: 0 };
  while (!(yield* eventsOfConnection(progress, caller, connect))) {
    if (++progress.failures > MAX_FAILURES)
      throw new ApiConnectionError(`The stream was lost ${MAX_FAILURES} times without an event`, progress.cause);
    await sleep(progress.retryMs, caller);
  }
}

/** Returns true after the event `end`, false when the connection was lost. */
async function* eventsOfConnection(
  progress: Progress,
  caller: AbortSignal | undefined,
  connect: Connect,
): AsyncGenerator<ServerEvent, boolean> {
  const leaving = new AbortController();
  const leave = () => leaving.abort(caller?.reason);
  caller?.throwIfAborted();
  caller?.addEventListener("abort", leave, { once: true });
  try {
    const response = await connect(progress.lastId, leaving.signal);
    for await (const { retryMs, event } of blocksOf(response, leaving)) {
      progress.retryMs = retryMs ?? progress.retryMs;
      if (event === undefined) continue;
      progress.failures = 0;
      progress.lastId = event.id ?? progress.lastId;
      yield event;
      if (event.event === "end") return true;
    }
  } catch (error) {
    caller?.throwIfAborted();
    if (error instanceof ApiError) throw error;
    progress.cause = error;
  } finally {
    caller?.removeEventListener("abort", leave);
    leaving.abort();
  }
  return false;
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
    // A CR at the end may be the first half of a CRLF.
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
