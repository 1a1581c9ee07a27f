/**
 * One client of a browser's protocol, on a WebSocket: what it says is judged and passed on, what the browser says comes back.
 * Neither side grows the server's memory: a client that sends faster than the browser reads is not read from, and one that
 * reads slower than the browser speaks is let go. Knows nothing of tokens and keys.
 */
import { type Call, faultText, readCall } from "../../cdp/shared/call.ts";
import type { User } from "../../cdp/shared/user.ts";
import { Failure } from "../../errors.ts";
import { log } from "../../lib/log.ts";
import type { RunningBrowser } from "../engine/lifecycle/running.ts";
import type { Socket, SocketHandlers } from "../socket.ts";
import { judge } from "./filter.ts";

export interface ClientSetup {
  readonly browser: RunningBrowser;
  /** The client takes this target for the browser. */
  readonly targetId?: string | undefined;
  /** Characters that may wait for all clients of the browser together. */
  readonly maxUnread?: number;
  /** Ends the browser in good order. */
  stop(): Promise<void>;
  /** Calls `end` when the client may no longer be here; what it returns forgets that. */
  watch(end: () => void): () => void;
  /** The client is gone, or was let go. */
  left?(): void;
}

/** How long a browser may take to let a client in. */
const OPEN_MS = 10_000;

/** Characters that may wait for a client to read them; of what a browser says nearly each is a byte. */
const MAX_QUEUED = 64 * 1024 * 1024;

/** The same for all clients of one browser: who falls behind beyond it is let go, so that one browser cannot take all memory. */
const MAX_UNREAD = 256 * 1024 * 1024;

const TOO_SLOW = "the clients read slower than the browser speaks";

/** The codes with which WebSockets close (RFC 6455, section 7.4.1, and its registry). */
const CLOSE = { normal: 1000, goingAway: 1001, refused: 1008, failed: 1011, tryLater: 1013 } as const;

export class Client implements SocketHandlers {
  readonly #setup: ClientSetup;
  #socket: Socket | undefined;
  #user: User | undefined;
  /** Said before the browser let the client in. */
  #early: string[] = [];
  /** For the client, which is behind. */
  #queue: string[] = [];
  #queued = 0;
  /** Of what was given to the socket, while it is behind. */
  #inSocket = 0;
  #isBehind = false;
  #isPaused = false;
  #isOver = false;
  #forget: (() => void) | undefined;

  constructor(setup: ClientSetup) {
    this.#setup = setup;
  }

  opened(socket: Socket): void {
    this.#socket = socket;
    this.#setup.browser.clients++;
    this.#forget = this.#setup.watch(() => this.#end(CLOSE.refused, "the API key was revoked"));
    this.#hold(this.#enter());
  }

  message(data: string | Uint8Array): void {
    if (this.#isOver) return;
    this.#setup.browser.touch(Date.now());
    const text = typeof data === "string" ? data : new TextDecoder().decode(data);
    if (this.#user) this.#pass(text, this.#user);
    else this.#early.push(text);
  }

  drained(): void {
    if (this.#isOver) return;
    this.#isBehind = false;
    this.#setup.browser.unread -= this.#inSocket;
    this.#inSocket = 0;
    let sent = 0;
    while (sent < this.#queue.length && !this.#isBehind) {
      const text = this.#queue[sent++] as string;
      this.#waits(-text.length);
      this.#write(text);
    }
    this.#queue.splice(0, sent);
  }

  closed(): void {
    this.#end(CLOSE.normal, "");
  }

  get #gone(): string {
    return this.#setup.targetId === undefined ? "the browser has ended" : "the target is gone";
  }

  async #enter(): Promise<void> {
    const { browser, targetId } = this.#setup;
    try {
      const user = await browser.open(AbortSignal.timeout(OPEN_MS), targetId);
      if (this.#isOver) return user.close();
      user.receive = (text) => this.#send(text);
      user.ended = () => this.#end(CLOSE.goingAway, this.#gone);
      this.#user = user;
      for (const text of this.#early.splice(0)) this.#pass(text, user);
    } catch (error) {
      const isGone = error instanceof Failure && error.code === "closed";
      if (isGone) this.#end(CLOSE.goingAway, this.#gone);
      else {
        log.error(`browser ${browser.id} lets no client in:`, error);
        this.#end(CLOSE.failed, "the browser does not answer");
      }
    }
  }

  #pass(text: string, user: User): void {
    const { browser } = this.#setup;
    const call = readCall(text);
    if (typeof call === "string") this.#send(call);
    else if (call.method === "Browser.close") this.#stop(call);
    else {
      const verdict = judge(call, browser);
      if ("fault" in verdict) this.#send(faultText(call.id, verdict.fault, call.sessionId));
      else user.call(verdict.call);
    }
    const backlog = user.backlog?.();
    if (backlog) this.#hold(backlog);
  }

  /** As the browser does it: an answer, and then it goes. */
  #stop({ id, sessionId }: Call): void {
    const { browser, stop } = this.#setup;
    this.#send(JSON.stringify({ id, result: {}, sessionId }));
    stop().catch((error) => log.error(`browser ${browser.id} does not end:`, error));
  }

  /** Reads no more from the client until then. */
  #hold(until: Promise<void>): void {
    if (this.#isPaused || this.#isOver) return;
    this.#isPaused = true;
    this.#socket?.pause();
    void until.then(() => {
      this.#isPaused = false;
      if (!this.#isOver) this.#socket?.resume();
    });
  }

  #send(text: string): void {
    if (this.#isOver) return;
    if (!this.#isBehind) {
      this.#write(text);
      return;
    }
    this.#queue.push(text);
    this.#waits(text.length);
    if (this.#queued > MAX_QUEUED) this.#end(CLOSE.tryLater, TOO_SLOW);
  }

  #waits(length: number): void {
    this.#queued += length;
    this.#setup.browser.unread += length;
  }

  #write(text: string): void {
    const { browser, maxUnread = MAX_UNREAD } = this.#setup;
    this.#isBehind = this.#socket?.send(text) === false;
    if (!this.#isBehind) return;
    // A single message may be as long as it likes, but not for many clients at once.
    const isFull = browser.unread > maxUnread;
    this.#inSocket = text.length;
    browser.unread += text.length;
    if (isFull) this.#end(CLOSE.tryLater, TOO_SLOW);
  }

  /** Once, whoever of the two is gone first. */
  #end(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#forget?.();
    const { browser, left } = this.#setup;
    browser.clients--;
    browser.touch(Date.now());
    browser.unread -= this.#queued + this.#inSocket;
    this.#queue = [];
    this.#early = [];
    this.#user?.close();
    this.#socket?.close(code, reason);
    left?.();
  }
}
