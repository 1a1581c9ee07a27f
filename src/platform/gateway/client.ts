/**
 * One protocol client on a WebSocket. Messages of the client pass the filter. Memory is limited: a client that sends too fast is
 * paused, and one that reads too slowly is disconnected.
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
  /** The client controls this target only. */
  readonly targetId?: string | undefined;
  /** Maximum characters queued for all clients of the browser together. */
  readonly maxUnread?: number;
  /** Stops the browser cleanly. */
  stop(): Promise<void>;
  /** Calls `end` when the client's key is revoked; returns the unsubscribe function. */
  watch(end: () => void): () => void;
  /** Called when the client has disconnected. */
  disconnected?(): void;
}

/** Timeout of connecting a client to the browser. */
const OPEN_MS = 10_000;

/** Maximum characters queued for one client; nearly all of them are one byte. */
const MAX_QUEUED = 64 * 1024 * 1024;

/** Maximum for all clients of one browser; a client that falls behind beyond it is disconnected. */
const MAX_UNREAD = 256 * 1024 * 1024;

const TOO_SLOW = "the client reads too slowly";

/** Close codes of WebSockets (RFC 6455, section 7.4.1, and its registry). */
const CLOSE = { normal: 1000, goingAway: 1001, refused: 1008, failed: 1011, tryLater: 1013 } as const;

export class Client implements SocketHandlers {
  readonly #setup: ClientSetup;
  #socket: Socket | undefined;
  #user: User | undefined;
  /** Messages that arrived before the browser was connected. */
  #pendingCalls: string[] = [];
  /** Messages for a slow client. */
  #queue: string[] = [];
  #queued = 0;
  /** Characters in the socket while the client is slow. */
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
    this.#pauseUntil(this.#connect());
  }

  message(data: string | Uint8Array): void {
    if (this.#isOver) return;
    this.#setup.browser.touch(Date.now());
    const text = typeof data === "string" ? data : new TextDecoder().decode(data);
    if (this.#user) this.#pass(text, this.#user);
    else this.#pendingCalls.push(text);
  }

  drained(): void {
    if (this.#isOver) return;
    this.#isBehind = false;
    this.#setup.browser.unread -= this.#inSocket;
    this.#inSocket = 0;
    let sent = 0;
    while (sent < this.#queue.length && !this.#isBehind) {
      const text = this.#queue[sent++] as string;
      this.#count(-text.length);
      this.#write(text);
    }
    this.#queue.splice(0, sent);
  }

  closed(): void {
    this.#end(CLOSE.normal, "");
  }

  get #endReason(): string {
    return this.#setup.targetId === undefined ? "the browser has ended" : "the target was closed";
  }

  async #connect(): Promise<void> {
    const { browser, targetId } = this.#setup;
    try {
      const user = await browser.open(AbortSignal.timeout(OPEN_MS), targetId);
      if (this.#isOver) return user.close();
      user.receive = (text) => this.#send(text);
      user.ended = () => this.#end(CLOSE.goingAway, this.#endReason);
      this.#user = user;
      for (const text of this.#pendingCalls.splice(0)) this.#pass(text, user);
    } catch (error) {
      const hasEnded = error instanceof Failure && error.code === "closed";
      if (hasEnded) this.#end(CLOSE.goingAway, this.#endReason);
      else {
        log.error(`browser ${browser.id}: connecting a client failed:`, error);
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
    if (backlog) this.#pauseUntil(backlog);
  }

  /** Answers, then stops the browser, as a browser does. */
  #stop({ id, sessionId }: Call): void {
    const { browser, stop } = this.#setup;
    this.#send(JSON.stringify({ id, result: {}, sessionId }));
    stop().catch((error) => log.error(`browser ${browser.id}: stopping it failed:`, error));
  }

  /** Pauses the client until the promise resolves. */
  #pauseUntil(until: Promise<void>): void {
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
    this.#count(text.length);
    if (this.#queued > MAX_QUEUED) this.#end(CLOSE.tryLater, TOO_SLOW);
  }

  #count(length: number): void {
    this.#queued += length;
    this.#setup.browser.unread += length;
  }

  #write(text: string): void {
    const { browser, maxUnread = MAX_UNREAD } = this.#setup;
    this.#isBehind = this.#socket?.send(text) === false;
    if (!this.#isBehind) return;
    // A single message may have any length, but not for many clients at once.
    const isFull = browser.unread > maxUnread;
    this.#inSocket = text.length;
    browser.unread += text.length;
    if (isFull) this.#end(CLOSE.tryLater, TOO_SLOW);
  }

  /** Ends the connection once, whichever side closed it. */
  #end(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#forget?.();
    const { browser, disconnected } = this.#setup;
    browser.clients--;
    browser.touch(Date.now());
    browser.unread -= this.#queued + this.#inSocket;
    this.#queue = [];
    this.#pendingCalls = [];
    this.#user?.close();
    this.#socket?.close(code, reason);
    disconnected?.();
  }
}
