/** The WebSocket to the server, which reconnects with the same viewer key. */
import type { FromViewer, ToViewer } from "../stream/messages.ts";

export interface Listener {
  received(message: ToViewer): void;
  picture(bytes: ArrayBuffer): void;
  /** The connection is lost and will be retried. */
  lost(): void;
  /** The URL is no longer valid. */
  expired(): void;
}

/** The server sends at least one message per 15 s; after this silence the connection is dead. */
const SILENCE_MS = 40_000;
const MAX_WAIT_MS = 8000;

export class ServerConnection {
  #socket: WebSocket | undefined;
  #receivedMs = Date.now();
  #waitMs = 500;
  #isOver = false;
  readonly #listener: Listener;
  readonly #key = crypto
    .getRandomValues(new Uint8Array(18))
    .reduce((text, byte) => text + byte.toString(16).padStart(2, "0"), "");

  constructor(listener: Listener) {
    this.#listener = listener;
    this.#open();
    setInterval(() => {
      if (Date.now() - this.#receivedMs > SILENCE_MS) this.#socket?.close();
    }, 5000);
    addEventListener("online", () => this.#socket?.close());
  }

  send(message: FromViewer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Closes the connection for good. */
  end(): void {
    this.#isOver = true;
    this.#socket?.close();
  }

  #open(): void {
    if (this.#isOver) return;
    const address = `${location.href.replace(/^http/, "ws").replace(/[/?#]*([?#].*)?$/, "")}/socket?viewer=${this.#key}`;
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#receivedMs = Date.now();
    socket.onmessage = ({ data }) => {
      this.#receivedMs = Date.now();
      this.#waitMs = 500;
      if (typeof data !== "string") return this.#listener.picture(data);
      const message = JSON.parse(data) as ToViewer;
      if (message.t === "beat") this.send({ t: "beat" });
      else this.#listener.received(message);
    };
    socket.onclose = () => {
      if (socket !== this.#socket || this.#isOver) return;
      this.#listener.lost();
      setTimeout(() => void this.#reconnect(), this.#waitMs);
      this.#waitMs = Math.min(this.#waitMs * 2, MAX_WAIT_MS);
    };
  }

  /** A refused WebSocket reports no reason; a request to the page does. */
  async #reconnect(): Promise<void> {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
    if (answer?.status === 404) {
      this.#isOver = true;
      this.#listener.expired();
    } else this.#open();
  }
}
