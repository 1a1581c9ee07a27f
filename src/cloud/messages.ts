/** Reads the messages of an agent session, each once, and formats them as lines. */
import { shorten } from "../lib/shorten.ts";
import type { Api } from "./api.ts";

/** A message as the platform sends it: `GET /v3/sessions/{id}/messages` documents the fields. */
export interface Message {
  id: string;
  type?: string;
  role?: string;
  data?: string;
  summary?: string;
  hidden?: boolean;
  createdAt?: string;
  [field: string]: unknown;
}

const PAGE = 100;

/** Returns a function that reads the messages since its last call, oldest first; it starts after `after`, or with the last hundred. */
export function messageReader(
  api: Api,
  sessionId: string,
  after?: string,
): (signal: AbortSignal) => Promise<Message[]> {
  let cursor = after;
  return async (signal) => {
    const found: Message[] = [];
    for (;;) {
      const behind = cursor === undefined ? "" : `&after=${encodeURIComponent(cursor)}`;
      const path = `/v3/sessions/${sessionId}/messages?limit=${PAGE}${behind}`;
      const { json } = await api.request("GET", path, undefined, signal, { attempts: 1 });
      const { messages = [], hasMore } = (json ?? {}) as { messages?: Message[]; hasMore?: boolean };
      found.push(...messages);
      const last = messages.at(-1)?.id;
      const isFirst = cursor === undefined;
      cursor = last ?? cursor;
      // Without a cursor they are the newest, and more would be older ones.
      if (isFirst || hasMore !== true || last === undefined) return found;
    }
  };
}

/** `browser action: click "Save"`: one line of a reasonable length. */
export function messageLine({ type = "", role = "", summary = "", data = "" }: Message): string {
  const what = (type || role || "message").replaceAll("_", " ");
  const said = (summary || data).replace(/\s+/g, " ").trim();
  return said === "" ? what : `${what}: ${shorten(said, 160)}`;
}
