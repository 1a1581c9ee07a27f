/**
 * The requests of one tab that are under way, from the network events of all its sessions: frames of other processes and
 * workers too. Knows sessions and ids alone, no page.
 */
import type { Session } from "../../cdp/connection.ts";
import type { Network_ResourceType } from "../../cdp/protocol.gen.ts";

interface Request {
  session: Session;
  frameId: string | undefined;
  loaderId: string;
  method: string;
  url: string;
  /** By `performance.now()`: when it began, and when its answer began to come. */
  beganMs: number;
  answeredMs?: number;
}

/** An answer that is still coming after so long is a stream. */
const STREAM_MS = 500;

/** A request that its server left unanswered for so long, and that the page sent again right away, is a long poll. */
const POLL_MS = 1_000;
const AGAIN_MS = 300;
const MAX_POLLS = 200;

/** Streams that stay open, and what no page waits for: reports it sends away, and pages it fetches ahead. */
const UNCOUNTED: ReadonlySet<Network_ResourceType> = new Set<Network_ResourceType>([
  "EventSource",
  "WebSocket",
  "Media",
  "Ping",
  "Prefetch",
  "Preflight",
  "CSPViolationReport",
]);

/** Answers that go on for as long as the page listens, whatever asked for them. */
const STREAMED = /^(text\/event-stream|multipart\/x-mixed-replace)/i;

export class Traffic {
  /** Requests that began since the tab was attached. */
  begun = 0;
  /** When the last request ended. */
  endedMs = Number.NEGATIVE_INFINITY;
  readonly #requests = new Map<string, Request>();
  /** Addresses that took long to answer, with the end of the last answer; and those of them that are long polls. */
  readonly #slow = new Map<string, number>();
  readonly #polls = new Set<string>();
  readonly #waiters = new Set<() => void>();

  /** Counts what a session tells. `frameId` is the frame that it now speaks for, when that is not the main one. */
  follow(session: Session, frameId?: string): void {
    // The end of a request that another session told the beginning of may never be told.
    if (frameId !== undefined) this.#drop((one) => one.frameId === frameId && one.session !== session);
    session.on("Network.requestWillBeSent", ({ requestId, type, frameId, loaderId, request }) => {
      if (type && UNCOUNTED.has(type)) return;
      if (!this.#requests.has(requestId)) this.begun++;
      const { method, url } = request;
      const one: Request = { session, frameId, loaderId, method, url, beganMs: performance.now() };
      this.#requests.set(requestId, one);
      const address = addressOf(one);
      if (one.beganMs - (this.#slow.get(address) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) this.#polls.add(address);
      this.#changed();
    });
    session.on("Network.responseReceived", ({ requestId, response }) => {
      if (STREAMED.test(response.mimeType)) this.#end(requestId);
      const request = this.#requests.get(requestId);
      if (request) request.answeredMs = performance.now();
    });
    session.on("Network.loadingFinished", ({ requestId }) => this.#end(requestId));
    session.on("Network.loadingFailed", ({ requestId }) => this.#end(requestId));
    session.on("Page.frameNavigated", ({ frame }) => {
      // What the document before had asked for went with it; with the main document went those of all frames.
      const isMain = frame.parentId === undefined;
      this.#drop((one) => (isMain || one.frameId === frame.id) && one.loaderId !== frame.loaderId);
    });
    // The process of a new document may start to tell after its document has come: it is then told by being whole alone.
    session.on("Page.lifecycleEvent", ({ name, loaderId }) => {
      if (name === "DOMContentLoaded") this.#end(loaderId);
    });
    session.on("Page.frameStoppedLoading", ({ frameId }) => {
      this.#drop((one, id) => one.frameId === frameId && one.loaderId === id);
    });
    session.on("Page.frameDetached", ({ frameId, reason }) => {
      if (reason !== "swap") this.#drop((one) => one.frameId === frameId);
    });
  }

  /** Method and address of every request under way, the oldest first. */
  underWay(): string[] {
    const live = [...this.#requests.values()].filter(({ session }) => !session.gone);
    return live.map(({ method, url }) => `${method} ${url}`);
  }

  /** Those that began since then and that a page is likely to wait for: no streams and no long polls. */
  pendingSince(sinceMs: number): string[] {
    const nowMs = performance.now();
    const live = [...this.#requests.values()].filter(
      (one) =>
        one.beganMs >= sinceMs &&
        !one.session.gone &&
        !(nowMs - (one.answeredMs ?? nowMs) > STREAM_MS) &&
        !this.#polls.has(addressOf(one)),
    );
    return live.map(({ method, url }) => `${method} ${url}`);
  }

  /** Resolves when a request begins or ends, or after `ms`. */
  async change(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#waiters.add(resolve);
    await promise;
    clearTimeout(timer);
    this.#waiters.delete(resolve);
  }

  #end(requestId: string): void {
    const request = this.#requests.get(requestId);
    if (!request) return;
    this.#requests.delete(requestId);
    this.endedMs = performance.now();
    if ((request.answeredMs ?? this.endedMs) - request.beganMs > POLL_MS && this.#slow.size < MAX_POLLS)
      this.#slow.set(addressOf(request), this.endedMs);
    this.#changed();
  }

  #drop(matches: (request: Request, id: string) => boolean): void {
    for (const [id, request] of this.#requests) if (matches(request, id)) this.#requests.delete(id);
    this.#changed();
  }

  #changed(): void {
    for (const wake of [...this.#waiters]) wake();
  }
}

/** Method and address without its query, in which polls count on. */
function addressOf({ method, url }: Request): string {
  return `${method} ${url.split("?", 1)[0]}`;
}
