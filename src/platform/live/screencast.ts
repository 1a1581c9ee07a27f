/**
 * The pictures of one tab as they change, at the pace of whoever looks: Chrome holds one back until the last one was
 * acknowledged, and keeps the newest for then, so that the last picture of an animation always comes.
 */
import type { Session } from "../../cdp/connection.ts";
import type { Events } from "../../cdp/protocol.gen.ts";

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
}

export class Screencast {
  readonly #session: Session;
  readonly #host: ScreencastHost;
  /** Pictures that were not acknowledged: one, or a few from a browser that knows no limit. */
  #outstanding: number[] = [];
  #lastMs = 0;
  #timer: Timer | undefined;
  #isStopped = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(session: Session, host: ScreencastHost) {
    this.#session = session;
    this.#host = host;
    session.on("Page.screencastFrame", (event) => this.#received(event));
  }

  /** Begins, or goes on in another quality: with a picture at once. Never fails: a tab that is going gives none. */
  start(quality: Quality): void {
    // Chrome refuses a second start.
    if (!this.#isStopped) this.#last = this.#last.then(() => this.#session.sendMayFail("Page.stopScreencast"));
    this.#last = this.#last.then(async () => {
      this.#outstanding = [];
      const parameters = { format: "jpeg", maxFramesInFlight: 1, sendLastFrame: true, ...quality } as const;
      if (!this.#isStopped) await this.#session.sendMayFail("Page.startScreencast", parameters);
    });
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    void this.#session.sendMayFail("Page.stopScreencast");
  }

  /** Somebody can take a picture again. */
  wake(): void {
    if (this.#timer === undefined) this.#schedule();
  }

  #received({ data, metadata, sessionId }: Events["Page.screencastFrame"]): void {
    if (this.#isStopped) return;
    this.#outstanding.push(sessionId);
    this.#host.frame({
      jpeg: Buffer.from(data, "base64"),
      width: Math.round(metadata.deviceWidth),
      height: Math.round(metadata.deviceHeight),
      atMs: metadata.timestamp === undefined ? Date.now() : metadata.timestamp * 1000,
    });
    if (this.#timer === undefined) this.#schedule();
  }

  #schedule(): void {
    const paceMs = this.#host.paceMs();
    if (this.#isStopped || this.#outstanding.length === 0 || paceMs === undefined) return;
    const waitMs = Math.max(0, this.#lastMs + paceMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#host.paceMs() === undefined) return;
      this.#lastMs = performance.now();
      for (const sessionId of this.#outstanding.splice(0))
        void this.#session.sendMayFail("Page.screencastFrameAck", { sessionId });
    }, waitMs);
  }
}
