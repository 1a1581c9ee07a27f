/** The pending requests of one tab, from the network events of all its sessions, including workers and frames in other processes. */
import type { Session } from "../../cdp/connection.ts";
import type { Network_ResourceType } from "../../cdp/protocol.gen.ts";
import { withTimeout } from "../../lib/deadline.ts";

interface Request {
  session: Session;
  frameId: string | undefined;
  loaderId: string;
  method: string;
  url: string;
  /** Begin of the request and of its response, as `performance.now()`. */
  beganMs: number;
  answeredMs?: number;
}

/** A response that takes longer than this is a stream. */
const STREAM_MS = 500;

/** A request without a response for POLL_MS that the page repeats within AGAIN_MS is a long poll. */
const POLL_MS = 1_000;
const AGAIN_MS = 300;
const MAX_POLLS = 200;

/** Streams that stay open, and requests that a page does not wait for: reports and prefetches. */
const UNCOUNTED: ReadonlySet<Network_ResourceType> = new Set<Network_ResourceType>([
  "EventSource",
  "WebSocket",
  "Media",
  "Ping",
  "Prefetch",
  "Preflight",
  "CSPViolationReport",
]);

/** Content types of endless streams. */
const STREAMED = /^(text\/event-stream|multipart\/x-mixed-replace)/i;

export class Traffic {
  /** Number of requests since the tab was attached. */
  begun = 0;
  /** End of the last request, as `performance.now()`. */
  endedMs = Number.NEGATIVE_INFINITY;
  readonly #requests = new Map<string, Request>();
  /** Addresses with a slow response, with the end of the last one; and those of them that are long polls. */
  readonly #slow = new Map<string, number>();
  readonly #polls = new Set<string>();
  readonly #waiters = new Set<() => void>();

  /** Adds a session. `frameId` is the frame in another process that it is for; absent for the tab's own session. */
  follow(session: Session, frameId?: string): void {
    // For a request that began on another session, its end may never be reported.
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
      // Requests of the previous document ended with it; with the main document, those of all frames.
      const isMain = frame.parentId === undefined;
      this.#drop((one) => (isMain || one.frameId === frame.id) && one.loaderId !== frame.loaderId);
    });
    // The process of a new document may send events only after the response: then only these events mark its end.
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

  /** Method and address of every pending request, oldest first. */
  pending(): string[] {
    const live = [...this.#requests.values()].filter(({ session }) => !session.gone);
    return live.map(({ method, url }) => `${method} ${url}`);
  }

  /** The pending requests since `sinceMs` that a page is likely to wait for: without streams and long polls. */
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
    this.#waiters.add(resolve);
    await withTimeout(promise, ms);
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

/** Method and address without its query, which differs between polls. */
function addressOf({ method, url }: Request): string {
  return `${method} ${url.split("?", 1)[0]}`;
}
