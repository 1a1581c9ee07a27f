/** When a browser is to end by itself: at its timeout, or when nobody used it for long. */
import type { RunningBrowser } from "./running.ts";

export type Late = "timeout" | "idle";

export class Deadlines {
  readonly #browser: RunningBrowser;
  readonly #end: (reason: Late) => void;
  #timeout: Timer | undefined;
  #idle: Timer | undefined;

  /** `end` is called when it is time, and may be called again. */
  constructor(browser: RunningBrowser, end: (reason: Late) => void) {
    this.#browser = browser;
    this.#end = end;
    const { timeoutAt, settings } = browser.record;
    this.#timeout = setTimeout(() => end("timeout"), timeoutAt - Date.now());
    if (settings.idleTimeoutMs > 0) this.#watch(settings.idleTimeoutMs);
  }

  /** Timers stand still while a machine sleeps, and its clock goes on: to be called now and then. */
  check(): void {
    if (Date.now() >= this.#browser.record.timeoutAt) this.#end("timeout");
  }

  cancel(): void {
    clearTimeout(this.#timeout);
    clearTimeout(this.#idle);
  }

  /** Looks when it could be idle at the earliest, instead of setting a timer anew with each message. */
  #watch(idleTimeoutMs: number): void {
    const leftMs = idleTimeoutMs - this.#browser.idleMs;
    if (leftMs <= 0) this.#end("idle");
    else this.#idle = setTimeout(() => this.#watch(idleTimeoutMs), leftMs);
  }
}
