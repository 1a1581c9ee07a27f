/** Follows a running session by its events. */
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
  /** Addresses of screenshots by message ID. */
  pictures: ReadonlyMap<string, string>;
}

const RECONNECT_MS = 2_000;

/** Number of latest messages that are searched for new screenshots. */
const NEWEST = 50;

/** Follows a session that was read before, until the component unmounts. */
export function useFollowed(first: SessionResponse): Followed {
  const [followed, setFollowed] = useState<Followed>({ session: first, messages: [], pictures: new Map() });
  const latest = useRef(followed);
  const change = (part: Partial<Followed>) => {
    latest.current = { ...latest.current, ...part };
    setFollowed(latest.current);
  };
  useEffect(() => {
    const gone = new AbortController();
    const reader = new Reader(first.id, latest, change);
    void follow(reader, gone.signal);
    return () => gone.abort();
  }, [first.id]);
  return followed;
}

/** Reads events and reconnects after errors, until the session has ended or the signal is aborted. */
async function follow(reader: Reader, signal: AbortSignal): Promise<void> {
  const own = connection();
  signal.addEventListener("abort", own.end);
  while (!signal.aborted) {
    try {
      if (await reader.read(signal, own.works)) return;
    } catch (error) {
      if (signal.aborted) return;
      if (isRefusedKey(error)) return signOut(WHY_REFUSED);
      own.fails(error as Error);
    }
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

class Reader {
  readonly #id: string;
  readonly #latest: { current: Followed };
  readonly #change: (part: Partial<Followed>) => void;
  /** Chains address reads, so that they run one after the other. */
  #reading: Promise<void> | undefined;

  constructor(id: string, latest: { current: Followed }, change: (part: Partial<Followed>) => void) {
    this.#id = id;
    this.#latest = latest;
    this.#change = change;
  }

  /** Reads events until the stream ends. Returns true if the session has ended. */
  async read(signal: AbortSignal, works: () => void): Promise<boolean> {
    const path = addressOf("GET /v3/sessions/{session_id}/events", [this.#id]);
    const lastId = this.#latest.current.messages.at(-1)?.id;
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
    this.#change({ messages: [...this.#latest.current.messages, message] });
    this.#addPictures([message]);
  }

  /** Events contain no addresses, so they are read separately when they may have changed. */
  #update(now: SessionResponse): void {
    const { session } = this.#latest.current;
    const { liveUrl, recordingUrls, screenshotUrl } = session;
    this.#change({ session: { ...now, liveUrl, recordingUrls, screenshotUrl } });
    const hasNewStatus = now.status !== session.status;
    if (!hasNewStatus && now.stepCount === session.stepCount && this.#reading) return;
    const last = this.#reading;
    this.#reading = (async () => {
      await last;
      await this.#readAddresses(hasNewStatus).catch((error: Error) => say(error.message));
    })();
  }

  async #readAddresses(hasNewStatus: boolean): Promise<void> {
    const path: [string] = [this.#id];
    const newest = await call("GET /v3/sessions/{session_id}/messages", { path, query: { limit: NEWEST } });
    this.#addPictures(newest.messages);
    if (!hasNewStatus) return;
    const { liveUrl, recordingUrls, screenshotUrl } = await call("GET /v3/sessions/{session_id}", { path });
    this.#change({ session: { ...this.#latest.current.session, liveUrl, recordingUrls, screenshotUrl } });
  }

  /** Keeps the first address of a screenshot; later ones differ only in their expiry. */
  #addPictures(messages: readonly MessageResponse[]): void {
    const { pictures } = this.#latest.current;
    const found = messages.flatMap(({ id, screenshotUrl }) =>
      screenshotUrl === null || pictures.has(id) ? [] : [[id, screenshotUrl] as const],
    );
    if (found.length > 0) this.#change({ pictures: new Map([...pictures, ...found]) });
  }
}
