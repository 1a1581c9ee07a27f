/**
 * Pictures of one tab at the pace of its observers. A running screencast makes Chrome read back every frame, acknowledged or not,
 * which costs half a processor while something moves. So it is stopped between two pictures that are far apart, and runs on only
 * while the page is at rest. Every start sends a picture at once, so that the last state of an animation always arrives.
 */
import type { Session } from "../../../cdp/connection.ts";
import type { Events } from "../../../cdp/protocol.gen.ts";

export interface Frame {
  jpeg: Uint8Array<ArrayBuffer>;
  /** Size of the viewport in CSS pixels. */
  width: number;
  height: number;
  /** Time of the picture in ms since 1970. */
  atMs: number;
}

/** Quality of pictures. */
export interface Quality {
  quality: number;
  maxWidth: number;
  maxHeight: number;
}

export interface ScreencastHost {
  frame(frame: Frame): void;
  /** Milliseconds between pictures; undefined while nobody can take one. */
  paceMs(): number | undefined;
  /** The same for all observers that will be ready soon. */
  usualPaceMs(): number | undefined;
}

/** Above this interval a restart per picture is cheaper: it costs as much as a few frames. */
const PAUSE_MS = 150;

/**
 * Restarts after this silence. Chrome may lose a screencast that is started or stopped while a page is replaced [seen under
 * load]: it neither refuses nor sends anything then.
 */
const SILENCE_MS = 3000;

export class Screencast {
  readonly #session: Session;
  readonly #host: ScreencastHost;
  #quality: Quality | undefined;
  /** Unacknowledged pictures. */
  #outstanding: number[] = [];
  /** The last picture as received; an equal one means that the page is at rest. */
  #data = "";
  #lastMs = 0;
  /** Time of the start or the last picture. */
  #receivedMs = 0;
  #timer: Timer | undefined;
  #pauseTimer: Timer | undefined;
  #isPaused = false;
  #isStopped = false;

  constructor(session: Session, host: ScreencastHost) {
    this.#session = session;
    this.#host = host;
    session.on("Page.screencastFrame", (event) => this.#received(event));
  }

  /** Starts, or changes the quality; sends a picture at once. Never fails: a closing tab sends none. */
  start(quality: Quality): void {
    if (this.#isStopped) return;
    this.#quality = quality;
    this.#data = "";
    this.#pause();
    this.#resume();
  }

  stop(): void {
    this.#pause();
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** An observer is ready again. */
  wake(): void {
    this.#schedule();
  }

  /** Restarts a silent screencast; call it regularly. A page at rest sends an equal picture, which is not passed on. */
  check(): void {
    this.#schedule();
    if (this.#isStopped || this.#isPaused || this.#outstanding.length > 0) return;
    if (performance.now() - this.#receivedMs < SILENCE_MS) return;
    this.#pause();
    this.#resume();
  }

  #received({ data, metadata, sessionId }: Events["Page.screencastFrame"]): void {
    if (this.#isStopped) return;
    this.#receivedMs = performance.now();
    if (data === this.#data) {
      if (!this.#isPaused) void this.#session.sendMayFail("Page.screencastFrameAck", { sessionId });
      return;
    }
    this.#data = data;
    this.#outstanding.push(sessionId);
    this.#host.frame({
      jpeg: Buffer.from(data, "base64"),
      width: Math.round(metadata.deviceWidth),
      height: Math.round(metadata.deviceHeight),
      atMs: metadata.timestamp === undefined ? Date.now() : metadata.timestamp * 1000,
    });
    if ((this.#host.usualPaceMs() ?? PAUSE_MS) >= PAUSE_MS) this.#pause();
    else this.#pauseTimer ??= setTimeout(() => this.#pause(), PAUSE_MS);
    this.#schedule();
  }

  #pause(): void {
    clearTimeout(this.#pauseTimer);
    this.#pauseTimer = undefined;
    if (this.#isPaused || this.#isStopped) return;
    this.#isPaused = true;
    this.#outstanding = [];
    void this.#session.sendMayFail("Page.stopScreencast");
  }

  #resume(): void {
    this.#isPaused = false;
    this.#receivedMs = performance.now();
    const parameters = { format: "jpeg", maxFramesInFlight: 1, sendLastFrame: true, ...this.#quality } as const;
    void this.#session.sendMayFail("Page.startScreencast", parameters);
  }

  #schedule(): void {
    const paceMs = this.#host.paceMs();
    const isWaiting = this.#isPaused || this.#outstanding.length > 0;
    if (this.#timer !== undefined || this.#isStopped || !isWaiting || paceMs === undefined) return;
    const waitMs = Math.max(0, this.#lastMs + paceMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#host.paceMs() !== undefined) this.#next();
    }, waitMs);
  }

  #next(): void {
    this.#lastMs = performance.now();
    clearTimeout(this.#pauseTimer);
    this.#pauseTimer = undefined;
    if (this.#isPaused) this.#resume();
    for (const sessionId of this.#outstanding.splice(0))
      void this.#session.sendMayFail("Page.screencastFrameAck", { sessionId });
  }
}
