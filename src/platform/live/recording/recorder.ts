/** Records the pictures of one browser: a few per second while it changes, none while it does not. */
import { log } from "../../../lib/log.ts";
import type { RunningBrowser } from "../../engine/lifecycle/running.ts";
import type { Hub, Hubs } from "../stream/hub.ts";
import type { Observer } from "../stream/observer.ts";
import type { Frame } from "../stream/screencast.ts";
import { type Size, StageWriter } from "../stream/staged.ts";
import { keyFrame } from "../stream/vp8.ts";

/** Minimum time between two pictures: five per second. */
const PACE_MS = 200;

/** Uses at most a third of one processor: slow encoding lowers the rate. */
const EFFORT = 3;

/** Interval of noting that the last picture is still shown, for recordings that are cut off. */
const STILL_MS = 5000;

/** A recording ends at this size. */
const MAX_BYTES = 1 << 30;

/** Maximum size of the video in pixels. */
const MAX_SIZE: Size = { width: 1280, height: 960 };

export class Recorder implements Observer {
  readonly #browser: RunningBrowser;
  readonly #path: string;
  readonly #size: Size;
  readonly #hub: Hub;
  readonly #leave: () => void;
  #writer: StageWriter | undefined;
  #next: { frame: Frame; ms: number } | undefined;
  #working: Promise<void> | undefined;
  #timer: Timer | undefined;
  #still: Timer | undefined;
  #readyMs = 0;
  #isOver = false;
  #finished: Promise<boolean> | undefined;

  constructor(hubs: Hubs, browser: RunningBrowser, path: string) {
    this.#browser = browser;
    this.#path = path;
    this.#size = sizeFor(browser.settings);
    const { hub, leave } = hubs.observe(browser, this);
    this.#hub = hub;
    this.#leave = leave;
  }

  frame(frame: Frame): void {
    if (this.#isOver) return;
    this.#next = { frame, ms: performance.now() };
    this.#schedule();
  }

  paceMs(): number | undefined {
    return this.#isOver || this.#working ? undefined : PACE_MS;
  }

  usualPaceMs(): number | undefined {
    return this.#isOver ? undefined : PACE_MS;
  }

  changed(): void {}

  /** A recording must not change the page. */
  answersDialogs(): boolean {
    return false;
  }

  isSteering(): boolean {
    return false;
  }

  needsDetail(): boolean {
    return true;
  }

  fileRequested(): void {}

  /** The browser has ended: its last picture was shown until now. */
  ended(): void {
    void this.stop();
  }

  /** Ends the recording; true if it has pictures. */
  stop(): Promise<boolean> {
    this.#finished ??= this.#finish();
    return this.#finished;
  }

  #schedule(): void {
    if (this.#working || this.#timer !== undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#working = this.#append().finally(() => {
          this.#working = undefined;
          this.#goOn();
        });
      },
      Math.max(0, this.#readyMs - performance.now()),
    );
  }

  #goOn(): void {
    if (this.#isOver) return;
    if (this.#next) this.#schedule();
    this.#hub.reconsider();
  }

  /** Writes the newest picture. An error ends only the recording. */
  async #append(): Promise<void> {
    const next = this.#next;
    this.#next = undefined;
    if (!next) return;
    const begunMs = performance.now();
    try {
      const vp8 = await keyFrame(next.frame.jpeg, this.#size);
      this.#writer ??= await StageWriter.open(this.#path, this.#size);
      await this.#writer.add(next.ms, vp8);
      this.#still ??= setInterval(() => this.#note(), STILL_MS);
    } catch (error) {
      this.#giveUp("could not be written", error);
    }
    const tookMs = performance.now() - begunMs;
    this.#readyMs = begunMs + Math.max(PACE_MS, tookMs * EFFORT);
    if ((this.#writer?.bytes ?? 0) > MAX_BYTES) this.#giveUp("has reached its maximum size");
  }

  #note(): void {
    if (this.#working || this.#isOver) return;
    this.#working = (this.#writer?.add(performance.now(), new Uint8Array()) ?? Promise.resolve())
      .catch((error) => this.#giveUp("could not be written", error))
      .finally(() => {
        this.#working = undefined;
        this.#goOn();
      });
  }

  #giveUp(why: string, error?: unknown): void {
    if (this.#isOver) return;
    log.warn(`the recording of browser ${this.#browser.id} ${why}; the existing part is saved`, error ?? "");
    this.#isOver = true;
    this.#next = undefined;
    clearInterval(this.#still);
    this.#leave();
  }

  async #finish(): Promise<boolean> {
    const wasOver = this.#isOver;
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearInterval(this.#still);
    if (!wasOver) this.#leave();
    await this.#working;
    if (!wasOver) await this.#append();
    try {
      if (!wasOver) await this.#writer?.add(performance.now(), new Uint8Array());
    } catch (error) {
      log.warn(`writing the end of the recording of browser ${this.#browser.id} failed`, error);
    } finally {
      await this.#writer?.close();
    }
    return this.#writer?.hasPictures ?? false;
  }
}

/** Size of the browser's window in even numbers, limited. */
function sizeFor({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_SIZE.width / width, MAX_SIZE.height / height);
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
