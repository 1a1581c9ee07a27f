/** Connects a client's WebSocket with one of another server, unchanged and with limited buffers. */
import type { Socket, SocketHandlers } from "../socket.ts";

/** Maximum bytes queued for the other server before the client is paused, and for the client before it is disconnected. */
const MAX_SENDING = 4 * 1024 * 1024;
const MAX_QUEUED = 64 * 1024 * 1024;

/** Interval of checking a slow server. */
const CHECK_MS = 20;

/** Close codes that cannot be sent. */
const UNSENDABLE: ReadonlySet<number> = new Set([1005, 1006, 1015]);

export class Tunnel implements SocketHandlers {
  readonly #peer: WebSocket;
  #socket: Socket | undefined;
  /** Messages for a client that is not connected yet, or slow. */
  #queue: (string | Uint8Array)[] = [];
  #queued = 0;
  #isBehind = true;
  #ended: { code: number; reason: string } | undefined;
  #check: Timer | undefined;

  constructor(peer: WebSocket) {
    this.#peer = peer;
    peer.binaryType = "arraybuffer";
    peer.onmessage = ({ data }) => this.#pass(typeof data === "string" ? data : new Uint8Array(data as ArrayBuffer));
    peer.onclose = ({ code, reason }) => this.#end(code, reason);
  }

  /** Resolves when the other server has accepted the connection. */
  async open(timeoutMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = setTimeout(() => reject(new Error("no answer")), timeoutMs);
    this.#peer.onopen = () => resolve();
    this.#peer.onerror = (event) =>
      reject(new Error((event as ErrorEvent).message || "the server refused the connection"));
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
    if (this.#peer.bufferedAmount <= MAX_SENDING || this.#check) return;
    this.#socket?.pause();
    this.#check = setInterval(() => {
      if (this.#peer.bufferedAmount > MAX_SENDING / 2 && !this.#ended) return;
      clearInterval(this.#check);
      this.#check = undefined;
      this.#socket?.resume();
    }, CHECK_MS);
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
    // Queued messages are delivered before the close.
    if (this.#ended && this.#queue.length === 0) this.#socket?.close(this.#ended.code, this.#ended.reason);
  }

  closed(): void {
    clearInterval(this.#check);
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
    this.#end(1013, "the client reads too slowly");
    this.#peer.close();
  }

  #end(code: number, reason: string): void {
    if (this.#ended) return;
    this.#ended = { code: UNSENDABLE.has(code) ? 1011 : code, reason };
    if (this.#queue.length === 0) this.#socket?.close(this.#ended.code, reason);
  }
}
