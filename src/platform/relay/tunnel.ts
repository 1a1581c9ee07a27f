/**
 * A client's WebSocket passed on to one of another server: what either says goes to the other, as it is. Neither side grows
 * this server's memory. Knows nothing of what is said.
 */
import type { Socket, SocketHandlers } from "../socket.ts";

/** Bytes that may wait to be read by the other server before the client is held up, and by the client before it is let go. */
const MAX_SENDING = 4 * 1024 * 1024;
const MAX_QUEUED = 64 * 1024 * 1024;

/** How often a server that is behind is looked at. */
const LOOK_MS = 20;

/** Codes that say how a socket ended, and cannot be sent. */
const UNSENDABLE: ReadonlySet<number> = new Set([1005, 1006, 1015]);

export class Tunnel implements SocketHandlers {
  readonly #peer: WebSocket;
  #socket: Socket | undefined;
  /** For the client, which is not there yet or behind. */
  #queue: (string | Uint8Array)[] = [];
  #queued = 0;
  #isBehind = true;
  #ended: { code: number; reason: string } | undefined;
  #look: Timer | undefined;

  constructor(peer: WebSocket) {
    this.#peer = peer;
    peer.binaryType = "arraybuffer";
    peer.onmessage = ({ data }) => this.#pass(typeof data === "string" ? data : new Uint8Array(data as ArrayBuffer));
    peer.onclose = ({ code, reason }) => this.#end(code, reason);
  }

  /** Resolves when the other server has let us in. */
  async open(withinMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = setTimeout(() => reject(new Error("no answer")), withinMs);
    this.#peer.onopen = () => resolve();
    this.#peer.onerror = (event) => reject(new Error((event as ErrorEvent).message || "it did not let a client in"));
    try {
      await promise;
    } catch (error) {
      this.#peer.close();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  opened(socket: Socket): void {
    this.#socket = socket;
    this.drained();
  }

  message(data: string | Uint8Array): void {
    if (this.#peer.readyState !== WebSocket.OPEN) return;
    this.#peer.send(data);
    if (this.#peer.bufferedAmount <= MAX_SENDING || this.#look) return;
    this.#socket?.pause();
    this.#look = setInterval(() => {
      if (this.#peer.bufferedAmount > MAX_SENDING / 2 && !this.#ended) return;
      clearInterval(this.#look);
      this.#look = undefined;
      this.#socket?.resume();
    }, LOOK_MS);
  }

  drained(): void {
    this.#isBehind = false;
    let sent = 0;
    while (sent < this.#queue.length && !this.#isBehind) {
      const data = this.#queue[sent++] as string | Uint8Array;
      this.#queued -= data.length;
      this.#isBehind = this.#socket?.send(data) === false;
    }
    this.#queue.splice(0, sent);
    // What was said before the end is heard before it.
    if (this.#ended && this.#queue.length === 0) this.#socket?.close(this.#ended.code, this.#ended.reason);
  }

  closed(): void {
    clearInterval(this.#look);
    this.#queue = [];
    this.#ended ??= { code: 1000, reason: "" };
    this.#peer.close();
  }

  #pass(data: string | Uint8Array): void {
    if (this.#ended) return;
    if (!this.#isBehind) {
      this.#isBehind = this.#socket?.send(data) === false;
      return;
    }
    this.#queue.push(data);
    this.#queued += data.length;
    if (this.#queued <= MAX_QUEUED) return;
    this.#queue = [];
    this.#end(1013, "the client reads slower than the browser speaks");
    this.#peer.close();
  }

  #end(code: number, reason: string): void {
    if (this.#ended) return;
    this.#ended = { code: UNSENDABLE.has(code) ? 1011 : code, reason };
    if (this.#queue.length === 0) this.#socket?.close(this.#ended.code, reason);
  }
}
