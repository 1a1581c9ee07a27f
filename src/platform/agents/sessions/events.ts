/**
 * A session as a stream of server-sent events. Messages are read from the records, so that a stream that broke off can be taken
 * up behind the last one, on any server of the database.
 */
import { log } from "../../../lib/log.ts";
import type { MessageRecord } from "../../store/records/messages.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import { type BrowsersOfSession, LIVE } from "../../store/records/sessions.ts";
import type { Records } from "../runs/progress.ts";

export interface Following {
  /** Place of the last message that the caller has. */
  after: number;
  /** End the stream also when the session waits for another task. */
  endsWhenIdle: boolean;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
  /** Calls it when the caller may not read any more. */
  onRevoked(end: () => void): () => void;
  message(record: MessageRecord): object;
  session(record: SessionRecord, browsers: BrowsersOfSession | undefined): object;
}

/** How often is looked for what another server wrote. */
const LOOK_MS = 1_000;

/** Connections on which nothing comes are cut off by what is on the way, and by the server itself after 30 s. */
const BEAT_MS = 10_000;

const PAGE = 100;

export function sessionEvents(
  records: Records,
  session: SessionRecord,
  following: Following,
): ReadableStream<Uint8Array> {
  const over = new AbortController();
  const end = () => over.abort();
  const forget = following.onRevoked(end);
  following.signal.addEventListener("abort", end, { once: true });
  const chunks = follow(records, session.id, following, over.signal);
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

async function* follow(
  { sessions, messages, feed }: Records,
  id: string,
  { after, endsWhenIdle, message, session }: Following,
  over: AbortSignal,
): AsyncGenerator<string, void> {
  let seq = after;
  let told = "";
  let beatMs = performance.now();
  // A client that lost the connection waits this long before it comes back.
  yield "retry: 2000\n\n";
  while (!over.aborted) {
    const news = feed.next(id, LOOK_MS, over);
    // The session is read before its messages: one that has ended gets no more of them.
    const now = await sessions.find(id);
    if (now?.deletedAt !== null) return yield event("end", { id });
    const page = await messages.page(id, { after: seq, limit: PAGE });
    // That it was touched is no news.
    const browsers = (await sessions.browsersOf([id])).get(id);
    const state = JSON.stringify(session({ ...now, updatedAt: 0 }, browsers));
    const isFirst = told === "";
    if (isFirst) yield event("session", session(now, browsers));
    for (const one of page.messages) yield event("message", message(one), one.id);
    seq = page.messages.at(-1)?.seq ?? seq;
    if (!isFirst && state !== told) yield event("session", session(now, browsers));
    if (page.messages.length > 0 || state !== told) beatMs = performance.now();
    told = state;
    if (page.hasMore) continue;
    const isOver = !LIVE.includes(now.status) || (endsWhenIdle && now.status === "idle");
    if (isOver) return yield event("end", { id });
    if (performance.now() - beatMs > BEAT_MS) {
      yield ": still here\n\n";
      beatMs = performance.now();
    }
    await news;
  }
}

function event(name: string, data: object, id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
