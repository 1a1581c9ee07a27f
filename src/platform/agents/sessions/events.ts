/**
 * Streams a session as server-sent events. Messages are read from the database, so that a client can resume after the last one on
 * any server.
 */
import { log } from "../../../lib/log.ts";
import type { MessageRecord } from "../../store/records/messages.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import { type BrowsersOfSession, LIVE } from "../../store/records/sessions.ts";
import type { Records } from "../runs/progress-writer.ts";

export interface StreamOptions {
  /** Sequence number of the last message that the client has. */
  after: number;
  /** Also end the stream when the session is idle. */
  endsWhenIdle: boolean;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Calls `end` when the API key is revoked. Returns a function that unsubscribes. */
  onRevoked(end: () => void): () => void;
  message(record: MessageRecord): object;
  session(record: SessionRecord, browsers: BrowsersOfSession | undefined): object;
}

/** Poll interval for changes by other servers. */
const POLL_MS = 1_000;

/** Keepalive interval: proxies close silent connections, and this server does so after 30 s. */
const KEEPALIVE_MS = 10_000;

const PAGE = 100;

export function sessionEvents(
  records: Records,
  session: SessionRecord,
  options: StreamOptions,
): ReadableStream<Uint8Array> {
  const over = new AbortController();
  const end = () => over.abort();
  const forget = options.onRevoked(end);
  options.signal.addEventListener("abort", end, { once: true });
  const chunks = follow(records, session.id, options, over.signal);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next().catch((error) => {
        log.warn(`events of session ${session.id}:`, error);
        return { value: undefined, done: true as const };
      });
      if (value !== undefined) return controller.enqueue(new TextEncoder().encode(value));
      if (!done) return;
      forget();
      controller.close();
    },
    cancel() {
      forget();
      end();
    },
  });
}

/** A comment: clients ignore it, proxies see traffic. */
const KEEPALIVE = ": keepalive\n\n";

async function* follow(
  { sessions, messages, feed }: Records,
  id: string,
  { after, endsWhenIdle, message, session }: StreamOptions,
  over: AbortSignal,
): AsyncGenerator<string, void> {
  let seq = after;
  let sentState: string | undefined;
  let sentMs = performance.now();
  // Reconnection delay of clients.
  yield "retry: 2000\n\n";
  while (!over.aborted) {
    const change = feed.next(id, POLL_MS, over);
    // The session is read before its messages: an ended one gets no more of them.
    const record = await sessions.find(id);
    if (record?.deletedAt !== null) return yield event("end", { id });
    const page = await messages.page(id, { after: seq, limit: PAGE });
    const browsers = (await sessions.browsersOf([id])).get(id);
    // `updatedAt` alone is not a change.
    const state = JSON.stringify(session({ ...record, updatedAt: 0 }, browsers));
    const update = state === sentState ? [] : [event("session", session(record, browsers))];
    const news = page.messages.map((one) => event("message", message(one), one.id));
    const chunks = inOrder(update, news, sentState === undefined);
    seq = page.messages.at(-1)?.seq ?? seq;
    sentState = state;
    const isSilent = chunks.length === 0 && performance.now() - sentMs > KEEPALIVE_MS;
    if (isSilent) chunks.push(KEEPALIVE);
    if (chunks.length > 0) sentMs = performance.now();
    yield* chunks;
    if (page.hasMore) continue;
    if (isOver(record, endsWhenIdle)) return yield event("end", { id });
    await change;
  }
}

/** The first state comes before the messages, later ones after them. */
function inOrder(update: string[], messages: string[], isFirst: boolean): string[] {
  return isFirst ? [...update, ...messages] : [...messages, ...update];
}

function isOver({ status }: SessionRecord, endsWhenIdle: boolean): boolean {
  return !LIVE.includes(status) || (endsWhenIdle && status === "idle");
}

function event(name: string, data: object, id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
