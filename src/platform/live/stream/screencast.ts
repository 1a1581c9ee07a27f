/**
 * The pictures of one tab as they change, at the pace of whoever looks. While a screencast runs Chrome reads back every
 * frame of the page, acknowledged or not, which costs half a processor where something moves: so it is stopped between two
 * pictures that are far apart, and runs on only when the page is at rest. Its start gives a picture at once, so that the
 * last one of an animation always comes.
 */
import type { Session } from "../../../cdp/connection.ts";
import type { Events } from "../../../cdp/protocol.gen.ts";

export interface Frame {
  jpeg: Uint8Array<ArrayBuffer>;
  /** The viewport in CSS pixels, of which this is the picture. */
  width: number;
  height: number;
  /** When it was taken, in ms since 1970. */
  atMs: number;
}

/** How good the pictures are: the better, the more bytes. */
export interface Quality {
  quality: number;
  maxWidth: number;
  maxHeight: number;
}

export interface ScreencastHost {
  frame(frame: Frame): void;
  /** Milliseconds between pictures; undefined while nobody can take one. */
  paceMs(): number | undefined;
  /** The same, of all who will take one again soon. */
  usualPaceMs(): number | undefined;
}

/** Pictures further apart than this are cheaper by a new start each: one costs as much as a few frames. */
const PAUSE_MS = 150;

/**
 * After this silence a picture is asked for anew. Chrome may lose a screencast that is started or stopped just when a page
 * makes way for the next one [seen under load]: it neither refuses nor sends anything from then on.
 */
const SILENCE_MS = 3000;

export class Screencast {
  readonly #session: Session;
  readonly #host: ScreencastHost;
  #quality: Quality | undefined;
  /** Pictures that were not acknowledged: one, or a few from a browser that knows no limit. */
  #outstanding: number[] = [];
  /** The last picture as it came: the same once more says that the page is at rest. */
  #data = "";
  #lastMs = 0;
  /** When it was started, or gave a picture, whatever became of that. */
  #heardMs = 0;
  #timer: Timer | undefined;
  #pauseTimer: Timer | undefined;
  #isPaused = false;
  #isStopped = false;

  constructor(session: Session, host: ScreencastHost) {
    this.#session = session;
    this.#host = host;
    session.on("Page.screencastFrame", (event) => this.#received(event));
  }

  /** Begins, or goes on in another quality: with a picture at once. Never fails: a tab that is going gives none. */
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

  /** Somebody can take a picture again. */
  wake(): void {
    this.#schedule();
  }

  /** To be called now and then: what is stuck goes on. A page at rest gives the same picture once more, and nobody is told. */
  check(): void {
    this.#schedule();
    if (this.#isStopped || this.#isPaused || this.#outstanding.length > 0) return;
    if (performance.now() - this.#heardMs < SILENCE_MS) return;
    this.#pause();
    this.#resume();
  }

  #received({ data, metadata, sessionId }: Events["Page.screencastFrame"]): void {
    if (this.#isStopped) return;
    this.#heardMs = performance.now();
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
    this.#heardMs = performance.now();
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
