/** A session as it goes on, read from its events. */
import { useEffect, useRef, useState } from "preact/hooks";
import { addressOf, call, isRefusedKey } from "../../api/client.ts";
import { events } from "../../api/events.ts";
import type { MessageResponse, SessionResponse } from "../../api/v3.gen.ts";
import { signOut, WHY_REFUSED } from "../../app/account.ts";
import { connection } from "../../app/connection.ts";
import { say } from "../../app/notices.tsx";

export interface Followed {
  session: SessionResponse;
  messages: readonly MessageResponse[];
  /** Addresses of pictures by the ids of their messages. */
  pictures: ReadonlyMap<string, string>;
}

const COME_BACK_MS = 2_000;

/** Messages in which a new picture is looked for. */
const NEWEST = 50;

/** Follows a session that was read before, until the component is gone. */
export function useFollowed(first: SessionResponse): Followed {
  const [followed, setFollowed] = useState<Followed>({ session: first, messages: [], pictures: new Map() });
  const held = useRef(followed);
  const change = (part: Partial<Followed>) => {
    held.current = { ...held.current, ...part };
    setFollowed(held.current);
  };
  useEffect(() => {
    const gone = new AbortController();
    const reader = new Reader(first.id, held, change);
    void follow(reader, gone.signal);
    return () => gone.abort();
  }, [first.id]);
  return followed;
}

/** Reads events, and connects again when the connection breaks, until the session has ended or the signal is aborted. */
async function follow(reader: Reader, signal: AbortSignal): Promise<void> {
  const mine = connection();
  signal.addEventListener("abort", mine.end);
  while (!signal.aborted) {
    try {
      if (await reader.read(signal, mine.works)) return;
    } catch (error) {
      if (signal.aborted) return;
      if (isRefusedKey(error)) return signOut(WHY_REFUSED);
      mine.fails(error as Error);
    }
    await new Promise((resolve) => setTimeout(resolve, COME_BACK_MS));
  }
}

class Reader {
  readonly #id: string;
  readonly #held: { current: Followed };
  readonly #change: (part: Partial<Followed>) => void;
  /** Reads of addresses, one after the other. */
  #reading: Promise<void> | undefined;

  constructor(id: string, held: { current: Followed }, change: (part: Partial<Followed>) => void) {
    this.#id = id;
    this.#held = held;
    this.#change = change;
  }

  /** Returns true when the session has ended. */
  async read(signal: AbortSignal, works: () => void): Promise<boolean> {
    const path = addressOf("GET /v3/sessions/{session_id}/events", [this.#id]);
    const lastId = this.#held.current.messages.at(-1)?.id;
    for await (const { name, data } of events(path, { lastId, signal })) {
      if (signal.aborted) return true;
      works();
      if (name === "end") return true;
      if (name === "session") this.#update(data as SessionResponse);
      if (name === "message") this.#add(data as MessageResponse);
    }
    return false;
  }

  #add(message: MessageResponse): void {
    this.#change({ messages: [...this.#held.current.messages, message] });
    this.#illustrate([message]);
  }

  /** Events carry no addresses: they are read where one may be new. */
  #update(now: SessionResponse): void {
    const { session } = this.#held.current;
    const { liveUrl, recordingUrls, screenshotUrl } = session;
    this.#change({ session: { ...now, liveUrl, recordingUrls, screenshotUrl } });
    const isOtherStatus = now.status !== session.status;
    if (!isOtherStatus && now.stepCount === session.stepCount && this.#reading) return;
    const last = this.#reading;
    this.#reading = (async () => {
      await last;
      await this.#readAddresses(isOtherStatus).catch((error: Error) => say(error.message));
    })();
  }

  async #readAddresses(isOtherStatus: boolean): Promise<void> {
    const path: [string] = [this.#id];
    const newest = await call("GET /v3/sessions/{session_id}/messages", { path, query: { limit: NEWEST } });
    this.#illustrate(newest.messages);
    if (!isOtherStatus) return;
    const { liveUrl, recordingUrls, screenshotUrl } = await call("GET /v3/sessions/{session_id}", { path });
    this.#change({ session: { ...this.#held.current.session, liveUrl, recordingUrls, screenshotUrl } });
  }

  /** The first address of a picture stays: later ones differ by their expiry alone. */
  #illustrate(messages: readonly MessageResponse[]): void {
    const { pictures } = this.#held.current;
    const found = messages.flatMap(({ id, screenshotUrl }) =>
      screenshotUrl === null || pictures.has(id) ? [] : [[id, screenshotUrl] as const],
    );
    if (found.length > 0) this.#change({ pictures: new Map([...pictures, ...found]) });
  }
}
