/**
 * The connection of one live view page. A picture is sent when the previous one was shown, so that slow viewers get fewer and
 * nothing is queued.
 */
import type { Socket } from "../../socket.ts";
import { FRAME_HEADER_BYTES, type FromViewer, parseMessage, type ToViewer } from "./messages.ts";
import type { Frame } from "./screencast.ts";

/** A page that does not answer for this long is disconnected. */
const MAX_SILENCE_MS = 45_000;

/** Interval of heartbeats: proxies close connections after a minute of silence. */
const BEAT_MS = 15_000;

/** Minimum milliseconds between pictures: 25 per second. */
export const PACE_MS = 40;

export interface ViewerHost {
  received(viewer: Viewer, message: FromViewer): void;
  /** The viewer is ready for a picture. */
  isReady(): void;
  closed(viewer: Viewer): void;
}

export class Viewer {
  /** Chosen by the page and kept for reconnects, which restore its control. */
  readonly key: string;
  readonly name: string;
  /** It may take control; otherwise its input is refused. */
  readonly interactive: boolean;
  /** Mean time of showing recent pictures, in ms. */
  lagMs = 0;
  readonly #host: ViewerHost;
  #socket: Socket | undefined;
  #isLooking = true;
  #shown: Frame | undefined;
  #waiting: { n: number; sentMs: number } | undefined;
  #n = 0;
  #receivedMs = performance.now();
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
    this.#receivedMs = performance.now();
    this.#beat = setInterval(() => {
      if (performance.now() - this.#receivedMs > MAX_SILENCE_MS) this.close(1001, "the page does not respond");
      else this.send({ t: "beat" });
      // After this time one more picture is sent, whatever happened to the last.
      if (this.#waiting && performance.now() - this.#waiting.sentMs > BEAT_MS) {
        this.#waiting = undefined;
        this.#host.isReady();
      }
    }, BEAT_MS);
    this.send({ t: "hello", name: this.name, interactive: this.interactive });
  }

  get isLooking(): boolean {
    return this.#isLooking;
  }

  get paceMs(): number | undefined {
    return this.#socket && this.#isLooking && !this.#waiting ? PACE_MS : undefined;
  }

  received(data: string | Uint8Array): void {
    const message = typeof data === "string" ? parseMessage(data) : undefined;
    this.#receivedMs = performance.now();
    if (!message) this.close(1008, "invalid message");
    else if (message.t === "ack") this.#acknowledged(message.n);
    else if (message.t === "looking") {
      this.#isLooking = message.on;
      this.#host.isReady();
    } else if (message.t !== "beat") this.#host.received(this, message);
  }

  /** Sends the picture, unless it is shown already or the viewer is slow. */
  show(frame: Frame | undefined, bytes: (n: number) => Uint8Array): void {
    if (!frame || frame === this.#shown || this.paceMs === undefined) return;
    this.#shown = frame;
    this.#waiting = { n: ++this.#n, sentMs: performance.now() };
    this.#socket?.send(bytes(this.#n));
  }

  send(message: ToViewer): void {
    this.#socket?.send(JSON.stringify(message));
  }

  close(code: number, reason: string): void {
    const socket = this.#socket;
    this.over();
    socket?.close(code, reason);
  }

  /** The socket was closed by either side. */
  over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#socket = undefined;
    clearInterval(this.#beat);
    this.#host.closed(this);
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
