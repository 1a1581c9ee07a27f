/** The socket to the server: opened again by itself after a break, under the same name. Knows nothing of what is said. */
import type { FromViewer, ToViewer } from "../stream/messages.ts";

export interface Listener {
  heard(message: ToViewer): void;
  picture(bytes: ArrayBuffer): void;
  /** The connection is lost and tried again. */
  lost(): void;
  /** It will not come back: the address opens nothing any more. */
  expired(): void;
}

/** The server says something at least every 15 s: after this silence the line is dead, whatever the network says. */
const SILENCE_MS = 40_000;
const MAX_WAIT_MS = 8000;

export class Line {
  #socket: WebSocket | undefined;
  #heardMs = Date.now();
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
      if (Date.now() - this.#heardMs > SILENCE_MS) this.#socket?.close();
    }, 5000);
    addEventListener("online", () => this.#socket?.close());
  }

  say(message: FromViewer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** There is nothing more to come. */
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
    this.#heardMs = Date.now();
    socket.onmessage = ({ data }) => {
      this.#heardMs = Date.now();
      this.#waitMs = 500;
      if (typeof data !== "string") return this.#listener.picture(data);
      const message = JSON.parse(data) as ToViewer;
      if (message.t === "beat") this.say({ t: "beat" });
      else this.#listener.heard(message);
    };
    socket.onclose = () => {
      if (socket !== this.#socket || this.#isOver) return;
      this.#listener.lost();
      setTimeout(() => void this.#again(), this.#waitMs);
      this.#waitMs = Math.min(this.#waitMs * 2, MAX_WAIT_MS);
    };
  }

  /** A refused socket does not say why: the page's own address does. */
  async #again(): Promise<void> {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
    if (answer?.status === 404) {
      this.#isOver = true;
      this.#listener.expired();
    } else this.#open();
  }
}
