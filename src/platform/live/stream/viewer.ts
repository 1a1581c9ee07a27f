/**
 * One page of the live view on its socket. It is sent a picture when it has shown the one before, so that a slow one gets
 * fewer of them and none waits in a queue. Knows no browser and no other viewer.
 */
import type { Socket } from "../../socket.ts";
import { FRAME_HEADER_BYTES, type FromViewer, parseMessage, type ToViewer } from "./messages.ts";
import type { Frame } from "./screencast.ts";

/** A page that shows no picture for this long has gone without a word, or is so far behind that it is better to come anew. */
const MAX_SILENCE_MS = 45_000;

/** How often both sides say that they are there: proxies close what is silent for a minute. */
const BEAT_MS = 15_000;

/** Milliseconds between two pictures: 25 in a second. */
export const PACE_MS = 40;

export interface ViewerHost {
  said(viewer: Viewer, message: FromViewer): void;
  /** It can take a picture again. */
  isReady(): void;
  left(viewer: Viewer): void;
}

export class Viewer {
  /** Chosen by the page, the same after it was cut off: what is its own is given back by it. */
  readonly key: string;
  readonly name: string;
  /** It may take the control; else nothing that it sends moves anything. */
  readonly interactive: boolean;
  /** How long the last pictures took to be shown, in ms. */
  lagMs = 0;
  readonly #host: ViewerHost;
  #socket: Socket | undefined;
  #isLooking = true;
  #shown: Frame | undefined;
  #waiting: { n: number; sentMs: number } | undefined;
  #n = 0;
  #heardMs = performance.now();
  #beat: Timer | undefined;
  #isOver = false;

  constructor(host: ViewerHost, { key, name, interactive }: { key: string; name: string; interactive: boolean }) {
    this.#host = host;
    this.key = key;
    this.name = name;
    this.interactive = interactive;
  }

  opened(socket: Socket): void {
    this.#socket = socket;
    this.#heardMs = performance.now();
    this.#beat = setInterval(() => {
      if (performance.now() - this.#heardMs > MAX_SILENCE_MS) this.close(1001, "nothing was heard for a while");
      else this.say({ t: "beat" });
      // Whatever became of that one, a picture in so long a time is not too many.
      if (this.#waiting && performance.now() - this.#waiting.sentMs > BEAT_MS) {
        this.#waiting = undefined;
        this.#host.isReady();
      }
    }, BEAT_MS);
    this.say({ t: "hello", name: this.name, interactive: this.interactive });
  }

  get isLooking(): boolean {
    return this.#isLooking;
  }

  get paceMs(): number | undefined {
    return this.#socket && this.#isLooking && !this.#waiting ? PACE_MS : undefined;
  }

  received(data: string | Uint8Array): void {
    const message = typeof data === "string" ? parseMessage(data) : undefined;
    this.#heardMs = performance.now();
    if (!message) this.close(1008, "this is no message of a live view");
    else if (message.t === "ack") this.#acknowledged(message.n);
    else if (message.t === "looking") {
      this.#isLooking = message.on;
      this.#host.isReady();
    } else if (message.t !== "beat") this.#host.said(this, message);
  }

  /** Shows the picture, unless it is shown or the viewer is behind. */
  show(frame: Frame | undefined, bytes: (n: number) => Uint8Array): void {
    if (!frame || frame === this.#shown || this.paceMs === undefined) return;
    this.#shown = frame;
    this.#waiting = { n: ++this.#n, sentMs: performance.now() };
    this.#socket?.send(bytes(this.#n));
  }

  say(message: ToViewer): void {
    this.#socket?.send(JSON.stringify(message));
  }

  close(code: number, reason: string): void {
    const socket = this.#socket;
    this.over();
    socket?.close(code, reason);
  }

  /** The socket is closed, from here or there. */
  over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#socket = undefined;
    clearInterval(this.#beat);
    this.#host.left(this);
  }

  #acknowledged(n: number): void {
    if (n !== this.#waiting?.n) return;
    const tookMs = performance.now() - this.#waiting.sentMs;
    this.lagMs = this.lagMs * 0.8 + tookMs * 0.2;
    this.#waiting = undefined;
    this.#host.isReady();
  }
}

/** The picture as a message. */
export function pictureMessage({ jpeg, width, height }: Frame, n: number): Uint8Array {
  const message = Buffer.allocUnsafe(FRAME_HEADER_BYTES + jpeg.length);
  message.writeUInt32BE(n, 0);
  message.writeUInt16BE(Math.min(width, 0xffff), 4);
  message.writeUInt16BE(Math.min(height, 0xffff), 6);
  message.set(jpeg, FRAME_HEADER_BYTES);
  return message;
}
